// A row of the report: an entry at one of its ranges.  An entry has a row for each range that has a bound of
// its own.
#pragma once

#include <ff/bounds.hpp>
#include <ff/math/bounds.hpp>

#include "entry.hpp"

namespace catalogue {

/// Says what to feed an entry, as host and device both need it.
struct recipe {
  int arguments, results;
  bool single[3];                 ///< whether x, y, z are single words
  bool of_values;                 ///< operands are drawn from `span`, otherwise from `where`
  ff::bounds::domain where;       ///< exponents, of operators
  ff::bounds::range span[2];      ///< values, of functions and composites
  ff::bounds::relative_to scale;  ///< what the error is relative to
};

/// Where operand k of a function lies: the first half of a composite's has one range, the rest the other,
/// where there is another.
FF_HD_LARGE const ff::bounds::range& span_of(const recipe& r, int k) {
  return r.span[1].low < r.span[1].high && 2 * k >= r.arguments ? r.span[1] : r.span[0];
}
FF_HD_LARGE bool is_single(const recipe& r, int k) { return k < 3 && r.single[k]; }

enum class group { core, variant, outside, paper, function, composite, interval, predicate, mutant };

/// Everything about a row but its code.
struct row_info {
  const char* name;
  const char* entry;
  group kind;
  recipe how;
  const char* algorithm = "";  ///< its name in the literature
  int flops = 0;               ///< floating-point instructions on the device; 0: not counted
  double u2 = -1;              ///< the bound in u^2, -1 where none was found
  ff::bounds::evidence known{};
  const char* source = "";
  const char* original = nullptr;  ///< the row that a mutant breaks

  bool bounded() const { return u2 >= 0; }
};

/// visit(row) for each operator's row, as they stand in the headers.
template <class Visit>
void each_operator(Visit visit) {
  for (const ff::bounds::operator_row& row : ff::bounds::error_free) visit(row);
  for (const ff::bounds::operator_row& row : ff::bounds::kernels) visit(row);
  for (const ff::bounds::operator_row& row : ff::bounds::accumulators) visit(row);
  for (const ff::bounds::operator_row& row : ff::bounds::operators) visit(row);
  for (const ff::bounds::operator_row& row : ff::bounds::fast) visit(row);
  for (const ff::bounds::operator_row& row : ff::bounds::paper) visit(row);
}

/// A row's code: what is called, and how its vectors are drawn.
template <class Entry, class Vectors>
struct row {
  using entry = Entry;
  using judged_as = Entry;  ///< the entry whose definition the results are held to
  using vectors = Vectors;

  /// Of an operator: its bound is the one of that name beside its kernel.
  static row_info info(const char* name, group kind, const char* bound) {
    row_info i = bare(name, kind);
    each_operator([&](const ff::bounds::operator_row& b) {
      if (!ff::bounds::same_name(b.name, bound)) return;
      i.algorithm = b.by.algorithm, i.flops = b.by.flops, i.source = b.source;
      i.u2 = b.error.u2, i.known = b.error.known, i.how.scale = b.error.scale, i.how.where = b.where;
    });
    return i;
  }
  static row_info info(group kind) { return info(Entry::name, kind, Entry::name); }

  /// Of a function or a composite: the one of that name among its family's rows.
  template <ff::size_t count>
  static row_info info(const char* name, group kind, const ff::bounds::function_row (&family)[count],
                       const char* bound) {
    row_info i = bare(name, kind);
    i.how.of_values = true;
    if (const ff::bounds::function_row* b = ff::bounds::find(family, bound)) {
      i.algorithm = b->source, i.source = b->source, i.u2 = b->error.u2, i.known = b->error.known;
      i.how.scale = b->error.scale, i.how.span[0] = b->where.x, i.how.span[1] = b->where.y;
    }
    return i;
  }

 private:
  static row_info bare(const char* name, group kind) {
    using call = signature_of<Entry>;
    row_info i{};
    i.name = name, i.entry = Entry::name, i.kind = kind;
    i.how.arguments = call::operands, i.how.results = numbers_of<Entry>;
    for (int k = 0; k < 3; ++k) i.how.single[k] = takes_word<Entry>(k);
    return i;
  }
};

/// add(row{}, name): visits a function's or composite's row, its bound found among its family's.
template <class Visit, ff::size_t count>
class rows_of {
 public:
  rows_of(Visit& visit, const ff::bounds::function_row (&family)[count], group kind = group::function)
      : visit_(visit), family_(family), kind_(kind) {}
  template <class Row>
  void operator()(Row row, const char* name) const {
    visit_(row, row.info(name, kind_, family_, name));
  }

 private:
  Visit& visit_;
  const ff::bounds::function_row (&family_)[count];
  group kind_;
};

}  // namespace catalogue
