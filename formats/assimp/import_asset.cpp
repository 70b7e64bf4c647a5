#include "assimp/import_asset.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "assimp/worker_process.h"
#include "gltf/container.h"
#include "gltf/json_text.h"
#include "gltf/json_value.h"
#include "rigpack/formats/gltf.h"

namespace rigpack::assimp {
namespace {

/// What Assimp never shows of a format, whatever the file holds.
std::string_view blind_spots(std::string_view format) {
  if (format == "fbx") {
    return "not seen: link modes, bind poses, a second skin on one mesh, clusters without a joint, "
           "blend and dual-quaternion weights, tangents and layers of curves, where clips start";
  }
  if (format == "dae") {
    return "not seen: weights of zero and below, joints without weights, tangents of curves, "
           "channels "
           "without a node";
  }
  return "not seen: joints without weights";
}

std::unexpected<Error> unsound(const std::filesystem::path& path, const Error& error) {
  return std::unexpected(Error{
      error.code == ErrorCode::limit ? ErrorCode::limit : ErrorCode::unreadable,
      fmt::format("the import worker's reply is unsound: {}", error.message), path.generic_string(),
      error.code == ErrorCode::limit ? error.rule : rules::import_crashed.id});
}

/// What the worker says about itself.
struct Remarks {
  std::vector<std::string> notes, opened, missing_joints;
  std::uint64_t missing_joint_weights = 0;
  std::vector<std::uint64_t> ignored_keys;
};

/// Reads asset.extras of `glb`; members of another type than ours are as if absent.
Remarks read_remarks(std::span<const std::byte> glb, const ReadLimits& limits) {
  Remarks remarks;
  const auto container = gltf::split_container(glb);
  const auto json = container ? gltf::parse_json(container->json, limits.json_depth)
                              : Result<gltf::Json>(gltf::Json());
  if (!json || !json->contains("asset")) {
    return remarks;
  }
  gltf::Reporter unused;
  gltf::Object root(unused, *json, "");
  auto asset = root.object("asset");
  auto extras = asset ? asset->object("extras") : std::nullopt;
  if (!extras) {
    return remarks;
  }
  remarks.notes = extras->texts("notes");
  remarks.opened = extras->texts("opened");
  remarks.missing_joints = extras->texts("missing_joints");
  remarks.missing_joint_weights =
      extras->integer_or("missing_joint_weights", {0, UINT32_MAX}, remarks.missing_joints.size());
  for (const auto& count : extras->indices("ignored_keys", UINT32_MAX)) {
    remarks.ignored_keys.push_back(count.value_or(0));
  }
  return remarks;
}

/// What the reading lost or assumed, once a file; nothing when it lost nothing.
std::optional<Finding> lossy_finding(const Remarks& remarks, std::string_view format) {
  constexpr std::size_t kMostNotes = 32, kLongestNote = 200;
  const bool is_text = format == "md5mesh" || format == "smd";
  if (is_text && remarks.notes.empty()) {
    return std::nullopt;
  }
  std::string message =
      is_text ? "read as text" : fmt::format("read via Assimp; {}", blind_spots(format));
  for (std::size_t i = 0; i < std::min(remarks.notes.size(), kMostNotes); ++i) {
    message += fmt::format("; {}", remarks.notes[i].substr(0, kLongestNote));
  }
  return make_finding(rules::import_lossy, std::move(message));
}

Finding missing_joints_finding(const Remarks& remarks) {
  constexpr std::size_t kMostNames = 4, kLongestName = 60;
  std::string names;
  for (std::size_t i = 0; i < std::min(remarks.missing_joints.size(), kMostNames); ++i) {
    names += fmt::format("{} '{}'", i == 0 ? "" : ",",
                         remarks.missing_joints[i].substr(0, kLongestName));
  }
  Finding finding =
      make_finding(rules::import_missing_joint,
                   fmt::format("{} weights follow {} joints that the file does not have:{}{}",
                               remarks.missing_joint_weights, remarks.missing_joints.size(), names,
                               remarks.missing_joints.size() > kMostNames ? " ..." : ""));
  finding.count = remarks.missing_joints.size();
  return finding;
}

/// The files that the worker opened besides the asset; names that lead out of its folder are not
/// believed.
void add_inputs(const Remarks& remarks, const std::filesystem::path& path, ReadResult& out) {
  for (const std::string& name : remarks.opened) {
    const std::filesystem::path relative(name);
    std::error_code fault;
    const std::filesystem::path file = path.parent_path() / relative;
    if (relative.is_relative() && name.find("..") == std::string::npos &&
        std::filesystem::is_regular_file(file, fault) &&
        !std::filesystem::equivalent(file, path, fault)) {
      out.inputs.push_back(file);
    }
  }
}

}  // namespace

Result<ReadResult> import_asset(const std::filesystem::path& path, const std::string& format,
                                const ImportOptions& options, const ReadLimits& limits) {
  const auto glb = run_worker(path, format, options, limits);
  if (!glb) {
    return std::unexpected(glb.error());
  }
  const OpenBuffer refuse = [](const std::string& uri) -> Result<std::vector<std::byte>> {
    return std::unexpected(
        Error{ErrorCode::unreadable, "a reply names no files", uri, rules::asset_path_escape.id});
  };
  Result<ReadResult> result = read_gltf(*glb, refuse, limits);
  if (!result) {
    return unsound(path, result.error());
  }
  const Remarks remarks = read_remarks(*glb, limits);
  result->scene.format = format;
  for (std::size_t i = 0; i < std::min(result->scene.clips.size(), remarks.ignored_keys.size());
       ++i) {
    result->scene.clips[i].ignored_keys += remarks.ignored_keys[i];
  }
  if (auto lossy = lossy_finding(remarks, format)) {
    result->findings.push_back(std::move(*lossy));
  }
  if (!remarks.missing_joints.empty()) {
    result->findings.push_back(missing_joints_finding(remarks));
  }
  result->inputs = {path};
  add_inputs(remarks, path, *result);
  return result;
}

}  // namespace rigpack::assimp
