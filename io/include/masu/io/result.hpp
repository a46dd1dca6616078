// SPDX-License-Identifier: MIT
// How reading a file ended, and how large it may be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace masu::io {

// How reading a file ended.
enum class ReadStatus : std::uint8_t {
  ok,
  cannot_read,    // the file is missing, is a folder, or may not be read
  malformed,      // it breaks the rules of its format, or is cut off
  unsupported,    // it is of another format, or uses a part of it that is not read
  too_large,      // larger than ReadLimits allow
  out_of_memory,  // the output is empty
};

constexpr const char* name(ReadStatus status) {
  switch (status) {
    case ReadStatus::ok: return "ok";
    case ReadStatus::cannot_read: return "cannot_read";
    case ReadStatus::malformed: return "malformed";
    case ReadStatus::unsupported: return "unsupported";
    case ReadStatus::too_large: return "too_large";
    case ReadStatus::out_of_memory: return "out_of_memory";
  }
  return "unknown";
}

// What functions that read return.
struct ReadResult {
  ReadStatus status = ReadStatus::ok;  // the output is empty unless this is ok
  // Where and what, for a person: "arm.urdf:12: box: size: 'x' is not a number". Empty if ok.
  std::string message{};

  // Whether the status is ok.
  explicit operator bool() const { return status == ReadStatus::ok; }
};

// Checked before the memory is taken.
struct ReadLimits {
  std::uint64_t file_bytes = std::uint64_t(1) << 31;  // of each file; of all buffers of a glTF file
  std::size_t vertices = 100'000'000;                 // of each mesh
  std::size_t triangles = 100'000'000;                // of each mesh
};

}  // namespace masu::io
