#include "engine.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

namespace accuracy::intervals {

const std::vector<operation_info>& operations() {
  static const std::vector<operation_info> list = [] {
    std::vector<operation_info> infos;
    for_each_operation([&](auto functor, operation_info info) {
      info.wanted = decltype(functor)::wanted;
      infos.push_back(info);
    });
    return infos;
  }();
  return list;
}

const std::vector<row>& rows() {
  static const std::vector<row> list = [] {
    std::vector<row> all;
    int op = 0;
    for_each_operation([&](auto functor, const operation_info& info) {
      constexpr int types = decltype(functor)::types;
      const auto add = [&](const char* type, int bit) {
        if (types & bit)
          all.push_back(
              {std::string(type) + "." + info.name, &operations()[static_cast<std::size_t>(op)], op, bit});
      };
      add(type_name<float>, type_bit<float>);
      add(type_name<double>, type_bit<double>);
      add(type_name<ff_t>, type_bit<ff_t>);
      ++op;
    });
    return all;
  }();
  return list;
}

int find_row(const std::string& name) {
  const auto& all = rows();
  const auto at = std::find_if(all.begin(), all.end(), [&](const row& r) { return r.name == name; });
  return at == all.end() ? -1 : static_cast<int>(at - all.begin());
}

bag worst_first(const std::vector<extremes>& found) {
  bag b;
  for (const extremes& e : found) {
    if (e.tightest.slack < unknown) b.tightest.push_back(e.tightest);
    if (e.widest.slack > -unknown) b.widest.push_back(e.widest);
  }
  std::sort(b.tightest.begin(), b.tightest.end(), [](auto l, auto r) { return l.slack < r.slack; });
  std::sort(b.widest.begin(), b.widest.end(), [](auto l, auto r) { return l.slack > r.slack; });
  b.tightest.resize(std::min<std::size_t>(b.tightest.size(), 64));
  b.widest.resize(std::min<std::size_t>(b.widest.size(), 64));
  return b;
}

namespace {

template <class T>
struct routines {
  results<T> (*run)(const operands<T>&) = nullptr;
  slack (*estimated)(const operands<T>&) = nullptr;  ///< nullptr where there is no estimate
};

template <class Op, class T>
results<T> run(const operands<T>& v) {
  return Op::of(v);
}
template <class Op, class T>
slack estimated(const operands<T>& v) {
  return estimate<Op::wanted>(v, Op::of(v).first);
}

template <class T>
const routines<T>& routine(int op) {
  static const std::vector<routines<T>> list = [] {
    std::vector<routines<T>> all;
    for_each_operation([&](auto functor, const operation_info&) {
      using Op = decltype(functor);
      routines<T> r;
      if constexpr ((Op::types & type_bit<T>) != 0) {
        r.run = run<Op, T>;
        if constexpr (can_estimate(Op::wanted)) r.estimated = estimated<Op, T>;
      }
      all.push_back(r);
    });
    return all;
  }();
  return list[static_cast<std::size_t>(op)];
}

template <class T>
class cpu_engine final : public engine<T> {
 public:
  void evaluate(int op, const stream& s, std::uint64_t first, std::vector<evaluation<T>>& results) override {
    const auto run = routine<T>(op).run;
    const recipe how = operations()[static_cast<std::size_t>(op)].how;
    for (std::size_t k = 0; k < results.size(); ++k) {
      const operands<T> v = make_operands<T>(how, s.seed, s.themes, first + k);
      results[k] = {v, run(v)};
    }
  }

  results<T> evaluate_one(int op, const operands<T>& v) override { return routine<T>(op).run(v); }

  bag hunt(int op, const stream& s, std::uint64_t first, std::uint64_t count) override {
    const auto estimated = routine<T>(op).estimated;
    const recipe how = operations()[static_cast<std::size_t>(op)].how;
    constexpr std::uint64_t share = 1 << 14;
    if (!estimated) return {};
    std::vector<extremes> found((count + share - 1) / share);
    std::atomic<std::uint64_t> next{0};
    const auto work = [&] {
      for (std::uint64_t c; (c = next++) < found.size();) {
        for (std::uint64_t i = first + c * share; i < first + std::min((c + 1) * share, count); ++i)
          found[c].see(estimated(make_operands<T>(how, s.seed, s.themes, i)), i);
      }
    };
    std::vector<std::thread> pool;
    for (unsigned t = std::max(1u, std::thread::hardware_concurrency()); t > 0; --t) pool.emplace_back(work);
    for (auto& thread : pool) thread.join();
    return worst_first(found);
  }
};

}  // namespace

template <class T>
std::unique_ptr<engine<T>> make_cpu_engine() {
  return std::make_unique<cpu_engine<T>>();
}

engines make_engines(bool on_gpu) {
#if defined(FF_ACCURACY_CUDA)
  if (on_gpu) return {true, make_gpu_engine<float>(), make_gpu_engine<double>(), make_gpu_engine<ff_t>()};
#endif
  (void)on_gpu;
  return {false, make_cpu_engine<float>(), make_cpu_engine<double>(), make_cpu_engine<ff_t>()};
}

}  // namespace accuracy::intervals
