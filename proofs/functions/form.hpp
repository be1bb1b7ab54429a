// A number as a function of the argument and of all roundings: p(t) + the sum of c_i(t) d_i, |t| <= 1.
//
// t is the argument's place in its cell.  p is its value without roundings, a polynomial.  d_i is the i-th
// rounding error, which is known by a bound, and c_i(t) what it is multiplied by on the way.  Sums of forms
// are exact, so an error that an algorithm adds to one word and subtracts from another cancels here too.
// Products of two errors are one more error; or, where a function asks for it, they are kept: + the sum of
// c_ij d_i d_j.  A Newton step that doubles the correct digits has such terms, which cancel.
// Every coefficient is enclosed: what its arithmetic rounds, and the terms beyond its degree, stand in
// `radius` and `rest`.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

#include "list.hpp"

namespace proofs {

inline constexpr int degree = 7, slope_degree = 3;
inline constexpr double slack = 0x1p-50;       // relative: above the roundings of a few doubles
inline constexpr long double fine = 0x1p-62L;  // the same of long doubles
inline constexpr double upwards =
    1 + 0x1p-40;  // times a bound: above what up to 8000 additions of bounds lose
// Above what all products of doubles lose that underflow: a bound is no double below it.
inline constexpr double underflowed = 0x1p-900;

/// c(t) and the number of its rounding error.
struct slope {
  int error;
  double c[slope_degree + 1];
  double radius;

  double bound() const {
    double sum = radius;
    for (double x : c) sum += std::fabs(x);
    return sum * upwards;
  }
};

/// (c + c1 t) d_i d_j, i <= j, with the factor to `radius`.
struct pair_of_errors {
  int i, j;
  double c, c1, radius;

  double bound() const { return (std::fabs(c) + std::fabs(c1) + radius) * upwards; }
  bool operator<(const pair_of_errors& o) const { return i != o.i ? i < o.i : j < o.j; }
};

struct form {
  long double p[degree + 1] = {};
  double rest = 0;  ///< |value - p - slopes - pairs| is at most this
  list<slope> slopes;
  list<pair_of_errors> pairs = {};  ///< sorted

  /// Zero, in the memory that it has.
  void clear() {
    std::fill(std::begin(p), std::end(p), 0.0L);
    rest = 0;
    slopes.clear(), pairs.clear();
  }

