// Jacobi's rotations of the columns of a square matrix of any order on a machine (host_machine.hpp,
// device_machine.cuh): up to 64 columns by svd_batched, and more a round of the tournament at a time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "golub_reinsch.hpp"
#include "jacobi.hpp"

namespace ff::linalg::detail::jacobi {

using factor::matrix;
using factor::matrix_read;
using factor::scale_of_column;
using factor::sizes_of;

/// Columns up to which one group of threads, by svd_batched's method, is quicker than all of the machine.
inline constexpr int64 most_small = 64;
/// Says how many lanes share a pair of more columns.
inline constexpr int lanes_of_large = 32;

/// Says how many sweeps were taken; negative where `most` were not enough.
template <class T, class Machine>
int64 sweeps_of_large(Machine& on, const layout& l, T* b, T* v, int most, float enough,
                      const column_exponents& exponents = {}) {
  auto* const flag = on.template take<int32>(1);
  for (int taken = 1; taken <= most && on.ok(); ++taken) {
    on.each(1, 1, factor::set_to<int32>{flag, 0});
    for (int round = 0; round < rounds_of(l.n); ++round)
      turn_pairs(on, (l.n + 1) / 2, round_of_pairs<T>{l, b, v, round, lanes_of_large, enough, exponents},
                 flag);
    int32 again = 0;
    on.read(flag, 1, &again);
    if (again == 0) return taken;
  }
  return -most;
}

/// A in columns of exponents of their own.
struct with_exponents {
  matrix_read a;
  const int32* exponent;
  matrix to;
  FF_HD void operator()(int64 i, int64 j) const { to(i, j) = ldexp(a(i, j), -exponent[j]); }
};
/// The heads of columns with the largest exponent, zeros for the others, and the identity.
struct narrow_start {
  matrix_read a;
  const int32* exponent;
  int32 largest;
  layout l;
  float *b, *v;
  FF_HD void operator()(int64 i, int64 j) const {
    b[j * l.between_b() + i] = exponent[j] == largest ? a(i, j).hi() : 0.0f;
    v[j * l.between_v() + i] = i == j ? 1.0f : 0.0f;
  }
};
struct widened {
  const float* v;
  layout l;
  matrix to;
  FF_HD void operator()(int64 i, int64 j) const { to(i, j) = v[j * l.between_v() + i]; }
};
struct diagonal_of {
  matrix a;
  float value;
  FF_HD void operator()(int64 i, int64 j) const { a(i, j) = i == j ? value : 0.0f; }
};
/// B = A V, element by element: products of norms would cost small columns what they are to keep.
struct turned_columns {
  matrix_read a, v;
  matrix b;
  FF_HD void operator()(int64 i, int64 j) const {
    b(i, j) = factor::sum_onto(
        ff_t(0.0f), v.rows, [&](int64 h) { return a(i, h); }, [&](int64 h) { return v(h, j); });
  }
};
struct lengths_of_columns {
  matrix_read b;
  ff_t* to;
  FF_HD void operator()(int64 j, int64) const {
    const auto element = [&](int64 i) { return b(i, j); };
    to[j] = sqrt(factor::sum_onto(ff_t(0.0f), b.rows, element, element));
  }
};
/// The exponent of each row of R, of the factored form, whose columns have exponents.
struct exponents_of_rows {
  matrix_read a;
  const int32* of_column;
  int32* of_row;
  FF_HD void operator()(int64 i, int64) const {
    int32 most = no_exponent;
    for (int64 j = i; j < a.columns; ++j) {
      const uint32 bits = magnitude_bits_of(a(i, j).hi());
      const int32 e = bits == 0 ? no_exponent : exponent_of_bits(bits) + of_column[j];
      most = e > most ? e : most;
    }
    of_row[i] = most;
  }
};
/// R^T of the factored form: its columns are R's rows.
struct transposed_factor {
  matrix_read a;
  const int32 *of_column, *of_row;
  matrix to;
  FF_HD void operator()(int64 i, int64 j) const {
    to(i, j) = j <= i && of_row[j] != no_exponent ? ldexp(a(j, i), of_column[i] - of_row[j]) : ff_t(0.0f);
  }
};
/// Columns at unit length; from `whole` on zeros.
struct unit_length {
  matrix a;
  const ff_t* length;
  const int32* order;
  int64 whole;
  FF_HD void operator()(int64 i, int64 j) const {
    a(i, j) = j < whole ? a(i, j) / length[order[j]] : ff_t(0.0f);
  }
};
/// The columns of the identity from `first` on.
struct columns_of_identity {
  matrix to;
  int64 first;
  FF_HD void operator()(int64 i, int64 j) const { to(i, j) = i == first + j ? 1.0f : 0.0f; }
};

/// Columns by length, the longest first.
template <class Machine>
struct by_length {
  ff_t* lengths;                 ///< of columns as they are stored
  std::vector<ff_t> values;      ///< with the exponents, in order
  std::vector<int32> order;      ///< the column that each value is of
  std::vector<int32> exponents;  ///< of columns as they are stored
  int32* places;                 ///< `order` for the machine

