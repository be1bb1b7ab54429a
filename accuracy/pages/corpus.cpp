#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <fstream>

#include "pages.hpp"

namespace accuracy {

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
    for (const instance* i : {&t.worst_found(), &t.first_wrong}) {
      if (i->error <= 0 && i->wrong == fault::none) continue;
      const std::string operands = fmt::format("{}  #", fmt::join(i->input, " "));
      std::string known;
      {
        std::ifstream in(path);
        known.assign(std::istreambuf_iterator<char>(in), {});
      }
      if (known.find(operands) != std::string::npos) continue;
      std::ofstream out(path, std::ios::app);
      if (known.empty())
        out << "# " << t.of->name() << ": operands, words in order, # error in " << t.of->unit()
            << " when found\n";
      out << fmt::format("{} {:.4f}\n", operands, i->error);
      if (!out.flush()) throw std::runtime_error("cannot write " + path);
    }
  }
}

}  // namespace accuracy
