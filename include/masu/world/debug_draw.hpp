// SPDX-License-Identifier: MIT
// What there is to see of a world, as lines and boxes for a renderer of one's own.
#pragma once

#include <cstdint>

#include <masu/core/aabb.hpp>

namespace masu {

// What a box or line stands for.
enum class DrawKind : std::uint8_t {
  object,   // the box of an object
  sensor,   // of a sensor
  node,     // a box of the tree that answers queries, one in another
  pair,     // from one object to another that it meets: places of their frames
  contact,  // from the surface of a to that of b
  normal,   // of length `normal_length`, from a's surface towards b
  corner,   // of the contact area, to the next
};

// Functions left out are not called, and what only they would need is not looked for.
template <int D, class T>
struct DebugDraw {
  void (*box)(void* context, const Aabb<D, T>& box, DrawKind kind) = nullptr;
  // Called for each line.
  void (*line)(void* context, const Vec<D, T>& from, const Vec<D, T>& to, DrawKind kind) = nullptr;
  void* context = nullptr;
  // How long normals are drawn.
  T normal_length = T(0.25);
};

}  // namespace masu
