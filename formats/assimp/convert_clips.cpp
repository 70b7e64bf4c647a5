#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <unordered_map>

#include "assimp/convert.h"
#include "assimp/folded_track.h"

namespace rigpack::assimp {
namespace {

/// Ticks a second where the file does not say: DirectX's own default, else ticks are seconds.
double default_rate(std::string_view format) {
  return format == "x" ? 4800 : 1;
}

Track make_track(NodeIndex node, TrackPath path, std::uint32_t components) {
  Track track;
  track.node = node;
  track.path = path;
  track.components = components;
  return track;
}

/// Appends a key; ticks that round to the time of the key before replace it.
void add_key(Track& track, double time_s, std::span<const double> values) {
  const auto time = static_cast<float>(time_s);
  if (!track.times.empty() && track.times.back() == time) {
    track.times.pop_back();
    track.values.resize(track.values.size() - track.components);
  }
  track.times.push_back(time);
  for (const double value : values) {
    track.values.push_back(static_cast<float>(value));
  }
}

std::array<double, 3> numbers(const double3& v) {
  return {v.x, v.y, v.z};
}
std::array<double, 4> numbers(const quatd& q) {
  return {q.x, q.y, q.z, q.w};
}

bool repeats(const Track& track, std::span<const float> rest) {
  for (std::size_t i = 0; i < track.values.size(); ++i) {
    const float expected = rest[i % rest.size()];
    if (!(std::abs(track.values[i] - expected) <= 1e-6F * std::max(1.0F, std::abs(expected)))) {
      return false;
    }
  }
  return true;
}

class ClipConverter {
 public:
  ClipConverter(const aiScene& source, const SourceTree& tree, const ConvertOptions& options,
                Imported& out)
      : source_(source), tree_(tree), options_(options), out_(out) {}

  void convert(const aiAnimation& animation) {
    begin(animation);
    if (rate_ < 0) {
      ++backward_;
      return;
    }
    for (std::uint32_t i = 0; i < tree_.nodes.size(); ++i) {
      if (!tree_.nodes[i].is_helper) {
        convert_node(tree_.nodes[i], i);
      }
    }
    for (unsigned i = 0; i < animation.mNumMorphMeshChannels; ++i) {
      convert_morph(*animation.mMorphMeshChannels[i]);
    }
    if (animation.mNumMeshChannels != 0) {
      out_.notes.push_back(fmt::format("{} channels that swap whole meshes are left out",
                                       animation.mNumMeshChannels));
    }
    if (clip_.tracks.empty()) {
      ++empty_;
    } else {
      out_.scene.clips.push_back(std::move(clip_));
    }
  }

  void note_losses() {
    const auto note = [&](std::size_t count, std::string_view what) {
      if (count != 0) {
        out_.notes.push_back(fmt::format("{} {}", count, what));
      }
    };
    note(empty_, "clips without any key are left out");
    note(lost_, "channels drive no node and are left out");
    note(repeated_, "channels drive a node that another one drives, and are left out");
    note(sheared_, "animated nodes are sheared: the nearest rotation and scale stand in");
    note(backward_, "clips have a frame rate below 0, and are left out");
    note(unrated_, "clips do not say how long a tick is: a default is taken");
  }

 private:
  void begin(const aiAnimation& animation) {
    clip_ = {};
    clip_.name = animation.mName.C_Str();
    rate_ = animation.mTicksPerSecond;
    if (!std::isfinite(rate_) || rate_ == 0) {
      rate_ = default_rate(options_.format);
      ++unrated_;
    }
    channels_.clear();
    for (unsigned i = 0; i < animation.mNumChannels; ++i) {
      const aiNodeAnim& channel = *animation.mChannels[i];
      const auto node = tree_.by_name.find(channel.mNodeName.C_Str());
      const bool is_new =
          node != tree_.by_name.end() && channels_.emplace(node->second, &channel).second;
      if (!is_new) {
        ++(node == tree_.by_name.end() ? lost_ : repeated_);
        clip_.ignored_keys += std::uint64_t{channel.mNumPositionKeys} + channel.mNumRotationKeys +
                              channel.mNumScalingKeys;
      }
    }
  }

  const aiNodeAnim* channel_of(std::uint32_t node) const {
    const auto found = channels_.find(node);
    return found == channels_.end() ? nullptr : found->second;
  }

  /// Where a chain has no true pivot, Assimp gives the node alone a channel, of the whole chain's
  /// transform; where it has one, channels name the links that move.
  void convert_node(const SourceNode& node, std::uint32_t index) {
    const aiNodeAnim* own = channel_of(index);
    std::vector<ChainLink> chain;
    std::size_t driven = 0;
    for (const std::uint32_t link : node.chain) {
      chain.push_back({channel_of(link), to_affine(tree_.nodes[link].node->mTransformation)});
      driven += chain.back().channel != nullptr;
    }
    if (own != nullptr && driven == 1) {
      copy_channel(*own, NodeIndex(node.target));
    } else if (driven != 0) {
      fold_chain(chain, NodeIndex(node.target));
    }
  }

  void add(Track track) {
    if (!track.times.empty()) {
      if (Node& node = out_.scene.nodes[track.node.value]; node.matrix) {
        take_nearest_rest(node);
      }
      clip_.tracks.push_back(std::move(track));
    }
  }

