#include "rigpack/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

#include "pipeline/verify_model.h"
#include "pipeline/verify_moment.h"
#include "pipeline/verify_structure.h"
#include "pipeline/verify_times.h"
#include "rigpack/skinning.h"

namespace rigpack {
namespace {

using namespace proof;

/// Static error moves slowly, so a few poses a clip show it.
constexpr std::size_t kStaticTimes = 16;
/// Without a mesh a shell of this share of the size stands in for skin: 30 mm on 1750 mm.
constexpr double kShellShare = 0.017;
constexpr std::size_t kTimesPerJob = 64;

/// One displacement over some times of one clip. The cut into jobs does not depend on the number of
/// threads, and neither does the order in which results are added up.
struct Job {
  const Displacement* displacement = nullptr;
  bool is_static = false;
  ClipPair clip;
  std::vector<double> times;
  Extent extent;
  bool is_finite = true;
};

void run(const BothSides& sides, Job& job) {
  Moment moment;
  MatrixTable table;
  for (std::size_t first = 0; first < job.times.size(); first += kLanes) {
    const std::size_t count = std::min(kLanes, job.times.size() - first);
    const auto times = std::span(job.times).subspan(first, count);
    table.resize(job.displacement->matrices.size());
    for (std::size_t lane = 0; lane < count; ++lane) {
      sample_moment(sides, *job.displacement, job.clip, times[lane], moment);
      job.is_finite = job.is_finite && moment.is_finite;
      for (std::size_t m = 0; m < job.displacement->matrices.size(); ++m) {
        table.set(m, lane, matrix_at(job.displacement->matrices[m], moment));
      }
    }
    table.find_zeros();
    measure(*job.displacement, table, times, job.extent);
  }
}

void run_all(const BothSides& sides, std::vector<Job>& jobs, unsigned threads) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < jobs.size(); i = next++) {
      run(sides, jobs[i]);
    }
  };
  std::vector<std::jthread> others;
  for (unsigned t = 1; t < threads && t < jobs.size(); ++t) {
    others.emplace_back(work);
  }
  work();
}

void add_jobs(const Displacement& displacement, bool is_static, const ClipPair& clip,
              const std::vector<double>& times, std::vector<Job>& out) {
  for (std::size_t first = 0; first < times.size(); first += kTimesPerJob) {
    const auto count = std::min(kTimesPerJob, times.size() - first);
    const auto part = std::span(times).subspan(first, count);
    out.push_back({&displacement, is_static, clip, {part.begin(), part.end()}, {}, true});
  }
}

/// Rest pose first, then the clips in source order.
std::vector<Job> plan(const Scene& source, const ProofModel& model,
                      const std::vector<std::uint32_t>& package_clip, bool exhaustive) {
  std::vector<Job> jobs;
  add_jobs(model.clip, false, {}, {0}, jobs);
  add_jobs(model.fixed, true, {}, {0}, jobs);
  for (std::size_t c = 0; c < source.clips.size(); ++c) {
    if (package_clip[c] == kNone) {
      continue;
    }
    const ClipPair pair{c, package_clip[c]};
    const auto times = verify_times(source.clips[c], exhaustive);
    add_jobs(model.clip, false, pair, times, jobs);
    const auto keys = key_times(source.clips[c], false);
    add_jobs(model.fixed, true, pair, exhaustive ? times : spread(keys, kStaticTimes), jobs);
  }
  return jobs;
}

ErrorPlace place_of(const Scene& source, const Job& job) {
  ErrorPlace place;
  place.error_m = std::sqrt(job.extent.worst_square);
  place.clip = job.clip.source == kRestPose ? "" : source.clips[job.clip.source].name;
  place.time_s = job.extent.time_s;
  if (job.extent.vertex < job.displacement->vertices.size()) {
    const VertexRef& ref = job.displacement->vertices[job.extent.vertex];
    place.mesh = ref.mesh;
    place.primitive = ref.primitive;
    place.vertex = ref.vertex;
    place.joint = source.nodes[ref.node].name;
  }
  return place;
}

