// Says what callables take and give, in one form for all of them.
#pragma once

#include <ff/ff_t.hpp>

namespace catalogue {

using ff::ff_t;
using ff::from_words;

/// One set of operands, at most eight numbers.
struct operands {
  ff_t x, y, z, more[5] = {};
  FF_HD_LARGE ff_t& operator[](int k) { return k <= 0 ? x : k == 1 ? y : k == 2 ? z : more[k - 3]; }
  FF_HD_LARGE ff_t operator[](int k) const { return k <= 0 ? x : k == 1 ? y : k == 2 ? z : more[k - 3]; }

  FF_HD_LARGE ff_t pair(int k) const { return (*this)[k]; }
  FF_HD_LARGE float word(int k) const { return (*this)[k].hi(); }
  /// By way of double, as the search's formulas see it: a pair next to an integer is that integer.
  FF_HD_LARGE int integer(int k) const { return static_cast<int>(ff_t(static_cast<double>((*this)[k]))); }
};

/// Says what came out: one number, or the components of a vector or a complex number.
struct outcome {
  static constexpr int most = 4;
  ff_t part[most];
  outcome() = default;
  FF_HD_LARGE constexpr outcome(ff_t x, ff_t y = 0.0f, ff_t z = 0.0f, ff_t w = 0.0f) : part{x, y, z, w} {}
};

}  // namespace catalogue
