// gemm on the host: the definition, with sums of 128 bits.
#include <algorithm>
#include <new>
#include <stdexcept>
#include <vector>

#include "arguments.hpp"
#include "balance.hpp"
#include "fixed_point.hpp"
#include "threads.hpp"

namespace ff::linalg {
namespace detail {
namespace {

/// The rows of a matrix as integers.
struct integer_rows {
  std::vector<int32> scale;
  std::vector<int64> elements;

  integer_rows(matrix_view<const ff_t> m, const norm_limit& limit, int threads)
      : scale(static_cast<std::size_t>(m.rows)), elements(static_cast<std::size_t>(m.rows * m.columns)) {
    each_index(m.rows, threads, [&](int64 i) {
      uint32 magnitude = 0;
      for (int64 h = 0; h < m.columns; ++h) magnitude = std::max(magnitude, magnitude_bits_of(m(i, h).hi()));
      const uint32 largest = exponent_field(magnitude);
      uint64 sum = 0;
      if (largest != not_finite)
        for (int64 h = 0; h < m.columns; ++h) sum += squared_term(m(i, h).hi(), largest);
      const int32 s = scale_of(largest, sum, limit);
      scale[static_cast<std::size_t>(i)] = s;
      if (s == poisoned) return;
      const scale_factors f = factors_of(s);
      int64* const to = elements.data() + i * m.columns;
      for (int64 h = 0; h < m.columns; ++h) to[h] = to_integer(m(i, h), f);
    });
  }
};

__extension__ using integer128 = __int128;

ff_t rounded(integer128 y, int32 exponent) {
  const bool negative = y < 0;
  const wide m = negative ? wide{0} - static_cast<wide>(y) : static_cast<wide>(y);
  return to_pair(static_cast<uint64>(m >> 64), static_cast<uint64>(m), negative, exponent);
}

void multiply(const gemm_arguments& g, int threads) {
  const int count = moduli_of(g.options.length);
  const norm_limit limit = norm_limit_of(count);
  const integer_rows a(g.a, limit, threads), b(g.b.transposed(), limit, threads);
  const int64 k = g.a.columns;
  each_index(g.c.rows, threads, [&](int64 i) {
    const int64* const x = a.elements.data() + i * k;
    const int32 s = a.scale[static_cast<std::size_t>(i)];
    for (int64 j = 0; j < g.c.columns; ++j) {
      const int64* const y = b.elements.data() + j * k;
      const int32 t = b.scale[static_cast<std::size_t>(j)];
      ff_t product;
      if (s == poisoned || t == poisoned) {
        product = poisoned_sum(
            k, [&](int64 h) { return g.a(i, h).hi(); }, [&](int64 h) { return g.b(h, j).hi(); });
      } else {
        integer128 sum = 0;
        for (int64 h = 0; h < k; ++h) sum += static_cast<integer128>(x[h]) * y[h];
        product = rounded(sum, -s - t);
      }
      g.c(i, j) = updated(g.alpha, product, g.beta, [&] { return g.c(i, j); });
    }
  });
}

void scale_result(const gemm_arguments& g, int threads) {
  each_index(g.c.rows, threads, [&](int64 i) {
    for (int64 j = 0; j < g.c.columns; ++j)
      g.c(i, j) = updated(1.0f, 0.0f, g.beta, [&] { return g.c(i, j); });
  });
}

}  // namespace
}  // namespace detail

status gemm_batched(int64 count, ff_t alpha, matrix_view<const ff_t> a, int64 stride_a,
                    matrix_view<const ff_t> b, int64 stride_b, ff_t beta, matrix_view<ff_t> c, int64 stride_c,
                    const gemm_options& options) {
  const detail::gemm_arguments all{count, alpha, a, stride_a, b, stride_b, beta, c, stride_c, options};
  const status s = checked(all);
  if (!s.ok() || c.rows == 0 || c.columns == 0) return s;
  const int threads = detail::threads_for(options.threads);
  try {
    for (int64 p = 0; p < count; ++p) {
      const detail::gemm_arguments one = of_batch(all, p);
      if (one.multiplies() && detail::is_balanced(options)) {
        if (const status of_one = detail::multiply_balanced(one); !of_one) return of_one;
      } else if (one.multiplies()) {
        detail::multiply(one, threads);
      } else {
        detail::scale_result(one, threads);
      }
    }
  } catch (const std::bad_alloc&) {
    return {fault::memory, "gemm: expected 8 bytes of memory for each element of A and of B"};
  } catch (const std::length_error&) {
    return {fault::memory, "gemm: expected 8 bytes of memory for each element of A and of B"};
  }
  return {};
}

status gemm(ff_t alpha, matrix_view<const ff_t> a, matrix_view<const ff_t> b, ff_t beta, matrix_view<ff_t> c,
            const gemm_options& options) {
  return gemm_batched(1, alpha, a, 0, b, 0, beta, c, 0, options);
}

}  // namespace ff::linalg
