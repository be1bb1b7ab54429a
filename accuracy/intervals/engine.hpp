// Where interval operations run: the CPU, or a CUDA device.
#pragma once

#include <memory>

#include "estimate.hpp"

namespace accuracy::intervals {

struct stream {
  std::uint64_t seed = 1;
  theme_list themes{};
};

template <class T>
struct evaluation {
  operands<T> v;
  results<T> r;
};

/// A vector that a hunt suspects, by its index: of a violation if the slack is negative.
struct suspect {
  double slack;
  std::uint64_t index;
};
struct bag {
  std::vector<suspect> tightest, widest;  ///< the least and the largest slack, worst first, at most 64
};

template <class T>
class engine {
 public:
  virtual ~engine() = default;
  /// results[k] is vector first + k and the operation's value there.
  virtual void evaluate(int op, const stream& s, std::uint64_t first,
                        std::vector<evaluation<T>>& results) = 0;
  virtual results<T> evaluate_one(int op, const operands<T>& v) = 0;
  /// Estimates the slack of vectors first, first + 1, ...
  virtual bag hunt(int op, const stream& s, std::uint64_t first, std::uint64_t count) = 0;
};

/// One engine for each endpoint type; made with a CUDA device, or without.
struct engines {
  bool on_gpu = false;
  std::unique_ptr<engine<float>> words;
  std::unique_ptr<engine<double>> doubles;
  std::unique_ptr<engine<ff_t>> pairs;
};
engines make_engines(bool on_gpu);
template <class T>
std::unique_ptr<engine<T>> make_cpu_engine();
template <class T>
std::unique_ptr<engine<T>> make_gpu_engine();

template <class T>
engine<T>& engine_of(engines& all) {
  if constexpr (ff::detail::is_same<T, float>) return *all.words;
  if constexpr (ff::detail::is_same<T, double>) return *all.doubles;
  if constexpr (ff::detail::is_same<T, ff_t>) return *all.pairs;
}

// ---- what both share

/// The extremes that one thread saw.
struct extremes {
  suspect tightest{1e300, 0}, widest{-1e300, 0};

  FF_HD void see(slack s, std::uint64_t index) {
    if (s.least < tightest.slack) tightest = {s.least, index};
    if (s.most > widest.slack) widest = {s.most, index};
  }
};

bag worst_first(const std::vector<extremes>& found);

}  // namespace accuracy::intervals
