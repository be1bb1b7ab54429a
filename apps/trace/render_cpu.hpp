// The host's renderer for one arithmetic; interval-ff, which takes long to compile, has a file of its own.
#pragma once

#include "command/parallel.hpp"
#include "render.hpp"

namespace implicit {

template <class I, class Surface>
void render_all(const Surface& f, const camera& c, const search& s, std::vector<pixel>& pixels,
                const progress& report) {
  const auto width = static_cast<std::size_t>(c.width);
  command::in_shares(
      command::cores_of_host(), static_cast<std::uint64_t>(c.height),
      [&](std::uint64_t first, std::uint64_t last, unsigned) {
        for (std::uint64_t j = first; j < last; ++j)
          for (int i = 0; i < c.width; ++i)
            pixels[j * width + static_cast<std::size_t>(i)] =
                render_pixel<I>(f, c, s, i, static_cast<int>(j));
      },
      report);
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
