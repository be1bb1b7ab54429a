// This file has what a group of threads that searches many pairs of a ray and a patch keeps in its memory:
// group_search.hpp.
#pragma once

#include <ff/geometry/certified.hpp>

namespace ff {
namespace detail {

/// A box of a frame in one word: 22 bits for each place, 5 for each depth, 10 for the frame.
struct packed_part {
  uint64 bits;

  FF_HD static constexpr packed_part of(int frame, const part& b) {
    return {(uint64{b.u} << 42) | (uint64{b.v} << 20) | (word(b.u_depth) << 15) | (word(b.v_depth) << 10) |
            word(frame)};
  }
  FF_HD constexpr int frame() const { return field(0, 0x3ff); }
  FF_HD constexpr part box() const {
    return {static_cast<uint32>(bits >> 42), static_cast<uint32>(field(20, 0x3fffff)), field(15, 31),
            field(10, 31)};
  }

 private:
  FF_HD static constexpr uint64 word(int x) { return static_cast<uint64>(x); }
  FF_HD constexpr int field(int first, int mask) const { return static_cast<int>(bits >> first) & mask; }
};

/// Holds what is known of a pair while it is searched.
struct pair_in_search {
  int open;                ///< its boxes and zooms that wait: it is finished when none do
  float a_terms, b_terms;  ///< what the terms of coefficients add up to
  float a_size, b_size;    ///< the coefficients' magnitude
  int divided_edges;
  int zoom_helps;  ///< in the frame of the whole patch
  int boxes, zooms, zeros;
  int kept;         ///< zeros that are kept
  int is_outside;   ///< not in the domain
  int is_given_up;  ///< it has taken too many boxes, zooms or zeros
  int has_no_room;  ///< what it needs does not fit in here: one thread searches it
  geometry::undecided_points undecided;

  FF_HD bool is_over() const { return is_outside != 0 || is_given_up != 0 || has_no_room != 0; }
};

/// A box to be made anew, and its pair.
struct alignas(16) zoom_of_pair {
  waiting_zoom to;
  int pair;
};

/// Holds what a group for up to `pairs` pairs at a time writes once and seldom reads: it may lie farther
/// away.
template <class T, int pairs>
struct group_store {
  static constexpr int most_found = 2 * pairs, most_zooms_waiting = pairs + pairs / 2;

  plane_pair<T> planes[size_t{pairs}];
  found_zero<T> zeros[size_t{most_found}];
  zoom_of_pair zooms[size_t{most_zooms_waiting}];
};

/// The memory of a group, in which each pair has a slot.
template <class Narrow, class T, int pairs_, int threads_>
struct group_memory {
  using store = group_store<T, pairs_>;
  static constexpr int pairs = pairs_, threads = threads_, frames = pairs / 4 + 1,
                       frames_at_once = min_int(threads / 16, pairs / 8) + 1;
  // While fewer boxes than least_settled wait to be settled others are examined, and each thread may add one.
  static constexpr int least_settled = 5 * threads / 8 + 1, most_single = least_settled - 1 + threads;
  static constexpr int most_waiting = 2 * threads + pairs, most_kept = 12;

  struct zoomed_frame {
    search_frame<Narrow, T> frame;
    int pair;
    int open;  ///< its boxes that wait: there is none in a frame that is free
  };
  /// A zoom's coefficients while they are made.
  struct zoom_in_work {
    plane_pair<T> planes;
    float a_size, b_size;                    ///< over the box
    float a_combined_size, b_combined_size;  ///< and combined
  };
  enum slot : int { empty, in_search, closed };  ///< closed: there is no pair left for it

  plane_pair<Narrow> narrow[size_t{pairs + frames}];  ///< of the pairs, then of the zoomed frames
  zoomed_frame zoomed[size_t{frames}];
  zoom_in_work in_work[size_t{frames_at_once}];
  pair_in_search pair[size_t{pairs}];
  packed_part waiting[size_t{most_waiting}], single[size_t{most_single}], current[size_t{threads}];
  slot state_of[size_t{pairs}];
  short kept[size_t{pairs}][size_t{most_kept}];  ///< where the zeros of each are
  short free_zeros[size_t{store::most_found}];   ///< where there is room for more
  short fresh[size_t{pairs}];                    ///< slots with a new pair
  short chosen[size_t{frames}];                  ///< free frames, for new zooms
  int waiting_count, single_count, zoom_count, free_zero_count, fresh_count, free_frame_count, chosen_count;
  int finished_count;         ///< pairs in search of which nothing waits, and slots that are empty
  int taken;                  ///< of a row of pairs
  int number[size_t{pairs}];  ///< in that row, of each
};

}  // namespace detail
}  // namespace ff
