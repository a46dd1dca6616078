// SPDX-License-Identifier: MIT
// Lines of a file, a block at a time: a file may be larger than memory, or a pipe.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace masu::cli {

class LineReader {
 public:
  // "-" is standard input. Throws readers::InputError with the system's reason.
  explicit LineReader(const std::string& path);

  // The next line without its end and without a byte order mark, valid until the next call. False
  // at the end of the file. Throws InputError for a line that no text has.
  bool next(std::string_view& line);
  // The next next() gives the last line again.
  void again() { again_ = true; }

  // "crowd.csv:12", of the last line.
  std::string place() const { return path_ + ":" + std::to_string(line_); }
  const std::string& path() const { return path_; }
  std::uint64_t line() const { return line_; }
  std::uint64_t bytes_read() const { return read_; }
  std::uint64_t bytes() const { return bytes_; }  // 0: not known

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
  std::size_t at_ = 0;  // in the block: where the next line begins
  std::string_view last_;
  std::uint64_t line_ = 0;
  std::uint64_t read_ = 0;
  std::uint64_t bytes_ = 0;
  bool again_ = false;
  bool ended_ = false;
};

}  // namespace masu::cli
