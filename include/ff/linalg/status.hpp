// This file says what became of a call to ff::linalg.
#pragma once

#include <ff/platform.hpp>

namespace ff::linalg {

/// Names what was wrong, for a program; text() is for people.
enum class fault {
  none,
  shape,          ///< dimensions that do not fit each other, or beyond 2^31 - 1
  view,           ///< a null pointer, or two elements of the result at one address
  option,         ///< an option that is none, or one that this machine has not
  workspace,      ///< too small, null or misaligned
  memory,         ///< none to be had
  device,         ///< what CUDA, cuBLAS or cuSOLVER reports
  numeric,        ///< finite arguments have no answer, or an argument is not finite
  overflow,       ///< a result is infinite, since it is beyond the range of float; all results were written
  not_converged,  ///< an iteration came to its limit, or results miss their bound; all results were written
  singular  ///< singular or rank deficient to working precision; an answer to a system nearby was written
};

/// The outcome of a call.  After any fault but `device`, `memory`, `numeric`, `overflow`, `not_converged` and
/// `singular` nothing was written.
class [[nodiscard]] status {
 public:
  /// Success.
  status() = default;

  /// A fault and a text that outlives the status.
  FF_HD constexpr status(fault code, const char* text) : code_(code), text_(text) {}

  /// The kind of fault; fault::none after success.
  FF_HD constexpr fault code() const { return code_; }

  /// Says what was expected, in a sentence without a full stop; empty after success.
  FF_HD constexpr const char* text() const { return text_; }

  /// True after success.
  FF_HD constexpr bool ok() const { return code_ == fault::none; }
  FF_HD constexpr explicit operator bool() const { return ok(); }

 private:
  fault code_ = fault::none;
  const char* text_ = "";
};

}  // namespace ff::linalg
