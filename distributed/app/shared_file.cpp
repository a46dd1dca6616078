// SPDX-License-Identifier: MIT
#include "shared_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include <scenes/readers/input_error.hpp>

#include "agreement.hpp"

namespace masu::distributed::cli {
namespace {

[[noreturn]] void fail(const std::string& path) {
  throw readers::InputError(path + ": cannot be written: " + std::strerror(errno));
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

void write_parts(MPI_Comm comm, const std::string& path, std::string_view part) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  const std::string temporary = path + ".part";
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
      if (rank == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) fail(path);
    });
  } catch (...) {
    if (rank == 0) unlink(temporary.c_str());
    throw;
  }
}

}  // namespace masu::distributed::cli
