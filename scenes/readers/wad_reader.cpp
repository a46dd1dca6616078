// SPDX-License-Identifier: MIT
// The format: Matt Fell, "The Unofficial Doom Specs" (1994): a header, lumps, and a directory of
// 16-byte entries; a map is an empty lump with its name, followed by THINGS, LINEDEFS and others.
#include <algorithm>
#include <array>
#include <optional>

#include <scenes/readers/bytes.hpp>
#include <scenes/readers/doom_things.hpp>
#include <scenes/readers/formats.hpp>
#include <scenes/readers/text.hpp>

namespace masu::readers {
namespace {

struct Lump {
  std::string name;
  std::size_t offset = 0;
  std::size_t size = 0;
};

constexpr std::size_t kThingSize = 10;    // x, y, angle, type, flags: 16 bits each
constexpr std::size_t kLinedefSize = 14;  // v1, v2, flags, special, tag, right side, left side
constexpr std::size_t kVertexSize = 4;    // x, y
constexpr unsigned kBlocks = 1;           // flag of a linedef that stops everybody
constexpr unsigned kNoSide = 0xffff;
constexpr std::size_t kMapLumps = 10;  // a map's own lumps follow its marker

std::string upper(std::string_view s) {
  std::string result(s);
  for (char& c : result) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
  return result;
}

class WadReader {
 public:
  WadReader(std::string_view bytes, const ReadOptions& options, BoxTable& table)
      : bytes_(bytes), options_(options), table_(table) {}

  void read() {
    read_directory();
    const std::size_t marker = find_map();
    if (options_.wad != WadBoxes::things) add_walls(marker);
    if (options_.wad != WadBoxes::walls) add_things(marker);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(table_.source + ": " + what);
  }

  void read_directory() {
    if (bytes_.size() < 12)
      fail("truncated: a WAD has a header of 12 bytes, the file " + std::to_string(bytes_.size()));
    const std::string_view magic = bytes_.substr(0, 4);
    if (magic != "IWAD" && magic != "PWAD")
      fail("is not a WAD: it begins with neither IWAD nor PWAD");
    const std::uint64_t count = load_integer<std::uint32_t>(bytes_, 4);
    const std::uint64_t start = load_integer<std::uint32_t>(bytes_, 8);
    if (start + 16 * count > bytes_.size()) {
      fail("truncated: its directory ends at byte " + std::to_string(start + 16 * count) +
           ", the file at " + std::to_string(bytes_.size()));
    }
    for (std::uint64_t i = 0; i < count; ++i) add_lump(start + 16 * i);
  }

  void add_lump(std::uint64_t entry) {
    const std::string_view name = bytes_.substr(entry + 8, 8);
    lumps_.push_back({upper(name.substr(0, name.find('\0'))),
                      load_integer<std::uint32_t>(bytes_, entry),
                      load_integer<std::uint32_t>(bytes_, entry + 4)});
    const Lump& lump = lumps_.back();
    if (lump.size != 0 && lump.offset + lump.size > bytes_.size()) {
      fail("truncated: lump " + lump.name + " ends at byte " +
           std::to_string(lump.offset + lump.size) + ", the file at " +
           std::to_string(bytes_.size()));
    }
  }

  bool is_marker(std::size_t i) const {
    return i + 1 < lumps_.size() &&
           (lumps_[i + 1].name == "THINGS" || lumps_[i + 1].name == "TEXTMAP");
  }

  std::size_t find_map() const {
    std::string known;
    for (std::size_t i = 0; i < lumps_.size(); ++i) {
      if (!is_marker(i)) continue;
      if (lumps_[i].name == upper(options_.map)) return i;
      known += " " + lumps_[i].name;
    }
    if (known.empty()) fail("holds no map");
    if (options_.map.empty()) fail("name a map, as in FILE.wad:MAP01; it holds" + known);
    fail("has no map " + options_.map + "; it holds" + known);
  }

  // A lump of the map as records of `record` bytes.
  std::string_view records(std::size_t marker, std::string_view name, std::size_t record) const {
    for (std::size_t i = marker + 1; i < std::min(marker + 1 + kMapLumps + 1, lumps_.size()); ++i) {
      if (is_marker(i)) break;
      if (lumps_[i].name == "BEHAVIOR" || lumps_[i].name == "TEXTMAP") {
        fail("is in the " + std::string(lumps_[i].name == "TEXTMAP" ? "UDMF" : "Hexen") +
             " map format, expected Doom's");
      }
    }
    for (std::size_t i = marker + 1; i < std::min(marker + 1 + kMapLumps, lumps_.size()); ++i) {
      if (is_marker(i)) break;
      if (lumps_[i].name != name) continue;
      if (lumps_[i].size % record != 0) {
        fail("lump " + lumps_[i].name + " has " + std::to_string(lumps_[i].size) +
             " bytes, expected a multiple of " + std::to_string(record));
      }
      return bytes_.substr(lumps_[i].offset, lumps_[i].size);
    }
    fail("the map has no lump " + std::string(name));
  }

  static double coordinate(std::string_view lump, std::size_t at) {
    return static_cast<std::int16_t>(load_integer<std::uint16_t>(lump, at));
  }

  void add_walls(std::size_t marker) {
    const std::string_view lines = records(marker, "LINEDEFS", kLinedefSize);
    const std::string_view vertices = records(marker, "VERTEXES", kVertexSize);
    for (std::size_t i = 0; i * kLinedefSize < lines.size(); ++i) add_wall(lines, vertices, i);
  }

  void add_wall(std::string_view lines, std::string_view vertices, std::size_t i) {
    std::array<std::array<double, 2>, 2> ends{};
    for (std::size_t e = 0; e < 2; ++e) {
      const std::size_t v = load_integer<std::uint16_t>(lines, i * kLinedefSize + 2 * e);
      if ((v + 1) * kVertexSize > vertices.size()) {
        fail("linedef " + std::to_string(i) + ": vertex " + std::to_string(v) + ", but there are " +
             std::to_string(vertices.size() / kVertexSize));
      }
      ends[e] = {coordinate(vertices, v * kVertexSize), coordinate(vertices, v * kVertexSize + 2)};
    }
    const unsigned flags = load_integer<std::uint16_t>(lines, i * kLinedefSize + 4);
    const unsigned left = load_integer<std::uint16_t>(lines, i * kLinedefSize + 12);
    const auto [a, b] = ends;
    const bool falling = (a[0] < b[0]) != (a[1] < b[1]);
    add({std::min(a[0], b[0]), std::min(a[1], b[1]), std::max(a[0], b[0]), std::max(a[1], b[1])},
        {(flags & kBlocks) != 0 || left == kNoSide ? BoxKind::wall : BoxKind::line, falling},
        "linedef", i);
  }

  void add_things(std::size_t marker) {
    const std::string_view things = records(marker, "THINGS", kThingSize);
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

  std::string_view bytes_;
  const ReadOptions& options_;
  BoxTable& table_;
  std::vector<Lump> lumps_;
};

}  // namespace

void read_wad(std::string_view bytes, const ReadOptions& options, BoxTable& table) {
  set_dimension(table, 2, options);
  table.single = options.single;
  WadReader(bytes, options, table).read();
}

}  // namespace masu::readers
