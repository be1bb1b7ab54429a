// What every use of the device here needs: an error told, memory that grows.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace accuracy {

inline void check(cudaError_t e, const char* what) {
  if (e != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

/// Device memory that grows as asked.
template <class T>
class buffer {
 public:
  buffer() = default;
  buffer(const buffer&) = delete;
  buffer& operator=(const buffer&) = delete;
  ~buffer() { cudaFree(data_); }

  T* at_least(std::size_t n) {
    if (n > size_) {
      check(cudaFree(data_), "cudaFree");
      data_ = nullptr, size_ = 0;
      check(cudaMalloc(reinterpret_cast<void**>(&data_), n * sizeof(T)), "cudaMalloc");
      size_ = n;
    }
    return data_;
  }
  T* copy_in(const T* from, std::size_t n) {
    if (n > 0) check(cudaMemcpy(at_least(n), from, n * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
    return data_;
  }
  void copy_out(T* to, std::size_t n) {
    check(cudaGetLastError(), "kernel launch");
    check(cudaMemcpy(to, data_, n * sizeof(T), cudaMemcpyDeviceToHost), "kernel or copy");
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Blocks enough to fill the device.
inline unsigned full_grid() {
  int processors = 0;
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0), "cudaDeviceGetAttribute");
  return static_cast<unsigned>(processors) * 16;
}
constexpr int block_size = 128;

}  // namespace accuracy
