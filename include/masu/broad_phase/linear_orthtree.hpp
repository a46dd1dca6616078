// SPDX-License-Identifier: MIT
// The linear 2^D-tree with both its faces: LinearQuadtree in 2D, LinearOctree in 3D.
#pragma once

#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>

namespace masu {

// Two ways to use one idea, sorting boxes by the name of their cell:
//   - registered: objects stay in the tree, insert(), move() and erase() them in O(1) and ask for
//     pairs or neighbours; see RegisteredOrthtree. For worlds in which some objects move.
//   - sorted: give all boxes at each call; see SortedOrthtree. For worlds in which most move: it
//     finds all pairs several times faster.
// The boxes of a call are not stored.
template <int D, class T = float>
class LinearOrthtree : public RegisteredOrthtree<D, T> {
  using SortTrace = AnyTrace<PhaseBegins, CellOrderMade>;

 public:
  explicit LinearOrthtree(const OrthtreeOptions<D, T>& options = {},
                          Allocator allocator = default_allocator())
      : RegisteredOrthtree<D, T>(options, allocator),
        sorted_({.registration = options.registration}, allocator),
        filters_(allocator) {}

  // Each unordered pair of overlapping registered objects once, by slots, a < b. Sorts the stored
  // boxes where they lie, which takes a fraction of the time that RegisteredOrthtree::find_pairs()
  // takes from cell to cell; out_of_memory: no room for that, nothing has changed.
  SearchResult find_pairs(const PairTarget& sink, const JobSystem& jobs = {},
                          SortTrace trace = {}) {
    PairOptions<D, T> options;
    options.jobs = jobs;
    options.period = this->period();
    const BoxSpan<D, T> boxes = this->boxes();
    if (this->has_filters()) {
      if (!filters_.resize(boxes.size())) return {Status::out_of_memory, {}};
      for (std::uint32_t i = 0; i < boxes.size(); ++i) filters_[i] = (*this)[i].filter;
      options.filters = std::span<const Filter>(filters_.data(), filters_.size());
    }
    return sorted_.find_pairs(boxes, sink, options, trace);
  }

  // Of registered objects, as RegisteredOrthtree has it.
  using RegisteredOrthtree<D, T>::find_pairs_between;

  // Each unordered pair of overlapping boxes once, by their places in the array, a < b.
  SearchResult find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                          const PairOptions<D, T>& options = {}, SortTrace trace = {}) {
    return sorted_.find_pairs(boxes, sink, options, trace);
  }

  // Each overlapping pair of one box of `a` and one of `b`.
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, const PairTarget& sink,
                                  const PairOptions<D, T>& options = {}, SortTrace trace = {}) {
    return sorted_.find_pairs_between(a, b, sink, options, trace);
  }

  // The sorted face alone, for its settings.
  SortedOrthtree<D, T>& sorted() { return sorted_; }

 private:
  SortedOrthtree<D, T> sorted_;
  Buffer<Filter> filters_;  // by slot
};

template <class T = float>
using LinearQuadtree = LinearOrthtree<2, T>;
template <class T = float>
using LinearOctree = LinearOrthtree<3, T>;

}  // namespace masu
