#include "pack_job.h"

#include <filesystem>
#include <utility>

#include "rigpack/skinning.h"

#include "import_options.h"
#include "table.h"
#include "verbs.h"

namespace rigpack::cli {
namespace {

Result<Provenance> provenance_of(const PackJob& job, const PackPolicy& policy) {
  Provenance out;
  out.version = RIGPACK_VERSION;
  out.options = provenance_options(job.options.stages, policy);
  if (auto unit = unit_text(job.settings.import)) {
    out.options.emplace_back("unit", std::move(*unit));
  }
  out.inputs.push_back(
      {std::filesystem::path(job.asset.path).filename().string(), job.asset.digest.sha256});
  const std::vector<std::string> paths = input_paths(job);
  for (std::size_t i = 1; i < paths.size(); ++i) {
    const auto digest = digest_file(paths[i]);
    if (!digest) {
      return std::unexpected(digest.error());
    }
    out.inputs.push_back({std::filesystem::path(paths[i]).filename().string(), digest->sha256});
  }
  return out;
}

PackPolicy policy_of(const PackJob& job) {
  PackPolicy policy;
  policy.check = job.settings.policy_for(job.asset.path);
  policy.check.threads = policy.threads = job.settings.threads;
  apply_stages(job.options.stages, policy);
  if (job.bounds.clip || job.bounds.fixed) {
    const double size_m = asset_size_m(job.asset.read->scene);
    policy.max_error_m = bound_m(job.bounds.clip, size_m);
    policy.max_static_error_m = bound_m(job.bounds.fixed, size_m);
  }
  return policy;
}

void fill_report(AssetReport& report, const PackResult& result, const Scene& scene) {
  report.stages = result.stages;
  report.clips = result.clips;
  for (const PackedClip& clip : result.package.clips) {
    report.clip_sources.push_back(clip.source_clip);
  }
  report.source_bytes = scene.source_bytes;
  report.source_clip_bytes = scene.source_clip_bytes;
}

}  // namespace

Result<bool> build_package(PackJob& job) {
  const PackPolicy policy = policy_of(job);
  const Scene& scene = job.asset.read->scene;
  PackResult result = pack_scene(scene, std::move(job.asset.read->findings), policy);
  job.entry().check = result.check;
  judge(job.entry(), job.settings);
  job.lap("pack_s");
  if (result.refused || exit_code(job.report, job.settings) != kClean) {
    job.entry().verdict = Verdict::fail;
    return false;
  }
  fill_report(job.entry(), result, scene);
  const auto provenance = provenance_of(job, policy);
  if (!provenance) {
    return std::unexpected(provenance.error());
  }
  result.package.provenance = to_json(*provenance);
  auto packed =
      job.options.no_verify ? write_unproven(result.package) : write_proven(scene, result, policy);
  if (!packed) {
    return std::unexpected(packed.error());
  }
  job.packed = std::move(*packed);
  job.entry().verify = job.packed.verify;
  job.entry().package_bytes = job.packed.bytes.size();
  job.entry().package_sizes = job.packed.sizes;
  job.lap("verify_s");
  const bool passed = !job.packed.verify || job.packed.verify->passed;
  job.entry().verdict = passed ? Verdict::pass : Verdict::fail;
  return passed;
}

std::vector<std::string> input_paths(const PackJob& job) {
  std::vector<std::string> paths;
  for (const auto& path : job.asset.read->inputs) {
    paths.push_back(path.string());
  }
  return paths;
}

}  // namespace rigpack::cli
