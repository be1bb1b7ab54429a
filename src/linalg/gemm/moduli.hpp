// The moduli of the products, and the constants that their residues and their reconstruction are made of.
#pragma once

#include <ff/rounding.hpp>

namespace ff::linalg::detail {

using wide = unsigned __int128;

/// Pairwise coprime, the largest of one byte.
inline constexpr int most_moduli = 14, fewest_moduli = 12;  ///< of a product
inline constexpr int moduli[most_moduli] = {256, 255, 253, 251, 247, 241, 239,
                                            233, 229, 227, 223, 217, 211, 199};

/// P, the product of the first N.
template <int N>
inline constexpr wide product_of_moduli = product_of_moduli<N - 1>* static_cast<unsigned>(moduli[N - 1]);
template <>
inline constexpr wide product_of_moduli<0> = 1;

/// Integers are moved by 2^55 to become unsigned ones of 7 bytes.
inline constexpr int integer_bias = 55;

/// The residue of a number from its bytes.  Each byte counts as the balanced residue of its power of 256, so
/// that |d| < 230000 of the sum d.  The word `start + d` is the float K p + d in [2^23, 2^24), K a multiple
/// of 256; times 1/p, plus 1.5 2^23 - K, it ends in the bits of the quotient d/p rounded to nearest, and d
/// less that many p has the balanced residue in its last byte.
struct residue_constants {
  int p;
  uint32 low_bytes, high_bytes;  ///< residues of 256^0 ... 256^3 and of 256^4 ... 256^7, a byte each
  uint32 start;                  ///< for X + 2^55
  uint32 product_start;          ///< for c + 2^31, a sum of products; gives the residue of c - 128
  float reciprocal, bias;        ///< 1/p, or 0 for 256, whose residue needs no quotient; 1.5 2^23 - K
};

constexpr residue_constants constants_of(int p) {
  residue_constants r{};
  r.p = p;
  int power = 1, of_bias = 1, of_sign = 1;
  for (int j = 0; j < 8; ++j) {
    const int balanced = power > p / 2 ? power - p : power;
    const uint32 byte = static_cast<uint32>(balanced) & 255u;
    (j < 4 ? r.low_bytes : r.high_bytes) |= byte << (8 * (j % 4));
    power = power * 256 % p;
  }
  for (int j = 0; j < integer_bias; ++j) of_bias = of_bias * 2 % p;
  for (int j = 0; j < 31; ++j) of_sign = of_sign * 2 % p;
  if (p == 256) r.low_bytes = 1, r.high_bytes = 0;
  const int quotient = 0xc00000 / (256 * p) * 256;
  const uint32 middle = 0x4b000000u + static_cast<uint32>(quotient * p - 0x800000);
  r.start = middle - static_cast<uint32>(of_bias);
  r.product_start = middle - static_cast<uint32>(of_sign) - 128u;
  r.reciprocal = p == 256 ? 0.0f : div_rn(1.0f, static_cast<float>(p));
  r.bias = static_cast<float>(0xc00000 - quotient);
  return r;
}

struct residue_table {
  residue_constants of[most_moduli];
};
constexpr residue_table make_residue_table() {
  residue_table t{};
  for (int i = 0; i < most_moduli; ++i) t.of[i] = constants_of(moduli[i]);
  return t;
}

/// Chinese remainders: Y = sum of r_i v_i P/p_i modulo P, where v_i P/p_i is 1 modulo p_i.  Two moduli a and
/// b share a factor: r_a v_a P/a + r_b v_b P/b = (r_a v_a b + r_b v_b a) P/(a b); a last one without another
/// has b = 1.
struct reconstruction_table {
  static constexpr int pairs = (most_moduli + 1) / 2;
  uint32 weights[pairs];     ///< v_a b and v_b a, 16 bits each
  uint32 factors[pairs][3];  ///< P/(a b), the lowest word first
  uint32 minus_product[4];   ///< 2^128 - P
  float reciprocal;          ///< 2^(8 N - 20) / P
};

template <int N>
constexpr reconstruction_table make_reconstruction_table() {
  reconstruction_table t{};
  constexpr wide P = product_of_moduli<N>;
  const auto inverse = [](int i) {
    const auto p = static_cast<unsigned>(moduli[i]), rest = static_cast<unsigned>(P / p % p);
    unsigned v = 1;
    while (rest * v % p != 1) ++v;
    return v;
  };
  for (int i = 0; i < N; i += 2) {
    const bool two = i + 1 < N;
    const auto a = static_cast<unsigned>(moduli[i]), b = two ? static_cast<unsigned>(moduli[i + 1]) : 1u;
    t.weights[i / 2] = inverse(i) * b | (two ? inverse(i + 1) * a : 0u) << 16;
    for (int word = 0; word < 3; ++word)
      t.factors[i / 2][word] = static_cast<uint32>(P / (a * b) >> (32 * word));
  }
  for (int j = 0; j < 4; ++j) t.minus_product[j] = static_cast<uint32>((wide{0} - P) >> (32 * j));
  // 31 bits of P, of which 2^(8 N - 20) has about 2^18 in 2^-12.
  const auto leading = static_cast<uint32>(P >> (8 * N - 32));
  t.reciprocal = mul_rn(0x1p12f, div_rn(1.0f, static_cast<float>(leading)));
  return t;
}

}  // namespace ff::linalg::detail
