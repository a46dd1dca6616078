// SPDX-License-Identifier: MIT
// An index as one block of bytes: written once, then mapped and queried without a copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <masu/core/status.hpp>

namespace masu {

// The kind of index in a buffer.
enum class IndexKind : std::uint32_t { bvh = 1, world = 2 };

// The alignment of a buffer that is read, in bytes.
inline constexpr std::size_t kIndexAlignment = 64;
// Buffers of another version are refused (wrong_format).
inline constexpr std::uint32_t kIndexVersion = 2;

// An array to write: the first `used` bytes of every element, which are `stride` bytes apart.
// Padding becomes zero, so that equal indices are equal bytes.
struct IndexSection {
  const void* data = nullptr;  // the first element
  std::size_t count = 0;       // how many elements
  std::size_t stride = 1;      // bytes from one element to the next
  std::size_t used = 1;        // bytes written of each
};

// Returns the section of an array of `count` elements; the first `used` bytes of each are written.
template <class T>
IndexSection index_section(const T* data, std::size_t count, std::size_t used = sizeof(T)) {
  return {data, count, sizeof(T), used};
}

// Returns the number of bytes that write_index() writes.
std::size_t index_size(std::span<const IndexSection> sections);

// Writes at most 8 sections; `out` may have any address. size_mismatch: `out` does not have
// index_size() bytes.
Status write_index(std::span<std::byte> out, IndexKind kind, int dimension, std::size_t scalar_size,
                   std::span<const IndexSection> sections);

// Finds the sections in a buffer that write_index() wrote. damaged or wrong_format: a check fails.
// O(size): every byte is read. The caller must check the contents of the sections.
Status read_index(std::span<const std::byte> buffer, IndexKind kind, int dimension,
                  std::size_t scalar_size, std::span<std::span<const std::byte>> sections);

}  // namespace masu
