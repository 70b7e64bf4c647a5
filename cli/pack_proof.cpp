#include "pack_proof.h"

#include <stdexcept>

#include "clip_selection.h"

namespace rigpack::cli {
namespace {

Result<PackedBytes> write(const Package& package) {
  auto bytes = write_package(package);
  if (!bytes) {
    return std::unexpected(bytes.error());
  }
  auto sizes = package_sizes(*bytes);
  if (!sizes) {
    return std::unexpected(sizes.error());
  }
  return PackedBytes{std::move(*bytes), std::move(*sizes), {}};
}

/// `final_bytes` must hold what `proven_bytes` hold, but for the certificate.
void require_same_content(const std::vector<std::byte>& final_bytes,
                          const std::vector<std::byte>& proven_bytes,
                          const Certificate& proven_certificate) {
  auto content = read_package(final_bytes);
  if (content) {
    content->certificate = proven_certificate;
    const auto again = write_package(*content);
    if (again && *again == proven_bytes && open_package(final_bytes)) {
      return;
    }
  }
  throw std::logic_error("the certified package does not read back as the one that was proven");
}

}  // namespace

Result<PackedBytes> write_unproven(const Package& package) {
  return write(package);
}

Result<PackedBytes> write_proven(const Scene& scene, const PackResult& result,
                                 const PackPolicy& policy) {
  auto first = write(result.package);
  if (!first) {
    return first;
  }
  const auto decoded = open_package(first->bytes);
  if (!decoded) {
    throw std::logic_error("the runtime refuses the package that was written: " +
                           decoded.error().message);
  }
  first->verify = prove(scene, result.influences, **decoded, policy, false);
  if (!first->verify->passed) {
    return first;
  }
  Package certified = result.package;
  certified.certificate.clip_error_m = first->verify->clip_error.error_m;
  certified.certificate.static_error_m = first->verify->static_error.error_m;
  auto last = write(certified);
  if (last) {
    require_same_content(last->bytes, first->bytes, result.package.certificate);
    last->verify = std::move(first->verify);
  }
  return last;
}

VerifyReport prove(const Scene& scene, const std::vector<std::vector<Influences>>& influences,
                   const DecodedAsset& package, const PackPolicy& policy, bool exhaustive) {
  const VerifyPolicy verify{.max_error_m = policy.max_error_m,
                            .max_static_error_m = policy.max_static_error_m,
                            .exhaustive = exhaustive,
                            .threads = policy.threads};
  return verify_clips(scene, influences, package, selected_clips(scene, policy), verify);
}

}  // namespace rigpack::cli
