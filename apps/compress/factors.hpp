// Factors of a matrix, A = U diag(s) V^T, what is lost where some are left out, and their files.
//
// By Eckart and Young (1936) no matrix of rank k is closer to A in the Frobenius norm than the sum of the
// first k terms s_i u_i v_i^T, and the distance is the root of the sum of the squares of the other values.
#pragma once

#include <string>
#include <string_view>

#include "matrix.hpp"

namespace compress {

struct factors {
  int64 rows = 0, columns = 0;
  int channels = 0;               // of a picture, side by side; 0: a matrix
  std::vector<ff_t> values;       // in descending order
  std::vector<ff_t> left, right;  // vectors one after the other, of `rows` and of `columns` elements

  int64 rank() const { return static_cast<int64>(values.size()); }
  /// The terms with the k largest values.
  factors first(int64 k) const;
  /// U diag(s) V^T.
  matrix product() const;
};

/// norms[k] is the distance of the first k terms, and norms[0] the norm of A.
std::vector<double> distances(const std::vector<ff_t>& values);

/// The least rank, 1 or more, that is within `error` of A, relatively.
int64 rank_within(const std::vector<double>& norms, double error);

/// The Frobenius norm of a - b.
double distance(const matrix& a, const matrix& b);
double largest_magnitude(const matrix& a);

/// 10 log10(peak^2 / mean square error) in dB; infinite where `norm`, that of the error, is 0.
double signal_to_noise(double norm, double peak, double elements);

// ---- files

/// How the elements of vectors are stored; a value is always a pair.
enum class stored {
  fixed,   ///< 16 bits, times a float for each vector
  single,  ///< float
  pair     ///< ff_t
};
constexpr const char* stored_names[] = {"fixed16", "float", "ff"};

/// The bytes of a file of this rank.
double file_bytes(int64 rows, int64 columns, int64 rank, stored how);
/// The largest rank whose file has at most so many bytes; 0 where there is none.
int64 rank_of_bytes(int64 rows, int64 columns, double bytes, stored how);

/// Little-endian: "FF-SVD1\n"; of 32 bits each rows, columns, rank, channels and the place in `stored`; then
/// for each rank the value, as two floats, and the left and the right vector.  A vector of 16-bit integers
/// has its float before it.
std::string encode(const factors& f, stored how);
bool is_encoded(std::string_view bytes);
/// Throws command::bad_argument with the file's name where it is damaged.
factors decode(const std::string& file, std::string_view bytes);

}  // namespace compress
