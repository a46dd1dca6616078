// SPDX-License-Identifier: MIT
// LinearOrthtree: a linear 2^D-tree, both a dynamic index and a pair finder.
#pragma once

#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>

namespace masu {

// Two uses of one idea, sorting boxes by the key of their cell:
// - registered: objects stay in the tree; insert(), move() and erase() take O(1), and the tree
//   answers queries for pairs or neighbors; see RegisteredOrthtree. For worlds in which some
//   objects move.
// - sorted: all boxes are passed to each call; see SortedOrthtree. For worlds in which most move:
//   it finds all pairs several times faster.
//
// The boxes of a call are not stored.
//
//    masu::LinearQuadtree<> tree;
//    const masu::Handle car = tree.insert(box).handle;  // registered
//    (void)tree.move(car, moved_box);
//    (void)tree.find_pairs([](std::uint32_t a, std::uint32_t b) { hit(a, b); });
//
// Cost: that of the two classes. Threads: const members are safe in many threads while no thread
// changes the tree. find_pairs() is a change; it takes jobs.
template <int D, class T = float>
class LinearOrthtree : public RegisteredOrthtree<D, T> {
  using SortTrace = AnyTrace<PhaseBegins, CellOrderMade>;

 public:
  // Creates an empty tree.
  explicit LinearOrthtree(const OrthtreeOptions<D, T>& options = {},
                          Allocator allocator = default_allocator())
      : RegisteredOrthtree<D, T>(options, allocator),
        sorted_({.registration = options.registration}, allocator),
        filters_(allocator) {}

  // Reports each unordered pair of overlapping registered objects once, by slots, a < b. Sorts the
  // stored boxes, in a fraction of the time that RegisteredOrthtree::find_pairs() takes from cell
  // to cell. out_of_memory: nothing has changed.
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

  // For registered objects, as in RegisteredOrthtree.
  using RegisteredOrthtree<D, T>::find_pairs_between;

  // Reports each unordered pair of overlapping boxes once, by their indices, a < b. Statuses as
  // SortedOrthtree::find_pairs().
  SearchResult find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                          const PairOptions<D, T>& options = {}, SortTrace trace = {}) {
    return sorted_.find_pairs(boxes, sink, options, trace);
  }

  // Reports each overlapping pair of one box of `a` and one of `b`. Statuses as find_pairs().
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, const PairTarget& sink,
                                  const PairOptions<D, T>& options = {}, SortTrace trace = {}) {
    return sorted_.find_pairs_between(a, b, sink, options, trace);
  }

  // Returns the pair finder alone, for its options.
  SortedOrthtree<D, T>& sorted() { return sorted_; }

 private:
  SortedOrthtree<D, T> sorted_;
  Buffer<Filter> filters_;  // by slot
};

// The tree in 2D.
template <class T = float>
using LinearQuadtree = LinearOrthtree<2, T>;
// The tree in 3D.
template <class T = float>
using LinearOctree = LinearOrthtree<3, T>;

}  // namespace masu
