#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "pages.hpp"

namespace accuracy {
namespace {

std::string line_of(const std::vector<std::string>& operands, double error) {
  return fmt::format("{}  # {:.4f}", fmt::join(operands, " "), error);
}

/// The vectors of a file, each with the error that it has today, but for lines whose error has not changed.
std::vector<std::string> replayed(const std::string& path, const subject& row) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream text(line);
    std::vector<std::string> operands;
    for (std::string word; text >> word && word != "#";) operands.push_back(word);
    double recorded = 0;
    text >> recorded;
    const double error = row.replay(operands).error;
    lines.push_back(std::abs(error - recorded) < 1e-3 ? line : line_of(operands, error));
  }
  return lines;
}

}  // namespace

void add_to_corpus(const std::string& directory, const std::vector<trial>& trials) {
  for (const trial& t : trials) {
    const bool broken = t.of->kind() == catalogue::group::mutant;
    if (broken || t.of->kind() == catalogue::group::outside) continue;
    const std::filesystem::path folder =
        std::filesystem::path(directory) / (t.of->values()     ? ""
                                            : t.of->of_signs() ? "predicates"
                                                               : "intervals");
    std::filesystem::create_directories(folder);
    const std::string path = folder / (t.of->name() + ".wc");
    std::vector<std::string> lines = replayed(path, *t.of);
    for (const instance* i : {&t.worst_found(), &t.first_wrong}) {
      if (i->error <= 0 && i->wrong == fault::none) continue;
      const std::string operands = fmt::format("{}  #", fmt::join(i->input, " "));
      const bool known = std::any_of(lines.begin(), lines.end(),
                                     [&](const std::string& line) { return line.rfind(operands, 0) == 0; });
      if (!known) lines.push_back(line_of(i->input, i->error));
    }
    if (lines.empty()) continue;
    std::ofstream out(path);
    out << fmt::format("# {}: operands, words in order, # error in {}\n", t.of->name(), t.of->unit());
    for (const std::string& line : lines) out << line << '\n';
    if (!out.flush()) throw std::runtime_error("cannot write " + path);
  }
}

}  // namespace accuracy
