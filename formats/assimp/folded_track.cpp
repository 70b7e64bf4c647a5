#include "assimp/folded_track.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace rigpack::assimp {
namespace {

constexpr double kTolerance = 1e-5;
constexpr int kMaxDepth = 5;

double3 to_double3(const aiVector3D& v) {
  return {v.x, v.y, v.z};
}

double3 mix(const double3& a, const double3& b, double t) {
  return a + (b - a) * t;
}

trsd mix(const trsd& a, const trsd& b, double t) {
  return {mix(a.translation, b.translation, t), slerp(a.rotation, b.rotation, t),
          mix(a.scale, b.scale, t)};
}

/// The keys around `time` and how far it lies between them.
template <class Key>
struct Around {
  const Key* before;
  const Key* after;
  double share;
};

template <class Key>
Around<Key> around(std::span<const Key> keys, double time) {
  const auto after = std::ranges::upper_bound(keys, time, {}, &Key::mTime);
  if (after == keys.begin()) {
    return {&keys.front(), &keys.front(), 0};
  }
  const Key* before = &*(after - 1);
  if (after == keys.end()) {
    return {before, before, 0};
  }
  const double gap = after->mTime - before->mTime;
  return {before, &*after, gap > 0 ? (time - before->mTime) / gap : 0};
}

double3 sample_vector(std::span<const aiVectorKey> keys, double time, const double3& none) {
  if (keys.empty()) {
    return none;
  }
  const auto [before, after, share] = around(keys, time);
  return mix(to_double3(before->mValue), to_double3(after->mValue), share);
}

quatd sample_rotation(std::span<const aiQuatKey> keys, double time) {
  if (keys.empty()) {
    return {};
  }
  const auto to_quatd = [](const aiQuaternion& q) { return quatd{q.x, q.y, q.z, q.w}; };
  const auto [before, after, share] = around(keys, time);
  return slerp(normalized(to_quatd(before->mValue)), normalized(to_quatd(after->mValue)), share);
}

affined product(const std::vector<ChainLink>& chain, double time) {
  affined out;
  for (const ChainLink& link : chain) {
    out = out * (link.channel != nullptr ? to_affine(sample(*link.channel, time)) : link.local);
  }
  return out;
}

double difference(const affined& a, const affined& b) {
  double worst = 0, size = 1;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      worst = std::max(worst, std::abs(a.rows[row][column] - b.rows[row][column]));
      size = std::max(size, std::abs(a.rows[row][column]));
    }
  }
  return worst / size;
}

class Folder {
 public:
  Folder(const std::vector<ChainLink>& chain, bool& sheared) : chain_(chain), sheared_(sheared) {}

  std::vector<ChainKey> run(const std::vector<double>& times) {
    for (const double time : times) {
      const ChainKey next = key_at(time);
      if (!keys_.empty()) {
        const ChainKey last = keys_.back();
        refine(last, next, 0);
      }
      push(next);
    }
    return std::move(keys_);
  }

 private:
  ChainKey key_at(double time) {
    const affined local = product(chain_, time);
    ChainKey key{time, keys_.empty() ? trsd{} : keys_.back().local};
    if (!decompose(local, kTolerance * 10, key.local)) {
      sheared_ = true;
      decompose(local, 1e9, key.local);  // the nearest; a flat axis keeps the key before
    }
    return key;
  }
  void push(ChainKey key) {
    if (!keys_.empty() && dot(keys_.back().local.rotation, key.local.rotation) < 0) {
      quatd& q = key.local.rotation;
      q = {-q.x, -q.y, -q.z, -q.w};
    }
    keys_.push_back(key);
  }
  void refine(const ChainKey& a, const ChainKey& b, int depth) {
    const double middle = (a.time + b.time) / 2;
    const bool between = middle > a.time && middle < b.time;
    if (depth == kMaxDepth || !between) {
      return;
    }
    if (difference(product(chain_, middle), to_affine(mix(a.local, b.local, 0.5))) <= kTolerance) {
      return;
    }
    const ChainKey key = key_at(middle);
    refine(a, key, depth + 1);
    push(key);
    refine(key, b, depth + 1);
  }

  const std::vector<ChainLink>& chain_;
  bool& sheared_;
  std::vector<ChainKey> keys_;
};

template <class Key>
void add_times(const Key* keys, unsigned count, std::vector<double>& out) {
  for (unsigned i = 0; i < count; ++i) {
    if (std::isfinite(keys[i].mTime)) {
      out.push_back(keys[i].mTime);
    }
  }
}

}  // namespace

trsd sample(const aiNodeAnim& channel, double time) {
  return {sample_vector({channel.mPositionKeys, channel.mNumPositionKeys}, time, {}),
          sample_rotation({channel.mRotationKeys, channel.mNumRotationKeys}, time),
          sample_vector({channel.mScalingKeys, channel.mNumScalingKeys}, time, {1, 1, 1})};
}

std::vector<ChainKey> fold_keys(const std::vector<ChainLink>& chain, bool& sheared) {
  std::vector<double> times;
  for (const ChainLink& link : chain) {
    if (link.channel != nullptr) {
      add_times(link.channel->mPositionKeys, link.channel->mNumPositionKeys, times);
      add_times(link.channel->mRotationKeys, link.channel->mNumRotationKeys, times);
      add_times(link.channel->mScalingKeys, link.channel->mNumScalingKeys, times);
    }
  }
  std::ranges::sort(times);
  times.erase(std::ranges::unique(times).begin(), times.end());
  return Folder(chain, sheared).run(times);
}

}  // namespace rigpack::assimp
