// Says what is thrown where the host's memory ends, as a status.
#pragma once

#include <ff/linalg/status.hpp>
#include <new>
#include <stdexcept>

namespace ff::linalg::detail {

/// The fault where a copy of a matrix finds no memory.
inline constexpr const char* memory_expected = "expected memory for a copy of the matrix";

/// Says what `work` returns, or that there was no memory for it: allocators throw std::bad_alloc, and
/// containers std::length_error for more than they can count.
template <class F>
status with_memory(const char* expected, F work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return {fault::memory, expected};
  } catch (const std::length_error&) {
    return {fault::memory, expected};
  }
}

}  // namespace ff::linalg::detail
