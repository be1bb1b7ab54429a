// The searches of many rays and patches by a group of threads, which share out their boxes: a pair with many
// boxes does not keep the others waiting.  What comes of a pair is what one thread makes of it, bit for bit:
// certified.hpp.
//
// A group has threads(), how many work at a time; each(n, f), which calls f(0) ... f(n - 1), some at once,
// and waits for all; wait() alone; and at once for all threads: take(counter, k), which adds k and tells what
// was there before, and lower(x, y), raise(x, y), which make x the least or the greatest of both.
#pragma once

#include <ff/geometry/group_memory.hpp>
#include <ff/geometry/group_round.hpp>

namespace ff {
namespace detail {

/// Pairs(i) is a structure, or a reference to one, with the ray `r` and the patch `s` of pair i, which stay.
template <class Memory, class Group, class Pairs>
class group_search;

template <class Narrow, class T, int pairs_, int threads_, class Group, class Pairs>
class group_search<group_memory<Narrow, T, pairs_, threads_>, Group, Pairs> {
  using memory = group_memory<Narrow, T, pairs_, threads_>;
  using store = typename memory::store;

 public:
  FF_HD group_search(memory& m, store& s, const Group& group, const Pairs& pairs)
      : m_(m), store_(s), group_(group), pairs_of_(pairs) {}

  /// Pairs by way of `slot_count` of them: next(i) puts a pair into slot i, where it then is for pairs(i), or
  /// says that there is none left; done(i, hits) is called for each before the next in its slot.
  FF_ANY_CALLEE
  template <class Next, class Done>
  FF_HD void run(int slot_count, const Next& next, const Done& done) const {
    const int least_refilled = 3 * slot_count / 8 + 1;
    begin(slot_count);
    for (;;) {
      const int waiting = min_int(m_.waiting_count, memory::most_waiting), single = m_.single_count,
                zooms = min_int(m_.zoom_count, store::most_zooms_waiting), finished = m_.finished_count,
                frames = m_.free_frame_count;
      group_.wait();
      switch (next_round<memory>(waiting, single, zooms, finished, frames, least_refilled)) {
        case group_round::examine:
          examine_boxes(waiting);
          break;
        case group_round::settle:
          settle_boxes(single);
          break;
        case group_round::zoom:
          make_zooms(waiting, zooms, frames);
          break;
        case group_round::refill:
          refill(waiting, next, done);
          break;
        case group_round::end:
          return;
      }
    }
  }

 private:
  FF_HD int pair_of(int frame) const {
    return frame < memory::pairs ? frame : m_.zoomed[frame - memory::pairs].pair;
  }
  FF_HD search_frame<Narrow, T> frame_of(int frame) const {
    if (frame >= memory::pairs) return m_.zoomed[frame - memory::pairs].frame;
    const pair_in_search& p = m_.pair[frame];
    return {whole_patch(), p.a_size, p.b_size, p.zoom_helps != 0};
  }

  FF_ANY_CALLEE
  FF_HD patch_equations<T> equations(int i) const {
    const auto& at = pairs_of_(i);
    const pair_in_search& p = m_.pair[i];
    patch_equations<T> e(at.r, at.s, store_.planes[i]);
    e.divided_edges = p.divided_edges, e.a_size = p.a_size, e.b_size = p.b_size;
    return e;
  }

  // ---- the beginning

  FF_HD void begin(int slot_count) const {
    group_.each(store::most_found, [&](int i) {
      m_.free_zeros[i] = static_cast<short>(i);
      if (i < memory::pairs) m_.state_of[i] = i < slot_count ? memory::empty : memory::closed;
      if (i < memory::frames) m_.zoomed[i].open = 0;
      if (i != 0) return;
      m_.waiting_count = m_.single_count = m_.zoom_count = 0;
      m_.free_zero_count = store::most_found, m_.free_frame_count = memory::frames;
      m_.finished_count = slot_count, m_.taken = 0;
    });
  }

