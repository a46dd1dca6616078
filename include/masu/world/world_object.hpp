// SPDX-License-Identifier: MIT
// What a world is told of an object, and what it tells.
#pragma once

#include <masu/core/filter.hpp>
#include <masu/world/world_shape.hpp>

namespace masu {

// In no layer: the filter counts as it is.
inline constexpr std::uint8_t kNoLayer = 0xff;

// What an object is beside its shape and place.
struct ObjectOptions {
  std::uint64_t user_data = 0;
  // With a layer only the mask counts, and only for the layers that the LayerMatrix allows.
  Filter filter{};
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
