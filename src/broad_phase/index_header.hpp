// SPDX-License-Identifier: MIT
// IndexHeader: the first bytes of the buffer of an index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <masu/broad_phase/index_buffer.hpp>

namespace masu::detail {

inline constexpr std::size_t kMaxIndexSections = 8;

// In the byte order of the machine, which `byte_order` identifies.
struct IndexHeader {
  std::uint64_t magic;
  std::uint32_t version;
  std::uint32_t byte_order;
  std::uint32_t kind;
  std::uint32_t dimension;
  std::uint32_t scalar_size;
  std::uint32_t sections;
  std::uint64_t size;  // bytes in total
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

// The checksum of whole words, except its own. Each step is a bijection of the sum so far and of
// the word, so a change of a single word is always detected.
std::uint64_t index_checksum(std::span<const std::byte> buffer);

}  // namespace masu::detail
