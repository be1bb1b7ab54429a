// cuSOLVER's handle of a context, made where it is first needed.
#pragma once

#include <cusolverDn.h>

#include "resources.hpp"

namespace ff::linalg::detail {

/// The handle, on the context's stream.  The first call allocates and may wait for the device.
inline status cusolver_of(device_resources& r, cusolverDnHandle_t* handle) {
  if (r.cusolver == nullptr && cusolverDnCreate(&r.cusolver) != CUSOLVER_STATUS_SUCCESS) {
    r.cusolver = nullptr;
    return {fault::device, "expected cuSOLVER to start"};
  }
  *handle = r.cusolver;
  return cusolverDnSetStream(r.cusolver, r.stream) == CUSOLVER_STATUS_SUCCESS
             ? status()
             : status(fault::device, "expected cuSOLVER to take the context's stream");
}

}  // namespace ff::linalg::detail
