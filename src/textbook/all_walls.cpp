// SPDX-License-Identifier: MIT
#include <masu/textbook/all_walls.hpp>

#include <masu/core/block_output.hpp>

#include "corridor/nearest_search.hpp"
#include "corridor/wall_cast.hpp"

namespace masu {
namespace {

template <class F>
void for_each_wall(std::span<const WallChain> chains, F&& f) {
  for (const WallChain& chain : chains) {
    for (std::uint32_t i = 0; i + 1 < chain.count; ++i) f(chain.first + i);
  }
}

// Returns the first wall hit according to impact(a, b); of equal ones the lowest.
template <class T, class Impact>
WallHit<T> first_wall(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains,
                      Impact&& impact) {
  WallHit<T> hit;
  for_each_wall(chains, [&](std::uint32_t wall) {
    ++hit.stats.tests;
    const std::optional<WallImpact> found =
        impact(vec_cast<double>(vertices[wall]), vec_cast<double>(vertices[wall + 1]));
    if (!found || (hit.hit && !(found->t < hit.t || (found->t == hit.t && wall < hit.wall))))
      return;
    hit.hit = true;
    hit.wall = wall;
    hit.t = found->t;
    hit.normal = found->normal;
  });
  hit.stats.results = hit.hit;
  return hit;
}

}  // namespace

template <class T>
NearestWall<T> AllWalls<T>::nearest(const Vec<2, T>& p, T max_distance) const {
  detail::NearestSearch<T> search(p, max_distance);
  for_each_wall(chains_, [&](std::uint32_t wall) {
    search.offer(wall, vertices_[wall], vertices_[wall + 1]);
  });
  return search.finish();
}

template <class T>
SearchResult AllWalls<T>::for_each_within(const Vec<2, T>& p, T radius,
                                          const BlockTarget<WallDistance<T>>& visit) const {
  BlockOutput<WallDistance<T>> output(visit);
  QueryStats stats;
  for_each_wall(chains_, [&](std::uint32_t wall) {
    if (output.status() != Status::ok) return;
    ++stats.tests;
    const T square = detail::wall_offset(vertices_[wall], vertices_[wall + 1], p).distance_squared;
    if (square <= radius * radius) output.push({square, wall});
  });
  return output.finish(stats);
}

template <class T>
WallHit<T> AllWalls<T>::ray_cast(const Ray<2, T>& ray) const {
  return first_wall<T>(vertices_, chains_, [&](const Vec2d& a, const Vec2d& b) {
    return detail::ray_impact(vec_cast<double>(ray.origin), vec_cast<double>(ray.direction), a, b,
                              double(ray.max_t));
  });
}

template <class T>
WallHit<T> AllWalls<T>::capsule_cast(const Vec<2, T>& p, const Vec<2, T>& half, T radius,
                                     const Vec<2, T>& translation) const {
  return first_wall<T>(vertices_, chains_, [&](const Vec2d& a, const Vec2d& b) {
    return detail::capsule_impact(vec_cast<double>(p), vec_cast<double>(half),
                                  vec_cast<double>(translation), double(radius), a, b, 1.0);
  });
}

template class AllWalls<float>;
template class AllWalls<double>;

}  // namespace masu
