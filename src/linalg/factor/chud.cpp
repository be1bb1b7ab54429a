// The Cholesky factor after a rank-one update, by plane rotations as LINPACK's dchud, row by row.
//
// Rotation k turns (l_kk, x_k) into (r, 0).  Every row below takes the same rotation, so a row needs those of
// the rows above, and is read and written once.
//
// The bound: c and s err by 9 u^2 (hypot 4, division 5), a product by 4 and a fused sum by 6.5.  So a
// rotation errs by 19.5 u^2 (|c| + |s|) |(l, x)|, which is at most 27.6 u^2 |(l, x)|, and the row's norm
// sqrt(b_ii) does not change.  After n rotations of two rows this makes 56 n u^2 sqrt(b_ii b_jj).
#include <vector>

#include "../machine/memory.hpp"
#include "geqrf.hpp"

namespace ff::linalg {
namespace {

struct rotation {
  ff_t c = 1.0f, s = 0.0f, r = 0.0f;
};

// Turns (l, x) into (r, 0).  Both are scaled by one power of two, which changes neither c nor s: a pivot may
// be tiny beside its row, and low words that underflow would leave c^2 + s^2 far from 1.
rotation rotation_of(ff_t l, ff_t x) {
  if (x == 0.0f) return {signbit(l) ? -1.0f : 1.0f, 0.0f, abs(l)};
  const int e = ilogb(fmax(abs(l), abs(x)));
  const ff_t scaled_l = ldexp(l, -e), scaled_x = ldexp(x, -e), r = hypot(scaled_l, scaled_x);
  return {scaled_l / r, scaled_x / r, ldexp(r, e)};
}

status checked_update(const matrix_view<ff_t>& l, const vector_view<const ff_t>& x) {
  if (l.rows != l.columns) return {fault::shape, "cholesky_update: expected as many rows of L as columns"};
  if (x.size != l.rows) return {fault::shape, "cholesky_update: expected as many elements of x as rows of L"};
  return detail::first_fault(detail::checked_matrix(l), detail::checked_vector(x), detail::checked_result(l));
}

bool finite_lower(const matrix_view<ff_t>& l, const vector_view<const ff_t>& x) {
  bool finite = true;
  for (int64 i = 0; i < l.rows; ++i) {
    finite = finite && isfinite(x(i));
    for (int64 j = 0; j <= i; ++j) finite = finite && isfinite(l(i, j));
  }
  return finite;
}

}  // namespace

status cholesky_update(matrix_view<ff_t> l, vector_view<const ff_t> x) {
  if (const status s = checked_update(l, x); !s) return s;
  return detail::with_memory(detail::factor::memory_expected, [&]() -> status {
    if (!finite_lower(l, x)) return {fault::numeric, "cholesky_update: expected finite elements"};
    std::vector<rotation> above;
    above.reserve(static_cast<size_t>(l.rows));
    bool finite = true;
    for (int64 i = 0; i < l.rows; ++i) {
      ff_t x_i = x(i);
      for (int64 k = 0; k < i; ++k) {
        const auto [c, s, r] = above[static_cast<size_t>(k)];
        const ff_t l_ik = l(i, k);
        l(i, k) = fma(c, l_ik, s * x_i);
        x_i = fma(c, x_i, -(s * l_ik));
        finite = finite && isfinite(l(i, k));
      }
      above.push_back(rotation_of(l(i, i), x_i));
      l(i, i) = above.back().r;
      finite = finite && isfinite(l(i, i));
    }
    if (!finite) return {fault::overflow, "cholesky_update: an element of L is beyond the range of float"};
    return {};
  });
}

}  // namespace ff::linalg
