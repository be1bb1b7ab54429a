// The host's strategies.
#include <fmt/format.h>

#include <limits>
#include <memory>
#include <stdexcept>

#include "arithmetic.hpp"
#include "command/parallel.hpp"
#include "command/stopwatch.hpp"
#include "numbering.hpp"
#include "pieces.hpp"
#include "rational.hpp"
#include "run.hpp"

namespace intersect {
namespace {

using command::in_shares, command::cores_of_host, command::stopwatch;

// ---- the grid

void refuse_too_many(uint64_t items) {
  if (items > std::numeric_limits<uint32_t>::max()) throw std::runtime_error(too_many_items);
}

template <int dimension>
struct boxes {
  std::vector<box<dimension>> each;
  box<dimension> all;
};

template <int dimension, class Item>
boxes<dimension> boxes_of(uint32_t count, unsigned threads, const Item& item) {
  boxes<dimension> r{std::vector<box<dimension>>(count), empty_box<dimension>()};
  std::vector<box<dimension>> all(threads, r.all);
  in_shares(threads, count, [&](uint64_t first, uint64_t last, unsigned thread) {
    for (uint64_t i = first; i < last; ++i) {
      r.each[i] = box_of(item(static_cast<uint32_t>(i)));
      all[thread] = hull(all[thread], r.each[i]);
    }
  });
  for (const box<dimension>& b : all) r.all = hull(r.all, b);
  return r;
}

/// Reds by their pieces.
template <int dimension>
struct host_pieces {
  std::vector<uint32_t> first, red_of;
  std::vector<box<dimension>> boxes;

  template <class View>
  host_pieces(const View& scene, const std::vector<box<dimension>>& whole, const grid<dimension>& cells,
              bool in_one, unsigned threads)
      : first(whole.size() + 1) {
    uint64_t total = 0;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      first[i] = static_cast<uint32_t>(total);
      total += in_one ? 1 : pieces_of(cells, whole[i]);
      refuse_too_many(total);
    }
    first.back() = static_cast<uint32_t>(total);
    red_of.resize(total);
    boxes.resize(total);
    in_shares(threads, whole.size(), [&](uint64_t begin, uint64_t end, unsigned) {
      for (auto i = static_cast<uint32_t>(begin); i < end; ++i) {
        const uint32_t n = first[i + 1] - first[i];
        for (uint32_t j = 0; j < n; ++j) {
          red_of[first[i] + j] = i;
          boxes[first[i] + j] = box_of_piece(scene.red(i), j, n);
        }
      }
    });
  }
};

/// Lists by counting: how many lie in each cell, where each cell's begin, then which.
struct host_lists {
  std::vector<uint32_t> start, items;

  template <int dimension>
  host_lists(const std::vector<box<dimension>>& boxes, const grid<dimension>& cells, unsigned threads)
      : start(cells.cells + 1) {
    const auto counts = std::make_unique<std::atomic<uint32_t>[]>(cells.cells);
    const auto for_all = [&](const auto& f) {
      in_shares(threads, boxes.size(), [&](uint64_t first, uint64_t last, unsigned) {
        for (uint64_t i = first; i < last; ++i)
          cells.for_each_cell(boxes[i], [&](uint32_t cell) { f(cell, static_cast<uint32_t>(i)); });
      });
    };
    for_all([&](uint32_t cell, uint32_t) { counts[cell].fetch_add(1, std::memory_order_relaxed); });
    uint64_t total = 0;
    for (uint32_t cell = 0; cell < cells.cells; ++cell) {
      start[cell] = static_cast<uint32_t>(total);
      total += counts[cell];
      refuse_too_many(total);
    }
    start.back() = static_cast<uint32_t>(total);
    items.resize(total);
    for_all([&](uint32_t cell, uint32_t i) {
      items[start[cell] + counts[cell].fetch_sub(1, std::memory_order_relaxed) - 1] = i;
    });
  }
  cell_lists view() const { return {start.data(), items.data()}; }
};

// ---- the tests

/// Says what one thread finds; on cache lines of its own.
template <class Arithmetic>
struct alignas(128) finder {
  Arithmetic exact{};
  std::vector<hit> hits;
  uint64_t tested = 0;

