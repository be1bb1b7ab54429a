// Memory of the host and the device, events, and CUB's sums.
#pragma once

#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <stdexcept>

#include "command/device.cuh"
#include "grid.hpp"

namespace intersect {

using command::between, command::buffer, command::check, command::event, command::with_memory;

template <class T>
T read(const T* from) {
  T value{};
  check(cudaMemcpy(&value, from, sizeof value, cudaMemcpyDeviceToHost), "kernel or copy");
  return value;
}

struct widened {
  FF_HD uint64_t operator()(uint32_t n) const { return n; }
};
/// Sums before each count, of which fewer than 2^32 are listed in all.  Returns their sum; waits for it.
inline uint32_t scan(const uint32_t* counts, uint32_t* before_each, std::size_t n, buffer<uint64_t>& sum,
                     buffer<char>& scratch) {
  const auto number = static_cast<int>(n);
  uint64_t* all = sum.at_least(1);
  with_memory(scratch, [&](void* memory, std::size_t& bytes) {
    return cub::DeviceReduce::Sum(memory, bytes, thrust::make_transform_iterator(counts, widened{}), all,
                                  number);
  });
  with_memory(scratch, [&](void* memory, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(memory, bytes, counts, before_each, number);
  });
  const uint64_t total = read(all);
  if (total > 0xffffffff) throw std::runtime_error(too_many_items);
  return static_cast<uint32_t>(total);
}

/// Pinned memory of the host's that grows as asked: the GPU copies it at full speed.
template <class T>
class pinned_buffer {
 public:
  pinned_buffer() = default;
  pinned_buffer(const pinned_buffer&) = delete;
  pinned_buffer& operator=(const pinned_buffer&) = delete;
  ~pinned_buffer() { cudaFreeHost(data_); }

  T* at_least(std::size_t n) {
    if (n > size_) {
      check(cudaFreeHost(data_), "cudaFreeHost");
      data_ = nullptr, size_ = 0;
      check(cudaMallocHost(reinterpret_cast<void**>(&data_), n * sizeof(T)), "cudaMallocHost");
      size_ = n;
    }
    return data_;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// An array of the scene, in pinned memory of the host's and, once copied, on the device.
template <class T>
class staged {
 public:
  explicit staged(const std::vector<T>& from) : size_(from.size()) {
    std::copy(from.begin(), from.end(), host_.at_least(std::max<std::size_t>(size_, 1)));
  }
  const T* copy() { return device_.copy_in(host_.at_least(1), size_); }

 private:
  std::size_t size_;
  pinned_buffer<T> host_;
  buffer<T> device_;
};

struct space_memory {
  staged<segment<point3>> reds;
  staged<point3> vertices;
  staged<corners> triangles;

  explicit space_memory(const space_scene& s) : reds(s.reds), vertices(s.vertices), triangles(s.triangles) {}
  void copy_to(space_view& view) {
    view.reds = reds.copy();
    view.vertices = vertices.copy();
    view.triangles = triangles.copy();
  }
};
struct plane_memory {
  staged<segment<point2>> reds, blues;

  explicit plane_memory(const plane_scene& s) : reds(s.reds), blues(s.blues) {}
  void copy_to(plane_view& view) {
    view.reds = reds.copy();
    view.blues = blues.copy();
  }
};

}  // namespace intersect
