// The trial of one row: what was looked at, what came of it, whether that is within its bound.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catalogue/row.hpp"
#include "catalogue/vectors.hpp"

namespace accuracy {

using catalogue::class_list;

/// A run of vectors: indices 0, 1, .. dealt to the classes in turn.
struct stream {
  std::uint64_t seed = 1;
  class_list classes{};
};

/// Says how a result can be no answer at all.
enum class fault {
  none,
  not_finite,
  invalid,
  emptiness,
  lower,
  upper,
  member,
  sign,
  symmetry,
  stage,
  device
};
inline constexpr const char* fault_names[] = {"",
                                              "not finite",
                                              "not an interval",
                                              "empty where the range is not, or the other way round",
                                              "the lower endpoint is inside the range",
                                              "the upper endpoint is inside the range",
                                              "no member",
                                              "not the exact sign",
                                              "not the exact sign in another order of the points",
                                              "a stage alone is certain of another sign",
                                              "host and device differ"};

/// Says what MPFR says of one result.
struct judgement {
  double error = 0;  ///< in the row's unit; -1 where the fault leaves nothing to measure
  fault wrong = fault::none;
  bool tightest = true;   ///< of intervals: the endpoints there are
  bool in_domain = true;  ///< whether the bound is about such operands
  double sum = 0;         ///< of intervals: both endpoints' distances
  double total = 0;       ///< ... and together, in u^2 of the larger endpoint
};

/// Says how a vector was found.
enum class finder { classes, hunt, floats };

/// A vector and what came of it, in text that reads back exactly.
struct instance {
  double error = -1;                       ///< -1 when nothing was looked at
  std::vector<std::string> input, result;  ///< words
  int of = 0;                              ///< its class, where that found it
  fault wrong = fault::none;
  finder found_by = finder::classes;
};

class fleet;

struct plan {
  stream vectors;
  std::uint64_t count = std::uint64_t{1} << 24;
  std::uint64_t hunt = 0;
  fleet* ranks = nullptr;                          ///< who searches, where it is not this process alone
  std::function<void(double)> progress = nullptr;  ///< told the share done, from one thread at a time
  bool exhaust = false;                            ///< functions of one argument: all floats as well
  std::optional<ff::bounds::relative_to> scale{};  ///< what errors are relative to, instead of the row's
};

inline constexpr int histogram_bins = 64, most_classes = 16;

/// The stages of a predicate, in their order.
inline constexpr const char* stage_names[] = {"filter", "pairs", "lattice", "limbs"};

/// Of predicates: what came of the vectors of a class.
struct sign_counts {
  static constexpr int stages = 4;
  std::uint64_t vectors = 0;
  std::uint64_t decided[stages] = {};  ///< by each stage
  std::uint64_t zeros = 0;
  std::uint64_t wrong = 0;  ///< another sign than the exact one
  std::uint64_t asymmetric =
      0;  ///< not the negated sign after an odd permutation, or not the same after an even one
  std::uint64_t wrong_alone[stages] = {};         ///< each stage, asked alone, certain of another sign
  std::uint64_t first_wrong = ~std::uint64_t{0};  ///< the index of the first of these

  FF_HD_LARGE void add(const sign_counts& more) {
    vectors += more.vectors, zeros += more.zeros, wrong += more.wrong, asymmetric += more.asymmetric;
    for (int s = 0; s < stages; ++s) decided[s] += more.decided[s], wrong_alone[s] += more.wrong_alone[s];
    if (more.first_wrong < first_wrong) first_wrong = more.first_wrong;
  }
};

class subject;

struct trial {
  const subject* of = nullptr;
  std::uint64_t vectors = 0;  ///< judged by MPFR
  std::uint64_t wrong = 0;    ///< results with a fault
  std::uint64_t loose = 0;    ///< results that are not the tightest
  std::uint64_t outside = 0;  ///< vectors outside the bound's domain
  double mean = 0;            ///< of intervals: of the distances of all endpoints judged
  double total = 0;           ///< ... of pairs: the largest excess width
  instance worst, first_wrong;
  std::array<sign_counts, most_classes> signs{};          ///< of predicates: judged and searched, by class
  std::array<double, most_classes> worst_of_class{};      ///< -1 where the class was not drawn
  std::array<std::uint64_t, histogram_bins> histogram{};  ///< errors, in 64ths of the subject's histogram_top
  std::uint64_t hunted = 0;                               ///< looked at by the search
  double least_slack = 0;                                 ///< of intervals: its estimate where it is least
  instance prey;                                          ///< the search's worst, as MPFR judges it
  bool exhausted = false;                                 ///< whether all 2^32 floats were looked at, too
  instance worst_float;                                   ///< the worst of them
  double seconds = 0, hunt_seconds = 0, exhaust_seconds = 0;

  /// Of the largest error.
  const instance& worst_found() const {
    const instance& found = worst.error >= prey.error ? worst : prey;
    return found.error >= worst_float.error ? found : worst_float;
  }
  const instance& worst_instance() const {
    return first_wrong.wrong != fault::none ? first_wrong : worst_found();
  }
  double worst_error() const { return std::max({worst.error, prey.error, worst_float.error}); }
  bool passed() const;
  const char* verdict() const;
};

/// A row of the report, bound to the machine that it runs on.
class subject {
 public:
  virtual ~subject() = default;
  virtual std::string name() const = 0;
  /// core, variant, .., mutant.
  virtual catalogue::group kind() const = 0;
  /// The row that a mutant breaks, or "".
  virtual std::string original() const { return ""; }
  /// The bound, and what it and the errors are in.
  virtual double bound() const = 0;
  virtual const char* unit() const { return "u^2"; }
  virtual const char* known() const = 0;
  virtual bool passed(const trial& t) const = 0;
  virtual const char* verdict(const trial& t) const = 0;
  virtual const char* class_name(int c) const = 0;
  /// Of a row of values, nullptr of another.
  virtual const catalogue::row_info* values() const { return nullptr; }
  /// Of intervals of pairs: how much wider than the exact range a result may be; 0 where nothing is said.
  virtual double total_bound() const { return 0; }
  /// Returns whether results are signs, which are right or wrong and have no error.
  virtual bool of_signs() const { return false; }
  /// More are not judged.
  virtual std::uint64_t most_vectors() const { return ~std::uint64_t{0}; }
  virtual trial study(const plan& p) const = 0;
  /// Hashes the results on the host over fixed vectors (bits.hpp).
  virtual std::string bits() const = 0;
  /// The result of operands as `instance::input` has them, judged.
  virtual instance replay(const std::vector<std::string>& input) const = 0;

  double histogram_top() const { return bound() > 0 ? bound() * 1.1 : 1; }
};

inline bool trial::passed() const { return of->passed(*this); }
inline const char* trial::verdict() const { return of->verdict(*this); }

using subjects = std::vector<std::unique_ptr<subject>>;

}  // namespace accuracy
