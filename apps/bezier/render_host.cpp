#include "host_machine.hpp"

namespace bezier {

std::string name_of_stage(int stage) {
  const int generation = stage / 2;
  const std::string rays = generation == 0   ? "primary"
                           : generation == 1 ? "reflected"
                                             : "reflected " + std::to_string(generation);
  return stage % 2 == 0 ? rays : generation == 0 ? "shadow" : "shadow of " + rays;
}

picture::image image_of(const rendering& r) {
  picture::image p{r.width, r.height, {}};
  p.pixels.reserve(r.pixels.size());
  for (const pixel& q : r.pixels) p.pixels.push_back(q.colour);
  return p;
}

rendering render_on_host(const std::vector<patch>& patches, const picture::camera& c, const plan& p,
                         const progress& report) {
  rendering best;
  for (int i = 0; i < p.runs; ++i) {
    rendering r;
    r.width = c.width, r.height = c.height;
    r.pixels.resize(static_cast<std::size_t>(c.width) * static_cast<std::size_t>(c.height));
    const stopwatch all;
    host_machine host(p.threads);
    const built_scene<host_machine> scene(host, patches);
    r.building = all.milliseconds();
    renderer<host_machine> on_host(host, c, p);
    on_host.run(scene.view(), {0, 1}, r.pixels, report);
    r.total = all.milliseconds();
    r.stages = on_host.stages(), r.batches = on_host.batches();
    if (i == 0 || r.total < best.total) best = std::move(r);
  }
  return best;
}

std::vector<node> tree_on_host(const std::vector<patch>& patches, unsigned threads) {
  host_machine host(threads);
  built_scene<host_machine> scene(host, patches);
  return scene.nodes(patches.size() * parts_of_patch - 1);
}

}  // namespace bezier
