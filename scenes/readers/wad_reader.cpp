// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include <scenes/readers/bytes.hpp>
#include <scenes/readers/doom_things.hpp>
#include <scenes/readers/formats.hpp>
#include <scenes/readers/wad_map.hpp>

namespace masu::readers {
namespace {

constexpr std::size_t kThingSize = 10;  // x, y, angle, type, flags: 16 bits each

class WadReader {
 public:
  WadReader(std::string_view bytes, const ReadOptions& options, BoxTable& table)
      : map_(bytes, options.map, table.source), options_(options), table_(table) {}

  void read() {
    if (options_.wad != WadBoxes::things) add_walls();
    if (options_.wad != WadBoxes::walls) add_things();
  }

 private:
  void add_walls() {
    map_.for_each_linedef([&](std::size_t i, const Linedef& line) {
      const auto [a, b] = line.ends;
      const bool falling = (a[0] < b[0]) != (a[1] < b[1]);
      add({std::min(a[0], b[0]), std::min(a[1], b[1]), std::max(a[0], b[0]), std::max(a[1], b[1])},
          {line.solid() ? BoxKind::wall : BoxKind::line, falling}, "linedef", i);
    });
  }

  static double coordinate(std::string_view lump, std::size_t at) {
    return static_cast<std::int16_t>(load_integer<std::uint16_t>(lump, at));
  }

  void add_things() {
    const std::string_view things = map_.records("THINGS", kThingSize);
    for (std::size_t i = 0; i * kThingSize < things.size(); ++i) {
      const std::size_t at = i * kThingSize;
      const double x = coordinate(things, at);
      const double y = coordinate(things, at + 2);
      const DoomThing thing = doom_thing(load_integer<std::uint16_t>(things, at + 6));
      add({x - thing.radius, y - thing.radius, x + thing.radius, y + thing.radius},
          {thing.kind, false}, "thing", i);
    }
  }

  void add(const std::array<double, 4>& row, BoxMark mark, const char* what, std::size_t i) {
    append(table_, row, options_,
           [&] { return table_.source + ": " + what + " " + std::to_string(i); });
    table_.marks.push_back(mark);
  }

  WadMap map_;
  const ReadOptions& options_;
  BoxTable& table_;
};

}  // namespace

void read_wad(std::string_view bytes, const ReadOptions& options, BoxTable& table) {
  set_dimension(table, 2, options);
  table.single = options.single;
  WadReader(bytes, options, table).read();
}

}  // namespace masu::readers
