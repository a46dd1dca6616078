// SPDX-License-Identifier: MIT
// WallQueryBatch: many queries of walls at once.
#pragma once

#include <masu/core/job_system.hpp>
#include <masu/corridor/chain_tree.hpp>

namespace masu {

namespace detail {
template <class T>
class SpatialOrder;
}

// ChainTree's queries for spans of positions. Neighbors in space are queried one after another, and
// while one query runs the processor loads the walls near the next ones: where walls do not fit
// into its caches, loading them takes most of the time. The results are those of the tree's own
// functions, in the caller's order, whatever the number of threads. Keeps its memory from call to
// call. Use it for thousands of queries; for few of them call the tree.
//
//    masu::WallQueryBatch<float> batch;  // keep it
//    (void)batch.nearest(corridor.walls(), centers, 10.0f, nearest_walls);
//
// Statuses of each function: size_mismatch (spans differ in length), too_many_objects (2^32
// queries), out_of_memory; then no result is written. Errors of one query are in its result. O(m
// log n) for m queries, and a sort of them.
//
// Threads: takes jobs; one call at a time for each batch.
template <class T>
class WallQueryBatch {
 public:
  // Creates a batch; working memory comes from the allocator.
  explicit WallQueryBatch(Allocator allocator = default_allocator()) : order_(allocator) {}

  // Sets results[i] to tree.nearest(points[i], max_distance).
  Status nearest(const ChainTree<T>& tree, std::span<const Vec<2, T>> points, T max_distance,
                 std::span<NearestWall<T>> results, const JobSystem& jobs = {});

  // Sets results[i] to tree.ray_cast(rays[i]).
  Status ray_cast(const ChainTree<T>& tree, std::span<const Ray<2, T>> rays,
                  std::span<WallHit<T>> results, const JobSystem& jobs = {});

  // Sets results[i] to tree.circle_cast(points[i], radius, translations[i]).
  Status circle_cast(const ChainTree<T>& tree, std::span<const Vec<2, T>> points, T radius,
                     std::span<const Vec<2, T>> translations, std::span<WallHit<T>> results,
                     const JobSystem& jobs = {});

 private:
  detail::Opaque<detail::SpatialOrder<T>> order_;
};

MASU_EXTERN_T(WallQueryBatch)

}  // namespace masu
