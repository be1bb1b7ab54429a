#include <algorithm>
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
  ff::ff_t (*run)(const operands&);
  candidate (*climb)(const recipe&, std::uint64_t, const class_list&, std::uint64_t, int, int);
};

template <class Op>
candidate climb_on_host(const recipe& r, std::uint64_t seed, const class_list& classes, std::uint64_t climber,
                        int rounds, int sample) {
  return climb<Op>(r, seed, classes, climber, rounds, sample, make_vector, estimated_error);
}

const std::vector<routines>& table() {
  static const std::vector<routines> list = [] {
    std::vector<routines> all;
    for_each_operator([&](auto op, const operator_info&) {
      using Op = decltype(op);
      all.push_back({[](const operands& v) { return Op::run(v); }, climb_on_host<Op>});
    });
    return all;
  }();
  return list;
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

  void evaluate(int op, const stream& s, std::uint64_t first, std::vector<ff::ff_t>& results) override {
    const auto run = table()[static_cast<std::size_t>(op)].run;
    const recipe r = operators()[static_cast<std::size_t>(op)].how();
    for (std::size_t k = 0; k < results.size(); ++k) {
      results[k] = run(make_vector(r, s.seed, s.class_of(first + k), first + k));
    }
  }

  ff::ff_t evaluate_one(int op, const operands& v) override {
    return table()[static_cast<std::size_t>(op)].run(v);
  }

  std::vector<candidate> hunt(int op, const stream& s, std::uint64_t evaluations) override {
    constexpr int sample = 256;
    const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
    const std::uint64_t climbers = 64 * threads;
    const int rounds = static_cast<int>(std::max<std::uint64_t>(1, evaluations / (2 * sample * climbers)));
    const recipe r = operators()[static_cast<std::size_t>(op)].how();
    const class_list classes = to_list(s.classes);
    std::vector<candidate> found(climbers);
    std::vector<std::thread> pool;
    for (unsigned t = 0; t < threads; ++t) {
      pool.emplace_back([&, t] {
        for (std::uint64_t c = t; c < climbers; c += threads) {
          found[c] = table()[static_cast<std::size_t>(op)].climb(r, s.seed, classes, c, rounds, sample);
        }
      });
    }
    for (auto& thread : pool) thread.join();
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.error > b.error; });
    found.resize(std::min<std::size_t>(found.size(), 64));
    return found;
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
