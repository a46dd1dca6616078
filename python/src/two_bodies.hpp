// SPDX-License-Identifier: MIT
// Calls of functions of masu/mesh with two shapes: one of them or both are composite.
#pragma once

#include <utility>

#include <masu/world/world_shape.hpp>

namespace masu::python {

// Whether one of two shapes is a mesh, a compound or a height field.
template <int D>
bool any_composite(const WorldShape<D, double>& a, const WorldShape<D, double>& b) {
  return a.is_composite() || b.is_composite();
}

// Calls f(a, b) with two shapes as the functions of masu/mesh take them. Precondition:
// any_composite().
template <int D, class F>
auto with_bodies(const WorldShape<D, double>& a, const WorldShape<D, double>& b, F&& f) {
  if (!a.is_composite()) return f(a.convex, b.sub_shapes());
  if (!b.is_composite()) return f(a.sub_shapes(), b.convex);
  return f(a.sub_shapes(), b.sub_shapes());
}

}  // namespace masu::python
