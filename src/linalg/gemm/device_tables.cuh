// Constants of the kernels, in constant memory of each file that includes them.
#pragma once

#include "residues.hpp"

namespace ff::linalg::detail {
namespace {

__constant__ const residue_table residue_constants_of_moduli = make_residue_table();

/// Four neighbouring elements, aligned to a word of them.
struct alignas(32) four_numbers {
  ff_t of[4];
};

inline bool aligned_to(const void* p, size_t bytes) { return reinterpret_cast<size_t>(p) % bytes == 0; }

}  // namespace
}  // namespace ff::linalg::detail
