// Elements of matrices that the factorisations copy, scale and look at; for host and device.
#pragma once

#include <ff/operators.hpp>

#include "../blas/orders.hpp"
#include "../machine/memory.hpp"

namespace ff::linalg::detail::factor {

using detail::memory_expected;
using matrix = matrix_view<ff_t>;
using matrix_read = matrix_view<const ff_t>;

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

/// Raises *at to `to`.
FF_HD void raise(int32* at, int32 to) {
#if defined(__CUDA_ARCH__)
  if (*at < to) ::atomicMax(at, to);  // it only grows, so an old value costs a call and no more
#else
  if (*at < to) *at = to;
#endif
}

/// Raises bits[j] to those of the largest |head| of column j.
struct sizes_of_columns {
  matrix_read a;
  int32* bits;
  FF_HD void operator()(int64 i, int64 j) const {
    raise(bits + j, static_cast<int32>(magnitude_bits_of(a(i, j).hi())));
  }
};

/// Columns are factored at this exponent: a remainder whose norm is whole may be 2^-140 of its column, and
/// squares do not overflow.
inline constexpr int32 column_exponent = 40;

/// The exponent that brings a column, whose largest head has these bits, to column_exponent; 0 for zeros.
FF_HD int32 scale_of_column(int32 bits) {
  return bits == 0 ? 0 : column_exponent - exponent_of_bits(static_cast<uint32>(bits));
}

/// Each column at its own scale.
struct columns_scaled {
  matrix_read from;
  matrix to;
  const int32* bits;
  FF_HD void operator()(int64 i, int64 j) const { to(i, j) = ldexp(from(i, j), scale_of_column(bits[j])); }
};
/// The upper triangle, its columns times 2^e at their own scale again.  Below it `to` keeps its elements, or
/// gets zeros.
struct upper_of_columns {
  matrix_read from;
  matrix to;
  const int32* bits;
  int32 e;
  bool zeros;
  FF_HD void operator()(int64 i, int64 j) const {
    if (j >= i)
      to(i, j) = ldexp(from(i, j), e - scale_of_column(bits[j]));
    else if (zeros)
      to(i, j) = 0.0f;
  }
};

struct zero_entries {
  int32* at;
  FF_HD void operator()(int64 i, int64) const { at[i] = 0; }
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

/// Returns whether a matrix is finite, and scale_for its largest element.
template <class Machine>
int32 scale_of(Machine& on, const matrix_read& a, const char* not_finite_text) {
  const uint32 most = on.largest(a.rows, a.columns, magnitude_of_elements{a});
  if (exponent_field(most) != not_finite) return scale_for(most);
  on.fail({fault::numeric, not_finite_text});
  return 0;
}

/// The bits of the largest |head| of each column of A.
template <class Machine>
const int32* sizes_of(Machine& on, const matrix_read& a) {
  auto* const bits = on.template take<int32>(a.columns);
  on.each(a.columns, 1, zero_entries{bits});
  on.each(a.rows, a.columns, sizes_of_columns{a, bits});
  return bits;
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
