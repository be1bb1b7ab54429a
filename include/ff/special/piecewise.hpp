// Piecewise polynomials of float-floats: what the functions of this room share.
//
// A cell has its centre and a polynomial in d = x - centre.  The leading coefficients are pairs, the others
// floats, since their terms are below 2^-24 of the sum.  Horner's scheme carries a head and its error through
// the pairs (Graillat, Langlois, Louvet 2009): s + e is the value at d's head, `slope` times d's low word
// what the low word adds.
//
// A table is a sequence of rows of four floats.  A cell has first its pairs, two to a row, then its floats,
// four to a row.  Other tables have pairs alone.  The tables are made by scripts/tables/special.py.
#pragma once

#include <ff/math/table.hpp>
#include <ff/operators.hpp>

namespace ff {
namespace detail {

struct alignas(16) coefficient_row {
  float a, b, c, d;
};
struct alignas(8) coefficient_pair {
  float hi, lo;
};

// A value s + e and the derivative there.
struct horner_sum {
  float s = 0.0f, e = 0.0f, slope = 0.0f;
};

// sum d + c for a coefficient that is a float: 2 flops.  The error of s is not followed.
FF_HD_LARGE constexpr horner_sum horner_float(horner_sum sum, float d, float c) {
  return {fma_rn(sum.s, d, c), 0.0f, fma_rn(sum.slope, d, sum.s)};
}
// Takes a pair for the coefficient: 13 flops.
FF_HD_LARGE constexpr horner_sum horner_pair(horner_sum sum, float d, float c, float c_low) {
  const auto [p, pe] = two_prod(sum.s, d);
  const auto [s, e] = add12(c, p);
  return {s, fma_rn(sum.e, d, add_rn(add_rn(pe, c_low), e)), fma_rn(sum.slope, d, sum.s)};
}

// The polynomial of a cell at d + dl, its coefficients from row `first` of the table.
template <class Table, int pair_rows, int float_rows>
FF_HD_LARGE constexpr ff_t cell_polynomial(uint32 first, float d, float dl) {
  horner_sum sum;
  for (int r = pair_rows + float_rows - 1; r >= pair_rows; --r) {
    const coefficient_row row = table_row<Table>(first + static_cast<uint32>(r));
    sum = horner_float(horner_float(horner_float(horner_float(sum, d, row.d), d, row.c), d, row.b), d, row.a);
  }
  for (int r = pair_rows - 1; r >= 0; --r) {
    const coefficient_row row = table_row<Table>(first + static_cast<uint32>(r));
    sum = horner_pair(horner_pair(sum, d, row.c, row.d), d, row.a, row.b);
  }
  return add12(sum.s, fma_rn(sum.slope, dl, sum.e));
}

// The integer next to x for 0 <= x < 2^22, and what is left of x: at most 1/2 in magnitude.
struct unit_cell {
  uint32 i;
  float d, dl;
};
FF_HD_LARGE constexpr unit_cell unit_cell_of(ff_t x, uint32 last) {
  const float shifted = add_rn(x.hi(), 0x1.8p23f), centre = sub_rn(shifted, 0x1.8p23f);
  const auto [d, dl] = fast_add12(sub_rn(x.hi(), centre), x.lo());  // the difference is exact
  return {index_within(to_bits(shifted) & 0x3fffffu, last), d, dl};
}

// Function number `function` of a table of unit cells.
template <class Table, int cells, int pair_rows, int float_rows>
FF_HD_LARGE constexpr ff_t on_unit_cells(uint32 function, ff_t x) {
  const auto [i, d, dl] = unit_cell_of(x, cells - 1);
  const uint32 first = (function * cells + i) * (pair_rows + float_rows);
  return cell_polynomial<Table, pair_rows, float_rows>(first, d, dl);
}

// The polynomial of function values on eighths of octaves: of x > 0 in the cell of its head's top bits, the
// table's first cell being that of `first`.  Rows before it belong to other functions.
template <class Table, int pair_rows, int float_rows>
FF_HD_LARGE constexpr ff_t on_octave_cells(float first, uint32 cells, uint32 rows_before, ff_t x) {
  const uint32 bits = to_bits(x.hi());
  const float centre = from_bits((bits & 0xfff00000u) | 0x80000u);
  const uint32 i = index_within((bits >> 20) - (to_bits(first) >> 20), cells - 1);
  const auto [d, dl] = fast_add12(sub_rn(x.hi(), centre), x.lo());  // the difference is exact
  return cell_polynomial<Table, pair_rows, float_rows>(rows_before + i * (pair_rows + float_rows), d, dl);
}

}  // namespace detail
}  // namespace ff
