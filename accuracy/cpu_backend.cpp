#include <algorithm>
#include <atomic>
#include <fstream>
#include <thread>

#include "backend.hpp"

namespace accuracy {

const std::vector<operator_info>& operators() {
  static const std::vector<operator_info> list = [] {
    std::vector<operator_info> infos;
    for_each_operator([&](auto, const operator_info& info) { infos.push_back(info); });
    return infos;
  }();
  return list;
}

int find_operator(const std::string& name) {
  const auto& all = operators();
  const auto at = std::find_if(all.begin(), all.end(), [&](const auto& o) { return name == o.name; });
  return at == all.end() ? -1 : static_cast<int>(at - all.begin());
}

namespace {

struct routines {
  outcome (*run)(const operands&);
  operands (*draw)(const recipe&, std::uint64_t, input_class, std::uint64_t);
  candidate (*climb)(const recipe&, const origin&, std::uint64_t, int, int);
  candidate (*worst)(const recipe&, std::uint64_t, std::uint64_t);
};

// Out of line: each operator is instantiated once.
template <class Op>
outcome run(const operands& v) {
  return Op::run(v);
}
operands make(const recipe& r, std::uint64_t seed, input_class cls, std::uint64_t index) {
  return make_vector(r, seed, cls, index);
}
double judge(const recipe& r, const operands& v, ff::ff_t result) { return estimated_error(r, v, result); }

template <class Op>
operands draw(const recipe& r, std::uint64_t seed, input_class cls, std::uint64_t index) {
  return draw_vector<Op>(r, seed, cls, index, make);
}
template <class Op>
double estimated(const recipe& r, const operands& v, const outcome& result) {
  return estimate<Op>(r, v, result, judge);
}
template <class Op>
candidate climb_on_host(const recipe& r, const origin& from, std::uint64_t climber, int rounds, int sample) {
  return climb(r, from, climber, rounds, sample, run<Op>, draw<Op>, make_relative, estimated<Op>);
}
template <class Op>
candidate worst_float_on_host(const recipe& r, std::uint64_t first, std::uint64_t stride) {
  return worst_float(r, first, stride, run<Op>, estimated<Op>, is_wrong_kind<Op>);
}

const routines& routine(int op) {
  static const std::vector<routines> list = [] {
    std::vector<routines> all;
    for_each_operator([&](auto tag, const operator_info&) {
      using Op = decltype(tag);
      all.push_back({run<Op>, draw<Op>, climb_on_host<Op>, worst_float_on_host<Op>});
    });
    return all;
  }();
  return list[static_cast<std::size_t>(op)];
}

class cpu_backend final : public backend {
 public:
  std::string describe() const override {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
      if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
    }
    return "unnamed processor";
  }
  bool is_gpu() const override { return false; }

  void evaluate(int op, const stream& s, std::uint64_t first, std::vector<evaluation>& results) override {
    const routines& here = routine(op);
    const recipe r = operators()[static_cast<std::size_t>(op)].how();
    for (std::size_t k = 0; k < results.size(); ++k) {
      const operands v = here.draw(r, s.seed, s.class_of(first + k), first + k);
      results[k] = {v, here.run(v)};
    }
  }

  outcome evaluate_one(int op, const operands& v) override { return routine(op).run(v); }

  std::vector<candidate> hunt(int op, const stream& s, std::uint64_t evaluations,
                              const std::vector<operands>& about) override {
    constexpr int sample = 256;
    constexpr std::uint64_t climbers = 256;
    const int rounds = static_cast<int>(std::max<std::uint64_t>(1, evaluations / (2 * sample * climbers)));
    const recipe r = operators()[static_cast<std::size_t>(op)].how();
    const origin from{s.seed, to_list(s.classes), about.data(), static_cast<int>(about.size())};
    return on_all_cores(climbers,
                        [&](std::uint64_t c) { return routine(op).climb(r, from, c, rounds, sample); });
  }

  std::vector<candidate> exhaust(int op) override {
    constexpr std::uint64_t shares = 1024;
    const recipe r = operators()[static_cast<std::size_t>(op)].how();
    return on_all_cores(shares, [&](std::uint64_t c) { return routine(op).worst(r, c, shares); });
  }

 private:
  template <class Find>
  static std::vector<candidate> on_all_cores(std::uint64_t count, Find find) {
    std::vector<candidate> found(count);
    std::atomic<std::uint64_t> next{0};
    std::vector<std::thread> pool;
    for (unsigned t = std::max(1u, std::thread::hardware_concurrency()); t > 0; --t) {
      pool.emplace_back([&] {
        for (std::uint64_t c; (c = next++) < count;) found[c] = find(c);
      });
    }
    for (auto& thread : pool) thread.join();
    return worst_first(std::move(found));
  }
};

}  // namespace

std::unique_ptr<backend> make_cpu_backend() { return std::make_unique<cpu_backend>(); }

#if !defined(FF_ACCURACY_CUDA)
std::unique_ptr<backend> make_gpu_backend(std::string& why) {
  why = "built without CUDA (no nvcc was found)";
  return nullptr;
}
#endif

}  // namespace accuracy
