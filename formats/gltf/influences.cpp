#include <fmt/format.h>

#include <map>

#include "gltf/primitive.h"
#include "gltf/streams.h"

namespace rigpack::gltf {
namespace {

constexpr Formats kJoints = formats::u8 | formats::u16;
constexpr Formats kWeights = formats::f32 | formats::u8n | formats::u16n;

void read_joints(Document& document, Object& attributes, InfluenceSet& out) {
  const std::string key = fmt::format("JOINTS_{}", out.set);
  const Accessor* accessor = find_accessor(document, attributes, key, {Shape::vec4, kJoints});
  if (accessor == nullptr ||
      !charge(document, attributes, std::uint64_t{accessor->count} * 4 * sizeof(std::uint16_t),
              key)) {
    out.poisoned = true;
    return;
  }
  check_attribute_alignment(attributes, key, *accessor);
  out.joints.resize(std::size_t{accessor->count} * 4);
  decode_u16(*accessor, out.joints);
}

void read_weights(Document& document, Object& attributes, InfluenceSet& out) {
  const std::string key = fmt::format("WEIGHTS_{}", out.set);
  const Accessor* accessor = find_accessor(document, attributes, key, {Shape::vec4, kWeights});
  auto weights =
      accessor == nullptr ? std::nullopt : read_stream<float>(document, attributes, key, *accessor);
  if (!weights) {
    out.poisoned = true;
    return;
  }
  check_attribute_alignment(attributes, key, *accessor);
  out.weight_encoding = encoding_of(*accessor);
  out.weights = std::move(*weights);
}

}  // namespace

void read_influences(Document& document, Object& attributes, Primitive& primitive) {
  std::map<std::uint32_t, InfluenceSet> sets;
  for (const std::string& key : attributes.keys()) {
    if (const auto joints = set_number(key, "JOINTS")) {
      sets[*joints].has_joints = true;
    }
    if (const auto weights = set_number(key, "WEIGHTS")) {
      sets[*weights].has_weights = true;
    }
  }
  for (auto& [number, set] : sets) {
    set.set = number;
    if (number != primitive.influences.size()) {
      attributes.report(rules::asset_schema,
                        fmt::format("influence set {} without set {}: sets must follow on from 0",
                                    number, primitive.influences.size()),
                        fmt::format("{}_{}", set.has_joints ? "JOINTS" : "WEIGHTS", number));
    }
    if (set.has_joints) {
      read_joints(document, attributes, set);
    }
    if (set.has_weights) {
      read_weights(document, attributes, set);
    }
    primitive.influences.push_back(std::move(set));
  }
}

}  // namespace rigpack::gltf
