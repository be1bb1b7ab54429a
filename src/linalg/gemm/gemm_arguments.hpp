// Says what a product asks of its arguments, on either side.
#pragma once

#include <ff/complex.hpp>
#include <ff/linalg/gemm.hpp>
#include <ff/operators.hpp>

#include "moduli.hpp"

namespace ff::linalg::detail {

inline constexpr int64 largest_dimension = 0x7fffffff;

/// The moduli of an accuracy, or 0.
constexpr int moduli_of(accuracy a) {
  switch (a) {
    case accuracy::fast:
      return 12;
    case accuracy::standard:
      return 13;
    case accuracy::proved:
      return 14;
  }
  return 0;
}

FF_HD constexpr int64 magnitude_of(int64 x) { return x < 0 ? -x : x; }

/// True where two elements of `count` matrices lie at one address: some stride does not reach past what the
/// directions with smaller ones span.  (Strides that interleave otherwise are refused with them.)
constexpr bool overlaps_itself(int64 rows, int64 columns, int64 row_stride, int64 column_stride,
                               int64 count = 1, int64 between = 0) {
  if (rows == 0 || columns == 0 || count == 0) return false;
  const int64 size[3] = {rows, columns, count};
  const int64 stride[3] = {magnitude_of(row_stride), magnitude_of(column_stride), magnitude_of(between)};
  for (int i = 0; i < 3; ++i) {
    int64 span = 0;
    for (int j = 0; j < 3; ++j)
      if (j != i && stride[j] <= stride[i]) span += (size[j] - 1) * stride[j];
    if (size[i] > 1 && stride[i] <= span) return true;
  }
  return false;
}

/// The first fault of dimensions, at most `most`, and of options.
template <class A, class B, class C>
status checked_shapes(const A& a, const B& b, const C& c, int64 most, const char* range,
                      const gemm_options& options) {
  const auto out_of_range = [most](const auto& m) {
    return m.rows < 0 || m.rows > most || m.columns < 0 || m.columns > most;
  };
  if (out_of_range(a) || out_of_range(b) || out_of_range(c)) return {fault::shape, range};
  if (a.columns != b.rows) return {fault::shape, "gemm: expected as many rows of B as A has columns"};
  if (c.rows != a.rows) return {fault::shape, "gemm: expected as many rows of C as A has"};
  if (c.columns != b.columns) return {fault::shape, "gemm: expected as many columns of C as B has"};
  if (moduli_of(options.length) == 0)
    return {fault::option, "gemm: expected accuracy fast, standard or proved"};
  if (options.product != kernel::automatic && options.product != kernel::cublas &&
      options.product != kernel::own && options.product != kernel::direct)
    return {fault::option, "gemm: expected kernel automatic, cublas, own or direct"};
  if (options.threads < 0) return {fault::option, "gemm: expected a number of threads of at least 0"};
  return {};
}

/// The first fault of pointers, and of where C is written; C has elements.
template <class A, class B, class C>
status checked_memory(const A& a, const B& b, const C& c, bool multiplies) {
  if (c.data == nullptr) return {fault::view, "gemm: expected C in memory; its pointer is null"};
  if (overlaps_itself(c.rows, c.columns, c.row_stride, c.column_stride))
    return {fault::view, "gemm: expected strides of C that give each element an address of its own"};
  if (!multiplies) return {};
  if (a.data == nullptr) return {fault::view, "gemm: expected A in memory; its pointer is null"};
  if (b.data == nullptr) return {fault::view, "gemm: expected B in memory; its pointer is null"};
  return {};
}

/// C = alpha A B + beta C with all that it reads.
struct gemm_arguments {
  int64 count;
  ff_t alpha;
  matrix_view<const ff_t> a;
  int64 stride_a;
  matrix_view<const ff_t> b;
  int64 stride_b;
  ff_t beta;
  matrix_view<ff_t> c;
  int64 stride_c;
  gemm_options options;
  const prepared_matrix *ready_a = nullptr,
                        *ready_b = nullptr;  ///< of the host's memory; null where there is none

