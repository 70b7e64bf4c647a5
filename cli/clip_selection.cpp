#include "clip_selection.h"

#include <algorithm>

#include "rigpack/package.h"

namespace rigpack::cli {
namespace {

/// `package` with its clips' sources counted among the kept ones; all else is passed on.
class Renumbered : public DecodedAsset {
 public:
  Renumbered(const DecodedAsset& package, const std::vector<std::size_t>& kept)
      : package_(package), kept_(kept) {}

  std::vector<NodeInfo> nodes() const override { return package_.nodes(); }
  std::vector<std::string> clip_names() const override { return package_.clip_names(); }
  std::vector<std::uint32_t> clip_sources() const override {
    std::vector<std::uint32_t> sources = package_.clip_sources();
    for (std::uint32_t& source : sources) {
      const auto found = std::ranges::lower_bound(kept_, source);
      const bool is_kept = found != kept_.end() && *found == source;
      source = is_kept ? static_cast<std::uint32_t>(found - kept_.begin()) : kNone;
    }
    return sources;
  }
  std::vector<PrimitiveInfo> primitives() const override { return package_.primitives(); }
  Result<Geometry> geometry(std::size_t primitive) const override {
    return package_.geometry(primitive);
  }
  void pose(std::size_t clip, double t_s, std::vector<affinef>& globals) const override {
    package_.pose(clip, t_s, globals);
  }
  void palette(std::uint32_t skin, const std::vector<affinef>& globals,
               std::vector<affinef>& out) const override {
    package_.palette(skin, globals, out);
  }
  std::vector<float> morph_weights(std::size_t clip, double t_s,
                                   std::uint32_t instance) const override {
    return package_.morph_weights(clip, t_s, instance);
  }

 private:
  const DecodedAsset& package_;
  const std::vector<std::size_t>& kept_;
};

}  // namespace

VerifyReport verify_clips(const Scene& source,
                          const std::vector<std::vector<Influences>>& influences,
                          const DecodedAsset& package, const std::vector<std::size_t>& kept,
                          const VerifyPolicy& policy) {
  if (kept.size() == source.clips.size()) {
    return verify_package(source, influences, package, policy);
  }
  Scene part = source;
  part.clips.clear();
  for (const std::size_t clip : kept) {
    part.clips.push_back(source.clips[clip]);
  }
  return verify_package(part, influences, Renumbered(package, kept), policy);
}

}  // namespace rigpack::cli
