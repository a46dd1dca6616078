// SPDX-License-Identifier: MIT
// Boxes read from a file: dimension known at run time, coordinates as double.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <masu/core/aabb.hpp>
#include <scenes/readers/input_error.hpp>

namespace masu::readers {

// The meaning of a box, kept for pictures; everything except a game map is `plain`.
enum class BoxKind : std::uint8_t { plain, wall, line, player, monster, item, decoration, other };

struct BoxMark {
  BoxKind kind = BoxKind::plain;
  // A wall or line runs from one corner of its box to the opposite one: true if it is the diagonal
  // from (min x, max y) to (max x, min y).
  bool falling = false;
};

struct BoxTable {
  std::string source;          // for messages: the path, and the map in it
  std::string format;          // "csv", "npy", "f32", "obj", "stl", "gltf", "glb" or "wad"
  int dim = 0;                 // 2 or 3
  bool single = false;         // every coordinate is a float32
  std::vector<double> bounds;  // n rows of min_x, min_y[, min_z], max_x, max_y[, max_z]
  std::vector<BoxMark> marks;  // empty, or one per box

  std::size_t size() const { return dim == 0 ? 0 : bounds.size() / (2 * std::size_t(dim)); }
  const double* min(std::size_t i) const { return bounds.data() + i * 2 * std::size_t(dim); }
  const double* max(std::size_t i) const { return min(i) + dim; }
};

// Returns the boxes in T, rounded to nearest if T is narrower than the numbers of the file.
template <int D, class T>
std::vector<Aabb<D, T>> boxes_of(const BoxTable& table) {
  std::vector<Aabb<D, T>> boxes(table.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (int a = 0; a < D; ++a) {
      boxes[i].min[a] = static_cast<T>(table.min(i)[a]);
      boxes[i].max[a] = static_cast<T>(table.max(i)[a]);
    }
  }
  return boxes;
}

enum class ObjBoxes { triangle, group };
enum class WadBoxes { all, walls, things };

struct ReadOptions {
  int dim = 0;             // 0: as in the file
  std::string format;      // empty: by the extension of the file's name
  bool single = false;     // round to float32
  bool allow_odd = false;  // keep boxes with NaN, infinity or min > max
  ObjBoxes obj = ObjBoxes::triangle;
  std::string map;  // of a WAD
  WadBoxes wad = WadBoxes::all;
  std::size_t first_line = 0;  // CSV: lines of the file before the text, which then has no header
  // Called from time to time with the progress: (done, total).
  std::function<void(std::uint64_t, std::uint64_t)> progress = {};
};

// Returns "min_x" ... "max_z" for column `column` of a row with 2 dim columns.
std::string column_name(int dim, int column);

// Sets the dimension of an empty table; throws if `options.dim` is another.
void set_dimension(BoxTable& table, int dim, const ReadOptions& options);

// Throws if there are more boxes than finders can index; called before they are read.
void check_count(const BoxTable& table, std::uint64_t count);

// Appends one box of 2 dim coordinates. Throws InputError naming `location` ("boxes.csv:7") and the
// value for a box that is not finite or has min > max, unless `options.allow_odd`.
void append(BoxTable& table, std::span<const double> row, const ReadOptions& options,
            const std::function<std::string()>& location);

}  // namespace masu::readers
