#include "judge.hpp"

#include <gmp.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace accuracy::predicates {
namespace {

class integer {
 public:
  integer() { mpz_init(z_); }
  ~integer() { mpz_clear(z_); }
  integer(const integer&) = delete;
  integer& operator=(const integer&) = delete;
  operator mpz_ptr() { return z_; }
  mpz_ptr operator->() { return z_; }

 private:
  mpz_t z_;
};

}  // namespace

// Rows are the points but the last: their differences from it, then the sum of the squares.
struct judge::numbers {
  integer row[4][4], last[3], minor[4], product;

  // to = the determinant of rows r[0], r[1] and columns 0, 1.
  void minor2(mpz_ptr to, const int* r) {
    mpz_mul(to, row[r[0]][0], row[r[1]][1]);
    mpz_submul(to, row[r[0]][1], row[r[1]][0]);
  }
  // That of rows r[0], r[1], r[2] and columns 0, 1, `third`, by its last column.
  void minor3(mpz_ptr to, const int* r, int third) {
    mpz_set_ui(to, 0);
    for (int i = 0; i < 3; ++i) {
      const int others[] = {r[i == 0 ? 1 : 0], r[i == 2 ? 1 : 2]};
      minor2(product, others);
      mpz_mul(product, product, row[r[i]][third]);
      i == 1 ? mpz_sub(to, to, product) : mpz_add(to, to, product);
    }
  }
  int sign_of(int dimension, bool lifted) {
    const int all[] = {0, 1, 2, 3};
    if (dimension == 2 && !lifted) {
      minor2(minor[0], all);
    } else if (dimension + (lifted ? 1 : 0) == 3) {
      minor3(minor[0], all, 2);
    } else {
      mpz_set_ui(minor[0], 0);
      for (int i = 0; i < 4; ++i) {  // by the lifted column: its signs are -, +, -, +
        int others[3] = {}, n = 0;
        for (int k : all) {
          if (k != i) others[n++] = k;
        }
        minor3(minor[1], others, 2);
        mpz_mul(minor[1], minor[1], row[i][3]);
        i % 2 == 0 ? mpz_sub(minor[0], minor[0], minor[1]) : mpz_add(minor[0], minor[0], minor[1]);
      }
    }
    return mpz_sgn(minor[0]);
  }
};

judge::judge() : n_(std::make_unique<numbers>()) {}
judge::~judge() = default;

template <class T>
sign judge::exact_sign(determinant d, const operands<T>& v) {
  const int dimension = dimension_of(d), points = points_of(d), words = points * dimension;
  const auto end = v.x + words;
  if (!std::all_of(v.x, end, [](auto x) { return std::isfinite(x); })) return sign::not_finite;
  int exponent[15] = {}, least = std::numeric_limits<int>::max();
  for (int i = 0; i < words; ++i) {
    if (v.x[i] == 0) continue;
    std::frexp(v.x[i], &exponent[i]);
    exponent[i] -= format<T>::digits;
    least = std::min(least, exponent[i]);
  }
  const auto set = [&](mpz_ptr to, int i) {
    mpz_set_d(to, std::ldexp(static_cast<double>(v.x[i]), -exponent[i]));
    mpz_mul_2exp(to, to, v.x[i] == 0 ? 0u : static_cast<unsigned>(exponent[i] - least));
  };
  numbers& n = *n_;
  for (int k = 0; k < dimension; ++k) set(n.last[k], (points - 1) * dimension + k);
  for (int i = 0; i < points - 1; ++i) {
    mpz_ptr lifted = n.row[i][dimension];
    mpz_set_ui(lifted, 0);
    for (int k = 0; k < dimension; ++k) {
      set(n.row[i][k], i * dimension + k);
      mpz_sub(n.row[i][k], n.row[i][k], n.last[k]);
      mpz_addmul(lifted, n.row[i][k], n.row[i][k]);
    }
  }
  return static_cast<sign>(n.sign_of(dimension, is_lifted(d)));
}

template sign judge::exact_sign(determinant, const operands<float>&);
template sign judge::exact_sign(determinant, const operands<double>&);
template sign judge::exact_sign(determinant, const operands<ff::double_in_floats>&);

}  // namespace accuracy::predicates
