// SPDX-License-Identifier: MIT
// TouchedWalls: the walls that a mover touches, and the directions in which it may move.
#pragma once

#include <algorithm>

#include <masu/core/vec.hpp>

namespace masu::detail {

// What rounding leaves of a direction after its part along a normal was removed.
inline constexpr double kLeftOfDirection = 4e-15;

struct TouchedWall {
  std::uint32_t wall;
  Vec2d normal;
  double distance;
  // An end of a wall counts if no other wall hides it, which is tested when it matters.
  bool asked;
  bool hidden;
  Vec2d end;
};
inline TouchedWall side_touch(std::uint32_t wall, const Vec2d& normal, double distance) {
  return {wall, normal, distance, true, false, {}};
}

// `Walk` knows whether other walls hide the end of a wall: hidden(wall, end, normal, displacement).
template <class Walk>
class TouchedWalls {
 public:
  explicit TouchedWalls(Walk& walk) : walk_(walk) {}

  // `displacement`: that for which they are collected.
  void clear(const Vec2d& displacement) {
    size_ = 0;
    felt_ = displacement;
  }
  const TouchedWall* begin() const { return touch_; }
  const TouchedWall* end() const { return touch_ + size_; }

  // If there are more than fit, keeps those that count and are nearest.
  void keep(const TouchedWall& touch) {
    if (size_ == kMost) {
      std::size_t retained = 0;
      for (std::size_t i = 0; i < size_; ++i) {
        if (counts(touch_[i])) touch_[retained++] = touch_[i];
      }
      size_ = retained;
    }
    if (size_ < kMost) {
      touch_[size_++] = touch;
      return;
    }
    TouchedWall* const farthest = std::max_element(
        touch_, touch_ + size_,
        [](const TouchedWall& a, const TouchedWall& b) { return a.distance < b.distance; });
    if (touch.distance < farthest->distance) *farthest = touch;
  }

  // Returns the nearest of the touched walls that count; nullptr: none.
  TouchedWall* nearest() {
    for (;;) {
      TouchedWall* best = nullptr;
      for (std::size_t i = 0; i < size_; ++i) {
        TouchedWall& t = touch_[i];
        if (t.hidden) continue;
        if (best == nullptr || before(t.distance, t, best->distance, *best)) best = &t;
      }
      if (best == nullptr || counts(*best)) return best;
    }
  }

  // Returns the direction nearest to `d` that leads into none of the touched walls: along one of
  // them, or zero.
  Vec2d slid(const Vec2d& d) {
    Vec2d best{};
    const TouchedWall* best_of = nullptr;
    bool open = true;
    const double slow = kLeftOfDirection * length(d);
    for (std::size_t i = 0; i < size_; ++i) {
      if (!leads_in(d, slow, touch_[i])) continue;
      open = false;
      const Vec2d& n = touch_[i].normal;
      const Vec2d tangent{-n[1], n[0]};
      const Vec2d along = dot(d, tangent) * tangent;
      const double slow_along = kLeftOfDirection * length(along);
      bool free = true;
      for (std::size_t k = 0; k < size_ && free; ++k) {
        free = k == i || !leads_in(along, slow_along, touch_[k]);
      }
      if (!free || !(dot(along, d) > 0)) continue;
      if (best_of == nullptr || before(-dot(along, d), touch_[i], -dot(best, d), *best_of)) {
        best = along;
        best_of = &touch_[i];
      }
    }
    return open ? d : best;
  }

  // Mirrors the direction at one wall after another until it leads into none.
  Vec2d bounced(Vec2d d, double restitution) {
    for (int iteration = 0; iteration < 64; ++iteration) {
      const TouchedWall* worst = nullptr;
      const double slow = kLeftOfDirection * length(d);
      for (std::size_t i = 0; i < size_; ++i) {
        if (!leads_in(d, slow, touch_[i])) continue;
        if (worst == nullptr ||
            before(dot(d, touch_[i].normal), touch_[i], dot(d, worst->normal), *worst)) {
          worst = &touch_[i];
        }
      }
      if (worst == nullptr) return d;
      d = d - ((1 + restitution) * dot(d, worst->normal)) * worst->normal;
    }
    return {};
  }

 private:
  static constexpr std::size_t kMost = 96;

  bool counts(TouchedWall& touch) {
    if (!touch.asked) {
      touch.asked = true;
      touch.hidden = walk_.hidden(touch.wall, touch.end, touch.normal, felt_);
    }
    return !touch.hidden;
  }

  // Walls come in the order of the search, which depends on where it started: of equals the lowest.
  static bool before(double x, const TouchedWall& a, double y, const TouchedWall& b) {
    return x < y || (x == y && a.wall < b.wall);
  }

  // `slow`: kLeftOfDirection of the length of `d`.
  bool leads_in(const Vec2d& d, double slow, TouchedWall& t) {
    return dot(d, t.normal) < -slow && counts(t);
  }

  Walk& walk_;
  TouchedWall touch_[kMost];
  std::size_t size_ = 0;
  Vec2d felt_{};
};

}  // namespace masu::detail
