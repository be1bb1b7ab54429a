// gemm_options::balance and componentwise on the host: balanced copies, their product, and back.
#include "balance.hpp"

#include <vector>

#include "../machine/threads.hpp"
#include "componentwise.hpp"

namespace ff::linalg::detail {
namespace {

std::size_t at(int64 i) { return static_cast<std::size_t>(i); }

/// The largest finite field of each column.
std::vector<int32> fields_of_columns(const matrix_view<const ff_t>& m, int threads) {
  std::vector<int32> largest(at(m.columns), no_field);
  each_index(m.columns, threads, [&](int64 h) {
    for (int64 i = 0; i < m.rows; ++i) largest[at(h)] = std::max(largest[at(h)], finite_field(m(i, h).hi()));
  });
  return largest;
}

/// Rows times 2^outer, column h by 2^inner[h].
struct balanced_rows {
  std::vector<int32> outer;
  std::vector<ff_t> elements;
  int64 columns;

  balanced_rows(const matrix_view<const ff_t>& m, const std::vector<int32>& inner, int threads)
      : outer(at(m.rows)), elements(at(m.rows * m.columns)), columns(m.columns) {
    each_index(m.rows, threads, [&](int64 i) {
      int32 largest = no_field;
      for (int64 h = 0; h < columns; ++h)
        largest = std::max(largest, shifted_field(m(i, h).hi(), inner[at(h)]));
      outer[at(i)] = outer_shift(largest);
      for (int64 h = 0; h < columns; ++h)
        elements[at(i * columns + h)] = balanced(m(i, h), outer[at(i)], inner[at(h)]);
    });
  }
  matrix_view<const ff_t> view() const { return row_major(elements.data(), rows(), columns); }
  int64 rows() const { return static_cast<int64>(outer.size()); }
};

/// The leading bits of balanced rows, and the norms that they bound.
struct cut_rows {
  std::vector<int32> elements;
  std::vector<float> norms;

  cut_rows(const balanced_rows& m, int threads) : elements(m.elements.size()), norms(at(m.rows())) {
    const int32 bits = magnitude_bits(m.columns);
    each_index(m.rows(), threads, [&](int64 i) {
      uint64 squares = 0;
      for (int64 h = 0; h < m.columns; ++h) {
        int32& cut = elements[at(i * m.columns + h)];
        cut = cut_magnitude(m.elements[at(i * m.columns + h)], bits);
        squares += square_above(cut);
      }
      norms[at(i)] = norm_above(squares);
    });
  }
};

ff_t long_sum_of(const vector_view<const ff_t>& x, const vector_view<const ff_t>& y) {
  long_sum sum;
  for (int64 h = 0; h < x.size; ++h) {
    sum.add_product(x(h), y(h));
    if (h % long_sum::batch == long_sum::batch - 1) sum.renormalize();
  }
  return sum.result();
}

void each_element_within(const gemm_arguments& g, const balanced_rows& a, const balanced_rows& b,
                         std::vector<ff_t>& product, int threads) {
  const int64 k = g.a.columns, n = g.c.columns;
  const float share = needed_share(k);
  const cut_rows p(a, threads), q(b, threads);
  each_index(g.c.rows, threads, [&](int64 i) {
    for (int64 j = 0; j < n; ++j) {
      int32 sum = 0;
      for (int64 h = 0; h < k; ++h) sum += p.elements[at(i * k + h)] * q.elements[at(j * k + h)];
      if (!is_within(sum, p.norms[at(i)], q.norms[at(j)], share))
        product[at(i * n + j)] = long_sum_of(g.a.row(i), g.b.column(j));
    }
  });
}

}  // namespace

status multiply_balanced(const gemm_arguments& g) {
  const int threads = threads_for(g.options.threads);
  const int64 k = g.a.columns, n = g.c.columns;
  std::vector<int32> inner = fields_of_columns(g.a, threads);
  const std::vector<int32> of_b = fields_of_columns(g.b.transposed(), threads);
  for (int64 h = 0; h < k; ++h) inner[at(h)] = inner_shift(inner[at(h)], of_b[at(h)]);
  const balanced_rows a(g.a, inner, threads);
  for (int32& d : inner) d = opposite_shift(d);
  const balanced_rows b(g.b.transposed(), inner, threads);

  std::vector<ff_t> product(at(g.c.rows * n));
  const matrix_view<ff_t> result = row_major(product.data(), g.c.rows, n);
  if (const status s = gemm(1.0f, a.view(), b.view().transposed(), 0.0f, result, of_balanced(g.options)); !s)
    return s;
  each_index(g.c.rows, threads, [&](int64 i) {
    for (int64 j = 0; j < n; ++j) {
      ff_t& e = result(i, j);
      e = unbalanced(e, a.outer[at(i)], b.outer[at(j)]);
    }
  });
  if (g.options.componentwise) each_element_within(g, a, b, product, threads);
  each_index(g.c.rows, threads, [&](int64 i) {
    for (int64 j = 0; j < n; ++j) {
      ff_t e = result(i, j);
      if (a.outer[at(i)] == poisoned || b.outer[at(j)] == poisoned)
        e = poisoned_sum(
            k, [&](int64 h) { return g.a(i, h).hi(); }, [&](int64 h) { return g.b(h, j).hi(); });
      g.c(i, j) = updated(g.alpha, e, g.beta, [&] { return g.c(i, j); });
    }
  });
  return {};
}

}  // namespace ff::linalg::detail
