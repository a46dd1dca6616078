// SPDX-License-Identifier: MIT
// LineReader: reads lines block by block; the file may be larger than memory, or a pipe.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace masu::cli {

class LineReader {
 public:
  // Opens a file; "-" is standard input. Throws readers::InputError with the system's reason.
  explicit LineReader(const std::string& path);

  // Reads the next line without its end and without a byte order mark, valid until the next call.
  // Returns false at the end of the file. Throws InputError for a line that is not text.
  bool next(std::string_view& line);
  // Makes the next call of next() return the last line again.
  void again() { again_ = true; }

  // Returns the position of the last line: "crowd.csv:12".
  std::string location() const { return path_ + ":" + std::to_string(line_); }
  const std::string& path() const { return path_; }
  std::uint64_t line() const { return line_; }
  std::uint64_t bytes_read() const { return read_; }
  std::uint64_t bytes() const { return bytes_; }  // 0: unknown

 private:
  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdin) std::fclose(file);
    }
  };
  bool fill();

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::string block_;
  std::size_t offset_ = 0;  // where the next line begins in the block
  std::string_view last_;
  std::uint64_t line_ = 0;
  std::uint64_t read_ = 0;
  std::uint64_t bytes_ = 0;
  bool again_ = false;
  bool ended_ = false;
};

}  // namespace masu::cli
