// Matrices that are hard for linear algebra, by their names: what rows of --ops linalg are judged on.
#pragma once

#include <algorithm>
#include <cmath>
#include <ff/linalg/view.hpp>
#include <ff/operators.hpp>
#include <ff/random.hpp>
#include <functional>
#include <string>
#include <vector>

namespace accuracy {

using ff::ff_t;
using ff::int64;
using ff::uint64;

/// A matrix by rows.
struct dense {
  int64 rows = 0, columns = 0;
  std::vector<ff_t> elements;

  dense(int64 row_count, int64 column_count)
      : rows(row_count),
        columns(column_count),
        elements(static_cast<std::size_t>(row_count * column_count), ff_t(0.0f)) {}
  ff_t& operator()(int64 i, int64 j) { return elements[static_cast<std::size_t>(i * columns + j)]; }
  const ff_t& operator()(int64 i, int64 j) const {
    return elements[static_cast<std::size_t>(i * columns + j)];
  }
  ff::linalg::matrix_view<ff_t> view() { return ff::linalg::row_major(elements.data(), rows, columns); }
  ff::linalg::matrix_view<const ff_t> view() const {
    return ff::linalg::row_major(elements.data(), rows, columns);
  }
  /// The elements as a vector.
  ff::linalg::vector_view<ff_t> all() { return {elements.data(), rows * columns, 1}; }
  ff::linalg::vector_view<const ff_t> all() const { return {elements.data(), rows * columns, 1}; }
};

/// A kind of matrix, of any dimensions.
struct family {
  std::string name;
  std::function<dense(int64 rows, int64 columns, uint64 seed)> make;
  std::function<dense(int64 rows, int64 columns, uint64 seed)> other =
      make;                     ///< the second factor of a product
  double condition = HUGE_VAL;  ///< at most, where it is known
};

/// f(i, j) for each element.
template <class F>
dense filled(int64 rows, int64 columns, F f) {
  dense a(rows, columns);
  for (int64 i = 0; i < rows; ++i)
    for (int64 j = 0; j < columns; ++j) a(i, j) = f(i, j);
  return a;
}

inline ff_t normal_number(ff::philox& g) { return ff::normal_distribution()(g); }

inline dense normal_matrix(int64 rows, int64 columns, uint64 seed) {
  ff::philox g(seed, 0);
  return filled(rows, columns, [&](int64, int64) { return normal_number(g); });
}

/// A = (I - 2 v v^T) A for a random unit vector, and for A^T.
inline void reflect(std::vector<double>& a, int64 rows, int64 columns, bool from_left, ff::philox& g) {
  const int64 n = from_left ? rows : columns, others = from_left ? columns : rows;
  const auto at = [&](int64 i, int64 j) -> double& {
    return a[static_cast<std::size_t>(from_left ? i * columns + j : j * columns + i)];
  };
  std::vector<double> v(static_cast<std::size_t>(n));
  double square = 0;
  for (double& x : v) x = double(normal_number(g)), square += x * x;
  if (square == 0) return;
  for (int64 j = 0; j < others; ++j) {
    double sum = 0;
    for (int64 i = 0; i < n; ++i) sum += v[static_cast<std::size_t>(i)] * at(i, j);
    for (int64 i = 0; i < n; ++i) at(i, j) -= 2 * v[static_cast<std::size_t>(i)] * sum / square;
  }
}

/// U diag(s) V^T, U and V of three random reflections each: its singular values are s within 1e-15 of the
/// largest.
inline dense with_singular_values(int64 rows, int64 columns, uint64 seed,
                                  const std::function<double(int64, int64)>& s, int64 reflections = 3) {
  ff::philox g(seed, 1);
  std::vector<double> a(static_cast<std::size_t>(rows * columns), 0.0);
  const int64 n = std::min(rows, columns);
  for (int64 i = 0; i < n; ++i) a[static_cast<std::size_t>(i * columns + i)] = s(i, n);
  for (int64 r = 0; r < reflections; ++r) {
    reflect(a, rows, columns, true, g);
    reflect(a, rows, columns, false, g);
  }
  return filled(rows, columns,
                [&](int64 i, int64 j) { return ff_t(a[static_cast<std::size_t>(i * columns + j)]); });
}

/// The place of i among n, from 0 to 1.
inline double place_of(int64 i, int64 n) {
  return n > 1 ? static_cast<double>(i) / static_cast<double>(n - 1) : 0.0;
}

/// LAPACK's dlatms, modes 1 to 6.
inline family by_mode(int mode, double cond) {
  const std::string name = mode == 6 ? "mode 6"
                                     : "mode " + std::to_string(mode) + ", cond 1e" +
                                           std::to_string(std::lround(std::log10(cond)));
  family f{name, [mode, cond](int64 m, int64 n, uint64 seed) {
             ff::philox g(seed, 2);
             return with_singular_values(m, n, seed, [&](int64 i, int64 of) {
               const double t = place_of(i, of);
               switch (mode) {
                 case 1:
                   return i == 0 ? 1.0 : 1 / cond;
                 case 2:
                   return i + 1 < of ? 1.0 : 1 / cond;
                 case 3:
                   return std::pow(cond, -t);
                 case 4:
                   return 1 - t * (1 - 1 / cond);
                 case 5:
                   return std::pow(cond, -0x1p-32 * static_cast<double>(g()));
                 default:
                   return std::fabs(double(normal_number(g)));
               }
             });
           }};
  if (mode < 6) f.condition = cond;
  return f;
}

/// Values down to 1/cond between as many reflections as there are rows or columns: all directions are alike
/// (Haar's measure), where three reflections leave a diagonal of low rank beside it.
inline family haar(double cond) {
  family f{"Haar, cond 1e" + std::to_string(std::lround(std::log10(cond))),
           [cond](int64 m, int64 n, uint64 seed) {
             return with_singular_values(
                 m, n, seed, [cond](int64 i, int64 of) { return std::pow(cond, -place_of(i, of)); },
                 std::max(m, n));
           }};
  f.condition = cond;
  return f;
}

/// A family times 2^exponent.
inline family scaled_by(const family& of, int exponent) {
  return {of.name + ", 2^" + std::to_string(exponent), [of, exponent](int64 m, int64 n, uint64 seed) {
            dense a = of.make(m, n, seed);
            for (ff_t& x : a.elements) x = ldexp(x, exponent);
            return a;
          }};
}

/// Four clusters of singular values, each of this relative width.
inline family clustered(double width) {
  return {width == 0 ? "repeated" : "clusters 1e" + std::to_string(std::lround(std::log10(width))),
          [width](int64 m, int64 n, uint64 seed) {
            return with_singular_values(m, n, seed, [width](int64 i, int64 of) {
              const int64 cluster = 4 * i / of;
              return std::pow(4.0, static_cast<double>(-cluster)) * (1 - width * place_of(i, of));
            });
          }};
}

/// Normal numbers times 2^exponent(i, j, rows, columns).
template <class F>
family scaled(const char* name, F exponent) {
  return {name, [exponent](int64 m, int64 n, uint64 seed) {
            ff::philox g(seed, 3);
            return filled(m, n, [&](int64 i, int64 j) {
              const ff_t x = normal_number(g);
              return ldexp(x, static_cast<int>(exponent(place_of(i, m), place_of(j, n))));
            });
          }};
}

/// Normal numbers times a factor.
inline family times(const char* name, float factor) {
  return {name, [factor](int64 m, int64 n, uint64 seed) {
            ff::philox g(seed, 4);
            return filled(m, n, [&](int64, int64) { return normal_number(g) * factor; });
          }};
}

inline family rank_deficient() {
  return {"rank deficient", [](int64 m, int64 n, uint64 seed) {
            return with_singular_values(m, n, seed, [](int64 i, int64 of) { return 2 * i < of ? 1.0 : 0.0; });
          }};
}
inline family hilbert() {
  return {"Hilbert", [](int64 m, int64 n, uint64) {
            return filled(m, n, [](int64 i, int64 j) { return ff_t(1.0f) / static_cast<float>(i + j + 1); });
          }};
}
/// Kahan's triangle, sine 0.3.
inline family kahan() {
  return {"Kahan", [](int64 m, int64 n, uint64) {
            const double s = 0.3, c = std::sqrt(1 - s * s);
            return filled(m, n, [&](int64 i, int64 j) {
              return i > j ? ff_t(0.0f)
                           : ff_t(std::pow(s, static_cast<double>(i) / 16) * (i == j ? 1.0 : -c));
            });
          }};
}
/// Läuchli's: a row of ones above 2^-24 times the identity.
inline family lauchli() {
  return {"Lauchli", [](int64 m, int64 n, uint64) {
            return filled(m, n, [](int64 i, int64 j) {
              return ff_t(i == 0 ? 1.0f : i == j + 1 ? 0x1p-24f : 0.0f);
            });
          }};
}
inline family zero() {
  return {"zero", [](int64 m, int64 n, uint64) { return dense(m, n); }};
}

/// All of them.
inline std::vector<family> matrix_families() {
  std::vector<family> all{{"normal", normal_matrix}};
  for (const double cond : {1e2, 1e6, 1e12})
    for (int mode = 1; mode <= 5; ++mode) all.push_back(by_mode(mode, cond));
  all.push_back(by_mode(6, 1));
  for (const double width : {1e-6, 1e-9, 1e-13, 0.0}) all.push_back(clustered(width));
  all.push_back(rank_deficient());
  all.push_back(hilbert());
  all.push_back(kahan());
  all.push_back(lauchli());
  all.push_back(scaled("graded rows", [](double i, double) { return -40 * i; }));
  all.push_back(scaled("graded columns", [](double, double j) { return -40 * j; }));
  all.push_back(scaled("graded both", [](double i, double j) { return -20 * (i + j); }));
  all.push_back(zero());
  all.push_back(times("scale 1e-30", 1e-30f));
  all.push_back(times("scale 1e30", 1e30f));
  return all;
}

/// Two that belong together.
inline family paired(const char* name, const family& first, const family& second) {
  return {name, first.make, second.make};
}

/// And of products: the inner dimension graded one way in A and the other way in B, in a step and in many
/// (what the grading tests of Demmel and others scale by D and D^-1), exponents without order, and the ends
/// of the range.
inline std::vector<family> product_families() {
  std::vector<family> all = matrix_families();
  const auto falls = [](double t) { return 40 * (1 - t); };
  const auto step = [](double t) { return t < 0.5 ? 40 : 0; };
  all.push_back(paired("graded inside", scaled("", [=](double, double j) { return falls(j); }),
                       scaled("", [=](double i, double) { return -falls(i); })));
  all.push_back(paired("stepped inside", scaled("", [=](double, double j) { return step(j); }),
                       scaled("", [=](double i, double) { return -step(i); })));
  all.push_back({"ragged", [](int64 m, int64 n, uint64 seed) {
                   ff::philox g(seed, 5);
                   return filled(m, n, [&](int64, int64) {
                     const ff_t x = normal_number(g);
                     return ldexp(x, static_cast<int>(g() % 41) - 20);
                   });
                 }});
  all.push_back(paired("1e30 and 1e-30", times("", 1e30f), times("", 1e-30f)));
  return all;
}

}  // namespace accuracy
