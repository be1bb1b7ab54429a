#include "judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "elementary_range.hpp"

namespace accuracy::intervals {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// Bits that hold any endpoint, any product of two, and an endpoint of a range.  A word of float is a multiple
// of 2^-149 below 2^128.
template <class T>
struct precision {
  static constexpr mpfr_prec_t operand = 288, product = 576, range = 320;
};
template <>
struct precision<float> {
  static constexpr mpfr_prec_t operand = 24, product = 48, range = 128;
  static constexpr int digits = 24, smallest = -149;
};
template <>
struct precision<double> {
  static constexpr mpfr_prec_t operand = 53, product = 106, range = 128;
  static constexpr int digits = 53, smallest = -1074;
};

class real {
 public:
  explicit real(mpfr_prec_t bits) { mpfr_init2(m_, bits); }
  ~real() { mpfr_clear(m_); }
  real(const real&) = delete;
  real& operator=(const real&) = delete;
  operator mpfr_ptr() { return m_; }
  mpfr_ptr operator->() { return m_; }

 private:
  mpfr_t m_;
};

void set(mpfr_ptr m, float a) { mpfr_set_flt(m, a, MPFR_RNDN); }
void set(mpfr_ptr m, double a) { mpfr_set_d(m, a, MPFR_RNDN); }
void set(mpfr_ptr m, ff_t a) {
  mpfr_set_flt(m, a.hi(), MPFR_RNDN);
  if (a.lo() != 0) mpfr_add_d(m, m, static_cast<double>(a.lo()), MPFR_RNDN);
}

bool is_valid(float a) { return !std::isnan(a); }
bool is_valid(double a) { return !std::isnan(a); }
// A strict pair; of an infinity the low word is zero.
bool is_valid(ff_t a) {
  if (std::isinf(a.hi())) return a.lo() == 0;
  return std::isfinite(a.lo()) && ff::add_rn(a.hi(), a.lo()) == a.hi();
}
template <class T>
double head_of(T a) {
  return static_cast<double>(ff::detail::head(a));
}

// Returns whether what `near` asks of words holds at this endpoint: of float, far from under- and overflow.
bool has_bound(mpfr_ptr m, float) {
  return !mpfr_regular_p(m) || (mpfr_get_exp(m) > -96 && mpfr_get_exp(m) < 96);
}
bool has_bound(mpfr_ptr, double) { return false; }

// x^n is made of products that err like so many, of n < 0 of a quotient besides.
double products_of(int n) { return std::max(1, n < 0 ? 1 - n : n - 1); }

double rounded(mpfr_ptr m, mpfr_rnd_t mode, float) { return static_cast<double>(mpfr_get_flt(m, mode)); }
double rounded(mpfr_ptr m, mpfr_rnd_t mode, double) { return mpfr_get_d(m, mode); }

}  // namespace

template <class T>
struct judge<T>::numbers {
  using bits = precision<T>;

  real xl{bits::operand}, xh{bits::operand}, yl{bits::operand}, yh{bits::operand}, zl{bits::operand},
      zh{bits::operand}, result{bits::operand}, middle{bits::operand};
  real corner[4] = {real(bits::product), real(bits::product), real(bits::product), real(bits::product)};
  real quotient{bits::range}, distance{64};
  real function_lo{function_precision}, function_hi{function_precision}, power_lo{power_precision},
      power_hi{power_precision};

  // A range; `empty`, or lo rounded down and hi rounded up.
  struct range {
    bool empty = true;
    real lo{bits::range}, hi{bits::range};
    double scale_lo = 0, scale_hi = 0;  // what the distance is relative to, where not to the endpoint
  };
  range wanted[2];

  void set_range(range& to, mpfr_ptr lo, mpfr_ptr hi) {
    to.empty = false;
    mpfr_set(to.lo, lo, MPFR_RNDD);
    mpfr_set(to.hi, hi, MPFR_RNDU);
  }

  // 0 times infinity is 0: the infinity is no member.
  void multiply(mpfr_ptr to, mpfr_ptr a, mpfr_ptr b) {
    if (mpfr_zero_p(a) || mpfr_zero_p(b)) {
      mpfr_set_zero(to, 1);
    } else {
      mpfr_mul(to, a, b, MPFR_RNDN);
    }
  }

  // The least and the largest corner.
  void products(mpfr_ptr& least, mpfr_ptr& largest) {
    multiply(corner[0], xl, yl), multiply(corner[1], xl, yh);
    multiply(corner[2], xh, yl), multiply(corner[3], xh, yh);
    least = largest = corner[0];
    for (int i = 1; i < 4; ++i) {
      if (mpfr_less_p(corner[i], least)) least = corner[i];
      if (mpfr_greater_p(corner[i], largest)) largest = corner[i];
    }
  }

