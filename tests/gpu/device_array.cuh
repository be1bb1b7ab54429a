// n elements in device memory.
#pragma once

#include <cstddef>
#include <vector>

#include "../everywhere.hpp"

namespace ff_test {

template <class T>
class device_array {
 public:
  explicit device_array(std::size_t n) : n_(n) {
    check(cudaMalloc(&p_, (n + 1) * sizeof(T)), "cudaMalloc");  // one more, for none would give no address
  }
  /// The elements are there for all streams: cudaMemcpy may return before what it has staged arrives, and
  /// non-blocking streams do not wait for it.
  explicit device_array(const std::vector<T>& v) : device_array(v.size()) {
    check(cudaMemcpy(p_, v.data(), bytes(), cudaMemcpyHostToDevice), "cudaMemcpy to the device");
    check(cudaDeviceSynchronize(), "cudaMemcpy to the device");
  }
  ~device_array() { cudaFree(p_); }
  device_array(const device_array&) = delete;
  device_array& operator=(const device_array&) = delete;

  T* data() const { return p_; }
  std::size_t bytes() const { return n_ * sizeof(T); }
  /// The elements, once all kernels have ended: a copy alone does not wait for streams that are non-blocking.
  std::vector<T> on_host() const {
    std::vector<T> v(n_);
    check(cudaDeviceSynchronize(), "kernels");
    check(cudaMemcpy(v.data(), p_, bytes(), cudaMemcpyDeviceToHost), "cudaMemcpy from the device");
    return v;
  }

 private:
  std::size_t n_;
  T* p_ = nullptr;
};

}  // namespace ff_test