/// Adds up jobs of one kind, in their order.
struct Total {
  ErrorPlace worst;
  double sum_of_squares = 0;
  std::uint64_t samples = 0;
  SquareCounts counts;

  void add(const Scene& source, const Job& job) {
    if (samples == 0 || std::sqrt(job.extent.worst_square) > worst.error_m) {
      worst = place_of(source, job);
    }
    sum_of_squares += job.extent.sum_of_squares;
    samples += job.extent.samples;
    counts.add(job.extent.counts);
  }
  /// 99 of 100 displacements are not larger; never above the worst.
  double p99() const { return std::min(counts.quantile(0.99), worst.error_m); }
  double rms() const {
    const double rms = samples == 0 ? 0 : std::sqrt(sum_of_squares / static_cast<double>(samples));
    return std::isnan(rms) ? std::numeric_limits<double>::infinity() : rms;
  }
};

void fill_errors(const Scene& source, const std::vector<Job>& jobs, VerifyReport& report) {
  Total clips, statics;
  std::vector<Total> by_clip(source.clips.size());
  std::vector<char> is_finite(source.clips.size() + 1, 1);
  for (const Job& job : jobs) {
    (job.is_static ? statics : clips).add(source, job);
    const bool is_rest = job.clip.source == kRestPose;
    if (!job.is_finite) {
      is_finite[is_rest ? source.clips.size() : job.clip.source] = 0;
    }
    if (!job.is_static) {
      report.times += job.times.size();
      if (!is_rest) {
        by_clip[job.clip.source].add(source, job);
      }
    }
  }
  report.clip_error = clips.worst;
  report.clip_rms_m = clips.rms();
  report.static_error = statics.worst;
  report.static_rms_m = statics.rms();
  report.clip_p99_m = clips.p99();
  report.static_p99_m = statics.p99();
  report.vertex_samples = clips.samples;
  for (std::size_t c = 0; c < source.clips.size(); ++c) {
    const Total& total = by_clip[c];
    report.clips.push_back(
        {source.clips[c].name, total.worst, total.rms(), total.p99(), total.samples});
  }
  const auto broken = std::ranges::count(is_finite, 0);
  if (broken != 0) {
    report.mismatches.push_back(fmt::format(
        "decoded poses of {} clips (the rest pose counts as one) are not finite", broken));
  }
}

bool is_passed(const Scene& source, const VerifyReport& report) {
  const bool every_clip_seen =
      std::ranges::all_of(report.clips, [](const ClipError& clip) { return clip.samples != 0; });
  const bool looked = report.vertex_samples != 0 && report.clips.size() == source.clips.size();
  return report.mismatches.empty() && looked && every_clip_seen &&
         report.clip_error.error_m <= report.clip_bound_m &&
         report.static_error.error_m <= report.static_bound_m;
}

}  // namespace

VerifyReport verify_package(const Scene& source,
                            const std::vector<std::vector<Influences>>& influences,
                            const DecodedAsset& package, const VerifyPolicy& policy) {
  VerifyReport report;
  const double size = asset_size_m(source);
  report.size_m = size;
  report.clip_bound_m = policy.max_error_m > 0 ? policy.max_error_m : kDefaultClipShare * size;
  report.static_bound_m =
      policy.max_static_error_m > 0 ? policy.max_static_error_m : kDefaultStaticShare * size;
  const auto package_node = match_nodes(source, package, report.mismatches);
  const auto package_clip = match_clips(source, package, report.mismatches);
  const auto pairs = match_primitives(source, package, report.mismatches);
  const ModelInput input{source, influences, package, report.static_bound_m / size,
                         kShellShare * size};
  const ProofModel model = build_model(input, pairs, report.mismatches);
  report.attributes = model.attributes;
  const Poser poser(source);
  std::vector<Job> jobs = plan(source, model, package_clip, policy.exhaustive);
  run_all({source, poser, package, package_node}, jobs, policy.threads);
  fill_errors(source, jobs, report);
  report.passed = is_passed(source, report);
  return report;
}

}  // namespace rigpack
