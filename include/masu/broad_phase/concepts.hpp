// SPDX-License-Identifier: MIT
// What a broad phase is, for code that takes any of them.
#pragma once

#include <concepts>

#include <masu/broad_phase/pair_options.hpp>
#include <masu/core/handle.hpp>

namespace masu {

// Boxes in, each unordered pair of overlapping ones once to a sink, and the work it took back.
template <class Finder, int D, class T>
concept PairFinder = requires(Finder& finder, BoxSpan<D, T> boxes, PairList<>& list,
                              CountPairs& count, const PairOptions<D, T>& options) {
  { finder.find_pairs(boxes, list, options) } -> std::same_as<SearchResult>;
  { finder.find_pairs(boxes, count, options) } -> std::same_as<SearchResult>;
  { finder.find_pairs_between(boxes, boxes, list, options) } -> std::same_as<SearchResult>;
};

// Holds objects with boxes, and visits the handles of those that overlap a box.
template <class Index, int D, class T>
concept SpatialIndex = requires(const Index& index, const Aabb<D, T>& box, void (*visit)(Handle)) {
  { index.for_each_overlapping(box, visit) } -> std::same_as<SearchResult>;
  { index.size() } -> std::convertible_to<std::size_t>;
};

}  // namespace masu
