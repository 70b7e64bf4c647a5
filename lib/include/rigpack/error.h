#pragma once
/// Errors of the world: a file, a format, a version, a limit. An asset's own faults are findings
/// (findings.h); our own faults are asserts.

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace rigpack {

/// What kind of thing went wrong; the command line maps every one of these to exit code 2.
enum class ErrorCode : std::uint8_t {
  unreadable,        ///< A file is missing, is not permitted, or its container or JSON is broken.
  unsupported,       ///< A format, version or required feature that this build does not know.
  limit,             ///< The input asks for more than a hard limit allows.
  corrupt,           ///< A package whose structure or checksum is wrong.
  unwritable,        ///< An output could not be written; nothing was left behind.
  invalid_argument,  ///< A name, index or option value that the asset or the tool does not have.
};

struct Error {
  ErrorCode code = ErrorCode::unreadable;
  std::string message;  ///< Lower case, no full stop, with the numbers: what, how much, what to do.
  std::string where = {};  ///< File, JSON pointer or byte offset; empty when there is none.
  /// Id of the Rule that the fault breaks (static lifetime), for the finding that a report owes an
  /// unreadable asset; empty when no rule covers it.
  std::string_view rule = {};
};

template <class T>
using Result = std::expected<T, Error>;

}  // namespace rigpack
