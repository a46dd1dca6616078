// SPDX-License-Identifier: MIT
// Results of reading files, and limits on their sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace masu::io {

// The outcome of reading a file.
enum class ReadStatus : std::uint8_t {
  ok,
  cannot_read,    // the file is missing, is a folder, or may not be read
  malformed,      // it violates its format, or is truncated
  unsupported,    // it has another format, or uses an unsupported part of its format
  too_large,      // it exceeds ReadLimits
  out_of_memory,  // the output is empty
};

// Returns the name of the enumerator: "malformed" for ReadStatus::malformed.
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

// The result of all functions that read.
struct ReadResult {
  ReadStatus status = ReadStatus::ok;  // the output is empty unless this is ok
  // A message for people with the position: "arm.urdf:12: box: size: 'x' is not a number". Empty if
  // ok.
  std::string message{};

  // Returns whether the status is ok.
  explicit operator bool() const { return status == ReadStatus::ok; }
};

// Limits that are checked before memory is allocated.
struct ReadLimits {
  std::uint64_t file_bytes = std::uint64_t(1) << 31;  // of each file; of all buffers of a glTF file
  std::size_t vertices = 100'000'000;                 // of each mesh
  std::size_t triangles = 100'000'000;                // of each mesh
};

}  // namespace masu::io
