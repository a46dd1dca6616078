// SPDX-License-Identifier: MIT
// Concepts of broad phases, for code that takes any of them.
#pragma once

#include <concepts>

#include <masu/broad_phase/pair_options.hpp>
#include <masu/broad_phase/query_results.hpp>
#include <masu/core/ray.hpp>

namespace masu {

// Finds pairs from scratch: reports each unordered pair of overlapping boxes once to a sink, and
// returns the work that it took.
template <class Finder, int D, class T>
concept PairFinder = requires(Finder& finder, BoxSpan<D, T> boxes, PairList& list,
                              CountPairs& count, const PairOptions<D, T>& options) {
  { finder.find_pairs(boxes, list, options) } -> std::same_as<SearchResult>;
  { finder.find_pairs(boxes, count, options) } -> std::same_as<SearchResult>;
  { finder.find_pairs_between(boxes, boxes, list, options) } -> std::same_as<SearchResult>;
};

// Stores objects with boxes, and visits the ids of those that overlap a box.
template <class Index, int D, class T>
concept SpatialIndex = requires(const Index& index, const Aabb<D, T>& box,
                                void (*visit)(typename Index::Id)) {
  { index.for_each_overlapping(box, visit) } -> std::same_as<SearchResult>;
  { index.size() } -> std::convertible_to<std::size_t>;
};

// An index that is built from all its boxes at once; ids are their indices.
template <class Index, int D, class T>
concept StaticIndex = SpatialIndex<Index, D, T> && requires(Index& index, BoxSpan<D, T> boxes) {
  { index.build(boxes) } -> std::same_as<Status>;
};

// An index in which objects are inserted, moved and erased; ids are handles.
template <class Index, int D, class T>
concept DynamicIndex = SpatialIndex<Index, D, T> &&
    requires(Index& index, const Aabb<D, T>& box, Handle handle) {
  { index.insert(box) } -> std::convertible_to<Handle>;
  { index.move(handle, box) } -> std::same_as<Status>;
  { index.erase(handle) } -> std::same_as<Status>;
};

// An index that finds the first object that a ray hits.
template <class Index, int D, class T>
concept RayIndex = SpatialIndex<Index, D, T> && requires(const Index& index, const Ray<D, T>& ray) {
  { index.ray_cast(ray) } -> std::same_as<RayCastResult<T, typename Index::Id>>;
};

// An index that finds the objects nearest to a box.
template <class Index, int D, class T>
concept NearestIndex = SpatialIndex<Index, D, T> &&
    requires(const Index& index, const Aabb<D, T>& box,
             std::span<Neighbor<T, typename Index::Id>> found) {
  { index.nearest(box, found) } -> std::same_as<SearchResult>;
};

}  // namespace masu
