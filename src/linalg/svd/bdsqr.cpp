// Implicit QR of a bidiagonal matrix.
#include "bdsqr.hpp"

#include <algorithm>
#include <cmath>

namespace ff::linalg::detail {
namespace {

/// Half the distance of 1 from the next double, and what is left of an element that counts as zero.
constexpr double epsilon = 0x1p-53, tolerance = 0x1p-50;

/// c f + s g = r and c g - s f = 0.
struct turned {
  double c, s, r;
};
turned turn_to_zero(double f, double g) {
  // No square overflows; both may vanish.
  const double square = f * f + g * g;
  if (square < 0x1p-900) {
    const double large_f = f * 0x1p600, large_g = g * 0x1p600;
    const double again = large_f * large_f + large_g * large_g;
    if (!(again > 0)) return {1, 0, 0};
    const double inverse = 1 / std::sqrt(again);
    return {large_f * inverse, large_g * inverse, again * inverse * 0x1p-600};
  }
  const double inverse = 1 / std::sqrt(square);
  return {f * inverse, g * inverse, square * inverse};
}

/// The rotation of f and g, and that of what it makes of two others, left_f / r and left_g / r, r = |(f, g)|.
/// The second does not wait for the roots of the first.  False where a square may vanish; then neither is
/// made.
struct rotations_of_step {
  turned right, left;
};
bool turn_both(double f, double g, double left_f, double left_g, rotations_of_step& to) {
  const double square = f * f + g * g, left_square = left_f * left_f + left_g * left_g;
  if (!(square > 0x1p-900) || !(left_square > 0x1p-900)) return false;
  const double inverse = 1 / std::sqrt(square), left_inverse = 1 / std::sqrt(left_square);
  to = {{f * inverse, g * inverse, square * inverse},
        {left_f * left_inverse, left_g * left_inverse, left_square * left_inverse * inverse}};
  return true;
}

/// The smaller singular value of ((f, g), (0, h)), without over- or underflow (LAPACK's las2).
double smaller_value(double f, double g, double h) {
  f = std::abs(f);
  g = std::abs(g);
  h = std::abs(h);
  const double least = std::min(f, h), most = std::max(f, h);
  if (!(least > 0)) return 0;
  const double sum = 1 + least / most, difference = (most - least) / most;
  if (g < most) {
    const double square = (g / most) * (g / most);
    return least * (2 / (std::sqrt(sum * sum + square) + std::sqrt(difference * difference + square)));
  }
  const double ratio = most / g;
  if (!(ratio > 0)) return least * most / g;
  const double x = sum * ratio, y = difference * ratio;
  return 2 * (least / (std::sqrt(1 + x * x) + std::sqrt(1 + y * y))) * ratio;
}

/// Rows and columns first ... last of the matrix, or, reversed, of its transpose counted from the end, which
/// is upper bidiagonal too.
class block {
 public:
  block(double* d, double* e, int64 first, int64 last, bool reversed)
      : d_(d + (reversed ? last : first)),
        e_(e + (reversed ? last - 1 : first)),
        step_(reversed ? -1 : 1),
        size_(last - first + 1) {}

  int64 size() const { return size_; }
  double& d(int64 k) const { return d_[k * step_]; }
  double& e(int64 k) const { return e_[k * step_]; }

