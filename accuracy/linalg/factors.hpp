// This declares how decompositions are judged, for the files of accuracy/linalg/judges that do so as well.
#pragma once

#include "accuracy/linalg/residual.hpp"

namespace accuracy {

/// Residual, orthogonality and order of A = U diag(s) V^T.
std::vector<linalg_error> judge_factors(const linalg_case& c, const dense& a, const svd_factors& f);

/// No answer: that is right only where a value overflows, or has no low word.
std::vector<linalg_error> judge_refusal(const dense& a);

}  // namespace accuracy
