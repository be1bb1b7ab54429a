#include "parse.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <tao/pegtl.hpp>
#include <vector>

namespace implicit {
namespace {

namespace peg = tao::pegtl;

constexpr int max_exponent = 99;

// ---- what has been read: a constant, or code that leaves one value on the stack

struct term {
  bool is_constant;
  constant value;
  std::vector<instruction> code;
};

constant apply(char operation, const constant& a, const constant& b) {
  const auto of = [operation](const auto& p, const auto& q) {
    return operation == '+' ? p + q : operation == '-' ? p - q : operation == '*' ? p * q : p / q;
  };
  return {of(a.nearest, b.nearest), of(a.single, b.single), of(a.pair, b.pair)};
}
constant negative(const constant& a) { return {-a.nearest, -a.single, -a.pair}; }
bool is_float(const constant& a) { return is_point(a.single); }
bool is_zero(const constant& a) { return a.single == interval_float(0.0f); }
bool is_below_range(const constant& a) { return contains(a.single, 0.0f) && !is_zero(a); }

constexpr char largest[] = "3.4e38", smallest[] = "1.4e-45";  // floats

/// Says what was expected; the grammar's actions know where.
struct unsound : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class builder {
 public:
  /// A level lives while a sign or a parenthesis is being read.
  class level {
   public:
    explicit level(builder& b) : nesting_(b.nesting_) { ++nesting_; }
    ~level() { --nesting_; }
    level(const level&) = delete;
    level& operator=(const level&) = delete;
    int depth() const { return nesting_; }

   private:
    int& nesting_;
  };

  void push(const constant& c) { terms_.push_back({true, c, {}}); }
  void push(opcode load) { terms_.push_back({false, {}, {{load, 0}}}); }

  void negate() {
    term& a = terms_.back();
    if (a.is_constant) {
      a.value = negative(a.value);
    } else {
      emit(a, opcode::negate);
    }
  }

  void power(int n) {
    term& a = terms_.back();
    if (a.is_constant) {
      set(a, {pown(a.value.nearest, n), pown(a.value.single, n), pown(a.value.pair, n)});
    } else if (n == 0) {
      a = {true, parse_constant("1"), {}};
    } else if (n > 1) {
      emit(a, n == 2 ? opcode::square : opcode::power, n == 2 ? 0 : n);
    }
  }

  /// The two terms on top, combined.
  void combine(char operation) {
    const term b = std::move(terms_.back());
    terms_.pop_back();
    term& a = terms_.back();
    if (operation == '/' && (!b.is_constant || is_zero(b.value)))
      throw unsound("expected a divisor that is a constant and not zero");
    if (operation == '/' && contains(b.value.single, 0.0f))
      throw unsound("expected a divisor that floats can tell from zero; all they say is that it lies in " +
                    to_string(b.value.single));
    if (a.is_constant && b.is_constant) {
      set(a, apply(operation, a.value, b.value));
    } else if (operation == '/') {
      multiply(a, bounded(apply('/', parse_constant("1"), b.value)));
    } else if (operation == '*' && b.is_constant) {
      multiply(a, b.value);
    } else if (operation == '*' && a.is_constant) {
      const constant c = a.value;
      a = b;
      multiply(a, c);
    } else if (b.is_constant) {
      add(a, operation == '+' ? b.value : negative(b.value));
    } else if (a.is_constant) {
      const constant c = a.value;
      a = b;
      if (operation == '-') emit(a, opcode::negate);
      add(a, c);
    } else {
      a.code.insert(a.code.end(), b.code.begin(), b.code.end());
      emit(a, operation == '+' ? opcode::add : operation == '-' ? opcode::subtract : opcode::multiply);
    }
  }

