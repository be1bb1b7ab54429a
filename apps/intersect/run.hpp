// All contacts of a scene, on the host or on the GPU, by one of several strategies.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "command/gpu.hpp"
#include "contact.hpp"

namespace intersect {

/// How the pairs are dealt out: those of Table 3 of Menezes et al.
enum class strategy {
  sequential,  ///< on one core of the host, cell by cell
  pairs,       ///< a list of all pairs is made, then each is tested
  segment,     ///< one thread a segment; in the plane, a red one
  triangle,    ///< one thread a triangle; in the plane, a blue segment
  cells,       ///< pairs by cells; one with many gets several blocks
  parallel     ///< cell by cell, on all cores of the host
};
constexpr const char* strategy_names[] = {"sequential", "pairs", "segment", "triangle", "cells", "parallel"};

enum class numbers {
  cascade,  ///< ff's exact predicates
  rational  ///< the paper's: intervals of floats, and GMP's rationals on the host for what they leave
};
constexpr const char* numbers_names[] = {"cascade", "rational"};

struct plan {
  strategy how = strategy::cells;
  numbers in = numbers::cascade;
  uint32_t along = 100;  ///< cells along each axis
  bool whole = false;    ///< segments are listed in all cells of their boxes, as the paper's; else in pieces
  bool counted = false;  ///< the predicates' stages; takes time
  int runs = 1;          ///< the one with the shortest total is told
};

struct hit {
  uint32_t red, blue;
  contact how;

  friend bool operator==(const hit& a, const hit& b) {
    return a.red == b.red && a.blue == b.blue && a.how == b.how;
  }
  friend bool operator<(const hit& a, const hit& b) {
    return a.red != b.red ? a.red < b.red : a.blue < b.blue;
  }
};

/// Says how many evaluations each stage of a predicate decided.
struct stages {
  uint64_t filter = 0, pairs = 0, lattice = 0, limbs = 0;

  FF_HD constexpr void operator()(ff::predicates::stage s) {
    using ff::predicates::stage;
    filter += s == stage::filter, pairs += s == stage::pairs;
    lattice += s == stage::lattice, limbs += s == stage::limbs;
  }
  stages& operator+=(const stages& other) {
    filter += other.filter, pairs += other.pairs, lattice += other.lattice, limbs += other.limbs;
    return *this;
  }
};

struct counters {
  uint64_t tested = 0;  ///< pairs whose boxes meet, once each
  stages in_plane, in_space;
};

struct milliseconds {
  double copies = 0, grid = 0, intersection = 0, total = 0;
};

struct result {
  std::vector<hit> hits;    ///< in order
  uint64_t candidates = 0;  ///< pairs that share a cell, in each that they share
  uint64_t undecided = 0;   ///< left by the filter of intervals to rationals
  counters counts;          ///< if they were wanted
  milliseconds times;       ///< without putting the hits in order
};

/// Called now and then with the share that is done.
using progress = std::function<void(double)>;

/// By `cores` threads of the host; of 0, as many as there are.  The sequential strategy has one.
result run_on_host(const space_view& scene, const plan& p, unsigned cores, const progress& report = nullptr);
result run_on_host(const plane_view& scene, const plan& p, unsigned cores, const progress& report = nullptr);

/// By one of the four strategies for it.
result run_on_gpu(const space_scene& scene, const plan& p);
result run_on_gpu(const plane_scene& scene, const plan& p);

/// Replaces every `undecided` by what rationals say; what is no contact leaves the list.  Returns how many
/// there were.
template <class View>
uint64_t settle(const View& scene, std::vector<hit>& hits, unsigned cores);
extern template uint64_t settle(const space_view&, std::vector<hit>&, unsigned);
extern template uint64_t settle(const plane_view&, std::vector<hit>&, unsigned);

}  // namespace intersect
