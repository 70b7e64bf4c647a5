#pragma once
/// Numbers with units on the command line.

#include <string>

#include "rigpack/error.h"

namespace rigpack::cli {

/// A length: metres, or a share of the asset's size.
struct Length {
  double value = 0;
  bool relative = false;
  /// Metres for an asset of `size_m`.
  double metres(double size_m) const { return relative ? value * size_m : value; }
};

/// `0.1mm`, `1cm`, `20um`, `1m`, `0.005%` of the asset's size; a plain number is metres. Errors:
/// invalid_argument for anything else, NaN, infinity, zero and negative lengths.
Result<Length> parse_length(const std::string& text);

/// The whole of `text` as a finite number of seconds, with or without `s` or `ms`. Errors:
/// invalid_argument.
Result<double> parse_seconds(const std::string& text);

}  // namespace rigpack::cli
