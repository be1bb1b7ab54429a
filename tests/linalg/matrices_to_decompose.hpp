// Matrices that decompositions find hard, m by n by rows, with singular values known to double's precision
// where they were chosen.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ff/operators.hpp>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "src/linalg/svd/small_factors.hpp"

namespace ff_test {

using ff::ff_t;

/// `values` is empty where the singular values were not chosen.
struct decomposed {
  std::string name;
  std::size_t m, n;
  std::vector<ff_t> elements;
  std::vector<double> values;
};

inline std::vector<double> normal_elements(std::size_t count, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::vector<double> x(count);
  for (double& e : x) e = normal(random);
  return x;
}

inline std::vector<ff_t> rounded(const std::vector<double>& x) { return {x.begin(), x.end()}; }

/// U diag(values) V^T for orthonormal U and V drawn at random; min(m, n) values.
inline decomposed with_values(std::string name, std::size_t m, std::size_t n, std::vector<double> values,
                              unsigned seed) {
  std::mt19937_64 random(seed);
  const std::size_t k = std::min(m, n);
  std::vector<double> left = normal_elements(m * k, random), right = normal_elements(n * k, random);
  left = ff::linalg::detail::orthonormal_columns(left, m, k, k);
  right = ff::linalg::detail::orthonormal_columns(right, n, k, k);
  std::vector<double> a(m * n, 0.0);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t h = 0; h < k; ++h) a[i * n + j] += left[i * k + h] * values[h] * right[j * k + h];
  std::sort(values.rbegin(), values.rend());
  return {std::move(name), m, n, rounded(a), std::move(values)};
}

/// The families of values: dlatms' modes 1 to 4, clusters of three widths, and deficient ones.
inline std::vector<decomposed> families_with_values(std::size_t m, std::size_t n) {
  const std::size_t k = std::min(m, n);
  const auto part = [k](std::size_t i) {
    return static_cast<double>(i) / static_cast<double>(k > 1 ? k - 1 : 1);
  };
  std::vector<decomposed> all;
  unsigned seed = 1;
  const auto add = [&](const char* name, auto value) {
    std::vector<double> values(k);
    for (std::size_t i = 0; i < k; ++i) values[i] = value(i);
    all.push_back(with_values(name, m, n, values, seed++));
  };
  add("geometric 1e2", [&](std::size_t i) { return std::pow(1e2, -part(i)); });
  add("geometric 1e6", [&](std::size_t i) { return std::pow(1e6, -part(i)); });
  add("geometric 1e12", [&](std::size_t i) { return std::pow(1e12, -part(i)); });
  add("arithmetic 1e6", [&](std::size_t i) { return 1 - part(i) * (1 - 1e-6); });
  add("one large, 1e6", [&](std::size_t i) { return i == 0 ? 1.0 : 1e-6; });
  add("one small, 1e12", [&](std::size_t i) { return i + 1 == k ? 1e-12 : 1.0; });
  add("orthogonal", [](std::size_t) { return 1.0; });
  for (const double width : {1e-6, 1e-9, 1e-13}) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    add(width == 1e-6   ? "clusters 1e-6"
        : width == 1e-9 ? "clusters 1e-9"
                        : "clusters 1e-13",
        [&](std::size_t i) {
          return (1 - 0.09 * static_cast<double>(i * 10 / k)) * (1 + width * normal(random));
        });
  }
  add("half the rank", [&](std::size_t i) { return i < k / 2 ? 1 - part(i) : 0.0; });
  add("half the rank and noise", [&](std::size_t i) { return i < k / 2 ? 1 - part(i) : 1e-14; });
  add("pairs", [&](std::size_t i) { return 1 / (1.0 + static_cast<double>(i / 2)); });
  return all;
}

/// Values of random exponents from 0 to -bits, both ends included.
inline decomposed log_uniform(std::size_t m, std::size_t n, double bits, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform;
  std::vector<double> values(std::min(m, n));
  for (double& x : values) x = std::exp2(-bits * uniform(random));
  values.front() = 1;
  values.back() = std::exp2(-bits);
  return with_values("log-uniform, 2^-" + std::to_string(static_cast<int>(bits)), m, n, values, seed + 1000);
}

/// How the lengths of columns follow each other.
enum class grading { falling, rising, mixed };
inline constexpr grading every_grading[] = {grading::falling, grading::rising, grading::mixed};

