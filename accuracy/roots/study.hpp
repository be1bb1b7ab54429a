// The disks of ff::polynomial::roots before MPFR's roots: --ops roots.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "accuracy/roots/polynomials.hpp"
#include "command/provenance.hpp"

namespace accuracy {

/// Says what was seen of the polynomials of one kind and degree.
struct root_trial {
  polynomial_kind kind;
  int degree;
  std::uint64_t polynomials = 0, isolated = 0, clustered = 0, not_certified = 0;
  std::uint64_t disks = 0;
  std::uint64_t wrong = 0;      ///< disks that hold another number of roots than they say
  std::uint64_t undecided = 0;  ///< disks of which MPFR's are too large to judge

  bool passed() const { return wrong == 0 && undecided == 0; }
};

/// The disks are those of the library, or broken on purpose.
enum class root_mutant { none, no_running_error, no_clusters, float_centres, too_small };
inline constexpr const char* root_mutant_names[] = {
    "roots", "bound of the value left out", "disks of their own where only clusters are proved",
    "centres rounded to float", "weights 512 times too small"};
inline constexpr int root_mutants = 5;

/// Whose disks are judged: the library's or a mutant's on the host, or batch_roots' on the GPU.
struct root_subject {
  std::uint64_t seed;
  root_mutant mutant = root_mutant::none;
  bool on_gpu = false;
};

/// `count` polynomials of each of the degrees 3, 8, 18 and 32, of one kind, judged on all cores.
std::vector<root_trial> study_roots(polynomial_kind kind, std::uint64_t count, const root_subject& subject);

/// These degrees are judged.
inline constexpr int root_degrees[] = {3, 8, 18, 32};

/// Hashes the host's disks of fixed polynomials (accuracy/judge/bits.hpp).
std::string bits_of_roots(polynomial_kind kind, int degree);

/// The table of a run.
std::string root_table_head();
std::string root_table_row(const root_trial& t);

/// A run as JSON.
std::string roots_json(const command::provenance& from, const std::vector<root_trial>& trials);

}  // namespace accuracy
