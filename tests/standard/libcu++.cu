// cuda::std::complex to and from ff::complex, on the device.  With FF_OTHER_COMPLEX it must not compile, and
// say why.
#include <complex>
#include <cuda/std/complex>
#include <ff/complex.hpp>

__global__ void squares(const cuda::std::complex<double>* in, cuda::std::complex<double>* out,
                        cuda::std::complex<float>* rounded) {
  const ff::complex z(in[threadIdx.x]);
  out[threadIdx.x] = static_cast<cuda::std::complex<double>>(z * z);
  rounded[threadIdx.x] = static_cast<cuda::std::complex<float>>(z);
}

std::complex<double> square(std::complex<double> z) {
  const ff::complex w(z);
  return static_cast<std::complex<double>>(w * w);
}

#if defined(FF_OTHER_COMPLEX)
__global__ void other(cuda::std::complex<ff::ff_t>* z) { z[0] = z[1]; }
#endif
