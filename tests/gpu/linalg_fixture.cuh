// A test of ff::linalg on the device: a context on a stream of its own, or a test that is skipped.
#pragma once

#include <ff/linalg/cuda.hpp>
#include <optional>

#include "../everywhere.hpp"
#include "device_array.cuh"
#include "stream.cuh"

namespace ff_test {

class OnItsStream : public Everywhere {
 protected:
  void SetUp() override {
    Everywhere::SetUp();
    if (IsSkipped()) return;
    own_stream = holder.emplace();
    const ff::linalg::status s = on.open(own_stream);
    ASSERT_TRUE(s.ok()) << s.text();
  }

  std::optional<stream> holder;
  cudaStream_t own_stream = nullptr;
  ff::linalg::context on;
};

}  // namespace ff_test