  // Pairs that are finished leave, others come in their place.
  FF_ANY_CALLEE
  template <class Next, class Done>
  FF_HD void refill(int waiting, const Next& next, const Done& done) const {
    group_.each(1, [&](int) {
      m_.waiting_count = waiting, m_.finished_count = m_.fresh_count = 0;
      if (m_.free_zero_count < 0) m_.free_zero_count = 0;
    });
    group_.each(memory::pairs, [&](int i) {
      if (m_.state_of[i] == memory::closed || (m_.state_of[i] == memory::in_search && m_.pair[i].open > 0))
        return;
      if (m_.state_of[i] == memory::in_search) finish(i, done);
      m_.state_of[i] = next(i) ? memory::in_search : memory::closed;
      if (m_.state_of[i] == memory::closed) return;
      m_.fresh[group_.take(m_.fresh_count, 1)] = static_cast<short>(i);
      m_.pair[i] = {}, m_.pair[i].open = 1, m_.pair[i].undecided = nothing_undecided();
    });
    const int fresh = m_.fresh_count;
    group_.each(4 * fresh, [&](int k) {
      const int i = m_.fresh[k / 4], row = k % 4;
      const auto& at = pairs_of_(i);
      pair_in_search& p = m_.pair[i];
      // All four are on their way before the first is needed.
      const auto& of_row = at.s.p[row];
      const geometry::vector3<float> points[4] = {of_row[0], of_row[1], of_row[2], of_row[3]};
      const ray_frame frame(at.r);
      const geometry::vector3<float> origin = at.r.origin;
      float a_terms = 0.0f, b_terms = 0.0f, a_size = 0.0f, b_size = 0.0f;
      for (int column = 0; column < 4; ++column) {
        if (!in_domain(points[column])) p.is_outside = 1;
        const plane_coefficient<T> c(frame, origin, points[column]);
        store_.planes[i].a.c[row][column] = c.a, store_.planes[i].b.c[row][column] = c.b;
        narrow_coefficients(m_.narrow[i], row, column, c.a, c.b);
        a_terms = greatest(a_terms, c.a_size), b_terms = greatest(b_terms, c.b_size);
        a_size = greatest(a_size, size_of(c.a)), b_size = greatest(b_size, size_of(c.b));
      }
      group_.raise(p.a_terms, a_terms), group_.raise(p.b_terms, b_terms);
      group_.raise(p.a_size, a_size), group_.raise(p.b_size, b_size);
    });
    group_.each(fresh, [&](int k) { begin_pair(m_.fresh[k]); });
  }

  FF_HD static float size_of(T x) { return abs(number<T>::to_float(x)); }

  FF_ANY_CALLEE
  FF_HD_LARGE void begin_pair(int i) const {
    const auto& at = pairs_of_(i);
    pair_in_search& p = m_.pair[i];
    plane_pair<T>& planes = store_.planes[i];
    plane_pair<Narrow>& f = m_.narrow[i];
    if (!in_domain(at.r)) p.is_outside = 1;
    if (p.is_over()) return account(i, i, -1, -1);
    planes.a.error = plane_error<T>(p.a_terms), planes.b.error = plane_error<T>(p.b_terms);
    p.a_size = with_slack(p.a_size), p.b_size = with_slack(p.b_size);
    // Two opposite corners are enough: a collapsed edge lies in both of its corners.
    const auto may_meet_corner = [&](int row, int column) {
      return may_vanish(f.a.c[row][column], planes.a.error) && may_vanish(f.b.c[row][column], planes.b.error);
    };
    if (may_meet_corner(3, 0) || may_meet_corner(0, 3)) {
      patch_equations<T> e(at.r, at.s, planes);
      e.take_collapsed_edges([&](const geometry::patch_hit<T>& h) { keep(i, {h, {0, 0, 0, 0}}); });
      p.divided_edges = e.divided_edges;
      if (p.divided_edges != 0) {
        e.measure();
        p.a_size = e.a_size, p.b_size = e.b_size;
        for (int k = 0; k < 16; ++k)
          narrow_coefficients(f, k / 4, k % 4, planes.a.c[k / 4][k % 4], planes.b.c[k / 4][k % 4]);
      }
    }
    narrow_errors(f, planes, p.a_size, p.b_size);
    p.zoom_helps = frame_over(whole_patch(), planes, f, p.a_size, p.b_size).zoom_helps ? 1 : 0;
    const int pushed = push(i, i, whole_frame());
    account(i, i, pushed - 1, pushed - 1);
  }

