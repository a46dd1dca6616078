// SPDX-License-Identifier: MIT
// Walls read from memory, and error messages.
#pragma once

#include <sstream>
#include <string>
#include <string_view>

#include <scenes/readers/bytes.hpp>
#include <scenes/readers/read_walls.hpp>
#include <scenes/readers/wall_formats.hpp>

namespace masu::readers {

using ReadWalls = void (*)(std::string_view, const WallOptions&, WallTable&);

inline WallTable walls_from(ReadWalls read, std::string_view bytes,
                            const WallOptions& options = {}) {
  WallTable table;
  table.source = "FILE";
  read(bytes, options, table);
  return table;
}

// The message of the error; "no error" if there is none.
inline std::string wall_error(ReadWalls read, std::string_view bytes,
                              const WallOptions& options = {}) {
  try {
    walls_from(read, bytes, options);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

inline WallOptions with_part(const std::string& part) {
  WallOptions options;
  options.part = part;
  return options;
}

// "0,0-1,0 1,0-1,1": short enough to stand in a test.
inline std::string text_of_walls(const WallTable& table) {
  std::string text;
  for (const auto& wall : table.walls) {
    if (!text.empty()) text += ' ';
    text += text_of(wall.a[0]) + ',' + text_of(wall.a[1]) + '-' + text_of(wall.b[0]) + ',' +
            text_of(wall.b[1]);
  }
  return text;
}

inline std::string text_of_sources(const WallTable& table) {
  std::string text;
  for (const WallMark& mark : table.marks) {
    const WallSource& source = table.sources.at(mark.source);
    text += (text.empty() ? "" : " ") + source.kind + ":" + source.name;
  }
  return text;
}

inline std::string text_of_notes(const WallTable& table) {
  std::string text;
  for (const std::string& note : table.notes) text += (text.empty() ? "" : "; ") + note;
  return text;
}

}  // namespace masu::readers
