// Matrices and vectors that lie in somebody else's memory.
#pragma once

#include <ff/ff_t.hpp>

namespace ff::linalg {

/// Element i is data[i stride], 0 <= i < size.  The stride counts elements, may be negative, and may be zero
/// in a vector that is only read.  T is ff_t or const ff_t; a view of the one converts into a view of the
/// other.
template <class T>
struct vector_view {
  T* data = nullptr;
  int64 size = 0, stride = 1;

  vector_view() = default;
  FF_HD constexpr vector_view(T* first, int64 count, int64 between = 1)
      : data(first), size(count), stride(between) {}

  /// Converts from a view of elements that may be written.
  template <class U, ff::detail::require<ff::detail::is_same<const U, T> && !ff::detail::is_same<U, T>> = 0>
  FF_HD constexpr vector_view(const vector_view<U>& v) : vector_view(v.data, v.size, v.stride) {}

  /// The element i.
  FF_HD constexpr T& operator()(int64 i) const { return data[i * stride]; }

  /// `count` elements from i on.
  FF_HD constexpr vector_view part(int64 i, int64 count) const { return {data + i * stride, count, stride}; }

  /// Has the same elements, the last one first.
  FF_HD constexpr vector_view reversed() const {
    return {size > 0 ? data + (size - 1) * stride : data, size, -stride};
  }
};

/// Element (i, j) is data[i row_stride + j column_stride], 0 <= i < rows, 0 <= j < columns.  Strides count
/// elements, may be negative, and may be zero in a matrix that is only read.  T is ff_t or ff::complex, or
/// const; a view of what may be written converts into one of what is only read.
template <class T>
struct matrix_view {
  T* data = nullptr;
  int64 rows = 0, columns = 0;
  int64 row_stride = 0, column_stride = 1;

  FF_HD static void accepted(T*);  // declared only: whether a pointer is one to T

  matrix_view() = default;
  FF_HD constexpr matrix_view(T* first, int64 row_count, int64 column_count, int64 between_rows,
                              int64 between_columns)
      : data(first),
        rows(row_count),
        columns(column_count),
        row_stride(between_rows),
        column_stride(between_columns) {}

  /// Converts from a view of elements that may be written.
  template <class U, ff::detail::require<ff::detail::is_same<const U, T> && !ff::detail::is_same<U, T>> = 0>
  FF_HD constexpr matrix_view(const matrix_view<U>& v)
      : matrix_view(v.data, v.rows, v.columns, v.row_stride, v.column_stride) {}

  /// Converts from a std::mdspan of rank 2, or whatever has its extent(), stride() and data_handle().
  FF_ANY_CALLEE
  template <class Mdspan, class = decltype(accepted(static_cast<const Mdspan*>(nullptr)->data_handle())),
            class = decltype(static_cast<const Mdspan*>(nullptr)->extent(1)),
            class = decltype(static_cast<const Mdspan*>(nullptr)->stride(1))>
  FF_HD constexpr matrix_view(const Mdspan& m)
      : matrix_view(m.data_handle(), static_cast<int64>(m.extent(0)), static_cast<int64>(m.extent(1)),
                    static_cast<int64>(m.stride(0)), static_cast<int64>(m.stride(1))) {
    static_assert(Mdspan::rank() == 2, "a matrix has two dimensions");
  }

  /// The element (i, j).
  FF_HD constexpr T& operator()(int64 i, int64 j) const { return data[i * row_stride + j * column_stride]; }

  /// The transpose, in the same memory.
  FF_HD constexpr matrix_view transposed() const { return {data, columns, rows, column_stride, row_stride}; }

  /// Row i, and column j.
  FF_HD constexpr vector_view<T> row(int64 i) const {
    return {data + i * row_stride, columns, column_stride};
  }
  FF_HD constexpr vector_view<T> column(int64 j) const {
    return {data + j * column_stride, rows, row_stride};
  }

  /// Row i becomes the last but i, and column j likewise.
  FF_HD constexpr matrix_view reversed() const {
    const bool empty = rows <= 0 || columns <= 0;
    return {empty ? data : data + ((rows - 1) * row_stride + (columns - 1) * column_stride), rows, columns,
            -row_stride, -column_stride};
  }

  /// The block of the given size that begins at (i, j).
  FF_HD constexpr matrix_view block(int64 i, int64 j, int64 row_count, int64 column_count) const {
    return {data + (i * row_stride + j * column_stride), row_count, column_count, row_stride, column_stride};
  }
};

/// Rows of consecutive elements, each row `leading` after the one before; BLAS's leading dimension.
template <class T>
FF_HD constexpr matrix_view<T> row_major(T* data, int64 rows, int64 columns, int64 leading) {
  return {data, rows, columns, leading, 1};
}
template <class T>
FF_HD constexpr matrix_view<T> row_major(T* data, int64 rows, int64 columns) {
  return {data, rows, columns, columns, 1};
}

/// Columns of consecutive elements, as BLAS and LAPACK have them.
template <class T>
FF_HD constexpr matrix_view<T> column_major(T* data, int64 rows, int64 columns, int64 leading) {
  return {data, rows, columns, 1, leading};
}
template <class T>
FF_HD constexpr matrix_view<T> column_major(T* data, int64 rows, int64 columns) {
  return {data, rows, columns, 1, rows};
}

}  // namespace ff::linalg
