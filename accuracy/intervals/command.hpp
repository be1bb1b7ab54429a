// The interval half of ff-accuracy's command line.
#pragma once

#include "report.hpp"

namespace accuracy::intervals {

using progress_maker = std::function<std::function<void(double)>(const std::string& name)>;

/// Whether --ops asks for intervals: "intervals", or names of rows.
bool are_wanted(const std::string& ops);
/// The rows that it names; throws command::bad_argument.
std::vector<const row*> parse_rows(const std::string& ops);
/// What --distribution names; throws command::bad_argument.
theme_list parse_themes(const std::string& text);

/// Prints the table; whether all rows passed.
bool report(engines& where, const std::vector<const row*>& chosen, plan p, const progress_maker& progress,
            std::vector<trial>& trials);
/// Whether every mutant is convicted, and what it was made from acquitted on the same vectors.
bool self_test(engines& where, const plan& p);

}  // namespace accuracy::intervals
