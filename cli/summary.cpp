#include "summary.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "terminal.h"

namespace rigpack::cli {
namespace {

std::string place_text(const ErrorPlace& place) {
  std::string out = place.clip.empty()
                        ? "in the rest pose"
                        : fmt::format("in clip '{}' at {:.4g} s", safe(place.clip), place.time_s);
  out +=
      fmt::format(", mesh {}, primitive {}, vertex {}", place.mesh, place.primitive, place.vertex);
  return place.joint.empty() ? out : out + fmt::format(", joint '{}'", safe(place.joint));
}

double degrees(double radians) {
  return radians * 180 / std::numbers::pi;
}

std::string error_text(std::string_view name, const ErrorPlace& place, double bound_m,
                       double p99_m) {
  std::string out = fmt::format("  {:<11} {} of {} allowed", name, length_text(place.error_m),
                                length_text(bound_m));
  // Written so that a NaN error is shown with its place.
  return place.error_m == 0 ? out + "\n"
                            : out + fmt::format(", 99 % of all within {}, worst {}\n",
                                                length_text(p99_m), place_text(place));
}

std::string bytes_text(const AssetReport& report) {
  std::string out;
  for (const PackagePart& part : report.package_sizes.parts) {
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", safe(part.name), size_text(part.bytes));
  }
  return out;
}

void add_repair(std::string& out, std::uint64_t count, std::string_view what) {
  if (count != 0) {
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, what);
  }
}

std::string repairs_text(const StageReport& stages) {
  std::string out;
  add_repair(out, stages.repair.negative, "negative weights cleared");
  add_repair(out, stages.repair.non_finite, "NaN or infinite weights cleared");
  add_repair(out, stages.repair.out_of_range, "influences of missing joints cleared");
  add_repair(out, stages.repair.zero_sum_bound, "unweighted vertices bound");
  add_repair(out, stages.merge.vertices_merged, "vertices had a joint twice");
  add_repair(out, stages.limit.vertices_cut, "vertices lost influences");
  if (stages.limit.vertices_cut != 0) {
    out += fmt::format(" (at most {:.3g} of a vertex's weight)", stages.limit.dropped_max);
  }
  add_repair(out, stages.normalize.vertices_changed, "vertices normalised");
  if (stages.normalize.vertices_changed != 0) {
    out += fmt::format(" (sums changed by at most {:.3g})", stages.normalize.largest_change);
  }
  return out.empty() ? "none" : out;
}

std::string vertices_text(const VertexReport& vertex) {
  return fmt::format("{} -> {}, triangles {} -> {}", vertex.vertices_in, vertex.vertices_out,
                     vertex.triangles_in, vertex.triangles_out);
}

/// A bound a little above `error_m`, as an option value.
std::string bound_option(double error_m) {
  return fmt::format("{:.3g}mm", error_m * 1e3 * 1.05);
}

}  // namespace

std::string pack_summary(const AssetReport& report, const std::string& output) {
  const double share = report.source_bytes == 0 ? 0
                                                : 100 * static_cast<double>(report.package_bytes) /
                                                      static_cast<double>(report.source_bytes);
  std::string out =
      fmt::format("packed {} -> {}: {} -> {} ({:.1f} %)\n", safe(report.path), safe(output),
                  size_text(report.source_bytes), size_text(report.package_bytes), share);
  out += fmt::format("  {:<11} {}\n", "bytes", bytes_text(report));
  out += fmt::format("  {:<11} {} of {}, {} in the source\n", "clips", report.clips.size(),
                     report.check.clips.size(), size_text(report.source_clip_bytes));
  if (report.stages) {
    out += fmt::format("  {:<11} {}\n", "vertices", vertices_text(report.stages->vertex));
    out += fmt::format("  {:<11} {}\n", "repairs", repairs_text(*report.stages));
  }
  return out;
}

std::string verify_summary(const VerifyReport& verify) {
  std::string out =
      error_text("clip error", verify.clip_error, verify.clip_bound_m, verify.clip_p99_m);
  out += error_text("mesh error", verify.static_error, verify.static_bound_m, verify.static_p99_m);
  out += fmt::format("  {:<11} off by at most {:.2g} degrees, tangents {:.2g}\n", "normals",
                     degrees(verify.attributes.normal_rad), degrees(verify.attributes.tangent_rad));
  for (const std::string& mismatch : verify.mismatches) {
    out += fmt::format("  {:<11} {}\n", "MISMATCH", safe(mismatch));
  }
  out += fmt::format("  {:<11} {}: {} vertex samples at {} times\n",
                     verify.passed ? "verified" : "NOT VERIFIED",
                     verify.passed ? "on the decoded package" : "the decoded package differs",
                     verify.vertex_samples, verify.times);
  return out;
}

std::string verify_advice(const VerifyReport& verify) {
  std::string out;
  const auto add = [&](std::string_view option, double error_m, double bound) {
    if (!(error_m <= bound) && std::isfinite(error_m)) {
      out += fmt::format("{}{} {}", out.empty() ? "" : " ", option, bound_option(error_m));
    }
  };
  add("--max-error", verify.clip_error.error_m, verify.clip_bound_m);
  add("--max-static-error", verify.static_error.error_m, verify.static_bound_m);
  return out;
}

}  // namespace rigpack::cli
