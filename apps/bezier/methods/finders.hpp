// The host's functions of all methods in one arithmetic: included by one source for each.
#pragma once

#include <algorithm>

#include "functions.hpp"
#include "methods.hpp"

namespace bezier {

/// Runs work `stage_runs` times; the least time in milliseconds.
template <class Work>
double least_time(const Work& work) {
  double least = 0;
  for (int run = 0; run < stage_runs; ++run) {
    const double start = processor_nanoseconds();
    work();
    const double time = (processor_nanoseconds() - start) / 1e6;
    least = run == 0 ? time : std::min(least, time);
  }
  return least;
}

template <basis B, class T>
stage_times find_in_stages(const std::vector<ray_and_patch>& pairs, std::vector<point_list>& found) {
  const std::size_t n = pairs.size();
  std::vector<resultant<T>> polynomials(n);
  std::vector<root_list<T>> roots(n);
  found.resize(n);
  stage_times times;
  times.pairs = n;
  times.formation = least_time([&] {
    for (std::size_t i = 0; i < n; ++i) form<B>(pairs[i].r, pairs[i].s, polynomials[i]);
  });
  times.root_finding = least_time([&] {
    for (std::size_t i = 0; i < n; ++i) find_roots<B>(polynomials[i], roots[i]);
  });
  times.other_coordinate = least_time([&] {
    for (std::size_t i = 0; i < n; ++i) {
      clear(found[i]);
      add_points<B>(pairs[i].r, pairs[i].s, roots[i], found[i]);
    }
  });
  for (std::size_t i = 0; i < n; ++i) {
    times.roots += static_cast<std::uint64_t>(roots[i].count);
    times.points += static_cast<std::uint64_t>(found[i].count);
  }
  return times;
}

/// T is float, double or ff_t.
template <class T>
host_functions functions_in(method m) {
  switch (m) {
    case method::kajiya:
      return {kajiya<T>::find, kajiya<T>::meet, find_in_stages<basis::power, T>};
    case method::kajiya_bernstein:
      return {kajiya_bernstein<T>::find, kajiya_bernstein<T>::meet, find_in_stages<basis::bernstein, T>};
    case method::newton:
      return {newton<T>::find, newton<T>::meet, nullptr};
    case method::certified:
      break;
  }
  return {certified<T, T>::find, certified<T, T>::meet, nullptr};
}

host_functions functions_in_float(method m);
host_functions functions_in_double(method m);
host_functions functions_in_pairs(method m);
host_functions certified_mixed();

}  // namespace bezier
