// Powers of two for the rows and columns of a system, and for each right side, for host and device (LAPACK's
// xGEEQUB).
//
// 1. Half the exponent of each row's largest element is taken out of the row.
// 2. The largest element of each column then gives the column's power: it comes to [1, 2).
// 3. The largest element of each row of the result gives the rest of the row's power.
// 4. The largest element of each scaled right side gives that side's power.
// Without the half, all powers of a diagonal matrix would go into the right side, whose range is float's.
// The half is wrong where the right side is graded as the rows are: it gives the columns powers of their own,
// and spreads a flat solution.  Then step 1 takes out the whole exponent (row_share = 1).
//
// A X = B becomes A' Y = B' with a'_ij = 2^(r_i + c_j) a_ij, b'_ij = 2^(r_i + t_j) b_ij and
// x_ij = 2^(c_i - t_j) y_ij.  Powers are kept as keys of the largest elements.
#pragma once

#include <cmath>

#include "elements.hpp"

namespace ff::linalg::detail::factor {

// ---------------------------------------------------------------- keys

/// A key has the exponent plus this in its upper 12 bits, so that exponents far beyond float's have room.
inline constexpr int32 key_bias = 2048;
inline constexpr int key_fraction_bits = 20;
inline constexpr uint32 key_of_not_finite = 0xffffffffu;

/// 2^shift |head| as an integer: its order is that of the magnitudes.  Zero gives 0.
FF_HD uint32 magnitude_key(float head, int32 shift) {
  const uint32 bits = magnitude_bits_of(head), field = bits >> 23;
  if (bits == 0) return 0;
  if (field == not_finite) return key_of_not_finite;
  const int32 below = field == 0 ? leading_zeros_of(bits) - 8 : 0;  // a subnormal's leading bit moves up
  const uint32 fraction = (bits << below) & 0x7fffffu;
  const int32 exponent = (field == 0 ? 1 : static_cast<int32>(field)) - 127 - below + shift;
  return static_cast<uint32>(exponent + key_bias) << key_fraction_bits | fraction >> 3;
}
/// The exponent of a key, and 0 for zero and for what is not finite.
FF_HD int32 exponent_of_key(uint32 key) {
  return key == 0 || key == key_of_not_finite ? 0 : static_cast<int32>(key >> key_fraction_bits) - key_bias;
}
/// The magnitude, to 2^-20 of it; infinity for what is not finite.
inline double magnitude_of_key(uint32 key) {
  if (key == 0) return 0.0;
  if (key == key_of_not_finite) return HUGE_VAL;
  const double fraction = std::ldexp(key & ((1u << key_fraction_bits) - 1), -key_fraction_bits);
  return std::ldexp(1.0 + fraction, exponent_of_key(key));
}

/// Says what the largest key of a matrix stands for.
template <class Machine, class F>
double largest_of(Machine& on, int64 rows, int64 columns, const F& keys) {
  return magnitude_of_key(on.largest(rows, columns, keys));
}

// ---------------------------------------------------------------- scales

/// The keys of the largest elements; a null pointer stands for powers of 1.
struct scales {
  const uint32 *halves = nullptr, *rows = nullptr, *columns = nullptr, *sides = nullptr;
  int32 target = 0;       ///< the exponent of a scaled column's largest element
  int32 side_target = 0;  ///< that of a right side
  int32 row_share = 2;    ///< step 1 takes out a row's exponent divided by this

