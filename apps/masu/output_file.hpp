// SPDX-License-Identifier: MIT
// OutputFile: a file that appears complete or not at all.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace masu::cli {

// Writes to a temporary file in the folder of the target and renames it on commit(); without
// commit() nothing remains. An empty path is standard output; a device or pipe is written directly.
// Opening fails with readers::InputError before any work is done; a failed write throws
// std::runtime_error.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  void check(bool ok) const;

  std::string path_;       // as given by the user, for messages
  std::string target_;     // the destination, symbolic links followed
  std::string temporary_;  // empty: written directly
  std::FILE* file_ = nullptr;
};

// Returns whether two paths name one file. For files that do not exist yet the paths are compared.
bool same_file(const std::string& a, const std::string& b);

// Throws UsageError if an output file is also an input file, or is written twice (except
// /dev/null). Empty paths are ignored.
void check_files(const std::vector<std::string>& read, const std::vector<std::string>& written);

// Writes a whole file.
void write_file(const std::string& path, std::string_view text);

}  // namespace masu::cli