  // {a / b : a in [al, ah], b in [bl, bh], b != 0} with zero not inside [bl, bh], nor all of it.
  void quotients(range& to, mpfr_ptr al, mpfr_ptr ah, mpfr_ptr bl, mpfr_ptr bh) {
    const bool divisor_negative = mpfr_sgn(bl) < 0;
    bool hi_inexact = false;
    to.empty = false;
    for (int i = 0; i < 4; ++i) {
      mpfr_ptr a = i & 1 ? ah : al, b = i & 2 ? bh : bl;
      bool inexact = false;
      if (mpfr_zero_p(a) || mpfr_inf_p(b)) {
        mpfr_set_zero(quotient, 1);
      } else if (mpfr_zero_p(b)) {
        mpfr_set_inf(quotient, (mpfr_sgn(a) < 0) != divisor_negative ? -1 : 1);
      } else {
        inexact = mpfr_div(quotient, a, b, MPFR_RNDD) != 0;
      }
      if (i == 0 || mpfr_less_p(quotient, to.lo)) mpfr_set(to.lo, quotient, MPFR_RNDD);
      if (i == 0 || mpfr_greater_p(quotient, to.hi)) {
        mpfr_set(to.hi, quotient, MPFR_RNDU);
        hi_inexact = inexact;
      } else if (mpfr_equal_p(quotient, to.hi)) {
        hi_inexact = hi_inexact || inexact;
      }
    }
    if (hi_inexact) mpfr_nextabove(to.hi);
  }

  void divide(const operation_row& op, bool x_empty, bool y_empty) {
    range& to = wanted[0];
    if (x_empty || y_empty || (mpfr_zero_p(yl) && mpfr_zero_p(yh))) return;
    const bool through_zero = mpfr_sgn(yl) < 0 && mpfr_sgn(yh) > 0;
    if (!through_zero) return quotients(to, xl, xh, yl, yh);
    if (op.wanted == real_function::quotient_split && (mpfr_sgn(xl) > 0 || mpfr_sgn(xh) < 0)) {
      mpfr_set_zero(zl, 1);
      quotients(to, xl, xh, yl, zl);
      return quotients(wanted[1], xl, xh, zl, yh);
    }
    to.empty = false;
    if (mpfr_zero_p(xl) && mpfr_zero_p(xh)) {
      mpfr_set_zero(to.lo, 1), mpfr_set_zero(to.hi, 1);
    } else {
      mpfr_set_inf(to.lo, -1), mpfr_set_inf(to.hi, 1);
    }
  }

  void larger(mpfr_ptr to, mpfr_ptr a, mpfr_ptr b) { mpfr_set(to, mpfr_less_p(a, b) ? b : a, MPFR_RNDU); }
  void smaller(mpfr_ptr to, mpfr_ptr a, mpfr_ptr b) { mpfr_set(to, mpfr_less_p(b, a) ? b : a, MPFR_RNDD); }

  // The least and the largest |v|, into lo and hi.
  void sizes(range& to) {
    to.empty = false;
    const bool through_zero = mpfr_sgn(xl) <= 0 && mpfr_sgn(xh) >= 0;
    mpfr_ptr nearest = mpfr_sgn(xl) > 0 ? xl : xh, farthest = mpfr_cmpabs(xl, xh) > 0 ? xl : xh;
    if (through_zero) {
      mpfr_set_zero(to.lo, 1);
    } else {
      mpfr_abs(to.lo, nearest, MPFR_RNDD);
    }
    mpfr_abs(to.hi, farthest, MPFR_RNDU);
  }

  void find_range(const operation_row& op, const operands<T>& v, const results<T>& r);
  struct distance_found {
    double distance = 0, size = 0;
  };
  bool arithmetic_range(const operation_row& op, bool x_empty, bool y_empty);
  bool ordered_range(const operation_row& op);
  bool part_range(const operation_row& op, const results<T>& r);
  distance_found judge_side(const operation_row& op, const operands<T>& v, range& to, bool upper, T endpoint,
                            judgement& found);
  void judge_middle(const operation_row& op, const operands<T>& v, range& to, T given, judgement& found);
  double in_ulps(mpfr_ptr wanted);
};