  long double spread() const {  // of p about p[0]
    long double sum = 0;
    for (int k = 1; k <= degree; ++k) sum += std::fabs(p[k]);
    return sum * (1 + fine);
  }
  bool is_zero() const {
    bool zero = rest == 0 && slopes.empty() && pairs.empty();
    for (const long double x : p) zero = zero && x == 0;
    return zero;
  }
  double magnitude() const {
    return static_cast<double>((std::fabs(p[0]) + spread()) * (1 + fine)) * upwards;
  }
};

/// The bounds of the rounding errors.
using bounds_of_errors = std::vector<double>;

inline double noise_of_slopes(const form& x, const bounds_of_errors& d) {
  double sum = 0;
  for (const slope& s : x.slopes) sum += s.bound() * d[static_cast<std::size_t>(s.error)];
  return sum * upwards;
}
inline double bound_of(const pair_of_errors& q, const bounds_of_errors& d) {
  return q.bound() * d[static_cast<std::size_t>(q.i)] * d[static_cast<std::size_t>(q.j)] * upwards +
         underflowed;
}
inline double noise_of_pairs(const form& x, const bounds_of_errors& d) {
  double sum = 0;
  for (const pair_of_errors& q : x.pairs) sum += bound_of(q, d);
  return sum * upwards;
}
inline double noise(const form& x, const bounds_of_errors& d) {
  return (x.rest + noise_of_slopes(x, d) + noise_of_pairs(x, d)) * upwards;
}

/// Sorts pairs and adds those of the same errors; those below `least` in sum are added to what is returned.
inline double merge_pairs(list<pair_of_errors>& pairs, double least, const bounds_of_errors* d) {
  std::sort(pairs.begin(), pairs.end());
  double dropped = 0;
  std::size_t n = 0;
  for (std::size_t i = 0; i < pairs.size();) {
    pair_of_errors q = pairs[i++];
    for (; i < pairs.size() && pairs[i].i == q.i && pairs[i].j == q.j; ++i) {
      q.radius = (q.radius + pairs[i].radius + (q.bound() + pairs[i].bound()) * slack) * upwards;
      q.c += pairs[i].c, q.c1 += pairs[i].c1;
    }
    if (q.c == 0 && q.c1 == 0 && q.radius == 0) continue;
    if (d != nullptr && bound_of(q, *d) < least)
      dropped += bound_of(q, *d);
    else
      pairs[n++] = q;
  }
  pairs.cut(n);
  return dropped * upwards;
}

inline form constant(long double v) {
  form f;
  f.p[0] = v;
  return f;
}

inline void add_slope(list<slope>& to, const slope& s) {
  bool zero = s.radius == 0;  // false for NaN, which ends in a bound that no goal meets
  for (double x : s.c) zero = zero && x == 0;
  if (!zero) to.push_back(s);
}

/// all = a + sign b, an error's slopes added; `all` is neither of them.
inline void merge(list<slope>& all, const list<slope>& a, const list<slope>& b, double sign = 1) {
  all.clear();
  all.reserve(a.size() + b.size());
  const slope *i = a.begin(), *j = b.begin();
  const slope *const a_end = a.end(), *const b_end = b.end();
  while (i != a_end || j != b_end) {
    if (j == b_end || (i != a_end && i->error < j->error)) {
      all.push_back(*i++);
      continue;
    }
    slope s{j->error, {}, j->radius};
    if (i != a_end && i->error == s.error) {
      double lost = 0;
      for (int k = 0; k <= slope_degree; ++k) {
        const double x = i->c[k], y = sign * j->c[k], z = x + y, back = z - x;
        s.c[k] = z;
        lost += std::fabs((x - (z - back)) + (y - back));
      }
      s.radius = (s.radius + i->radius + lost) * upwards;
      add_slope(all, s);
      ++i;
    } else {
      for (int k = 0; k <= slope_degree; ++k) s.c[k] = sign * j->c[k];
      all.push_back(s);
    }
    ++j;
  }
}

/// f = a + sign b; f is neither of them.
inline void add(form& f, const form& a, const form& b, double sign = 1) {
  f.rest = 0;
  for (int k = 0; k <= degree; ++k) {
    const long double x = a.p[k], y = sign < 0 ? -b.p[k] : b.p[k];
    if (y == 0 || x == 0) {
      f.p[k] = y == 0 ? x : y;
      continue;
    }
    // a sum of numbers of a few bits is exact, which keeps a zero a zero
    const long double z = x + y, back = z - x;
    f.p[k] = z;
    f.rest += static_cast<double>(std::fabs((x - (z - back)) + (y - back)));
  }
  f.rest = (f.rest + a.rest + b.rest) * upwards;
  merge(f.slopes, a.slopes, b.slopes, sign);
  f.pairs = a.pairs;
  if (!a.pairs.empty() || !b.pairs.empty()) {
    for (pair_of_errors q : b.pairs) {
      q.c *= sign, q.c1 *= sign;
      f.pairs.push_back(q);
    }
    merge_pairs(f.pairs, 0, nullptr);
  }
}

/// A polynomial that slopes are multiplied by, and |it - the factor| <= rest.
struct factor_of_slopes {
  double p[slope_degree + 1], rest;
  double beyond[slope_degree + 2] = {};  ///< the magnitudes from t^k on, added

