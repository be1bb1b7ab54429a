// Words and numbers of a text, line by line; what is wrong is told with file and line.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

#include "failure.hpp"

namespace command {

class line_reader {
 public:
  /// Words end at blanks, or at `separator` where that is not a blank.
  line_reader(std::string file, std::string_view text, char separator = ' ')
      : file_(std::move(file)), text_(text), separator_(separator) {}

  /// To the next line that holds more than blanks and a comment, which begins with #.  False where there is
  /// none.
  bool next_line() {
    do {
      if (place_ == text_.size()) return ++number_, line_ = {}, false;
      const std::size_t end = std::min(text_.find('\n', place_), text_.size());
      line_ = text_.substr(place_, end - place_);
      place_ = std::min(end + 1, text_.size());
      ++number_;
      line_ = trimmed(line_.substr(0, line_.find('#')));
    } while (line_.empty());
    is_open_ = true;
    return true;
  }
  /// The same, where a line has to come.
  void expect_line(const std::string& what) {
    if (!next_line()) fail(fmt::format("expected {}, not the end of the file", what));
  }

  bool has_word() const { return is_open_; }

  std::string_view word(const std::string& expected) {
    if (!is_open_) fail(fmt::format("expected {}, not the end of the line", expected));
    const std::size_t end =
        std::min(separator_ == ' ' ? line_.find_first_of(" \t") : line_.find(separator_), line_.size());
    const std::string_view found = trimmed(line_.substr(0, end));
    is_open_ = end < line_.size();
    line_ = is_open_ ? trimmed(line_.substr(end + 1)) : std::string_view();
    return found;
  }

  /// A decimal, rounded to the nearest float.
  float coordinate() {
    const std::string_view found = word("a number");
    float value = 0;
    if (!is_number(found, value)) fail(fmt::format("expected a number, not '{}'", found));
    if (!std::isfinite(value)) fail(fmt::format("expected a number in the range of floats, not '{}'", found));
    return value;
  }

  template <class Integer>
  Integer whole(const std::string& what, Integer least, Integer most) {
    const std::string_view found = word(what);
    Integer value{};
    const auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value);
    const bool good =
        error == std::errc{} && end == found.data() + found.size() && least <= value && value <= most;
    if (!good) fail(fmt::format("expected {} from {} to {}, not '{}'", what, least, most, found));
    return value;
  }

  void expect_end_of_line() const {
    if (is_open_) fail(fmt::format("expected the end of the line, not '{}'", line_));
  }

  /// Whether the word is a decimal, infinity or NaN; the float nearest to it.
  static bool is_number(std::string_view word, float& value) {
    const bool plus = word.size() > 1 && word[0] == '+' && word[1] != '-';
    const char* first = word.data() + (plus ? 1 : 0);
    const char* last = word.data() + word.size();
    const auto [end, error] = std::from_chars(first, last, value);
    if (error == std::errc::result_out_of_range)
      value = std::strtof(std::string(first, end).c_str(), nullptr);
    return error != std::errc::invalid_argument && end == last;
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw bad_argument(fmt::format("{}:{}: {}", file_, number_, message));
  }

  const std::string& file() const { return file_; }
  std::string_view line() const { return line_; }
  /// What comes after this line.
  std::string_view rest() const { return text_.substr(place_); }

 private:
  static std::string_view trimmed(std::string_view s) {
    const std::size_t first = s.find_first_not_of(" \t\r");
    return first == s.npos ? std::string_view() : s.substr(first, s.find_last_not_of(" \t\r") - first + 1);
  }

  std::string file_;
  std::string_view text_, line_;
  char separator_;
  std::size_t place_ = 0, number_ = 0;
  bool is_open_ = false;  // whether a word follows; after a separator, also an empty one
};

}  // namespace command
