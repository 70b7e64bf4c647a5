#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>
#include <type_traits>

#include "gltf/accessor.h"

namespace rigpack::gltf {
namespace {

/// Where elements lie: `components` numbers each, `stride` bytes apart.
struct Run {
  const std::byte* first = nullptr;
  std::size_t count = 0;
  std::size_t stride = 0;
  std::size_t components = 1;
};

template <class Stored, class Out, class Convert>
void copy_run(const Run& run, Out* out, Convert convert) {
  for (std::size_t i = 0; i < run.count; ++i) {
    const std::byte* element = run.first + i * run.stride;
    for (std::size_t c = 0; c < run.components; ++c) {
      Stored stored;
      std::memcpy(&stored, element + c * sizeof(Stored), sizeof(Stored));
      *out++ = convert(stored);
    }
  }
}

template <class Stored>
void integers_to_floats(const Run& run, bool normalized, float* out) {
  if (!normalized) {
    copy_run<Stored>(run, out, [](Stored value) { return static_cast<float>(value); });
    return;
  }
  constexpr auto kMax = static_cast<float>(std::numeric_limits<Stored>::max());
  if constexpr (std::is_signed_v<Stored>) {
    copy_run<Stored>(
        run, out, [](Stored value) { return std::max(static_cast<float>(value) / kMax, -1.0F); });
  } else {
    copy_run<Stored>(run, out, [](Stored value) { return static_cast<float>(value) / kMax; });
  }
}

void run_to(const Run& run, const Accessor& accessor, float* out) {
  switch (accessor.component) {
    case Component::i8:
      return integers_to_floats<std::int8_t>(run, accessor.normalized, out);
    case Component::u8:
      return integers_to_floats<std::uint8_t>(run, accessor.normalized, out);
    case Component::i16:
      return integers_to_floats<std::int16_t>(run, accessor.normalized, out);
    case Component::u16:
      return integers_to_floats<std::uint16_t>(run, accessor.normalized, out);
    case Component::u32:
      return integers_to_floats<std::uint32_t>(run, false, out);
    case Component::f32:
      if (run.stride == run.components * sizeof(float)) {
        std::memcpy(out, run.first, run.count * run.stride);
        return;
      }
      return copy_run<float>(run, out, [](float value) { return value; });
  }
}

template <class Out>
void run_to_unsigned(const Run& run, const Accessor& accessor, Out* out) {
  const auto widen = [](auto value) { return static_cast<Out>(value); };
  if (accessor.component == Component::u8) {
    copy_run<std::uint8_t>(run, out, widen);
  } else if (accessor.component == Component::u16) {
    copy_run<std::uint16_t>(run, out, widen);
  } else {
    assert(accessor.component == Component::u32 && sizeof(Out) == 4);
    copy_run<std::uint32_t>(run, out, widen);
  }
}

void run_to(const Run& run, const Accessor& accessor, std::uint16_t* out) {
  run_to_unsigned(run, accessor, out);
}
void run_to(const Run& run, const Accessor& accessor, std::uint32_t* out) {
  run_to_unsigned(run, accessor, out);
}

/// Base values (zeros without a bufferView), then the sparse substitutes over them.
template <class Out>
void decode(const Accessor& accessor, std::span<Out> out) {
  const std::size_t components = component_count(accessor.shape);
  assert(accessor.usable && out.size() == accessor.count * components);
  if (accessor.data.empty()) {
    std::fill(out.begin(), out.end(), Out{});
  } else {
    run_to({accessor.data.data(), accessor.count, accessor.stride, components}, accessor,
           out.data());
  }
  const std::size_t bytes = element_bytes(accessor.shape, accessor.component);
  for (std::size_t i = 0; i < accessor.sparse.indices.size(); ++i) {
    run_to({accessor.sparse.values.data() + i * bytes, 1, bytes, components}, accessor,
           out.data() + accessor.sparse.indices[i] * components);
  }
}

}  // namespace

void decode_floats(const Accessor& accessor, std::span<float> out) {
  decode(accessor, out);
}
std::uint32_t substitute(const Accessor& accessor, std::uint32_t first, std::uint32_t next,
                         std::span<float> out) {
  const std::size_t components = component_count(accessor.shape);
  const std::size_t bytes = element_bytes(accessor.shape, accessor.component);
  const std::vector<std::uint32_t>& indices = accessor.sparse.indices;
  for (; next < indices.size() && (indices[next] - first) * components < out.size(); ++next) {
    run_to({accessor.sparse.values.data() + next * bytes, 1, bytes, components}, accessor,
           out.data() + (indices[next] - first) * components);
  }
  return next;
}
void decode_u16(const Accessor& accessor, std::span<std::uint16_t> out) {
  decode(accessor, out);
}
void decode_u32(const Accessor& accessor, std::span<std::uint32_t> out) {
  decode(accessor, out);
}

}  // namespace rigpack::gltf
