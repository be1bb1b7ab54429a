// Says what every tool needs of CUDA: an error told, memory that grows, and moments.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>

#include "gpu.hpp"

namespace command {

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

/// A moment of the device's work.
struct event {
  cudaEvent_t handle{};
  event() { check(cudaEventCreate(&handle), "cudaEventCreate"); }
  ~event() { cudaEventDestroy(handle); }
  event(const event&) = delete;
  event& operator=(const event&) = delete;

  void record() { check(cudaEventRecord(handle), "cudaEventRecord"); }
};
/// Milliseconds.
inline double between(const event& from, const event& to) {
  float time = 0;
  check(cudaEventElapsedTime(&time, from.handle, to.handle), "cudaEventElapsedTime");
  return static_cast<double>(time);
}

/// CUB's two calls: how much memory it wants, then the work.
template <class Call>
void with_memory(buffer<char>& memory, const Call& call) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes), "CUB");
  check(call(memory.at_least(std::max<std::size_t>(bytes, 1)), bytes), "CUB");
}

}  // namespace command
