// A table of cells under a heading row, printed for a terminal or as CSV.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace command {

enum class side { left, right };

/// Width, side and gap are those of terminal text.
struct column {
  std::string heading;
  int width = 0;  ///< at least so many characters
  side align = side::right;
  int gap = 1;  ///< spaces between the column before and this one
};

class table {
 public:
  using row = std::vector<std::string>;

  explicit table(std::vector<column> columns) : columns_(std::move(columns)) {}

  void add(row cells) {
    check(cells);
    rows_.push_back(std::move(cells));
  }

  // ---- terminal text: the heading and each row end with a newline

  std::string text_heading() const { return text_row(headings()); }
  /// A row in this table's columns.  It need not be one of the table's rows, so a long run can print each at
  /// once.
  std::string text_row(const row& cells) const {
    check(cells);
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const column& c = columns_[i];
      if (i > 0) line.append(static_cast<std::size_t>(c.gap), ' ');
      line += c.align == side::left ? fmt::format("{:<{}}", cells[i], c.width)
                                    : fmt::format("{:>{}}", cells[i], c.width);
    }
    return line + "\n";
  }
  std::string text_rows() const {
    std::string text;
    for (const row& r : rows_) text += text_row(r);
    return text;
  }
  std::string text() const { return text_heading() + text_rows(); }

  // ---- files

  /// As RFC 4180 has it, with lines that end in a newline alone.
  std::string csv() const {
    std::string text = csv_row(headings());
    for (const row& r : rows_) text += csv_row(r);
    return text;
  }

 private:
  void check(const row& cells) const {
    if (cells.size() != columns_.size())
      throw std::logic_error(
          fmt::format("a row of {} cells in a table of {} columns", cells.size(), columns_.size()));
  }

  row headings() const {
    row cells;
    for (const column& c : columns_) cells.push_back(c.heading);
    return cells;
  }

  static std::string csv_row(const row& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) line += ',';
      if (cells[i].find_first_of(",\"\r\n") == std::string::npos) {
        line += cells[i];
        continue;
      }
      line += '"';
      for (const char c : cells[i]) line += c == '"' ? std::string("\"\"") : std::string(1, c);
      line += '"';
    }
    return line + "\n";
  }

  std::vector<column> columns_;
  std::vector<row> rows_;
};

}  // namespace command
