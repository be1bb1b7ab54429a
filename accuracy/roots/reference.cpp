#include "accuracy/roots/reference.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace accuracy {
namespace {

using std::size_t;
using narrow_complex = std::complex<long double>;

// ---------------------------------------------------------------- points in long double

/// log2 of every coefficient's magnitude.
std::vector<long double> heights(const std::vector<wide_real>& a) {
  std::vector<long double> h;
  for (const wide_real& x : a) {
    long e = 0;
    const double m = mpfr_get_d_2exp(&e, x, MPFR_RNDN);
    h.push_back(mpfr_zero_p(x) != 0 ? -1e6L : std::log2(std::fabs(m)) + static_cast<long double>(e));
  }
  return h;
}

/// Points on the circles of Newton's polygon.
std::vector<narrow_complex> first_points(const std::vector<wide_real>& a) {
  const std::vector<long double> h = heights(a);
  std::vector<size_t> corner;
  for (size_t k = 0; k < h.size(); ++k) {
    const auto above = [&](size_t i, size_t j) {
      return (h[j] - h[i]) * static_cast<long double>(k - j) >
             (h[k] - h[j]) * static_cast<long double>(j - i);
    };
    if (h[k] < -1e5L) continue;
    while (corner.size() >= 2 && !above(corner[corner.size() - 2], corner.back())) corner.pop_back();
    corner.push_back(k);
  }
  std::vector<narrow_complex> z;
  for (size_t s = 0; s + 1 < corner.size(); ++s) {
    const long double roots = static_cast<long double>(corner[s + 1] - corner[s]);
    const long double radius = std::exp2((h[corner[s]] - h[corner[s + 1]]) / roots);
    for (long double k = 0; k < roots; ++k)
      z.push_back(std::polar(radius, 6.283185307L * k / roots + 0.4L + static_cast<long double>(s)));
  }
  return z;
}

void iterate_in_long_double(const std::vector<wide_real>& a, std::vector<narrow_complex>& z) {
  const size_t n = z.size();
  std::vector<long double> c;
  c.reserve(a.size());
  for (const wide_real& x : a) c.push_back(mpfr_get_ld(x, MPFR_RNDN));
  std::vector<bool> done(n, false);
  for (int sweep = 0; sweep < 200; ++sweep) {
    bool moves = false;
    for (size_t i = 0; i < n; ++i) {
      if (done[i]) continue;
      narrow_complex p = c[n], d = 0;
      const long double size = std::abs(z[i]);
      const auto magnitude = [](const narrow_complex& x) {
        return std::fabs(x.real()) + std::fabs(x.imag());
      };
      long double noise = magnitude(p);
      for (size_t k = n; k-- > 0;) {
        d = d * z[i] + p;
        p = p * z[i] + c[k];
        noise = noise * size + magnitude(p);
      }
      narrow_complex sum = 0;
      for (size_t j = 0; j < n; ++j) {
        const narrow_complex apart = z[i] - z[j];
        if (j != i && z[i] != z[j]) sum += std::conj(apart) / std::norm(apart);
      }
      const narrow_complex step = p / (d - p * sum);
      if (std::isfinite(std::abs(step))) z[i] -= step;
      done[i] = std::abs(p) < noise * 1e-19L || std::abs(step) < 1e-18L * std::abs(z[i]);
      moves = moves || !done[i];
    }
    if (!moves) break;
  }
}

// ---------------------------------------------------------------- complex arithmetic at 400 bits

/// The scratch of an operation.
struct scratch {
  wide_real a, b, c, d;
};

/// r = x y + (add, 0); r may be x.
void multiply_add(wide_complex& r, const wide_complex& x, const wide_complex& y, mpfr_srcptr add,
                  scratch& t) {
  mpfr_fmms(t.a, x.re, y.re, x.im, y.im, MPFR_RNDN);
  mpfr_fmma(t.b, x.re, y.im, x.im, y.re, MPFR_RNDN);
  mpfr_add(r.re, t.a, add, MPFR_RNDN);
  mpfr_set(r.im, t.b, MPFR_RNDN);
}

/// r = x / y.
void divide(wide_complex& r, const wide_complex& x, const wide_complex& y, scratch& t) {
  mpfr_fmma(t.a, y.re, y.re, y.im, y.im, MPFR_RNDN);
  mpfr_fmma(t.b, x.re, y.re, x.im, y.im, MPFR_RNDN);
  mpfr_fmms(t.c, x.im, y.re, x.re, y.im, MPFR_RNDN);
  mpfr_div(r.re, t.b, t.a, MPFR_RNDN);
  mpfr_div(r.im, t.c, t.a, MPFR_RNDN);
}

void subtract(wide_complex& r, const wide_complex& x, const wide_complex& y) {
  mpfr_sub(r.re, x.re, y.re, MPFR_RNDN);
  mpfr_sub(r.im, x.im, y.im, MPFR_RNDN);
}
void modulus(wide_real& r, const wide_complex& x) { mpfr_hypot(r, x.re, x.im, MPFR_RNDU); }

void iterate_widely(const std::vector<wide_real>& a, std::vector<wide_complex>& z) {
  const size_t n = z.size();
  scratch t;
  wide_real length, size;
  std::vector<bool> done(n, false);
  for (int sweep = 0; sweep < 120; ++sweep) {  // of m points about one root, (m - 1)/(m + 1) is left by each
    bool moves = false;
    for (size_t i = 0; i < n; ++i) {
      if (done[i]) continue;
      wide_complex p{a[n], {}}, d, sum, difference, part;
      const wide_real zero;
      for (size_t k = n; k-- > 0;) {
        multiply_add(d, d, z[i], p.re, t);
        mpfr_add(d.im, d.im, p.im, MPFR_RNDN);
        multiply_add(p, p, z[i], a[k], t);
      }
      if (mpfr_zero_p(p.re) != 0 && mpfr_zero_p(p.im) != 0) {
        done[i] = true;
        continue;
      }
      const wide_complex one{wide_real(1.0L), {}};
      for (size_t j = 0; j < n; ++j) {
        if (j == i) continue;
        subtract(difference, z[i], z[j]);
        if (mpfr_zero_p(difference.re) != 0 && mpfr_zero_p(difference.im) != 0) continue;
        divide(part, one, difference, t);
        mpfr_add(sum.re, sum.re, part.re, MPFR_RNDN);
        mpfr_add(sum.im, sum.im, part.im, MPFR_RNDN);
      }
      multiply_add(part, p, sum, zero, t);
      subtract(d, d, part);
      if (mpfr_zero_p(d.re) != 0 && mpfr_zero_p(d.im) != 0) continue;
      divide(part, p, d, t);
      subtract(z[i], z[i], part);
      modulus(length, part);
      modulus(size, z[i]);
      // Of a simple root the cube is left, 2^-150 or so; of a multiple one, whose disk is above 2^-30, the
      // same.
      mpfr_mul_2si(size, size, -54, MPFR_RNDN);
      done[i] = mpfr_lessequal_p(length, size) != 0;
      moves = moves || !done[i];
    }
    if (!moves) break;
  }
}

/// n |p(z_i)| / |a_n product of (z_i - z_j)|, with what rounding may hide added: fewer than 2^10 roundings of
/// 2^-400 each in a value, relative to the sum of |a_k| |z|^k, and in the product relative to itself.
wide_real smith(const std::vector<wide_real>& a, const std::vector<wide_complex>& z, size_t i) {
  const size_t n = z.size();
  scratch t;
  wide_complex p{a[n], {}}, difference;
  wide_real size, sum, length, magnitude, product;
  modulus(size, z[i]);
  mpfr_abs(sum, a[n], MPFR_RNDN);
  for (size_t k = n; k-- > 0;) {
    multiply_add(p, p, z[i], a[k], t);
    mpfr_abs(magnitude, a[k], MPFR_RNDN);
    mpfr_fma(sum, sum, size, magnitude, MPFR_RNDU);
  }
  modulus(length, p);
  mpfr_mul_2si(sum, sum, -(root_bits - 12), MPFR_RNDU);
  mpfr_add(length, length, sum, MPFR_RNDU);
  mpfr_abs(product, a[n], MPFR_RNDN);
  for (size_t j = 0; j < n; ++j) {
    if (j == i) continue;
    subtract(difference, z[i], z[j]);
    mpfr_hypot(magnitude, difference.re, difference.im, MPFR_RNDD);
    mpfr_mul(product, product, magnitude, MPFR_RNDD);
  }
  mpfr_mul_ui(length, length, static_cast<unsigned long>(n), MPFR_RNDU);
  mpfr_div(length, length, product, MPFR_RNDU);
  mpfr_mul_d(length, length, 1 + 0x1p-50, MPFR_RNDU);
  return length;
}

/// One cluster of each connected component of disks, about its first centre.
std::vector<root_cluster> merged(const std::vector<wide_complex>& z, const std::vector<wide_real>& radius) {
  const size_t n = z.size();
  std::vector<size_t> group(n);
  std::iota(group.begin(), group.end(), size_t{0});
  wide_complex difference;
  wide_real length, reach;
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < i; ++j) {
      subtract(difference, z[i], z[j]);
      mpfr_hypot(length, difference.re, difference.im, MPFR_RNDD);
      mpfr_add(reach, radius[i], radius[j], MPFR_RNDU);
      if (mpfr_greater_p(length, reach) != 0) continue;
      const size_t from = group[i], to = group[j];
      std::replace(group.begin(), group.end(), from, to);
    }
  }
  std::vector<root_cluster> clusters;
  for (size_t i = 0; i < n; ++i) {
    if (std::find(group.begin(), group.begin() + static_cast<std::ptrdiff_t>(i), group[i]) !=
        group.begin() + static_cast<std::ptrdiff_t>(i))
      continue;
    root_cluster all{z[i], radius[i], 0};
    for (size_t j = i; j < n; ++j) {
      if (group[j] != group[i]) continue;
      subtract(difference, z[i], z[j]);
      modulus(length, difference);
      mpfr_add(reach, length, radius[j], MPFR_RNDU);
      mpfr_max(all.radius, all.radius, reach, MPFR_RNDU);
      ++all.count;
    }
    clusters.push_back(all);
  }
  return clusters;
}

}  // namespace

