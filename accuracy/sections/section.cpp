#include "section.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace accuracy {

std::unique_ptr<section> section_of(const std::string& ops) {
  if (ops == "roots") return roots_section();
  if (ops == "linalg") return linalg_section();
  if (ops == "dd") return dd_section();
  return values_section(ops);
}

bool section::self_test(const options& asked, const place& at) const {
  bool sound = true;
  fmt::print("{:<56} {:<24} {:<44} {}\n", "mutant", "of", "seen", "verdict");
  judge_mutants(asked, at, [&](const conviction& c) {
    sound = sound && c.caught && c.acquitted;
    fmt::print("{:<56} {:<24} {:<44} {}\n", c.mutant, c.of, c.seen,
               !c.acquitted ? "the original fails too"
               : c.caught   ? "caught"
                            : "MISSED");
    std::fflush(stdout);
  });
  fmt::print(sound ? "Every mutant was caught.\n" : "The report cannot be trusted: a mutant was missed.\n");
  return sound;
}

}  // namespace accuracy
