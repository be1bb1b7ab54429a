// Integers to residues and back, as the kernels do it; the host's tests run the same lines.
#pragma once

#include "fixed_point.hpp"

namespace ff::linalg::detail {

/// The balanced residue of the number whose bytes gave `sum`, in the last byte.
FF_HD uint32 reduced(uint32 sum, const residue_constants& m) {
  const float quotient = fma_rn(from_bits(sum), m.reciprocal, m.bias);
  return sum - to_bits(quotient) * static_cast<uint32>(m.p);
}

/// The residue of X in [-128, 127], in the last byte, from X + 2^55.
FF_HD uint32 residue_of(uint64 biased, const residue_constants& m) {
  const auto low = static_cast<uint32>(biased), high = static_cast<uint32>(biased >> 32);
  return reduced(dot_of_bytes(high, m.high_bytes, dot_of_bytes(low, m.low_bytes, m.start)), m);
}

/// The residue of a sum c of products, less 128, in [-128, 127], in the last byte.
FF_HD uint32 shifted_product_residue(int32 c, const residue_constants& m) {
  return reduced(dot_of_bytes(static_cast<uint32>(c) ^ 0x80000000u, m.low_bytes, m.product_start), m);
}

/// The residues of four sums of products, in [0, 255], a byte each.
FF_HD uint32 product_residues(int32 a, int32 b, int32 c, int32 d, const residue_constants& m) {
  return last_bytes(shifted_product_residue(a, m), shifted_product_residue(b, m),
                    shifted_product_residue(c, m), shifted_product_residue(d, m)) ^
         0x80808080u;
}

/// The residues of four numbers, one in each byte of N words, as words of four moduli for each number.
template <int N>
struct residues_by_number {
  uint32 of[4][(N + 3) / 4];
};
template <int N>
FF_HD residues_by_number<N> transposed(const uint32 (&by_modulus)[N]) {
  residues_by_number<N> r{};
  const auto word = [&](int i) { return i < N ? by_modulus[i] : 0u; };
  for (int g = 0; g < (N + 3) / 4; ++g) {
    const uint32 a = word(4 * g), b = word(4 * g + 1), c = word(4 * g + 2), d = word(4 * g + 3);
    const uint32 ab = chosen_bytes(a, b, 0x5140), cd = chosen_bytes(c, d, 0x5140);
    const uint32 ab_upper = chosen_bytes(a, b, 0x7362), cd_upper = chosen_bytes(c, d, 0x7362);
    r.of[0][g] = chosen_bytes(ab, cd, 0x5410);
    r.of[1][g] = chosen_bytes(ab, cd, 0x7632);
    r.of[2][g] = chosen_bytes(ab_upper, cd_upper, 0x5410);
    r.of[3][g] = chosen_bytes(ab_upper, cd_upper, 0x7632);
  }
  return r;
}

/// Y in [-255/512 P, 255/512 P] by its residues, four moduli a word, as high:low and a sign.
struct magnitude128 {
  uint64 high, low;
  bool negative;
};

template <int N>
FF_HD magnitude128 reconstructed(const uint32 (&residues)[(N + 3) / 4], const reconstruction_table& t) {
  // The sum in words of 2^32 each, below 2^60.
  uint64 s0 = 0, s1 = 0, s2 = 0;
  for (int g = 0; g < (N + 1) / 2; ++g) {
    const uint32 pair = g % 2 == 0 ? dot_of_halves<false>(t.weights[g], residues[g / 2], 0)
                                   : dot_of_halves<true>(t.weights[g], residues[g / 2], 0);
    s0 += uint64{pair} * t.factors[g][0];
    s1 += uint64{pair} * t.factors[g][1];
    s2 += uint64{pair} * t.factors[g][2];
  }

  // It is Y + q P.  Its quotient by P is off by less than 2^-10, and Y by more from half of P.
  constexpr int cut = 8 * N - 20 - 64;
  const auto leading = static_cast<uint32>((s2 + (s1 >> 32)) >> cut);
  const float rounded = fma_rn(static_cast<float>(leading), t.reciprocal, 0x1.8p23f);
  const uint32 q = to_bits(rounded) - to_bits(0x1.8p23f);

  s0 += uint64{q} * t.minus_product[0];
  s1 += uint64{q} * t.minus_product[1] + (s0 >> 32);
  s2 += uint64{q} * t.minus_product[2] + (s1 >> 32);
  const uint32 s3 = q * t.minus_product[3] + static_cast<uint32>(s2 >> 32);
  const uint64 low = s1 << 32 | (s0 & 0xffffffffu), high = uint64{s3} << 32 | (s2 & 0xffffffffu);
  const bool negative = s3 >> 31 != 0;
  const wide sign = negative ? ~wide{0} : wide{0}, magnitude = ((wide{high} << 64 | low) ^ sign) - sign;
  return {static_cast<uint64>(magnitude >> 64), static_cast<uint64>(magnitude), negative};
}

}  // namespace ff::linalg::detail