template <class T>
void judge<T>::numbers::find_range(const operation_row& op, const operands<T>& v, const results<T>& r) {
  // A number that is none stands for the empty set, as in interval(T).
  const auto is_void = [&](const interval<T>& x, int place) {
    return std::isnan(head_of(x.lower())) || (op.how.scalar == place && std::isinf(head_of(x.lower())));
  };
  const bool x_empty = is_void(v.x, 0), y_empty = op.how.arity > 1 && is_void(v.y, 1),
             z_empty = op.how.arity > 2 && is_void(v.z, 2);
  set(xl, v.x.lower()), set(xh, v.x.upper());
  if (op.how.arity > 1) set(yl, v.y.lower()), set(yh, v.y.upper());
  if (op.how.arity > 2) set(zl, v.z.lower()), set(zh, v.z.upper());
  range& to = wanted[0];
  wanted[0].empty = wanted[1].empty = true;
  to.scale_lo = to.scale_hi = 0;
  if (op.wanted == real_function::hull && (x_empty || y_empty)) {
    if (!x_empty) set_range(to, xl, xh);
    if (!y_empty) set_range(to, yl, yh);
    return;
  }
  if (x_empty || y_empty || z_empty) return;
  if (is_elementary(op.wanted)) {
    const bool power = op.wanted == real_function::power || op.wanted == real_function::nth_root;
    mpfr_ptr lo = power ? power_lo : function_lo, hi = power ? power_hi : function_hi;
    if (elementary_range(op.wanted, xl, xh, yl, yh, v.n, lo, hi)) set_range(to, lo, hi);
    return;
  }
  if (arithmetic_range(op, x_empty, y_empty) || ordered_range(op)) return;
  part_range(op, r);
}

// Finds the range of + - * / or a root, and returns whether the operation is one of these.
template <class T>
bool judge<T>::numbers::arithmetic_range(const operation_row& op, bool x_empty, bool y_empty) {
  range& to = wanted[0];
  mpfr_ptr least = nullptr, largest = nullptr;
  switch (op.wanted) {
    case real_function::sum:
      to.empty = false;
      mpfr_add(to.lo, xl, yl, MPFR_RNDD), mpfr_add(to.hi, xh, yh, MPFR_RNDU);
      break;
    case real_function::difference:
      to.empty = false;
      mpfr_sub(to.lo, xl, yh, MPFR_RNDD), mpfr_sub(to.hi, xh, yl, MPFR_RNDU);
      break;
    case real_function::product:
      products(least, largest);
      set_range(to, least, largest);
      break;
    case real_function::product_sum:
      products(least, largest);
      to.empty = false;
      if constexpr (ff::detail::is_same<T, ff_t>) {
        to.scale_lo = std::fabs(mpfr_get_d(least, MPFR_RNDN)) + std::fabs(mpfr_get_d(zl, MPFR_RNDN));
        to.scale_hi = std::fabs(mpfr_get_d(largest, MPFR_RNDN)) + std::fabs(mpfr_get_d(zh, MPFR_RNDN));
      }
      // Where one is infinite, so are the members.
      if (mpfr_inf_p(zl) || mpfr_inf_p(least)) {
        mpfr_set_inf(to.lo, -1);
      } else {
        mpfr_add(to.lo, least, zl, MPFR_RNDD);
      }
      if (mpfr_inf_p(zh) || mpfr_inf_p(largest)) {
        mpfr_set_inf(to.hi, 1);
      } else {
        mpfr_add(to.hi, largest, zh, MPFR_RNDU);
      }
      break;
    case real_function::quotient:
    case real_function::quotient_split:
      divide(op, x_empty, y_empty);
      break;
    case real_function::reciprocal:
      mpfr_set(yl, xl, MPFR_RNDN), mpfr_set(yh, xh, MPFR_RNDN);
      mpfr_set_ui(xl, 1, MPFR_RNDN), mpfr_set_ui(xh, 1, MPFR_RNDN);
      divide(op, x_empty, false);
      break;
    case real_function::square: {
      sizes(to);
      mpfr_sqr(to.lo, to.lo, MPFR_RNDD), mpfr_sqr(to.hi, to.hi, MPFR_RNDU);
      break;
    }
    case real_function::root:
      if (mpfr_sgn(xh) < 0) break;
      if (mpfr_sgn(xl) < 0) mpfr_set_zero(xl, 1);
      to.empty = false;
      mpfr_sqrt(to.lo, xl, MPFR_RNDD), mpfr_sqrt(to.hi, xh, MPFR_RNDU);
      break;
    default:
      return false;
  }
  return true;
}

