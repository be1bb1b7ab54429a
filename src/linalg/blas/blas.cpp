// BLAS on the host: the orders of orders.hpp, one thread a row or column.
#include <ff/linalg/blas.hpp>
#include <ff/reduce/host.hpp>
#include <vector>

#include "../machine/memory.hpp"
#include "../machine/threads.hpp"
#include "orders.hpp"

namespace ff::linalg {
namespace detail {
namespace {

constexpr const char* copy_expected = "blas: expected memory for a copy of a vector";

/// v's elements, one after the other: where they are, or copied there.
class consecutive {
 public:
  explicit consecutive(const vector_view<const ff_t>& v) : first_(v.data) {
    if (v.stride == 1 || v.size <= 1) return;
    copy_.resize(static_cast<std::size_t>(v.size));
    for (int64 i = 0; i < v.size; ++i) copy_[static_cast<std::size_t>(i)] = v(i);
    first_ = copy_.data();
  }
  const ff_t* data() const { return first_; }

 private:
  std::vector<ff_t> copy_;
  const ff_t* first_;
};

/// The total of the products first ... last - 1 of a row, a chunk of them.
ff_t chunk_of_row(const vector_view<const ff_t>& a, const vector_view<const ff_t>& x, int64 first,
                  int64 last) {
  constexpr int64 lanes = row_shape::lanes;
  accumulator lane[lanes];
  int64 row = 0;
  for (int64 start = first; start < last; start += lanes, ++row) {
    const int64 used = std::min(lanes, last - start);
    for (int64 l = 0; l < used; ++l) lane[l].add_product(a(start + l), x(start + l));
    if (row % row_shape::batch == row_shape::batch - 1)
      for (accumulator& l : lane) l.renormalize();
  }
  ff_t total[lanes];
  for (int64 l = 0; l < lanes; ++l) total[l] = lane[l].result();
  for (int64 width = lanes / 2; width > 0; width /= 2)
    for (int64 l = 0; l < width; ++l) total[l] = add22(total[2 * l], total[2 * l + 1]);
  return total[0];
}

ff_t sum_of_row(const vector_view<const ff_t>& a, const vector_view<const ff_t>& x) {
  const row_shape shape(a.size);
  ff::detail::chunk_tree tree;
  for (int64 chunk = 0; chunk < shape.chunks; ++chunk) {
    const int64 first = chunk * shape.chunk_length();
    tree.add(chunk_of_row(a, x, first, std::min(a.size, first + shape.chunk_length())));
  }
  return tree.total();
}

/// A x = x for at most 64 rows of a lower triangle.
void substitute(diagonal ones, const matrix_view<const ff_t>& a, const vector_view<ff_t>& x) {
  for (int64 i = 0; i < x.size; ++i) {
    accumulator sum(x(i));
    for (int64 h = 0; h < i; ++h) {
      sum.add_product(-a(i, h), x(h));
      if (h % row_shape::batch == row_shape::batch - 1) sum.renormalize();
    }
    const ff_t r = sum.result();
    x(i) = settled(ones == diagonal::unit ? r : r / a(i, i));
  }
}

/// x less the products of a row with the solutions, as a sum of its own (orders.hpp).
ff_t with_near_columns(ff_t rest, const vector_view<const ff_t>& a, const vector_view<const ff_t>& x) {
  accumulator sum;
  for (int64 h = 0; h < a.size; ++h) {
    sum.add_product(-a(h), x(h));
    if (h % row_shape::batch == row_shape::batch - 1) sum.renormalize();
  }
  return add22(rest, sum.result());
}

}  // namespace
}  // namespace detail

status axpy(ff_t alpha, vector_view<const ff_t> x, vector_view<ff_t> y) {
  if (const status s = detail::checked_axpy(x, y); !s) return s;
  for (int64 i = 0; i < y.size; ++i) y(i) = detail::settled(fma(alpha, x(i), y(i)));
  return {};
}

status scal(ff_t alpha, vector_view<ff_t> x) {
  if (const status s = detail::checked_scal(x); !s) return s;
  for (int64 i = 0; i < x.size; ++i) x(i) = detail::settled(alpha * x(i));
  return {};
}

status dot(vector_view<const ff_t> x, vector_view<const ff_t> y, ff_t* result) {
  if (const status s = detail::checked_dot(x, y, result); !s) return s;
  return detail::with_memory(detail::copy_expected, [&] {
    const detail::consecutive a(x), b(y);
    *result = ff::dot(static_cast<size_t>(x.size), a.data(), b.data());
    return status();
  });
}

status nrm2(vector_view<const ff_t> x, ff_t* result) {
  if (const status s = detail::checked_dot(x, x, result); !s) return s;
  return detail::with_memory(detail::copy_expected, [&] {
    const auto n = static_cast<size_t>(x.size);
    const detail::consecutive a(x);
    const ff_t norm = ff::nrm2(n, a.data());
    *result = detail::norm_too_small(norm)   ? ff::detail::reduce<detail::small_nrm2>(n, a.data(), a.data())
              : detail::norm_too_large(norm) ? ff::detail::reduce<detail::large_nrm2>(n, a.data(), a.data())
                                             : norm;
    return status();
  });
}

status gemv(ff_t alpha, matrix_view<const ff_t> a, vector_view<const ff_t> x, ff_t beta, vector_view<ff_t> y,
            int threads) {
  if (const status s =
          detail::first_fault(detail::checked_gemv(alpha, a, x, y), detail::checked_threads(threads));
      !s)
    return s;
  const bool multiplies = a.columns > 0 && !(alpha == 0.0f);
  detail::each_index(y.size, detail::threads_for(threads), [&](int64 i) {
    const ff_t total = multiplies ? detail::sum_of_row(a.row(i), x) : ff_t(0.0f);
    y(i) = detail::finished_row(multiplies ? alpha : ff_t(1.0f), total, beta, [&] { return y(i); });
  });
  return {};
}

status ger(ff_t alpha, vector_view<const ff_t> x, vector_view<const ff_t> y, matrix_view<ff_t> a,
           int threads) {
  if (const status s = detail::first_fault(detail::checked_ger(x, y, a), detail::checked_threads(threads));
      !s)
    return s;
  detail::each_index(a.rows, detail::threads_for(threads), [&](int64 i) {
    const ff_t alpha_x = alpha * x(i);
    for (int64 j = 0; j < a.columns; ++j) a(i, j) = detail::rank_one(alpha_x, y(j), a(i, j));
  });
  return {};
}

status trsv(triangle half, diagonal ones, matrix_view<const ff_t> a, vector_view<ff_t> x, int threads) {
  if (const status s =
          detail::first_fault(detail::checked_trsv(half, ones, a, x), detail::checked_threads(threads));
      !s)
    return s;
  if (half == triangle::upper) {
    a = a.reversed();
    x = x.reversed();
  }
  constexpr int64 block = detail::block_rows, most_near = detail::near_blocks * block;
  for (int64 first = 0; first < x.size; first += block) {
    const int64 rows = std::min(block, x.size - first), near = std::min(first, most_near), far = first - near;
    const vector_view<ff_t> of_block = x.part(first, rows);
    if (far > 0) {
      const status s = gemv(-1.0f, a.block(first, 0, rows, far), x.part(0, far), 1.0f, of_block, threads);
      if (!s) return s;
    }
    for (int64 i = 0; i < rows && near > 0; ++i)
      of_block(i) =
          detail::with_near_columns(of_block(i), a.row(first + i).part(far, near), x.part(far, near));
    detail::substitute(ones, a.block(first, first, rows, rows), of_block);
  }
  return {};
}

status trsm(triangle half, diagonal ones, ff_t alpha, matrix_view<const ff_t> a, matrix_view<ff_t> b,
            const gemm_options& options) {
  if (const status s = detail::checked_trsm(half, ones, a, b, options); !s) return s;
  if (b.columns == 0) return {};
  if (half == triangle::upper) {
    a = a.reversed();
    b = b.reversed();
  }
  const int threads = detail::threads_for(options.threads);
  if (!(alpha == 1.0f))
    detail::each_index(b.columns, threads, [&](int64 j) {
      for (int64 i = 0; i < b.rows; ++i) b(i, j) = detail::settled(alpha * b(i, j));
    });
  return detail::solve_halves(
      0, b.rows,
      [&](int64 first, int64 rows) {
        detail::each_index(b.columns, threads, [&](int64 j) {
          detail::substitute(ones, a.block(first, first, rows, rows), b.column(j).part(first, rows));
        });
        return status();
      },
      [&](int64 from, int64 of, int64 rows) {
        return gemm(-1.0f, a.block(of, from, rows, of - from), b.block(from, 0, of - from, b.columns), 1.0f,
                    b.block(of, 0, rows, b.columns), detail::of_solution(options));
      });
}

double gemv_bound(int64 k) {
  using lane_of = reductions::dot<ff_t>;
  const detail::row_shape shape(k);
  const int64 most = (k + shape.lanes - 1) / shape.lanes, rows = std::min(most, shape.rows);
  int levels = 6;  // of 64 lanes
  while (int64{64} << (levels - 6) < 64 * shape.chunks) ++levels;
  const double lane = static_cast<double>(rows / shape.batch) * lane_of::lane_error(shape.batch) +
                      lane_of::lane_error(static_cast<double>(rows % shape.batch));
  return (lane + 2 * levels) * 1.04;  // the terms in u^3 and beyond
}

double trsv_bound(int64 n) {
  constexpr int64 block = detail::block_rows, most_near = detail::near_blocks * block;
  const int64 before = n > 0 ? (n - 1) / block * block : 0, near = std::min(before, most_near),
              far = before - near;
  const double batch = reductions::dot<ff_t>::lane_error(8);
  double sum = static_cast<double>(std::min(n, block)) / 8 * batch + 5;
  if (near > 0) sum += static_cast<double>(near) / 8 * batch + 2;
  if (far > 0) sum += gemv_bound(far) + 2;
  return 2 * sum;
}

}  // namespace ff::linalg
