// SPDX-License-Identifier: MIT
#include <masu/corridor/wall_query_batch.hpp>

namespace masu {

template <class T>
Status WallQueryBatch<T>::nearest(const ChainTree<T>& tree, std::span<const Vec<2, T>> points,
                                  T max_distance, std::span<NearestWall<T>> results,
                                  const JobSystem& jobs) {
  if (points.size() != results.size()) return Status::size_mismatch;
  const auto place = [&](std::size_t i) { return points[i]; };
  const Status good = order_.sort(tree, points.size(), place);
  if (good != Status::ok) return good;
  order_.run(
      tree, jobs, place, [&](std::uint32_t) { return max_distance; },
      [&](std::uint32_t i) { results[i] = tree.nearest(points[i], max_distance); }, points.data(),
      results.data());
  return Status::ok;
}

template <class T>
Status WallQueryBatch<T>::ray_cast(const ChainTree<T>& tree, std::span<const Ray<2, T>> rays,
                                   std::span<WallHit<T>> results, const JobSystem& jobs) {
  if (rays.size() != results.size()) return Status::size_mismatch;
  const auto place = [&](std::size_t i) { return rays[i].origin; };
  const Status good = order_.sort(tree, rays.size(), place);
  if (good != Status::ok) return good;
  order_.run(
      tree, jobs, place, [&](std::uint32_t i) { return length(rays[i].direction) * rays[i].max_t; },
      [&](std::uint32_t i) { results[i] = tree.ray_cast(rays[i]); }, rays.data(), results.data());
  return Status::ok;
}

template <class T>
Status WallQueryBatch<T>::circle_cast(const ChainTree<T>& tree, std::span<const Vec<2, T>> points,
                                      T radius, std::span<const Vec<2, T>> translations,
                                      std::span<WallHit<T>> results, const JobSystem& jobs) {
  if (points.size() != results.size() || points.size() != translations.size()) {
    return Status::size_mismatch;
  }
  const auto place = [&](std::size_t i) { return points[i]; };
  const Status good = order_.sort(tree, points.size(), place);
  if (good != Status::ok) return good;
  order_.run(
      tree, jobs, place, [&](std::uint32_t i) { return radius + length(translations[i]); },
      [&](std::uint32_t i) { results[i] = tree.circle_cast(points[i], radius, translations[i]); },
      points.data(), translations.data(), results.data());
  return Status::ok;
}

template class WallQueryBatch<float>;
template class WallQueryBatch<double>;

}  // namespace masu
