// The singular value decomposition of a matrix, on the host or on the GPU.
#pragma once

#include <ff/linalg/svd.hpp>
#include <optional>
#include <string>

#include "command/gpu.hpp"
#include "factors.hpp"

namespace compress {

struct decomposition {
  factors all;  ///< of full rank
  ff::linalg::svd_report report;
  double seconds = 0;
};

/// Each throws std::runtime_error with what ff::linalg::svd says where that fails.
decomposition decompose_on_host(const matrix& a);
decomposition decompose_on_gpu(const matrix& a);

/// Room for the factors of a matrix of this size.
inline factors room_for(const matrix& a) {
  factors f;
  f.rows = a.rows, f.columns = a.columns;
  const auto least = static_cast<std::size_t>(a.rows < a.columns ? a.rows : a.columns);
  f.values.resize(least);
  f.left.resize(least * static_cast<std::size_t>(a.rows));
  f.right.resize(least * static_cast<std::size_t>(a.columns));
  return f;
}

}  // namespace compress
