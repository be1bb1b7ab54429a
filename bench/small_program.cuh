// The programs beside ff-bench begin and end alike: each takes one argument, the JSON file to write, and
// heads its record.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "command/command.hpp"
#include "command/device.cuh"
#include "command/record.hpp"

namespace bench {

class small_program {
 public:
  small_program(const char* tool, int argc, char** argv) : file_("JSON", path_of(argc, argv)) {
    gpu = command::first_gpu(why_no_gpu);
    record = command::to_json(
        command::provenance_of(tool, argc, argv, command::commit(), gpu ? gpu->name : "the host alone"));
    if (gpu) record["architecture"] = gpu->architecture;
  }

  void require_gpu() const {
    if (!gpu) throw command::bad_argument("expected a GPU: " + why_no_gpu);
  }
  /// Writes the record where a file was named; returns the program's exit status.
  int end() {
    if (file_.wanted()) file_.write(command::record_text(record) + "\n");
    return 0;
  }

  std::string why_no_gpu;
  std::optional<command::gpu_info> gpu;
  nlohmann::ordered_json record;

 private:
  static const char* path_of(int argc, char** argv) {
    if (argc > 2) throw command::bad_argument("expected at most one argument, the JSON file to write");
    return argc == 2 ? argv[1] : "";
  }

  command::result_file file_;
};

}  // namespace bench
