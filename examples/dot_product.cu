// One dot product of four floats, four ways: the example of N. Whitehead and A. Fit-Florea, "Precision &
// Performance: Floating Point and IEEE 754 Compliance for NVIDIA GPUs", where every way of adding gives other
// bits.
//
//   nvcc -std=c++17 -I../include dot_product.cu && ./a.out          host and GPU
//   g++ -x c++ -std=c++17 -I../include dot_product.cu && ./a.out    host alone
#include <cstdio>
#include <cstring>
#include <ff/ff.hpp>

// The paper prints seven digits: 1.907607, -.7862027, 1.147311, .9604002 and -.9355000, -.6915108, 1.724470,
// -.7097529.  These are the floats behind them: the only ones that print so and give all its results.
struct vectors {
  float a[4] = {0x1.e858ecp+0f, -0x1.928928p-1f, 0x1.25b632p+0f, 0x1.ebb992p-1f};
  float b[4] = {-0x1.def9dcp-1f, -0x1.620db4p-1f, 0x1.b976ep+0f, -0x1.6b64bap-1f};
};

struct results {
  float serial, fused, parallel;
  ff::ff_t accumulated;
};

FF_HD results dot_products(const vectors& v) {
  using ff::add_rn, ff::fma_rn, ff::mul_rn;  // no compiler may contract or reorder these
  results r = {0.0f, 0.0f, 0.0f, 0.0f};
  ff::accumulator sum;
  for (int i = 0; i < 4; ++i) {
    r.serial = add_rn(r.serial, mul_rn(v.a[i], v.b[i]));
    r.fused = fma_rn(v.a[i], v.b[i], r.fused);
    sum.add_product(v.a[i], v.b[i]);
  }
  r.parallel = add_rn(add_rn(mul_rn(v.a[0], v.b[0]), mul_rn(v.a[1], v.b[1])),
                      add_rn(mul_rn(v.a[2], v.b[2]), mul_rn(v.a[3], v.b[3])));
  r.accumulated = sum.result();
  return r;
}

unsigned bits(float x) {
  unsigned b;
  std::memcpy(&b, &x, sizeof b);
  return b;
}

// Prints the results and says whether they are those of the paper.
bool show(const char* where, const results& r) {
  std::printf("%s\n", where);
  std::printf("  serial    0x%08X  %.13f\n", bits(r.serial), double(r.serial));
  std::printf("  FMA       0x%08X  %.13f\n", bits(r.fused), double(r.fused));
  std::printf("  parallel  0x%08X  %.13f\n", bits(r.parallel), double(r.parallel));
  std::printf("  ff                    %.13f\n", double(r.accumulated));
  std::printf("  exact                 0.0559587528435...\n");
  return bits(r.serial) == 0x3D653510 && bits(r.fused) == 0x3D653501 && bits(r.parallel) == 0x3D653500 &&
         bits(r.accumulated.hi()) == 0x3D653501 &&
         ff::abs(r.accumulated - ff::ff_t(0.0559587528435763)) < 1e-14f;
}

#if defined(__CUDACC__)
__global__ void compute(vectors v, results* r) { *r = dot_products(v); }

bool on_gpu() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("no GPU");
    return true;
  }
  results* device;
  results r;
  cudaError_t status = cudaMalloc(&device, sizeof r);
  if (status == cudaSuccess) {
    compute<<<1, 1>>>(vectors{}, device);
    status = cudaMemcpy(&r, device, sizeof r, cudaMemcpyDeviceToHost);
    cudaFree(device);
  }
  if (status != cudaSuccess) {
    std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
    return false;
  }
  return show("GPU", r);
}
#else
bool on_gpu() { return true; }
#endif

int main() {
  const bool host = show("host", dot_products({})), gpu = on_gpu();
  return host && gpu ? 0 : 1;
}
