// ff-bezier: a ray tracer of bicubic Bezier patches through which no ray slips.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "apps/picture/arguments.hpp"
#include "apps/picture/png.hpp"
#include "command/command.hpp"
#include "command/parallel.hpp"
#include "command/record.hpp"
#include "read.hpp"
#include "report.hpp"
#include "scene.hpp"
#include "study/pairs_report.hpp"
#include "study/study.hpp"

namespace {

using namespace bezier;
using command::bad_argument, command::number_between, picture::parse_point, picture::parse_resolution;
using nlohmann::ordered_json;

struct options {
  std::string scene = "teapot", patches, view, method = "certified", arithmetic, device = "auto",
              resolution = "512x512", eye, look_at, output, json, compare, difference, pairs, kind = "all";
  double degrees = 0;
  int bounces = 1, batch = 0, threads = 0, gpus = 0, runs = 1;
  bool study = false;
};

template <class Names>
std::vector<std::string> list_of(const Names& names) {
  return {std::begin(names), std::end(names)};
}

// ---- what is asked for

choice parse_choice(const std::string& option, const std::string& method, const std::string& arithmetic) {
  if (const auto c = find_choice(method, arithmetic)) return *c;
  std::vector<std::string> names;
  for (const choice& c : all_choices()) names.push_back(name_of(c));
  throw bad_argument(
      fmt::format("{} {}/{}: expected one of {}", option, method, arithmetic, fmt::join(names, ", ")));
}

choice chosen_method(const options& o) {
  const bool is_certified = o.method == "certified";
  return parse_choice("--method and --arithmetic", o.method,
                      !o.arithmetic.empty() ? o.arithmetic
                      : is_certified        ? "mixed"
                                            : "ff");
}

choice chosen_comparison(const options& o) {
  const std::size_t slash = std::min(o.compare.find('/'), o.compare.size());
  const std::string arithmetic = slash < o.compare.size() ? o.compare.substr(slash + 1) : "";
  return parse_choice("--compare", o.compare.substr(0, slash), arithmetic);
}

scene chosen_scene(const options& o) {
  if (o.patches.empty()) return make_scene(o.scene);
  return {o.patches,
          read_patches(o.patches, command::read_file("--patches", o.patches, "a readable .bpt file"))};
}

picture::camera camera_of(const options& o, const scene& s) {
  const bool is_teapot = o.patches.empty() && s.name != "field";
  picture::view from = is_teapot ? teapot_view(o.view.empty() ? "teapot" : o.view) : view_of(s);
  if (!o.eye.empty()) from.eye = parse_point("--eye", o.eye);
  if (!o.look_at.empty()) from.look_at = parse_point("--look-at", o.look_at);
  if (o.degrees > 0) from.degrees = static_cast<float>(o.degrees);
  const picture::vec3 eye = from.eye, way = from.look_at - eye;
  if (!(dot(way, way) > 0))
    throw bad_argument(
        fmt::format("--eye and --look-at: expected two different points; as floats both are {:g},{:g},{:g}",
                    eye.x, eye.y, eye.z));
  const auto [columns, rows] = parse_resolution("--resolution", o.resolution);
  return picture::make_camera(from, 0, columns, rows);
}

plan plan_of(const options& o) {
  plan p;
  p.by = chosen_method(o), p.bounces = o.bounces, p.batch = o.batch, p.runs = o.runs;
  p.threads = static_cast<unsigned>(o.threads), p.gpus = o.gpus;
  return p;
}

/// Refuses what says nothing beside what else is given.
void check_options(const CLI::App& app, const options& o) {
  const auto refuse = [&](const char* option, const std::string& why) {
    if (app.count(option) > 0) throw bad_argument(fmt::format("{}: {}", option, why));
  };
  if (!o.patches.empty()) refuse("--view", "expected with the teapot, not with --patches");
  if (o.scene == "field") refuse("--view", "expected with the teapot, not with --scene field");
  if (o.pairs.empty()) refuse("--kind", "expected with --pairs");
  if (o.compare.empty()) refuse("--difference", "expected with --compare");
  if (!o.compare.empty()) {
    chosen_comparison(o);
    if (!(chosen_method(o) == choice{}))
      throw bad_argument(fmt::format("--compare: expected with certified/mixed, which judges, not with {}",
                                     name_of(chosen_method(o))));
  }
  if (o.device == "cpu") refuse("--gpus", "expected without --device cpu");
  if (o.device == "gpu") refuse("--threads", "expected without --device gpu");
}

// ---- runs

std::string device_text(const std::optional<command::gpu_info>& gpu, const options& o) {
  if constexpr (command::has_gpu_code)
    if (gpu) {
      const int gpus = o.gpus > 0 ? std::min(o.gpus, count_gpus()) : count_gpus();
      return gpus == 1 ? fmt::format("GPU ({})", gpu->name) : fmt::format("{} GPUs ({})", gpus, gpu->name);
    }
  return fmt::format("CPU ({} threads)", command::threads_for(static_cast<unsigned>(o.threads)));
}

rendering render(const scene& s, const picture::camera& c, const plan& p, bool on_gpu) {
  if constexpr (command::has_gpu_code)
    if (on_gpu) return render_on_gpu(s.patches, c, p);
  return render_on_host(s.patches, c, p, command::progress_bar(name_of(p.by)));
}

int render_one(const options& o, bool on_gpu, const command::provenance& from) {
  command::result_file json("--json", o.json), output("--output", o.output, ".png"),
      differences("--difference", o.difference, ".png");
  command::result_file::spare("--patches", o.patches);
  const scene s = chosen_scene(o);
  const picture::camera c = camera_of(o, s);
  const plan p = plan_of(o);
  const rendering r = render(s, c, p, on_gpu);
  fmt::print("{}, {} patches, {}x{}: {} on {}\n", s.name, s.patches.size(), c.width, c.height, name_of(p.by),
             from.device);
  fmt::print("{}\n{}", outcomes_text(r), stages_text(r));
  fmt::print("tree {:.3f} ms, all {:.3f} ms, in batches: {}\n", r.building, r.total, r.batches);
  ordered_json comparison;
  if (!o.compare.empty()) {
    plan other = p;
    other.by = chosen_comparison(o);
    const rendering judged = render(s, c, other, on_gpu);
    const difference d = compare(r, judged);
    fmt::print("{}: {}", name_of(other.by), difference_text(d));
    comparison = {{"by", name_of(other.by)}, {"picture", to_json(judged)}, {"difference", to_json(d)}};
    if (differences.wanted()) differences.write(picture::encode_png(draw(d, r)));
  }
  if (output.wanted()) output.write(picture::encode_png(image_of(r)));
  if (json.wanted()) {
    ordered_json j = command::to_json(from);
    j["tool"] = "ff-bezier";
    j["scene"] = s.name, j["patches"] = s.patches.size();
    j["width"] = c.width, j["height"] = c.height, j["bounces"] = p.bounces;
    j["by"] = name_of(p.by);
    j["picture"] = to_json(r);
    if (!o.compare.empty()) j["comparison"] = comparison;
    json.write(command::record_text(j) + "\n");
  }
  return 0;
}

/// A bar for each of several things that are done one after another.
class progress_bars {
 public:
  void operator()(const std::string& name, double share) {
    if (name != name_) name_ = name, bar_ = command::progress_bar(name);
    if (bar_) bar_(share);
  }

