// SPDX-License-Identifier: MIT
#include "file_part.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <vector>

#include <scenes/readers/input_error.hpp>

namespace masu::distributed::cli {

using readers::InputError;

FilePart::FilePart(const std::string& path) : path_(path), file_(open(path.c_str(), O_RDONLY)) {
  struct stat about {};
  if (file_ < 0 || fstat(file_, &about) != 0) {
    throw InputError(path + ": cannot be opened: " + std::strerror(errno));
  }
  if (!S_ISREG(about.st_mode)) {
    close(file_);
    throw InputError(path + ": is not a regular file, and ranks read parts of it");
  }
  size_ = static_cast<std::uint64_t>(about.st_size);
}

FilePart::~FilePart() {
  close(file_);
}

void FilePart::read(std::uint64_t offset, void* out, std::size_t size) const {
  char* next = static_cast<char*>(out);
  while (size > 0) {
    const ssize_t got = pread(file_, next, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw InputError(path_ + ": cannot be read: " + std::strerror(errno));
    if (got == 0) {
      throw InputError(path_ + ": ends at byte " + std::to_string(offset) + ", where " +
                       std::to_string(size) + " more are expected");
    }
    next += got;
    offset += static_cast<std::uint64_t>(got);
    size -= static_cast<std::size_t>(got);
  }
}

std::uint64_t FilePart::line_start(std::uint64_t offset) const {
  if (offset == 0) return 0;
  std::vector<char> block(1 << 16);
  for (std::uint64_t at = offset - 1; at < size_; at += block.size()) {
    block.resize(static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), size_ - at)));
    read(at, block.data(), block.size());
    const auto found = std::find(block.begin(), block.end(), '\n');
    if (found != block.end()) return at + static_cast<std::uint64_t>(found - block.begin()) + 1;
  }
  return size_;
}

std::uint64_t FilePart::after_first_row() const {
  constexpr std::string_view kBlank = " \t\r\n\xEF\xBB\xBF";  // and the byte order mark
  std::uint64_t at = 0;
  for (std::string block(1 << 12, '\0'); at < size_; at += block.size()) {
    block.resize(static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), size_ - at)));
    read(at, block.data(), block.size());
    const std::size_t found = block.find_first_not_of(kBlank);
    if (found != block.npos) return line_start(at + found + 1);
  }
  return size_;
}

}  // namespace masu::distributed::cli
