// Matrices with pivots that are tiny beside their rows, and with elements whose squares leave the range of
// float: rotations, reflections and quotients of them have to be made of scaled numbers.
#pragma once

#include "accuracy/linalg/families.hpp"

namespace accuracy {

/// Normal numbers, each of them changed by change(x, i, j).
template <class F>
family changed(const std::string& name, F change, double condition = HUGE_VAL) {
  family f{name, [change](int64 m, int64 n, uint64 seed) {
             ff::philox g(seed, 7);
             return filled(m, n, [&](int64 i, int64 j) { return change(normal_number(g), i, j); });
           }};
  f.condition = condition;
  return f;
}

/// Blocks of normal numbers along the diagonal, with 2^e 4/3 on it.  Those of order 2 are well conditioned,
/// once scaled; an odd last one is 2^e 4/3 alone, whose solution is to be in range.
inline family blocks_with_tiny_diagonal(int64 order, int e) {
  return changed(
      std::to_string(order) + " x " + std::to_string(order) + " blocks, 2^" + std::to_string(e),
      [order, e](ff_t x, int64 i, int64 j) {
        if (i / order != j / order) return ff_t(0.0f);
        return i == j ? ldexp(ff_t(4.0f) / 3.0f, e) : x;
      },
      order == 2 && e >= -100 ? 10 : HUGE_VAL);
}

/// x y^T + 2^e N, x, y and N normal.
inline family rank_one_and_tiny(int e) {
  return {"rank one and 2^" + std::to_string(e), [e](int64 m, int64 n, uint64 seed) {
            const dense x = normal_matrix(m, 1, seed + 1), y = normal_matrix(1, n, seed + 2),
                        rest = normal_matrix(m, n, seed + 3);
            return filled(m, n, [&](int64 i, int64 j) { return x(i, 0) * y(0, j) + ldexp(rest(i, j), e); });
          }};
}

/// Ones, and one element of 2^e.
inline family one_huge(int e) {
  return {"one of 2^" + std::to_string(e), [e](int64 m, int64 n, uint64 seed) {
            ff::philox g(seed, 8);
            const int64 row = g() % static_cast<uint64>(m), column = g() % static_cast<uint64>(n);
            return filled(m, n, [&](int64 i, int64 j) {
              const ff_t x = normal_number(g);
              return i == row && j == column ? ldexp(ff_t(1.0f), e) : x;
            });
          }};
}

inline std::vector<family> families_with_pivots(int e) {
  const std::string power = "2^" + std::to_string(e);
  const ff_t zero = 0.0f;
  std::vector<family> all;
  all.push_back(
      changed("diagonal of " + power, [e](ff_t x, int64 i, int64 j) { return i == j ? ldexp(x, e) : x; }));
  all.push_back(changed("lower, pivots " + power, [=](ff_t x, int64 i, int64 j) {
    return j > i ? zero : i == j && i % 2 == 1 ? ldexp(x, e) : x;
  }));
  all.push_back(changed("upper, pivots " + power, [=](ff_t x, int64 i, int64 j) {
    return j < i ? zero : i == j && i % 2 == 1 ? ldexp(x, e) : x;
  }));
  all.push_back(changed("bidiagonal, " + power, [=](ff_t x, int64 i, int64 j) {
    return i == j ? ldexp(x, e) : j == i + 1 ? x : zero;
  }));
  all.push_back(changed("a third of rows " + power,
                        [e](ff_t x, int64 i, int64) { return i % 3 == 1 ? ldexp(x, e) : x; }));
  all.push_back(changed("a third of columns " + power,
                        [e](ff_t x, int64, int64 j) { return j % 3 == 1 ? ldexp(x, e) : x; }));
  all.push_back(changed(
      "I and " + power, [e](ff_t x, int64 i, int64 j) { return i == j ? ff_t(1.0f) : ldexp(x, e); }, 2));
  all.push_back(blocks_with_tiny_diagonal(2, e));
  all.push_back(blocks_with_tiny_diagonal(3, e));
  all.push_back(rank_one_and_tiny(e));
  return all;
}

/// All of them.
inline std::vector<family> tiny_pivot_families() {
  std::vector<family> all;
  for (const int e : {-60, -100, -126, -149})
    for (const family& f : families_with_pivots(e)) all.push_back(f);
  for (const int e : {100, 120, 127}) all.push_back(one_huge(e));
  for (const int e : {-140, -126, -75, 63, 64, 120})
    all.push_back(
        changed("all near 2^" + std::to_string(e), [e](ff_t x, int64, int64) { return ldexp(x, e); }));
  for (const int e : {50, 75, 120})
    all.push_back(changed("2^+-" + std::to_string(e) + " by turns",
                          [e](ff_t x, int64 i, int64 j) { return ldexp(x, (i + j) % 3 == 0 ? -e : e); }));
  return all;
}

}  // namespace accuracy
