// Operands of few bits.  With u = 2^-P, heads in [1, 2) and low words of either sign:
//   normalised  |lo| <= u: zero, u, and every float of the G binades below u;
//   weak        |lo| = u + 2u^2, the float above u, the one further value that mul22 can return.
#pragma once

#include <cmath>
#include <cstdint>
#include <ff/ff_t.hpp>
#include <vector>

#include "tiny_float.hpp"

namespace tiny_float {

template <int P>
using number = ff::basic_ff<tiny<P>>;

template <int P>
const double u = std::ldexp(1.0, -P);

template <int P>
double value(number<P> x) {
  return x.hi().value() + x.lo().value();
}

template <int P>
number<P> scaled(number<P> x, double power_of_two) {
  return ff::from_words(tiny<P>::round(x.hi().value() * power_of_two),
                        tiny<P>::round(x.lo().value() * power_of_two));
}

template <int P>
std::vector<double> heads() {
  std::vector<double> h;
  for (int i = 0; i < 1 << (P - 1); ++i) h.push_back(1 + 2 * i * u<P>);
  return h;
}

template <int P>
std::vector<number<P>> with_low_words(const std::vector<double>& lows, int binades) {
  std::vector<number<P>> all;
  for (int binade = 0; binade < binades; ++binade)
    for (double h : heads<P>())
      for (double l : lows)
        all.push_back(scaled(ff::from_words(tiny<P>::round(h), tiny<P>::round(l)), 1 << binade));
  return all;
}

template <int P>
std::vector<number<P>> normalised(int gaps, int binades = 1) {
  std::vector<double> lows = {0, u<P>, -u<P>};
  for (int gap = 1; gap <= gaps; ++gap)
    for (double h : heads<P>())
      for (double sign : {1, -1}) lows.push_back(sign * std::ldexp(h, -P - gap));
  return with_low_words<P>(lows, binades);
}

template <int P>
std::vector<number<P>> weak(int binades = 1) {
  const double l = u<P> * (1 + 2 * u<P>);
  return with_low_words<P>({l, -l}, binades);
}

}  // namespace tiny_float
