#include <memory>

#include "command/device.cuh"
#include "render_gpu.cuh"

namespace implicit {
namespace {

struct release {
  void operator()(pixel* p) const { cudaFree(p); }
};

}  // namespace

rendering render_gpu(const surface& f, arithmetic kind, const camera& c, const search& s, int runs) {
  rendering p{c.width, c.height, {}, 0};
  p.pixels.resize(static_cast<std::size_t>(c.width) * static_cast<std::size_t>(c.height));
  const std::size_t bytes = p.pixels.size() * sizeof(pixel);
  pixel* raw = nullptr;
  check(cudaMalloc(reinterpret_cast<void**>(&raw), bytes), "cudaMalloc");
  const std::unique_ptr<pixel, release> pixels(raw);
  switch (kind) {
    case arithmetic::point:
      p.milliseconds = render_on_device<real>(f, c, s, raw, runs);
      break;
    case arithmetic::interval_float:
      p.milliseconds = render_on_device<interval_float>(f, c, s, raw, runs);
      break;
    case arithmetic::interval_ff:
      p.milliseconds = render_on_device<interval_ff>(f, c, s, raw, runs);
      break;
  }
  check(cudaMemcpy(p.pixels.data(), raw, bytes, cudaMemcpyDeviceToHost), "copy to the host");
  return p;
}

}  // namespace implicit
