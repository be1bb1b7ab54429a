// ff-trace: a ray tracer of implicit surfaces that cannot miss one.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "apps/picture/arguments.hpp"
#include "apps/picture/png.hpp"
#include "command/command.hpp"
#include "command/parallel.hpp"
#include "command/record.hpp"
#include "gallery.hpp"
#include "parse.hpp"

namespace {

using namespace implicit;
using command::bad_argument, command::number_between, picture::parse_point, picture::parse_resolution;

const std::vector<std::string> arithmetic_names = {"point", "interval-float", "interval-ff"};

struct options {
  std::string name = "tangle", equation, arithmetic = "interval-float", device = "auto",
              resolution = "512x512", eye, look_at, output, json;
  double degrees = 0, height = 0, box = 0;
  int depth = 18, samples = 64;
  bool by_text = false, time = false, table5 = false;
};

struct scene {
  std::string name, equation;
  surface f;
  view from;
  camera eye{};
  search limits{};
};

const exhibit& find_exhibit(const std::string& name) {
  std::string names;
  for (const exhibit& e : gallery()) {
    if (e.name == name) return e;
    names += (names.empty() ? "" : ", ") + e.name;
  }
  throw bad_argument(fmt::format("--surface {}: no such surface; expected one of {}", name, names));
}

void require(bool good, const std::string& message) {
  if (!good) throw bad_argument(message);
}

/// Refuses what says nothing in the arithmetic that is chosen.
void check_options(const CLI::App& app, const options& o) {
  const bool samples = o.arithmetic == "point";
  const char* const ignored = samples ? "--depth" : "--samples";
  require(app.count(ignored) == 0,
          samples ? "--depth: expected with --arithmetic interval-float or interval-ff, which bisect; point "
                    "sampling has --samples"
                  : fmt::format("--samples: expected with --arithmetic point, not with {}, which has --depth",
                                o.arithmetic));
}

scene make_scene(const options& o) {
  scene s;
  if (!o.by_text) {
    const exhibit& e = find_exhibit(o.name);
    s = {e.name, e.equation, e.f, e.from};
  } else {
    try {
      s = {"equation", o.equation, parse_equation(o.equation), default_view()};
    } catch (const parse_failure& e) {
      throw bad_argument(fmt::format("--equation: {}", e.what()));
    }
  }
  if (!o.eye.empty()) s.from.eye = parse_point("--eye", o.eye);
  if (!o.look_at.empty()) s.from.look_at = parse_point("--look-at", o.look_at);
  if (o.degrees != 0) s.from.degrees = static_cast<float>(o.degrees);
  if (o.box != 0) s.from.box = static_cast<float>(o.box);
  const auto [width, height] = parse_resolution("--resolution", o.resolution);
  const vec3 eye = s.from.eye, at = s.from.look_at;
  require(eye.x != at.x || eye.y != at.y || eye.z != at.z,
          fmt::format("--eye and --look-at: expected two different points; as floats both are {:g},{:g},{:g}",
                      eye.x, eye.y, eye.z));
  s.eye = make_camera(s.from, static_cast<float>(o.height), width, height);
  const double diagonal = 2 * std::sqrt(3.0) * s.from.box;
  s.limits = {s.from.box, static_cast<float>(std::ldexp(diagonal, -o.depth)),
              static_cast<float>(diagonal / o.samples), o.samples};
  return s;
}

arithmetic parse_arithmetic(const std::string& name) {
  const auto at = std::find(arithmetic_names.begin(), arithmetic_names.end(), name);
  return static_cast<arithmetic>(at - arithmetic_names.begin());
}

rendering render(const scene& s, arithmetic kind, bool on_gpu, int runs) {
  if constexpr (command::has_gpu_code)
    if (on_gpu) return render_gpu(s.f, kind, s.eye, s.limits, runs);
  rendering best = render_cpu(s.f, kind, s.eye, s.limits, command::progress_bar(s.name));
  for (int i = 1; i < runs; ++i)
    best.milliseconds = std::min(best.milliseconds, render_cpu(s.f, kind, s.eye, s.limits).milliseconds);
  return best;
}

std::array<long long, 4> count(const rendering& p) {
  std::array<long long, 4> counts{};
  for (const pixel& q : p.pixels) ++counts[static_cast<std::size_t>(q.what)];
  return counts;
}

using chosen_gpu = std::optional<command::gpu_info>;

std::string device_text(const chosen_gpu& gpu) {
  return gpu ? fmt::format("GPU ({})", gpu->name) : fmt::format("CPU ({} threads)", command::cores_of_host());
}

/// The head of a recorded result.
nlohmann::json head(const command::provenance& from) {
  nlohmann::json j = command::to_json(from);
  j["tool"] = "ff-trace";
  return j;
}

nlohmann::json to_json(const vec3& v) { return {v.x, v.y, v.z}; }

int render_one(const options& o, const chosen_gpu& gpu, const command::provenance& from) {
  const bool on_gpu = gpu.has_value();
  const scene s = make_scene(o);
  command::result_file json("--json", o.json);
  command::result_file picture("--output", o.output, ".png");
  const rendering p = render(s, parse_arithmetic(o.arithmetic), on_gpu, !o.time ? 1 : on_gpu ? 10 : 3);
  const auto [misses, hits, without_normal, undecided] = count(p);
  fmt::print(
      "{}: {}\n{} on {}, {}x{}, {}\n", s.name, s.equation, o.arithmetic, device_text(gpu), p.width, p.height,
      o.arithmetic == "point" ? fmt::format("{} samples", o.samples) : fmt::format("depth {}", o.depth));
  fmt::print("hit {}, miss {}, undecided {}", hits + without_normal, misses, undecided);
  fmt::print("; hits whose normal is uncertain {}\n", without_normal);
  if (o.time) fmt::print("{:.3f} ms, best of {}\n", p.milliseconds, on_gpu ? 10 : 3);
  if (picture.wanted()) picture.write(encode_png(image_of(p)));
  if (json.wanted()) {
    nlohmann::json j = head(from);
    j.update({{"surface", s.name},
              {"equation", s.equation},
              {"arithmetic", o.arithmetic},
              {"width", p.width},
              {"height", p.height},
              {"depth", o.depth},
              {"resolution", s.limits.resolution},
              {"box", s.from.box},
              {"camera",
               {{"eye", to_json(s.from.eye)},
                {"look_at", to_json(s.from.look_at)},
                {"degrees", s.from.degrees},
                {"orthographic_height", o.height}}},
              {"hit", hits + without_normal},
              {"miss", misses},
              {"undecided", undecided},
              {"hit_without_normal", without_normal},
              {"milliseconds", p.milliseconds}});
    json.write(command::record_text(j) + "\n");
  }
  return 0;
}

// The surfaces of Table 5 of the 2008 paper at its size.
int run_table5(options o, const chosen_gpu& gpu, const command::provenance& from) {
  const bool on_gpu = gpu.has_value();
  command::result_file json("--json", o.json);
  o.resolution = "1024x1024";
  nlohmann::json rows = nlohmann::json::array();
  fmt::print("Milliseconds for 1024x1024 pixels, depth {}; CPU: {}; GPU: {}\n", o.depth, device_text({}),
             gpu ? gpu->name : "none");
  fmt::print("{:<15} {:<15} {:>10} {:>10} {:>8} {:>8} {:>8} {:>10}\n", "surface", "arithmetic", "CPU", "GPU",
             "hit", "miss", "undec.", "CPU = GPU");
  for (const char* name : {"sphere", "kusner-schmitt", "tangle", "gumdrop-torus"}) {
    o.name = name;
    const scene s = make_scene(o);
    for (const arithmetic kind : {arithmetic::interval_float, arithmetic::interval_ff}) {
      const std::string& kind_name = arithmetic_names[static_cast<std::size_t>(kind)];
      const rendering host = render(s, kind, false, 1);
      const rendering device = on_gpu ? render(s, kind, true, 10) : rendering{};
      const auto [misses, hits, without_normal, undecided] = count(host);
      const bool same = on_gpu && same_pixels(host, device);
      fmt::print("{:<15} {:<15} {:>10.1f} {:>10} {:>8} {:>8} {:>8} {:>10}\n", name, kind_name,
                 host.milliseconds, on_gpu ? fmt::format("{:.3f}", device.milliseconds) : "-",
                 hits + without_normal, misses, undecided,
                 !on_gpu ? "-"
                 : same  ? "yes"
                         : "NO");
      std::fflush(stdout);
      rows.push_back({{"surface", name},
                      {"arithmetic", kind_name},
                      {"cpu_ms", host.milliseconds},
                      {"hit", hits + without_normal},
                      {"miss", misses},
                      {"undecided", undecided}});
      if (on_gpu) rows.back().update({{"gpu_ms", device.milliseconds}, {"same_pixels", same}});
    }
  }
  if (json.wanted()) {
    nlohmann::json j = head(from);
    j.update(
        {{"cpu", device_text({})}, {"width", 1024}, {"height", 1024}, {"depth", o.depth}, {"rows", rows}});
    json.write(command::record_text(j) + "\n");
  }
  return 0;
}

int run(int argc, char** argv) {
  CLI::App app{
      "Ray traces the implicit surface f(x, y, z) = 0 by interval arithmetic: each pixel's ray certainly "
      "hits\n"
      "(the first root is isolated), certainly misses, or is named undecided at the stated depth."};
  options o;
  auto* name = app.add_option("--surface", o.name,
                              "sphere, kusner-schmitt, tangle, gumdrop-torus, drop or tri-trumpet")
                   ->capture_default_str();
  app.add_option("--equation", o.equation, "a polynomial equation in x, y, z, like \"x^2 + y^2 = 1 - z^4\"")
      ->excludes(name);
  app.add_option("--arithmetic", o.arithmetic, "point, interval-float or interval-ff")
      ->check(CLI::IsMember(arithmetic_names))
      ->capture_default_str();
  command::add_device_option(app, o.device);
  app.add_option("--resolution", o.resolution, "WIDTHxHEIGHT in pixels")->capture_default_str();
  app.add_option("--eye", o.eye, "where the camera stands: x,y,z");
  app.add_option("--look-at", o.look_at, "what it looks at: x,y,z");
  app.add_option("--fov", o.degrees, "vertical field of view in degrees")->check(number_between(0.01, 170));
  app.add_option("--orthographic", o.height, "parallel rays, and this height of the picture instead of --fov")
      ->check(number_between(1e-6, 1e6))
      ->excludes("--fov");
  app.add_option("--box", o.box, "look only into the cube from -box to box")
      ->check(number_between(1e-6, 1e6));
  app.add_option("--depth", o.depth, "bisect to 2^-depth of the cube's diagonal")
      ->check(CLI::Range(1, 44))
      ->capture_default_str();
  app.add_option("--samples", o.samples, "point sampling: steps along the cube's diagonal")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_option("--output", o.output, "write the picture there, as PNG");
  app.add_option("--json", o.json, "write counts and times there");
  app.add_flag("--time", o.time, "print the best time of several runs");
  app.add_flag("--table5", o.table5, "time four surfaces at 1024x1024, as Table 5 of the 2008 paper");
  if (const auto status = command::parse(app, argc, argv)) return *status;
  if (o.table5)
    command::expect_only(
        app, "--table5",
        {"--device", "--eye", "--look-at", "--fov", "--orthographic", "--box", "--depth", "--json"});
  else
    check_options(app, o);
  o.by_text = app.count("--equation") > 0;
  make_scene(o);  // complain about the scene before the device
  std::string why;
  const chosen_gpu gpu = command::choose_gpu(o.device, why);
  if (!why.empty()) fmt::print("{}", command::without_gpu(why, "the CPU renders"));
  const auto from = command::provenance_of("ff-trace", argc, argv, command::commit(), device_text(gpu));
  return o.table5 ? run_table5(o, gpu, from) : render_one(o, gpu, from);
}

}  // namespace

int main(int argc, char** argv) { return command::run_tool("ff-trace", argc, argv, run); }