/// Columns of condition 10, times powers of two from 2^top to 2^(top - bits).
inline decomposed graded_columns(std::size_t m, std::size_t n, int bits, int top, grading by, unsigned seed) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i)
    values[i] = std::pow(10.0, -static_cast<double>(i) / static_cast<double>(n - 1));
  decomposed d = with_values("columns graded over 2^-" + std::to_string(bits), m, n, values, seed);
  d.values.clear();
  const auto last = static_cast<int>(n - 1);
  for (std::size_t k = 0; k < d.elements.size(); ++k) {
    const auto j = static_cast<int>(k % n);
    const int place = by == grading::falling  ? j
                      : by == grading::rising ? last - j
                                              : j * 11 % static_cast<int>(n);
    d.elements[k] = ldexp(d.elements[k], top - bits * place / last);
  }
  return d;
}

/// Those given by their elements.
inline std::vector<decomposed> families_with_elements(std::size_t m, std::size_t n) {
  std::mt19937_64 random(77);
  std::vector<decomposed> all;
  const auto add = [&](const char* name, auto element) {
    std::vector<ff_t> x(m * n);
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j) x[i * n + j] = element(i, j);
    all.push_back({name, m, n, x, {}});
  };
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  add("normal", [&](std::size_t, std::size_t) { return ff_t(normal(random)); });
  add("uniform", [&](std::size_t, std::size_t) { return ff_t(uniform(random)); });
  add("graded rows", [&](std::size_t i, std::size_t) {
    return ff_t(normal(random) * std::pow(10.0, -12.0 * static_cast<double>(i) / static_cast<double>(m)));
  });
  add("Hilbert", [&](std::size_t i, std::size_t j) { return ff_t(1.0f) / static_cast<int>(i + j + 1); });
  add("Kahan", [&](std::size_t i, std::size_t j) {
    const double c = std::cos(1.2), s = std::pow(std::sin(1.2), static_cast<double>(i));
    return ff_t(i == j ? s : i < j ? -c * s : 0.0);
  });
  add("Lauchli", [&](std::size_t i, std::size_t j) { return ff_t(i == 0 ? 1.0 : i == j + 1 ? 1e-9 : 0.0); });
  add("zero", [&](std::size_t, std::size_t) { return ff_t(0.0f); });
  add("identity", [&](std::size_t i, std::size_t j) { return ff_t(i == j ? 1.0f : 0.0f); });
  add("ones", [&](std::size_t, std::size_t) { return ff_t(1.0f); });
  add("one column",
      [&](std::size_t i, std::size_t j) { return ff_t(j == 0 ? 1.0 / static_cast<double>(i + 1) : 0.0); });
  return all;
}

inline std::vector<decomposed> every_family(std::size_t m, std::size_t n) {
  std::vector<decomposed> all = families_with_values(m, n);
  for (decomposed& d : families_with_elements(m, n)) all.push_back(std::move(d));
  return all;
}

/// What factors are worth, summed in long double: U of m by p, V of n by p, p values.
struct worth {
  double residual, orthogonality;
};

inline double orthogonality_of(const std::vector<ff_t>& q, std::size_t rows, std::size_t columns) {
  long double all = 0;
  for (std::size_t i = 0; i < columns; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      long double sum = i == j ? -1 : 0;
      for (std::size_t h = 0; h < rows; ++h)
        sum += static_cast<long double>(double(q[h * columns + i])) * double(q[h * columns + j]);
      all += sum * sum * (i == j ? 1 : 2);
    }
  return std::sqrt(static_cast<double>(all) / static_cast<double>(std::max<std::size_t>(columns, 1)));
}

inline worth worth_of(const decomposed& d, const std::vector<ff_t>& s, const std::vector<ff_t>& u,
                      std::size_t u_columns, const std::vector<ff_t>& v, std::size_t v_columns) {
  long double rest = 0, all = 0;
  for (std::size_t i = 0; i < d.m; ++i)
    for (std::size_t j = 0; j < d.n; ++j) {
      const long double element = double(d.elements[i * d.n + j]);
      long double sum = element;
      for (std::size_t h = 0; h < s.size(); ++h)
        sum -= static_cast<long double>(double(u[i * u_columns + h])) * double(s[h]) *
               double(v[j * v_columns + h]);
      rest += sum * sum;
      all += element * element;
    }
  const double residual =
      all > 0 ? std::sqrt(static_cast<double>(rest / all)) : std::sqrt(static_cast<double>(rest));
  return {residual, std::max(orthogonality_of(u, d.m, u_columns), orthogonality_of(v, d.n, v_columns))};
}

/// How far a report may be from the worth: its products of 50 bits are off by about 2^-50 of the norms'
/// product in each element, and a row has so many; what is rounded to pairs beside them adds a few more.
inline double report_error(const decomposed& d) {
  return 0x1p-50 * (3 + std::sqrt(static_cast<double>(std::max(d.m, d.n))));
}

}  // namespace ff_test
