#include <cmath>

#include "json_asset.h"
#include "rigpack/formats/pose_report.h"

namespace rigpack {
namespace {

using nlohmann::ordered_json;

ordered_json number(double value) {
  if (std::isfinite(value)) {
    return value;
  }
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

ordered_json matrix_json(const affined& matrix) {
  ordered_json out = ordered_json::array();
  for (std::size_t column = 0; column < 4; ++column) {
    for (const auto& row : matrix.rows) {
      out.push_back(number(row[column]));
    }
    out.push_back(column == 3 ? 1.0 : 0.0);
  }
  return out;
}

}  // namespace

std::string pose_json(const PoseReport& pose) {
  ordered_json document;
  document["clip"] = pose.clip ? ordered_json(*pose.clip) : ordered_json();
  document["time_s"] = pose.time_s;
  document["joints"] = ordered_json::array();
  for (const PosedJoint& joint : pose.joints) {
    document["joints"].push_back(
        {{"name", joint.name},
         {"parent", joint.parent ? ordered_json(*joint.parent) : ordered_json()},
         {"matrix", matrix_json(joint.global)}});
  }
  return json_text(document, 1) + "\n";
}

}  // namespace rigpack