  bool multiplies() const { return a.columns > 0 && !(alpha == 0.0f); }
};

/// Returns whether powers of two for the inner dimension are asked for.
inline bool is_balanced(const gemm_options& o) { return o.balance || o.componentwise; }

/// The fault of an operand that was prepared.
inline status checked(const gemm_arguments& g, const prepared_matrix& p, linalg::factor is, int64 stride) {
  if (is_balanced(g.options))
    return {fault::option, "gemm: expected matrices that are not prepared where they are to be balanced"};
  if (p.form == split_form::none || p.is != is)
    return {fault::option, "gemm: expected an operand prepared for the side that it stands on"};
  if (p.length != g.options.length)
    return {fault::option, "gemm: expected an operand prepared with the accuracy of the product"};
  if (g.count > 1 && stride != 0)
    return {fault::view, "gemm: expected a stride of 0 for an operand that was prepared"};
  return {};
}

/// The first fault, of dimensions, options and pointers in this order.
inline status checked(const gemm_arguments& g) {
  if (g.count < 0) return {fault::shape, "gemm: expected a number of products of at least 0"};
  if (const status s = checked_shapes(g.a, g.b, g.c, largest_dimension,
                                      "gemm: expected dimensions between 0 and 2147483647", g.options);
      !s.ok())
    return s;
  if (g.count == 0 || g.c.rows == 0 || g.c.columns == 0) return {};
  if (const status s = checked_memory(g.a, g.b, g.c, g.multiplies()); !s.ok()) return s;
  if (overlaps_itself(g.c.rows, g.c.columns, g.c.row_stride, g.c.column_stride, g.count, g.stride_c))
    return {fault::view,
            "gemm: expected a stride between the results of a batch that gives each element an address of "
            "its own"};
  if (!g.multiplies()) return {};
  if (g.ready_a != nullptr)
    if (const status s = checked(g, *g.ready_a, linalg::factor::left, g.stride_a); !s.ok()) return s;
  if (g.ready_b != nullptr) return checked(g, *g.ready_b, linalg::factor::right, g.stride_b);
  return {};
}

/// The complex product with all that it reads.
struct complex_arguments {
  complex alpha;
  matrix_view<const complex> a, b;
  complex beta;
  matrix_view<complex> c;
  gemm_options options{};

  bool multiplies() const { return a.columns > 0 && !(alpha == 0.0f); }
};
inline constexpr int64 largest_complex_dimension = 0x3fffffff;

inline status checked(const complex_arguments& g) {
  if (const status s = checked_shapes(g.a, g.b, g.c, largest_complex_dimension,
                                      "gemm: expected dimensions between 0 and 1073741823", g.options);
      !s.ok())
    return s;
  if (is_balanced(g.options))
    return {fault::option, "gemm: expected complex matrices without balance and componentwise"};
  if (g.c.rows == 0 || g.c.columns == 0) return {};
  return checked_memory(g.a, g.b, g.c, g.multiplies());
}

inline gemm_arguments arguments_of(int64 count, ff_t alpha, const operand& a, int64 stride_a,
                                   const operand& b, int64 stride_b, ff_t beta, const matrix_view<ff_t>& c,
                                   int64 stride_c, const gemm_options& options) {
  gemm_arguments g{};
  g.count = count, g.alpha = alpha, g.beta = beta;
  g.a = a.view(), g.stride_a = stride_a, g.ready_a = a.prepared();
  g.b = b.view(), g.stride_b = stride_b, g.ready_b = b.prepared();
  g.c = c, g.stride_c = stride_c;
  g.options = options;
  return g;
}

/// Says what prepare asks of a matrix.
inline status checked(const matrix_view<const ff_t>& m, linalg::factor is, const gemm_options& options) {
  if (m.rows < 0 || m.rows > largest_dimension || m.columns < 0 || m.columns > largest_dimension)
    return {fault::shape, "prepare: expected dimensions between 0 and 2147483647"};
  if (moduli_of(options.length) == 0)
    return {fault::option, "prepare: expected accuracy fast, standard or proved"};
  if (is != linalg::factor::left && is != linalg::factor::right)
    return {fault::option, "prepare: expected factor left or right"};
  if (m.rows > 0 && m.columns > 0 && m.data == nullptr)
    return {fault::view, "prepare: expected a matrix in memory; its pointer is null"};
  return {};
}

/// The views of product `p` of a batch.
inline gemm_arguments of_batch(gemm_arguments g, int64 p) {
  if (g.a.data != nullptr) g.a.data += p * g.stride_a;
  if (g.b.data != nullptr) g.b.data += p * g.stride_b;
  g.c.data += p * g.stride_c;
  return g;
}

}  // namespace ff::linalg::detail