  // ---- what boxes lead to

  /// Returns how many boxes are added: 1, or 0 where there is no room.
  FF_HD int push(int pair, int frame, const part& b) const {
    const int place = group_.take(m_.waiting_count, 1);
    if (place < memory::most_waiting) {
      m_.waiting[place] = packed_part::of(frame, b);
      return 1;
    }
    m_.pair[pair].has_no_room = 1;
    return 0;
  }
  /// Adds to the open counts of the pair and of the frame; frees each when its count reaches 0.
  FF_HD void account(int pair, int frame, int of_pair, int of_frame) const {
    if (frame >= memory::pairs && of_frame != 0) {
      int& open = m_.zoomed[frame - memory::pairs].open;
      if (group_.take(open, of_frame) + of_frame == 0) group_.take(m_.free_frame_count, 1);
    }
    if (of_pair != 0 && group_.take(m_.pair[pair].open, of_pair) + of_pair == 0)
      group_.take(m_.finished_count, 1);
  }
  FF_HD void keep(int pair, const found_zero<T>& zero) const {
    pair_in_search& p = m_.pair[pair];
    const int own = group_.take(p.kept, 1);
    const int left = own < memory::most_kept ? group_.take(m_.free_zero_count, -1) : 0;
    if (own < memory::most_kept) m_.kept[pair][own] = left > 0 ? m_.free_zeros[left - 1] : short{-1};
    if (left > 0)
      store_.zeros[m_.kept[pair][own]] = zero;
    else
      p.has_no_room = 1;
  }
  FF_HD void count(int pair, int& counter, int most) const {
    if (group_.take(counter, 1) >= most) m_.pair[pair].is_given_up = 1;
  }

  FF_ANY_CALLEE
  FF_HD void go_on(int pair, int frame, const search_frame<Narrow, T>& in, const part& b, next_step next,
                   const box_result& r) const {
    const bool along_u = next == next_step::halve_u, halves = along_u || next == next_step::halve_v;
    int boxes = 0, zooms = 0;
    if (halves || next == next_step::narrow)
      boxes = push(pair, frame, !halves ? narrowed(b, r.u, r.v) : along_u ? b.lower_u() : b.lower_v());
    if (halves) boxes += push(pair, frame, along_u ? b.upper_u() : b.upper_v());
    if (next == next_step::undecided) {
      const geometry::undecided_points more = equations(pair).extent(in.box_of(b));
      geometry::undecided_points& all = m_.pair[pair].undecided;
      group_.lower(all.t_first, more.t_first), group_.raise(all.t_last, more.t_last);
      group_.lower(all.u_first, more.u_first), group_.raise(all.u_last, more.u_last);
      group_.lower(all.v_first, more.v_first), group_.raise(all.v_last, more.v_last);
    }
    if (next == next_step::zoom) {
      const int place = group_.take(m_.zoom_count, 1);
      if (place < store::most_zooms_waiting)
        store_.zooms[place] = {in.zoom_to(b, r.tilt), pair}, zooms = 1;
      else
        m_.pair[pair].has_no_room = 1;
    }
    account(pair, frame, boxes + zooms - 1, boxes - 1);
  }

  // ---- rounds: the last boxes of a list, which new ones replace

  FF_HD void take_last(const packed_part* list, int count, int n, int& counter) const {
    group_.each(n, [&](int k) {
      m_.current[k] = list[count - n + k];
      if (k == 0) counter = count - n;
    });
  }

