// SPDX-License-Identifier: MIT
// A Doom WAD: its directory, and the records of one of its maps.
//
// The format: Matt Fell, "The Unofficial Doom Specs" (1994): a header, lumps, and a directory of
// 16-byte entries; a map is an empty lump with its name, followed by THINGS, LINEDEFS and others.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace masu::readers {

struct Linedef {
  static constexpr unsigned kImpassable = 1;  // blocks all movement

  std::array<std::array<double, 2>, 2> ends;
  unsigned flags;
  bool two_sided;

  // Returns whether the line blocks all movement.
  bool solid() const { return (flags & kImpassable) != 0 || !two_sided; }
};

// Reads one map. All functions throw InputError that begins with `source`.
class WadMap {
 public:
  // `bytes` must outlive the map. `map`: a name in either case.
  WadMap(std::string_view bytes, std::string_view map, std::string source);

  // Returns a lump of the map as records of `record` bytes.
  std::string_view records(std::string_view name, std::size_t record) const;

  // Calls visit(i, linedef) for the LINEDEFS in their order.
  template <class Visit>
  void for_each_linedef(Visit&& visit) const {
    const std::string_view lines = records("LINEDEFS", kLinedefSize);
    const std::string_view vertices = records("VERTEXES", kVertexSize);
    for (std::size_t i = 0; i * kLinedefSize < lines.size(); ++i) {
      visit(i, linedef(lines, vertices, i));
    }
  }

 private:
  struct Lump {
    std::string name;
    std::size_t offset = 0;
    std::size_t size = 0;
  };
  static constexpr std::size_t kLinedefSize = 14;  // v1, v2, flags, special, tag, right, left side
  static constexpr std::size_t kVertexSize = 4;    // x, y: 16 bits each

  [[noreturn]] void fail(const std::string& what) const;
  void read_directory();
  void add_lump(std::uint64_t entry);
  bool is_marker(std::size_t i) const;
  std::size_t find_map(std::string_view map) const;
  Linedef linedef(std::string_view lines, std::string_view vertices, std::size_t i) const;

  std::string_view bytes_;
  std::string source_;
  std::vector<Lump> lumps_;
  std::size_t marker_ = 0;
};

}  // namespace masu::readers
