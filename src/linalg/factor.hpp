// Elements of matrices that the factorisations copy, scale and look at; for host and device.
#pragma once

#include <ff/operators.hpp>

#include "blas.hpp"
#include "memory.hpp"

namespace ff::linalg::detail::factor {

using matrix = matrix_view<ff_t>;
using matrix_read = matrix_view<const ff_t>;

inline constexpr const char* memory_expected = "expected memory for a copy of the matrix";

/// Where no pivot failed.
inline constexpr int32 no_pivot = 0x7fffffff;

/// The bits of |head|: the largest of them tells infinities and NaN.
struct magnitude_of_elements {
  matrix_read a;
  FF_HD uint32 operator()(int64 i, int64 j) const { return magnitude_bits_of(a(i, j).hi()); }
};

/// to = 2^e from.
struct scaled_elements {
  matrix_read from;
  matrix to;
  int32 e;
  FF_HD void operator()(int64 i, int64 j) const { to(i, j) = e == 0 ? from(i, j) : ldexp(from(i, j), e); }
};

/// The lower triangle of a matrix, zeros above.
struct lower_of {
  matrix_read from;
  matrix to;
  FF_HD void operator()(int64 i, int64 j) const { to(i, j) = j <= i ? from(i, j) : ff_t(0.0f); }
};
/// The upper triangle, times 2^e, zeros below.
struct upper_of {
  matrix_read from;
  matrix to;
  int32 e;
  FF_HD void operator()(int64 i, int64 j) const {
    to(i, j) = j < i ? ff_t(0.0f) : e == 0 ? from(i, j) : ldexp(from(i, j), e);
  }
};

/// The upper triangle times 2^e, in place.
struct scaled_upper {
  matrix a;
  int32 e;
  FF_HD void operator()(int64 i, int64 j) const {
    if (j >= i) a(i, j) = ldexp(a(i, j), e);
  }
};

struct identity_of {
  matrix a;
  FF_HD void operator()(int64 i, int64 j) const { a(i, j) = i == j ? 1.0f : 0.0f; }
};

/// *place = value.
template <class T>
struct set_to {
  T* place;
  T value;
  FF_HD void operator()(int64, int64) const { *place = value; }
};

/// The sum of products x_h y_h, 0 <= h < n, onto a start: in order, renormalised after every eighth.
FF_ANY_CALLEE
template <class X, class Y>
FF_HD ff_t sum_onto(ff_t start, int64 n, X x, Y y) {
  accumulator sum(start);
  for (int64 h = 0; h < n; ++h) {
    sum.add_product(x(h), y(h));
    if (h % row_shape::batch == row_shape::batch - 1) sum.renormalize();
  }
  return sum.result();
}

/// The exponent that brings the largest element, of these bits, to [1, 2); 0 where it is within 2^30 of that.
inline int32 scale_for(uint32 most) {
  const int32 e = most == 0 ? 0 : 127 - static_cast<int32>(exponent_field(most));
  return e > 30 || e < -30 ? e : 0;
}

/// Whether a matrix is finite, and scale_for its largest element.
template <class Machine>
int32 scale_of(Machine& on, const matrix_read& a, const char* not_finite_text) {
  const uint32 most = on.largest(a.rows, a.columns, magnitude_of_elements{a});
  if (exponent_field(most) != not_finite) return scale_for(most);
  on.fail({fault::numeric, not_finite_text});
  return 0;
}

/// 2^e A: a copy, where e is not 0.
template <class Machine>
matrix_read scaled_copy(Machine& on, const matrix_read& a, int32 e) {
  if (e == 0) return a;
  const matrix copy = on.matrix(a.rows, a.columns);
  on.each(a.rows, a.columns, scaled_elements{a, copy, e});
  return copy;
}

}  // namespace ff::linalg::detail::factor
