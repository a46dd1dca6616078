// SPDX-License-Identifier: MIT
// Helpers of the reader tests: reading from memory, and error messages.
#pragma once

#include <string>
#include <string_view>

#include <scenes/readers/bytes.hpp>
#include <scenes/readers/formats.hpp>
#include <scenes/readers/read_boxes.hpp>

namespace masu::readers {

inline std::string data_file(const std::string& name) {
  return MASU_READER_DATA "/" + name;
}

using Read = void (*)(std::string_view, const ReadOptions&, BoxTable&);

inline BoxTable read_bytes(Read read, std::string_view bytes, const ReadOptions& options = {}) {
  BoxTable table;
  table.source = "FILE";
  read(bytes, options, table);
  return table;
}

// The message of the error; "no error" if there is none.
inline std::string error_of(Read read, std::string_view bytes, const ReadOptions& options = {}) {
  try {
    read_bytes(read, bytes, options);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

inline ReadOptions with_dim(int dim) {
  ReadOptions options;
  options.dim = dim;
  return options;
}

inline ReadOptions odd_allowed() {
  ReadOptions options;
  options.allow_odd = true;
  return options;
}

inline ReadOptions map_named(const std::string& map, WadBoxes part = WadBoxes::all) {
  ReadOptions options;
  options.map = map;
  options.wad = part;
  return options;
}

// The smallest npy file with this header text.
inline std::string npy_with(const std::string& header, std::string_view data = {}) {
  std::string bytes = "\x93NUMPY";
  bytes += '\x01';
  bytes += '\0';
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  return bytes + header + std::string(data);
}

}  // namespace masu::readers
