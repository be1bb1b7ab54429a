// The registry: what ff-bench measures under one name, what its record holds, and how that is shown.
//
// A measure is one file of this folder and a line of list.cpp; its kernels are a CUDA file beside.  main.cpp,
// the printer of recorded runs and their comparison know measures alone, none by its name.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "bench/gpu.hpp"
#include "bench/model.hpp"
#include "bench/record.hpp"

namespace bench {

using json = nlohmann::ordered_json;
using record::kind;

struct selection {
  std::set<std::string> parts;                 ///< names of measures
  std::set<std::string> operations;            ///< ids or names; empty for all
  std::size_t largest = std::size_t{1} << 28;  ///< elements of a streaming kernel
};

/// A measure reads and writes these.
struct figures {
  json& record;  ///< the run so far
  json& peaks;   ///< what this GPU does at most, for the heading
};
/// A measure is given this.
struct session : figures {
  const selection& chosen;
  const gpu_info* gpu;  ///< null where there is none
  const cost_model& model;
  void (*tell)(const std::string&);
};

/// The figure by which two runs are compared, row by row of the same keys.
struct comparison {
  const char* figure;
  std::vector<const char*> keys;
  bool less_is_better = false;
};

struct measure {
  std::string name;  ///< in the record, and to --only
  std::vector<record::field> fields;
  std::string (*table)(const json& run);  ///< on a terminal
  comparison compared{nullptr, {}};

  json (*run)(const session& at) = nullptr;      ///< its rows, or null where it has none
  bool on_gpu = true;                            ///< whether it needs one
  std::string with = {};                         ///< runs where that measure does, and has no name to --only
  const char *flag = nullptr, *help = nullptr;   ///< an option that runs this alone, in place of --only
  void (*check)(const gpu_info& gpu) = nullptr;  ///< refuses a GPU that it cannot use
  std::string (*fault)(const json& run) = nullptr;  ///< what else is wrong with a record
};

/// All measures, in the order of the report.
const std::vector<measure>& measures();

}  // namespace bench
