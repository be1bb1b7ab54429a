// Matrices that are hard for decompositions: dependent columns, rows and columns of all magnitudes, ends of
// the range.  They are judged beside those of families.hpp.
#pragma once

#include "accuracy/linalg/families.hpp"

namespace accuracy {

/// A family whose elements are given by their places.
template <class F>
family by_elements(const char* name, F element) {
  return {name, [element](int64 m, int64 n, uint64) {
            return filled(m, n, [&](int64 i, int64 j) { return element(i, j, m, n); });
          }};
}

/// Column j of a normal matrix becomes combine(j, columns): its columns depend on each other exactly, since
/// their elements have few bits.
template <class F>
family dependent(const char* name, F combine) {
  return {name, [combine](int64 m, int64 n, uint64 seed) {
            dense a = normal_matrix(m, n, seed);
            for (ff_t& x : a.elements) x = std::nearbyint(double(x) * 64);
            return filled(m, n, [&](int64 i, int64 j) {
              return combine(j, [&](int64 column) { return a(i, column); });
            });
          }};
}

/// Pascal's: binomial(i + j, i), or that over 2^(i + j) where it would be beyond the floats.
inline family pascal() {
  return {"Pascal", [](int64 m, int64 n, uint64) {
            const bool scales = m + n > 100;
            return filled(m, n, [&](int64 i, int64 j) {
              double b = 1;
              for (int64 k = 1; k <= i; ++k)
                b *= (scales ? 0.5 : 1.0) * static_cast<double>(j + k) / static_cast<double>(k);
              return ff_t(scales ? std::ldexp(b, -static_cast<int>(j)) : std::nearbyint(b));
            });
          }};
}

/// Columns of condition 10 times powers of two, from 2^top to 2^(top - bits), in no order.
inline family graded_columns(int bits, int top) {
  return {"columns over 2^-" + std::to_string(bits), [bits, top](int64 m, int64 n, uint64 seed) {
            const dense a = with_singular_values(
                m, n, seed, [](int64 i, int64 of) { return std::pow(10.0, -place_of(i, of)); });
            return filled(m, n, [&](int64 i, int64 j) {
              return ldexp(a(i, j), top - static_cast<int>(bits * place_of(j * 7 % n, n)));
            });
          }};
}

/// Columns of families where each singular value has to be right to its own last bits.
inline std::vector<family> column_graded_families() {
  std::vector<family> all;
  for (const int bits : {0, 38, 50, 60, 80, 120, 200})
    all.push_back(graded_columns(bits, bits > 100 ? 110 : 0));
  return all;
}

inline std::vector<family> decomposition_families() {
  std::vector<family> all = matrix_families();
  for (const double cond : {1e4, 1e9}) all.push_back(haar(cond));
  for (const int exponent : {-120, 120})
    for (int mode = 1; mode <= 5; ++mode) all.push_back(scaled_by(by_mode(mode, 1e6), exponent));
  all.push_back(scaled("rows 2^60 to 2^-60", [](double i, double) { return 60 - 120 * i; }));
  all.push_back(scaled("columns 2^60 to 2^-60", [](double, double j) { return 60 - 120 * j; }));
  all.push_back(scaled("both, 2^60 to 2^-60", [](double i, double j) { return 60 - 60 * (i + j); }));
  all.push_back(by_elements("ones", [](int64, int64, int64, int64) { return ff_t(1.0f); }));
  all.push_back(by_elements("columns 1 and t", [](int64 i, int64 j, int64, int64) {
    return ff_t(j % 2 == 1 ? static_cast<float>(i + 1) : 1.0f);
  }));
  all.push_back(by_elements("one to m n", [](int64 i, int64 j, int64, int64 n) {
    return ff_t(static_cast<float>(i * n + j + 1));
  }));
  all.push_back(dependent("columns twice", [](int64 j, auto column) { return column(j / 2); }));
  all.push_back(dependent("sums of columns", [](int64 j, auto column) {
    return j % 3 == 2 ? column(j - 1) + column(j - 2) : column(j);
  }));
  all.push_back(by_elements("Vandermonde", [](int64 i, int64 j, int64 m, int64) {
    return ff_t(std::pow(static_cast<double>(i + 1) / static_cast<double>(m), static_cast<double>(j)));
  }));
  all.push_back(pascal());
  return all;
}

}  // namespace accuracy
