// Matrices as text (numbers by lines) and as NumPy's .npy.
//
// The readers are own and strict: std::from_chars cannot read ff_t, and Debian has no library for .npy.
#pragma once

#include <string>
#include <string_view>

#include "matrix.hpp"

namespace compress {

/// A row a line; numbers are separated by commas where the first line has one, else by blanks.  What follows
/// # is a comment.  Each is the pair nearest to what is written.  Throws command::bad_argument with file and
/// line where a row is longer or shorter than the first, or a number is none, not finite or out of range.
matrix read_text(const std::string& file, std::string_view text);

/// Returns whether a file begins as a .npy does.
bool is_npy(std::string_view bytes);

/// Two dimensions of little-endian float32 or float64, by rows or by columns; a double is rounded to the
/// nearest pair.  Throws command::bad_argument with the file, and the element where one is not finite or out
/// of range.
matrix read_npy(const std::string& file, std::string_view bytes);

/// The shortest decimals that read back to the same pairs, with commas.
std::string to_text(const matrix& a);

/// float64, by rows: each element rounded to the nearest double, exactly where hi + lo fits 53 bits.
std::string to_npy(const matrix& a);

}  // namespace compress
