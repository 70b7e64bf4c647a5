/// The worker's side of the wall. Whatever goes wrong here ends this process alone.

#include <assimp/config.h>
#include <assimp/scene.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <assimp/DefaultLogger.hpp>
#include <assimp/Importer.hpp>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "assimp/confined_io.h"
#include "assimp/convert.h"
#include "assimp/worker_process.h"
#include "gltf/writer.h"
#include "rigpack/formats/import.h"

#if defined(__SANITIZE_ADDRESS__)
#define RIGPACK_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RIGPACK_ADDRESS_SANITIZER 1
#endif
#endif

namespace rigpack {
namespace assimp {
namespace {

struct Job {
  std::filesystem::path path;
  std::uint64_t memory_bytes = 0, cpu_s = 0, reply_bytes = 0;
  double unit_m = 0;  ///< 0: the file's own
};

/// No destructor and no exit handler runs: some scenes are freed twice by their own.
[[noreturn]] void leave(WorkerExit how) {
  ::_exit(static_cast<int>(how));
}

[[noreturn]] void leave_without_memory() {
  leave(WorkerExit::out_of_memory);
}

template <class T>
std::optional<T> parse(std::string_view text) {
  T value{};
  const auto end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, value);
  return fault == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

Job parse_job(std::span<char* const> arguments) {
  if (arguments.size() != 7) {
    leave(WorkerExit::misused);
  }
  const auto memory = parse<std::uint64_t>(arguments[3]);
  const auto cpu = parse<std::uint64_t>(arguments[4]);
  const auto reply = parse<std::uint64_t>(arguments[5]);
  const auto unit = parse<double>(arguments[6]);
  if (!memory || !cpu || !reply || !unit) {
    leave(WorkerExit::misused);
  }
  return {arguments[2], *memory, *cpu, *reply, *unit};
}

void limit(decltype(RLIMIT_CPU) what, std::uint64_t most) {
  const rlimit value{most, most};
  if (::setrlimit(what, &value) != 0) {
    leave(WorkerExit::misused);
  }
}

void set_limits(const Job& job) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::signal(SIGXFSZ, SIG_IGN);  // the write fails instead, and says so
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, job.cpu_s);
  limit(RLIMIT_FSIZE, job.reply_bytes);
#ifndef RIGPACK_ADDRESS_SANITIZER  // its shadow alone is larger than any limit
  limit(RLIMIT_AS, job.memory_bytes);
#endif
  std::set_new_handler(leave_without_memory);
}

void write_reply(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(kReplyDescriptor, bytes.data(), bytes.size());
    if (put <= 0) {
      leave(WorkerExit::too_large);
    }
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
}

[[noreturn]] void refuse(std::string_view message) {
  write_reply(std::as_bytes(std::span(message.substr(0, 1024))));
  leave(WorkerExit::refused);
}

std::string ending_of(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return ending.empty() ? ending : ending.substr(1);
}

nlohmann::ordered_json extras_of(const Imported& imported, const std::vector<std::string>& opened) {
  nlohmann::ordered_json ignored = nlohmann::ordered_json::array();
  for (const Clip& clip : imported.scene.clips) {
    ignored.push_back(clip.ignored_keys);
  }
  return {{"notes", imported.notes}, {"ignored_keys", std::move(ignored)}, {"opened", opened}};
}

void configure(Assimp::Importer& importer) {
  importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, true);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_STRICT_MODE, false);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_ALL_GEOMETRY_LAYERS, true);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_OPTIMIZE_EMPTY_ANIMATION_CURVES, false);
}

[[noreturn]] void work(const Job& job) {
  std::vector<std::string> opened;
  auto* importer = new Assimp::Importer;  // never destroyed, as `leave` says
  importer->SetIOHandler(new ConfinedIo(job.path, opened));
  configure(*importer);
  const aiScene* source = importer->ReadFile(job.path.string(), 0);
  if (source == nullptr || source->mRootNode == nullptr) {
    if (importer->GetException()) {
      std::rethrow_exception(importer->GetException());
    }
    refuse(importer->GetErrorString());
  }
  ConvertOptions options;
  options.format = ending_of(job.path);
  options.unit_m = job.unit_m > 0 ? std::optional(job.unit_m) : std::nullopt;
  auto* imported = new Imported(convert(*source, options));
  const auto glb = gltf::write_glb(imported->scene, extras_of(*imported, opened));
  if (!glb) {
    leave(WorkerExit::too_large);
  }
  write_reply(*glb);
  leave(WorkerExit::done);
}

}  // namespace
}  // namespace assimp

bool is_import_worker(std::span<char* const> arguments) {
  return arguments.size() > 1 && arguments[1] == kImportWorkerVerb;
}

void run_import_worker(std::span<char* const> arguments) {
  const assimp::Job job = assimp::parse_job(arguments);
  assimp::set_limits(job);
  try {
    assimp::work(job);
  } catch (const std::bad_alloc&) {
    assimp::leave_without_memory();
  } catch (const std::exception& error) {
    assimp::refuse(error.what());
  } catch (...) {
    assimp::refuse("unknown fault");
  }
}

}  // namespace rigpack
