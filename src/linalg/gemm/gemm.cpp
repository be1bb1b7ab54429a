// gemm on the host: the definition, with sums of 128 bits.
#include <algorithm>
#include <vector>

#include "../machine/memory.hpp"
#include "../machine/threads.hpp"
#include "balance.hpp"
#include "fixed_point.hpp"
#include "gemm_arguments.hpp"

namespace ff::linalg {
namespace detail {
namespace {

/// Vectors of `length` numbers as integers, each with its scale.
struct integer_rows {
  const int32* scale;
  const int64* elements;
};

size_t bytes_of(int64 rows, int64 length) {
  return (static_cast<size_t>(rows) * sizeof(int32) + 7) / 8 * 8 +
         static_cast<size_t>(rows) * static_cast<size_t>(length) * sizeof(int64);
}

/// x(i, h) is element h of vector i.
template <class F>
integer_rows split(int64 rows, int64 length, F x, int moduli_count, int threads, void* memory) {
  const norm_limit limit = norm_limit_of(moduli_count);
  auto* const scale = static_cast<int32*>(memory);
  auto* const elements = reinterpret_cast<int64*>(static_cast<char*>(memory) + bytes_of(rows, 0));
  each_index(rows, threads, [&](int64 i) {
    uint32 magnitude = 0;
    for (int64 h = 0; h < length; ++h) magnitude = std::max(magnitude, magnitude_bits_of(x(i, h).hi()));
    const uint32 largest = exponent_field(magnitude);
    uint64 sum = 0;
    if (largest != not_finite)
      for (int64 h = 0; h < length; ++h) sum += squared_term(x(i, h).hi(), largest);
    const int32 s = scale_of(largest, sum, limit);
    scale[i] = s;
    const scale_factors f = factors_of(s == poisoned ? 0 : s);
    int64* const to = elements + i * length;
    for (int64 h = 0; h < length; ++h) to[h] = s == poisoned ? 0 : to_integer(x(i, h), f);
  });
  return {scale, elements};
}

/// The rows of a matrix, as they were prepared or in `memory`.
integer_rows rows_of(const matrix_view<const ff_t>& m, const prepared_matrix* ready, int moduli_count,
                     int threads, std::vector<uint64>& memory) {
  if (ready != nullptr) {
    const auto* const from = static_cast<const char*>(ready->memory);
    return {reinterpret_cast<const int32*>(from), reinterpret_cast<const int64*>(from + bytes_of(m.rows, 0))};
  }
  memory.resize(bytes_of(m.rows, m.columns) / 8);
  return split(
      m.rows, m.columns, [&](int64 i, int64 h) { return m(i, h); }, moduli_count, threads, memory.data());
}

__extension__ using integer128 = __int128;

ff_t rounded(integer128 y, int32 exponent) {
  const bool negative = y < 0;
  const wide m = negative ? wide{0} - static_cast<wide>(y) : static_cast<wide>(y);
  return to_pair(static_cast<uint64>(m >> 64), static_cast<uint64>(m), negative, exponent);
}

void multiply(const gemm_arguments& g, int threads) {
  const int count = moduli_of(g.options.length);
  std::vector<uint64> memory_a, memory_b;
  const integer_rows a = rows_of(g.a, g.ready_a, count, threads, memory_a),
                     b = rows_of(g.b.transposed(), g.ready_b, count, threads, memory_b);
  const int64 k = g.a.columns;
  each_index(g.c.rows, threads, [&](int64 i) {
    const int64* const x = a.elements + i * k;
    const int32 s = a.scale[i];
    for (int64 j = 0; j < g.c.columns; ++j) {
      const int64* const y = b.elements + j * k;
      const int32 t = b.scale[j];
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

// ---------------------------------------------------------------- complex products

float head_of(complex z, bool imaginary) { return (imaginary ? z.imag() : z.real()).hi(); }

/// Element (i, j) of A B where its row or column has an infinity or NaN.
complex poisoned_element(const complex_arguments& g, int64 i, int64 j) {
  const auto sum = [&](bool imaginary) {
    return poisoned_sum(
        2 * g.a.columns,
        [&](int64 h) {
          const float head = head_of(g.a(i, h / 2), (h % 2 != 0) != imaginary);
          return h % 2 != 0 && !imaginary ? -head : head;
        },
        [&](int64 h) { return head_of(g.b(h / 2, j), h % 2 != 0); });
  };
  return {sum(false), sum(true)};
}

void multiply(const complex_arguments& g, int threads) {
  const int count = moduli_of(g.options.length);
  const int64 m = g.c.rows, n = g.c.columns, k = g.a.columns;
  const auto component = [](complex z, int64 h) { return h % 2 != 0 ? z.imag() : z.real(); };
  std::vector<uint64> memory_a(bytes_of(m, 2 * k) / 8), memory_b(bytes_of(n, 2 * k) / 8);
  const integer_rows a = split(
      m, 2 * k, [&](int64 i, int64 h) { return component(g.a(i, h / 2), h); }, count, threads,
      memory_a.data());
  const integer_rows b = split(
      n, 2 * k, [&](int64 j, int64 h) { return component(g.b(h / 2, j), h); }, count, threads,
      memory_b.data());
  each_index(m, threads, [&](int64 i) {
    const int64* const x = a.elements + i * 2 * k;
    for (int64 j = 0; j < n; ++j) {
      const int64* const y = b.elements + j * 2 * k;
      const int32 s = a.scale[i], t = b.scale[j];
      complex product;
      if (s == poisoned || t == poisoned) {
        product = poisoned_element(g, i, j);
      } else {
        integer128 re = 0, im = 0;
        for (int64 h = 0; h < 2 * k; h += 2) {
          re += static_cast<integer128>(x[h]) * y[h] - static_cast<integer128>(x[h + 1]) * y[h + 1];
          im += static_cast<integer128>(x[h + 1]) * y[h] + static_cast<integer128>(x[h]) * y[h + 1];
        }
        product = {rounded(re, -s - t), rounded(im, -s - t)};
      }
      g.c(i, j) = updated(g.alpha, product, g.beta, [&] { return g.c(i, j); });
    }
  });
}

void scale_result(const complex_arguments& g, int threads) {
  each_index(g.c.rows, threads, [&](int64 i) {
    for (int64 j = 0; j < g.c.columns; ++j)
      g.c(i, j) = updated(complex(1.0f), complex(0.0f), g.beta, [&] { return g.c(i, j); });
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

size_t prepared_bytes(int64 rows, int64 columns) {
  return rows < 0 || columns < 0 ? 0
                                 : detail::bytes_of(std::max(rows, columns), 0) +
                                       detail::bytes_of(rows, columns) - detail::bytes_of(rows, 0);
}

status prepare(const matrix_view<const ff_t>& m, factor is, const gemm_options& options, void* memory,
               size_t bytes, prepared_matrix& to) {
  if (const status s = detail::checked(m, is, options); !s.ok()) return s;
  if (options.threads < 0) return {fault::option, "prepare: expected a number of threads of at least 0"};
  if (bytes < prepared_bytes(m.rows, m.columns))
    return {fault::workspace, "prepare: expected memory of prepared_bytes(rows, columns)"};
  if (bytes > 0 && (memory == nullptr || reinterpret_cast<size_t>(memory) % 8 != 0))
    return {fault::workspace, "prepare: expected memory aligned to 8 bytes"};
  const matrix_view<const ff_t> rows = is == factor::left ? m : m.transposed();
  return detail::with_memory("prepare: expected memory for threads", [&] {
    detail::split(
        rows.rows, rows.columns, [&](int64 i, int64 h) { return rows(i, h); },
        detail::moduli_of(options.length), detail::threads_for(options.threads), memory);
    to = {m, is, options.length, detail::split_form::integers, memory};
    return status();
  });
}

status gemm_batched(int64 count, ff_t alpha, const operand& a, int64 stride_a, const operand& b,
                    int64 stride_b, ff_t beta, matrix_view<ff_t> c, int64 stride_c,
                    const gemm_options& options) {
  const detail::gemm_arguments all =
      detail::arguments_of(count, alpha, a, stride_a, b, stride_b, beta, c, stride_c, options);
  const status s = checked(all);
  if (!s.ok() || c.rows == 0 || c.columns == 0) return s;
  for (const prepared_matrix* ready : {all.ready_a, all.ready_b})
    if (ready != nullptr && ready->form != detail::split_form::integers)
      return {fault::option, "gemm: expected an operand prepared on the host"};
  const int threads = detail::threads_for(options.threads);
  return detail::with_memory("gemm: expected 8 bytes of memory for each element of A and of B", [&] {
    status said;
    for (int64 p = 0; p < count && said.ok(); ++p) {
      const detail::gemm_arguments one = of_batch(all, p);
      if (!one.multiplies())
        detail::scale_result(one, threads);
      else if (detail::is_balanced(options))
        said = detail::multiply_balanced(one);
      else
        detail::multiply(one, threads);
    }
    return said;
  });
}

status gemm(ff_t alpha, const operand& a, const operand& b, ff_t beta, matrix_view<ff_t> c,
            const gemm_options& options) {
  return gemm_batched(1, alpha, a, 0, b, 0, beta, c, 0, options);
}

status gemm(complex alpha, matrix_view<const complex> a, matrix_view<const complex> b, complex beta,
            matrix_view<complex> c, const gemm_options& options) {
  detail::complex_arguments g{alpha, a, b, beta, c};
  g.options = options;
  const status s = checked(g);
  if (!s.ok() || c.rows == 0 || c.columns == 0) return s;
  const int threads = detail::threads_for(options.threads);
  return detail::with_memory("gemm: expected 16 bytes of memory for each element of A and of B", [&] {
    if (g.multiplies())
      detail::multiply(g, threads);
    else
      detail::scale_result(g, threads);
    return status();
  });
}

}  // namespace ff::linalg