  by_length(Machine& on, const matrix& b, const int32* exponent)
      : lengths(on.template take<ff_t>(b.columns)), exponents(static_cast<size_t>(b.columns), 0) {
    on.each(b.columns, 1, lengths_of_columns{b, lengths});
    std::vector<ff_t> found(exponents.size(), ff_t(0.0f));
    on.read(lengths, b.columns, found.data());
    on.read(exponent, b.columns, exponents.data());
    std::vector<double> whole;  // double has the range for all exponents
    for (size_t j = 0; j < found.size(); ++j)
      whole.push_back(std::ldexp(static_cast<double>(found[j]), exponents[j]));
    order.resize(found.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int32 x, int32 y) {
      return whole[static_cast<size_t>(x)] > whole[static_cast<size_t>(y)];
    });
    for (const int32 j : order)
      values.push_back(ldexp(found[static_cast<size_t>(j)], exponents[static_cast<size_t>(j)]));
    places = on.template take<int32>(b.columns);
    on.write(places, order.data(), b.columns);
  }
};

/// The exponents of columns of A: that of the longest, and a column's own where that is far below.
template <class Machine>
std::vector<int32> exponents_of_columns(Machine& on, const matrix_read& a, int32& largest) {
  std::vector<int32> exponents(static_cast<size_t>(a.columns), 0);
  on.read(sizes_of(on, a), a.columns, exponents.data());
  const int32 most = *std::max_element(exponents.begin(), exponents.end());
  largest = most == 0 ? 0 : exponent_of_bits(static_cast<uint32>(most));
  for (int32& x : exponents) {
    const int32 own = x == 0 ? largest : exponent_of_bits(static_cast<uint32>(x));
    x = own < largest - graded_by ? own : largest;
  }
  return exponents;
}

/// `to` = V (3 I - V^T V)/2, and V that of `to` (Newton, Schulz).
template <class Machine>
void make_orthonormal(Machine& on, const matrix& v, const matrix& to) {
  const int64 n = v.rows;
  const matrix square = on.matrix(n, n);
  const matrix steps[][2] = {{v, to}, {to, v}};
  for (const auto& [from, next] : steps) {
    on.each(n, n, diagonal_of{square, 1.5f});
    on.gemm(-0.5f, from.transposed(), from, 1.0f, square);
    on.gemm(1.0f, from, square, 0.0f, next);
  }
}

/// Columns of Z from `whole` on become orthonormal and orthogonal to those before.
template <class Machine>
void complete_columns(Machine& on, const matrix& z, int64 whole) {
  const int64 n = z.rows, rest = n - whole;
  if (rest == 0) return;
  const matrix reflections = on.matrix(n, whole), others = z.block(0, whole, n, rest);
  const column tau(on.template take<ff_t>(whole), whole);
  on.each(n, whole, factor::scaled_elements{z.block(0, 0, n, whole), reflections, 0});
  on.each(n, rest, columns_of_identity{others, whole});
  factor::reflect(on, reflections, tau);
  factor::apply_reflections<Machine>(on, reflections, tau, false, others);
}