 private:
  std::string name_;
  progress bar_;
};

/// The studies of single pairs that --pairs asks for, into a record.
void study_pairs(const CLI::App& app, const options& o, const scene& s, bool on_gpu, ordered_json& record) {
  const pair_source from(s.patches);
  const auto given = [&](const char* option, const std::string& name) {
    return app.count(option) > 0 ? name : std::string("all");
  };
  const std::vector<pair_study> studies = wanted_studies(
      {o.pairs, o.kind, given("--method", o.method), given("--arithmetic", o.arithmetic)}, from);
  record["pairs"] = run_studies(studies, from, on_gpu, progress_bars());
  record["stages"] = run_stages(studies, from, on_gpu);
}

std::string tables_of_pairs(const ordered_json& record) {
  const std::string text = pairs_text(record.at("pairs"));
  const ordered_json& stages = record.at("stages");
  return stages.empty() ? text : text + "\n" + stages_text(stages);
}

int run_pairs(const CLI::App& app, const options& o, bool on_gpu, const command::provenance& from) {
  command::result_file json("--json", o.json);
  command::result_file::spare("--patches", o.patches);
  const scene s = chosen_scene(o);
  ordered_json record = command::to_json(from);
  record["tool"] = "ff-bezier";
  record["scene"] = s.name;
  study_pairs(app, o, s, on_gpu, record);
  fmt::print("{}", tables_of_pairs(record));
  if (json.wanted()) json.write(command::record_text(record) + "\n");
  return 0;
}

int run_study(const CLI::App& app, const options& o, bool on_gpu, const command::provenance& from) {
  command::result_file json("--json", o.json);
  study_plan p;
  const auto [columns, rows] = parse_resolution("--resolution", o.resolution);
  if (std::max(columns, rows) > 8192)
    throw bad_argument(fmt::format("--study --resolution {}: expected 8192x8192 at most", o.resolution));
  p.columns = columns, p.rows = rows, p.on_gpu = on_gpu;
  p.how.runs = o.runs, p.how.threads = static_cast<unsigned>(o.threads);
  ordered_json record = command::to_json(from);
  record["tool"] = "ff-bezier";
  record["host"] = fmt::format("{} ({} threads)", command::processor_name(), command::cores_of_host());
  record.update(study(p, progress_bars()));
  fmt::print("{}", methods_text(record));
  if (!o.pairs.empty()) {
    study_pairs(app, o, make_scene("teapot"), on_gpu, record);
    fmt::print("\n{}", tables_of_pairs(record));
  }
  if (json.wanted()) json.write(command::record_text(record) + "\n");
  return 0;
}

int run(int argc, char** argv) {
  CLI::App app{
      "Ray traces bicubic Bezier patches.  By the certified method each pixel's ray certainly hits, "
      "certainly "
      "misses,\n"
      "or is named undecided (magenta); the others are those that it is compared with."};
  options o;
  auto* patches = app.add_option("--patches", o.patches, "a file of patches (.bpt)");
  app.add_option("--scene", o.scene, "teapot, teapot28, without its bottom, or field, of 360 teapots")
      ->check(CLI::IsMember(list_of(scene_names)))
      ->excludes(patches)
      ->capture_default_str();
  app.add_option("--view", o.view, "of the teapot: teapot, silhouette, grazing or poles")
      ->check(CLI::IsMember(list_of(view_names)));
  app.add_option("--eye", o.eye, "where the camera stands: x,y,z");
  app.add_option("--look-at", o.look_at, "what it looks at: x,y,z");
  app.add_option("--fov", o.degrees, "vertical field of view in degrees")->check(number_between(0.001, 170));
  app.add_option("--resolution", o.resolution, "WIDTHxHEIGHT in pixels")->capture_default_str();
  app.add_option("--method", o.method, "kajiya, kajiya-bernstein, newton or certified")
      ->check(CLI::IsMember(list_of(method_names)))
      ->capture_default_str();
  app.add_option("--arithmetic", o.arithmetic,
                 "float, double, ff, or mixed: boxes in floats, points in ff (certified; its default)")
      ->check(CLI::IsMember(list_of(arithmetic_names)));
  app.add_option("--bounces", o.bounces, "reflections")->check(CLI::Range(0, 16))->capture_default_str();
  command::add_device_option(app, o.device);
  app.add_option("--threads", o.threads, "of the CPU, at most 4 a core; one a core unless given")
      ->check(CLI::Range(1, 4096));
  app.add_option("--gpus", o.gpus, "at most so many; all unless given")->check(CLI::Range(1, 1024));
  app.add_option("--batch", o.batch, "rays at a time; bounds the memory")->check(CLI::Range(1, 1 << 28));
  app.add_option("--runs", o.runs, "so many runs; the fastest is told")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("-o,--output", o.output, "write the picture there, as PNG");
  app.add_option("--json", o.json, "write counts and times there");
  app.add_option("--compare", o.compare, "METHOD/ARITHMETIC: count its wrong pixels");
  app.add_option("--difference", o.difference, "draw wrong pixels there, as PNG");
  app.add_flag("--study", o.study, "every method in every arithmetic on every view");
  app.add_option("--pairs", o.pairs,
                 "study so many single pairs of a ray and a patch, by --method and --arithmetic or by all");
  app.add_option("--kind", o.kind, "of pairs: random, camera, silhouette, grazing, poles, touching or all")
      ->capture_default_str();
  if (const auto status = command::parse(app, argc, argv)) return *status;
  if (o.study)
    command::expect_only(app, "--study",
                         {"--resolution", "--device", "--threads", "--runs", "--json", "--pairs", "--kind"});
  const bool pairs_alone = !o.study && !o.pairs.empty();
  if (pairs_alone)
    command::expect_only(
        app, "--pairs", {"--kind", "--method", "--arithmetic", "--scene", "--patches", "--device", "--json"});
  check_options(app, o);
  // Complain about these before the device.
  if (pairs_alone) {
    wanted_studies({o.pairs, o.kind}, pair_source(make_scene(o.scene).patches));
  } else {
    plan_of(o), camera_of(o, make_scene(o.scene));
  }
  std::string why;
  const auto gpu = command::choose_gpu(o.device, why);
  if (!why.empty()) fmt::print("{}", command::without_gpu(why, "the CPU renders"));
  const auto from = command::provenance_of("ff-bezier", argc, argv, command::commit(), device_text(gpu, o));
  if (pairs_alone) return run_pairs(app, o, gpu.has_value(), from);
  return o.study ? run_study(app, o, gpu.has_value(), from) : render_one(o, gpu.has_value(), from);
}

}  // namespace

int main(int argc, char** argv) { return command::run_tool("ff-bezier", argc, argv, run); }
