// SPDX-License-Identifier: MIT
// DebugDraw: a World as lines and boxes, for your renderer.
#pragma once

#include <cstdint>

#include <masu/core/aabb.hpp>

namespace masu {

// What a box or line shows.
enum class DrawKind : std::uint8_t {
  object,   // the box of an object
  sensor,   // the box of a sensor
  node,     // a node of the tree of the queries
  pair,     // from one object's position to that of another it touches
  contact,  // from the surface of a to that of b
  normal,   // from a's surface towards b, `normal_length` long
  corner,   // from a corner of the contact area to the next
};

// Callbacks of World::draw(). Those that are nullptr are not called, and cost nothing.
template <int D, class T>
struct DebugDraw {
  // Called for each box.
  void (*box)(void* context, const Aabb<D, T>& box, DrawKind kind) = nullptr;
  // Called for each line.
  void (*line)(void* context, const Vec<D, T>& from, const Vec<D, T>& to, DrawKind kind) = nullptr;
  void* context = nullptr;  // passed to both functions unchanged
  // How long normals are drawn.
  T normal_length = T(0.25);
};

}  // namespace masu
