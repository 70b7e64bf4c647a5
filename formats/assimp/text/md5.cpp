#include "assimp/text/md5.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "assimp/corners.h"
#include "assimp/text/line_reader.h"
#include "assimp/text/md5_pose.h"
#include "assimp/text/text_rig.h"

namespace rigpack::assimp::text {
namespace {

struct Vert {
  float2 uv;
  std::uint32_t first = 0, count = 0;  ///< of the block's weights
};

struct Weight {
  std::uint32_t joint = 0;
  double share = 0;
  double3 offset;  ///< in the joint's space
};

struct Block {
  std::string shader;
  std::vector<Vert> verts;
  std::vector<Weight> weights;
  std::vector<std::uint32_t> corners;
};

/// Every list numbers its lines; a number out of turn is a fault.
void expect_turn(LineReader& in, std::size_t turn) {
  if (in.index(1) != turn) {
    in.fail(fmt::format("{} {} stands where number {} is due", in.word(0), in.word(1), turn));
  }
}

std::vector<TextJoint> read_joints(LineReader& in) {
  std::vector<TextJoint> joints;
  while (!in.failed() && in.next() && !in.begins("}")) {
    TextJoint& joint = joints.emplace_back();
    joint.name = in.word(0);
    joint.parent = in.optional_index(1);
    joint.world = to_affine(read_md5_pose(in, 2));
    if (joint.parent && *joint.parent >= joints.size() - 1) {
      in.fail(fmt::format("joint {} has a parent, {}, that is not before it", joints.size() - 1,
                          *joint.parent));
    }
    if (joints.size() > kMostJoints) {
      in.fail("more joints than 65535");
    }
  }
  return joints;
}

void read_line(LineReader& in, Block& block) {
  if (in.begins("shader")) {
    block.shader = in.word(1);
  } else if (in.begins("vert")) {
    expect_turn(in, block.verts.size());
    block.verts.push_back({{static_cast<float>(in.number(2)), static_cast<float>(in.number(3))},
                           in.index(4),
                           in.index(5)});
  } else if (in.begins("tri")) {
    expect_turn(in, block.corners.size() / 3);
    const std::uint32_t a = in.index(2), b = in.index(3), c = in.index(4);
    block.corners.insert(block.corners.end(), {a, c, b});  // MD5 winds clockwise
  } else if (in.begins("weight")) {
    expect_turn(in, block.weights.size());
    block.weights.push_back(
        {in.index(2), in.number(3), {in.number(4), in.number(5), in.number(6)}});
  }
}

void expect_inside(LineReader& in, const Block& block) {
  for (std::size_t i = 0; i < block.verts.size(); ++i) {
    const Vert& vert = block.verts[i];
    if (vert.first > block.weights.size() || vert.count > block.weights.size() - vert.first) {
      in.fail(fmt::format("vert {} follows {} weights from {} on, of {}", i, vert.count, vert.first,
                          block.weights.size()));
    }
  }
  for (const std::uint32_t corner : block.corners) {
    if (corner >= block.verts.size()) {
      in.fail(fmt::format("a tri names vert {} of {}", corner, block.verts.size()));
    }
  }
}

Block read_block(LineReader& in) {
  Block block;
  while (!in.failed() && in.next() && !in.begins("}")) {
    read_line(in, block);
  }
  if (!in.begins("}")) {
    in.fail("the file ends inside of a mesh");
  }
  expect_inside(in, block);
  return block;
}

Primitive to_primitive(const Block& block, const std::vector<TextJoint>& joints) {
  Primitive out;
  out.indexed = true;
  out.indices = block.corners;
  out.material = block.shader;
  out.texcoords.emplace_back();
  CornerWeights weights;
  weights.starts.push_back(0);
  for (const Vert& vert : block.verts) {
    double3 position;
    for (std::size_t i = vert.first; i < std::size_t{vert.first} + vert.count; ++i) {
      const Weight& weight = block.weights[i];
      if (weight.joint < joints.size()) {
        position =
            position + transform_point(joints[weight.joint].world, weight.offset) * weight.share;
      }
      if (weight.share != 0) {
        weights.weights.push_back({slot_of(weight.joint), static_cast<float>(weight.share)});
      }
    }
    out.positions.push_back(to_float(position));
    out.texcoords[0].push_back(vert.uv);
    weights.starts.push_back(static_cast<std::uint32_t>(weights.weights.size()));
  }
  fill_influences(weights, out);
  return out;
}

}  // namespace

trsd read_md5_pose(LineReader& in, std::size_t at) {
  trsd pose;
  pose.translation = {in.number(at), in.number(at + 1), in.number(at + 2)};
  pose.rotation = md5_rotation({in.number(at + 3), in.number(at + 4), in.number(at + 5)});
  return pose;
}

quatd md5_rotation(const double3& v) {
  const double rest = 1 - dot(v, v);
  return {v.x, v.y, v.z, rest > 0 ? -std::sqrt(rest) : 0.0};
}

Result<Imported> read_md5_mesh(std::string_view mesh_text, std::optional<double> unit_m) {
  LineReader in(mesh_text);
  if (!in.next() || !in.begins("MD5Version") || in.word(1) != "10") {
    in.fail("MD5Version 10 should stand first");
  }
  std::vector<TextJoint> joints;
  std::vector<Block> blocks;
  while (!in.failed() && in.next()) {
    if (in.begins("joints") && joints.empty()) {
      joints = read_joints(in);
    } else if (in.begins("mesh")) {
      blocks.push_back(read_block(in));
    }
  }
  if (in.failed()) {
    return std::unexpected(in.error());
  }
  Imported out;
  add_rig(joints, unit_m, out);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    Mesh mesh;
    mesh.name = fmt::format("mesh {}", i);
    if (!blocks[i].corners.empty()) {
      mesh.primitives.push_back(to_primitive(blocks[i], joints));
    }
    add_mesh(std::move(mesh), out);
  }
  close_scene(out.scene);
  return out;
}

}  // namespace rigpack::assimp::text
