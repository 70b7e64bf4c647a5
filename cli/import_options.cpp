#include "import_options.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "units.h"

namespace rigpack::cli {
namespace {

constexpr double kLongestTimeout = 86'400;           ///< seconds: a day
constexpr double kLeastMemory = 64.0 * 1024 * 1024;  ///< the program itself needs about half of it

Error invalid(std::string message) {
  return {ErrorCode::invalid_argument, std::move(message), ""};
}

/// `512MiB`, `2GiB`, `1.5G`: powers of 1024 whichever way they are written.
Result<std::uint64_t> parse_size(const std::string& text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, number);
  const std::string_view unit(stop, end);
  constexpr std::array<std::pair<std::string_view, double>, 8> kUnits{{{"", 1},
                                                                       {"B", 1},
                                                                       {"K", 0x1p10},
                                                                       {"KiB", 0x1p10},
                                                                       {"M", 0x1p20},
                                                                       {"MiB", 0x1p20},
                                                                       {"G", 0x1p30},
                                                                       {"GiB", 0x1p30}}};
  for (const auto& [name, factor] : kUnits) {
    const double bytes = number * factor;
    if (fault == std::errc() && unit == name && bytes >= kLeastMemory && bytes <= 0x1p50) {
      return static_cast<std::uint64_t>(bytes);
    }
  }
  return std::unexpected(invalid(
      fmt::format("--memory-limit {}: give a size such as 512MiB or 2GiB, at least 64MiB", text)));
}

/// `m`, `cm`, `mm`, `in`, `ft`, or a length such as `2.54cm`.
Result<double> parse_unit(const std::string& text) {
  if (text == "in" || text == "ft") {
    return text == "in" ? 0.0254 : 0.3048;
  }
  const bool is_name = !text.empty() && (text.front() < '0' || text.front() > '9');
  const auto length = parse_length(is_name ? "1" + text : text);
  if (!length || length->relative) {
    return std::unexpected(
        invalid(fmt::format("--unit {}: give m, cm, mm, in, ft or a length such as 2.54cm", text)));
  }
  return length->value;
}

}  // namespace

void add_import_options(CLI::App& verb, ImportArguments& arguments) {
  verb.add_option("--timeout", arguments.timeout_s,
                  "Seconds that the importer of FBX, Collada ... may take for a file [10]")
      ->type_name("SECONDS");
  verb.add_option("--memory-limit", arguments.memory_limit,
                  "Memory that the importer may take for a file [2GiB]")
      ->type_name("SIZE");
  verb.add_option("--unit", arguments.unit,
                  "What a unit of an imported file is: m, cm, mm, in, ft [what the file says, "
                  "else m]; glTF is always in metres")
      ->type_name("UNIT");
}

Result<ImportOptions> import_options(const ImportArguments& arguments) {
  ImportOptions options;
  options.worker = "/proc/self/exe";
  const bool in_range = arguments.timeout_s > 0 && arguments.timeout_s <= kLongestTimeout;
  if (!in_range) {  // NaN among them
    return std::unexpected(invalid(
        fmt::format("--timeout {}: give seconds above 0, at most a day", arguments.timeout_s)));
  }
  options.timeout_s = arguments.timeout_s;
  const auto memory = parse_size(arguments.memory_limit);
  if (!memory) {
    return std::unexpected(memory.error());
  }
  options.memory_bytes = *memory;
  if (!arguments.unit.empty()) {
    const auto unit = parse_unit(arguments.unit);
    if (!unit) {
      return std::unexpected(unit.error());
    }
    options.unit_m = *unit;
  }
  return options;
}

std::optional<std::string> unit_text(const ImportOptions& options) {
  return options.unit_m ? std::optional(fmt::format("{}m", *options.unit_m)) : std::nullopt;
}

void apply_provenance(const Provenance& provenance, ImportOptions& options) {
  if (const auto unit = parse_unit(provenance.option("unit", "")); unit && !options.unit_m) {
    options.unit_m = *unit;
  }
}

}  // namespace rigpack::cli
