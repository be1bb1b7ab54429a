// A hash of the results of double-doubles, over vectors of every kind.
#include "bits.hpp"
#include "tests/dd/dd_vectors.hpp"

namespace {

struct words {
  ff_test::dd_bits bits;
};
FF_HD uint64 hash(int i, const words& w) {
  const ff_test::dd_bits& r = w.bits;
  return hashed(i, r.hi) + hashed(i + vectors, r.lo);
}

template <int Function>
struct dd_value {
  using input = int;
  using result = words;
  FF_HD_LARGE static result at(const input* in, int i) {
    return {ff_test::dd_bits(ff_test::dd_result(Function, static_cast<uint64>(in[i])))};
  }
};

template <class Machine, int Function = 0>
void print_from(const std::vector<int>& in) {
  if constexpr (Function < ff_test::dd_functions) {
    std::printf("dd.%d %016llx\n", Function, Machine::template sum<dd_value<Function>>(in));
    print_from<Machine, Function + 1>(in);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return print_on(argc, argv, [](auto machine) {
    std::vector<int> in;
    for (int i = 0; i < vectors; ++i) in.push_back(i);
    print_from<decltype(machine)>(in);
  });
}
