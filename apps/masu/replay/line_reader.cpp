// SPDX-License-Identifier: MIT
#include "line_reader.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <scenes/readers/input_error.hpp>

namespace masu::cli {
namespace {

constexpr std::size_t kBlock = 1 << 18;
constexpr std::size_t kLongestLine = 1 << 22;  // a polyhedron of many thousand points

[[noreturn]] void fail_to_read(const std::string& path) {
  throw readers::InputError(path + ": cannot be read: " + std::strerror(errno));
}

}  // namespace

LineReader::LineReader(const std::string& path)
    : path_(path == "-" ? "standard input" : path),
      file_(path == "-" ? stdin : std::fopen(path.c_str(), "rb")) {
  if (!file_) fail_to_read(path_);
  std::error_code none;
  const auto size = path == "-" ? 0 : std::filesystem::file_size(path, none);
  if (!none) bytes_ = size;  // unknown for a pipe, or a folder, which cannot be read
}

// Keeps the rest of the block and appends to it. Returns false at the end of the file.
bool LineReader::fill() {
  if (ended_) return false;
  block_.erase(0, offset_);
  offset_ = 0;
  const std::size_t left = block_.size();
  block_.resize(left + kBlock);
  const std::size_t got = std::fread(block_.data() + left, 1, kBlock, file_.get());
  block_.resize(left + got);
  read_ += got;
  if (std::ferror(file_.get())) fail_to_read(path_);
  ended_ = got == 0;
  return !ended_;
}

bool LineReader::next(std::string_view& line) {
  if (again_) {
    again_ = false;
    line = last_;
    return true;
  }
  std::size_t searched = 0;
  std::size_t end = block_.find('\n', offset_);
  while (end == block_.npos) {
    searched = block_.size() - offset_;
    if (searched > kLongestLine) {
      ++line_;
      throw readers::InputError(location() + ": the line is longer than 4 MiB");
    }
    if (!fill()) break;
    end = block_.find('\n', offset_ + searched);
  }
  if (end == block_.npos) {
    if (offset_ == block_.size()) return false;
    end = block_.size();
  }
  last_ = std::string_view(block_).substr(offset_, end - offset_);
  offset_ = end + (end < block_.size() ? 1 : 0);
  ++line_;
  if (line_ == 1 && last_.starts_with("\xEF\xBB\xBF")) last_.remove_prefix(3);
  if (last_.find('\0') != last_.npos) {
    throw readers::InputError(location() + ": holds a zero byte, but a recording is text");
  }
  line = last_;
  return true;
}

}  // namespace masu::cli
