// SPDX-License-Identifier: MIT
// Write access to Hull3 for algorithms: loops of input indices in, the canonical order out.
#pragma once

#include <cmath>
#include <limits>

#include <masu/core/finite.hpp>
#include <masu/core/status.hpp>
#include <masu/hull/hull3.hpp>

#include "hull/hull_triangle.hpp"

namespace masu::detail {

// Returns a vector along (b - a) x (c - a), accurate to a few units in the last place of its
// length. Precondition: the three do not lie on a line.
Point3 exact_normal(const Point3& a, const Point3& b, const Point3& c);

// As above, with length 1. If cancellation may have cost more than three bits, it is computed
// exactly.
inline Point3 unit_normal(const Point3& a, const Point3& b, const Point3& c) {
  const Point3 u = b - a;
  const Point3 v = c - a;
  Point3 n{};
  double terms = 0;
  double largest = 0;
  for (int k = 0; k < 3; ++k) {
    const double plus = u[(k + 1) % 3] * v[(k + 2) % 3];
    const double minus = u[(k + 2) % 3] * v[(k + 1) % 3];
    n[k] = plus - minus;
    const double sum = std::abs(plus) + std::abs(minus);
    if (sum > terms) terms = sum;
    if (std::abs(n[k]) > largest) largest = std::abs(n[k]);
  }
  // Far from underflow and overflow, also of the squares below.
  const bool reliable = largest > 0x1p-400 && largest < 0x1p400 && terms <= 8 * largest;
  if (!reliable) n = exact_normal(a, b, c);
  return n * (1 / std::sqrt(dot(n, n)));
}

// Finds the point whose dual is the plane through three points: exact_normal() over its height
// above the origin. Returns false unless the origin is on the inner side, exactly.
bool intersect_exactly(const Point3& a, const Point3& b, const Point3& c, Point3& vertex);

template <class T>
Status check_points3(std::span<const Vec<3, T>> points) {
  if (points.size() > (std::size_t(1) << 28)) return Status::too_many_objects;
  constexpr T kMost = std::numeric_limits<T>::max() / 4;
  // One branch for all numbers; NaN fails, too.
  int bad = 0;
  for (const auto& p : points) {
    for (const T x : p.v) bad |= static_cast<int>(!(std::abs(x) <= kMost));
  }
  if (bad == 0) return Status::ok;
  for (const auto& p : points) {
    if (!is_finite(p)) return Status::not_finite;
  }
  return Status::out_of_range;
}

template <class T>
struct Hull3Access {
  using Index = std::uint32_t;
  using Plane = typename Hull3<T>::Plane;

  static void set_dimension(Hull3<T>& h, int dimension) { h.dimension_ = dimension; }
  static Buffer<Index>& vertices(Hull3<T>& h) { return h.vertices_; }
  static Buffer<Index>& twins(Hull3<T>& h) { return h.twin_; }

  // Reserves space; the planes and half-edges have their sizes then.
  static bool reserve(Hull3<T>& h, std::size_t faces, std::size_t edges) {
    h.face_begin_.clear();
    return h.face_begin_.grow(faces + 1) && h.planes_.resize(faces) && h.origin_.resize(edges) &&
           h.twin_.resize(edges) && h.face_of_.resize(edges);
  }

  // Begins the next face; its corners follow by set_corner().
  static void begin_face(Hull3<T>& h, Index edge) { h.face_begin_.append_unchecked(edge); }
  static void set_corner(Hull3<T>& h, Index edge, Index vertex) {
    h.origin_[edge] = vertex;
    h.face_of_[edge] = static_cast<Index>(h.face_begin_.size() - 1);
  }
  static void end_faces(Hull3<T>& h) { begin_face(h, static_cast<Index>(h.origin_.size())); }

  // Sets the plane through three points of the input.
  static void set_plane(Hull3<T>& h, std::size_t f, const Vec<3, T>& a, const Vec<3, T>& b,
                        const Vec<3, T>& c) {
    const Point3 n = unit_normal(widen(a), widen(b), widen(c));
    Plane& plane = h.planes_[f];
    for (int k = 0; k < 3; ++k) plane.normal[k] = static_cast<T>(n[k]);
    plane.offset = dot(plane.normal, a);
    for (const Vec<3, T>& p : {b, c}) {
      const T offset = dot(plane.normal, p);
      if (offset > plane.offset) plane.offset = offset;
    }
  }

  // Uses three corners far apart: those of a polygon lie in one plane exactly.
  static void find_plane(Hull3<T>& h, std::span<const Vec<3, T>> points, std::size_t f) {
    const auto loop = h.face(f);
    const auto at = [&](std::size_t i) { return points[h.vertices_[loop[i]]]; };
    const Point3 n =
        unit_normal(widen(at(0)), widen(at(loop.size() / 3)), widen(at(2 * loop.size() / 3)));
    Plane& plane = h.planes_[f];
    for (int k = 0; k < 3; ++k) plane.normal[k] = static_cast<T>(n[k]);
    plane.offset = dot(plane.normal, at(0));
    for (std::size_t i = 1; i < loop.size(); ++i) {
      const T offset = dot(plane.normal, at(i));
      if (offset > plane.offset) plane.offset = offset;
    }
  }
};

}  // namespace masu::detail
