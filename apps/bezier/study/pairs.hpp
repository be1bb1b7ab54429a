// A study of candidate pairs: what each method loses and invents beside the reference, and its time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "../methods/functions.hpp"
#include "draw.hpp"
#include "reference.hpp"

namespace bezier {

/// Says what a study is made of: so many pairs of a kind from the one numbered `first` on.
struct pair_study {
  pair_kind kind = pair_kind::random;
  choice by;
  std::uint64_t count = 0, first = 0;
};

/// Says what came of them: of `pairs` pairs, `lost` of `zeros` points that certainly are there, and
/// `invented` of `hits` that the method tells; pairs of which it says that it cannot tell; and pairs with
/// more cells than the reference takes, as where a ray lies in the patch.
struct pair_figures {
  reference::verdicts counts{};
  double nanoseconds_a_pair = 0;  ///< of the method alone; on the host, of a thread's processor
};

/// A scene's patches, and those of them with an edge that is a point.
class pair_source {
 public:
  explicit pair_source(std::vector<patch> patches);

  drawn_from view() const;
  const std::vector<patch>& patches() const { return patches_; }
  const std::vector<patch>& poles() const { return poles_; }
  /// Returns whether pairs of this kind can be drawn.
  bool has(pair_kind kind) const;

 private:
  std::vector<patch> patches_, poles_;
  ff::geometry::box bounds_;
};

/// The pairs of a study.
std::vector<ray_and_patch> drawn_pairs(const pair_study& study, const pair_source& from);

/// The tolerance in (u, v) for matching a found point to a point of the reference.  It is 2^-14 for a method
/// that proves its points, 2^-10 for one that does so in floats, and 2^-9 for the others.
double nearness(const choice& c);

/// On `threads` threads of the host; of 0, as many as it has.
pair_figures study_on_host(const pair_study& study, const pair_source& from, unsigned threads = 0,
                           const std::function<void(double)>& report = nullptr);

/// On the GPU that is current.
pair_figures study_on_gpu(const pair_study& study, const pair_source& from,
                          const std::function<void(double)>& report = nullptr);

/// The points themselves, of each pair.
std::vector<point_list> points_on_gpu(const pair_study& study, const pair_source& from);

/// For kajiya and kajiya_bernstein.  On the host by one thread.
stage_times time_stages_on_host(const pair_study& study, const pair_source& from);
stage_times time_stages_on_gpu(const pair_study& study, const pair_source& from);
/// Of any pairs, which one GPU's memory holds.
stage_times time_stages_on_gpu(const std::vector<ray_and_patch>& pairs, const choice& by);
/// Of `count` > 0 pairs in the memory of the GPU that is current; a list of points for each goes there as
/// well, and is not counted.
stage_times time_stages(const ray_and_patch* pairs_on_gpu, int count, const choice& by,
                        point_list* points_on_gpu);

}  // namespace bezier