  FF_ANY_CALLEE
  FF_HD void examine_boxes(int waiting) const {
    // Each may leave two in its place; when there is little room, few are taken, and their halves first.
    const int room = memory::most_waiting - waiting, few = room > 1 ? room : 1;
    const int n = min_int(min_int(waiting, group_.threads()), few);
    take_last(m_.waiting, waiting, n, m_.waiting_count);
    group_.each(n, [&](int k) {
      const int frame = m_.current[k].frame(), pair = pair_of(frame);
      if (m_.pair[pair].is_over()) return account(pair, frame, -1, -1);
      const part b = m_.current[k].box();
      count(pair, m_.pair[pair].boxes, most_boxes);
      conditioned c;
      const search_frame<Narrow, T> in = frame_of(frame);
      const box_result r = in.examined(m_.narrow[frame], b, c);
      const next_step next = in.after(b, r);
      if (next == next_step::settle)
        m_.single[group_.take(m_.single_count, 1)] = m_.current[k];
      else
        go_on(pair, frame, in, b, next, r);
    });
  }

  FF_ANY_CALLEE
  FF_HD void settle_boxes(int single) const {
    const int n = min_int(single, group_.threads());
    take_last(m_.single, single, n, m_.single_count);
    group_.each(n, [&](int k) {
      const int frame = m_.current[k].frame(), pair = pair_of(frame);
      if (m_.pair[pair].is_over()) return account(pair, frame, -1, -1);
      const part b = m_.current[k].box();
      conditioned c;
      const search_frame<Narrow, T> in = frame_of(frame);
      const box_result r = in.examined(m_.narrow[frame], b, c);
      found_zero<T> zero;
      const settled s = equations(pair).settle(in.box_of(b), in.from.combine, r, c, zero);
      if (s == settled::hit) count(pair, m_.pair[pair].zeros, most_zeros), keep(pair, zero);
      go_on(pair, frame, in, b, in.after(b, s), r);
    });
  }

  // Into frames that are free, as many at once as there is room for.
  FF_HD void make_zooms(int waiting, int zooms, int frames) const {
    constexpr int at_once = memory::frames_at_once;
    const int all = min_int(zooms, frames), n = all > at_once ? all / at_once * at_once : all;
    group_.each(1, [&](int) {
      m_.chosen_count = 0;
      m_.zoom_count = zooms - n, m_.waiting_count = waiting, m_.free_frame_count = frames - n;
    });
    group_.each(memory::frames, [&](int f) {
      if (m_.zoomed[f].open > 0) return;
      const int k = group_.take(m_.chosen_count, 1);
      if (k >= n) return;
      const auto& z = store_.zooms[zooms - n + k];
      m_.chosen[k] = static_cast<short>(f);
      m_.zoomed[f] = {{z.to, 0.0f, 0.0f, false}, z.pair, 1};
      count(z.pair, m_.pair[z.pair].zooms, most_zooms);
    });
    for (int first = 0; first < n; first += memory::frames_at_once)
      make_frames(first, min_int(n - first, memory::frames_at_once));
  }

