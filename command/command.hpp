// Says what every command line tool here owes its user: bad input told apart from failure, and no
// half-written file.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "failure.hpp"
#include "gpu.hpp"
#include "memory.hpp"
#include "provenance.hpp"
#include "result_file.hpp"
#include "streams.hpp"

namespace command {

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
std::optional<gpu_info> choose_gpu(const std::string& device, std::string& why, Find find) {
  if (device == "cpu") return {};
  std::optional<gpu_info> gpu = find(why);
  if (device == "gpu" && !gpu)
    throw bad_argument("--device gpu: " + why + "; expected a CUDA device (use cpu or auto)");
  return gpu;
}

inline std::optional<gpu_info> choose_gpu(const std::string& device, std::string& why) {
  return choose_gpu(device, why, [](std::string& w) { return first_gpu(w); });
}

/// "No NVIDIA GPU was found: the operators run on the CPU."
inline std::string without_gpu(std::string why, const char* what_follows) {
  why.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(why.front())));
  return fmt::format("{}: {}.\n", why, what_follows);
}

/// --seed.
inline void add_seed_option(CLI::App& app, std::uint64_t& seed) {
  const auto read = [&seed](const std::string& text) {
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, seed);
    if (error != std::errc{} || end != last)
      throw bad_argument(fmt::format("--seed {}: expected a whole number from 0 to 2^64 - 1", text));
  };
  app.add_option_function<std::string>("--seed", read, "seed of the vectors, from 0 to 2^64 - 1")
      ->default_str(std::to_string(seed));
}

/// A check for CLI11: a finite number in the range.  CLI::Range lets NaN pass.
inline CLI::Validator number_between(double low, double high) {
  const auto check = [low, high](const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const bool number = !text.empty() && end == text.c_str() + text.size();
    if (number && value >= low && value <= high) return std::string();
    return fmt::format("expected a number from {:g} to {:g}, not {}", low, high, text);
  };
  return {check, fmt::format("FLOAT in [{:g}, {:g}]", low, high)};
}

/// Refuses the options that say nothing in the mode that is chosen.  `read` are those that the mode reads.
inline void expect_only(const CLI::App& app, const std::string& mode, const std::vector<std::string>& read) {
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || name == mode || std::find(read.begin(), read.end(), name) != read.end())
      continue;
    const std::string others = fmt::format("{}", fmt::join(read, ", "));
    throw bad_argument(fmt::format("{} {}: expected {} {}", mode, name, mode,
                                   read.empty() ? "alone" : "with no other option than " + others));
  }
}

/// Parses the command line.  Returns the exit status if the tool ends here, after --help or an error.
inline std::optional<int> parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : bad_arguments;
  }
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& word : option->results())
      if (word.empty()) throw bad_argument(option->get_name() + " \"\": expected a value that is not empty");
  }
  return {};
}

/// The most bytes that are read of a pipe or a device, which may have no end.
constexpr double longest_stream = 1024.0 * 1024.0 * 1024.0;

/// Says what a file holds; `expected` says what that should be where it cannot be read.  A file has to fit
/// into half of the memory that is free, since what is made of it needs the rest.
inline std::string read_file(const std::string& option, const std::string& path, const char* expected) {
  std::error_code none;
  const std::filesystem::path of = path;
  std::ifstream in(of, std::ios::binary);
  if (!in || std::filesystem::is_directory(of, none))
    throw bad_argument(fmt::format("{} {}: expected {}", option, path, expected));
  const bool is_file = std::filesystem::is_regular_file(of, none);
  const double half = available_memory() / 2, most = is_file ? half : std::min(half, longest_stream);
  const auto refuse_beyond = [&](double bytes) {
    if (bytes > most)
      throw bad_argument(fmt::format("{} {}: expected {} of at most {:.1f} MB{}, not a longer one", option,
                                     path, expected, 1e-6 * most,
                                     is_file ? ", half of the free memory" : ", as it is no regular file"));
  };
  std::string text;
  if (is_file) {
    const auto size = std::filesystem::file_size(of, none);
    refuse_beyond(static_cast<double>(size));
    text.reserve(static_cast<std::size_t>(size));
  }
  std::vector<char> block(std::size_t{1} << 20);
  do {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    refuse_beyond(static_cast<double>(text.size()) + static_cast<double>(in.gcount()));
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
  } while (in);
  if (in.bad()) throw bad_argument(fmt::format("{} {}: expected {}", option, path, expected));
  return text;
}

/// The body of `main`: the exit status of run(argc, argv), with exceptions turned into messages.  A tool
/// whose standard output is lost has failed.
inline int run_tool(const char* tool, int argc, char** argv, int (*run)(int, char**)) {
  const auto end = [tool](int status, const std::string& message) {
    std::fputs(fmt::format("{}: {}\n", tool, message).c_str(), stderr);
    return status;
  };
  open_standard_streams();
  try {
    const int status = run(argc, argv);
    flush_output();
    return status;
  } catch (const bad_argument& e) {
    return end(bad_arguments, e.what());
  } catch (const std::system_error& e) {  // fmt::print's, where the output is lost while there is more of it
    if (std::ferror(stdout) == 0) return end(failed, e.what());
    return end(failed, "cannot write to standard output: " + e.code().message());
  } catch (const std::exception& e) {
    return end(failed, e.what());
  }
}

}  // namespace command
