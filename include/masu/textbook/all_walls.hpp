// SPDX-License-Identifier: MIT
// Every wall, every time: what the other ways of looking for walls are measured and tested against.
#pragma once

#include <masu/corridor/detail/nearest_search.hpp>

namespace masu {

// ChainTree's questions, answered by asking all walls: O(n) each. Looks at the caller's arrays.
template <class T>
class AllWalls {
 public:
  // Of vertices and chains that live elsewhere, and must go on doing so.
  AllWalls(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains)
      : vertices_(vertices), chains_(chains) {}

  // The nearest wall, of equal ones the lowest. O(walls), as all of these.
  NearestWall<T> nearest(const Vec<2, T>& p,
                         T max_distance = std::numeric_limits<T>::infinity()) const {
    detail::NearestSearch<T> search(p, max_distance);
    for_each_wall(
        [&](std::uint32_t wall) { search.offer(wall, vertices_[wall], vertices_[wall + 1]); });
    return search.finish();
  }

  template <class Visit>
  SearchResult for_each_within(const Vec<2, T>& p, T radius, Visit&& visit) const {
    SearchResult r;
    for_each_wall([&](std::uint32_t wall) {
      if (r.status != Status::ok) return;
      ++r.stats.tests;
      const T square = offset_of(wall, p).distance_squared;
      if (square > radius * radius) return;
      ++r.stats.results;
      if (!goes_on(visit, wall, square)) r.status = Status::stopped;
    });
    return r;
  }

  // The first wall on the ray.
  WallHit<T> ray_cast(const Ray<2, T>& ray) const {
    return first([&](const Vec2d& a, const Vec2d& b) {
      return ray_impact(vec_cast<double>(ray.origin), vec_cast<double>(ray.direction), a, b,
                        double(ray.max_t));
    });
  }

  // The first wall that a circle meets on its way.
  WallHit<T> circle_cast(const Vec<2, T>& p, T radius, const Vec<2, T>& translation) const {
    return capsule_cast(p, {}, radius, translation);
  }

  // The first wall that a capsule, from p - half to p + half, meets on its way.
  WallHit<T> capsule_cast(const Vec<2, T>& p, const Vec<2, T>& half, T radius,
                          const Vec<2, T>& translation) const {
    return first([&](const Vec2d& a, const Vec2d& b) {
      return capsule_impact(vec_cast<double>(p), vec_cast<double>(half),
                            vec_cast<double>(translation), double(radius), a, b, 1.0);
    });
  }

 private:
  template <class Visit>
  void for_each_wall(Visit&& visit) const {
    for (const WallChain& chain : chains_) {
      for (std::uint32_t i = 0; i + 1 < chain.count; ++i) visit(chain.first + i);
    }
  }
  detail::WallOffset<T> offset_of(std::uint32_t wall, const Vec<2, T>& p) const {
    return detail::wall_offset(vertices_[wall], vertices_[wall + 1], p);
  }
  template <class Impact>
  WallHit<T> first(Impact&& impact) const {
    WallHit<T> hit;
    for_each_wall([&](std::uint32_t wall) {
      ++hit.stats.tests;
      const std::optional<WallImpact> met =
          impact(vec_cast<double>(vertices_[wall]), vec_cast<double>(vertices_[wall + 1]));
      if (!met || (hit.hit && !(met->t < hit.t || (met->t == hit.t && wall < hit.wall)))) return;
      hit.hit = true;
      hit.wall = wall;
      hit.t = met->t;
      hit.normal = met->normal;
    });
    hit.stats.results = hit.hit;
    return hit;
  }

  std::span<const Vec<2, T>> vertices_;
  std::span<const WallChain> chains_;
};

}  // namespace masu
