// Judges one family of functions against MPFR: exit status 0 if every row is within its bound, 1 if not.
//
// mutants.py compiles this program once for each mutant; FF_ROWS is the family's.  A row's vectors are the
// first `count` of its classes, and the recorded ones of the folder that the first argument names.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include FF_DEFINITIONS  // of the family: accuracy/exact/...

namespace {

using namespace accuracy;

struct judge_rows {
  std::string folder;
  std::uint64_t count;
  int& exceeded;

  template <class Row>
  void operator()(Row, const catalogue::row_info& info) const {
    using entry = typename Row::entry;
    constexpr int arguments = catalogue::signature_of<entry>::operands;
    const auto judge = [&](const operands& v) {
      const double error = error_of<definition_of<entry>, arguments, catalogue::numbers_of<entry>>(
          info.how, v, catalogue::apply<entry>(v));
      if (error <= info.u2 + ff::bounds::higher_order) return;
      if (exceeded++ == 0)
        std::printf("%s(%a %a, %a %a): %g of %g u^2\n", info.name, v.x.hi(), v.x.lo(), v.y.hi(), v.y.lo(),
                    error, info.u2);
    };
    std::ifstream recorded(folder + "/" + info.name + ".wc");
    for (std::string line; std::getline(recorded, line);) {
      std::istringstream words(line.substr(0, line.find('#')));
      operands v{1.0f, 1.0f, 0.0f};
      std::string hi, lo = "0";
      for (int k = 0; k < arguments && words >> hi; ++k) {
        if (!catalogue::is_single(info.how, k)) words >> lo;
        v[k] = from_words(std::strtof(hi.c_str(), nullptr), std::strtof(lo.c_str(), nullptr));
      }
      if (!hi.empty()) judge(v);
    }
    using vectors = typename Row::vectors;
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto cls = static_cast<catalogue::input_class>(i % catalogue::class_count);
      judge(catalogue::make_vector<vectors>(info.how, 1, cls, i, vectors::draw));
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  int exceeded = 0;
  const std::uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  catalogue::FF_ROWS(judge_rows{argc > 1 ? argv[1] : "", count, exceeded});
  return exceeded > 0 ? 1 : 0;
}