/// Rotations in floats bring A to A V_0, the longest column first, which is Q_1 R, R nearly diagonal; then
/// rotations in pairs take few sweeps for the columns of R^T (Drmac, Veselic, "New fast and accurate Jacobi
/// SVD algorithm", SIAM J. Matrix Anal. Appl. 29, 2008): R^T W = Z S, so A = (Q_1 W) S (V_0 Z)^T.  V_0 leaves
/// columns alone that are far shorter than the longest.
template <class Machine>
square_factors decompose_large(Machine& on, const matrix& of, bool wanted) {
  const int64 n = of.rows;
  const layout l{static_cast<int>(n), static_cast<int>(n)};
  const int64 elements = n * l.between_b();
  const auto uploaded = [&](const std::vector<int32>& x) {
    auto* const there = on.template take<int32>(n);
    on.write(there, x.data(), n);
    return there;
  };
  int32 largest = 0;
  int32* const exponents = uploaded(exponents_of_columns(on, of, largest));
  const matrix a = on.matrix(n, n);
  on.each(n, n, with_exponents{of, exponents, a});
  auto *const narrow_b = on.template take<float>(elements), *const narrow_v =
                                                                on.template take<float>(elements);
  on.each(n, n, narrow_start{a, exponents, largest, l, narrow_b, narrow_v});
  sweeps_of_large(on, l, narrow_b, narrow_v, most_float_sweeps, float_orthogonal);

  const matrix v = on.matrix(n, n), b = on.matrix(n, n), reflections = on.matrix(n, n);
  on.each(n, n, widened{narrow_v, l, v});
  make_orthonormal(on, v, b);
  on.each(n, n, turned_columns{a, v, b});
  const by_length<Machine> first(on, b, exponents);
  on.each(n, n, placed_columns{b, reflections, first.places, nullptr});
  const int32* const sizes = sizes_of(on, reflections);
  on.each(n, n, factor::columns_scaled{reflections, reflections, sizes});
  const column tau(on.template take<ff_t>(n), n);
  factor::reflect(on, reflections, tau);

  std::vector<int32> of_columns(static_cast<size_t>(n), 0);
  on.read(sizes, n, of_columns.data());
  for (size_t j = 0; j < of_columns.size(); ++j)
    of_columns[j] = first.exponents[static_cast<size_t>(first.order[j])] - scale_of_column(of_columns[j]);
  const int32* const of_column = uploaded(of_columns);
  auto* const of_row = on.template take<int32>(n);
  on.each(n, 1, exponents_of_rows{reflections, of_column, of_row});

  const auto padded = [&] { return column_major(on.template take<ff_t>(elements), n, n, l.between_b()); };
  const matrix x = padded(), w = padded();
  on.each(n, n, transposed_factor{reflections, of_column, of_row, x});
  on.each(n, n, factor::identity_of{w});
  square_factors f;
  f.steps =
      sweeps_of_large(on, l, x.data, w.data, most_pair_sweeps, pair_orthogonal, {of_row, least_exponent});
  const by_length<Machine> last(on, x, of_row);
  f.values = last.values;
  if (!wanted) return f;
  const auto whole = static_cast<int64>(
      std::count_if(f.values.begin(), f.values.end(), [](ff_t value) { return !(value == 0.0f); }));
  f.p = on.matrix(n, n);
  f.q = on.matrix(n, n);
  const matrix z = on.matrix(n, n), ordered = reflections;
  on.each(n, n, placed_columns{w, f.p, last.places, nullptr});
  factor::apply_reflections<Machine>(on, reflections, tau, false, f.p);
  on.each(n, n, placed_columns{x, z, last.places, nullptr});
  on.each(n, n, unit_length{z, last.lengths, last.places, whole});
  complete_columns(on, z, whole);
  on.each(n, n, placed_columns{v, ordered, first.places, nullptr});
  on.gemm(1.0f, ordered, z, 0.0f, f.q);
  return f;
}

template <class Machine>
square_factors decompose_small(Machine& on, const matrix& a, bool wanted) {
  const int64 n = a.rows;
  auto* const values = on.template take<ff_t>(n);
  auto* const sweeps = on.template take<int32>(1);
  square_factors f{std::vector<ff_t>(static_cast<size_t>(n)), on.matrix(n, n), on.matrix(n, n)};
  on.svd_of_small(a, values, f.p, f.q, wanted, sweeps);
  int32 taken = 0;
  on.read(values, n, f.values.data());
  on.read(sweeps, 1, &taken);
  f.steps = taken;
  return f;
}

/// A of n by n elements, the largest far above 1; values alone where no vectors are `wanted`.
template <class Machine>
square_factors decompose_columns(Machine& on, const matrix& a, bool wanted) {
  square_factors f = a.rows <= most_small ? decompose_small(on, a, wanted) : decompose_large(on, a, wanted);
  f.finished = f.steps > 0;
  f.steps = std::abs(f.steps);
  return f;
}

}  // namespace ff::linalg::detail::jacobi
