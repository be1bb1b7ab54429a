// Arrays converted on the device against the same on the host, bit for bit, whatever the size, the alignment
// and the stream; and their refusal of bad arguments.
#include <cstddef>
#include <ff/convert.hpp>
#include <ff/math.hpp>
#include <vector>

#include "arrays_to_convert.hpp"
#include "everywhere.hpp"
#include "gpu/stream.cuh"

namespace {

using namespace ff_test;
using std::size_t;
using std::vector;

// n numbers of 8 bytes.
class device_words {
 public:
  explicit device_words(size_t n) { check(cudaMalloc(&p_, n * sizeof(uint64)), "cudaMalloc"); }
  ~device_words() { cudaFree(p_); }
  device_words(const device_words&) = delete;
  device_words& operator=(const device_words&) = delete;
  template <class T>
  T* at(size_t i) const {
    return reinterpret_cast<T*>(p_ + i);
  }

 private:
  uint64* p_ = nullptr;
};

const size_t sizes[] = {0, 1, 2, 3, 4, 5, 511, 1023, 1024, 1025, 2047, 2048, 2049, 2050, 4097, 1000003};
constexpr size_t margin = 4, most = 1000003;  // elements before and behind that stay as they are

class GpuConvert : public Everywhere {};

template <class In, class Out>
void expect_as_on_the_host() {
  const vector<In> in = elements_of<In>(most + margin);
  vector<Out> wanted(most + margin);
  ff::convert(in.data(), wanted.data(), in.size());
  const device_words from(most + margin), to(most + 2 * margin);
  const stream own;
  for (const size_t n : sizes)
    for (const size_t shift_in : {0, 1})
      for (const size_t shift_out : {0, 1, 2})  // 2: in place
      {
        SCOPED_TRACE(::testing::Message() << "n " << n << ", offsets " << shift_in << ", " << shift_out);
        const bool in_place = shift_out == 2;
        const device_words& target = in_place ? from : to;
        const size_t first = in_place ? shift_in : margin + shift_out;
        const size_t before = in_place ? shift_in : margin, copied = n + before + 1;
        check(cudaMemcpy(from.at<void>(0), in.data(), in.size() * sizeof(In), cudaMemcpyHostToDevice),
              "copy");
        check(cudaMemset(to.at<void>(0), 0xee, (most + 2 * margin) * 8), "cudaMemset");
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
        check(ff::convert(from.at<const In>(shift_in), target.at<Out>(first), n, own), "convert");
        check(cudaStreamSynchronize(own), "conversion kernel");
        vector<uint64> got(copied);
        check(cudaMemcpy(got.data(), target.at<void>(first - before), copied * 8, cudaMemcpyDeviceToHost),
              "cudaMemcpy from the device");
        size_t differing = 0;
        for (size_t i = 0; i < n; ++i) differing += got[before + i] != bits_of(wanted[shift_in + i]);
        EXPECT_EQ(differing, 0u);
        const auto untouched = [&](size_t i) {
          return got[i] == (in_place ? bits_of(in[i]) : 0xeeeeeeeeeeeeeeeeu);
        };
        for (size_t i = 0; i < before; ++i) EXPECT_TRUE(untouched(i));
        EXPECT_TRUE(untouched(copied - 1));
      }
}

TEST_F(GpuConvert, DoublesAsOnTheHost) { expect_as_on_the_host<double, ff_t>(); }
TEST_F(GpuConvert, NumbersAsOnTheHost) { expect_as_on_the_host<ff_t, double>(); }

// Needs no GPU: the arguments are judged before anything is launched.
TEST(GpuConvertArguments, BadOnesAreRefused) {
  const auto at = [](size_t address) { return reinterpret_cast<double*>(address); };
  const auto number = [](size_t address) { return reinterpret_cast<ff_t*>(address); };
  const cudaStream_t s = nullptr;
  EXPECT_EQ(ff::convert(at(0), number(256), 10, s), cudaErrorInvalidValue);
  EXPECT_EQ(ff::convert(at(256), number(0), 10, s), cudaErrorInvalidValue);
  EXPECT_EQ(ff::convert(at(256), number(1028), 10, s), cudaErrorInvalidValue);
  EXPECT_EQ(ff::convert(at(260), number(1024), 10, s), cudaErrorInvalidValue);
  EXPECT_EQ(ff::convert(at(256), number(256 + 72), 10, s), cudaErrorInvalidValue);
  EXPECT_EQ(ff::convert(number(256 + 8), at(256), 10, s), cudaErrorInvalidValue);
  EXPECT_EQ(ff::convert(at(0), number(0), 0, s), cudaSuccess);
  EXPECT_EQ(ff::convert(number(0), at(0), 0, s), cudaSuccess);
}

// Constants of a namespace, of the host's: device code takes their values.  A conversion calls a member of
// the constant itself, which is unknown there; +c is a copy.
constexpr ff::ff_t tenth = 0.1, minus_half = -0.5, far = 1e300;
struct constants {
  static constexpr ff::ff_t nine = 9.25;
};
__global__ void values_of_constants(double* to) {
  to[0] = double(+tenth);
  to[1] = static_cast<double>(+constants::nine) + float(minus_half);
  to[2] = double(+far);
  to[3] = double(tenth * constants::nine - minus_half);
  to[4] = tenth < constants::nine ? double(sin(tenth)) : 0;
  const ff::ff_t copy = tenth;
  to[5] = double(copy) + int(+constants::nine);
}
TEST_F(GpuConvert, ConstantsOfTheHostAreKnownInDeviceCode) {
  const device_words to(6);
  values_of_constants<<<1, 1>>>(to.at<double>(0));
  double got[6];
  check(cudaMemcpy(got, to.at<double>(0), sizeof got, cudaMemcpyDeviceToHost), "copy");
  const double wanted[] = {double(tenth),      double(constants::nine) - 0.5,
                           double(far),        double(tenth * constants::nine - minus_half),
                           double(sin(tenth)), double(tenth) + 9};
  for (int i = 0; i < 6; ++i) EXPECT_EQ(got[i], wanted[i]) << i;
}

}  // namespace
