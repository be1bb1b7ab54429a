// What every command line tool here owes its user: bad input told apart from failure, no half-written
// file, and the driver's version beside each result.
#pragma once

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

namespace tool {

/// Exit status 2, with a message that says what was expected.
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

}  // namespace tool
