// Says where a row runs: the CPU, or a CUDA device.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "accuracy/exact/definition.hpp"
#include "command/gpu.hpp"
#include "trial.hpp"

namespace accuracy {

using catalogue::group;
using catalogue::input_class;
using catalogue::random_bits;
using catalogue::row_info;

FF_HD_LARGE input_class class_of(const class_list& classes, std::uint64_t i) {
  return static_cast<input_class>(classes[i]);
}

inline constexpr double wrong_kind = 0x1p1000;

struct evaluation {
  operands v;
  outcome result;
};

struct candidate {
  double error;  ///< estimated, in u^2
  operands v;
};

class runner {
 public:
  virtual ~runner() = default;
  virtual bool is_gpu() const = 0;
  /// results[k] is vector first + k and the row's value there.
  virtual void evaluate(const stream& s, std::uint64_t first, std::vector<evaluation>& results) = 0;
  /// The values of given operands, at least one.
  virtual std::vector<outcome> evaluate_given(const std::vector<operands>& given) = 0;
  outcome evaluate_one(const operands& v) { return evaluate_given({v}).front(); }
  /// Looks at `evaluations` vectors, half of them drawn, half reached by climbing from the worst drawn, and
  /// returns the worst found, at most 64, worst first.  Drawn from the classes, or relatives of the vectors
  /// `about` where there are any.
  virtual std::vector<candidate> hunt(const stream& s, std::uint64_t evaluations,
                                      const std::vector<operands>& about = {}) = 0;
  /// The fewest that a search looks at, for all of the machine to have work.
  virtual std::uint64_t evaluations_of_a_round() const = 0;
  /// A function of one argument at all 2^32 floats: the worst in its range, at most 64, worst first; and,
  /// with error `wrong_kind`, floats out of range where it is NaN, infinite or zero and double's function is
  /// not, or the other way round.
  virtual std::vector<candidate> exhaust() = 0;
};

/// A row of values, bound to its code on the host.
struct value_row {
  row_info info;
  double (*error)(const recipe&, const operands&, const outcome&);     ///< by MPFR
  double (*estimate)(const recipe&, const operands&, const outcome&);  ///< the search's, -1: it has none
  std::shared_ptr<runner> cpu;
  const char* operands_text;  ///< what relative_to::operands means here
  bool searched;              ///< whether the search has an estimate
  bool of_floats;             ///< a function of one argument: all 2^32 floats tell
};

/// Every row of values that this program has, family by family, in the order of the report.
const std::vector<value_row>& value_rows();
const value_row* find_value_row(const std::string& name);  ///< nullptr if there is none

/// The row on the GPU, by its name.
std::shared_ptr<runner> make_gpu_runner(const row_info& row);

/// The GPU to run on; where there is none, `why`.
std::optional<command::gpu_info> find_gpu(std::string& why);

/// Of several GPUs this process runs on the one at this place, counted round and round.
void use_gpu(int place);

// ---------------------------------------------------------------- what both sides share

/// At most 64 candidates, the worst first; of equal ones, the smaller words.
inline std::vector<candidate> worst_first(std::vector<candidate> found) {
  const auto words = [](const candidate& c, int k) {
    const ff_t x = c.v[k / 2];
    return ff::detail::to_bits(k % 2 == 0 ? x.hi() : x.lo());
  };
  std::sort(found.begin(), found.end(), [&](const candidate& a, const candidate& b) {
    if (a.error != b.error) return a.error > b.error;
    for (int k = 0; k < 16; ++k) {
      if (words(a, k) != words(b, k)) return words(a, k) < words(b, k);
    }
    return false;
  });
  found.resize(std::min<std::size_t>(found.size(), 64));
  return found;
}

/// The worst of the floats whose bits are first, first + stride, ..
template <class Run, class Judge, class Misjudge>
FF_HD_LARGE candidate worst_float(const recipe& r, std::uint64_t first, std::uint64_t stride, Run run,
                                  Judge judge, Misjudge wrong) {
  candidate worst{-1, {}};
  for (std::uint64_t b = first; b < std::uint64_t{1} << 32; b += stride) {
    const operands v{ff_t(ff::detail::from_bits(static_cast<std::uint32_t>(b))), ff_t(0.0f), ff_t(0.0f)};
    const outcome result = run(v);
    const bool judged =
        catalogue::in_range(r.span[0], v.x) && catalogue::exponent_of(v.x.hi()) >= r.span[0].smallest;
    double error = judged ? judge(r, v, result) : -1;
    if (error < 0 && wrong(v, result)) error = wrong_kind;
    if (error > worst.error) worst = {error, v};
  }
  return worst;
}

/// Says what climbers set out from: vectors of the classes, or relatives of `count` vectors where there are
/// any.
struct origin {
  std::uint64_t seed;
  class_list classes;
  const operands* about;
  int count;
};

/// One climber's work: `rounds` times draw `sample` vectors of one class, or relatives of one vector, then
/// climb as many steps from the worst.  `run`, `draw`, `relative` and `judge` are passed in so that the
/// device can keep them out of line.
template <class Run, class Draw, class Relative, class Judge>
FF_HD_LARGE candidate climb(const recipe& r, const origin& from, std::uint64_t climber, int rounds,
                            int sample, Run run, Draw draw, Relative relative, Judge judge) {
  candidate best{-1, {}};
  random_bits bits(from.seed, 1000, climber);
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t turn =
        climber * static_cast<std::uint64_t>(rounds) + static_cast<std::uint64_t>(round);
    const input_class cls = class_of(from.classes, turn);
    candidate here{-1, {}};
    for (int i = 0; i < sample; ++i) {
      const std::uint64_t index = turn * static_cast<std::uint64_t>(sample) + static_cast<std::uint64_t>(i);
      const operands v = from.count > 0
                             ? relative(bits, r, from.about[turn % static_cast<std::uint64_t>(from.count)])
                             : draw(r, from.seed, cls, index);
      const double error = judge(r, v, run(v));
      if (error > here.error) here = {error, v};
    }
    for (int i = 0; i < sample && here.error >= 0; ++i) {
      const operands v = catalogue::make_neighbour(bits, r, here.v);
      const double error = judge(r, v, run(v));
      if (error >= here.error) here = {error, v};
    }
    if (here.error > best.error) best = here;
  }
  return best;
}

}  // namespace accuracy
