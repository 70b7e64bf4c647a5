/// The worker's side of the wall. Whatever goes wrong here ends this process alone.

#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/scene.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <assimp/DefaultLogger.hpp>
#include <assimp/IOStream.hpp>
#include <assimp/Importer.hpp>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "assimp/confined_io.h"
#include "assimp/convert.h"
#include "assimp/log_notes.h"
#include "assimp/text/md5.h"
#include "assimp/text/smd.h"
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
  std::string format;  ///< as the parent found it
  std::uint64_t memory_bytes = 0, cpu_s = 0, reply_bytes = 0;
  std::optional<double> unit_m;  ///< in place of the file's own
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
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto [stop, fault] = std::from_chars(begin, end, value);
  return fault == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

Job parse_job(std::span<char* const> arguments) {
  if (arguments.size() != 8) {
    leave(WorkerExit::misused);
  }
  const auto memory = parse<std::uint64_t>(arguments[3]);
  const auto cpu = parse<std::uint64_t>(arguments[4]);
  const auto reply = parse<std::uint64_t>(arguments[5]);
  const auto unit = parse<double>(arguments[6]);
  if (!memory || !cpu || !reply || !unit) {
    leave(WorkerExit::misused);
  }
  const bool is_given = *unit > 0;
  return {arguments[2], arguments[7], *memory, *cpu, *reply, is_given ? unit : std::nullopt};
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

[[noreturn]] void refuse(std::string_view message, WorkerExit how = WorkerExit::refused) {
  write_reply(std::as_bytes(std::span(message.substr(0, 1024))));
  leave(how);
}

nlohmann::ordered_json extras_of(const Imported& imported, const std::vector<std::string>& opened) {
  nlohmann::ordered_json ignored = nlohmann::ordered_json::array();
  for (const Clip& clip : imported.scene.clips) {
    ignored.push_back(clip.ignored_keys);
  }
  return {{"notes", imported.notes},
          {"missing_joints", imported.missing_joints},
          {"missing_joint_weights", imported.missing_joint_weights},
          {"ignored_keys", std::move(ignored)},
          {"opened", opened}};
}

void configure(Assimp::Importer& importer) {
  importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, true);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_STRICT_MODE, false);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_ALL_GEOMETRY_LAYERS, true);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_OPTIMIZE_EMPTY_ANIMATION_CURVES, false);
}

/// Assimp goes on to other importers, by content, when the one of the ending declines.
bool was_read_as(const std::string& format, const Assimp::Importer& importer) {
  const int index = importer.GetPropertyInteger("importerIndex", -1);
  const aiImporterDesc* used =
      index < 0 ? nullptr : importer.GetImporterInfo(static_cast<std::size_t>(index));
  const std::string endings = used == nullptr ? std::string() : used->mFileExtensions;
  return (" " + endings + " ").find(" " + format + " ") != std::string::npos;
}

bool ran_out_of_memory(const std::exception_ptr& fault) {
  try {
    if (fault) {
      std::rethrow_exception(fault);
    }
  } catch (const std::bad_alloc&) {
    return true;
  } catch (...) {
    return false;  // the importer has its words
  }
  return false;
}

Imported read_by_assimp(const Job& job, ConfinedIo* io) {
  const std::string folder = (job.path.parent_path() / "").string();
  auto* log = new LogNotes(folder);
  Assimp::DefaultLogger::create("", Assimp::Logger::NORMAL, 0)
      ->attachStream(log, Assimp::Logger::Warn | Assimp::Logger::Err);
  auto* importer = new Assimp::Importer;  // never destroyed, as `leave` says
  importer->SetIOHandler(io);
  configure(*importer);
  const aiScene* source = importer->ReadFile(io->path_as(job.format), 0);
  if (source == nullptr || source->mRootNode == nullptr) {
    if (ran_out_of_memory(importer->GetException())) {
      leave_without_memory();
    }
    refuse(without_folder(importer->GetErrorString(), folder));
  }
  if (!was_read_as(job.format, *importer)) {
    refuse("what is in the file is of another format than its name says");
  }
  Imported imported = convert(*source, {job.format, job.unit_m});
  std::ranges::copy(log->notes(), std::back_inserter(imported.notes));
  return imported;
}

/// Nothing when `path` cannot be opened.
std::optional<std::string> read_text(ConfinedIo& io, const std::filesystem::path& path) {
  Assimp::IOStream* stream = io.Open(path.c_str(), "rb");
  if (stream == nullptr) {
    return std::nullopt;
  }
  std::string text(stream->FileSize(), '\0');
  text.resize(stream->Read(text.data(), 1, text.size()));
  return text;
}

Imported take(Result<Imported> read) {
  if (!read) {
    refuse(read.error().message);
  }
  return std::move(*read);
}

Imported read_md5(const Job& job, ConfinedIo& io) {
  Imported imported = take(text::read_md5_mesh(read_text(io, job.path).value_or(""), job.unit_m));
  std::filesystem::path beside = job.path;
  beside.replace_extension(".md5anim");
  if (const auto clip = read_text(io, beside)) {
    if (const auto added = text::add_md5_anim(*clip, beside.stem().string(), imported); !added) {
      refuse("the .md5anim beside it: " + added.error().message);
    }
  }
  return imported;
}

Imported read(const Job& job, ConfinedIo* io) {
  if (job.format == "md5mesh") {
    return read_md5(job, *io);
  }
  if (job.format == "smd") {
    return take(text::read_smd(read_text(*io, job.path).value_or(""), job.path.stem().string(),
                               job.unit_m));
  }
  return read_by_assimp(job, io);
}

[[noreturn]] void work(const Job& job) {
  std::vector<std::string> opened;
  auto* imported = new Imported(read(job, new ConfinedIo(job.path, opened)));
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
  } catch (const assimp::GarbledImport& error) {
    assimp::refuse(error.what(), assimp::WorkerExit::garbled);
  } catch (const std::exception& error) {
    assimp::refuse(error.what());
  } catch (...) {
    assimp::refuse("unknown fault");
  }
}

}  // namespace rigpack
