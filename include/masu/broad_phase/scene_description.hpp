// SPDX-License-Identifier: MIT
// What there is to know about a scene before a broad phase is chosen for it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace masu {

// How the boxes are from frame to frame, in the lecture's words (L, "which algorithm when").
enum class Motion : std::uint8_t {
  still,     // do not change
  coherent,  // change, by steps that are short beside the boxes
  random,    // are anew each frame
};

// Filled in by hand, or by describe() from frames. Lengths are those of the longest edges
// of the boxes.
struct SceneDescription {
  std::size_t n = 0;            // objects
  int dimension = 3;            // 2 or 3
  double extent = 1;            // median
  double extent_spread = 1;     // of the 19th twentieth, over the median
  double stray = 1;             // side of the world over that of its middle nine tenths
  double pairs_per_object = 1;  // expected
  // As many an object would meet: were the smaller of two boxes a cube, as a cell of a tree is;
  // were each as large as the bounds of boxes like it and its neighbours, as nodes are. At least
  // the pairs, which is what cubes have; rods have many more.
  double cell_candidates = 0;
  double tile_candidates = 0;   // how many others lie in the bounds of an object's neighbours
  double axis_candidates = -1;  // that meet on the axis where fewest do; -1: as cubes spread evenly
  int thin_axis = -1;           // that axis; -1: not known
  double moving = 1;            // share of the objects that move in a frame, 0 to 1
  double step = 0.1;            // of those that move, over their extents; median
  bool deformable = false;      // boxes change their extents as they move: meshes that bend
  // Wanted beside the pairs.
  bool changes = false;  // which pairs were added and removed
  bool boxes = false;    // to be asked what overlaps a box,
  bool rays = false;     // what a ray meets,
  bool nearest = false;  // what lies nearest

  // Beyond a few extents a frame, where a box was says nothing of where it is.
  static constexpr double kRandomStep = 4;

  constexpr Motion motion() const {
    if (!(moving > 0)) return Motion::still;
    return step > kRandomStep ? Motion::random : Motion::coherent;
  }
};

constexpr const char* name(Motion motion) {
  switch (motion) {
    case Motion::still: return "still";
    case Motion::coherent: return "coherent";
    case Motion::random: return "random";
  }
  return "unknown";
}

}  // namespace masu