  program finish() const {
    const term& a = terms_.back();
    if (a.is_constant) throw parse_failure("expected a polynomial in x, y, z; this is a constant");
    if (a.code.size() > program::max_length) {
      throw parse_failure(
          fmt::format("expected at most {} operations; there are {}", +program::max_length, a.code.size()));
    }
    int depth = 0, deepest = 0;
    program p;
    for (const instruction i : a.code) {
      depth += i.code <= opcode::load_z ? 1 : i.code <= opcode::multiply ? -1 : 0;
      deepest = std::max(deepest, depth);
      p.code[p.length++] = i;
    }
    if (deepest > program::max_depth) {
      throw parse_failure(fmt::format("expected at most {} intermediate results at a time; there are {}",
                                      +program::max_depth, deepest));
    }
    std::copy(constants_.begin(), constants_.end(), p.constants);
    return p;
  }

 private:
  static const constant& bounded(const constant& c) {
    if (!is_bounded(c.single) || !is_bounded(c.pair))
      throw unsound(fmt::format("expected constants whose combination is below {} in size", largest));
    return c;
  }
  static void set(term& a, const constant& c) { a.value = bounded(c); }
  static void emit(term& a, opcode code, int operand = 0) {
    a.code.push_back({code, static_cast<unsigned char>(operand)});
  }
  void multiply(term& a, const constant& c) {
    emit(a, is_float(c) ? opcode::scale : opcode::scale_enclosed, place_of(c));
  }
  void add(term& a, const constant& c) {
    if (!is_zero(c)) emit(a, opcode::add_constant, place_of(c));
  }
  int place_of(const constant& c) {
    for (std::size_t i = 0; i < constants_.size(); ++i) {
      if (constants_[i].single == c.single && constants_[i].pair == c.pair) return static_cast<int>(i);
    }
    if (constants_.size() == program::max_constants)
      throw parse_failure(fmt::format("expected at most {} different constants", +program::max_constants));
    constants_.push_back(c);
    return static_cast<int>(constants_.size()) - 1;
  }

