#include "assimp/text/line_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

namespace rigpack::assimp::text {
namespace {

constexpr std::string_view kBlanks = " \t\r\v\f()";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  return first == std::string_view::npos
             ? std::string_view()
             : text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

/// Takes the first word off `line`.
std::string_view take_word(std::string_view& line) {
  if (line.front() == '"') {
    const std::size_t close = line.find('"', 1);
    const std::string_view word =
        line.substr(1, close == std::string_view::npos ? close : close - 1);
    line.remove_prefix(close == std::string_view::npos ? line.size() : close + 1);
    return word;
  }
  const std::size_t end = std::min(line.find_first_of(kBlanks), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

template <class T>
std::optional<T> parse(std::string_view word) {
  T value{};
  word.remove_prefix(word.starts_with('+') ? 1 : 0);
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
  return fault == std::errc() && end == word.data() + word.size() ? std::optional(value)
                                                                  : std::nullopt;
}

}  // namespace

bool LineReader::next() {
  words_.clear();
  while (words_.empty() && !rest_.empty()) {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++line_;
    raw_ = trimmed(line);
    while (true) {
      line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
      if (line.empty() || line.starts_with("//")) {
        break;
      }
      words_.push_back(take_word(line));
    }
  }
  return !words_.empty();
}

std::string_view LineReader::word(std::size_t index) const {
  return index < words_.size() ? words_[index] : std::string_view();
}

double LineReader::number(std::size_t index) {
  const auto value = parse<double>(word(index));
  if (!value) {
    fail(fmt::format("word {} should be a number", index + 1));
  }
  return value.value_or(std::numeric_limits<double>::quiet_NaN());
}

std::uint32_t LineReader::index(std::size_t index) {
  const auto value = parse<std::uint32_t>(word(index));
  if (!value) {
    fail(fmt::format("word {} should be a whole number from 0 on", index + 1));
  }
  return value.value_or(0);
}

std::optional<std::uint32_t> LineReader::optional_index(std::size_t index) {
  const std::string_view text = word(index);
  if (text.starts_with('-') && parse<std::int32_t>(text)) {
    return std::nullopt;
  }
  return this->index(index);
}

void LineReader::fail(std::string_view what) {
  if (!error_) {
    error_ = Error{ErrorCode::unreadable, fmt::format("line {}: {}", line_, what), {}, {}};
  }
}

}  // namespace rigpack::assimp::text
