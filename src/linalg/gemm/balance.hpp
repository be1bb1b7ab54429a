// Powers of two for rows, columns and the inner dimension of a product, for host and device.
//
// (A B)_ij = 2^(-r_i - c_j) sum_h (2^(r_i - d_h) a_ih) (2^(c_j + d_h) b_hj): d brings the largest head of
// column h of A and that of row h of B together, r and c bring the largest head of a row and of a column to
// [1, 2).
#pragma once

#include "fixed_point.hpp"
#include "gemm_arguments.hpp"

namespace ff::linalg::detail {

/// Marks a line of zeros: it is below every exponent field.  memset with bytes 0x80 writes it.
inline constexpr int32 no_field = static_cast<int32>(0x80808080u);
/// Marks a line with an infinity or NaN.
inline constexpr int32 poisoned_field = 0x7fffffff;
/// d_h where column h of A, or row h of B, has no finite number but 0: every finite product is 0.
inline constexpr int32 dropped = -32768;

/// The exponent field of a head less its column's shift; no_field where it does not count.
FF_HD constexpr int32 shifted_field(float head, int32 shift) {
  const uint32 field = exponent_field(magnitude_bits_of(head));
  if (field == not_finite) return poisoned_field;
  return field == 0 || shift == dropped ? no_field : static_cast<int32>(field) - shift;
}
/// Without a shift, and without what is not finite.
FF_HD constexpr int32 finite_field(float head) {
  const int32 field = shifted_field(head, 0);
  return field == poisoned_field ? no_field : field;
}

/// d_h by the largest fields of A's column h and B's row h.
FF_HD constexpr int32 inner_shift(int32 of_a, int32 of_b) {
  return of_a == no_field || of_b == no_field ? dropped : (of_a - of_b) >> 1;
}

/// The shift of row h of B that undoes the shift d of column h of A.
FF_HD constexpr int32 opposite_shift(int32 d) { return d == dropped ? dropped : -d; }

/// r_i, or c_j, by the largest shifted field.
FF_HD constexpr int32 outer_shift(int32 largest) {
  return largest == no_field ? 0 : largest == poisoned_field ? poisoned : 127 - largest;
}

/// An element of the balanced row: 2^(outer - inner) x, 0 in rows and columns that have none.
FF_HD constexpr ff_t balanced(ff_t x, int32 outer, int32 inner) {
  return outer == poisoned || inner == dropped ? ff_t(0.0f) : ldexp(x, outer - inner);
}

/// (A B)_ij by the product of the balanced rows.  r and c of poisoned ones do not matter.
FF_HD constexpr ff_t unbalanced(ff_t product, int32 r, int32 c) { return ldexp(product, -r - c); }

/// The options of the product of the balanced matrices.
inline gemm_options of_balanced(gemm_options o) {
  if (o.componentwise) o.length = accuracy::proved;
  o.balance = o.componentwise = false;
  return o;
}

/// One product with gemm_options::balance or componentwise, on the host.
status multiply_balanced(const gemm_arguments& g);

}  // namespace ff::linalg::detail
