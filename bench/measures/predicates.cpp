// Batches of exact predicates from device memory, and the share that each stage decides.
#include "harness.hpp"
#include "measure.hpp"
#include "shown.hpp"

namespace bench {
namespace {

json run_here(const session&) {
  struct predicate_samples {
    const predicate_kernel* kernel;
    std::vector<double> seconds;
    predicate_time last;
  };
  std::vector<predicate_samples> all;
  for (const predicate_kernel& k : gpu_kernels<predicate_kernel>()) all.push_back({&k, {}, {}});
  for (predicate_samples& s : all) {
    add_benchmark(fmt::format("{} {} {}", s.kernel->predicate, s.kernel->format, s.kernel->operands), 5,
                  [&s] {
                    s.last = s.kernel->measure(s.kernel->n);
                    s.seconds.push_back(s.last.seconds);
                    return s.last.seconds;
                  });
  }
  run_all();
  json rows = json::array();
  for (const predicate_samples& s : all) {
    const double t = median(s.seconds);
    rows.push_back({{"predicate", s.kernel->predicate},
                    {"format", s.kernel->format},
                    {"operands", s.kernel->operands},
                    {"n", s.kernel->n},
                    {"seconds", t},
                    {"gresults", static_cast<double>(s.kernel->n) / t * 1e-9},
                    {"shares", s.last.share}});
  }
  return rows;
}

std::string table_of(const json& run) {
  table t({{"predicate", 10, side::left},
           {"format", 25, side::left},
           {"operands", 20, side::left},
           {"n", 6},
           {"Gresults/s", 12},
           {"filter", 8},
           {"pairs", 8},
           {"lattice", 8},
           {"limbs", 8}});
  for (const json& row : run.at("predicates")) {
    table::row cells{row.at("predicate"), row.at("format"), row.at("operands"), size_text(row.at("n")),
                     figure(row, "gresults", "{:.2f}")};
    for (const std::string& share : stage_shares(row)) cells.push_back(share);
    t.add(cells);
  }
  return "\nExact predicates from device memory, and the share that each stage decided.\n" + t.text();
}

}  // namespace

measure predicates() {
  measure m{"predicates",
            {{"predicate", kind::text},
             {"format", kind::text},
             {"operands", kind::text},
             {"n", kind::size},
             {"gresults", kind::number},
             {"shares", kind::numbers}},
            table_of,
            {"gresults", {"predicate", "format", "operands"}}};
  m.run = run_here;
  return m;
}

}  // namespace bench
