// SPDX-License-Identifier: MIT
// A file that appears whole or not at all.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace masu::cli {

// Writes beside its final place and moves there on commit(); without it, nothing is left. An
// empty path is standard output; a device or pipe is written to directly. Opening fails with
// readers::InputError before any work is done; a write that fails throws std::runtime_error.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  void check(bool good) const;

  std::string path_;       // as the user named it, for messages
  std::string target_;     // where it goes, symbolic links followed
  std::string temporary_;  // empty: written in place
  std::FILE* file_ = nullptr;
};

// Do two paths name one file? Also of files that are not there yet, and so have no identity but
// their path.
bool same_file(const std::string& a, const std::string& b);

// Throws UsageError where a file to be written is one that is read, or written twice, as all but
// /dev/null may not be. Empty paths count for nothing.
void check_files(const std::vector<std::string>& read, const std::vector<std::string>& written);

// Writes all of a file.
void write_file(const std::string& path, std::string_view text);

}  // namespace masu::cli
