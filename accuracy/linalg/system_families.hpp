// Matrices of linear systems that are hard to certify: graded and scaled ones over float's range, exactly
// singular ones, and classical ones of large condition.
#pragma once

#include "accuracy/linalg/families.hpp"

namespace accuracy {

/// Integers from -9 to 9.
inline dense integer_matrix(int64 m, int64 n, uint64 seed) {
  ff::philox g(seed, 6);
  return filled(m, n, [&](int64, int64) { return ff_t(static_cast<float>(g() % 19) - 9.0f); });
}

/// The numbers 1, 2, ... by rows, of rank 2.
inline family counted_numbers() {
  return {"1, 2, 3, ... by rows", [](int64 m, int64 n, uint64) {
            return filled(m, n, [&](int64 i, int64 j) { return ff_t(static_cast<float>(i * n + j + 1)); });
          }};
}
/// Integers whose last column is the sum of the first and twice the middle one.
inline family dependent_integers() {
  return {"dependent integers", [](int64 m, int64 n, uint64 seed) {
            dense a = integer_matrix(m, n, seed);
            for (int64 i = 0; i < m && n > 2; ++i) a(i, n - 1) = a(i, 0) + a(i, n / 2) * 2.0f;
            return a;
          }};
}
/// Normal numbers whose last column is 2^-20 times the first.
inline family duplicate_column() {
  return {"a column twice", [](int64 m, int64 n, uint64 seed) {
            dense a = normal_matrix(m, n, seed);
            for (int64 i = 0; i < m && n > 1; ++i) a(i, n - 1) = ldexp(a(i, 0), -20);
            return a;
          }};
}
inline family vandermonde() {
  return {
      "Vandermonde", [](int64 m, int64 n, uint64) {
        return filled(m, n, [&](int64 i, int64 j) {
          return ff_t(std::pow(static_cast<double>(i + 1) / static_cast<double>(m), static_cast<double>(j)));
        });
      }};
}
/// Pascal's, with elements up to 2^100: the others continue with that.
inline family capped_pascal() {
  return {"Pascal", [](int64 m, int64 n, uint64) {
            dense a(m, n);
            for (int64 i = 0; i < m; ++i)
              for (int64 j = 0; j < n; ++j) {
                const ff_t sum = i == 0 || j == 0 ? ff_t(1.0f) : a(i - 1, j) + a(i, j - 1);
                a(i, j) = sum < 0x1p100f ? sum : ff_t(0x1p100f);
              }
            return a;
          }};
}

/// All of them, and those of every matrix.
inline std::vector<family> system_families() {
  std::vector<family> all = matrix_families();
  for (const double cond : {1e4, 1e9}) all.push_back(haar(cond));
  for (const int exponent : {-120, 120})
    for (int mode = 1; mode <= 5; ++mode) all.push_back(scaled_by(by_mode(mode, 1e6), exponent));
  all.push_back(counted_numbers());
  all.push_back(dependent_integers());
  all.push_back(duplicate_column());
  all.push_back(vandermonde());
  all.push_back(capped_pascal());
  all.push_back(scaled("rows to 2^+-60", [](double i, double) { return 60 - 120 * i; }));
  all.push_back(scaled("columns to 2^+-60", [](double, double j) { return 60 - 120 * j; }));
  all.push_back(scaled("both to 2^+-60", [](double i, double j) { return 60 - 60 * i - 60 * j; }));
  for (const double e : {-90.0, 120.0})
    all.push_back(scaled(e < 0 ? "all by 2^-90" : "all by 2^120", [e](double, double) { return e; }));
  return all;
}

}  // namespace accuracy
