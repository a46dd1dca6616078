// SPDX-License-Identifier: MIT
#include <scenes/readers/wad_map.hpp>
#include <scenes/readers/wall_formats.hpp>

namespace masu::readers {

void read_wad_walls(std::string_view bytes, const WallOptions& options, WallTable& table) {
  const WadMap map(bytes, options.part, table.source);
  WallWriter writer(table);
  for (const bool solid : {true, false}) {
    std::size_t left_out = 0;
    if (solid || options.passable) writer.begin_source("linedefs", solid ? "solid" : "passable");
    map.for_each_linedef([&](std::size_t, const Linedef& line) {
      if (line.solid() != solid) return;
      if (!solid && !options.passable) {
        ++left_out;
        return;
      }
      const auto& [a, b] = line.ends;
      writer.add({a[0], a[1]}, {b[0], b[1]}, line.flags);
    });
    writer.note_count(left_out, "lines that do not block movers");
  }
}

}  // namespace masu::readers
