// Says which method intersects, in which arithmetic.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../first_hit.hpp"

namespace bezier {

enum class method { kajiya, kajiya_bernstein, newton, certified };
constexpr const char* method_names[] = {"kajiya", "kajiya-bernstein", "newton", "certified"};

/// `mixed` examines boxes in floats and computes points in pairs.
enum class arithmetic { float32, float64, pairs, mixed };
constexpr const char* arithmetic_names[] = {"float", "double", "ff", "mixed"};

struct choice {
  method how = method::certified;
  arithmetic in = arithmetic::mixed;

  friend bool operator==(const choice& a, const choice& b) { return a.how == b.how && a.in == b.in; }
};

/// The choices that there are; the last, certified in mixed arithmetic, is what the others are compared with.
const std::vector<choice>& all_choices();

/// "kajiya/float"
std::string name_of(const choice& c);
std::optional<choice> find_choice(const std::string& name_of_method, const std::string& name_of_arithmetic);

/// Takes the hits of one ray and one patch with its number.
using meeting = void (*)(const ray&, const patch&, int, first_hit&);

/// The host's function for a choice that there is.
meeting meeting_on_host(const choice& c);

}  // namespace bezier
