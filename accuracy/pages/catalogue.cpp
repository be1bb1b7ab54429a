// The rows of the catalogue and what is known of each, for the tables of scripts/report and docs/reference.
#include <nlohmann/json.hpp>

#include "accuracy/intervals/promise.hpp"
#include "accuracy/judge/values.hpp"
#include "pages.hpp"
#include "words.hpp"

namespace accuracy {
namespace {

using nlohmann::ordered_json;

constexpr const char* group_names[] = {"core",      "variant",  "outside",   "paper", "function",
                                       "composite", "interval", "predicate", "mutant"};

std::string text_of(ff::bounds::exponent_range r) { return fmt::format("[2^{}, 2^{})", r.low, r.high); }

/// The domain in words: magnitudes of operators' operands, ranges of functions'.
std::string domain_text(const recipe& how) {
  if (how.of_values)
    return range_text(how.span[0]) + (is_used(how.span[1]) ? "; " + range_text(how.span[1]) : "");
  std::string text = "|x| in " + text_of(how.where.x);
  if (how.arguments > 1) text += ", |y| in " + text_of(how.where.y);
  return text + ", |result| in " + text_of(how.where.result);
}

}  // namespace

std::string catalogue_json() {
  ordered_json rows = ordered_json::array();
  for (const value_row& row : value_rows()) {
    const row_info& info = row.info;
    if (info.kind == group::mutant) continue;
    rows.push_back({{"row", info.name},
                    {"entry", info.entry},
                    {"group", group_names[static_cast<int>(info.kind)]},
                    {"holds", info.kind != group::outside},
                    {"bound_u2", info.u2},
                    {"known", known_text(info.known)},
                    {"of", info.how.scale == ff::bounds::relative_to::operands && row.operands_text[0] != '\0'
                               ? row.operands_text
                               : scale_text(info.how.scale)},
                    {"scale", scale_text(info.how.scale)},
                    {"domain", domain_text(info.how)},
                    {"algorithm", info.algorithm},
                    {"source", info.source},
                    {"flops", info.flops}});
  }
  ordered_json intervals = ordered_json::array();
  for (const auto& row : ff::bounds::interval_operations) {
    intervals.push_back({{"row", row.name},
                         {"promise", intervals::promise_text(row.promised)},
                         {"ulps_float", ff::bounds::ulps_of(row, true)},
                         {"ulps_double", ff::bounds::ulps_of(row, false)},
                         {"u2", row.u2},
                         {"total_u2", row.total}});
  }
  return ordered_json{{"rows", rows}, {"intervals", intervals}}.dump(1) + "\n";
}

}  // namespace accuracy
