// SPDX-License-Identifier: MIT
// A ray or segment, and where it enters a box.
#pragma once

#include <limits>
#include <optional>

#include <masu/core/aabb.hpp>

namespace masu {

// The points origin + t * direction with 0 <= t <= max_t. The direction need not have length 1; t
// counts in its lengths. A zero direction is a point.
template <int D, class T>
struct Ray {
  Vec<D, T> origin;                              // the point at t = 0
  Vec<D, T> direction;                           // of any length, which is the unit of t
  T max_t = std::numeric_limits<T>::infinity();  // the end of the ray

  // Returns whether origin and direction are finite, and max_t is neither negative nor NaN.
  constexpr bool valid() const { return is_finite(origin) && is_finite(direction) && max_t >= 0; }
};

// Returns the least t at which a valid ray is in the box, if there is one: 0 if it starts inside.
// Touching counts. By slabs, with divisions rather than a reciprocal, so every t is correctly
// rounded; a t beyond the range of T is no hit. Source: T. L. Kay and J. T. Kajiya, SIGGRAPH 1986.
template <int D, class T>
constexpr std::optional<T> ray_box(const Ray<D, T>& ray, const Aabb<D, T>& box) {
  if (box.empty()) return std::nullopt;
  T enter = 0;
  T exit = ray.max_t;
  for (int a = 0; a < D; ++a) {
    const T d = ray.direction[a];
    if (d == 0) {
      if (!(box.min[a] <= ray.origin[a] && ray.origin[a] <= box.max[a])) return std::nullopt;
      continue;
    }
    const T to_min = (box.min[a] - ray.origin[a]) / d;
    const T to_max = (box.max[a] - ray.origin[a]) / d;
    const T near = d > 0 ? to_min : to_max;
    const T far = d > 0 ? to_max : to_min;
    if (near > enter) enter = near;
    if (far < exit) exit = far;
  }
  if (!(enter <= exit) || !is_finite(enter)) return std::nullopt;
  return enter;
}

}  // namespace masu
