#pragma once
/// Independent pieces of work on several threads; the result does not depend on how many.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace rigpack {

/// Calls `work(i)` once for every i < count, on up to `threads` threads. Each call may write only
/// to what belongs to its own i. The first exception is thrown again here, after all threads ended.
template <class Work>
void parallel_for(std::size_t count, unsigned threads, const Work& work) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_lock;
  const auto run = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        const std::scoped_lock lock(failure_lock);
        failure = failure ? failure : std::current_exception();
      }
    }
  };
  std::vector<std::jthread> others;
  const std::size_t wanted = std::min<std::size_t>(threads, count);
  for (std::size_t i = 1; i < wanted; ++i) {
    others.emplace_back(run);
  }
  run();
  others.clear();
  if (failure) {
    std::rethrow_exception(failure);
  }
}

}  // namespace rigpack