  FF_HD int32 of_row(int64 i) const {
    return (halves == nullptr ? 0 : -(exponent_of_key(halves[i]) / row_share)) -
           (rows == nullptr ? 0 : exponent_of_key(rows[i]));
  }
  FF_HD int32 of_column(int64 j) const {
    return columns == nullptr ? 0 : target - exponent_of_key(columns[j]);
  }
  FF_HD int32 of_side(int64 j) const {
    return sides == nullptr ? 0 : side_target - exponent_of_key(sides[j]);
  }
  /// x_ij = 2^e y_ij.
  FF_HD int32 of_solution(int64 i, int64 j) const { return of_column(i) - of_side(j); }
};

/// The key of 2^(r_i + c_j) a_ij.
struct keys_of_elements {
  matrix_read a;
  scales by;
  FF_HD uint32 operator()(int64 i, int64 j) const {
    return magnitude_key(a(i, j).hi(), by.of_row(i) + by.of_column(j));
  }
};
/// The key of 2^c_i y_ij, which is x_ij but for its side's power.
struct keys_of_solution {
  matrix_read y;
  scales by;
  FF_HD uint32 operator()(int64 i, int64 j) const { return magnitude_key(y(i, j).hi(), by.of_column(i)); }
};
/// The same with rows and columns exchanged.
struct keys_of_rows {
  matrix_read a;
  scales by;
  FF_HD uint32 operator()(int64 j, int64 i) const { return keys_of_elements{a, by}(i, j); }
};
/// The key of 2^r_i b_ij.
struct keys_of_sides {
  matrix_read b;
  scales by;
  FF_HD uint32 operator()(int64 i, int64 j) const { return magnitude_key(b(i, j).hi(), by.of_row(i)); }
};
/// The key of x_ij.
struct keys_of_answer {
  matrix_read y;
  scales by;
  FF_HD uint32 operator()(int64 i, int64 j) const {
    return magnitude_key(y(i, j).hi(), by.of_solution(i, j));
  }
};
/// The key of 2^c_i.
struct keys_of_weights {
  scales by;
  FF_HD uint32 operator()(int64 i, int64) const { return magnitude_key(1.0f, by.of_column(i)); }
};
struct keys_of_keys {
  const uint32* keys;
  FF_HD uint32 operator()(int64 i, int64) const { return keys[i]; }
};

/// 2^e x, but no word is 0 that was not: whoever adds up what was lost below the range has to see it.  Below
/// least_whole_element the head alone tells.
FF_HD ff_t scaled_and_seen(ff_t x, int32 e) {
  const ff_t y = ldexp(x, e);
  const auto least_of = [](float word) { return word < 0.0f ? -0x1p-149f : 0x1p-149f; };
  if (y.hi() == 0.0f && x.hi() != 0.0f) return ff_t(least_of(x.hi()));
  const bool low_is_gone = y.lo() == 0.0f && x.lo() != 0.0f && !ff::detail::less(abs(y.hi()), 0x1p-100f);
  return low_is_gone ? from_words(y.hi(), least_of(x.lo())) : y;
}
/// Row i is row order[i] of A, scaled.
struct equilibrated {
  matrix_read a;
  matrix to;
  scales by;
  const int32* order;  ///< null: the rows as they are
  FF_HD void operator()(int64 i, int64 j) const {
    const int64 from = order == nullptr ? i : order[i];
    to(i, j) = scaled_and_seen(a(from, j), by.of_row(from) + by.of_column(j));
  }
};
/// The same of a right side.
struct equilibrated_side {
  matrix_read b;
  matrix to;
  scales by;
  const int32* order;
  FF_HD void operator()(int64 i, int64 j) const {
    const int64 from = order == nullptr ? i : order[i];
    to(i, j) = scaled_and_seen(b(from, j), by.of_row(from) + by.of_side(j));
  }
};
/// x_ij = 2^e y_ij, y_ij = what x_ij keeps of it, and lost_ij the rest.
struct unscaled_solution {
  matrix y, x, lost;
  scales by;
  FF_HD void operator()(int64 i, int64 j) const {
    const int32 e = by.of_solution(i, j);
    const ff_t before = y(i, j), there = ldexp(before, e), after = ldexp(there, -e);
    x(i, j) = there;
    lost(i, j) = before - after;
    y(i, j) = after;
  }
};

/// The exponent of a right side of a square system.  Elements of the solution may then be 2^45 times larger,
/// and down to 2^-140 times smaller, with all their bits in range.
inline constexpr int32 square_side_exponent = 40;

/// Says what a system is solved as.
struct scaled_system {
  matrix_read a, b;
  matrix y, rest;  ///< rest: b - A y of least squares
  scales by;
};

/// The key of a low word that is not finite, else 0: other keys are those of heads.
struct keys_of_bad_lows {
  matrix_read a;
  FF_HD uint32 operator()(int64 i, int64 j) const {
    return ff::detail::less(abs(a(i, j).lo()), ff::detail::infinity) ? 0u : key_of_not_finite;
  }
};

/// The keys of the rows' largest elements, and then of the columns', of A; fails where a word is not finite.
template <class Machine>
scales scales_of(Machine& on, const matrix_read& a, const matrix_read& b, bool with_rows,
                 const char* not_finite_text, int32 row_share = 2) {
  scales s;
  s.row_share = row_share;
  auto* const halves = on.template take<uint32>(a.rows);
  auto* const rows = on.template take<uint32>(a.rows);
  auto* const columns = on.template take<uint32>(a.columns);
  auto* const sides = on.template take<uint32>(b.columns);
  if (with_rows) {
    on.column_largest(a.columns, a.rows, keys_of_rows{a, s}, halves);
    s.halves = halves;
  }
  on.column_largest(a.rows, a.columns, keys_of_elements{a, s}, columns);
  s.columns = columns;
  if (with_rows) {
    on.column_largest(a.columns, a.rows, keys_of_rows{a, s}, rows);
    s.rows = rows;
  }
  on.column_largest(b.rows, b.columns, keys_of_sides{b, s}, sides);
  const uint32 worst[] = {
      on.largest(a.columns, 1, keys_of_keys{columns}), on.largest(b.columns, 1, keys_of_keys{sides}),
      on.largest(a.rows, a.columns, keys_of_bad_lows{a}), on.largest(b.rows, b.columns, keys_of_bad_lows{b})};
  for (const uint32 key : worst)
    if (key == key_of_not_finite) return on.fail({fault::numeric, not_finite_text}), s;
  s.sides = sides;
  s.side_target = with_rows ? square_side_exponent : 0;
  return s;
}

}  // namespace ff::linalg::detail::factor
