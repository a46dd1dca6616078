// SPDX-License-Identifier: MIT
// Walls read from a file, and the source of each in the file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <masu/shapes/segment.hpp>
#include <scenes/readers/input_error.hpp>

namespace masu::readers {

// A path, an object, a layer of a file.
struct WallSource {
  std::string kind;  // "path", "polygon", "tiles", ...: the format's term
  std::string name;  // of the element in the file, may be empty
};

struct WallMark {
  std::uint32_t source = 0;  // index into WallTable::sources
  std::uint32_t flags = 0;   // of a Doom linedef; otherwise 0
};

struct WallTable {
  std::string source;  // for messages: the path, and the part of the file
  std::string format;  // "csv", "svg", "geojson", "topojson", "wad", "tiled", "tmx" or "gshhg"
  std::vector<Segment<2, double>> walls;
  std::vector<WallMark> marks;  // one per wall
  std::vector<WallSource> sources;
  std::vector<std::string> notes;  // what was left out of the file, each as a sentence fragment

  std::size_t size() const { return walls.size(); }
};

struct WallOptions {
  std::string format;      // empty: by the file's extension and beginning
  std::string part;        // part of the file: a map, a layer, an object; empty: everything
  double tolerance = 0.1;  // maximum error of a flattened curve of an SVG, in the root's units
  bool passable = false;   // for a WAD: also lines that do not block movement
};

// Fills a table, piece by piece.
class WallWriter {
 public:
  using Point = Vec<2, double>;

  explicit WallWriter(WallTable& table) : table_(table) {}

  void begin_source(std::string kind, std::string name) {
    table_.sources.push_back({std::move(kind), std::move(name)});
  }
  // Adds a wall. Throws InputError for a number that is not finite.
  void add(const Point& a, const Point& b, std::uint32_t flags = 0);
  void add_line(const std::vector<Point>& points);
  // Adds a polyline and closes it unless its last point equals the first.
  void add_ring(const std::vector<Point>& points);
  void note(std::string text) { table_.notes.push_back(std::move(text)); }
  // Adds a note such as "3 circles", unless there are none.
  void note_count(std::size_t count, const std::string& what) {
    if (count != 0) note(std::to_string(count) + " " + what);
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(table_.source + ": " + what);
  }
  bool empty() const { return table_.walls.empty(); }

 private:
  WallTable& table_;
};

}  // namespace masu::readers
