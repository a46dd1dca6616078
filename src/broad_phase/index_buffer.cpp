// SPDX-License-Identifier: MIT
#include <masu/broad_phase/index_buffer.hpp>

#include <bit>
#include <cstring>

#include "broad_phase/index_header.hpp"

namespace masu {

std::uint64_t detail::index_checksum(std::span<const std::byte> buffer) {
  constexpr std::size_t kLeftOut = offsetof(IndexHeader, checksum);
  std::uint64_t sum = 0x9e37'79b9'7f4a'7c15ull;
  for (std::size_t at = 0; at + 8 <= buffer.size(); at += 8) {
    if (at == kLeftOut) continue;
    std::uint64_t word = 0;
    std::memcpy(&word, buffer.data() + at, 8);
    sum = std::rotl((sum ^ word) * 0xd6e8'feb8'6659'fd93ull, 29);
  }
  return sum;
}

std::size_t index_size(std::span<const IndexSection> sections) {
  std::size_t size = sizeof(detail::IndexHeader);
  for (const IndexSection& s : sections) size += detail::index_padded(s.count * s.stride);
  return size;
}

Status write_index(std::span<std::byte> out, IndexKind kind, int dimension, std::size_t scalar_size,
                   std::span<const IndexSection> sections) {
  using namespace detail;
  if (sections.size() > kMaxIndexSections) return Status::out_of_range;
  if (out.size() != index_size(sections)) return Status::size_mismatch;
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

Status read_index(std::span<const std::byte> buffer, IndexKind kind, int dimension,
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
