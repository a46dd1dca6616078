// SPDX-License-Identifier: MIT
#include "gltf_check.hpp"

#include <algorithm>
#include <string>

#include "bytes.hpp"

namespace masu::io {
namespace {

[[noreturn]] void fail(const Source& source, const std::string& what) {
  throw ReadError(ReadStatus::malformed, source.name + ": " + what);
}

// Returns the JSON of a binary file; empty if tinygltf refuses the header.
std::string_view json_of(std::string_view bytes, const Source& source) {
  constexpr std::uint64_t kHead = 12, kChunkHead = 8;
  if (bytes.size() < kHead + kChunkHead || !bytes.starts_with("glTF")) return {};
  const std::uint64_t length = load_integer<std::uint32_t>(bytes, 8);
  const std::uint64_t json = load_integer<std::uint32_t>(bytes, kHead);
  const std::uint64_t end = kHead + kChunkHead + json;
  if (length > bytes.size()) {
    fail(source, "truncated: its length is " + std::to_string(length) + " bytes, the file has " +
                     std::to_string(bytes.size()));
  }
  if (end > length) fail(source, "its JSON chunk reaches beyond its end");
  if (length - end >= kChunkHead &&
      load_integer<std::uint32_t>(bytes, end) > length - end - kChunkHead) {
    fail(source, "its BIN chunk reaches beyond its end");
  }
  return bytes.substr(kHead + kChunkHead, json);
}

// Scans JSON without building a tree. Invalid JSON is left to tinygltf.
class JsonCheck {
 public:
  JsonCheck(std::string_view text, bool binary, const Source& source)
      : text_(text), binary_(binary), source_(source) {}

  void run() {
    while (offset_ < text_.size()) {
      const char c = text_[offset_++];
      if (c == '"') {
        read_string();
      } else if (c == '{' || c == '[') {
        open(c == '{');
      } else if (c == '}' || c == ']') {
        close();
      }
    }
  }

 private:
  static constexpr int kMostLevels = 64;

  // Levels: the file is an object (1), "buffers" a list (2), a buffer an object (3).
  void open(bool object) {
    if (++level_ > kMostLevels) {
      fail(source_, "its JSON is nested deeper than " + std::to_string(kMostLevels) + " levels");
    }
    if (level_ == 2) in_buffers_ = key_ == "buffers";
    if (in_buffers_ && level_ == 3 && object) has_uri_ = false;
  }

  void close() {
    if (in_buffers_ && level_ == 3 && !has_uri_ && ++in_chunk_ > 1 && binary_) {
      fail(source_, "more than one of its buffers is the BIN chunk");
    }
    if (level_ == 2) in_buffers_ = false;
    --level_;
  }

  void read_string() {
    const std::size_t first = offset_;
    while (offset_ < text_.size() && text_[offset_] != '"')
      offset_ += text_[offset_] == '\\' ? 2 : 1;
    const std::string_view string = text_.substr(first, std::min(offset_, text_.size()) - first);
    offset_ = std::min(offset_ + 1, text_.size());
    if (level_ != 1 && !(in_buffers_ && level_ == 3)) return;
    if (!is_key()) {
      if (level_ == 3 && key_ == "uri") has_uri_ = !string.empty();
      return;
    }
    // Names of glTF need no escapes, which could hide a name.
    if (string.find('\\') != string.npos)
      fail(source_, "a name in its JSON has an escape sequence");
    key_ = string;
    if (level_ == 3 && key_ == "uri") has_uri_ = false;
  }

  // Returns whether a colon follows.
  bool is_key() const {
    const std::size_t next = text_.find_first_not_of(" \t\r\n", offset_);
    return next != text_.npos && text_[next] == ':';
  }

  std::string_view text_;
  bool binary_;
  const Source& source_;
  std::size_t offset_ = 0;
  int level_ = 0;
  std::string_view key_{};    // the last key of the file or of a buffer
  bool in_buffers_ = false;   // below "buffers"
  bool has_uri_ = false;      // for the current buffer
  std::size_t in_chunk_ = 0;  // number of buffers without a file
};

}  // namespace

void check_gltf(std::string_view bytes, bool binary, const Source& source) {
  JsonCheck(binary ? json_of(bytes, source) : bytes, binary, source).run();
}

}  // namespace masu::io
