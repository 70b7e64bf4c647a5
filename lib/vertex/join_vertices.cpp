#include "vertex/join_vertices.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace rigpack {
namespace {

constexpr std::uint32_t kNegativeZero = 0x80000000U;

/// One attribute: `words` 32-bit words a vertex.
struct WordStream {
  const unsigned char* bytes = nullptr;
  std::size_t words = 0;

  std::uint32_t word(std::size_t vertex, std::size_t i) const {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes + 4 * (vertex * words + i), 4);
    return value == kNegativeZero ? 0 : value;  // joints stay far below it
  }
};

class VertexKeys {
 public:
  VertexKeys(const Primitive& primitive, const Influences& influences)
      : vertices_(primitive.positions.size()) {
    add(primitive.positions);
    add(primitive.normals);
    add(primitive.tangents);
    for (const auto& set : primitive.texcoords) {
      add(set);
    }
    for (const auto& set : primitive.colors) {
      add(set);
    }
    add(influences.joints);
    add(influences.weights);
    for (const MorphTarget& target : primitive.morph_targets) {
      add(target.positions);
      add(target.normals);
      add(target.tangents);
    }
  }

  /// FNV-1a by words: only speeds the sort up, so that collisions cost time and nothing else.
  std::uint64_t hash(std::size_t vertex) const {
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    for (const WordStream& stream : streams_) {
      for (std::size_t i = 0; i < stream.words; ++i) {
        hash = (hash ^ stream.word(vertex, i)) * 0x100000001B3ULL;
      }
    }
    return hash;
  }

  int compare(std::size_t a, std::size_t b) const {
    for (const WordStream& stream : streams_) {
      for (std::size_t i = 0; i < stream.words; ++i) {
        const std::uint32_t wa = stream.word(a, i);
        const std::uint32_t wb = stream.word(b, i);
        if (wa != wb) {
          return wa < wb ? -1 : 1;
        }
      }
    }
    return 0;
  }

 private:
  template <class T>
  void add(const std::vector<T>& values) {
    static_assert(sizeof(T) % 4 == 0);
    if (vertices_ == 0 || values.empty()) {
      return;
    }
    assert(values.size() % vertices_ == 0);
    streams_.push_back({reinterpret_cast<const unsigned char*>(values.data()),
                        values.size() / vertices_ * (sizeof(T) / 4)});
  }

  std::size_t vertices_;
  std::vector<WordStream> streams_;
};

struct Entry {
  std::uint64_t hash = 0;
  std::uint32_t vertex = 0;
};

}  // namespace

std::vector<std::uint32_t> join_vertices(const Primitive& primitive, const Influences& influences) {
  const VertexKeys keys(primitive, influences);
  std::vector<Entry> entries(primitive.positions.size());
  for (std::size_t v = 0; v < entries.size(); ++v) {
    entries[v] = {keys.hash(v), static_cast<std::uint32_t>(v)};
  }
  std::ranges::sort(entries, [&](const Entry& a, const Entry& b) {
    if (a.hash != b.hash) {
      return a.hash < b.hash;
    }
    const int order = keys.compare(a.vertex, b.vertex);
    return order != 0 ? order < 0 : a.vertex < b.vertex;
  });
  std::vector<std::uint32_t> joined(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool repeats = i > 0 && entries[i].hash == entries[i - 1].hash &&
                         keys.compare(entries[i].vertex, entries[i - 1].vertex) == 0;
    joined[entries[i].vertex] = repeats ? joined[entries[i - 1].vertex] : entries[i].vertex;
  }
  return joined;
}

}  // namespace rigpack