  /// A driven node cannot be a matrix in glTF; its rest becomes what the matrix comes nearest to.
  void take_nearest_rest(Node& node) {
    ++sheared_;
    trsd rest;
    if (decompose(rigpack::to_affine(*node.matrix), 1e9, rest)) {
      node.rest = to_float(rest);
    }
    node.matrix.reset();
  }

  void copy_channel(const aiNodeAnim& channel, NodeIndex node) {
    Track translation = make_track(node, TrackPath::translation, 3);
    for (unsigned i = 0; i < channel.mNumPositionKeys; ++i) {
      const aiVectorKey& key = channel.mPositionKeys[i];
      add_key(translation, key.mTime / rate_,
              std::array<double, 3>{key.mValue.x, key.mValue.y, key.mValue.z});
    }
    Track rotation = make_track(node, TrackPath::rotation, 4);
    for (unsigned i = 0; i < channel.mNumRotationKeys; ++i) {
      const aiQuatKey& key = channel.mRotationKeys[i];
      add_key(rotation, key.mTime / rate_,
              std::array<double, 4>{key.mValue.x, key.mValue.y, key.mValue.z, key.mValue.w});
    }
    Track scale = make_track(node, TrackPath::scale, 3);
    for (unsigned i = 0; i < channel.mNumScalingKeys; ++i) {
      const aiVectorKey& key = channel.mScalingKeys[i];
      add_key(scale, key.mTime / rate_,
              std::array<double, 3>{key.mValue.x, key.mValue.y, key.mValue.z});
    }
    add(std::move(translation));
    add(std::move(rotation));
    add(std::move(scale));
  }

  void fold_chain(const std::vector<ChainLink>& chain, NodeIndex node) {
    Track translation = make_track(node, TrackPath::translation, 3);
    Track rotation = make_track(node, TrackPath::rotation, 4);
    Track scale = make_track(node, TrackPath::scale, 3);
    bool sheared = false;
    for (const ChainKey& key : fold_keys(chain, sheared)) {
      const double time_s = key.time / rate_;
      add_key(translation, time_s, numbers(key.local.translation));
      add_key(rotation, time_s, numbers(key.local.rotation));
      add_key(scale, time_s, numbers(key.local.scale));
    }
    sheared_ += sheared;
    const trsf& rest = out_.scene.nodes[node.value].rest;
    const std::array move{rest.translation.x, rest.translation.y, rest.translation.z};
    const std::array grow{rest.scale.x, rest.scale.y, rest.scale.z};
    if (!repeats(translation, move)) {
      add(std::move(translation));
    }
    add(std::move(rotation));
    if (!repeats(scale, grow)) {
      add(std::move(scale));
    }
  }

  bool is_named(const SourceNode& node, std::string_view name) const {
    if (name == node.node->mName.C_Str()) {
      return true;
    }
    for (unsigned i = 0; i < node.node->mNumMeshes; ++i) {
      if (node.node->mMeshes[i] < source_.mNumMeshes &&
          name == source_.mMeshes[node.node->mMeshes[i]]->mName.C_Str()) {
        return true;
      }
    }
    return false;
  }

  void convert_morph(const aiMeshMorphAnim& channel) {
    std::string_view name = channel.mName.C_Str();
    name = name.substr(0, name.find('*'));  // FBX adds the number of the deformer
    std::size_t found = 0;
    for (const SourceNode& node : tree_.nodes) {
      if (node.node->mNumMeshes != 0 && !node.is_helper && is_named(node, name)) {
        found += add_morph(channel, node);
      }
    }
    if (found == 0) {
      ++lost_;
      clip_.ignored_keys += channel.mNumKeys;
    }
  }

  bool add_morph(const aiMeshMorphAnim& channel, const SourceNode& node) {
    const NodeIndex index(node.geometric.empty() ? node.target : node.target + 1);
    const auto mesh = out_.scene.nodes[index.value].mesh;
    const std::size_t targets =
        mesh ? out_.scene.meshes[mesh->value].morph_weights.size() : std::size_t{0};
    if (targets == 0 || channel.mNumKeys == 0) {
      return false;
    }
    Track track = make_track(index, TrackPath::weights, static_cast<std::uint32_t>(targets));
    for (unsigned k = 0; k < channel.mNumKeys; ++k) {
      const aiMeshMorphKey& key = channel.mKeys[k];
      std::vector<double> weights(targets);
      for (unsigned i = 0; i < key.mNumValuesAndWeights; ++i) {
        if (key.mValues[i] < targets) {
          weights[key.mValues[i]] = key.mWeights[i];
        }
      }
      add_key(track, key.mTime / rate_, weights);
    }
    add(std::move(track));
    return true;
  }

  const aiScene& source_;
  const SourceTree& tree_;
  const ConvertOptions& options_;
  Imported& out_;
  Clip clip_;
  double rate_ = 1;
  std::unordered_map<std::uint32_t, const aiNodeAnim*> channels_;
  std::size_t empty_ = 0, lost_ = 0, repeated_ = 0, sheared_ = 0, unrated_ = 0, backward_ = 0;
};

}  // namespace

void convert_clips(const aiScene& source, const SourceTree& tree, const ConvertOptions& options,
                   Imported& out) {
  ClipConverter converter(source, tree, options, out);
  for (unsigned i = 0; i < source.mNumAnimations; ++i) {
    converter.convert(*source.mAnimations[i]);
  }
  converter.note_losses();
}

}  // namespace rigpack::assimp
