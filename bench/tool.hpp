// What a command line tool owes its user: bad input told apart from failure, and no half-written file.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace bench {

/// Exit status 2, with a message that says what was expected.
struct bad_argument : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// "2^24", "4096" or "1e6": a power of two, which the kernels need.
inline std::uint64_t parse_size(const std::string& option, const std::string& text, std::uint64_t least,
                                std::uint64_t most) {
  const bool power = text.compare(0, 2, "2^") == 0;
  const std::string digits = power ? text.substr(2) : text;
  char* end = nullptr;
  const double value = std::strtod(digits.c_str(), &end);
  const bool number = !digits.empty() && digits[0] >= '0' && digits[0] <= '9' && *end == 0;
  const double size = power ? std::exp2(value) : value;
  const bool good = number && size >= double(least) && size <= double(most) &&
                    std::exp2(std::rint(std::log2(size))) == size;
  if (!good) {
    throw bad_argument(fmt::format("{} {}: expected a power of two from 2^{:g} to 2^{:g}, like 2^24 or 4096",
                                   option, text, std::log2(double(least)), std::log2(double(most))));
  }
  return static_cast<std::uint64_t>(size);
}

inline nlohmann::json read_json(const std::string& option, const std::string& path) {
  std::ifstream in(path);
  auto json = nlohmann::json::parse(std::istreambuf_iterator<char>(in), {}, nullptr, false);
  if (!in || json.is_discarded() || !json.contains("tool"))
    throw bad_argument(fmt::format("{} {}: expected a readable JSON file that --json wrote", option, path));
  return json;
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

}  // namespace bench
