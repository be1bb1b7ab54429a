// Boost.Math's exp_sinh and sinh_sinh for ff_t: double exponential quadrature within the range of a float.
//
// Boost itself would take its tables of abscissas for double, of which those beyond 1e38 become infinite.
// The classes below stand in for the ones that hold these tables.  Nothing of Boost is included here, so that
// <ff/ff.hpp> alone is enough, whichever header comes first.
//
//   integral of f(x(t)) x'(t) dt by the trapezoidal rule, with t a multiple of h = 1, 1/2, 1/4, ...
//   (0, inf):     x = exp(pi/2 sinh t)    (Takahasi, Mori, Publ. RIMS 9, 1974)
//   (-inf, inf):  x = sinh(pi/2 sinh t)
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/math/hyperbolic.hpp>
#include <ff/type/constants.hpp>

namespace ff {
namespace detail {

// An abscissa and its weight x'(t).
struct quadrature_node {
  ff_t x, weight;
};
struct half_line {
  static constexpr float first = 4.69f, last = 4.62f;  // from x = 2^-123 to 2^115
  static quadrature_node at(ff_t t) {
    const ff_t half_pi = constants::half_pi, x = exp(half_pi * sinh(t));
    return {x, half_pi * cosh(t) * x};
  }
};
struct whole_line {
  static constexpr float first = 4.62f, last = 4.62f;  // to |x| = 2^114
  static quadrature_node at(ff_t t) {
    const ff_t half_pi = constants::half_pi, e = half_pi * sinh(t);
    return {sinh(e), half_pi * cosh(t) * cosh(e)};
  }
};

// Sums of f(x) x'(t), and of the absolute values.
template <class K>
struct quadrature_sums {
  K sum;
  ff_t size;
};

// Adds the nodes t = k h, outwards from the first k by steps of one sign to the last.
//
// Far out many an f becomes NaN, as x^9 exp(-x) does where x^9 overflows.  The sum ends there if the terms
// were negligible already, or where even x^2 overflows.
template <class Line, class K, class F>
void add_nodes(const F& f, ff_t h, int k, int step, ff_t last, quadrature_sums<K>& all) {
  ff_t term = std::numeric_limits<ff_t>::infinity();
  for (; abs(k * h) <= last; k += step) {
    const quadrature_node node = Line::at(k * h);
    const K y = f(node.x);
    const ff_t size = abs(y);
    const bool ends = abs(node.x) > 0x1p60f || term <= std::numeric_limits<ff_t>::epsilon() * all.size;
    if (!isfinite(size) && ends) return;
    term = size * node.weight;
    all.sum += y * node.weight;
    all.size += term;
  }
}

// Halves h until two results agree to `tolerance`, at most `levels` times.
template <class Line, class Policy, class F>
auto double_exponential(const F& f, std::size_t most_levels, ff_t tolerance, ff_t* error, ff_t* size,
                        std::size_t* levels, const char* function) -> decltype(f(ff_t())) {
  using K = decltype(f(ff_t()));
  ff_t h = 1;
  quadrature_sums<K> all{K(0), 0};
  add_nodes<Line>(f, h, 0, 1, Line::last, all);
  add_nodes<Line>(f, h, -1, -1, Line::first, all);
  ff_t difference = std::numeric_limits<ff_t>::infinity();
  std::size_t level = 1;
  for (; level <= most_levels; ++level) {
    h = ldexp(h, -1);
    const K before = all.sum * (2 * h);
    add_nodes<Line>(f, h, 1, 2, Line::last, all);
    add_nodes<Line>(f, h, -1, -2, Line::first, all);
    if (!isfinite(all.size))
      return raise_evaluation_error(
          function, "The integrand is not finite at an abscissa; the sum became %1%.", all.sum, Policy());
    difference = abs(all.sum * h - before);
    if (level > 1 && difference <= tolerance * (all.size * h)) break;
  }
  if (error != nullptr) *error = difference;
  if (size != nullptr) *size = all.size * h;
  if (levels != nullptr) *levels = level;
  return all.sum * h;
}

}  // namespace detail
}  // namespace ff

namespace boost {
namespace math {
namespace quadrature {
namespace detail {

template <class Real, class Policy>
class exp_sinh_detail;
template <class Real, class Policy>
class sinh_sinh_detail;

template <class Policy>
class exp_sinh_detail<ff::ff_t, Policy> {
 public:
  explicit exp_sinh_detail(std::size_t levels) : levels_(levels) {}

  template <class F>
  auto integrate(const F& f, ff::ff_t* error, ff::ff_t* size, const char* function, ff::ff_t tolerance,
                 std::size_t* levels) const -> decltype(f(ff::ff_t())) {
    using ff::detail::half_line;
    return ff::detail::double_exponential<half_line, Policy>(f, levels_, tolerance, error, size, levels,
                                                             function);
  }

 private:
  std::size_t levels_;
};

template <class Policy>
class sinh_sinh_detail<ff::ff_t, Policy> {
 public:
  explicit sinh_sinh_detail(std::size_t levels) : levels_(levels) {}

  template <class F>
  auto integrate(const F& f, ff::ff_t tolerance, ff::ff_t* error, ff::ff_t* size, std::size_t* levels) const
      -> decltype(f(ff::ff_t())) {
    using limits = std::numeric_limits<ff::ff_t>;
    const char* const function = "boost::math::quadrature::sinh_sinh<%1%>::integrate";
    for (const ff::ff_t end : {(limits::max)(), limits::lowest()}) {
      const auto y = f(end);
      if (abs(y) > limits::epsilon())
        return raise_domain_error(function, "The integrand does not vanish at infinity, but becomes %1%.", y,
                                  Policy());
    }
    using ff::detail::whole_line;
    return ff::detail::double_exponential<whole_line, Policy>(f, levels_, tolerance, error, size, levels,
                                                              function);
  }

 private:
  std::size_t levels_;
};

}  // namespace detail
}  // namespace quadrature
}  // namespace math
}  // namespace boost

#endif