  template <class View>
  void test(const problem<View>& p, uint32_t cell, uint32_t piece, uint32_t blue) {
    if (p.is_tested_in(cell, piece, blue)) contact_of_pair(p, piece, blue);
  }
  template <class View>
  void contact_of_pair(const problem<View>& p, uint32_t piece, uint32_t blue) {
    ++tested;
    const uint32_t red = p.red_of[piece];
    const contact how = decide(p.scene.red(red), p.scene.blue(blue), exact);
    if (how != contact::none) hits.push_back({red, blue, how});
  }
};

template <class F>
void for_each_item(const cell_lists& lists, uint32_t cell, const F& f) {
  for (uint32_t i = lists.start[cell]; i < lists.start[cell + 1]; ++i) f(lists.items[i]);
}

template <class View>
uint64_t pairs_in(const problem<View>& p, uint32_t cell) {
  return uint64_t{p.pieces.start[cell + 1] - p.pieces.start[cell]} *
         (p.blues.start[cell + 1] - p.blues.start[cell]);
}

struct pair_in_cell {
  uint32_t cell, piece, blue;
};

template <class View, class Arithmetic>
void intersect_by(strategy how, const problem<View>& p, std::vector<finder<Arithmetic>>& finders,
                  const progress& report) {
  const auto threads = static_cast<unsigned>(finders.size());
  if (how == strategy::segment) {
    const auto test = [&](uint64_t first, uint64_t last, unsigned thread) {
      for (uint32_t piece = p.first_piece[first]; piece < p.first_piece[last]; ++piece)
        p.cells.for_each_cell(p.piece_boxes[piece], [&](uint32_t cell) {
          for_each_item(p.blues, cell, [&](uint32_t blue) { finders[thread].test(p, cell, piece, blue); });
        });
    };
    return in_shares(threads, p.scene.red_count, test, report);
  }
  if (how == strategy::triangle) {
    const auto test = [&](uint64_t first, uint64_t last, unsigned thread) {
      for (auto blue = static_cast<uint32_t>(first); blue < last; ++blue)
        p.cells.for_each_cell(p.blue_boxes[blue], [&](uint32_t cell) {
          for_each_item(p.pieces, cell, [&](uint32_t piece) { finders[thread].test(p, cell, piece, blue); });
        });
    };
    return in_shares(threads, p.scene.blue_count, test, report);
  }
  const auto for_each_pair = [&](uint32_t cell, const auto& f) {
    for_each_item(p.pieces, cell, [&](uint32_t piece) {
      for_each_item(p.blues, cell, [&](uint32_t blue) { f(piece, blue); });
    });
  };
  if (how == strategy::pairs) {
    std::vector<pair_in_cell> list;
    for (uint32_t cell = 0; cell < p.cells.cells; ++cell)
      for_each_pair(cell, [&](uint32_t piece, uint32_t blue) { list.push_back({cell, piece, blue}); });
    const auto test = [&](uint64_t first, uint64_t last, unsigned thread) {
      for (uint64_t i = first; i < last; ++i)
        finders[thread].test(p, list[i].cell, list[i].piece, list[i].blue);
    };
    return in_shares(threads, list.size(), test, report);
  }
  if (how == strategy::cells) {
    std::vector<numbered_cell> cells;
    uint64_t pairs = 0;
    for (uint32_t cell = 0; cell < p.cells.cells; ++cell) {
      const uint64_t here = pairs_in(p, cell);
      if (here > 0) cells.push_back({pairs, cell});
      pairs += here;
    }
    const auto count = static_cast<uint32_t>(cells.size());
    cells.push_back({pairs, 0});
    const auto test = [&](uint64_t first, uint64_t last, unsigned thread) {
      for (uint64_t n = first * run_of_pairs; n < std::min(pairs, last * run_of_pairs);) {
        pair_walk<View> walk(p, cells.data(), count, n);
        for (const uint64_t end = std::min(pairs, n + run_of_pairs); n < end; ++n) {
          uint32_t piece = 0, blue = 0;
          if (walk.move_to(n, piece, blue)) finders[thread].contact_of_pair(p, piece, blue);
        }
      }
    };
    return in_shares(threads, (pairs + run_of_pairs - 1) / run_of_pairs, test, report);
  }
  const auto test = [&](uint64_t first, uint64_t last, unsigned thread) {
    for (auto cell = static_cast<uint32_t>(first); cell < last; ++cell)
      for_each_pair(cell, [&](uint32_t piece, uint32_t blue) { finders[thread].test(p, cell, piece, blue); });
  };
  in_shares(threads, p.cells.cells, test, report);
}

template <class Count>
void add_counts(counters& sum, const cascade<Count>& exact) {
  if constexpr (std::is_same_v<Count, stages>) sum.in_plane += exact.in_plane, sum.in_space += exact.in_space;
}
void add_counts(counters&, const interval_filter&) {}

template <class Arithmetic, class View>
result run_once(const View& scene, const plan& p, unsigned threads, const progress& report) {
  constexpr int dimension = View::dimension;
  result r;
  const stopwatch whole;
  const auto reds = boxes_of<dimension>(scene.red_count, threads, [&](uint32_t i) { return scene.red(i); });
  const auto blues =
      boxes_of<dimension>(scene.blue_count, threads, [&](uint32_t i) { return scene.blue(i); });
  const grid<dimension> cells = make_grid(reds.all, blues.all, p.along);
  const host_pieces<dimension> pieces(scene, reds.each, cells, p.whole, threads);
  const host_lists piece_lists(pieces.boxes, cells, threads), blue_lists(blues.each, cells, threads);
  problem<View> all{};
  all.scene = scene, all.cells = cells;
  all.first_piece = pieces.first.data(), all.red_of = pieces.red_of.data();
  all.piece_boxes = pieces.boxes.data(), all.blue_boxes = blues.each.data();
  all.pieces = piece_lists.view(), all.blues = blue_lists.view();
  r.times.grid = whole.milliseconds();

  const stopwatch tests;
  std::vector<finder<Arithmetic>> finders(threads);
  intersect_by(p.how, all, finders, report);
  for (finder<Arithmetic>& f : finders) {
    r.hits.insert(r.hits.end(), f.hits.begin(), f.hits.end());
    if (!p.counted) continue;
    r.counts.tested += f.tested;
    add_counts(r.counts, f.exact);
  }
  if (p.in == numbers::rational) r.undecided = settle(scene, r.hits, threads);
  r.times.intersection = tests.milliseconds();
  r.times.total = whole.milliseconds();
  for (uint32_t cell = 0; cell < cells.cells; ++cell) r.candidates += pairs_in(all, cell);
  return r;
}

template <class View>
result run(const View& scene, const plan& p, unsigned cores, const progress& report) {
  const unsigned threads = p.how == strategy::sequential ? 1 : cores != 0 ? cores : cores_of_host();
  result best;
  for (int i = 0; i < p.runs; ++i) {
    result r = p.in == numbers::rational ? run_once<interval_filter>(scene, p, threads, report)
               : p.counted               ? run_once<cascade<stages>>(scene, p, threads, report)
                           : run_once<cascade<ff::predicates::uncounted>>(scene, p, threads, report);
    if (i == 0 || r.times.total < best.times.total) best = std::move(r);
  }
  std::sort(best.hits.begin(), best.hits.end());
  return best;
}

}  // namespace

result run_on_host(const space_view& scene, const plan& p, unsigned cores, const progress& report) {
  return run(scene, p, cores, report);
}
result run_on_host(const plane_view& scene, const plan& p, unsigned cores, const progress& report) {
  return run(scene, p, cores, report);
}

template <class View>
uint64_t settle(const View& scene, std::vector<hit>& hits, unsigned cores) {
  std::vector<hit*> open;
  for (hit& h : hits)
    if (h.how == contact::undecided) open.push_back(&h);
  in_shares(cores, open.size(), [&](uint64_t first, uint64_t last, unsigned) {
    rational exact;
    for (uint64_t i = first; i < last; ++i)
      open[i]->how = contact_of(scene.red(open[i]->red), scene.blue(open[i]->blue), exact);
  });
  hits.erase(std::remove_if(hits.begin(), hits.end(), [](const hit& h) { return h.how == contact::none; }),
             hits.end());
  return open.size();
}
template uint64_t settle(const space_view&, std::vector<hit>&, unsigned);
template uint64_t settle(const plane_view&, std::vector<hit>&, unsigned);

}  // namespace intersect
