// SPDX-License-Identifier: MIT
// A buffer of an index, altered by the bytes of a fuzzer and sealed again: otherwise nothing would
// pass the checksum.
#pragma once

#include <algorithm>
#include <cstring>

#include <masu/core/buffer.hpp>

#include "broad_phase/index_header.hpp"
#include "fuzz/given_bytes.hpp"

namespace masu::fuzz {

class SealedIndex {
 public:
  Buffer<std::byte>& bytes() { return bytes_; }
  std::span<const std::byte> view() const { return {bytes_.data(), bytes_.size()}; }

  // Changes words, shortens sections, cuts ends off.
  void alter(GivenBytes& given) {
    while (!given.empty() && bytes_.size() >= sizeof(detail::IndexHeader)) {
      switch (given.byte() % 8) {
        case 0: set(given, 1, given.bits(1)); break;
        case 1: set(given, 8, given.bits(8)); break;
        case 2: set(given, 4, std::bit_cast<std::uint32_t>(given.number<float>())); break;
        case 3: set(given, 8, std::bit_cast<std::uint64_t>(given.number<double>())); break;
        case 4: shorten(given); break;
        case 5: copy_word(given); break;
        default: set(given, 4, given.flag() ? 0xffff'ffffu : given.bits(1)); break;
      }
    }
    seal();
  }

 private:
  // Returns a position in a section chosen by a byte: small sections are altered as often as large
  // ones.
  std::size_t place(GivenBytes& given, std::size_t width) {
    const detail::IndexHeader h = header();
    const std::uint8_t section = given.byte();
    const std::size_t k = section % detail::kMaxIndexSections;
    const bool whole = section >= 0xf8 || h.bytes[k] == 0 || h.bytes[k] > bytes_.size() ||
                       h.offset[k] > bytes_.size() - h.bytes[k];
    const std::size_t first = whole ? 0 : h.offset[k];
    const std::size_t count = (whole ? bytes_.size() : h.bytes[k]) / width;
    return count == 0 ? 0 : first + given.bits(2) % count * width;
  }
  void set(GivenBytes& given, std::size_t width, std::uint64_t value) {
    const std::size_t at = place(given, width);
    if (at + width <= bytes_.size()) std::memcpy(bytes_.data() + at, &value, width);
  }
  void copy_word(GivenBytes& given) {
    const std::size_t from = place(given, 4);
    const std::size_t to = place(given, 4);
    if (std::max(from, to) + 4 <= bytes_.size()) {
      std::memmove(bytes_.data() + to, bytes_.data() + from, 4);
    }
  }
  void shorten(GivenBytes& given) {
    detail::IndexHeader h = header();
    const std::size_t k = given.below(detail::kMaxIndexSections + 1);
    if (k < detail::kMaxIndexSections) {
      h.bytes[k] -= std::min<std::uint64_t>(h.bytes[k], given.bits(1));
    } else {
      const std::size_t cut = detail::index_padded(given.bits(1));
      h.size = bytes_.size() - std::min(cut, bytes_.size() - sizeof(h));
      bytes_.set_size(h.size);
    }
    std::memcpy(bytes_.data(), &h, sizeof(h));
  }
  detail::IndexHeader header() const {
    detail::IndexHeader h;
    std::memcpy(&h, bytes_.data(), sizeof(h));
    return h;
  }
  void seal() {
    const std::uint64_t sum = detail::index_checksum(view());
    std::memcpy(bytes_.data() + offsetof(detail::IndexHeader, checksum), &sum, sizeof(sum));
  }

  Buffer<std::byte> bytes_;
};

}  // namespace masu::fuzz
