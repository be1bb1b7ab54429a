// Says what has no row, on the GPU.
#include "accuracy/judge/gpu_runner.cuh"
#include "accuracy/parts/parts.hpp"
#include "catalogue/special.hpp"

namespace accuracy {
namespace {

template <class Entry>
struct subject_of {
  using entry = Entry;
};

struct bind_without_row {
  gpu_runners& all;

  template <class Row>
  void operator()(Row, const row_info&) const {}
  template <class Entry>
  void operator()(Entry) const {
    all[std::string("special.") + Entry::name] = {nullptr, evaluate_given_on_device<subject_of<Entry>>,
                                                  nullptr, nullptr};
  }
};

}  // namespace

void bind_special_runners(gpu_runners& all) {
  const bind_without_row bind{all};
  catalogue::special::operators(bind);
  catalogue::special::comparisons(bind);
  catalogue::special::conversions(bind);
  catalogue::special::exact_functions(bind);
}

}  // namespace accuracy
