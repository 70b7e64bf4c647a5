#include "rigpack/package.h"

namespace rigpack {

std::uint32_t element_size(ElementFormat format) {
  switch (format) {
    case ElementFormat::oct8x4:
    case ElementFormat::unorm16x2:
    case ElementFormat::unorm8x4:
    case ElementFormat::u8x4:
      return 4;
    case ElementFormat::unorm16x4:
    case ElementFormat::oct16x4:
    case ElementFormat::f32x2:
    case ElementFormat::unorm16x4w:
    case ElementFormat::u16x4:
      return 8;
    case ElementFormat::f32x3:
      return 12;
  }
  return 0;
}

}  // namespace rigpack
