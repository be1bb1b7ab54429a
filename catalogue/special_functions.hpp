// The functions of <ff/special.hpp>.
#pragma once

#include <ff/special.hpp>

#include "math/tgamma.hpp"
#include "vectors.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(boys, (int n, ff_t x), ff::boys(n, x))
CATALOGUE_ENTRY(cyl_bessel_i0, (ff_t x), ff::cyl_bessel_i0(x))
CATALOGUE_ENTRY(cyl_bessel_i1, (ff_t x), ff::cyl_bessel_i1(x))
CATALOGUE_ENTRY(j0, (ff_t x), ff::j0(x))
CATALOGUE_ENTRY(j1, (ff_t x), ff::j1(x))
CATALOGUE_ENTRY(y0, (ff_t x), ff::y0(x))
CATALOGUE_ENTRY(y1, (ff_t x), ff::y1(x))
CATALOGUE_ENTRY(jn, (int n, ff_t x), ff::jn(n, x))
CATALOGUE_ENTRY(yn, (int n, ff_t x), ff::yn(n, x))
CATALOGUE_ENTRY(expint, (ff_t x), ff::expint(x))
CATALOGUE_ENTRY(digamma, (ff_t x), ff::digamma(x))
CATALOGUE_ENTRY(lambert_w0, (ff_t x), ff::lambert_w0(x))
CATALOGUE_ENTRY(lambert_wm1, (ff_t x), ff::lambert_wm1(x))
CATALOGUE_ENTRY(riemann_zeta, (ff_t s), ff::riemann_zeta(s))

}  // namespace entry

/// An integer order up to `orders`, and an argument; class `cancellation` has arguments next to the borders
/// of cells, at least 1/2 and below `last`.
template <int last>
struct on_cells : arguments {
  FF_HD_LARGE static ff_t next_to_border(random_bits& bits) {
    const double border = static_cast<double>(bits.next() % last) + 0.5;
    return near_point(bits, border);
  }
  FF_HD_LARGE static operands hard(random_bits& bits) {
    return {next_to_border(bits), ff_t(1.0f), ff_t(0.0f)};
  }
};
template <int last, int orders>
struct of_order : arguments {
  FF_HD_LARGE static operands fit(operands v, random_bits& bits) {
    v.x = ff_t(static_cast<int>(bits.next() % (orders + 1)));
    return v;
  }
  FF_HD_LARGE static operands hard(random_bits& bits) {
    const ff_t n(static_cast<int>(bits.next() % (orders + 1)));
    return {n, on_cells<last>::next_to_border(bits), ff_t(0.0f)};
  }
};

/// An order and an argument for which the Bessel functions are within 2^+-80: the argument is not far below
/// the order.
template <int greatest>
struct order_below : arguments {
  FF_HD_LARGE static operands fit(operands v, random_bits& bits) {
    const std::uint64_t b = bits.next();
    const int most = b & 1 ? greatest : 12,
              order = static_cast<int>((b >> 8) % static_cast<unsigned>(most + 1));
    v.x = ff_t(b & 2 ? -order : order);
    const double least = order < 9 ? order * order * 0x1p-13 : order * 0.4;
    if (static_cast<double>(ff::abs(v.y)) < least)
      v.y = v.y + (ff::less(v.y.hi(), 0.0f) ? -ff_t(least) : ff_t(least));
    return v;
  }
};

/// Next to a zero of the function.
struct near_expint_zero : arguments {
  FF_HD_LARGE static operands hard(random_bits& bits) {
    return {near_point(bits, 0.37250741078136663), ff_t(1.0f), ff_t(0.0f)};
  }
};

/// Next to the branch point of Lambert's W, or where the polynomial there ends.
struct near_branch_point : arguments {
  FF_HD_LARGE static operands hard(random_bits& bits) {
    const double place = bits.next() & 1 ? -0.36787944117144233 : -0x1.4ap-2;
    return {near_point(bits, place), ff_t(1.0f), ff_t(0.0f)};
  }
};

