// The specifications of {fmt} and std::format for floating point: what both formatters of ff_t, dd_t and
// wide_t parse and write. Host only.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/text/format.hpp>
#include <string>
#include <type_traits>

namespace ff {
/// The wide number, which <ff/wide.hpp> defines.
class wide_t;
}  // namespace ff

namespace ff::detail {

/// The text of a number in a style; wide/text.hpp has wide_t's.
template <class Number>
struct text_of_number {
  static constexpr bool has_all_styles = true;
  static signed_text in(Number x, const text_style& style) { return format_number(x, style); }
};
template <>
struct text_of_number<wide_t>;

// [[fill]align][sign][#][0][width][.precision][type].  Library says what {fmt} and std have differently:
// id(i), visit(f, argument), fail(message), and whether hexadecimals begin with 0x.
template <class Library, class Number>
class number_formatter {
 public:
  template <class ParseContext>
  constexpr auto parse(ParseContext& context) {
    auto p = context.begin();
    const auto end = context.end();
    const auto at = [&](auto q) { return q != end ? *q : '}'; };

    // A fill is one code point of UTF-8.
    int fill_size = 0;
    if (p != end && *p != '}') {
      const unsigned char lead = static_cast<unsigned char>(*p);
      fill_size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    }
    if (end - p > fill_size && fill_size > 0 && *p != '{' && is_align(p[fill_size])) {
      fill_size_ = fill_size;
      for (int i = 0; i < fill_size; ++i) fill_[i] = *p++;
      align_ = *p++;
    } else if (is_align(at(p))) {
      align_ = *p++;
    }
    if (at(p) == '+' || at(p) == '-' || at(p) == ' ') sign_ = *p++;
    if (at(p) == '#') {
      alternate_ = true;
      ++p;
    }
    if (at(p) == '0') {
      zeros_ = true;
      ++p;
    }
    p = width_.parse(p, end, context);
    if (at(p) == '.') {
      const auto digits = p + 1;
      p = precision_.parse(digits, end, context);
      if (p == digits) throw_format_error("missing precision specifier");
    }
    constexpr bool all = text_of_number<Number>::has_all_styles;
    for (const char type :
         {'e', 'g', 'E', 'G', all ? 'a' : 'e', all ? 'f' : 'e', all ? 'A' : 'e', all ? 'F' : 'e'})
      if (at(p) == type) {
        type_ = type;
        ++p;
        break;
      }
    if (p != end && *p != '}') throw_format_error("invalid format specifier");
    return p;
  }

  template <class FormatContext>
  auto format(Number x, FormatContext& context) const {
    const int64 width = width_.value(context, 0), precision = precision_.value(context, -1);
    const signed_text number = text_of_number<Number>::in(x, style(precision));
    std::string head = number.negative ? "-" : sign_ == '-' ? "" : std::string(1, sign_);
    std::string body = number.magnitude;
    const bool hex = (type_ == 'a' || type_ == 'A') && isfinite(x);
    if (hex && !Library::hex_prefix) body.erase(0, 2);

    const int64 length = static_cast<int64>(head.size() + body.size());
    const auto padding = static_cast<std::size_t>(width > length ? width - length : 0);
    if (zeros_ && align_ == 0 && isfinite(x)) {
      if (hex && Library::hex_prefix) {
        head += body.substr(0, 2);
        body.erase(0, 2);
      }
      return write(context, head + std::string(padding, '0') + body);
    }
    const std::size_t left = align_ == '<' ? 0 : align_ == '^' ? padding / 2 : padding;
    return write(context, fill(left) + head + body + fill(padding - left));
  }

 private:
  [[noreturn]] static void throw_format_error(const char* message) { Library::fail(message); }

  static constexpr bool is_align(char c) { return c == '<' || c == '>' || c == '^'; }

  // A number in the specification, or the argument that holds it.
  struct count {
    static constexpr int absent = -1;
    int literal = absent, argument = absent;

    template <class Iterator, class ParseContext>
    constexpr Iterator parse(Iterator p, Iterator end, ParseContext& context) {
      const bool braces = p != end && *p == '{';
      if (braces) ++p;
      int number = absent;
      for (; p != end && *p >= '0' && *p <= '9'; ++p) {
        if (number > 100000000) throw_format_error("number is too big");
        number = 10 * (number == absent ? 0 : number) + (*p - '0');
      }
      if (!braces) {
        literal = number;
        return p;
      }
      if (p == end || *p != '}') throw_format_error("invalid format string");
      if (number == absent) {
        argument = static_cast<int>(context.next_arg_id());
      } else {
        context.check_arg_id(Library::id(number));
        argument = number;
      }
      return p + 1;
    }

    template <class FormatContext>
    int64 value(FormatContext& context, int otherwise) const {
      if (argument == absent) return literal == absent ? otherwise : literal;
      const auto integer = [](auto v) -> int64 {
        if constexpr (std::is_integral_v<decltype(v)> && !is_same<decltype(v), bool> &&
                      !is_same<decltype(v), char>) {
          if (v < decltype(v)(0)) throw_format_error("negative width or precision");
          if (static_cast<unsigned long long>(v) > 2147483647u) throw_format_error("number is too big");
          return static_cast<int64>(v);
        } else {
          throw_format_error("width or precision is not an integer");
        }
      };
      return Library::visit(integer, context.arg(Library::id(argument)));
    }
  };

  text_style style(int64 precision) const {
    const char lower = type_ == 0 ? '\0' : static_cast<char>(type_ | 0x20);
    text_style s;
    s.form = lower == 'a'   ? notation::hex
             : lower == 'e' ? notation::scientific
             : lower == 'f' ? notation::fixed
                            : notation::general;
    s.precision = precision < 0 && lower != 0 && lower != 'a' ? 6 : precision;
    s.alternate = alternate_;
    s.upper = type_ != 0 && type_ != lower;
    return s;
  }

  std::string fill(std::size_t n) const {
    std::string s;
    for (; n > 0; --n) s.append(fill_, static_cast<std::size_t>(fill_size_));
    return s;
  }

  template <class FormatContext>
  static auto write(FormatContext& context, const std::string& text) {
    auto out = context.out();
    for (const char c : text) *out++ = c;
    return out;
  }

  count width_, precision_;
  char fill_[4] = {' '};
  int fill_size_ = 1;
  char align_ = 0, sign_ = '-', type_ = 0;
  bool alternate_ = false, zeros_ = false;
};

}  // namespace ff::detail

#endif
