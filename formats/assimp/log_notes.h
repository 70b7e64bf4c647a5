#pragma once
/// What Assimp says while it reads: the only trace of much that it leaves out.

#include <assimp/LogStream.hpp>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace rigpack::assimp {

/// `text` without `folder`: a report must not depend on where an asset lies.
std::string without_folder(std::string text, const std::string& folder);

/// Gathers warnings and errors about what rigpack reads, those that differ in numbers alone as one.
class LogNotes final : public Assimp::LogStream {
 public:
  /// `folder` is left out of messages.
  explicit LogNotes(std::string folder) : folder_(std::move(folder)) {}
  void write(const char* message) override;
  /// The first kinds of message, each as its first one and how often it came.
  std::vector<std::string> notes() const;

 private:
  struct Kind {
    std::string key, first;
    std::size_t count = 0;
  };
  std::string folder_;
  std::vector<Kind> kinds_;
};

}  // namespace rigpack::assimp
