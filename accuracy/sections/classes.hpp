// Reads what --distribution names.
#pragma once

#include <iterator>
#include <string>

#include "catalogue/vectors.hpp"
#include "command/command.hpp"

namespace accuracy {

/// All classes, or the one of this name; `of` says in a refusal whose classes they are.
template <class Names>
catalogue::class_list parse_classes(const std::string& text, const Names& names, const char* of) {
  catalogue::class_list classes;
  std::string known;
  for (int c = 0; c < static_cast<int>(std::size(names)); ++c) {
    if (text == "all" || text == names[c]) classes.add(c);
    known += std::string(known.empty() ? "" : ", ") + names[c];
  }
  if (classes.count == 0)
    throw command::bad_argument(
        fmt::format("--distribution {}: {}expected all, or one of {}", text, of, known));
  return classes;
}

}  // namespace accuracy
