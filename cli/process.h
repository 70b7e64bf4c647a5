#pragma once
/// What the process is to the system: its standard streams, signals, and the way it dies.

namespace rigpack::cli {

/// Opens /dev/null for a standard stream that the caller closed (or an output file would become
/// it), ignores SIGPIPE, and makes a failed assert end with exit code 3.
void prepare_process();

/// Tells an internal error and how to report it; returns kInternal.
int report_internal_error(const char* what);

}  // namespace rigpack::cli