 private:
  double *d_, *e_;
  int64 step_, size_;
};

void store(const rotation_sink::places& to, int64 k, const rotations_of_step& r) {
  if (to.right == nullptr) return;
  to.right[k] = {ff_t(r.right.c), ff_t(r.right.s)};
  to.left[k] = {ff_t(r.left.c), ff_t(r.left.s)};
}

/// One sweep from the first row to the last with a shift.
void shifted_sweep(const block& b, double shift, const rotation_sink::places& to) {
  const int64 last = b.size() - 1;
  double f = (std::abs(b.d(0)) - shift) * (std::copysign(1.0, b.d(0)) + shift / b.d(0)), g = b.e(0);
  double d = b.d(0), e = b.e(0);
  for (int64 k = 0; k < last; ++k) {
    const double next = b.d(k + 1);
    rotations_of_step r;
    if (!turn_both(f, g, f * d + g * e, g * next, r)) {
      r.right = turn_to_zero(f, g);
      r.left = turn_to_zero(r.right.c * d + r.right.s * e, r.right.s * next);
    }
    if (k > 0) b.e(k - 1) = r.right.r;
    b.d(k) = r.left.r;
    const double above = r.right.c * e - r.right.s * d, below = r.right.c * next;
    f = r.left.c * above + r.left.s * below;
    d = r.left.c * below - r.left.s * above;
    if (k + 1 < last) {
      g = r.left.s * b.e(k + 1);
      e = r.left.c * b.e(k + 1);
    }
    store(to, k, r);
  }
  b.e(last - 1) = f;
  b.d(last) = d;
}

/// One sweep without a shift, in which nothing cancels.
void unshifted_sweep(const block& b, const rotation_sink::places& to) {
  const int64 last = b.size() - 1;
  rotations_of_step r{{1, 0, 0}, {1, 0, 0}};
  for (int64 k = 0; k < last; ++k) {
    const double f = b.d(k) * r.right.c, g = b.e(k), next = b.d(k + 1), left_c = r.left.c, left_s = r.left.s;
    if (!turn_both(f, g, left_c * (f * f + g * g), next * g, r)) {
      r.right = turn_to_zero(f, g);
      r.left = turn_to_zero(left_c * r.right.r, next * r.right.s);
    }
    if (k > 0) b.e(k - 1) = left_s * r.right.r;
    b.d(k) = r.left.r;
    store(to, k, r);
  }
  const double rest = b.d(last) * r.right.c;
  b.d(last) = rest * r.left.c;
  b.e(last - 1) = rest * r.left.s;
}

/// A lower bound of the values of what is before row k + 1 from that before row k, up to a factor of the
/// order's root (Demmel, Kahan, section 2).
double next_bound(double bound, double e, double d) { return std::abs(d) * (bound / (bound + std::abs(e))); }

/// Says what a block says before a sweep.
struct outlook {
  bool deflated;  ///< an element of e became zero
  double least, most;
};
outlook look_at(const block& b) {
  const int64 last = b.size() - 1;
  outlook seen{false, std::abs(b.d(0)), std::abs(b.d(0))};
  if (std::abs(b.e(last - 1)) <= tolerance * std::abs(b.d(last))) {
    b.e(last - 1) = 0;
    seen.deflated = true;
    return seen;
  }
  double bound = std::abs(b.d(0));
  for (int64 k = 0; k < last; ++k) {
    if (std::abs(b.e(k)) <= tolerance * bound) {
      b.e(k) = 0;
      seen.deflated = true;
      return seen;
    }
    bound = next_bound(bound, b.e(k), b.d(k + 1));
    seen.least = std::min(seen.least, bound);
    seen.most = std::max({seen.most, std::abs(b.d(k + 1)), std::abs(b.e(k))});
  }
  return seen;
}

/// 0 where a shift would cost small values their relative accuracy, or would change nothing.
double shift_of(const block& b, const outlook& seen, int64 order) {
  const int64 last = b.size() - 1;
  if (static_cast<double>(order) * tolerance * (seen.least / seen.most) <= epsilon) return 0;
  const double shift = smaller_value(b.d(last - 1), b.e(last - 1), b.d(last)), top = std::abs(b.d(0));
  const double ratio = shift / top;
  return top > 0 && ratio * ratio >= epsilon ? shift : 0;
}

/// |e_k| at most this is zero: it moves no value by more than the tolerance allows.
double least_element(const std::vector<double>& d, const std::vector<double>& e) {
  double bound = std::abs(d[0]), least = bound;
  for (size_t k = 1; k < d.size() && least > 0; ++k) {
    bound = next_bound(bound, e[k - 1], d[k]);
    least = std::min(least, bound);
  }
  return std::max(tolerance * least / std::sqrt(static_cast<double>(d.size())), 0x1p-900);
}

}  // namespace

bidiagonal_report diagonalise(std::vector<double>& d, std::vector<double>& e, int64 most_sweeps,
                              rotation_sink* to) {
  bidiagonal_report report;
  const auto n = static_cast<int64>(d.size());
  const double least = n > 1 ? least_element(d, e) : 0;
  // The block that was swept last, and in which direction.
  int64 swept_first = -1, swept_last = -1;
  bool reversed = false;
  for (int64 last = n - 1; last > 0;) {
    int64 first = last;
    while (first > 0 && std::abs(e[static_cast<size_t>(first - 1)]) > least) --first;
    if (first > 0) e[static_cast<size_t>(first - 1)] = 0;
    if (first == last) {
      --last;
      continue;
    }
    // Towards the smaller end: there the values that converge first are.
    if (first > swept_last || last < swept_first)
      reversed = std::abs(d[static_cast<size_t>(first)]) < std::abs(d[static_cast<size_t>(last)]);
    swept_first = first;
    swept_last = last;
    const block b(d.data(), e.data(), first, last, reversed);
    const outlook seen = look_at(b);
    if (seen.deflated) continue;
    if (report.sweeps == most_sweeps) return report;
    ++report.sweeps;
    const double shift = shift_of(b, seen, n);
    const auto places = to != nullptr ? to->next(reversed ? n - 1 - last : first, last - first, reversed)
                                      : rotation_sink::places{nullptr, nullptr};
    if (shift > 0)
      shifted_sweep(b, shift, places);
    else
      unshifted_sweep(b, places);
  }
  report.converged = true;
  return report;
}

}  // namespace ff::linalg::detail
