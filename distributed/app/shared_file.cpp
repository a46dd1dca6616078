// SPDX-License-Identifier: MIT
#include "shared_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <apps/masu/output_file.hpp>
#include <scenes/readers/input_error.hpp>

#include "agreement.hpp"

namespace masu::distributed::cli {
namespace {

[[noreturn]] void fail(const std::string& path) {
  throw readers::InputError(path + ": cannot be written: " + std::strerror(errno));
}

// Returns the file that a path names. Ranks write at offsets, and rename, which devices and pipes
// do not take.
std::string target_of(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (!fs::exists(status)) return path;
  if (!fs::is_regular_file(status))
    throw readers::InputError(path + ": is not a regular file, and ranks write parts of it");
  if (access(path.c_str(), W_OK) != 0) fail(path);
  return fs::canonical(path, ignored).string();
}

struct Output {
  explicit Output(const std::string& path, int flags) : file(open(path.c_str(), flags, 0666)) {}
  ~Output() {
    if (file >= 0) close(file);
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  int file;
};

void write_at(int file, std::string_view part, std::uint64_t offset, const std::string& path) {
  while (!part.empty()) {
    const ssize_t wrote = pwrite(file, part.data(), part.size(), static_cast<off_t>(offset));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) fail(path);
    part.remove_prefix(static_cast<std::size_t>(wrote));
    offset += static_cast<std::uint64_t>(wrote);
  }
}

}  // namespace

void throw_overwritten(const std::string& path) {
  throw readers::InputError(path + ": is an input file and would be overwritten");
}

void check_output(MPI_Comm comm, const std::string& in, const std::string& out) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  on_all_ranks(comm, [&] {
    if (rank != 0 || out.empty()) return;
    if (masu::cli::same_file(in, out)) throw_overwritten(out);
    const std::string temporary = target_of(out) + ".part";
    if (Output(temporary, O_WRONLY | O_CREAT).file < 0) fail(out);
    unlink(temporary.c_str());
  });
}

void write_parts(MPI_Comm comm, const std::string& path, std::string_view part) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  std::string target;
  on_all_ranks(comm, [&] { target = target_of(path); });
  const std::string temporary = target + ".part";
  try {
    on_all_ranks(comm, [&] {
      if (rank == 0 && Output(temporary, O_WRONLY | O_CREAT | O_TRUNC).file < 0) fail(path);
    });
    const std::uint64_t size = part.size();
    std::uint64_t end = 0;
    MPI_Scan(&size, &end, 1, MPI_UINT64_T, MPI_SUM, comm);
    on_all_ranks(comm, [&] {
      const Output out(temporary, O_WRONLY);
      if (out.file < 0) fail(path);
      write_at(out.file, part, end - size, path);
      if (fsync(out.file) != 0 && errno != EINVAL) fail(path);
    });
    on_all_ranks(comm, [&] {
      if (rank == 0 && std::rename(temporary.c_str(), target.c_str()) != 0) fail(path);
    });
  } catch (...) {
    if (rank == 0) unlink(temporary.c_str());
    throw;
  }
}

}  // namespace masu::distributed::cli
