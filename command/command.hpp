// What every command line tool here owes its user: bad input told apart from failure, and no half-written file.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "gpu.hpp"
#include "provenance.hpp"

namespace command {

/// Exit statuses.  0 is success; 1 is the tool's own verdict, like an exceeded bound.
constexpr int bad_arguments = 2, failed = 3;

/// Ends the tool with `bad_arguments`.  The message says what was expected.
struct bad_argument : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// "2^24", "16777216" or "1e6", if it is a whole number.
inline std::optional<double> parse_whole(const std::string& text) {
  const bool power = text.compare(0, 2, "2^") == 0;
  const std::string digits = power ? text.substr(2) : text;
  char* end = nullptr;
  const double value = std::strtod(digits.c_str(), &end);
  if (digits.empty() || std::isdigit(static_cast<unsigned char>(digits[0])) == 0 || *end != 0) return {};
  const double count = power ? std::exp2(value) : value;
  if (count != std::floor(count)) return {};
  return count;
}

/// A result file: its place is tried at once, it appears when it is complete.
class result_file {
 public:
  result_file(const std::string& option, const std::string& path) : path_(path) {
    if (path.empty()) return;
    temporary_ = path + ".part";
    stream_.open(temporary_);
    if (!stream_) {
      throw bad_argument(
          fmt::format("{} {}: cannot write there; expected a path in a writable folder", option, path));
    }
  }
  result_file(const result_file&) = delete;
  result_file& operator=(const result_file&) = delete;
  ~result_file() {
    if (!temporary_.empty()) std::remove(temporary_.c_str());
  }

  bool wanted() const { return !path_.empty(); }
  void write(const std::string& text) {
    stream_ << text;
    stream_.close();
    if (!stream_ || std::rename(temporary_.c_str(), path_.c_str()) != 0)
      throw std::runtime_error("cannot write " + path_);
    temporary_.clear();
    fmt::print("wrote {}\n", path_);
  }

 private:
  std::string path_, temporary_;
  std::ofstream stream_;
};

/// A progress bar on standard error, or none where that is no terminal.  It is called with the share done.
inline std::function<void(double)> progress_bar(const std::string& name) {
  if (isatty(STDERR_FILENO) == 0) return nullptr;
  return [name, last = -1](double share) mutable {
    const int done = static_cast<int>(share * 40);
    if (done == last) return;
    last = done;
    fmt::print(stderr, "\r{:<21} [{:<40}]{}", name, std::string(static_cast<std::size_t>(done), '#'),
               share >= 1 ? "\r\033[K" : "");
  };
}

/// --device auto, gpu or cpu.
inline void add_device_option(CLI::App& app, std::string& device) {
  app.add_option("--device", device, "auto, gpu or cpu")
      ->check(CLI::IsMember({"auto", "gpu", "cpu"}))
      ->capture_default_str();
}

/// The GPU for --device.  find(why) returns the GPU if there is one that the tool can use, or says why not.
template <class Find>
std::optional<gpu_info> choose_gpu(const std::string& device, Find find, std::string& why) {
  if (device == "cpu") return {};
  std::optional<gpu_info> gpu = find(why);
  if (device == "gpu" && !gpu)
    throw bad_argument("--device gpu: " + why + "; expected a CUDA device (use cpu or auto)");
  return gpu;
}

/// Parses the command line.  Returns the exit status if the tool ends here, after --help or an error.
inline std::optional<int> parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : bad_arguments;
  }
  return {};
}

/// The body of `main`: the exit status of run(argc, argv), with exceptions turned into messages.
inline int run_tool(const char* tool, int argc, char** argv, int (*run)(int, char**)) {
  try {
    return run(argc, argv);
  } catch (const bad_argument& e) {
    fmt::print(stderr, "{}: {}\n", tool, e.what());
    return bad_arguments;
  } catch (const std::exception& e) {
    fmt::print(stderr, "{}: {}\n", tool, e.what());
    return failed;
  }
}

}  // namespace command
