#include "render_cpu.hpp"

#include <chrono>

namespace implicit {

rendering render_cpu(const surface& f, arithmetic kind, const camera& c, const search& s,
                     const progress& report) {
  rendering p{c.width, c.height, {}, 0};
  p.pixels.resize(static_cast<std::size_t>(c.width) * static_cast<std::size_t>(c.height));
  const auto start = std::chrono::steady_clock::now();
  switch (kind) {
    case arithmetic::point:
      render_on_host<real>(f, c, s, p.pixels, report);
      break;
    case arithmetic::interval_float:
      render_on_host<interval_float>(f, c, s, p.pixels, report);
      break;
    case arithmetic::interval_ff:
      render_on_host<interval_ff>(f, c, s, p.pixels, report);
      break;
  }
  p.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return p;
}

}  // namespace implicit
