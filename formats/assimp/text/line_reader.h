#pragma once
/// Line formats: one line at a time as words.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "rigpack/error.h"

namespace rigpack::assimp::text {

/// Words stand between blanks and parentheses; quotes keep blanks in a word and are left out; what
/// follows `//` is a comment.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  /// Steps to the next line that has a word.
  bool next();
  std::size_t size() const { return words_.size(); }
  /// Empty past the end of the line.
  std::string_view word(std::size_t index) const;
  /// The line as it stands, blanks around it left out.
  std::string_view raw() const { return raw_; }
  /// Whether the line begins with exactly this word.
  bool begins(std::string_view word) const { return size() != 0 && words_[0] == word; }

  /// Word `index` as a number, `nan` and `inf` among them; a fault when it is none.
  double number(std::size_t index);
  /// As a whole number from 0 on.
  std::uint32_t index(std::size_t index);
  /// As a whole number from 0 on; nothing for a negative one, which stands for "no parent".
  std::optional<std::uint32_t> optional_index(std::size_t index);

  /// Keeps the first fault; the caller stops at its next look.
  void fail(std::string_view what);
  bool failed() const { return error_.has_value(); }
  /// The first fault: unreadable, with its line.
  Error error() const { return *error_; }

 private:
  std::string_view rest_, raw_;
  std::vector<std::string_view> words_;
  std::size_t line_ = 0;
  std::optional<Error> error_;
};

}  // namespace rigpack::assimp::text
