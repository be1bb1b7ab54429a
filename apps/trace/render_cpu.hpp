// The host's renderer for one arithmetic; interval-ff, which takes long to compile, has a file of its own.
#pragma once

#include <atomic>
#include <thread>

#include "render.hpp"

namespace implicit {

template <class I, class Surface>
void render_rows(const Surface& f, const camera& c, const search& s, std::vector<pixel>& pixels,
                 std::atomic<int>& next_row, const progress& report) {
  for (int j; (j = next_row++) < c.height;) {
    pixel* row = pixels.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(c.width);
    for (int i = 0; i < c.width; ++i) row[i] = render_pixel<I>(f, c, s, i, j);
    if (report) report(static_cast<double>(j + 1) / c.height);
  }
}

template <class I, class Surface>
void render_all(const Surface& f, const camera& c, const search& s, std::vector<pixel>& pixels,
                const progress& report) {
  std::atomic<int> next_row{0};
  std::vector<std::thread> others;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i)
    others.emplace_back([&] { render_rows<I>(f, c, s, pixels, next_row, nullptr); });
  render_rows<I>(f, c, s, pixels, next_row, report);
  for (std::thread& t : others) t.join();
}

template <class I>
void render_on_host(const surface& f, const camera& c, const search& s, std::vector<pixel>& pixels,
                    const progress& report) {
  std::visit([&](const auto& g) { render_all<I>(g, c, s, pixels, report); }, f);
}

/// first_root and slope_at for a surface of any kind.
template <class I>
crossing<I> first_root_of(const surface& f, const ray& r, range t, float resolution) {
  return std::visit([&](const auto& g) { return first_root<I>(g, r, t, resolution); }, f);
}
template <class I>
jet<I, 1> slope_of(const surface& f, const ray& r, const I& t) {
  return std::visit([&](const auto& g) { return slope_at(g, r, t, r.direction); }, f);
}

extern template void render_on_host<interval_ff>(const surface&, const camera&, const search&,
                                                 std::vector<pixel>&, const progress&);
extern template crossing<interval_ff> first_root_of<interval_ff>(const surface&, const ray&, range, float);
extern template jet<interval_ff, 1> slope_of<interval_ff>(const surface&, const ray&, const interval_ff&);

}  // namespace implicit