// Finds the range of a magnitude, of the smaller or larger of two, or of a set, and returns whether it is
// one.
template <class T>
bool judge<T>::numbers::ordered_range(const operation_row& op) {
  range& to = wanted[0];
  switch (op.wanted) {
    case real_function::abs:
      sizes(to);
      break;
    case real_function::magnitude:
      sizes(to);
      mpfr_set(to.lo, to.hi, MPFR_RNDN);
      break;
    case real_function::mignitude:
      sizes(to);
      mpfr_set(to.hi, to.lo, MPFR_RNDN);
      break;
    case real_function::min:
      to.empty = false;
      smaller(to.lo, xl, yl), smaller(to.hi, xh, yh);
      break;
    case real_function::max:
      to.empty = false;
      larger(to.lo, xl, yl), larger(to.hi, xh, yh);
      break;
    case real_function::hull:
      to.empty = false;
      smaller(to.lo, xl, yl), larger(to.hi, xh, yh);
      break;
    case real_function::intersection:
      larger(to.lo, xl, yl), smaller(to.hi, xh, yh);
      to.empty = mpfr_less_p(to.hi, to.lo) != 0;
      break;
    default:
      return false;
  }
  return true;
}

// Finds the range of an integer part, or of what describes an interval, and returns whether it is one.
template <class T>
bool judge<T>::numbers::part_range(const operation_row& op, const results<T>& r) {
  range& to = wanted[0];
  switch (op.wanted) {
    case real_function::floor:
      mpfr_floor(xl, xl), mpfr_floor(xh, xh);
      set_range(to, xl, xh);
      break;
    case real_function::ceil:
      mpfr_ceil(xl, xl), mpfr_ceil(xh, xh);
      set_range(to, xl, xh);
      break;
    case real_function::trunc:
      mpfr_trunc(xl, xl), mpfr_trunc(xh, xh);
      set_range(to, xl, xh);
      break;
    case real_function::width:
      to.empty = false;
      mpfr_sub(to.lo, xh, xl, MPFR_RNDD), mpfr_sub(to.hi, xh, xl, MPFR_RNDU);
      break;
    case real_function::radius:
      to.empty = false;
      set(middle, r.second.lower());
      mpfr_sub(to.hi, xh, middle, MPFR_RNDU), mpfr_sub(quotient, middle, xl, MPFR_RNDU);
      if (mpfr_less_p(to.hi, quotient)) mpfr_set(to.hi, quotient, MPFR_RNDU);
      mpfr_set(to.lo, to.hi, MPFR_RNDN);
      break;
    case real_function::midpoint:
      set_range(to, xl, xh);
      break;
    default:
      return false;
  }
  return true;
}

// |wanted - result| in units in the last place of `wanted`.
template <class T>
double judge<T>::numbers::in_ulps(mpfr_ptr wanted_value) {
  if constexpr (ff::detail::is_same<T, ff_t>) {
    return 0;
  } else {
    const long place = mpfr_zero_p(wanted_value)
                           ? precision<T>::smallest
                           : static_cast<long>(mpfr_get_exp(wanted_value)) - precision<T>::digits;
    mpfr_sub(distance, wanted_value, result, MPFR_RNDA);
    mpfr_mul_2si(distance, distance, -std::max<long>(place, precision<T>::smallest), MPFR_RNDN);
    return std::fabs(mpfr_get_d(distance, MPFR_RNDN));
  }
}

// `size` is what the distance is relative to.
template <class T>
typename judge<T>::numbers::distance_found judge<T>::numbers::judge_side(const operation_row& op,
                                                                         const operands<T>& v, range& to,
                                                                         bool upper, T endpoint,
                                                                         judgement& found) {
  mpfr_ptr limit = upper ? to.hi : to.lo;
  set(result, endpoint);
  const int order = mpfr_cmp(result, limit);
  if (upper ? order < 0 : order > 0) found.wrong = upper ? fault::upper : fault::lower;
  if (order != 0 && op.promised == promise::exact) found.tightest = false;
  distance_found here;
  if constexpr (ff::detail::is_same<T, ff_t>) {
    const bool fused = op.wanted == real_function::product_sum;
    here.size = fused ? (upper ? to.scale_hi : to.scale_lo) : std::fabs(mpfr_get_d(limit, MPFR_RNDN));
    if (!mpfr_number_p(limit)) here.size = 0;
    if (here.size == 0 && mpfr_regular_p(limit)) here.size = std::numeric_limits<double>::min();
    if (mpfr_number_p(limit) && !in_domain(op.wanted, v, here.size)) found.in_domain = false;
    if (order == 0 || !found.in_domain) return here;
    mpfr_sub(distance, limit, result, MPFR_RNDA);
    here.distance = here.size == 0 || !mpfr_number_p(result)
                        ? infinite
                        : std::ldexp(std::fabs(mpfr_get_d(distance, MPFR_RNDN)) / here.size, 48);
  } else {
    if (order == 0) return here;
    if (rounded(limit, upper ? MPFR_RNDU : MPFR_RNDD, T{}) != head_of(endpoint)) found.tightest = false;
    if (op.promised == promise::close && !has_bound(limit, T{})) found.in_domain = false;
    const bool overflows = !std::isfinite(rounded(limit, MPFR_RNDA, T{}));
    if (mpfr_number_p(result) && mpfr_number_p(limit) && !mpfr_zero_p(limit) && !overflows) {
      here.distance = in_ulps(limit);
    } else {
      here.distance = found.tightest ? 0 : infinite;
    }
  }
  if (op.wanted == real_function::power) here.distance /= products_of(v.n);
  found.error = std::max(found.error, here.distance);
  return here;
}

