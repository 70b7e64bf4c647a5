#include "assimp/text/smd.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "assimp/corners.h"
#include "assimp/text/line_reader.h"
#include "assimp/text/text_rig.h"

namespace rigpack::assimp::text {
namespace {

constexpr double kFrameRate = 30;

/// Corners of one material, joined to vertices as they come.
struct Part {
  std::string material;
  Primitive primitive;
  CornerWeights weights{{0}, {}};
  std::unordered_map<std::string, std::uint32_t> known;  ///< a corner's numbers -> its vertex
};

struct Smd {
  std::vector<TextJoint> joints;
  std::vector<std::vector<trsd>> frames;  ///< `[frame][joint]`, local
  std::vector<Part> parts;
  bool has_vertex_animation = false;
};

bool ends(LineReader& in) {
  return in.failed() || !in.next() || (in.begins("end") && in.size() == 1);
}

void read_nodes(LineReader& in, Smd& smd) {
  while (!ends(in)) {
    const std::size_t number = smd.joints.size();
    TextJoint& joint = smd.joints.emplace_back();
    joint.name = in.word(1);
    joint.parent = in.optional_index(2);
    if (in.index(0) != number || (joint.parent && *joint.parent >= number)) {
      in.fail(
          fmt::format("node {} under {} stands where {} is due", in.word(0), in.word(2), number));
    }
    if (smd.joints.size() > kMostJoints) {
      in.fail("more nodes than 65535");
    }
  }
}

quatd about(double x, double y, double z, double angle) {
  const double s = std::abs(angle) <= 1e5 ? exact::sin(angle / 2) : 0;
  const double c = std::abs(angle) <= 1e5 ? exact::cos(angle / 2) : 1;
  return {x * s, y * s, z * s, c};
}

/// Position and angles about x, then y, then z, from word `at` on.
trsd read_pose(LineReader& in, std::size_t at) {
  trsd pose;
  pose.translation = {in.number(at), in.number(at + 1), in.number(at + 2)};
  pose.rotation = about(0, 0, 1, in.number(at + 5)) * about(0, 1, 0, in.number(at + 4)) *
                  about(1, 0, 0, in.number(at + 3));
  return pose;
}

/// A joint that a frame leaves out stands as in the frame before.
void read_skeleton(LineReader& in, Smd& smd) {
  while (!ends(in)) {
    if (in.begins("time")) {
      const bool first = smd.frames.empty();
      smd.frames.push_back(first ? std::vector<trsd>(smd.joints.size()) : smd.frames.back());
      continue;
    }
    const std::uint32_t joint = in.index(0);
    if (smd.frames.empty() || joint >= smd.joints.size()) {
      in.fail(fmt::format("a pose of node {} of {}", in.word(0), smd.joints.size()));
    } else {
      smd.frames.back()[joint] = read_pose(in, 1);
    }
  }
}

/// parent x y z nx ny nz u v [links (joint weight)...]
std::uint32_t read_corner(LineReader& in, Part& part) {
  std::vector<CornerWeight> weights;
  const std::uint32_t links = in.size() > 9 ? in.index(9) : 0;
  if (links > (in.size() - std::min<std::size_t>(in.size(), 10)) / 2) {
    in.fail(fmt::format("{} links are announced, and the line ends before", links));
  }
  for (std::size_t i = 0; i < links && !in.failed(); ++i) {
    const auto weight = static_cast<float>(in.number(11 + 2 * i));
    if (weight != 0) {
      weights.push_back({slot_of(in.index(10 + 2 * i)), weight});
    }
  }
  if (links == 0) {
    weights.push_back({slot_of(in.index(0)), 1.0F});
  }
  std::array<float, 8> n{};
  for (std::size_t i = 0; i < n.size(); ++i) {
    n[i] = static_cast<float>(in.number(1 + i));
  }
  std::string key(reinterpret_cast<const char*>(n.data()), sizeof n);
  for (const CornerWeight& weight : weights) {
    key.append(reinterpret_cast<const char*>(&weight.slot), sizeof weight.slot);
    key.append(reinterpret_cast<const char*>(&weight.weight), sizeof weight.weight);
  }
  Primitive& out = part.primitive;
  const auto vertex = static_cast<std::uint32_t>(out.positions.size());
  const auto [place, is_new] = part.known.try_emplace(std::move(key), vertex);
  if (is_new) {
    out.positions.push_back({n[0], n[1], n[2]});
    out.normals.push_back({n[3], n[4], n[5]});
    out.texcoords[0].push_back({n[6], 1 - n[7]});  // counted from below; glTF from the top
    part.weights.weights.insert(part.weights.weights.end(), weights.begin(), weights.end());
    part.weights.starts.push_back(static_cast<std::uint32_t>(part.weights.weights.size()));
  }
  return place->second;
}

void read_triangles(LineReader& in, Smd& smd) {
  std::map<std::string, std::size_t, std::less<>> parts;
  while (!ends(in)) {
    const auto [known, is_new] = parts.try_emplace(std::string(in.raw()), smd.parts.size());
    if (is_new) {
      Part& part = smd.parts.emplace_back();
      part.material = in.raw();
      part.primitive.texcoords.emplace_back();
    }
    Part& part = smd.parts[known->second];
    for (int corner = 0; corner < 3 && !in.failed(); ++corner) {
      if (!in.next()) {
        in.fail("the file ends inside of a triangle");
        return;
      }
      part.primitive.indices.push_back(read_corner(in, part));
    }
  }
}

Result<Smd> parse(std::string_view text) {
  LineReader in(text);
  if (!in.next() || !in.begins("version")) {
    in.fail("version should stand first");
  }
  Smd smd;
  while (!in.failed() && in.next()) {
    if (in.begins("nodes")) {
      read_nodes(in, smd);
    } else if (in.begins("skeleton")) {
      read_skeleton(in, smd);
    } else if (in.begins("triangles")) {
      read_triangles(in, smd);
    } else if (in.begins("vertexanimation")) {
      smd.has_vertex_animation = true;
      while (!ends(in)) {
      }
    }
  }
  return in.failed() ? Result<Smd>(std::unexpected(in.error())) : smd;
}

void bind(Smd& smd) {
  for (std::size_t j = 0; j < smd.joints.size() && !smd.frames.empty(); ++j) {
    TextJoint& joint = smd.joints[j];
    const affined local = to_affine(smd.frames[0][j]);
    joint.world = joint.parent ? smd.joints[*joint.parent].world * local : local;
  }
}

Clip to_clip(const Smd& smd, NodeIndex first, std::string_view name) {
  Clip clip;
  clip.name = name;
  for (std::size_t j = 0; j < smd.joints.size(); ++j) {
    std::vector<float> moves, turns;
    for (const std::vector<trsd>& frame : smd.frames) {
      const trsd& pose = frame[j];
      for (const double v : {pose.translation.x, pose.translation.y, pose.translation.z}) {
        moves.push_back(static_cast<float>(v));
      }
      for (const double v : {pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w}) {
        turns.push_back(static_cast<float>(v));
      }
    }
    const NodeIndex node(first.value + j);
    clip.tracks.push_back(frame_track(node, TrackPath::translation, std::move(moves), kFrameRate));
    clip.tracks.push_back(frame_track(node, TrackPath::rotation, std::move(turns), kFrameRate));
  }
  return clip;
}

}  // namespace

Result<Imported> read_smd(std::string_view text, std::string_view name,
                          std::optional<double> unit_m) {
  auto smd = parse(text);
  if (!smd) {
    return std::unexpected(smd.error());
  }
  bind(*smd);
  Imported out;
  const NodeIndex first = add_rig(smd->joints, unit_m, out);
  Mesh mesh;
  mesh.name = name;
  for (Part& part : smd->parts) {
    part.primitive.indexed = true;
    part.primitive.material = part.material;
    fill_influences(part.weights, part.primitive);
    mesh.primitives.push_back(std::move(part.primitive));
  }
  add_mesh(std::move(mesh), out);
  const bool is_clip = smd->frames.size() > 1 || (smd->parts.empty() && !smd->frames.empty());
  if (is_clip && !smd->joints.empty()) {
    out.scene.clips.push_back(to_clip(*smd, first, name));
    out.notes.emplace_back("the format holds no frame rate: 30 frames a second are taken");
  }
  if (smd->has_vertex_animation) {
    out.notes.emplace_back("vertex animation is left out");
  }
  close_scene(out.scene);
  return out;
}

}  // namespace rigpack::assimp::text
