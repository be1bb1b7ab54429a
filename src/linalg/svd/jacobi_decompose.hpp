// One small matrix, from its heads' rotations to its factors, for host and device.
#pragma once

#include "jacobi_float.hpp"
#include "jacobi_refine.hpp"

namespace ff::linalg::detail::jacobi {

/// Says where a matrix is decomposed, in memory of layout::elements().
struct workplace {
  layout l;
  ff_t *b, *v, *x, *value;  ///< A V, V, another like V, and the lengths of columns of A V
  int32* place;             ///< of each value among all
  int32* exponent;          ///< of each column of A V, as column_exponents

  FF_HD workplace(const layout& of, ff_t* memory)
      : l(of),
        b(memory),
        v(b + of.size_b()),
        x(v + of.size_v()),
        value(x + of.size_v()),
        place(reinterpret_cast<int32*>(value + of.n)),
        exponent(place + of.n) {}
};

/// V, from rotations of A's heads in float.  It leaves columns with exponents of their own alone.
FF_ANY_CALLEE
template <class Group, class Element>
FF_HD void begin_in_float(Group& group, const workplace& w, const Element& element) {
  const int m = w.l.m, n = w.l.n, between_b = w.l.between_b(), between_v = w.l.between_v();
  auto *const b = reinterpret_cast<float*>(w.b), *const v = reinterpret_cast<float*>(w.v);
  group.each(m * n, [&](int k) {
    b[k / m * between_b + k % m] = w.exponent[k / m] == 0 ? element(k % m, k / m).hi() : 0.0f;
  });
  group.each(n * n, [&](int k) { v[k / n * between_v + k % n] = k / n == k % n ? 1.0f : 0.0f; });
  sweeps(group, w.l, b, v, most_float_sweeps, float_orthogonal);
  group.each(n * n, [&](int k) { w.x[k] = v[k / n * between_v + k % n]; });
  group.each(n * n, [&](int k) { w.v[k / n * between_v + k % n] = w.x[k]; });
}

/// B = A V, from a V that is orthonormal to float's precision and becomes so to that of pairs.
FF_ANY_CALLEE
template <class Group, class Element>
FF_HD void begin_in_pairs(Group& group, const workplace& w, const Element& element) {
  const int m = w.l.m, n = w.l.n, between_b = w.l.between_b(), between_v = w.l.between_v();
  orthonormalize(group, w.l, w.v, w.x, w.b, 2);
  group.each(m * n, [&](int k) {
    const int i = k % m, j = k / m;
    ff_t sum = 0.0f;
    for (int h = 0; h < n; ++h) sum = fma(element(i, h), w.v[j * between_v + h], sum);
    w.b[j * between_b + i] = sum;
  });
}
/// B = A V with orthogonal columns and orthonormal V, by rotations in float and refinement of what they
/// leave; as refinement::run().
FF_ANY_CALLEE
template <class Group, class Element>
FF_HD int refine(Group& group, const workplace& w, const Element& element) {
  const int m = w.l.m, n = w.l.n, between_b = w.l.between_b(), between_v = w.l.between_v();
  const narrow_layout narrow{m, n};
  const int step_b = narrow.between_b(), step_v = narrow.between_v();
  auto* const b = reinterpret_cast<float*>(w.b);
  float* const v = b + narrow.size_b();
  group.each(step_b * n, [&](int k) {
    const int i = k % step_b, j = k / step_b;
    b[k] = i < m ? element(i, j).hi() : 0.0f;
  });
  group.each(step_v * n, [&](int k) { v[k] = k % step_v == k / step_v ? 1.0f : 0.0f; });
  auto* const squares = reinterpret_cast<float*>(w.value);
  if (m <= 2 * rows_of_lanes)  // more than one, as is_refined() said
    turn_in_float<2>(group, narrow, b, v, squares);
  else
    turn_in_float<0>(group, narrow, b, v, squares);

  const refinement by(w.l, w.b, w.v, w.x, w.value);
  group.each(n * n, [&](int k) { by.correction(k % n, k / n) = v[k / n * step_v + k % n]; });
  group.each(n * n, [&](int k) { w.v[k / n * between_v + k % n] = by.correction(k % n, k / n); });
  group.each(m * n, [&](int k) { w.b[k / m * between_b + k % m] = element(k % m, k / m); });
  by.template apply<sum_of_products>(group, w.b, between_b, m, false);
  return by.run(group);
}

/// Columns of U from `first` on, which had no values: unit vectors made orthogonal to all columns before.
FF_HD_LARGE void complete(const matrix_view<ff_t>& u, int first) {
  const int m = static_cast<int>(u.rows), n = static_cast<int>(u.columns);
  for (int j = first; j < n; ++j) {
    int row = 0;
    float most = -1.0f;  // what is left of the unit vector
    for (int i = 0; i < m; ++i) {
      float rest = 1.0f;
      for (int h = 0; h < j; ++h) rest = fma_rn(neg(u(i, h).hi()), u(i, h).hi(), rest);
      if (less(most, rest)) most = rest, row = i;
    }
    for (int i = 0; i < m; ++i) u(i, j) = i == row ? 1.0f : 0.0f;
    for (int pass = 0; pass < 3; ++pass) {
      for (int h = 0; h < j; ++h) {
        ff_t along = 0.0f;
        for (int i = 0; i < m; ++i) along = fma(u(i, h), u(i, j), along);
        for (int i = 0; i < m; ++i) u(i, j) = fma(-along, u(i, h), u(i, j));
      }
      // Adds in blocks: one large square and 127 small ones, all rounded alike, lose 1.7e-13 (matrix of
      // ones).
      ff_t square = 0.0f;
      for (int i = 0; i < m;) {
        ff_t part = 0.0f;
        for (const int end = i + 12 < m ? i + 12 : m; i < end; ++i) part = fma(u(i, j), u(i, j), part);
        square = square + part;
      }
      const ff_t r = rsqrt(square);
      for (int i = 0; i < m; ++i) u(i, j) = u(i, j) * r;
    }
  }
}

/// True for values that miss the stated residual, since their bits below 2^-149 are lost, by the largest.
FF_HD bool loses_bits(ff_t largest) { return largest.hi() > 0.0f && less(largest.hi(), 0x1p-105f); }

/// The power of two that brings a problem's largest head to [1, 2).
struct problem_scale {
  int shift;
  bool poisoned, vanishes;  ///< A has an infinity or NaN; then, or for A = 0, zeros are decomposed
};
/// Finds it, and the exponents of columns: their own where they are far shorter than the longest, 0
/// otherwise.
FF_ANY_CALLEE
template <class Group>
FF_HD problem_scale find_exponents(Group& group, const problem& of, const workplace& w) {
  int32* const exponent = w.exponent;
  group.each(w.l.n, [&](int j) {  // the bits of the largest head, for now
    uint32 largest = 0;
    for (int i = 0; i < w.l.m; ++i) {
      const uint32 bits = magnitude_bits_of(of.a(i, j).hi());
      largest = bits > largest ? bits : largest;
    }
    exponent[j] = static_cast<int32>(largest);
  });
  const uint32 most = group.largest(w.l.n, [&](int j) { return static_cast<uint32>(exponent[j]); });
  const bool poisoned = exponent_field(most) == not_finite, vanishes = poisoned || most == 0;
  const int shift = vanishes ? 0 : exponent_of_bits(most);
  group.each(w.l.n, [&](int j) {
    const auto bits = static_cast<uint32>(exponent[j]);
    const int gap = bits == 0 || vanishes ? 0 : exponent_of_bits(bits) - shift;
    exponent[j] = gap < -graded_by ? gap : 0;
  });
  return {shift, poisoned, vanishes};
}

/// A problem in memory of layout::elements(); `refines` as is_refined() says.  Groups that share a block of
/// threads, which do not refine, meet the same barriers whatever their matrices are.
FF_ANY_CALLEE
template <bool refines, class Group>
FF_HD void decompose_as(Group& group, const problem& of, ff_t* memory) {
  const workplace w({static_cast<int>(of.a.rows), static_cast<int>(of.a.columns)}, memory);
  const layout& l = w.l;
  const int m = l.m, n = l.n, between_b = l.between_b(), between_v = l.between_v();
  ff_t *const b = w.b, *const v = w.v, *const x = w.x, *const value = w.value;
  int32 *const place = w.place, *const exponent = w.exponent;
  const problem_scale scale = find_exponents(group, of, w);
  const bool poisoned = scale.poisoned;
  const auto element = [&](int i, int j) {
    return scale.vanishes ? ff_t(0.0f) : ldexp(of.a(i, j), -scale.shift - exponent[j]);
  };

  int taken = 0;
  if constexpr (refines) {
    if (group.largest(n, [&](int j) { return exponent[j] == 0 ? 0u : 1u; }) == 0)
      taken = refine(group, w, element);
    else
      begin_in_float(group, w, element);
  } else {
    begin_in_float(group, w, element);
  }
  const bool turns = taken <= 0;
  if (turns) {
    begin_in_pairs(group, w, element);
    const int more = sweeps(group, w.l, w.b, w.v, most_pair_sweeps, pair_orthogonal,
                            {exponent, least_exponent - scale.shift});
    taken = more > 0 ? more - taken : more + taken;
  }

  ff_t* const found = x;  // values in the caller's units
  group.each(n, [&](int j) {
    ff_t square = 0.0f;
    for (int i = 0; i < m; ++i) square = fma(b[j * between_b + i], b[j * between_b + i], square);
    value[j] = sqrt(square);
    found[j] = ldexp(value[j], scale.shift + exponent[j]);
  });
  group.each(n, [&](int j) {
    int before = 0;
    for (int h = 0; h < n; ++h) before += found[j] < found[h] || (found[h] == found[j] && h < j) ? 1 : 0;
    place[j] = before;
  });
  const ff_t nan = from_words(from_bits(0x7fc00000u), from_bits(0x7fc00000u));
  group.each(n, [&](int j) {
    if (!of.writes) return;
    of.s[place[j]] = poisoned ? nan : found[j];
    if (place[j] == 0 && of.sweeps != nullptr)
      *of.sweeps = poisoned || !isfinite(found[j]) ? 0 : loses_bits(found[j]) && taken > 0 ? -taken : taken;
  });
  if (!of.vectors) return;
  group.each(m * n, [&](int k) {
    const int i = k % m, j = k / m;
    if (of.writes) of.u(i, place[j]) = poisoned ? nan : b[j * between_b + i] / value[j];
  });
  group.each(1, [&](int) {
    int whole = 0;
    for (int j = 0; j < n; ++j) whole += found[j] == 0.0f ? 0 : 1;
    if (of.writes && !poisoned) complete(of.u, whole);
  });
  if (turns) orthonormalize(group, l, v, x, b, 1);  // the rotations were rounded
  group.each(n * n, [&](int k) {
    const int i = k % n, j = k / n;
    if (of.writes) of.v(i, place[j]) = poisoned ? nan : v[j * between_v + i];
  });
}

FF_ANY_CALLEE
template <class Group>
FF_HD_LARGE void decompose(Group& group, const problem& of, ff_t* memory) {
  if (is_refined({static_cast<int>(of.a.rows), static_cast<int>(of.a.columns)}))
    decompose_as<true>(group, of, memory);
  else
    decompose_as<false>(group, of, memory);
}

}  // namespace ff::linalg::detail::jacobi