  factor_of_slopes(const long double* q, double q_rest) : rest(q_rest) {
    double sum = 0;
    for (int k = degree; k >= 0; --k) {
      sum += static_cast<double>(std::fabs(q[k]));
      if (k <= slope_degree + 1) beyond[k] = sum * upwards;
      if (k <= slope_degree) p[k] = static_cast<double>(q[k]);
    }
  }
};

/// c(t) p(t), cut to c's degree.
inline slope times(const slope& s, const factor_of_slopes& by) {
  slope r{s.error, {}, 0};
  double dropped = 0, all = 0;
  for (int i = 0; i <= slope_degree; ++i) {
    const double c = s.c[i], a = std::fabs(c);
    all += a;
    dropped += a * by.beyond[slope_degree + 1 - i];
    for (int k = 0; i + k <= slope_degree; ++k) r.c[i + k] += c * by.p[k];
  }
  const double magnitude = (by.beyond[0] + by.rest) * upwards;
  r.radius = (dropped + all * by.beyond[0] * slack + s.radius * magnitude + s.bound() * by.rest) * upwards;
  return r;
}

/// What the arithmetic of forms needs besides its results: kept, so that its memory is.
struct scratch {
  list<slope> first, second;
};

/// part = the sum of x(t) c_i(t) d_i over `of`.
inline void scale(list<slope>& part, const list<slope>& of, const long double* p, double p_rest) {
  part.clear();
  if (of.empty()) return;
  const factor_of_slopes by(p, p_rest);
  part.reserve(of.size());
  for (const slope& s : of) add_slope(part, times(s, by));
}
/// The same, added to `to`.
inline void add_scaled(form& to, const form& of, const long double* p, double p_rest, scratch& own) {
  scale(own.first, of.slopes, p, p_rest);
  merge(own.second, to.slopes, own.first);
  std::swap(to.slopes, own.second);
}
/// The slopes of a product.
inline void multiply_slopes(list<slope>& product, const form& a, const form& b, scratch& own) {
  scale(own.first, a.slopes, b.p, 0);
  scale(own.second, b.slopes, a.p, 0);
  merge(product, own.first, own.second);
}

/// The bits of a significand, to its last one that is not 0.
inline int length_of(long double x) {
  std::uint64_t m;
  std::memcpy(&m, &x, sizeof m);
  return 64 - __builtin_ctzll(m);
}

inline void polynomial_product(const long double* a, const long double* b, long double* out, double& rest) {
  long double lost = 0, above[degree + 2] = {};  // above[k]: |b[k]| + |b[k + 1]| + ..
  int length[degree + 1] = {};
  for (int k = degree; k >= 0; --k) {
    above[k] = above[k + 1] + std::fabs(b[k]);
    if (b[k] != 0) length[k] = length_of(b[k]);
  }
  for (int i = 0; i <= degree; ++i) {
    if (a[i] == 0) continue;
    lost += std::fabs(a[i]) * above[degree + 1 - i];  // the terms beyond the degree
    const int own_length = length_of(a[i]);
    for (int k = 0; i + k <= degree; ++k) {
      if (b[k] == 0) continue;
      const long double term = a[i] * b[k];
      if (own_length + length[k] > 64) lost += std::fabs(term) * fine;
      const long double before = out[i + k], after = before + term, back = after - before;
      lost += std::fabs((before - (after - back)) + (term - back));
      out[i + k] = after;
    }
  }
  rest += static_cast<double>(lost) * upwards;
}

/// Adds an error of its own, at most `bound`.
inline void add_error(form& f, double bound, bounds_of_errors& d) {
  if (bound == 0) return;
  if (!(bound >= 0)) bound = HUGE_VAL;  // NaN: infinity times 0 on the way
  bound += underflowed;
  slope s{static_cast<int>(d.size()), {}, 0};
  s.c[0] = 1;
  d.push_back(bound);
  f.slopes.push_back(s);
}

/// The pairs of `of` times p(t), and into `to`.
inline void add_scaled_pairs(form& to, const form& of, const form& by) {
  const double p0 = static_cast<double>(by.p[0]), p1 = static_cast<double>(by.p[1]);
  double beyond = 0;
  for (int k = 2; k <= degree; ++k) beyond += static_cast<double>(std::fabs(by.p[k]));
  for (const pair_of_errors& q : of.pairs) {
    const double all = q.bound() * (std::fabs(p0) + std::fabs(p1) + beyond);
    to.pairs.push_back({q.i, q.j, q.c * p0, q.c * p1 + q.c1 * p0,
                        (q.radius * (std::fabs(p0) + std::fabs(p1)) + std::fabs(q.c1 * p1) +
                         q.bound() * beyond + all * slack) *
                            upwards});
  }
}
/// The product with the pairs of errors kept; the products of three errors become one error.
inline void multiply_with_pairs(form& f, const form& a, const form& b, bounds_of_errors& d, scratch& own) {
  f.clear();
  double rest = 0;
  polynomial_product(a.p, b.p, f.p, rest);
  multiply_slopes(f.slopes, a, b, own);
  add_scaled_pairs(f, a, b);
  add_scaled_pairs(f, b, a);
  for (const slope& s : a.slopes)
    for (const slope& t : b.slopes) {
      const double all = s.bound() * t.bound(), c = s.c[0] * t.c[0], c1 = s.c[0] * t.c[1] + s.c[1] * t.c[0];
      // all other products of coefficients and radii, with what the doubles round
      const double others =
          all - std::fabs(s.c[0]) * (std::fabs(t.c[0]) + std::fabs(t.c[1])) - std::fabs(s.c[1] * t.c[0]);
      f.pairs.push_back({std::min(s.error, t.error), std::max(s.error, t.error), c, c1,
                         (std::max(others, 0.0) + all * slack * 4) * upwards});
    }
  const double sa = noise_of_slopes(a, d), sb = noise_of_slopes(b, d);
  const double qa = (noise_of_pairs(a, d) + a.rest) * upwards, qb = (noise_of_pairs(b, d) + b.rest) * upwards;
  rest += merge_pairs(f.pairs, sa * sb * 0x1p-20, &d);
  add_error(
      f, (sa * qb + qa * sb + qa * qb + a.rest * b.magnitude() + b.rest * a.magnitude() + rest) * upwards, d);
}
/// The pairs as one error.
inline form without_pairs(form f, bounds_of_errors& d) {
  const double all = noise_of_pairs(f, d);
  f.pairs.clear();
  add_error(f, all, d);
  return f;
}

inline void multiply(form& f, const form& a, const form& b, bounds_of_errors& d, scratch& own) {
  f.clear();
  double rest = 0;
  polynomial_product(a.p, b.p, f.p, rest);
  multiply_slopes(f.slopes, a, b, own);
  // the products of errors, and what the polynomials lost, become one error, so that equal products stay
  // equal
  const double na = noise(a, d), nb = noise(b, d);
  add_error(f, (na * nb + a.rest * b.magnitude() + b.rest * a.magnitude() + rest) * upwards, d);
}

/// The least magnitude of p, or 0.
inline long double least_magnitude(const form& x) {
  const long double least = std::fabs(x.p[0]) - x.spread();
  return least > 0 ? least * (1 - fine) : 0;
}

/// q with |a/b - q| <= rest for the polynomials a and b alone, b away from 0.
inline void polynomial_quotient(const long double* a, const form& b, long double* q, double& rest) {
  for (int k = 0; k <= degree; ++k) {
    long double left = a[k];
    for (int i = 0; i < k; ++i) left -= q[i] * b.p[k - i];
    q[k] = left / b.p[0];
  }
  long double back[degree + 1] = {};
  double lost = 0;
  polynomial_product(q, b.p, back, lost);
  for (int k = 0; k <= degree; ++k)
    lost += static_cast<double>(std::fabs(a[k] - back[k]) + fine * (std::fabs(a[k]) + std::fabs(back[k])));
  rest += lost * upwards / static_cast<double>(least_magnitude(b)) * upwards;
}

/// a/b for b away from 0.
inline form quotient(const form& over, const form& under, bounds_of_errors& d, scratch& own) {
  const form a = without_pairs(over, d), b = without_pairs(under, d);
  form f, inverse;
  double rest = 0;
  const long double one[degree + 1] = {1};
  polynomial_quotient(a.p, b, f.p, rest);
  polynomial_quotient(one, b, inverse.p, inverse.rest);
  // (a + ea)/(b + eb) = q + (ea - q eb)/b (1 - eb/(b + eb))
  form errors, turned = b;
  for (slope& s : turned.slopes)
    for (double& x : s.c) x = -x;
  add_scaled(errors, a, one, 0, own);
  add_scaled(errors, turned, f.p, rest, own);
  add_scaled(f, errors, inverse.p, inverse.rest, own);
  const double least = static_cast<double>(least_magnitude(b)), nb = noise(b, d);
  const double q = f.magnitude() + rest;
  const double plain = (a.rest + b.rest * q) / least;
  add_error(f,
            (rest + plain + (noise(errors, d) + a.rest + b.rest * q) * nb / (least * (least - nb))) * upwards,
            d);
  return f;
}

/// The square root of a > 0.
inline form square_root(const form& of, bounds_of_errors& d, scratch& own) {
  const form a = without_pairs(of, d);
  form f;
  f.p[0] = std::sqrt(a.p[0]);
  for (int k = 1; k <= degree; ++k) {
    long double left = a.p[k];
    for (int i = 1; i < k; ++i) left -= f.p[i] * f.p[k - i];
    f.p[k] = left / (2 * f.p[0]);
  }
  long double back[degree + 1] = {};
  double lost = 0;
  polynomial_product(f.p, f.p, back, lost);
  for (int k = 0; k <= degree; ++k)
    lost +=
        static_cast<double>(std::fabs(a.p[k] - back[k]) + fine * (std::fabs(a.p[k]) + std::fabs(back[k])));
  const double least = static_cast<double>(least_magnitude(a)), na = noise(a, d);
  const double root = std::sqrt(std::max(least - na, 0.0));
  double rest = lost * upwards / static_cast<double>(least_magnitude(f));
  // sqrt(a + e) = s + e/(2 s) - e^2/(2 (s + sqrt(a + e))^2 s)
  form twice = f, half;
  for (long double& x : twice.p) x *= 2;
  const long double one[degree + 1] = {1};
  polynomial_quotient(one, twice, half.p, half.rest);
  half.rest += rest / static_cast<double>(least_magnitude(f)) / root * upwards;
  add_scaled(f, a, half.p, half.rest, own);
  add_error(f, (rest + a.rest / (2 * root) + na * na / (8 * root * root * root) * (1 + 1e-6)) * upwards, d);
  return f;
}

}  // namespace proofs
