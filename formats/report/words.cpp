#include "rigpack/formats/words.h"

#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace rigpack {
namespace {

void append_part(std::string& out, std::string_view kind, const std::optional<std::uint32_t>& index,
                 const std::vector<std::string>& names) {
  if (!index) {
    return;
  }
  out += fmt::format("{}{} {}", out.empty() ? "" : ", ", kind, *index);
  if (*index < names.size() && !names[*index].empty()) {
    out += fmt::format(" '{}'", names[*index]);
  }
}

}  // namespace

std::string location_text(const Location& at, const PartNames& names) {
  std::string out;
  append_part(out, "mesh", at.mesh, names.meshes);
  append_part(out, "primitive", at.primitive, {});
  append_part(out, "skin", at.skin, names.skins);
  append_part(out, "joint", at.joint, {});
  append_part(out, "clip", at.clip, names.clips);
  if (at.time_s) {
    out += fmt::format("{}{:.4g} s", out.empty() ? "" : ", ", *at.time_s);
  }
  if (!at.pointer.empty()) {
    out += out.empty() ? at.pointer : fmt::format(" ({})", at.pointer);
  }
  return out;
}

std::string size_text(std::uint64_t bytes) {
  if (bytes < 1000) {
    return fmt::format("{} B", bytes);
  }
  const double value = static_cast<double>(bytes);
  return value < 999'500 ? fmt::format("{:.1f} KB", value / 1e3)
                         : fmt::format("{:.2f} MB", value / 1e6);
}

std::string length_text(double metres) {
  const double size = std::fabs(metres);
  if (size == 0) {
    return "0 mm";
  }
  if (!(size < 1)) {
    return fmt::format("{:.4g} m", metres);
  }
  return size < 1e-5 ? fmt::format("{:.3g} um", metres * 1e6)
                     : fmt::format("{:.3g} mm", metres * 1e3);
}

std::string count_text(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace rigpack
