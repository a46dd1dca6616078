// SPDX-License-Identifier: MIT
// FilePart: the part of a file that one rank reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace masu::distributed::cli {

// A file opened for reading. Throws InputError, with the name of the file, wherever it cannot be
// read.
class FilePart {
 public:
  explicit FilePart(const std::string& path);
  ~FilePart();
  FilePart(const FilePart&) = delete;
  FilePart& operator=(const FilePart&) = delete;

  std::uint64_t size() const { return size_; }  // bytes, when it was opened
  // Reads `size` bytes from `offset`; an error if the file ends before.
  void read(std::uint64_t offset, void* out, std::size_t size) const;
  // Returns where the first line begins at or after `offset`; size() if there is none.
  std::uint64_t line_start(std::uint64_t offset) const;
  // Returns where the line after the first one that is not blank begins.
  std::uint64_t after_first_row() const;

 private:
  std::string path_;
  int file_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace masu::distributed::cli
