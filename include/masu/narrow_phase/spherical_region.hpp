// SPDX-License-Identifier: MIT
// A collision test of one's own: is a direction inside a region of the sphere? Where a shoulder can
// point its arm, what a turret can aim at.
#pragma once

#include <span>

#include <masu/core/buffer.hpp>
#include <masu/core/finite.hpp>
#include <masu/core/status.hpp>
#include <masu/hull/predicates.hpp>

namespace masu {

// A loop of great arcs and one direction inside, such as that of the arm at rest. The loop does not
// cross itself; it need not be convex, nor fit into a hemisphere. The boundary belongs to the
// region.
//
// The path from the known direction to the one asked for crosses the boundary an odd number of
// times if and only if the latter is outside. Whether two arcs cross is decided by the signs of
// determinants, which are exact: no direction near the boundary, or in line with a corner, is
// misjudged. Sources: the lecture's joint (L23); M. Shimrat, "Algorithm 112: position of point
// relative to polygon", CACM 5(8), 1962, on the sphere.
template <class T>
class SphericalRegion {
 public:
  using Direction = Vec<3, T>;

  explicit SphericalRegion(Allocator allocator = default_allocator()) : corners_(allocator) {}

  // Directions of any length. Corners that repeat the one before are left out. Statuses:
  // not_finite; no_points, fewer than three corners; not_positive, a direction of length 0;
  // out_of_range, an arc of half a circle, or `inside` on the boundary; out_of_memory. Then it is
  // as before. O(n).
  Status build(std::span<const Direction> corners, const Direction& inside) {
    if (const Status s = check(inside); s != Status::ok) return s;
    for (const Direction& c : corners) {
      if (const Status s = check(c); s != Status::ok) return s;
    }
    Buffer<Direction> kept(corners_.allocator());
    if (!kept.reserve(corners.size())) return Status::out_of_memory;
    for (const Direction& c : corners) {
      if (kept.empty() || !same(kept.back(), c)) (void)kept.push_back(c);
    }
    while (kept.size() > 1 && same(kept.back(), kept[0])) kept.pop_back();
    if (kept.size() < 3) return Status::no_points;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const Direction& a = kept[i];
      const Direction& b = kept[i + 1 == kept.size() ? 0 : i + 1];
      if (opposite(a, b) || on_arc(a, b, inside)) return Status::out_of_range;
    }
    corners_ = std::move(kept);
    inside_ = inside;
    return Status::ok;
  }

  // O(n). False for a direction of length 0 or not finite, and before build().
  bool contains(const Direction& d) const {
    if (check(d) != Status::ok || corners_.empty()) return false;
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      if (on_arc(corners_[i], next(i), d)) return true;
    }
    if (!nearly_opposite(inside_, d)) return crossings(inside_, d) % 2 == 0;
    // The shortest way around is not known well: over a third direction, across both.
    const Direction between = across(d);
    return (crossings(inside_, between) + crossings(between, d)) % 2 == 0;
  }

  std::span<const Direction> corners() const { return {corners_.data(), corners_.size()}; }

 private:
  static Status check(const Direction& d) {
    if (!is_finite(d)) return Status::not_finite;
    return d == Direction{} ? Status::not_positive : Status::ok;
  }
  static int side(const Direction& a, const Direction& b, const Direction& c) {
    return orient3d(Direction{}, a, b, c);
  }
  static double cosine(const Direction& a, const Direction& b) {
    const auto x = vec_cast<double>(a);
    const auto y = vec_cast<double>(b);
    return dot(x, y) / (length(x) * length(y));
  }
  static bool parallel(const Direction& a, const Direction& b) {
    for (int k = 0; k < 3; ++k) {
      Direction e{};
      e[k] = 1;
      if (side(a, b, e) != 0) return false;
    }
    return true;
  }
  static bool same(const Direction& a, const Direction& b) {
    return parallel(a, b) && cosine(a, b) > 0;
  }
  static bool opposite(const Direction& a, const Direction& b) {
    return parallel(a, b) && cosine(a, b) < 0;
  }
  static bool nearly_opposite(const Direction& a, const Direction& b) {
    return cosine(a, b) < -0.9;
  }
  static Direction across(const Direction& d) {
    int axis = 0;
    for (int k = 1; k < 3; ++k) axis = std::fabs(d[k]) < std::fabs(d[axis]) ? k : axis;
    Direction e{};
    e[axis] = 1;
    return e;
  }
  // On the arc from a to b, ends included: in its plane, and no farther from either end than they
  // are from each other.
  static bool on_arc(const Direction& a, const Direction& b, const Direction& d) {
    if (side(a, b, d) != 0) return false;
    const double whole = cosine(a, b);
    return same(a, d) || same(b, d) || (cosine(a, d) > whole && cosine(b, d) > whole);
  }

  // How often the arc from q to p crosses the boundary. A corner in its plane counts to one side,
  // and so does `between` in the plane of an arc: what passes through is counted once.
  int crossings(const Direction& q, const Direction& p) const {
    const auto middle = halfway(q, p);
    int count = 0;
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      const Direction& a = corners_[i];
      const Direction& b = next(i);
      const bool a_left = side(q, p, a) >= 0;
      const bool b_left = side(q, p, b) >= 0;
      if (a_left == b_left) continue;
      if ((side(a, b, q) >= 0) == (side(a, b, p) >= 0)) continue;
      // Both arcs cross the line in which their planes meet; do they on the same side?
      count += dot(where(q, p, a, b), middle) > 0;
    }
    return count;
  }
  static Vec<3, double> halfway(const Direction& q, const Direction& p) {
    const auto x = vec_cast<double>(q);
    const auto y = vec_cast<double>(p);
    return x * (1 / length(x)) + y * (1 / length(y));
  }
  // A direction between a and b in the plane of q and p, roughly.
  static Vec<3, double> where(const Direction& q, const Direction& p, const Direction& a,
                              const Direction& b) {
    const auto n = cross(vec_cast<double>(q), vec_cast<double>(p));
    const auto x = vec_cast<double>(a);
    const auto y = vec_cast<double>(b);
    return x * std::fabs(dot(n, y)) + y * std::fabs(dot(n, x));
  }

  const Direction& next(std::size_t i) const {
    return corners_[i + 1 == corners_.size() ? 0 : i + 1];
  }

  Buffer<Direction> corners_;
  Direction inside_{};
};

}  // namespace masu
