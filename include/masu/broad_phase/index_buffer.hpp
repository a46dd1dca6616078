// SPDX-License-Identifier: MIT
// An index as one piece of memory: written once, mapped and asked without being copied.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include <masu/core/status.hpp>

namespace masu {

// Which index a buffer holds.
enum class IndexKind : std::uint32_t { bvh = 1, world = 2 };

// Where a buffer of an index must begin: at a multiple of so many bytes.
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

namespace detail {

inline constexpr std::size_t kMaxIndexSections = 8;

// In the byte order of the machine; `byte_order` tells which.
struct IndexHeader {
  std::uint64_t magic;
  std::uint32_t version;
  std::uint32_t byte_order;
  std::uint32_t kind;
  std::uint32_t dimension;
  std::uint32_t scalar_size;
  std::uint32_t sections;
  std::uint64_t size;  // of everything
  std::uint64_t checksum;
  std::uint64_t offset[kMaxIndexSections];
  std::uint64_t bytes[kMaxIndexSections];
  std::uint64_t reserved[2];
};
static_assert(sizeof(IndexHeader) % kIndexAlignment == 0);

inline constexpr std::uint64_t kIndexMagic =
    0x0078'6469'7573'616dull;  // "masuidx" on most machines
inline constexpr std::uint32_t kIndexByteOrder = 0x0102'0304;

constexpr std::size_t index_padded(std::size_t bytes) {
  return (bytes + kIndexAlignment - 1) / kIndexAlignment * kIndexAlignment;
}

// Of whole words, that of the checksum left out. Each step is a bijection of the sum so far and of
// the word, so a change of a single word always shows.
inline std::uint64_t index_checksum(std::span<const std::byte> buffer) {
  constexpr std::size_t kLeftOut = offsetof(IndexHeader, checksum);
  std::uint64_t sum = 0x9e37'79b9'7f4a'7c15ull;
  for (std::size_t at = 0; at + 8 <= buffer.size(); at += 8) {
    if (at == kLeftOut) continue;
    std::uint64_t word;
    std::memcpy(&word, buffer.data() + at, 8);
    sum = std::rotl((sum ^ word) * 0xd6e8'feb8'6659'fd93ull, 29);
  }
  return sum;
}

}  // namespace detail

// Bytes that write_index() needs.
inline std::size_t index_size(std::span<const IndexSection> sections) {
  std::size_t size = sizeof(detail::IndexHeader);
  for (const IndexSection& s : sections) size += detail::index_padded(s.count * s.stride);
  return size;
}

// At most 8 sections. size_mismatch: `out` is not as large as index_size() says. wrong_format: it
// is not aligned to 64 bytes.
inline Status write_index(std::span<std::byte> out, IndexKind kind, int dimension,
                          std::size_t scalar_size, std::span<const IndexSection> sections) {
  using namespace detail;
  if (sections.size() > kMaxIndexSections) return Status::out_of_range;
  if (out.size() != index_size(sections)) return Status::size_mismatch;
  if (reinterpret_cast<std::uintptr_t>(out.data()) % kIndexAlignment != 0) {
    return Status::wrong_format;
  }
  std::memset(out.data(), 0, out.size());
  IndexHeader header{};
  header.magic = kIndexMagic;
  header.version = kIndexVersion;
  header.byte_order = kIndexByteOrder;
  header.kind = static_cast<std::uint32_t>(kind);
  header.dimension = static_cast<std::uint32_t>(dimension);
  header.scalar_size = static_cast<std::uint32_t>(scalar_size);
  header.sections = static_cast<std::uint32_t>(sections.size());
  header.size = out.size();
  std::size_t at = sizeof(IndexHeader);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const IndexSection& s = sections[i];
    header.offset[i] = at;
    header.bytes[i] = s.count * s.stride;
    for (std::size_t k = 0; k < s.count; ++k) {
      std::memcpy(out.data() + at + k * s.stride,
                  static_cast<const std::byte*>(s.data) + k * s.stride, s.used);
    }
    at += index_padded(s.count * s.stride);
  }
  std::memcpy(out.data(), &header, sizeof(header));
  header.checksum = index_checksum(out);
  std::memcpy(out.data(), &header, sizeof(header));
  return Status::ok;
}

// Where the sections lie in a buffer that write_index() made, all checks passed: damaged or
// wrong_format otherwise. O(size): every byte is read. What the sections say is for the index to
// check.
inline Status read_index(std::span<const std::byte> buffer, IndexKind kind, int dimension,
                         std::size_t scalar_size, std::span<std::span<const std::byte>> sections) {
  using namespace detail;
  IndexHeader h;
  if (buffer.size() < sizeof(h)) return Status::damaged;
  std::memcpy(&h, buffer.data(), sizeof(h));
  if (h.magic != kIndexMagic) return Status::damaged;
  const bool aligned = reinterpret_cast<std::uintptr_t>(buffer.data()) % kIndexAlignment == 0;
  if (h.version != kIndexVersion || h.byte_order != kIndexByteOrder || !aligned) {
    return Status::wrong_format;
  }
  if (h.size != buffer.size() || h.size % kIndexAlignment != 0) return Status::damaged;
  if (h.checksum != index_checksum(buffer)) return Status::damaged;
  if (h.kind != static_cast<std::uint32_t>(kind) || h.scalar_size != scalar_size ||
      h.dimension != static_cast<std::uint32_t>(dimension) || h.sections != sections.size() ||
      h.sections > kMaxIndexSections) {
    return Status::wrong_format;
  }
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const bool inside = h.offset[i] % kIndexAlignment == 0 && h.offset[i] >= sizeof(h) &&
                        h.offset[i] <= h.size && h.bytes[i] <= h.size - h.offset[i];
    if (!inside) return Status::damaged;
    sections[i] = buffer.subspan(h.offset[i], h.bytes[i]);
  }
  return Status::ok;
}

}  // namespace masu