  // Row by row and column by column, then coefficient by coefficient.
  FF_HD void make_frames(int first, int n) const {
    group_.each(8 * n, [&](int k) {
      const auto& z = m_.zoomed[m_.chosen[first + k / 8]];
      auto& w = m_.in_work[k / 8];
      const dyadic_box& box = z.frame.from.box;
      const plane_pair<T>& whole = store_.planes[z.pair];
      const bool is_a = k / 4 % 2 == 0;
      const int row = k % 4;
      bicubic<T>& to = is_a ? w.planes.a : w.planes.b;
      for (int j = 0; j < 4; ++j) to.c[row][j] = (is_a ? whole.a : whole.b).c[row][j];
      restrict_row(to, row, dyadic<T>(box.v, box.v_depth), dyadic<T>(box.v + 1, box.v_depth));
      if (k % 8 == 0) w.a_size = w.b_size = w.a_combined_size = w.b_combined_size = 0.0f;
    });
    group_.each(8 * n, [&](int k) {
      auto& w = m_.in_work[k / 8];
      const dyadic_box& box = m_.zoomed[m_.chosen[first + k / 8]].frame.from.box;
      const bool is_a = k / 4 % 2 == 0;
      const int column = k % 4;
      bicubic<T>& to = is_a ? w.planes.a : w.planes.b;
      restrict_column(to, column, dyadic<T>(box.u, box.u_depth), dyadic<T>(box.u + 1, box.u_depth));
      for (int i = 0; i < 4; ++i) group_.raise(is_a ? w.a_size : w.b_size, size_of(to.c[i][column]));
    });
    group_.each(16 * n, [&](int k) {
      auto& w = m_.in_work[k / 16];
      const int row = k / 4 % 4, column = k % 4;
      combine_coefficients(w.planes, m_.zoomed[m_.chosen[first + k / 16]].frame.from.combine, row, column,
                           w.planes);
      const T a = w.planes.a.c[row][column], b = w.planes.b.c[row][column];
      narrow_coefficients(m_.narrow[memory::pairs + m_.chosen[first + k / 16]], row, column, a, b);
      group_.raise(w.a_combined_size, size_of(a)), group_.raise(w.b_combined_size, size_of(b));
    });
    group_.each(n, [&](int k) {
      const int frame = memory::pairs + m_.chosen[first + k];
      auto& z = m_.zoomed[m_.chosen[first + k]];
      auto& w = m_.in_work[k];
      const pair_in_search& p = m_.pair[z.pair];
      const plane_pair<T>& whole = store_.planes[z.pair];
      w.planes.a.error = restriction_error<T, T>(whole.a.error, p.a_size);
      w.planes.b.error = restriction_error<T, T>(whole.b.error, p.b_size);
      combine_errors(w.planes, with_slack(w.a_size), with_slack(w.b_size), z.frame.from.combine, w.planes);
      const float a_size = with_slack(w.a_combined_size), b_size = with_slack(w.b_combined_size);
      plane_pair<Narrow>& f = m_.narrow[frame];
      narrow_errors(f, w.planes, a_size, b_size);
      z.frame = frame_over(z.frame.from, w.planes, f, a_size, b_size);
      const int pushed = push(z.pair, frame, whole_frame());
      account(z.pair, frame, pushed - 1, pushed - 1);
    });
  }

  // ---- the end

  FF_ANY_CALLEE
  template <class Done>
  FF_HD_LARGE void finish(int i, const Done& done) const {
    const pair_in_search& p = m_.pair[i];
    if (p.has_no_room != 0) {
      const auto& at = pairs_of_(i);
      geometry::patch_hits<T> alone;  // its own, since certified_hits takes its address
      geometry::certified_hits<Narrow>(at.r, at.s, alone);
      done(i, alone);
    } else {
      geometry::patch_hits<T> hits;
      if (p.is_over()) {
        hits.boxes = p.is_given_up != 0 ? most_boxes : 0, hits.zooms = p.is_given_up != 0 ? most_zooms : 0;
        undecide_all(pairs_of_(i).r, hits);
      } else {
        hits.boxes = p.boxes, hits.zooms = p.zooms, hits.undecided = p.undecided;
        take_zeros(i, hits);
      }
      done(i, hits);
    }
    for (int k = min_int(p.kept, memory::most_kept) - 1; k >= 0; --k)
      if (m_.kept[i][k] >= 0) m_.free_zeros[group_.take(m_.free_zero_count, 1)] = m_.kept[i][k];
  }

  FF_ANY_CALLEE
  FF_HD_LARGE void take_zeros(int i, geometry::patch_hits<T>& hits) const {
    short(&own)[memory::most_kept] = m_.kept[i];
    const int count = m_.pair[i].kept;
    hit_taker<T> taker(hits);
    for (int k = 0; k < count; ++k) {
      int first = k;
      for (int l = k + 1; l < count; ++l)
        if (comes_before(store_.zeros[own[l]], store_.zeros[own[first]])) first = l;
      const short at = own[first];
      own[first] = own[k], own[k] = at;
      const found_zero<T> zero = store_.zeros[at];
      if (zero.hit.collapsed)
        taker.take_collapsed(zero.hit);
      else if (!taker.take(zero))
        hits.undecided = join(hits.undecided, equations(i).extent(zero.box));
    }
  }

  memory& m_;
  store& store_;
  const Group& group_;
  const Pairs& pairs_of_;
};

}  // namespace detail
}  // namespace ff
