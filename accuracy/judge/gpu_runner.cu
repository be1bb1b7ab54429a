// The CUDA side of the judge.
#include "accuracy/parts/parts.hpp"
#include "device.cuh"

namespace accuracy {
namespace {

const device_code& code_of(const std::string& name) {
  static const gpu_runners all = [] {
    gpu_runners list;
    bind_runners(list);
    return list;
  }();
  const auto at = all.find(name);
  if (at == all.end()) throw std::runtime_error("no row of the name " + name + " was compiled for the GPU");
  return at->second;
}

class gpu_runner final : public runner {
 public:
  explicit gpu_runner(const row_info& row) : how_(row.how), code_(code_of(row.name)) {}
  bool is_gpu() const override { return true; }

  void evaluate(const stream& s, std::uint64_t first, std::vector<evaluation>& results) override {
    const std::uint64_t count = results.size();
    evaluation* out = results_.at_least(count);
    code_.evaluate(static_cast<unsigned>((count + 255) / 256), how_, s.seed, s.classes, first, count, out);
    results_.copy_out(results.data(), count);
  }

  std::vector<outcome> evaluate_given(const std::vector<operands>& given) override {
    std::vector<outcome> results(given.size());
    code_.given(about_.copy_in(given.data(), given.size()), static_cast<int>(given.size()),
                given_.at_least(given.size()));
    given_.copy_out(results.data(), results.size());
    return results;
  }

  std::uint64_t evaluations_of_a_round() const override {
    return std::uint64_t{2} * sample * full_grid() * block_size;
  }

  std::vector<candidate> hunt(const stream& s, std::uint64_t evaluations,
                              const std::vector<operands>& about) override {
    const unsigned blocks = full_grid();
    const std::uint64_t each = evaluations_of_a_round();
    const int rounds = static_cast<int>(std::max<std::uint64_t>(1, (evaluations + each - 1) / each));
    const origin from{s.seed, s.classes, about_.copy_in(about.data(), about.size()),
                      static_cast<int>(about.size())};
    return worst_of(blocks, [&](candidate* out) { code_.hunt(blocks, how_, from, rounds, sample, out); });
  }

  std::vector<candidate> exhaust() override {
    const unsigned blocks = full_grid();
    return worst_of(blocks, [&](candidate* out) { code_.exhaust(blocks, how_, out); });
  }

 private:
  static constexpr int sample = 256;

  template <class Launch>
  std::vector<candidate> worst_of(unsigned blocks, Launch launch) {
    std::vector<candidate> found(blocks);
    launch(found_.at_least(blocks));
    found_.copy_out(found.data(), blocks);
    return worst_first(std::move(found));
  }

  recipe how_;
  device_code code_;
  buffer<evaluation> results_;
  buffer<outcome> given_;
  buffer<candidate> found_;
  buffer<operands> about_;
};

}  // namespace

std::shared_ptr<runner> make_gpu_runner(const row_info& row) { return std::make_shared<gpu_runner>(row); }

namespace {
int place_of_gpu = 0;
}
void use_gpu(int place) { place_of_gpu = place; }
std::optional<command::gpu_info> find_gpu(std::string& why) { return command::first_gpu(why, place_of_gpu); }

}  // namespace accuracy
