// tgamma.
#pragma once

#include <ff/math/tgamma.hpp>

#include "../vectors.hpp"

namespace catalogue {
namespace entry {

CATALOGUE_ENTRY(tgamma, (ff_t x), ff::tgamma(x))

}  // namespace entry

/// Off the poles, beside which tgamma overflows; near the integers, the poles among them, and near 1 and 2,
/// lgamma's zeros.
struct near_integers : arguments {
  FF_HD_LARGE static operands fit(operands v, random_bits&) { return off_poles(v); }
  FF_HD_LARGE static operands hard(random_bits& bits) {
    const std::uint64_t b = bits.next();
    const double n = static_cast<double>(b % 128) - 70;
    const ff_t one_or_two = near_point(bits, b & 1024 ? 1.0 : 2.0);
    const ff_t other = n == 0 ? near_point(bits, 0x1p-20) : near_point(bits, n);
    // a low word of any size beside the integer itself
    const float tiny = make_float(b >> 63, -26 - static_cast<int>((b >> 32) % 100),
                                  static_cast<std::uint32_t>(b >> 12) & 0x7fffffu);
    const ff_t beside = from_words(static_cast<float>(n), n == 0 ? 0.0f : tiny);
    const ff_t x = (b & 768) == 0 ? one_or_two : (b & 768) == 256 ? beside : other;
    return off_poles({x, ff_t(1.0f), ff_t(0.0f)});
  }

 private:
  FF_HD_LARGE static operands off_poles(operands v) {
    const ff_t distance = ff::abs(v.x - ff::rint(v.x));
    if (!ff::less(0.0f, v.x.hi()) && distance < 0x1p-126f) v.x = from_words(v.x.hi() - 0.25f, 0.0f);
    return v;
  }
};

template <class Visit>
void tgamma_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::tgammas);
  add(row<entry::tgamma, near_integers>{}, "tgamma");
  add(row<entry::tgamma, near_integers>{}, "tgamma_below_one");
  add(row<entry::tgamma, near_integers>{}, "tgamma_underflow");
}

}  // namespace catalogue
