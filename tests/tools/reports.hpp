// What the tests of the report's two halves share: plans, rows by name, recorded worst cases.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "accuracy/judge/trial.hpp"

namespace ff_test {

namespace fs = std::filesystem;

inline std::string read_file(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline accuracy::class_list first_classes(int count) {
  accuracy::class_list classes;
  for (int c = 0; c < count; ++c) classes.add(c);
  return classes;
}

inline const accuracy::subject& named(const accuracy::subjects& all, const std::string& name) {
  for (const auto& s : all) {
    if (s->name() == name) return *s;
  }
  throw std::out_of_range("no row is called " + name);
}

/// Every mutant is convicted, and what it was made from acquitted.
inline void expect_mutants_caught(const accuracy::subjects& all, const accuracy::plan& p, int at_least) {
  int mutants = 0;
  std::set<std::string> judged;  // several mutants have one original
  for (const auto& s : all) {
    if (s->kind() != catalogue::group::mutant) continue;
    ++mutants;
    EXPECT_FALSE(s->study(p).passed()) << s->name() << " was not caught";
    if (judged.insert(s->original()).second) {
      EXPECT_TRUE(named(all, s->original()).study(p).passed()) << s->original();
    }
  }
  EXPECT_GE(mutants, at_least);
}

/// visit(row, line, what comes of its vector now, the error recorded) for each line of FOLDER/*.wc; how many.
template <class Visit>
int replay_worst_cases(const accuracy::subjects& all, const fs::path& folder, Visit visit) {
  int replayed = 0;
  for (const auto& file : fs::directory_iterator(folder)) {
    if (file.path().extension() != ".wc") continue;
    const accuracy::subject& row = named(all, file.path().stem());
    std::ifstream in(file.path());
    for (std::string line; std::getline(in, line);) {
      if (line.empty() || line[0] == '#') continue;
      std::istringstream text(line);
      std::vector<std::string> words;
      for (std::string word; text >> word && word != "#";) words.push_back(word);
      double recorded = 0;
      text >> recorded;
      visit(row, line, row.replay(words), recorded);
      ++replayed;
    }
  }
  return replayed;
}

}  // namespace ff_test
