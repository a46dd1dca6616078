// SPDX-License-Identifier: MIT
// Reads whole files as bytes, and numbers in them by byte order.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace masu::io {

// Returns the whole file; "-" is standard input. Throws ReadError with the system's reason, or if
// the file is larger than `most` bytes, of which no more are read.
std::string load_file(const std::string& path, std::uint64_t most);

template <class U>
U swapped(U value) {
  U result = 0;
  for (std::size_t i = 0; i < sizeof(U); ++i) {
    result = static_cast<U>(result << 8 | (value >> (8 * i) & 0xff));
  }
  return result;
}

// Returns the unsigned integer at `offset`. Precondition: sizeof(U) bytes remain there.
template <class U>
U load_integer(std::string_view bytes, std::size_t offset, bool big_endian = false) {
  U value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return big_endian == (std::endian::native == std::endian::big) ? value : swapped(value);
}

inline double load_float32(std::string_view bytes, std::size_t offset, bool big_endian = false) {
  return std::bit_cast<float>(load_integer<std::uint32_t>(bytes, offset, big_endian));
}

inline double load_float64(std::string_view bytes, std::size_t offset, bool big_endian = false) {
  return std::bit_cast<double>(load_integer<std::uint64_t>(bytes, offset, big_endian));
}

}  // namespace masu::io
