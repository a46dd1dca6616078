// SPDX-License-Identifier: MIT
// A buffer of an index, altered by the bytes of a fuzzer and sealed again: otherwise nothing would
// pass the checksum.
#pragma once

#include <algorithm>
#include <cstring>

#include <masu/core/buffer.hpp>

#include "broad_phase/index_header.hpp"
#include "fuzz/fuzz_input.hpp"

namespace masu::fuzz {

class SealedIndex {
 public:
  Buffer<std::byte>& bytes() { return bytes_; }
  std::span<const std::byte> view() const { return {bytes_.data(), bytes_.size()}; }

  // Changes words, shortens sections, cuts ends off.
  void alter(FuzzInput& input) {
    while (!input.empty() && bytes_.size() >= sizeof(detail::IndexHeader)) {
      switch (input.byte() % 8) {
        case 0: set(input, 1, input.bits(1)); break;
        case 1: set(input, 8, input.bits(8)); break;
        case 2: set(input, 4, std::bit_cast<std::uint32_t>(input.number<float>())); break;
        case 3: set(input, 8, std::bit_cast<std::uint64_t>(input.number<double>())); break;
        case 4: shorten(input); break;
        case 5: copy_word(input); break;
        default: set(input, 4, input.flag() ? 0xffff'ffffu : input.bits(1)); break;
      }
    }
    seal();
  }

 private:
  // Returns a position in a section chosen by a byte: small sections are altered as often as large
  // ones.
  std::size_t position_in_section(FuzzInput& input, std::size_t width) {
    const detail::IndexHeader h = header();
    const std::uint8_t section = input.byte();
    const std::size_t k = section % detail::kMaxIndexSections;
    const bool whole = section >= 0xf8 || h.bytes[k] == 0 || h.bytes[k] > bytes_.size() ||
                       h.offset[k] > bytes_.size() - h.bytes[k];
    const std::size_t first = whole ? 0 : h.offset[k];
    const std::size_t count = (whole ? bytes_.size() : h.bytes[k]) / width;
    return count == 0 ? 0 : first + input.bits(2) % count * width;
  }
  void set(FuzzInput& input, std::size_t width, std::uint64_t value) {
    const std::size_t at = position_in_section(input, width);
    if (at + width <= bytes_.size()) std::memcpy(bytes_.data() + at, &value, width);
  }
  void copy_word(FuzzInput& input) {
    const std::size_t from = position_in_section(input, 4);
    const std::size_t to = position_in_section(input, 4);
    if (std::max(from, to) + 4 <= bytes_.size()) {
      std::memmove(bytes_.data() + to, bytes_.data() + from, 4);
    }
  }
  void shorten(FuzzInput& input) {
    detail::IndexHeader h = header();
    const std::size_t k = input.below(detail::kMaxIndexSections + 1);
    if (k < detail::kMaxIndexSections) {
      h.bytes[k] -= std::min<std::uint64_t>(h.bytes[k], input.bits(1));
    } else {
      const std::size_t cut = detail::index_padded(input.bits(1));
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
