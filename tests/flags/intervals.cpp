// A hash of the results of every operation on intervals of float, double and ff_t.
#include "bits.hpp"
#include "catalogue/interval.hpp"

namespace {

namespace intervals = catalogue::intervals;

// NaN is the end of an empty interval.
FF_HD uint64 hash_end(int i, float a) { return hashed(i, canonical(a)); }
FF_HD uint64 hash_end(int i, double a) { return hashed(i, a != a ? ~0ull : ff::detail::bit_cast<uint64>(a)); }
FF_HD uint64 hash_end(int i, ff_t a) { return hash(i, a); }

template <class T>
struct ends {
  intervals::results<T> of;
};
template <class T>
FF_HD uint64 hash(int i, const ends<T>& r) {
  return hash_end(i, r.of.first.lower()) + hash_end(i + vectors, r.of.first.upper()) +
         hash_end(i + 2 * vectors, r.of.second.lower()) + hash_end(i + 3 * vectors, r.of.second.upper());
}

// An operation's value at vector i.
template <class Operation, class T>
struct interval_value {
  using input = intervals::operands<T>;
  using result = ends<T>;
  FF_HD static result at(const input* in, int i) { return {Operation::of(in[i])}; }
};

template <class T>
[[gnu::noinline]] std::vector<intervals::operands<T>> inputs(const intervals::recipe& how) {
  catalogue::class_list themes;
  for (int th = 0; th < intervals::theme_count; ++th) themes.add(th);
  std::vector<intervals::operands<T>> v;
  for (uint64 i = 0; i < vectors / 8; ++i) v.push_back(intervals::make_operands<T>(how, 1, themes, i));
  return v;
}

template <class Machine, class T, class Operation>
void print(const char* type, Operation, const intervals::operation_info& info) {
  const uint64 sum = Machine::template sum<interval_value<Operation, T>>(inputs<T>(info.how));
  std::printf("interval_%s.%-16s %016llx\n", type, info.name, sum);
}

}  // namespace

int main(int argc, char** argv) {
  return print_on(argc, argv, [](auto machine) {
    intervals::for_each_operation([&](auto operation, const intervals::operation_info& info) {
      using where = decltype(machine);
      print<where, float>("float", operation, info);
      print<where, double>("double", operation, info);
      print<where, ff_t>("ff", operation, info);
    });
  });
}
