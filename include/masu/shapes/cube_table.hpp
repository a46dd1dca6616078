// SPDX-License-Identifier: MIT
// CubeTable: support points by the cell in which a direction leaves a cube: 6 sides of 8 x 8 cells.
#pragma once

#include <cstdint>

#include <masu/core/buffer.hpp>
#include <masu/core/vec.hpp>

namespace masu {

// Stores for each cell the vertex that lies farthest along the direction to the cell's center. The
// support point of a direction in the cell is that vertex, or few edges from it (see climb()).
// Memory: 1.5 KiB once filled, none before. ConvexPolyhedron has one from kTableVertices vertices
// on; use it alone to watch or to compare.
//
//    const masu::CubeTable& table = a.table();
//    if (!table.empty()) use(table.vertex({1, 0, 0}));
//
// O(1) per look-up. Threads: const members are safe in many threads while no thread changes the
// table.
class CubeTable {
 public:
  static constexpr int kSide = 8;                   // cells along an edge of the cube
  static constexpr int kHalf = kSide / 2;           // cells from the middle of an edge to its end
  static constexpr int kCells = 6 * kSide * kSide;  // cells on the six sides together

  // Creates an empty table: assign() fills it.
  explicit CubeTable(Allocator allocator = default_allocator()) : vertex_(allocator) {}

  // Sets the vertex of each cell. Returns false, and changes nothing, if memory is refused.
  [[nodiscard]] bool assign(const std::uint32_t (&vertices)[kCells]) {
    if (!vertex_.resize(kCells)) return false;
    for (int c = 0; c < kCells; ++c) vertex_[c] = vertices[c];
    return true;
  }

  bool empty() const { return vertex_.empty(); }  // whether assign() has not filled it
  // Returns the vertex of the direction's cell; of any cell if d is 0 or not finite. Not if empty.
  std::uint32_t vertex(const Vec<3, double>& d) const { return vertex_[cell(d)]; }

  // Returns the cell of d: by side -x, +x, -y, +y, -z, +z, then row (axis after next), then column.
  static int cell(const Vec<3, double>& d) {
    const double size[3] = {std::fabs(d[0]), std::fabs(d[1]), std::fabs(d[2])};
    int axis = size[1] > size[0] ? 1 : 0;
    axis = size[2] > size[axis] ? 2 : axis;
    const double scale = kHalf / size[axis];
    const int column = square(d[(axis + 1) % 3] * scale);
    const int row = square(d[(axis + 2) % 3] * scale);
    return ((2 * axis + (d[axis] > 0 ? 1 : 0)) * kSide + row) * kSide + column;
  }
  // Returns the direction to the cell's center.
  static Vec<3, double> direction(int cell) {
    const int side = cell / (kSide * kSide);
    const auto center = [](int i) { return (2 * i + 1 - kSide) / double(kSide); };
    const int column = cell % kSide;
    const int row = cell / kSide % kSide;
    Vec<3, double> d{};
    d[side / 2] = side % 2 != 0 ? 1 : -1;
    d[(side / 2 + 1) % 3] = center(column);
    d[(side / 2 + 2) % 3] = center(row);
    return d;
  }

 private:
  static int square(double x) {
    const double from_edge = x + kHalf;
    if (!(from_edge >= 1)) return 0;  // NaN too
    return from_edge < kSide ? static_cast<int>(from_edge) : kSide - 1;
  }

  Buffer<std::uint32_t> vertex_;
};

}  // namespace masu
