// Says what the CUDA files offer to the rest: no CUDA in the interface.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "command/gpu.hpp"
#include "operations.hpp"

namespace bench {

using command::gpu_info;

/// The first CUDA device; none when there is none that this build can use, and `why` says so.
std::optional<gpu_info> open_gpu(std::string& why);

/// Says what fill(list) makes of an empty list, made once.
template <class T, class Fill>
const std::vector<T>& made_once(Fill fill) {
  static const std::vector<T> list = [&] {
    std::vector<T> all;
    fill(all);
    return all;
  }();
  return list;
}

/// The kernels of a kind, from the CUDA file of that kind; none in a build without GPU code.
#if defined(FF_HAS_GPU_CODE)
template <class Kernel>
const std::vector<Kernel>& gpu_kernels();
#else
template <class Kernel>
const std::vector<Kernel>& gpu_kernels() {
  static const std::vector<Kernel> none;
  return none;
}
#endif

// ---- chains

constexpr int block_size = 256;  ///< threads

struct chain_time {
  double seconds;        ///< of the kernel, from CUDA events
  double cycles;         ///< of the loop, one warp's SM clock
  double clock_seconds;  ///< the same in global time: cycles / clock_seconds is the clock
  double results;

  double clock() const { return cycles / clock_seconds; }
  double results_per_clock() const { return results / (seconds * clock()); }
  double latency() const { return cycles / (results / 32); }  ///< where one warp ran
};

struct chain_form {
  int chains;  ///< a thread
  chain_time (*run)(bool whole_gpu, int rounds);
};
struct chain_kernel {
  operation what;
  int unrolled;  ///< links a round
  chain_form one, several;
};

// ---- elementary functions

/// Arguments are uniform in [low, high).
struct arguments {
  float low, high;
};
struct argument_ranges {
  arguments x, y;
};

/// Calls of a function of one type on arguments drawn in registers, harness included.
struct function_kernel {
  std::string name;
  std::string type;     ///< ff, double or float
  std::string harness;  ///< the name, at the same type, of what runs the harness alone
  int operands;
  argument_ranges at;
  chain_time (*throughput)(const argument_ranges& at, int rounds);
  chain_time (*latency)(const argument_ranges& at,
                        int rounds);  ///< each argument from the result before; one warp

  bool is_harness() const { return name == harness; }
};

// ---- arrays

/// A kernel over arrays of n elements; `repeat` launches back to back, seconds of one.
struct stream_kernel {
  const char* name;
  const char* type;  ///< float, ff, double; float->ff: ff accumulation of floats; double->ff and back
  double (*bytes)(std::size_t n);
  std::size_t (*footprint)(std::size_t n);  ///< bytes of device memory
  double (*seconds)(std::size_t n, int repeat);
};

// ---- idioms

/// A job that a call does `n` times, atomic sums and sorting among them; seconds of all.
struct idiom_kernel {
  const char* job;
  const char* call;
  const char* type;  ///< double, ff
  std::size_t n;
  double (*seconds)();
};

// ---- predicates

struct predicate_time {
  double seconds;   ///< of all items
  double share[4];  ///< of the items, decided by filter, pairs, lattice and limbs
};
/// n items of a class of operands, from device memory.
struct predicate_kernel {
  const char* predicate;
  const char* format;  ///< of the coordinates
  const char* operands;
  std::size_t n;
  predicate_time (*measure)(std::size_t n);
};
// ---- matrix products

/// C of m by n is the product of A, m by k, and B, k by n.
struct gemm_shape {
  std::size_t m, n, k;
};
struct gemm_time {
  double burst, sustained;  ///< seconds of one: after a rest, and without a pause
};
struct gemm_kernel {
  const char* product;
  gemm_shape shape;
  gemm_time (*measure)(const gemm_shape& s);
  double real_products = 1;  ///< of these dimensions: a complex product is four
};

// ---- singular value decompositions

struct svd_result {
  double seconds, double_seconds, float_seconds;  ///< ours, and cuSOLVER's gesvdp
  double residual, orthogonality;                 ///< ours, as it reports them
  double double_values, float_values;             ///< the farthest of cuSOLVER's from ours, over the largest
  int steps, clusters;
  bool converged;  ///< ours, as it reports
  /// svd_method::golub_reinsch and jacobi; 0 where they take seconds.
  double golub_reinsch_seconds, golub_reinsch_residual, golub_reinsch_orthogonality, jacobi_seconds;
};
/// A of m by n, m >= n, into thin factors.
struct svd_size {
  std::size_t m, n;
  double thesis_seconds;  ///< S. Lahabar's (2010, Table 3.1) in float on a GTX 280; 0 where it is not quoted
  svd_result (*measure)(const svd_size& s);
};

struct svd_batch_result {
  double seconds, double_seconds;  ///< ours, and cuSOLVER's gesvdjBatched; 0 where it has no such size
  int not_converged;               ///< of ours
};
/// As many matrices of n by n, with vectors.
struct svd_batch {
  std::size_t n, count;
  svd_batch_result (*measure)(const svd_batch& s);
};

// ---- BLAS 1 and 2

struct blas_time {
  double seconds, double_seconds;  ///< ours, and cuBLAS's in double; copies for the copy
};
struct blas_kernel {
  const char *routine, *shape;
  double bytes;  ///< read and written
  blas_time (*measure)();
};

// ---- linear systems

/// The singular vectors of a matrix that is made: those of one reflection from each side, which leave a
/// diagonal plus rank two, or of the QR factors of normal matrices, which are dense (Haar).
enum class singular_vectors { reflections, haar };
inline const char* name_of(singular_vectors v) {
  return v == singular_vectors::haar ? "Haar" : "two reflections";
}

struct solve_result {
  double seconds, double_seconds;     ///< ours, and cuSOLVER's getrf and getrs
  double correction, backward_error;  ///< ours, as it reports them
  double double_off;                  ///< the farthest of double's answer from ours, over the largest of ours
  int steps;
  bool fallback, converged;
};
/// A of n by n, with singular values from 1 down to 1/condition, and one right side.
struct solve_size {
  std::size_t n;
  double condition;
  singular_vectors vectors;
  solve_result (*measure)(const solve_size& s);
};

/// The operators of the 2006 paper over arrays.
struct paper_kernel {
  const char* name;
  const char* algorithm;
  double (*seconds)(std::size_t n, int repeat);
};

}  // namespace bench
