// Beside each result stand the device, driver, commit, date and command line that made it.
#pragma once

#include <cctype>
#include <cstdint>
#include <ctime>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

namespace command {

/// The commit that the tool was built from: "-dirty" where files had changed since, "unknown" outside its
/// repository.  cmake/FFCommit.cmake writes it.
const char* commit();

/// The NVIDIA driver's version, or "none".
inline std::string driver_version() {
  std::ifstream in("/proc/driver/nvidia/version");
  std::string line;
  std::getline(in, line);
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    if (std::isdigit(static_cast<unsigned char>(word[0])) != 0) return word;
  }
  return "none";
}

inline std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  }
  return "unnamed processor";
}

/// Where and how a run was made; recorded with every result.
struct provenance {
  std::string device, driver, commit, command;
  std::optional<std::uint64_t> seed = {};
  std::string date = {};  ///< "2026-11-27"
};

/// The command line as text, with the tool's name instead of its path.
inline std::string command_line(const std::string& tool, int argc, char** argv) {
  std::string text = tool;
  for (int i = 1; i < argc; ++i) text += std::string(" ") + argv[i];
  return text;
}

/// "2026-11-27", in universal time.
inline std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16] = "";
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

/// The provenance of a run on this machine.  `device` is empty where the run has none.
inline provenance provenance_of(const std::string& tool, int argc, char** argv, const std::string& commit,
                                const std::string& device, std::optional<std::uint64_t> seed = {}) {
  provenance p;
  p.device = device, p.driver = driver_version(), p.commit = commit;
  p.command = command_line(tool, argc, argv), p.seed = seed, p.date = today();
  return p;
}

}  // namespace command
