#include "special.hpp"

#include <cmath>

#include "accuracy/parts/parts.hpp"
#include "catalogue/special.hpp"

namespace accuracy {

const std::vector<special_subject>& special_subjects() {
  static const std::vector<special_subject> list = [] {
    std::vector<special_subject> all;
    bind_special(all);
    return all;
  }();
  return list;
}

special_verdict judged(ff_t r, double want, double operands_size) {
  using verdict = special_verdict;
  const double head = static_cast<double>(r.hi()), size = std::fabs(want);
  const bool sign = std::signbit(head) == std::signbit(want);
  constexpr double end = 0x1p128 - 0x1p103, near = 0x1p90;
  if (std::isnan(want) || std::isnan(head))
    return std::isnan(want) && std::isnan(head) ? verdict::same : verdict::kind;
  if (std::isinf(head) ? size < end - near : size > end + near) return verdict::kind;
  const double error = std::fabs((head - want) + static_cast<double>(r.lo()));
  const double most = std::fmax(size, operands_size) * 0x1p-40 + 0x1p-149;
  if (want != 0 && size < operands_size * 0x1p-40) return error <= most ? verdict::same : verdict::value;
  if (head == 0 ? size > 0x1p-149 : size < 0x1p-150 && want != head) return verdict::kind;
  if (!sign) return verdict::sign;
  if (std::isinf(head) || head == 0) return verdict::same;
  return error <= most ? verdict::same : verdict::value;
}

std::vector<operands> special_tuples(const special_subject& s) {
  using catalogue::special::operand;
  constexpr int n = catalogue::special::operand_count;
  std::vector<operands> all;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < (s.arguments > 1 ? n : 1); ++j)
      for (int k = 0; k < (s.arguments > 2 ? n : 1); ++k) all.push_back({operand(i), operand(j), operand(k)});
  return all;
}

special_trial judge_special(const special_subject& s, bool on_gpu) {
  special_trial t{&s, 0, 0, {}, 0.0f};
  std::shared_ptr<runner> gpu;
  if (on_gpu) {
    const std::string name = (s.has_row ? "" : "special.") + std::string(s.name);
    row_info row{};
    row.name = name.c_str();
    gpu = make_gpu_runner(row);
  }
  const std::vector<operands> tuples = special_tuples(s);
  const std::vector<outcome> on_device = gpu ? gpu->evaluate_given(tuples) : std::vector<outcome>{};
  for (const operands& v : tuples) {
    const ff_t r = (gpu ? on_device[static_cast<std::size_t>(t.tried)] : s.run(v)).part[0];
    ++t.tried;
    if (judged(r, s.in_double(v), s.size ? s.size(v) : 0) == special_verdict::same) continue;
    if (t.differ++ == 0) t.first = v, t.first_result = r;
  }
  return t;
}

}  // namespace accuracy
