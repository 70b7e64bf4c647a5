#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "assimp/text/line_reader.h"
#include "assimp/text/md5.h"
#include "assimp/text/md5_pose.h"

#include "assimp/text/text_rig.h"

namespace rigpack::assimp::text {
namespace {

/// Flags' bit i: frames give number i of x y z and the rotation's x y z, in that order.
struct AnimJoint {
  std::string name;
  std::uint32_t flags = 0, start = 0;
  std::array<double, 6> base{};
  std::vector<float> translations, rotations;
};

struct Anim {
  double rate = 24;
  std::vector<AnimJoint> joints;
  std::size_t frames = 0;
};

void read_hierarchy(LineReader& in, Anim& anim) {
  while (!in.failed() && in.next() && !in.begins("}")) {
    anim.joints.push_back({std::string(in.word(0)), in.index(2), in.index(3), {}, {}, {}});
  }
}

void read_base(LineReader& in, Anim& anim) {
  std::size_t joint = 0;
  while (!in.failed() && in.next() && !in.begins("}")) {
    if (joint == anim.joints.size()) {
      in.fail("the base frame has more joints than the hierarchy");
      return;
    }
    for (std::size_t i = 0; i < 6; ++i) {
      anim.joints[joint].base[i] = in.number(i);
    }
    ++joint;
  }
}

void add_key(LineReader& in, const std::vector<double>& numbers, AnimJoint& joint) {
  std::array<double, 6> now = joint.base;
  std::size_t next = joint.start;
  for (std::size_t i = 0; i < 6; ++i) {
    if ((joint.flags >> i & 1U) == 0) {
      continue;
    }
    if (next >= numbers.size()) {
      in.fail(fmt::format("a frame ends before the numbers of joint '{}'", joint.name));
      return;
    }
    now[i] = numbers[next++];
  }
  const quatd turn = md5_rotation({now[3], now[4], now[5]});
  for (const double value : {now[0], now[1], now[2]}) {
    joint.translations.push_back(static_cast<float>(value));
  }
  for (const double value : {turn.x, turn.y, turn.z, turn.w}) {
    joint.rotations.push_back(static_cast<float>(value));
  }
}

void read_frame(LineReader& in, Anim& anim) {
  if (in.index(1) != anim.frames) {
    in.fail(fmt::format("frame {} stands where {} is due", in.word(1), anim.frames));
  }
  std::vector<double> numbers;
  while (!in.failed() && in.next() && !in.begins("}")) {
    for (std::size_t i = 0; i < in.size(); ++i) {
      numbers.push_back(in.number(i));
    }
  }
  for (AnimJoint& joint : anim.joints) {
    add_key(in, numbers, joint);
  }
  ++anim.frames;
}

Result<Anim> read_anim(std::string_view text) {
  LineReader in(text);
  if (!in.next() || !in.begins("MD5Version") || in.word(1) != "10") {
    in.fail("MD5Version 10 should stand first");
  }
  Anim anim;
  while (!in.failed() && in.next()) {
    if (in.begins("frameRate")) {
      anim.rate = in.number(1);
    } else if (in.begins("hierarchy")) {
      read_hierarchy(in, anim);
    } else if (in.begins("baseframe")) {
      read_base(in, anim);
    } else if (in.begins("frame")) {
      read_frame(in, anim);
    }
  }
  const bool is_rate = anim.rate > 0 && anim.rate < 1e6;
  if (!is_rate) {  // NaN among them
    in.fail("frameRate should be above 0");
  }
  return in.failed() ? Result<Anim>(std::unexpected(in.error())) : anim;
}

}  // namespace

Result<void> add_md5_anim(std::string_view anim_text, std::string_view name, Imported& out) {
  auto anim = read_anim(anim_text);
  if (!anim) {
    return std::unexpected(anim.error());
  }
  std::unordered_map<std::string_view, NodeIndex> nodes;
  if (!out.scene.skins.empty()) {
    for (const NodeIndex joint : out.scene.skins[0].joints) {
      nodes.emplace(out.scene.nodes[joint.value].name, joint);
    }
  }
  Clip clip;
  clip.name = name;
  std::size_t lost = 0;
  for (AnimJoint& joint : anim->joints) {
    const auto node = nodes.find(joint.name);
    if (node == nodes.end()) {
      ++lost;
      clip.ignored_keys += 2 * anim->frames;
    } else if (anim->frames != 0) {
      clip.tracks.push_back(frame_track(node->second, TrackPath::translation,
                                        std::move(joint.translations), anim->rate));
      clip.tracks.push_back(
          frame_track(node->second, TrackPath::rotation, std::move(joint.rotations), anim->rate));
      nodes.erase(node);  // a second joint of the name drives nothing
    }
  }
  if (lost != 0) {
    out.notes.push_back(fmt::format("{} joints of the clip are not in the mesh", lost));
  }
  if (!clip.tracks.empty()) {
    out.scene.clips.push_back(std::move(clip));
  }
  return {};
}

}  // namespace rigpack::assimp::text
