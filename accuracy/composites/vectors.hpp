// Lengths, scalar and vector products of small vectors, and hypot of three.
#pragma once

#include <ff/vector.hpp>

#include "../function.hpp"

namespace accuracy::vec {

template <int n>
FF_HD auto vector_at(const operands& v, int k) {
  if constexpr (n == 2) {
    return ff::ff2{v[k], v[k + 1]};
  } else if constexpr (n == 3) {
    return ff::ff3{v[k], v[k + 1], v[k + 2]};
  } else {
    return ff::ff4{v[k], v[k + 1], v[k + 2], v[k + 3]};
  }
}
FF_HD outcome parts(ff::ff2 a) { return {a.x, a.y}; }
FF_HD outcome parts(ff::ff3 a) { return {a.x, a.y, a.z}; }
FF_HD outcome parts(ff::ff4 a) { return {a.x, a.y, a.z, a.w}; }

/// Near q/d, if that is a number to be near to; else x.
FF_HD ff::ff_t near_quotient(random_bits& bits, approximation q, ff::ff_t d, ff::ff_t x) {
  const double c = ff::widen(d.hi()) != 0 ? to_double(q / approximation(d)) : 0;
  return fabs(c) > 0x1p-120 && fabs(c) < 0x1p120 ? make_near(bits, ff::ff_t(c), false) : x;
}

/// v[d] such that v[a] v[b] + v[c] v[d] almost vanishes, or the difference.
FF_HD operands almost_orthogonal(operands v, random_bits& bits, int a, int b, int c, int d, bool sum) {
  const approximation p = approximation(v[a]) * approximation(v[b]);
  v[d] = near_quotient(bits, sum ? -p : p, v[c], v[d]);
  return v;
}

template <int n>
struct dot : composite<2 * n, 1> {
  FF_HD static outcome run(const operands& v) { return ff::dot(vector_at<n>(v, 0), vector_at<n>(v, n)); }
  template <class N>
  FF_HD static void of(const N* v, N* r) {
    r[0] = v[0] * v[n];
    for (int i = 1; i < n; ++i) r[0] = r[0] + v[i] * v[n + i];
  }
  template <class N>
  FF_HD static void size(const N* v, N* s) {
    s[0] = abs(v[0] * v[n]);
    for (int i = 1; i < n; ++i) s[0] = s[0] + abs(v[i] * v[n + i]);
  }
  /// The last product almost cancels the others.
  FF_HD static operands cancel(operands v, random_bits& bits) {
    approximation s = approximation(v[0]) * approximation(v[n]);
    for (int i = 1; i < n - 1; ++i) s = s + approximation(v[i]) * approximation(v[n + i]);
    v[2 * n - 1] = near_quotient(bits, -s, v[n - 1], v[2 * n - 1]);
    return v;
  }
};

struct cross : composite<6, 3> {
  FF_HD static outcome run(const operands& v) {
    return parts(ff::cross(vector_at<3>(v, 0), vector_at<3>(v, 3)));
  }
  template <class N>
  FF_HD static void of(const N* v, N* r) {
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      r[i] = v[j] * v[3 + k] - v[k] * v[3 + j];
    }
  }
  template <class N>
  FF_HD static void size(const N* v, N* s) {
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      s[i] = abs(v[j] * v[3 + k]) + abs(v[k] * v[3 + j]);
    }
  }
  /// Almost parallel, or in one component so.
  FF_HD static operands cancel(operands v, random_bits& bits) {
    const std::uint64_t b = bits.next();
    v = almost_orthogonal(v, bits, 0, 4, 1, 3, false);
    return b & 1 ? almost_orthogonal(v, bits, 0, 5, 2, 3, false) : v;
  }
};

template <int n>
FF_HD operands not_zero(operands v) {
  bool zero = true;
  for (int k = 0; k < n; ++k) zero = zero && ff::equal(v[k].hi(), 0.0f);
  if (zero) v.x = ff::ff_t(0x1p-100f);
  return v;
}

/// Components of like size, where all words count.
template <int n>
FF_HD operands alike(operands v, random_bits& bits) {
  for (int k = 1; k < n; ++k) {
    if (bits.next() & 3) v[k] = make_near(bits, v.x, false);
  }
  return v;
}

template <int n>
struct length : composite<n, 1> {
  FF_HD static outcome run(const operands& v) { return ff::length(vector_at<n>(v, 0)); }
  template <class N>
  FF_HD static void of(const N* v, N* r) {
    r[0] = norm_of(v, n);
  }
  FF_HD static operands cancel(operands v, random_bits& bits) { return alike<n>(v, bits); }
};

struct hypot3 : length<3> {
  FF_HD static outcome run(const operands& v) { return ff::hypot(v.x, v.y, v.z); }
};

template <int n>
struct normalize : composite<n, n> {
  FF_HD static outcome run(const operands& v) { return parts(ff::normalize(vector_at<n>(v, 0))); }
  template <class N>
  FF_HD static void of(const N* v, N* r) {
    const N size = norm_of(v, n);
    for (int i = 0; i < n; ++i) r[i] = v[i] / size;
  }
  FF_HD static operands cancel(operands v, random_bits& bits) { return alike<n>(v, bits); }
  FF_HD static operands fit(operands v, random_bits&) { return not_zero<n>(v); }
};

template <class Add>
void for_each_vector_function(Add add) {
  const auto& rows = ff::bounds::small_vectors;
  add(dot<2>{}, "dot2", rows[0]);
  add(dot<3>{}, "dot3", rows[1]);
  add(dot<4>{}, "dot4", rows[2]);
  add(cross{}, "cross", rows[3]);
  add(length<2>{}, "length2", rows[4]);
  add(length<3>{}, "length3", rows[5]);
  add(length<4>{}, "length4", rows[6]);
  add(length<2>{}, "length2_underflow", rows[7]);
  add(length<3>{}, "length3_underflow", rows[8]);
  add(length<4>{}, "length4_underflow", rows[9]);
  add(normalize<2>{}, "normalize2", rows[10]);
  add(normalize<3>{}, "normalize3", rows[11]);
  add(normalize<4>{}, "normalize4", rows[12]);
  add(normalize<2>{}, "normalize2_wide", rows[13]);
  add(normalize<3>{}, "normalize3_wide", rows[14]);
  add(normalize<4>{}, "normalize4_wide", rows[15]);
  add(hypot3{}, "hypot3", ff::bounds::euclidean_lengths[4]);
  add(hypot3{}, "hypot3_underflow", ff::bounds::euclidean_lengths[5]);
}

}  // namespace accuracy::vec