/// Next to zeta's pole, and next to its zeros, though not nearer than 2^-90: there words underflow.
struct near_pole : arguments {
  FF_HD_LARGE static operands fit(operands v, random_bits&) {
    if (v.x == 1.0f) v.x = 1.5f;
    return v;
  }
  FF_HD_LARGE static operands hard(random_bits& bits) {
    return fit({near_point(bits, 1.0), ff_t(1.0f), ff_t(0.0f)}, bits);
  }
};
struct near_zeros : arguments {
  FF_HD_LARGE static operands fit(operands v, random_bits&) {
    const ff_t distance = ff::abs(v.x - ff::rint(v.x));
    if (distance < 0x1p-90f) v.x = ff::rint(v.x);
    return v;
  }
  FF_HD_LARGE static operands hard(random_bits& bits) {
    const double zero = -2.0 * static_cast<double>(bits.next() % 32 + 1);
    return {near_point(bits, zero), ff_t(1.0f), ff_t(0.0f)};
  }
};

template <class Visit>
void special_functions_rows(Visit visit) {
  const rows_of add_boys(visit, ff::bounds::boys_functions, group::composite);
  add_boys(row<entry::boys, of_order<33, 24>>{}, "boys");
  add_boys(row<entry::boys, of_order<33, 24>>{}, "boys_far");
  const rows_of add_i(visit, ff::bounds::modified_bessel_functions, group::composite);
  add_i(row<entry::cyl_bessel_i0, on_cells<17>>{}, "cyl_bessel_i0");
  add_i(row<entry::cyl_bessel_i1, on_cells<17>>{}, "cyl_bessel_i1");
  add_i(row<entry::cyl_bessel_i1, arguments>{}, "cyl_bessel_i1_tiny");
  const rows_of add_bessel(visit, ff::bounds::bessel_functions, group::composite);
  add_bessel(row<entry::j0, on_cells<17>>{}, "j0");
  add_bessel(row<entry::j0, arguments>{}, "j0_large");
  add_bessel(row<entry::j1, on_cells<17>>{}, "j1");
  add_bessel(row<entry::j1, arguments>{}, "j1_large");
  add_bessel(row<entry::y0, on_cells<17>>{}, "y0");
  add_bessel(row<entry::y0, arguments>{}, "y0_large");
  add_bessel(row<entry::y1, on_cells<17>>{}, "y1");
  add_bessel(row<entry::y1, arguments>{}, "y1_large");
  const rows_of add_order(visit, ff::bounds::bessel_functions_of_order, group::composite);
  add_order(row<entry::jn, order_below<20>>{}, "jn");
  add_order(row<entry::jn, order_below<128>>{}, "jn_high");
  add_order(row<entry::yn, order_below<20>>{}, "yn");
  add_order(row<entry::yn, order_below<128>>{}, "yn_high");
  const rows_of add_expint(visit, ff::bounds::exponential_integrals, group::composite);
  add_expint(row<entry::expint, near_expint_zero>{}, "expint");
  add_expint(row<entry::expint, arguments>{}, "expint_underflow");
  const rows_of add_digamma(visit, ff::bounds::digammas, group::composite);
  add_digamma(row<entry::digamma, near_integers>{}, "digamma");
  add_digamma(row<entry::digamma, near_integers>{}, "digamma_negative");
  const rows_of add_lambert(visit, ff::bounds::lambert_functions, group::composite);
  add_lambert(row<entry::lambert_w0, near_branch_point>{}, "lambert_w0");
  add_lambert(row<entry::lambert_wm1, near_branch_point>{}, "lambert_wm1");
  const rows_of add_zeta(visit, ff::bounds::zetas, group::composite);
  add_zeta(row<entry::riemann_zeta, near_pole>{}, "riemann_zeta");
  add_zeta(row<entry::riemann_zeta, near_zeros>{}, "riemann_zeta_negative");
}

}  // namespace catalogue
