// SPDX-License-Identifier: MIT
// SceneDescription: the properties of a scene from which choose() picks a broad phase.
#pragma once

#include <cstddef>
#include <cstdint>

namespace masu {

// How boxes change from frame to frame, in the lecture's words (L, "which algorithm when").
enum class Motion : std::uint8_t {
  still,     // do not change
  coherent,  // change, by steps that are short compared with the boxes
  random,    // are unrelated from frame to frame
};

// The properties of a scene, filled in by hand, or by describe() from frames. The extent of a box
// is its longest edge.
struct SceneDescription {
  std::size_t n = 0;            // objects
  int dimension = 3;            // 2 or 3
  double extent = 1;            // median of the boxes
  double extent_spread = 1;     // 95th percentile of the extents over their median
  double stray = 1;             // side of the bounds over that of the middle nine tenths
  double pairs_per_object = 1;  // expected number of overlapping pairs
  // Overlaps per object if the smaller of two boxes were a cube, as the cells of a tree are; and if
  // each box were as large as the bounds of boxes like it and its neighbors, as nodes are. At least
  // the pairs, which is what cubes have; rods have many more.
  double cell_candidates = 0;
  double tile_candidates = 0;   // the latter
  double axis_candidates = -1;  // overlaps on the axis with fewest; -1: as cubes spread evenly
  int thin_axis = -1;           // that axis; -1: not known
  double moving = 1;            // share of the objects that move in a frame, 0 to 1
  double step = 0.1;            // step of those that move over their extent; median
  bool deformable = false;      // boxes change their extents as they move: meshes that deform
  // What is needed besides the pairs:
  bool changes = false;  // lists of pairs added and removed
  bool boxes = false;    // queries of what overlaps a box
  bool rays = false;     // queries of what a ray hits
  bool nearest = false;  // queries of the nearest objects

  // Beyond a few extents per frame the last position of a box says nothing about the present one.
  static constexpr double kRandomStep = 4;

  // Returns how the objects move, from `moving` and `step`.
  constexpr Motion motion() const {
    if (!(moving > 0)) return Motion::still;
    return step > kRandomStep ? Motion::random : Motion::coherent;
  }
};

// Returns the name of the enumerator: "still" for Motion::still.
constexpr const char* name(Motion motion) {
  switch (motion) {
    case Motion::still: return "still";
    case Motion::coherent: return "coherent";
    case Motion::random: return "random";
  }
  return "unknown";
}

}  // namespace masu
