// SPDX-License-Identifier: MIT
#include "mapped_rows.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace masu::distributed::detail {

void File::fail(const char* what) const {
  throw std::runtime_error(path_ + ": " + what + ": " + std::strerror(errno));
}

File File::input(const std::string& path) {
  File file(path, open(path.c_str(), O_RDONLY | O_CLOEXEC), 0);
  struct stat about {};
  if (file.file_ < 0 || fstat(file.file_, &about) != 0) file.fail("cannot be opened");
  file.size_ = static_cast<std::uint64_t>(about.st_size);
  return file;
}

File File::temporary(const std::string& folder) {
  std::string path = folder + "/masu-runs-XXXXXX";
  File file(folder, mkstemp(path.data()), 0);
  if (file.file_ < 0) file.fail("no temporary file can be made there");
  unlink(path.c_str());
  return file;
}

File::~File() {
  if (file_ >= 0) close(file_);
}

void File::append(const void* data, std::size_t bytes) {
  const char* next = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t wrote = pwrite(file_, next, bytes, static_cast<off_t>(size_));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) fail("a temporary file cannot be written");
    next += wrote;
    bytes -= static_cast<std::size_t>(wrote);
    size_ += static_cast<std::uint64_t>(wrote);
  }
}

void File::read(std::uint64_t offset, void* out, std::size_t bytes) const {
  char* next = static_cast<char*>(out);
  while (bytes > 0) {
    const ssize_t got = pread(file_, next, bytes, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) errno = EIO;
    if (got <= 0) fail("a temporary file cannot be read");
    next += got;
    bytes -= static_cast<std::size_t>(got);
    offset += static_cast<std::uint64_t>(got);
  }
}

void File::map(std::uint64_t offset, std::size_t bytes,
               FunctionRef<void(const std::byte*)> visit) const {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t start = offset / page * page;
  const auto before = static_cast<std::size_t>(offset - start);
  void* data =
      mmap(nullptr, bytes + before, PROT_READ, MAP_PRIVATE, file_, static_cast<off_t>(start));
  if (data == MAP_FAILED) fail("cannot be mapped");
  struct Unmap {
    void* data;
    std::size_t bytes;
    ~Unmap() { munmap(data, bytes); }
  } unmap{data, bytes + before};
  madvise(data, unmap.bytes, MADV_SEQUENTIAL);
  visit(static_cast<const std::byte*>(data) + before);
}

}  // namespace masu::distributed::detail
