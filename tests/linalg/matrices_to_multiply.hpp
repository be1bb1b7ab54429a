// Matrices and their layouts, for the products of the host and of the device.
#pragma once

#include <gtest/gtest.h>

#include <ff/linalg/view.hpp>
#include <vector>

#include "vectors.hpp"

namespace ff_test {

struct shape {
  int64 m, n, k;
};

/// normal: uniform significands near 1.  graded: exponents over 60 binades.  huge, tiny: near the ends of the
/// range whose products stay in it.  cancelling: neighbours along the inner dimension undo each other in the
/// products but for their last bits.  zeros: half of the elements, and whole rows.
enum class content { normal, graded, huge, tiny, cancelling, zeros };
inline constexpr content every_content[] = {content::normal, content::graded,     content::huge,
                                            content::tiny,   content::cancelling, content::zeros};
inline const char* name_of(content c) {
  const char* const names[] = {"normal", "graded", "huge", "tiny", "cancelling", "zeros"};
  return names[static_cast<int>(c)];
}

/// rows * columns elements, row by row; the inner dimension is the columns of seed 1 and the rows of others.
inline std::vector<ff_t> elements(content kind, int64 rows, int64 columns, uint64 seed) {
  std::vector<ff_t> x(static_cast<std::size_t>(rows * columns));
  for (int64 i = 0; i < rows; ++i)
    for (int64 j = 0; j < columns; ++j) {
      const int64 inner = seed % 2 == 1 ? j : i, outer = seed % 2 == 1 ? i : j;
      const bool pairs = kind == content::cancelling;
      draws d(seed << 40 | static_cast<uint64>(outer) << 20 | static_cast<uint64>(pairs ? inner / 2 : inner));
      ff_t e = kind == content::graded ? d.pair(-30, 29)
               : kind == content::huge ? d.pair(40, 55)
               : kind == content::tiny ? d.pair(-60, -30)
                                       : d.pair(-2, 1);
      if (kind == content::zeros && (d.coin() || outer == 1)) e = 0.0f;
      if (pairs && inner % 2 == 1 && seed % 2 == 0) e = from_words(-e.hi(), -e.lo() * 0.5f);
      x[static_cast<std::size_t>(i * columns + j)] = e;
    }
  return x;
}

/// rows, columns: consecutive.  Padded: with a leading dimension of three more, from an odd address on.
/// spread: neither direction is consecutive.
enum class layout { rows, columns, padded_rows, padded_columns, spread };
inline constexpr layout every_layout[] = {layout::rows, layout::columns, layout::padded_rows,
                                          layout::padded_columns, layout::spread};
inline const char* name_of(layout l) {
  const char* const names[] = {"rows", "columns", "padded rows", "padded columns", "spread"};
  return names[static_cast<int>(l)];
}

/// A matrix laid out in a larger array.
class placed {
 public:
  placed(const std::vector<ff_t>& by_rows, int64 rows, int64 columns, layout by) {
    const bool rowwise = by == layout::rows || by == layout::padded_rows;
    const bool exact = by == layout::rows || by == layout::columns;
    const int64 step = by == layout::spread ? 2 : 1, start = exact ? 0 : 1;
    const int64 leading = step * (rowwise ? columns : rows) + (exact ? 0 : 3);
    const int64 row_stride = rowwise ? leading : step, column_stride = rowwise ? step : leading;
    memory.assign(static_cast<std::size_t>(leading * (rowwise ? rows : columns) + 4), sentinel());
    shape_ = {nullptr, rows, columns, row_stride, column_stride};
    offset_ = start;
    for (int64 i = 0; i < rows; ++i)
      for (int64 j = 0; j < columns; ++j) view()(i, j) = by_rows[static_cast<std::size_t>(i * columns + j)];
  }

  ff::linalg::matrix_view<ff_t> view() { return at(memory.data()); }
  /// The same matrix in a copy of the array.
  ff::linalg::matrix_view<ff_t> at(ff_t* array) const {
    auto v = shape_;
    v.data = array + offset_;
    return v;
  }
  std::vector<ff_t> elements() {
    std::vector<ff_t> x;
    for (int64 i = 0; i < shape_.rows; ++i)
      for (int64 j = 0; j < shape_.columns; ++j) x.push_back(view()(i, j));
    return x;
  }
  /// What is no element has kept its value.
  bool rest_untouched() {
    std::vector<bool> own(memory.size());
    for (int64 i = 0; i < shape_.rows; ++i)
      for (int64 j = 0; j < shape_.columns; ++j)
        own[static_cast<std::size_t>(&view()(i, j) - memory.data())] = true;
    for (std::size_t i = 0; i < memory.size(); ++i)
      if (!own[i] && !same_bits(memory[i], sentinel())) return false;
    return true;
  }

  std::vector<ff_t> memory;

 private:
  static ff_t sentinel() { return from_words(-12345.0f, 0x1p-20f); }
  ff::linalg::matrix_view<ff_t> shape_;
  int64 offset_ = 0;
};

/// Bit for bit; names the first element that differs.
inline void expect_same(const std::vector<ff_t>& got, const std::vector<ff_t>& wanted, const char* what) {
  ASSERT_EQ(got.size(), wanted.size()) << what;
  std::size_t different = 0, first = 0;
  for (std::size_t i = got.size(); i-- > 0;)
    if (!same_bits(got[i], wanted[i])) ++different, first = i;
  EXPECT_EQ(different, 0u) << what << ": of " << got.size() << " elements; the first is " << first << ": ("
                           << got[first].hi() << ", " << got[first].lo() << ") for (" << wanted[first].hi()
                           << ", " << wanted[first].lo() << ')';
}

}  // namespace ff_test
