#include "study.hpp"

#include <fmt/format.h>

#include <map>

#include "../compare.hpp"
#include "../host_machine.hpp"
#include "../report.hpp"
#include "../scene.hpp"
#include "pairs.hpp"

namespace bezier {
namespace {

using nlohmann::ordered_json;

rendering render(const study_plan& p, const plan& how, const scene& s, const picture::view& from, int scale) {
  const picture::camera c = picture::make_camera(from, 0, scale * p.columns, scale * p.rows);
  if constexpr (command::has_gpu_code)
    if (p.on_gpu) return render_on_gpu(s.patches, c, how);
  return render_on_host(s.patches, c, how);
}

stage_times time_stages_of(const std::vector<ray_and_patch>& pairs, const choice& by, bool on_gpu) {
  if constexpr (command::has_gpu_code)
    if (on_gpu) return time_stages_on_gpu(pairs, by);
  std::vector<point_list> found;
  return functions_on_host(by).in_stages(pairs, found);
}

bool same_pictures(const rendering& a, const rendering& b) {
  const auto same = [](const pixel& p, const pixel& q) {
    const auto [red, green, blue] = p.colour;
    return red == q.colour.red && green == q.colour.green && blue == q.colour.blue && p.what == q.what &&
           p.patch == q.patch && p.t == q.t;
  };
  return std::equal(a.pixels.begin(), a.pixels.end(), b.pixels.begin(), b.pixels.end(), same);
}

/// The host, which keeps the pairs of rays and patches that it meets, by stage.
class keeping_machine : public host_machine {
 public:
  keeping_machine() : host_machine(0) {}

  void meet(const choice& by, int n, const int* list, task* tasks, const scene_view& scene) {
    const meeting of_pair = meeting_on_host(by);
    for (int k = 0; k < n; ++k) {
      task& t = tasks[list[k]];
      const auto keep = [&](const ray& r, const patch& p, int number, first_hit& best) {
        pairs_[t.stage].push_back({r, p});
        of_pair(r, p, number, best);
      };
      meet_next(scene, keep, t);
    }
  }
  const std::vector<ray_and_patch>& pairs(int stage) { return pairs_[stage]; }

 private:
  std::map<int, std::vector<ray_and_patch>> pairs_;
};

/// The steps of Kajiya's method over the pairs of a picture's primary, shadow and reflected rays.
ordered_json time_steps(const study_plan& p, const scene& s, const picture::view& from) {
  constexpr std::size_t most = 1 << 20;  // they are in memory together
  plan how = p.how;
  how.by = choice{}, how.bounces = 1;
  const picture::camera c = picture::make_camera(from, 0, p.columns, p.rows);
  std::vector<pixel> pixels(static_cast<std::size_t>(c.width) * static_cast<std::size_t>(c.height));
  keeping_machine host;
  const built_scene<keeping_machine> built(host, s.patches);
  renderer<keeping_machine>(host, c, how).run(built.view(), {0, 1}, pixels, nullptr);
  ordered_json rows = ordered_json::array();
  for (const int stage : {stage_of_rays(0), stage_of_shadows(0), stage_of_rays(1)}) {
    std::vector<ray_and_patch> pairs = host.pairs(stage);
    if (pairs.size() > most) pairs.resize(most);
    for (const choice& by : all_choices()) {
      if (pairs.empty() || (by.how != method::kajiya && by.how != method::kajiya_bernstein)) continue;
      const stage_times t = time_stages_of(pairs, by, p.on_gpu);
      rows.push_back({{"rays_are", name_of_stage(stage)},
                      {"method", method_names[static_cast<int>(by.how)]},
                      {"arithmetic", arithmetic_names[static_cast<int>(by.in)]},
                      {"pairs", pairs.size()},
                      {"formation_ms", t.formation},
                      {"roots_ms", t.root_finding},
                      {"other_coordinate_ms", t.other_coordinate}});
    }
  }
  return rows;
}

}  // namespace

ordered_json study(const study_plan& p, const announce& next) {
  const std::vector<choice>& choices = all_choices();
  const scene teapot = make_scene("teapot");
  ordered_json record;
  record["width"] = p.columns, record["height"] = p.rows, record["runs"] = p.how.runs;
  record["rows"] = record["batches"] = record["gpus"] = record["scenes"] = ordered_json::array();

  const double steps = static_cast<double>(std::size(view_names) * choices.size());
  double done = 0;
  plan best = p.how;
  best.by = choices.back(), best.gpus = 1;
  for (const char* view : view_names) {
    const rendering truth = render(p, best, teapot, teapot_view(view), 1);
    for (const choice& c : choices) {
      next(fmt::format("{} {}", view, name_of(c)), done++ / steps);
      plan how = best;
      how.by = c;
      const rendering r = render(p, how, teapot, teapot_view(view), 1);
      record["rows"].push_back({{"view", view},
                                {"method", method_names[static_cast<int>(c.how)]},
                                {"arithmetic", arithmetic_names[static_cast<int>(c.in)]},
                                {"picture", to_json(r)},
                                {"difference", to_json(compare(truth, r))}});
    }
  }

  next("steps", 1);
  record["steps"] = time_steps(p, teapot, teapot_view("teapot"));
  next("batches", 1);
  const rendering whole = render(p, best, teapot, teapot_view("teapot"), 1);
  const int pixels = p.columns * p.rows;
  for (int parts = 1; parts <= 64 && pixels / parts > 0; parts *= 4) {
    plan how = best;
    how.batch = (pixels + parts - 1) / parts;
    const rendering r = render(p, how, teapot, teapot_view("teapot"), 1);
    record["batches"].push_back(
        {{"batch", how.batch}, {"picture", to_json(r)}, {"same_picture", same_pictures(whole, r)}});
  }
  int gpus_here = 0;
  if constexpr (command::has_gpu_code) gpus_here = p.on_gpu ? count_gpus() : 0;
  for (int gpus = 1; gpus <= gpus_here; ++gpus) {
    plan how = best;
    how.gpus = gpus;
    const rendering r = render(p, how, teapot, teapot_view("teapot"), 1);
    record["gpus"].push_back(
        {{"gpus", gpus}, {"picture", to_json(r)}, {"same_picture", same_pictures(whole, r)}});
  }
  for (const char* name : {"teapot", "field"}) {
    const scene s = make_scene(name);
    const rendering r = render(p, best, s, s.name == "teapot" ? teapot_view("teapot") : view_of(s), 2);
    record["scenes"].push_back({{"scene", name},
                                {"patches", s.patches.size()},
                                {"width", r.width},
                                {"height", r.height},
                                {"picture", to_json(r)}});
  }
  return record;
}

}  // namespace bezier
