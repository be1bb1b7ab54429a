// Functions as real kernels have them: several together, and an L1 cache of which shared memory has taken
// most. No CUDA in the interface.
#pragma once

#include <string>
#include <vector>

#include "../gpu.hpp"

namespace bench {

/// Arguments: uniform in [low, high); where `wide`, 0 < low, with bits that are uniform between theirs, so
/// that all powers of two are alike.
struct drawn {
  float low = 1, high = 2;
  bool wide = false;
};

/// Says what is left to a kernel, and what it does with it.
struct company_place {
  int shared;     ///< bytes of shared memory that the blocks of an SM take together
  int arguments;  ///< a power of two: how many different ones there are
};

struct company_time {
  chain_time all;
  int blocks, registers;  ///< blocks on an SM, registers a thread
};

/// A function, an operator or a mix of one type, called again and again.
struct company_kernel {
  std::string name;
  std::string type;     ///< ff, fast (fast_t), double or fp32mp2
  std::string harness;  ///< the name, at the same type, of what runs the harness alone
  int operands;
  company_time (*run)(const drawn& x, const drawn& y, const company_place& at, int rounds);
};

// Each type is a file of its own; fp32mp2 adds nothing where the toolkit has no <cuda/fpmp_math>.
void add_company_double(std::vector<company_kernel>& all);
void add_company_ff(std::vector<company_kernel>& all);
void add_company_mixes(std::vector<company_kernel>& all);
void add_company_fp32mp2(std::vector<company_kernel>& all);
/// Returns the version of the CCCL whose fp32mp2 that is, as CCCL_VERSION, or 0 where there is none.
int company_cccl();

/// A line of the table: a kernel and its arguments.
struct company_row {
  std::string title;  ///< names the row, like "sin, 2^13 to 2^30"
  std::string kernel;
  drawn x{}, y{};
};
/// Part of a mix, so many times.
struct company_part {
  int times;
  company_row row;
};
struct company_mix {
  company_row whole;
  std::string formula;
  std::vector<company_part> parts;
};

/// The shared memory of an SM that is taken, in KB, and what the L1 cache has left of `memory`.
struct l1_split {
  int memory;               ///< KB that both share on one SM
  std::vector<int> shared;  ///< the hardware's own steps: no other amount leaves L1 exactly the rest
};
}  // namespace bench
