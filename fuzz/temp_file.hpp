// SPDX-License-Identifier: MIT
// Writes bytes to a file, for readers that take a name.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>

#include <masu/core/assert.hpp>

namespace masu::fuzz {

// One file for each process and extension, overwritten each time.
class TempFile {
 public:
  TempFile(std::span<const std::uint8_t> bytes, const std::string& ending)
      : path_(std::filesystem::temp_directory_path() /
              ("masu_fuzz_" + std::to_string(::getpid()) + ending)) {
    std::FILE* const file = std::fopen(path_.c_str(), "wb");
    MASU_ASSERT(file != nullptr);
    MASU_ASSERT(std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size());
    MASU_ASSERT(std::fclose(file) == 0);
  }
  ~TempFile() { (void)std::remove(path_.c_str()); }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;

  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace masu::fuzz
