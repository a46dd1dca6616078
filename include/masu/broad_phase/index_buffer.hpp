// SPDX-License-Identifier: MIT
// An index as one piece of memory: written once, mapped and asked without being copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <masu/core/status.hpp>

namespace masu {

// Which index a buffer holds.
enum class IndexKind : std::uint32_t { bvh = 1, world = 2 };

// Where a buffer of an index must begin to be read: at a multiple of so many bytes.
inline constexpr std::size_t kIndexAlignment = 64;
// Buffers of another version are refused (wrong_format).
inline constexpr std::uint32_t kIndexVersion = 2;

// Elements in memory, of which the first `used` bytes of every `stride` are written; padding
// becomes zero, so that equal indices are equal bytes.
struct IndexSection {
  const void* data = nullptr;  // where the array begins
  std::size_t count = 0;
  std::size_t stride = 1;  // bytes from one element to the next
  std::size_t used = 1;    // of which so many are written
};

// Of an array of `count` elements, of each of which `used` bytes count.
template <class T>
IndexSection index_section(const T* data, std::size_t count, std::size_t used = sizeof(T)) {
  return {data, count, sizeof(T), used};
}

// Bytes that write_index() needs.
std::size_t index_size(std::span<const IndexSection> sections);

// Writes at most 8 sections, at any address. size_mismatch: `out` is not as large as index_size()
// says.
Status write_index(std::span<std::byte> out, IndexKind kind, int dimension, std::size_t scalar_size,
                   std::span<const IndexSection> sections);

// Where the sections lie in a buffer that write_index() made, all checks passed: damaged or
// wrong_format otherwise. O(size): every byte is read. What the sections say is for the index to
// check.
Status read_index(std::span<const std::byte> buffer, IndexKind kind, int dimension,
                  std::size_t scalar_size, std::span<std::span<const std::byte>> sections);

}  // namespace masu
