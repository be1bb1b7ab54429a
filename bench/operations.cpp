// The list of operations without their code: once, since what makes it visits every link.
#include "operations.hpp"

namespace bench {

const std::vector<operation>& operations() {
  static const std::vector<operation> list = [] {
    std::vector<operation> all;
    for_each_operation([&](auto, const operation& what) { all.push_back(what); });
    return all;
  }();
  return list;
}

}  // namespace bench