  std::vector<term> terms_;
  std::vector<constant> constants_;
  int nesting_ = 0;
};

// ---- the grammar

struct space : peg::star<peg::space> {};
template <char c>
struct symbol : peg::seq<peg::one<c>, space> {};

struct exponent_part : peg::seq<peg::one<'e', 'E'>, peg::opt<peg::one<'+', '-'>>, peg::plus<peg::digit>> {};
struct digits : peg::sor<peg::seq<peg::plus<peg::digit>, peg::opt<peg::one<'.'>, peg::star<peg::digit>>>,
                         peg::seq<peg::one<'.'>, peg::plus<peg::digit>>> {};
struct number : peg::seq<digits, peg::opt<exponent_part>> {};
struct variable : peg::one<'x', 'y', 'z'> {};
struct sum;
struct closing : symbol<')'> {};
struct parenthesis : peg::if_must<symbol<'('>, sum, closing> {};
struct primary : peg::seq<peg::sor<number, variable, parenthesis>, space> {};
struct exponent : peg::seq<peg::plus<peg::digit>, peg::not_at<peg::one<'.', 'e', 'E'>>> {};
struct raised : peg::if_must<symbol<'^'>, exponent, space> {};
struct powered : peg::seq<primary, peg::opt<raised>> {};
struct factor;
struct negated : peg::if_must<symbol<'-'>, factor> {};
struct unsigned_factor : peg::if_must<symbol<'+'>, factor> {};
struct factor : peg::sor<negated, unsigned_factor, powered> {};
struct times : peg::if_must<symbol<'*'>, factor> {};
struct divided : peg::if_must<symbol<'/'>, factor> {};
struct juxtaposed : peg::seq<peg::at<peg::sor<variable, peg::one<'('>>>, powered> {};
struct product : peg::seq<factor, peg::star<peg::sor<times, divided, juxtaposed>>> {};
struct plus : peg::if_must<symbol<'+'>, product> {};
struct minus : peg::if_must<symbol<'-'>, product> {};
struct sum : peg::seq<product, peg::star<peg::sor<plus, minus>>> {};
struct right_side : peg::if_must<symbol<'='>, sum> {};
struct end : peg::eof {};
struct equation : peg::must<space, sum, peg::opt<right_side>, end> {};

constexpr char operand_expected[] = "expected a number, x, y, z or a parenthesis";

struct messages {
  template <class Rule>
  static constexpr const char* message = nullptr;
};
template <>
constexpr const char* messages::message<sum> = operand_expected;
template <>
constexpr const char* messages::message<product> = operand_expected;
template <>
constexpr const char* messages::message<factor> = operand_expected;
template <>
constexpr const char* messages::message<closing> = "expected an operator or )";
template <>
constexpr const char* messages::message<exponent> = "expected a whole number as the exponent";
template <>
constexpr const char* messages::message<end> = "expected an operator, = or the end";
template <>
constexpr const char* messages::message<space> = "expected a space";

template <class Rule>
using control = peg::must_if<messages, peg::normal, false>::control<Rule>;

template <class Rule>
struct action : peg::nothing<Rule> {};

// An action's complaint, with its place.
template <class Input, class Act>
void at(const Input& in, Act act) {
  try {
    act();
  } catch (const unsound& e) {
    throw peg::parse_error(e.what(), in);
  }
}

template <>
struct action<number> {
  template <class Input>
  static void apply(const Input& in, builder& b) {
    const std::string text = in.string();
    const constant c = parse_constant(text);
    at(in, [&] {
      if (!is_bounded(c.single))
        throw unsound(fmt::format("expected a number below {}: {} is too large", largest, text));
      if (is_below_range(c))
        throw unsound(fmt::format("expected 0 or a number above {}: {} is too small", smallest, text));
    });
    b.push(c);
  }
};
template <>
struct action<variable> {
  template <class Input>
  static void apply(const Input& in, builder& b) {
    b.push(static_cast<opcode>(static_cast<int>(opcode::load_x) + (*in.begin() - 'x')));
  }
};
template <>
struct action<exponent> {
  template <class Input>
  static void apply(const Input& in, builder& b) {
    const std::string text = in.string();
    at(in, [&] {
      if (text.size() > 2 || std::stoi(text) > max_exponent)
        throw unsound(fmt::format("expected an exponent up to {}", max_exponent));
      b.power(std::stoi(text));
    });
  }
};
template <>
struct action<negated> {
  static void apply0(builder& b) { b.negate(); }
};
template <char operation>
struct combination {
  template <class Input>
  static void apply(const Input& in, builder& b) {
    at(in, [&] { b.combine(operation); });
  }
};
template <>
struct action<times> : combination<'*'> {};
template <>
struct action<juxtaposed> : combination<'*'> {};
template <>
struct action<divided> : combination<'/'> {};
template <>
struct action<plus> : combination<'+'> {};
template <>
struct action<minus> : combination<'-'> {};
template <>
struct action<right_side> : combination<'-'> {};

// Each sign and each parenthesis takes stack of the parser's own.
constexpr int deepest_nesting = 200;
template <>
struct action<factor> : peg::maybe_nothing {
  template <class Rule, peg::apply_mode A, peg::rewind_mode M, template <class...> class Action,
            template <class...> class Control, class Input>
  static bool match(Input& in, builder& b) {
    const builder::level here(b);
    if (here.depth() > deepest_nesting)
      throw peg::parse_error(
          fmt::format("expected at most {} signs and parentheses inside each other", deepest_nesting), in);
    return peg::match<Rule, A, M, Action, Control>(in, b);
  }
};

}  // namespace

constant parse_constant(const std::string& text) {
  const auto single = ff::parse<interval_float>(text);
  const auto pair = ff::parse<interval_ff>(text);
  if (!single || !pair) throw parse_failure("expected a number: " + text);
  // Nothing is nearest where the number overflows or underflows; the enclosures say which.
  return {{ff::parse(text).value_or(ff::ff_t(0.0f)).hi()}, *single, *pair};
}

program parse_equation(const std::string& text) {
  peg::memory_input in(text, "equation");
  builder b;
  try {
    peg::parse<equation, action, control>(in, b);
    return b.finish();
  } catch (const peg::parse_error& e) {
    const std::size_t column = e.positions().front().column;
    throw parse_failure(fmt::format("column {}: {}\n  {}\n  {:>{}}", column, e.message(), text, '^', column));
  }
}

}  // namespace implicit
