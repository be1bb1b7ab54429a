// Polynomials: values with bounds of their errors, and roots in disks and intervals that are proved to hold
// them.  Batches are in polynomial/cuda.hpp and polynomial/host.hpp.
#pragma once

#include <ff/polynomial/evaluate.hpp>
#include <ff/polynomial/laguerre.hpp>
#include <ff/polynomial/real_roots.hpp>
#include <ff/polynomial/roots.hpp>
