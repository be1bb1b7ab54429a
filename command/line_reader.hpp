// Words and numbers of a text, line by line; what is wrong is told with file and line.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

#include "failure.hpp"

namespace command {

/// Coordinates that were read, and those whose nearest double is no float.
struct coordinate_counts {
  std::uint64_t all = 0, rounded = 0;
  double greatest_change = 0;

  void take(double exact, float nearest) {
    ++all;
    if (exact == static_cast<double>(nearest)) return;
    ++rounded;
    greatest_change = std::fmax(greatest_change, std::fabs(exact - static_cast<double>(nearest)));
  }
};

class line_reader {
 public:
  /// Words end at blanks, or at `separator` where that is not a blank; then they may stand in double quotes.
  /// Lines end with \n, \r\n or \r.  A byte-order mark of UTF-8 is left out.
  line_reader(std::string file, std::string_view text, char separator = ' ')
      : file_(std::move(file)), text_(text), separator_(separator) {
    const std::string_view start = text_.substr(0, 2);
    if (start == "\xff\xfe" || start == "\xfe\xff")
      throw bad_argument(fmt::format("{}:1: expected text in UTF-8, not in UTF-16", file_));
    if (text_.substr(0, 3) == "\xef\xbb\xbf") text_.remove_prefix(3);
    const std::size_t end = text_.find_first_of("\r\n");
    ends_with_cr_ = end != text_.npos && text_[end] == '\r' && text_.substr(end + 1, 1) != "\n";
  }

  /// From now on a line that ends with a backslash goes on in the next.
  void join_continued() { joins_ = true; }

  /// To the next line that holds more than blanks and a comment, which begins with #.  False where there is
  /// none.
  bool next_line() {
    do {
      if (place_ == text_.size()) return ++number_, line_ = {}, is_open_ = false;
      line_ = without_comment(physical_line());
      if (joins_ && is_continued(line_)) join();
    } while (line_.empty());
    is_open_ = true;
    return true;
  }
  /// The same, where a line has to come.
  void expect_line(const std::string& what) {
    if (!next_line()) fail(fmt::format("expected {}, not the end of the file", what));
  }
  /// To the next line where this one has no more words.
  void expect_word(const std::string& what) {
    if (!is_open_) expect_line(what);
  }

  bool has_word() const { return is_open_; }

  std::string_view word(const std::string& expected) {
    if (!is_open_) fail(fmt::format("expected {}, not the end of the line", expected));
    if (separator_ != ' ' && line_.substr(0, 1) == "\"") return quoted();
    const std::size_t end =
        std::min(separator_ == ' ' ? line_.find_first_of(" \t") : line_.find(separator_), line_.size());
    const std::string_view found = trimmed(line_.substr(0, end));
    go_on_from(end);
    return found;
  }

  /// Returns whether the line goes on with these characters, which are then left out.
  bool take(std::string_view prefix) {
    if (line_.substr(0, prefix.size()) != prefix) return false;
    line_ = trimmed(line_.substr(prefix.size()));
    is_open_ = !line_.empty();
    return true;
  }

  /// A decimal, rounded to the nearest float.
  float coordinate() {
    const std::string_view found = word("a number");
    float value = 0;
    if (!is_number(found, value)) fail(fmt::format("expected a number, not '{}'", found));
    if (!std::isfinite(value)) fail(fmt::format("expected a number in the range of floats, not '{}'", found));
    double exact = 0;
    is_number(found, exact);
    counts_.take(exact, value);
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

  /// Returns whether the word is a decimal, infinity or NaN; the number nearest to it.
  template <class Number>
  static bool is_number(std::string_view word, Number& value) {
    const bool plus = word.size() > 1 && word[0] == '+' && word[1] != '-';
    const char* first = word.data() + (plus ? 1 : 0);
    const char* last = word.data() + word.size();
    const auto [end, error] = std::from_chars(first, last, value);
    if (error == std::errc::result_out_of_range) {
      const std::string digits(first, end);
      if constexpr (sizeof(Number) == sizeof(float)) value = std::strtof(digits.c_str(), nullptr);
      if constexpr (sizeof(Number) != sizeof(float)) value = std::strtod(digits.c_str(), nullptr);
    }
    return error != std::errc::invalid_argument && end == last;
  }

  /// Control characters by their codes.
  static std::string printable(const std::string& text) {
    std::string shown;
    for (const char c : text) {
      const auto code = static_cast<unsigned char>(c);
      shown += code < 0x20 || code == 0x7f ? fmt::format("\\x{:02x}", code) : std::string(1, c);
    }
    return shown;
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw bad_argument(fmt::format("{}:{}: {}", file_, number_, printable(message)));
  }

  const std::string& file() const { return file_; }
  std::string_view line() const { return line_; }
  /// Says what comes after this line.
  std::string_view rest() const { return text_.substr(place_); }
  /// The lines after this one that are not empty, up to `most`.
  std::size_t lines_left(std::size_t most) const {
    line_reader ahead = *this;
    std::size_t lines = 0;
    while (lines < most && ahead.next_line()) ++lines;
    return lines;
  }

  coordinate_counts& counts() { return counts_; }

 private:
  static std::string_view trimmed(std::string_view s) {
    const std::size_t first = s.find_first_not_of(" \t\r");
    return first == s.npos ? std::string_view() : s.substr(first, s.find_last_not_of(" \t\r") - first + 1);
  }
  static bool is_continued(std::string_view line) { return !line.empty() && line.back() == '\\'; }

  std::string_view physical_line() {
    const std::size_t end = std::min(text_.find_first_of("\r\n", place_), text_.size());
    const std::string_view line = text_.substr(place_, end - place_);
    const bool two = !ends_with_cr_ && text_.substr(end, 2) == "\r\n";
    place_ = std::min(end + (two ? 2 : 1), text_.size());
    ++number_;
    return line;
  }
  std::string_view without_comment(std::string_view line) const {
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '"' && separator_ != ' ') is_quoted = !is_quoted;
      if (line[i] == '#' && !is_quoted) return trimmed(line.substr(0, i));
    }
    return trimmed(line);
  }
  void join() {
    std::string all(line_);
    while (is_continued(all) && place_ < text_.size()) {
      all.back() = ' ';
      all += without_comment(physical_line());
    }
    if (is_continued(all)) all.pop_back();
    joined_ = std::move(all);
    line_ = trimmed(joined_);
  }

  // A word in quotes, two of which stand for one.
  std::string_view quoted() {
    unquoted_.clear();
    std::size_t i = 1;
    for (;; ++i) {
      if (i >= line_.size()) fail("expected a closing quote, not the end of the line");
      if (line_[i] == '"' && line_.substr(i + 1, 1) != "\"") break;
      if (line_[i] == '"') ++i;
      unquoted_ += line_[i];
    }
    const std::size_t end = std::min(line_.find_first_not_of(" \t", i + 1), line_.size());
    if (end < line_.size() && line_[end] != separator_)
      fail(fmt::format("expected '{}' after a closing quote, not '{}'", separator_, line_.substr(end)));
    go_on_from(end);
    return trimmed(unquoted_);
  }
  void go_on_from(std::size_t end) {
    is_open_ = end < line_.size();
    line_ = is_open_ ? trimmed(line_.substr(end + 1)) : std::string_view();
  }

  std::string file_;
  std::string_view text_, line_;
  std::string joined_, unquoted_;
  char separator_;
  std::size_t place_ = 0, number_ = 0;
  bool is_open_ = false;  // whether a word follows; after a separator, also an empty one
  bool joins_ = false, ends_with_cr_ = false;
  coordinate_counts counts_;
};

}  // namespace command