// A member of x, of a bounded x near its middle.
template <class T>
void judge<T>::numbers::judge_middle(const operation_row& op, const operands<T>& v, range& to, T given,
                                     judgement& found) {
  set(result, given);
  if (!mpfr_number_p(result) || mpfr_less_p(result, to.lo) || mpfr_less_p(to.hi, result)) {
    found.wrong = fault::member;
    return;
  }
  if (!ff::is_bounded(v.x)) return;
  mpfr_add(quotient, xl, xh, MPFR_RNDN);
  mpfr_div_2ui(quotient, quotient, 1, MPFR_RNDN);
  if constexpr (ff::detail::is_same<T, ff_t>) {
    const double size = std::fabs(mpfr_get_d(quotient, MPFR_RNDN));
    found.in_domain = in_domain(op.wanted, v, size) && size >= 0x1p-96;
    mpfr_sub(distance, quotient, result, MPFR_RNDA);
    if (found.in_domain) found.error = std::ldexp(std::fabs(mpfr_get_d(distance, MPFR_RNDN)) / size, 48);
  } else {
    found.error = in_ulps(quotient);
  }
  found.sum = 2 * found.error;
}

template <class T>
judge<T>::judge() : n_(new numbers) {}
template <class T>
judge<T>::~judge() {
  delete n_;
}

template <class T>
judgement judge<T>::of(const operation_row& op, const operands<T>& v, const results<T>& r) {
  judgement found;
  n_->find_range(op, v, r);
  const bool is_number = op.promised == promise::upper_bound || op.promised == promise::member ||
                         op.wanted == real_function::magnitude || op.wanted == real_function::mignitude;
  for (int i = 0; i < (op.wanted == real_function::quotient_split ? 2 : 1); ++i) {
    auto& to = n_->wanted[i];
    const interval<T> given = i == 0 ? r.first : r.second;
    const T lower = given.lower(), upper = given.upper();
    const bool none = std::isnan(head_of(lower));
    const bool ordered = is_valid(lower) && is_valid(upper) && !ff::detail::less_strict(upper, lower);
    const bool real = is_number || (head_of(lower) < infinite && head_of(upper) > -infinite);
    if (none != std::isnan(head_of(upper)) || !(none || (ordered && real))) {
      found.wrong = fault::invalid;
    } else if (none != to.empty) {
      // By way of pairs an operand of double may grow into the domain of a function.
      const bool grown = op.promised == promise::close && ff::detail::is_same<T, double> && to.empty;
      if (grown) continue;
      found.wrong = fault::emptiness;
    }
    if (found.wrong != fault::none) {
      found.error = -1;
      return found;
    }
    if (none) continue;
    if (op.promised == promise::member) {
      n_->judge_middle(op, v, to, lower, found);
      continue;
    }
    typename numbers::distance_found low, high;
    if (op.promised != promise::upper_bound) low = n_->judge_side(op, v, to, false, lower, found);
    high = n_->judge_side(op, v, to, true, upper, found);
    found.sum += low.distance + high.distance;
    const double larger = std::max(low.size, high.size);
    if (larger > 0 && found.in_domain)
      found.total = std::max(found.total, (low.distance * low.size + high.distance * high.size) / larger);
  }
  if (!found.in_domain) found.error = found.sum = found.total = 0;
  if (found.wrong != fault::none) found.error = -1;
  return found;
}

template class judge<float>;
template class judge<double>;
template class judge<ff_t>;

}  // namespace accuracy::intervals
