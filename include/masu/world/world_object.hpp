// SPDX-License-Identifier: MIT
// What a world is told of an object, and what it tells.
#pragma once

#include <masu/world/layers.hpp>
#include <masu/world/world_shape.hpp>

namespace masu {

// What an object is beside its shape and place.
struct ObjectOptions {
  std::uint64_t user_data = 0;
  // With a layer only the mask counts, and only for the layers that the LayerMatrix allows.
  Filter filter{};
  // 0 to 62, or kNoLayer.
  std::uint8_t layer = kNoLayer;
  // Has pairs, but no contacts. What crosses it within a frame is told, too, however fast.
  bool sensor = false;
  // The time at which it and another object first touch on their ways is told.
  bool continuous = false;
  // Never meets what is fixed too. It may be moved all the same.
  bool fixed = false;
  // Two shapes touch if they are no farther apart than WorldOptions::margin and both objects'
  // margins together. Finite, not below zero; rounded to the world's scalar.
  double margin = 0;
  // As b2Filter::groupIndex: two objects with the same group that is not 0 always collide if it is
  // positive, and never if it is negative; between others their filters decide.
  std::int32_t group = 0;
};

// An object as the world has it.
template <int D, class T>
struct WorldObject {
  Transform<D, T> at;
  Aabb<D, T> box;
  WorldShape<D, T> shape;
  ObjectOptions options;  // with the filter that counts
  bool outside = false;   // of World::bounds(), at the last update()
};

}  // namespace masu
