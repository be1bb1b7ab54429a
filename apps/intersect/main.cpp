// ff-intersect: all contacts of segments with triangles, or of red with blue segments, by exact predicates.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <limits>
#include <tuple>

#include "apps/picture/arguments.hpp"
#include "apps/picture/png.hpp"
#include "command/command.hpp"
#include "command/memory.hpp"
#include "command/parallel.hpp"
#include "command/record.hpp"
#include "draw.hpp"
#include "generate.hpp"
#include "read.hpp"
#include "report.hpp"

namespace {

using namespace intersect;
using command::bad_argument, command::cores_of_host;
using nlohmann::ordered_json;

struct options {
  std::string mode = "3d", generate, mesh, lines, red, blue, triangles, segments, grid, strategy = "cells",
              arithmetic = "cascade", device = "auto", resolution = "1024x768", hits, picture, json;
  std::uint64_t seed = 1;
  int runs = 1;
  bool whole = false, statistics = false, table3 = false;
};

uint32_t parse_count(const std::string& option, const std::string& text, uint32_t otherwise, double most) {
  if (text.empty()) return otherwise;
  const auto n = command::parse_whole(text);
  if (!n || !(*n >= 1 && *n <= most))
    throw bad_argument(fmt::format("{} {}: expected a whole number from 1 to {:.0f}, like 1000 or 2^10",
                                   option, text, most));
  return static_cast<uint32_t>(*n);
}

template <class Names>
int place_of(const Names& names, const std::string& name) {
  return static_cast<int>(std::find(std::begin(names), std::end(names), name) - std::begin(names));
}

plan parse_plan(const options& o) {
  plan p;
  p.how = static_cast<strategy>(place_of(strategy_names, o.strategy));
  p.in = static_cast<numbers>(place_of(numbers_names, o.arithmetic));
  p.whole = o.whole;
  p.counted = o.statistics;
  p.runs = o.runs;
  return p;
}

bool is_for_host(strategy how) { return how == strategy::sequential || how == strategy::parallel; }

// ---- scenes

/// Says what was rounded of the coordinates in a file: told on the standard error, and counted.
void tell_rounding(const std::string& file, const command::coordinate_counts& here,
                   command::coordinate_counts& all) {
  if (here.rounded > 0)
    fmt::print(stderr,
               "{}: {} of {} coordinates are no floats: they were rounded to the nearest, by up to {:.3g}\n",
               file, here.rounded, here.all, here.greatest_change);
  all.all += here.all, all.rounded += here.rounded;
  all.greatest_change = std::fmax(all.greatest_change, here.greatest_change);
}

space_scene make_space(const options& o, command::coordinate_counts& told) {
  if (o.mesh.empty()) {
    return generate_ground(parse_count("--triangles", o.triangles, paper_triangles, 1e9),
                           parse_count("--segments", o.segments, paper_segments, 1e9), o.seed);
  }
  space_scene scene;
  command::coordinate_counts of_lines, of_mesh;
  scene.reds = read_segments_in_space(o.lines, command::read_file("--lines", o.lines, "a readable CSV file"),
                                      &of_lines);
  read_mesh(o.mesh, command::read_file("--mesh", o.mesh, "a readable file"), scene, &of_mesh);
  tell_rounding(o.lines, of_lines, told), tell_rounding(o.mesh, of_mesh, told);
  return scene;
}
plane_scene make_plane(const options& o, command::coordinate_counts& told) {
  if (o.red.empty()) {
    const uint32_t segments = parse_count("--segments", o.segments, 1000000, 1e9);
    return generate_map(segments, segments, o.seed);
  }
  plane_scene scene;
  for (const auto& [option, file, to] :
       {std::tuple("--red", &o.red, &scene.reds), std::tuple("--blue", &o.blue, &scene.blues)}) {
    command::coordinate_counts here;
    *to = read_segments_in_plane(*file, command::read_file(option, *file, "a readable CSV file"), &here);
    tell_rounding(*file, here, told);
  }
  return scene;
}

uint32_t blues_of(const space_scene& s) { return static_cast<uint32_t>(s.triangles.size()); }
uint32_t blues_of(const plane_scene& s) { return static_cast<uint32_t>(s.blues.size()); }

/// A cell for each item, in the mean, if the larger set filled the grid.  On the host a grid has to fit into
/// memory: a coarser one is taken, or the one that was asked for is refused.
template <class Scene>
uint32_t grid_for(const Scene& s, const std::string& wanted, bool on_host) {
  constexpr int dimension = Scene::view_type::dimension;
  constexpr double bytes_a_cell = 12;  // the starts of two lists, and a counter
  const double items = std::max<double>(static_cast<double>(s.reds.size()), blues_of(s));
  const double along = std::round(dimension == 3 ? std::cbrt(items) : std::sqrt(items));
  auto n = static_cast<uint32_t>(std::clamp(along, 1.0, dimension == 3 ? 400.0 : 8192.0));
  n = parse_count("--grid", wanted, n, dimension == 3 ? 1024 : 32768);
  const double free = on_host ? command::available_memory() : std::numeric_limits<double>::infinity();
  const auto needed = [&] { return bytes_a_cell * std::pow(n, dimension); };
  if (!wanted.empty() && needed() > free)
    throw bad_argument(fmt::format(
        "--grid {}: expected a grid that fits into memory: its cells need {:.1f} GB, {:.1f} GB are free",
        wanted, 1e-9 * needed(), 1e-9 * free));
  while (wanted.empty() && n > 1 && needed() > 0.5 * free) n = n / 2;
  return n;
}

template <class Scene>
ordered_json description(const Scene& s, const options& o, const command::coordinate_counts& read,
                         uint32_t grid) {
  constexpr bool in_space = Scene::view_type::dimension == 3;
  ordered_json j;
  const bool from_files = !o.mesh.empty() || !o.red.empty();
  j["from"] = from_files ? "files" : in_space ? "generate paper" : "generate map";
  if (!from_files) j["seed"] = o.seed;
  if (from_files)
    j["coordinates"] = {
        {"read", read.all}, {"rounded", read.rounded}, {"greatest_change", read.greatest_change}};
  j[in_space ? "segments" : "red"] = s.reds.size();
  j[in_space ? "triangles" : "blue"] = blues_of(s);
  j["grid"] = grid;
  return j;
}

// ---- runs

std::string device_text(const std::optional<command::gpu_info>& gpu, strategy how) {
  if (gpu && !is_for_host(how)) return fmt::format("GPU ({})", gpu->name);
  return how == strategy::sequential ? "CPU (one core)" : fmt::format("CPU ({} threads)", cores_of_host());
}

template <class Scene>
result run_plan(const Scene& scene, const plan& p, bool on_gpu, const std::string& name) {
  if constexpr (command::has_gpu_code)
    if (on_gpu && !is_for_host(p.how)) return run_on_gpu(scene, p);
  return run_on_host(scene.view(), p, 0, command::progress_bar(name));
}

void spare_inputs(const options& o) {
  using command::result_file;
  result_file::spare("--mesh", o.mesh), result_file::spare("--lines", o.lines);
  result_file::spare("--red", o.red), result_file::spare("--blue", o.blue);
}

template <class Scene>
int run_one(Scene make(const options&, command::coordinate_counts&), const options& o,
            const std::optional<command::gpu_info>& gpu, const command::provenance& from) {
  constexpr bool in_space = Scene::view_type::dimension == 3;
  command::result_file json("--json", o.json), hits("--hits", o.hits, ".csv"),
      picture("--picture", o.picture, ".png");
  spare_inputs(o);
  command::coordinate_counts read;
  const Scene scene = make(o, read);
  plan p = parse_plan(o);
  p.along = grid_for(scene, o.grid, !gpu.has_value() || is_for_host(p.how));
  const result r = run_plan(scene, p, gpu.has_value(), o.strategy);
  fmt::print("{} {} and {} {}, grid {}^{}: {} pairs share a cell\n", scene.reds.size(),
             in_space ? "segments" : "red segments", blues_of(scene),
             in_space ? "triangles" : "blue segments", p.along, in_space ? 3 : 2, r.candidates);
  fmt::print("{}\n", contacts_text(r.hits));
  fmt::print("{} by {} on {}: {}\n", o.strategy, o.arithmetic, from.device, times_text(r.times));
  if (p.in == numbers::rational) fmt::print("left to rationals: {}\n", r.undecided);
  if (p.counted && p.in == numbers::cascade) fmt::print("{}", stages_text(r.counts, in_space));
  if (hits.wanted()) hits.write(to_csv(r.hits, in_space));
  if (picture.wanted()) {
    const auto [width, height] = picture::parse_resolution("--resolution", o.resolution);
    picture.write(picture::encode_png(draw(scene, r.hits, width, height)));
  }
  if (json.wanted()) {
    ordered_json j = command::to_json(from);
    j["tool"] = "ff-intersect";
    j["scene"] = description(scene, o, read, p.along);
    j["result"] = to_json(r, p);
    json.write(command::record_text(j) + "\n");
  }
  return 0;
}

/// The rows of the paper's Table 3, then the host on all cores, the paper's arithmetic, and segments in
/// pieces.  Exit status 1 where two of them find different contacts.
int run_table3(const options& o, const std::optional<command::gpu_info>& gpu,
               const command::provenance& from) {
  command::result_file json("--json", o.json);
  spare_inputs(o);
  command::coordinate_counts read;
  const space_scene scene = make_space(o, read);
  plan p = parse_plan(o);
  p.along = grid_for(scene, o.grid, true);
  p.whole = true;
  struct row {
    plan how;
    std::string name;
    ordered_json paper_seconds;
  };
  std::vector<row> rows;
  const auto add = [&](strategy how, numbers in, const std::string& name, const ordered_json& seconds) {
    rows.push_back({p, name, seconds});
    rows.back().how.how = how, rows.back().how.in = in;
  };
  for (const paper_row& r : paper_rows) add(r.how, numbers::cascade, r.name, r.seconds);
  add(strategy::parallel, numbers::cascade, "all cores of the host", nullptr);
  add(strategy::cells, numbers::rational, "several blocks per cell", nullptr);
  add(strategy::sequential, numbers::rational, "sequential", nullptr);
  add(strategy::cells, numbers::cascade, "several blocks per cell, segments in pieces", nullptr);
  rows.back().how.whole = false;

  ordered_json record = command::to_json(from);
  record["tool"] = "ff-intersect";
  record["host"] = fmt::format("{} ({} threads)", command::processor_name(), cores_of_host());
  record["scene"] = description(scene, o, read, p.along);
  record["runs"] = o.runs;
  std::optional<result> first;
  bool all_same = true;
  for (const row& w : rows) {
    const result r = run_plan(scene, w.how, gpu.has_value(), w.name);
    ordered_json j = to_json(r, w.how);
    j["name"] = w.name;
    j["on"] = gpu && !is_for_host(w.how.how) ? "GPU" : w.how.how == strategy::sequential ? "1 core" : "CPU";
    j["paper_seconds"] = w.paper_seconds;
    j["speedup"] = first ? ordered_json(first->times.total / r.times.total) : ordered_json(nullptr);
    j["same"] = first ? ordered_json(first->hits == r.hits) : ordered_json(nullptr);
    if (!first) {
      first = r;
      record["scene"]["candidates"] = r.candidates, record["scene"]["contacts"] = r.hits.size();
    }
    all_same = all_same && first->hits == r.hits;
    record["rows"].push_back(j);
  }
  fmt::print("{}", table3_text(record));
  if (json.wanted()) json.write(command::record_text(record) + "\n");
  if (!all_same) fmt::print("the strategies found different contacts\n");
  return all_same ? 0 : 1;
}

// ---- the command line

void check_inputs(const CLI::App& app, const options& o) {
  const auto refuse = [&](const char* option, const std::string& why) {
    if (app.count(option) > 0) throw bad_argument(fmt::format("{}: {}", option, why));
  };
  const bool in_space = o.mode == "3d";
  if (o.picture.empty()) refuse("--resolution", "expected with --picture");
  if (o.arithmetic == "rational")
    refuse("--statistics", "expected with --arithmetic cascade, whose stages it counts, not with rational");
  for (const char* option : {"--red", "--blue"})
    if (in_space) refuse(option, "expected with --mode 2d");
  for (const char* option : {"--mesh", "--lines", "--triangles", "--table3"})
    if (!in_space) refuse(option, "expected with --mode 3d");
  if (o.generate == (in_space ? "map" : "paper"))
    refuse("--generate", fmt::format("expected {} with --mode {}", in_space ? "paper" : "map", o.mode));
  const std::string first = in_space ? "--mesh" : "--red", second = in_space ? "--lines" : "--blue";
  const bool from_files = app.count(first) > 0;
  if (from_files != (app.count(second) > 0))
    throw bad_argument(fmt::format("expected {} and {} together", first, second));
  if (!from_files) return;
  for (const char* option : {"--generate", "--triangles", "--segments", "--seed"})
    refuse(option, fmt::format("expected without {}, whose scene comes from files", first));
}

int run(int argc, char** argv) {
  CLI::App app{
      "Finds all contacts of segments with triangles in space (--mode 3d), or of red with blue segments in "
      "the plane\n"
      "(--mode 2d), on a uniform grid, and says of each how the two meet.  The predicates are exact."};
  options o;
  app.add_option("--mode", o.mode, "3d or 2d")->check(CLI::IsMember({"3d", "2d"}))->capture_default_str();
  app.add_option("--mesh", o.mesh, "triangles: a mesh as OBJ, PLY or OFF");
  app.add_option("--lines", o.lines, "segments for the mesh: a CSV file of x1,y1,z1,x2,y2,z2");
  app.add_option("--red", o.red, "2d: a CSV file of x1,y1,x2,y2");
  app.add_option("--blue", o.blue, "2d: likewise");
  app.add_option("--generate", o.generate, "paper, layers of ground and drill holes (3d), or map (2d)")
      ->check(CLI::IsMember({"paper", "map"}));
  app.add_option("--triangles", o.triangles, "generated triangles, 1000000 unless given");
  app.add_option("--segments", o.segments,
                 "generated segments: 7846 in 3d, 1000000 of each colour in 2d unless given");
  command::add_seed_option(app, o.seed);
  app.add_option("--grid", o.grid, "cells along each axis; unless given, one cell for each item");
  app.add_flag("--whole", o.whole, "list a segment in all cells of its box, not along its way");
  app.add_option("--strategy", o.strategy, "sequential, pairs, segment, triangle, cells or parallel")
      ->check(CLI::IsMember(std::vector<std::string>(std::begin(strategy_names), std::end(strategy_names))))
      ->capture_default_str();
  app.add_option("--arithmetic", o.arithmetic, "cascade, or rational: intervals and GMP's rationals")
      ->check(CLI::IsMember(std::vector<std::string>(std::begin(numbers_names), std::end(numbers_names))))
      ->capture_default_str();
  command::add_device_option(app, o.device);
  app.add_option("--runs", o.runs, "so many runs; the fastest is told")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_flag("--statistics", o.statistics, "count which stage of the predicates decided");
  app.add_option("--hits", o.hits, "write the contacts there, as CSV");
  app.add_option("--picture", o.picture, "write a picture there, as PNG");
  app.add_option("--resolution", o.resolution, "WIDTHxHEIGHT of the picture")->capture_default_str();
  app.add_option("--json", o.json, "write counts and times there");
  app.add_flag("--table3", o.table3, "time every strategy, as Table 3 of the paper");
  if (const auto status = command::parse(app, argc, argv)) return *status;
  if (o.table3)
    command::expect_only(app, "--table3",
                         {"--mode", "--mesh", "--lines", "--generate", "--triangles", "--segments", "--seed",
                          "--grid", "--device", "--runs", "--json"});
  check_inputs(app, o);
  picture::parse_resolution("--resolution", o.resolution);
  const strategy how = parse_plan(o).how;
  std::string why;
  const bool may_use_gpu = o.table3 || !is_for_host(how);
  if (!may_use_gpu && o.device == "gpu")
    throw bad_argument(fmt::format("--strategy {}: expected --device cpu or auto", o.strategy));
  const auto gpu = may_use_gpu ? command::choose_gpu(o.device, why) : std::nullopt;
  if (!why.empty()) fmt::print("{}", command::without_gpu(why, "the CPU intersects"));
  const auto from =
      command::provenance_of("ff-intersect", argc, argv, command::commit(), device_text(gpu, how));
  if (o.table3) return run_table3(o, gpu, from);
  return o.mode == "3d" ? run_one(make_space, o, gpu, from) : run_one(make_plane, o, gpu, from);
}

}  // namespace

int main(int argc, char** argv) { return command::run_tool("ff-intersect", argc, argv, run); }
