#include "pairs.hpp"

#include <stdexcept>

#include "command/parallel.hpp"

namespace bezier {

pair_source::pair_source(std::vector<patch> patches)
    : patches_(std::move(patches)), bounds_(ff::geometry::empty_box()) {
  for (const patch& s : patches_) {
    bounds_ = ff::geometry::join(bounds_, ff::geometry::bounds_of(s));
    const auto [u0, u1, v0, v1] = ff::geometry::collapsed(s);
    if (u0 || u1 || v0 || v1) poles_.push_back(s);
  }
}

drawn_from pair_source::view() const {
  return {patches_.data(), poles_.data(), static_cast<unsigned>(patches_.size()),
          static_cast<unsigned>(poles_.size()), bounds_};
}

bool pair_source::has(pair_kind kind) const {
  if (kind == pair_kind::poles) return !poles_.empty();
  return kind == pair_kind::random || kind == pair_kind::grazing || kind == pair_kind::touching ||
         !patches_.empty();
}

double nearness(const choice& c) {
  if (c.how != method::certified) return 0x1p-9;
  return c.in == arithmetic::float32 ? 0x1p-10 : 0x1p-14;
}

std::vector<ray_and_patch> drawn_pairs(const pair_study& study, const pair_source& from) {
  if (!from.has(study.kind)) throw std::logic_error("there are no patches to draw pairs from");
  std::vector<ray_and_patch> pairs;
  for (std::uint64_t i = 0; i < study.count; ++i)
    pairs.push_back(draw_pair(study.kind, study.first + i, from.view()));
  return pairs;
}

pair_figures study_on_host(const pair_study& study, const pair_source& from, unsigned threads,
                           const std::function<void(double)>& report) {
  const finder find = functions_on_host(study.by).find;
  const double near = nearness(study.by);
  const unsigned count = command::threads_for(threads);
  struct alignas(64) part {
    reference::verdicts counts{};
    double nanoseconds = 0;
  };
  std::vector<part> parts(count);
  command::in_shares(
      count, study.count,
      [&](std::uint64_t begin, std::uint64_t end, unsigned thread) {
        const auto pairs = drawn_pairs({study.kind, study.by, end - begin, study.first + begin}, from);
        std::vector<point_list> found(pairs.size());
        const double start = processor_nanoseconds();
        for (std::size_t i = 0; i < pairs.size(); ++i) find(pairs[i].r, pairs[i].s, found[i]);
        part& own = parts[thread];
        own.nanoseconds += processor_nanoseconds() - start;
        for (std::size_t i = 0; i < pairs.size(); ++i)
          own.counts.add(
              reference::judge_drawn(study.kind, study.first + begin + i, pairs[i], found[i], near));
      },
      report);
  pair_figures all;
  double nanoseconds = 0;
  for (const part& p : parts) all.counts.add(p.counts), nanoseconds += p.nanoseconds;
  if (all.counts.pairs > 0) all.nanoseconds_a_pair = nanoseconds / static_cast<double>(all.counts.pairs);
  return all;
}

stage_times time_stages_on_host(const pair_study& study, const pair_source& from) {
  const staged_finder find = functions_on_host(study.by).in_stages;
  if (find == nullptr) throw std::logic_error(name_of(study.by) + " has no stages");
  std::vector<point_list> found;
  return find(drawn_pairs(study, from), found);
}

}  // namespace bezier
