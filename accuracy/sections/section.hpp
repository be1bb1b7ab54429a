// The sections of the report: values, intervals, predicates, roots of polynomials, linear algebra, dd_t.
//
// main.cpp reads the command line into `options`, chooses a section by --ops, and runs it: it checks what was
// asked, opens the files, finds the device, prints a heading, and has the section judge its rows or its
// mutants.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "accuracy/fleet/fleet.hpp"
#include "command/failure.hpp"
#include "command/provenance.hpp"

namespace accuracy {

/// ff-accuracy-operators was asked for what ff-accuracy alone has.
struct not_in_this_program : command::bad_argument {
  explicit not_in_this_program(const std::string& asked);
};

/// What the command line asks for.
struct options {
  std::string device = "auto", ops = "core", classes = "all", corpus;
  std::optional<std::uint64_t> vectors;  ///< where --vectors was given
  std::uint64_t seed = 1, hunt = 0;
  double within = 1e9;  ///< seconds after which no row begins
  bool exhaustive = false, paper = false;
  fleet* ranks = nullptr;  ///< those of mpirun
};

/// Where a run computes, and what its record says of it.
struct place {
  bool on_gpu = false;
  command::provenance from;
};

/// What was seen of a function that is broken on purpose.
struct conviction {
  std::string mutant, of;
  std::string seen;        ///< what its judge counted
  bool caught = false;     ///< whether it exceeded a bound somewhere
  bool acquitted = false;  ///< whether what it was made from passed the same test
};

class section {
 public:
  virtual ~section() = default;
  /// "Operators", as the heading of a run has it.
  virtual const char* title() const = 0;
  /// Returns whether rows run on a GPU, where there is one, and not on the host alone.
  virtual bool rows_on_gpu() const { return true; }
  /// Returns whether mutants run on a GPU too, not on the host alone.
  virtual bool mutants_on_gpu() const { return false; }
  /// Throws bad_argument where the options name what is not there.
  virtual void check(const options& asked) const = 0;

  /// Judges and prints the rows; returns whether all passed.
  virtual bool report(const options& asked, const place& at) = 0;
  /// Of the last report: as JSON, and as CSV where the section has it.
  virtual std::string json(const place& at) const = 0;
  virtual std::string csv() const { return {}; }
  virtual void keep_worst(const std::string& /*folder*/) const {}

  /// Prints what was seen of every mutant.  Returns whether each was convicted, and what it was made from
  /// acquitted by the same test.
  bool self_test(const options& asked, const place& at) const;

 private:
  virtual void judge_mutants(const options& asked, const place& at,
                             const std::function<void(const conviction&)>& tell) const = 0;
};

/// The section that --ops names.
std::unique_ptr<section> section_of(const std::string& ops);
std::unique_ptr<section> values_section(const std::string& ops);
std::unique_ptr<section> roots_section();
std::unique_ptr<section> linalg_section();
std::unique_ptr<section> dd_section();

/// Returns whether --ops names rows of intervals or of predicates.
bool names_intervals(const std::string& ops);
bool names_predicates(const std::string& ops);

/// Table 5 of the 2006 paper, run again.
void print_paper_table(const options& asked, const place& at);

}  // namespace accuracy
