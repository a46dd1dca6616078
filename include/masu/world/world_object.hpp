// SPDX-License-Identifier: MIT
// Options of an object in a World, and the state that World::find() returns.
#pragma once

#include <masu/world/layers.hpp>
#include <masu/world/world_shape.hpp>

namespace masu {

// Options of an object: everything except its shape and pose.
struct ObjectOptions {
  std::uint64_t user_data = 0;  // for the caller: an index, a pointer
  // Which objects may collide with it. For an object in a layer only the mask counts, and only for
  // the layers that the LayerMatrix allows.
  Filter filter{};
  // A layer, 0 to 62, or kNoLayer.
  std::uint8_t layer = kNoLayer;
  // A sensor has pairs, but no contacts. Objects that cross it within one frame are reported
  // however fast they move: World::crossed().
  bool sensor = false;
  // A continuous object is swept along its path: World::impacts() has its first contact with each
  // other object.
  bool continuous = false;
  // A fixed object never makes pairs with other fixed objects. It may be moved.
  bool fixed = false;
  // Two shapes touch if they are no farther apart than WorldOptions::margin and both objects'
  // margins together. Finite, not below zero; rounded to the world's scalar.
  double margin = 0;
  // As b2Filter::groupIndex: two objects with the same group other than 0 always collide if it is
  // positive, and never if it is negative; between other objects their filters decide.
  std::int32_t group = 0;
};

// An object as World::find() returns it.
template <int D, class T>
struct WorldObject {
  Transform<D, T> pose;    // its pose
  Aabb<D, T> box;          // around the shape at the pose
  WorldShape<D, T> shape;  // what was added
  ObjectOptions options;   // with the effective filter: that of its layer
  bool outside = false;    // of World::bounds(), as of the last update()
};

}  // namespace masu
