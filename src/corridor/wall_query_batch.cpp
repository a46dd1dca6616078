// SPDX-License-Identifier: MIT
#include <masu/corridor/wall_query_batch.hpp>

#include "core/opaque-inl.hpp"
#include "corridor/spatial_order.hpp"

namespace masu {
namespace detail {

template class Opaque<SpatialOrder<float>>;
template class Opaque<SpatialOrder<double>>;

}  // namespace detail

template <class T>
Status WallQueryBatch<T>::nearest(const ChainTree<T>& tree, std::span<const Vec<2, T>> points,
                                  T max_distance, std::span<NearestWall<T>> results,
                                  const JobSystem& jobs) {
  if (points.size() != results.size()) return Status::size_mismatch;
  const auto position = [&](std::size_t i) { return points[i]; };
  auto* const order = order_.need();
  if (order == nullptr) return Status::out_of_memory;
  const auto& walls = detail::ChainTreeState<T>::of(tree);
  const Status status = order->sort(walls, points.size(), position);
  if (status != Status::ok) return status;
  order->run(
      walls, jobs, position, [&](std::uint32_t) { return max_distance; },
      [&](std::uint32_t i) { results[i] = walls.nearest(points[i], max_distance); }, points.data(),
      results.data());
  return Status::ok;
}

template <class T>
Status WallQueryBatch<T>::ray_cast(const ChainTree<T>& tree, std::span<const Ray<2, T>> rays,
                                   std::span<WallHit<T>> results, const JobSystem& jobs) {
  if (rays.size() != results.size()) return Status::size_mismatch;
  const auto position = [&](std::size_t i) { return rays[i].origin; };
  auto* const order = order_.need();
  if (order == nullptr) return Status::out_of_memory;
  const auto& walls = detail::ChainTreeState<T>::of(tree);
  const Status status = order->sort(walls, rays.size(), position);
  if (status != Status::ok) return status;
  order->run(
      walls, jobs, position,
      [&](std::uint32_t i) { return length(rays[i].direction) * rays[i].max_t; },
      [&](std::uint32_t i) { results[i] = walls.ray_cast(rays[i]); }, rays.data(), results.data());
  return Status::ok;
}

template <class T>
Status WallQueryBatch<T>::circle_cast(const ChainTree<T>& tree, std::span<const Vec<2, T>> points,
                                      T radius, std::span<const Vec<2, T>> translations,
                                      std::span<WallHit<T>> results, const JobSystem& jobs) {
  if (points.size() != results.size() || points.size() != translations.size()) {
    return Status::size_mismatch;
  }
  const auto position = [&](std::size_t i) { return points[i]; };
  auto* const order = order_.need();
  if (order == nullptr) return Status::out_of_memory;
  const auto& walls = detail::ChainTreeState<T>::of(tree);
  const Status status = order->sort(walls, points.size(), position);
  if (status != Status::ok) return status;
  order->run(
      walls, jobs, position, [&](std::uint32_t i) { return radius + length(translations[i]); },
      [&](std::uint32_t i) {
        results[i] = walls.capsule_cast(points[i], {}, radius, translations[i]);
      },
      points.data(), translations.data(), results.data());
  return Status::ok;
}

template class WallQueryBatch<float>;
template class WallQueryBatch<double>;

}  // namespace masu
