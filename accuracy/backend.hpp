// Where operators run: the CPU, or a CUDA device.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "operators.hpp"
#include "vectors.hpp"

namespace accuracy {

/// A run of vectors: indices first, first + 1, ... dealt to the classes in turn.
struct stream {
  std::uint64_t seed = 1;
  std::vector<input_class> classes;

  input_class class_of(std::uint64_t i) const { return classes[i % classes.size()]; }
};

inline constexpr double wrong_kind = 0x1p1000;

struct evaluation {
  operands v;
  outcome result;
};

struct candidate {
  double error;  ///< estimated, in u^2
  operands v;
};

class backend {
 public:
  virtual ~backend() = default;
  /// What the report calls it, driver included.
  virtual std::string describe() const = 0;
  virtual bool is_gpu() const = 0;
  /// results[k] is vector first + k and the operator's value there.
  virtual void evaluate(int op, const stream& s, std::uint64_t first, std::vector<evaluation>& results) = 0;
  /// The operator on given operands.
  virtual outcome evaluate_one(int op, const operands& v) = 0;
  /// Looks at `evaluations` vectors, half of them drawn, half reached by climbing from the worst drawn, and
  /// returns the worst found, at most 64, worst first.  Drawn from the classes, or relatives of the vectors
  /// `about` where there are any.
  virtual std::vector<candidate> hunt(int op, const stream& s, std::uint64_t evaluations,
                                      const std::vector<operands>& about = {}) = 0;
  /// A function of one argument at all 2^32 floats: the worst in its range, at most 64, worst first; and,
  /// with error `wrong_kind`, floats out of range where it is NaN, infinite or zero and double's function is
  /// not, or the other way round.
  virtual std::vector<candidate> exhaust(int op) = 0;
};

std::unique_ptr<backend> make_cpu_backend();
/// nullptr when there is no usable device; `why` then says so.
std::unique_ptr<backend> make_gpu_backend(std::string& why);

/// The list for_each_operator spells out, by index.
const std::vector<operator_info>& operators();
int find_operator(const std::string& name);  ///< -1 if there is none

// ---- what both backends share

struct class_list {
  input_class classes[class_count];
  int count;
};
inline class_list to_list(const std::vector<input_class>& classes) {
  class_list list{{}, static_cast<int>(classes.size())};
  for (int i = 0; i < list.count; ++i) list.classes[i] = classes[static_cast<std::size_t>(i)];
  return list;
}

/// At most 64 candidates, the worst first.
inline std::vector<candidate> worst_first(std::vector<candidate> found) {
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.error > b.error; });
  found.resize(std::min<std::size_t>(found.size(), 64));
  return found;
}

/// The worst of the floats whose bits are first, first + stride, ...
template <class Run, class Judge, class Misjudge>
FF_HD candidate worst_float(const recipe& r, std::uint64_t first, std::uint64_t stride, Run run, Judge judge,
                            Misjudge wrong) {
  candidate worst{-1, {}};
  for (std::uint64_t b = first; b < std::uint64_t{1} << 32; b += stride) {
    const operands v{ff::ff_t(ff::detail::from_bits(static_cast<std::uint32_t>(b))), ff::ff_t(0.0f),
                     ff::ff_t(0.0f)};
    const outcome result = run(v);
    const bool judged = in_range(r.span[0], v.x) && exponent_of(v.x.hi()) >= r.span[0].smallest;
    double error = judged ? judge(r, v, result) : -1;
    if (error < 0 && wrong(v, result)) error = wrong_kind;
    if (error > worst.error) worst = {error, v};
  }
  return worst;
}

/// What climbers set out from: vectors of the classes, or relatives of `count` vectors where there are any.
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
FF_HD candidate climb(const recipe& r, const origin& from, std::uint64_t climber, int rounds, int sample,
                      Run run, Draw draw, Relative relative, Judge judge) {
  candidate best{-1, {}};
  random_bits bits(from.seed, 1000, climber);
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t turn =
        climber * static_cast<std::uint64_t>(rounds) + static_cast<std::uint64_t>(round);
    const input_class cls = from.classes.classes[turn % static_cast<std::uint64_t>(from.classes.count)];
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
      const operands v = make_neighbour(bits, r, here.v);
      const double error = judge(r, v, run(v));
      if (error >= here.error) here = {error, v};
    }
    if (here.error > best.error) best = here;
  }
  return best;
}

}  // namespace accuracy
