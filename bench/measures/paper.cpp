// Tables 3 and 4 of the 2006 paper, run again.
#include <functional>
#include <set>

#include "bench/cpu.hpp"
#include "harness.hpp"
#include "measure.hpp"
#include "shown.hpp"

namespace bench {
namespace {

json run_here(const session& at) {
  struct paper_samples {
    std::string where, name, algorithm;
    std::size_t n;
    std::function<double(std::size_t, int)> once;
    std::vector<double> seconds{};
  };
  std::vector<paper_samples> all;
  for (std::size_t n = 4096; n <= 1048576; n *= 4) {
    const auto add = [&](const char* where, const std::vector<paper_kernel>& kernels) {
      for (const paper_kernel& k : kernels) all.push_back({where, k.name, k.algorithm, n, k.seconds});
    };
    if (at.gpu) add("gpu", gpu_kernels<paper_kernel>());
    add("cpu", cpu_paper_kernels());
  }
  for (paper_samples& s : all) {
    const int repeat = s.where == "gpu" ? 200 : std::max(4, static_cast<int>((std::size_t{1} << 22) / s.n));
    add_benchmark(fmt::format("paper/{}/{}/{}/{}", s.where, s.name, s.algorithm, s.n), 5, [&s, repeat] {
      s.seconds.push_back(s.once(s.n, repeat));
      return s.seconds.back();
    });
  }
  run_all();
  json rows = json::array();
  for (const paper_samples& s : all) {
    double unit = 0;
    for (const paper_samples& u : all) {
      if (u.where == s.where && u.name == "Add" && u.n == 4096) unit = median(u.seconds);
    }
    rows.push_back({{"where", s.where},
                    {"name", s.name},
                    {"algorithm", s.algorithm},
                    {"n", s.n},
                    {"seconds", median(s.seconds)},
                    {"relative", median(s.seconds) / unit}});
  }
  return rows;
}

// The figures of the paper that are known: at 1048576 elements, on a GeForce 7800 GTX and its CPU.
std::string table_of(const json& run) {
  struct known {
    const char *where, *name, *figure;
  };
  const known figures[] = {{"gpu", "Add12", "as an addition"},
                           {"gpu", "Add22", "2.2"},
                           {"gpu", "Mul22", "2.3"},
                           {"cpu", "Add22", "11.4"},
                           {"cpu", "Mul22", "4.1"}};
  std::string text;
  for (const std::string where : {"gpu", "cpu"}) {
    std::set<double> sizes;
    std::vector<std::pair<std::string, std::string>> lines;
    for (const json& row : run.at("paper")) {
      if (row.at("where") != where) continue;
      sizes.insert(row.at("n").get<double>());
      const std::pair<std::string, std::string> line{row.at("name"), row.at("algorithm")};
      if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    }
    if (lines.empty()) continue;
    text += fmt::format(
        "\nTime on the {}, the float addition of 4096 elements = 1; in brackets over the float addition of "
        "as many.\n",
        where == "gpu" ? "GPU" : "CPU");
    std::vector<column> columns{{"", 6, side::left}, {"algorithm", 9, side::left}};
    for (const double n : sizes) columns.push_back({fmt::format("{:.0f}", n), 18});
    columns.push_back({"2006", 0, side::left, 3});
    table t(columns);
    for (const auto& [name, algorithm] : lines) {
      table::row cells{name, algorithm};
      for (const double n : sizes) {
        double here = 0, add = 0;
        for (const json& row : run.at("paper")) {
          if (row.at("where") != where || row.at("n").get<double>() != n) continue;
          if (row.at("name") == name && row.at("algorithm") == algorithm) here = row.at("relative");
          if (row.at("name") == "Add") add = row.at("relative");
        }
        cells.push_back(fmt::format("{:.2f} ({:.2f})", here, here / add));
      }
      std::string of_2006 = "-";
      for (const known& k : figures) {
        if (where == k.where && name == k.name) of_2006 = k.figure;
      }
      cells.push_back(of_2006);
      t.add(cells);
    }
    text += t.text();
  }
  return text;
}

}  // namespace

measure paper_tables() {
  measure m{"paper",
            {{"where", kind::text},
             {"name", kind::text},
             {"algorithm", kind::text},
             {"n", kind::size},
             {"relative", kind::number}},
            table_of};
  m.run = run_here;
  m.flag = "--paper";
  m.help = "rerun tables 3 and 4 of the 2006 paper";
  m.on_gpu = false;
  return m;
}

}  // namespace bench
