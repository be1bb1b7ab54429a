// A matrix in memory, by rows.
#pragma once

#include <ff/ff_t.hpp>
#include <ff/linalg/view.hpp>
#include <vector>

namespace compress {

using ff::ff_t, ff::int64;

struct matrix {
  int64 rows = 0, columns = 0;
  std::vector<ff_t> elements;

  matrix() = default;
  matrix(int64 m, int64 n) : rows(m), columns(n), elements(static_cast<std::size_t>(m * n)) {}

  ff::linalg::matrix_view<const ff_t> view() const {
    return ff::linalg::row_major(elements.data(), rows, columns);
  }
  ff::linalg::matrix_view<ff_t> view() { return ff::linalg::row_major(elements.data(), rows, columns); }
};

}  // namespace compress