std::vector<root_cluster> roots_by_mpfr(const ff::ff_t* c, int degree) {
  std::vector<wide_real> a;
  for (int k = 0; k <= degree; ++k) a.emplace_back(c[k]);
  while (!a.empty() && mpfr_zero_p(a.back()) != 0) a.pop_back();
  if (a.empty()) return {};
  const auto nonzero =
      std::find_if(a.begin(), a.end(), [](const wide_real& x) { return mpfr_zero_p(x) == 0; });
  const int zeros = static_cast<int>(nonzero - a.begin());
  a.erase(a.begin(), nonzero);

  std::vector<root_cluster> clusters;
  if (a.size() > 1) {
    std::vector<narrow_complex> near = first_points(a);
    iterate_in_long_double(a, near);
    std::vector<wide_complex> z;
    for (const narrow_complex& x : near) z.push_back({wide_real(x.real()), wide_real(x.imag())});
    iterate_widely(a, z);
    std::vector<wide_real> radius;
    radius.reserve(z.size());
    for (size_t i = 0; i < z.size(); ++i) radius.push_back(smith(a, z, i));
    clusters = merged(z, radius);
  }
  if (zeros > 0) clusters.push_back({{}, {}, zeros});
  return clusters;
}

place place_of(const root_cluster& roots, ff::ff_t re, ff::ff_t im, float radius) {
  wide_complex difference;
  wide_real least, most, r;
  subtract(difference, roots.centre, {wide_real(re), wide_real(im)});
  mpfr_hypot(least, difference.re, difference.im, MPFR_RNDD);
  mpfr_hypot(most, difference.re, difference.im, MPFR_RNDU);
  mpfr_sub(least, least, roots.radius, MPFR_RNDD);
  mpfr_add(most, most, roots.radius, MPFR_RNDU);
  mpfr_set_flt(r, radius, MPFR_RNDN);
  if (mpfr_lessequal_p(most, r) != 0) return place::inside;
  return mpfr_greater_p(least, r) != 0 ? place::outside : place::undecided;
}

}  // namespace accuracy
