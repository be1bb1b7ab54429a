#include "files.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <ff/ff.hpp>
#include <optional>
#include <system_error>

#include "bytes.hpp"
#include "command/line_reader.hpp"

namespace compress {
namespace {

// ---- text

using command::line_reader;

ff_t number_of(line_reader& in) {
  constexpr std::size_t longest = 40;  // of a word in a message
  const std::string_view word = in.word("a number");
  const std::string shown(word.substr(0, longest));
  ff_t value = 0.0f;
  const auto [end, error] = ff::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc::result_out_of_range)
    in.fail(fmt::format("expected 0 or a magnitude from 1e-45 to 3.4e38, not '{}'", shown));
  if (error != std::errc{} || end != word.data() + word.size())
    in.fail(fmt::format("expected a number, not '{}'", shown));
  if (!isfinite(value)) in.fail(fmt::format("expected a finite number, not '{}'", shown));
  return value;
}

// ---- .npy

constexpr std::string_view npy_magic = "\x93NUMPY";

/// Says what stands after "'key':" in the header, a Python dictionary; empty where the key is not there.
std::string_view entry(std::string_view header, const std::string& key) {
  const std::size_t at = header.find("'" + key + "':");
  if (at == header.npos) return {};
  const std::string_view rest = header.substr(at + key.size() + 3);
  return rest.substr(std::min(rest.find_first_not_of(' '), rest.size()));
}

/// "(3, 4)"; nothing where the shape has another number of dimensions, or is none.
std::optional<std::array<int64, 2>> shape_of(std::string_view text) {
  std::array<int64, 2> shape{};
  const auto skip = [&](char c) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const bool there = !text.empty() && text[0] == c;
    if (there) text.remove_prefix(1);
    return there;
  };
  for (std::size_t i = 0; i < 2; ++i) {
    if (!skip(i == 0 ? '(' : ',')) return {};
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), shape[i]);
    if (error != std::errc{}) return {};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  skip(',');
  if (!skip(')')) return {};
  return shape;
}

}  // namespace

matrix read_text(const std::string& file, std::string_view text) {
  line_reader first(file, text);
  first.expect_line("a row of numbers");
  const char separator = first.line().find(',') == std::string_view::npos ? ' ' : ',';
  line_reader in(file, text, separator);
  matrix a;
  while (in.next_line()) {
    int64 columns = 0;
    for (; in.has_word(); ++columns) {
      if (a.rows > 0 && columns == a.columns)
        in.fail(fmt::format("expected {} numbers, as in the first row, not more", a.columns));
      a.elements.push_back(number_of(in));
    }
    if (a.rows == 0) a.columns = columns;
    if (columns < a.columns)
      in.fail(fmt::format("expected {} numbers, as in the first row, not {}", a.columns, columns));
    ++a.rows;
  }
  return a;
}

bool is_npy(std::string_view bytes) { return bytes.substr(0, npy_magic.size()) == npy_magic; }

matrix read_npy(const std::string& file, std::string_view bytes) {
  const auto fail = [&](const std::string& message) {
    throw command::bad_argument(fmt::format("{}: {}", file, message));
  };
  byte_reader in(bytes);
  if (!is_npy(bytes)) fail("expected a .npy file");
  in.take(npy_magic.size());
  const std::string_view version = in.take(2);
  const bool is_long = version.size() == 2 && version[0] > 1;  // a header of 64 KiB and more
  const std::size_t length = is_long ? in.integer<std::uint32_t>() : in.integer<std::uint16_t>();
  const std::string_view header = in.take(length);
  if (in.is_over()) fail("expected the header of a .npy file, not the end of the file");

  const std::string_view type = entry(header, "descr"), order = entry(header, "fortran_order");
  const bool is_double = type.substr(0, 5) == "'<f8'";
  if (!is_double && type.substr(0, 5) != "'<f4'")
    fail(fmt::format("expected elements of type '<f4' or '<f8', not {}", type.substr(0, type.find(','))));
  const bool by_columns = order.substr(0, 4) == "True";
  if (!by_columns && order.substr(0, 5) != "False") fail("expected fortran_order True or False");
  const auto shape = shape_of(entry(header, "shape"));
  if (!shape)
    fail(fmt::format("expected a shape of two dimensions, not {}",
                     entry(header, "shape").substr(0, entry(header, "shape").find(')') + 1)));
  const auto [rows, columns] = *shape;
  if (rows < 1 || columns < 1) fail(fmt::format("expected a row and a column, not {} x {}", rows, columns));
  const auto size = static_cast<std::size_t>(is_double ? 8 : 4);
  const std::size_t there = in.left() / size;
  if (in.left() % size != 0 || static_cast<std::size_t>(rows) > there ||
      there / static_cast<std::size_t>(rows) != static_cast<std::size_t>(columns) ||
      there % static_cast<std::size_t>(rows) != 0)
    fail(fmt::format("expected {} x {} elements of {} bytes after the header, not {} bytes", rows, columns,
                     size, in.left()));

  matrix a(rows, columns);
  const int64 outer = by_columns ? columns : rows, inner = by_columns ? rows : columns;
  for (int64 i = 0; i < outer; ++i) {
    for (int64 j = 0; j < inner; ++j) {
      const double x = is_double ? in.number<double>() : static_cast<double>(in.number<float>());
      const ff_t value = x;
      const int64 row = by_columns ? j : i, column = by_columns ? i : j;
      if (!isfinite(value) || (std::abs(x) > 0 && value == 0.0f))
        fail(fmt::format("row {}, column {}: expected 0 or a magnitude from 1e-45 to 3.4e38, not {}", row + 1,
                         column + 1, x));
      a.view()(row, column) = value;
    }
  }
  return a;
}

std::string to_text(const matrix& a) {
  std::string text;
  for (int64 i = 0; i < a.rows; ++i) {
    for (int64 j = 0; j < a.columns; ++j) {
      if (j > 0) text += ',';
      text += to_string(a.view()(i, j));
    }
    text += '\n';
  }
  return text;
}

std::string to_npy(const matrix& a) {
  constexpr std::size_t aligned = 64, before = 10;  // bytes: of magic, version and length
  std::string header =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}), }}", a.rows, a.columns);
  header.append((aligned - (before + header.size() + 1) % aligned) % aligned, ' ');
  header += '\n';
  byte_writer out;
  out.put(npy_magic);
  out.put(std::string_view("\x01\x00", 2));
  out.integer(static_cast<std::uint16_t>(header.size()));
  out.put(header);
  for (const ff_t x : a.elements) out.number(static_cast<double>(x));
  return out.take();
}

}  // namespace compress
