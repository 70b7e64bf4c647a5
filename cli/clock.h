#pragma once
/// The one clock of the program; reports show it with --timing alone.

#include <chrono>

namespace rigpack::cli {

class Stopwatch {
 public:
  /// Seconds since the last call, or since the start.
  double lap_s() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> lap = now - last_;
    last_ = now;
    return lap.count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace rigpack::cli
