#include "cpu_runner.hpp"

#include "parallel.hpp"

namespace accuracy {
namespace {

class cpu_runner final : public runner {
 public:
  cpu_runner(const recipe& how, const host_code& code) : how_(how), code_(code) {}
  bool is_gpu() const override { return false; }

  void evaluate(const stream& s, std::uint64_t first, std::vector<evaluation>& all) override {
    for (std::size_t k = 0; k < all.size(); ++k) {
      const operands v = code_.draw(how_, s.seed, class_of(s.classes, first + k), first + k);
      all[k] = {v, code_.run(v)};
    }
  }

  std::vector<outcome> evaluate_given(const std::vector<operands>& given) override {
    std::vector<outcome> results;
    for (const operands& v : given) results.push_back(code_.run(v));
    return results;
  }

  std::uint64_t evaluations_of_a_round() const override { return 2 * sample * climbers; }

  std::vector<candidate> hunt(const stream& s, std::uint64_t evaluations,
                              const std::vector<operands>& about) override {
    const int rounds = static_cast<int>(std::max<std::uint64_t>(1, evaluations / evaluations_of_a_round()));
    const origin from{s.seed, s.classes, about.data(), static_cast<int>(about.size())};
    return worst_of(climbers, [&](std::uint64_t c) {
      return climb(how_, from, c, rounds, sample, code_.run, code_.draw, catalogue::make_relative,
                   code_.estimate);
    });
  }

  std::vector<candidate> exhaust() override {
    constexpr std::uint64_t shares = 1024;
    return worst_of(shares, [&](std::uint64_t c) {
      return worst_float(how_, c, shares, code_.run, code_.estimate, code_.wrong);
    });
  }

 private:
  static constexpr int sample = 256;
  static constexpr std::uint64_t climbers = 256;

  template <class Find>
  static std::vector<candidate> worst_of(std::uint64_t count, Find find) {
    std::vector<candidate> found(count);
    on_all_cores(count, [&](std::uint64_t c) { found[c] = find(c); });
    return worst_first(std::move(found));
  }

  recipe how_;
  host_code code_;
};

}  // namespace

std::shared_ptr<runner> make_cpu_runner(const recipe& how, const host_code& code) {
  return std::make_shared<cpu_runner>(how, code);
}

}  // namespace accuracy
