// SPDX-License-Identifier: MIT
// IndexedBoxes: the part that static indices share: prepared boxes, and the filters of queries.
#pragma once

#include <masu/broad_phase/index_options.hpp>
#include <masu/broad_phase/pair_options.hpp>
#include <masu/broad_phase/query_results.hpp>
#include "broad_phase/box_set.hpp"

namespace masu::detail {

// Returns whether a box that was moved down on the axes `shift`, and the box at an index of the
// set, which overlap, count here; otherwise they are found at another image.
template <int D, class T>
bool IndexedView<D, T>::overlaps(const Aabb<D, T>& target, std::uint32_t shift,
                                 std::uint32_t index) const {
  const std::uint32_t other = set.shift(index);
  return (shift & other) == 0 && overlap_at(shift | other, target, set.home(index));
}

// Calls visit(id) for each object that overlaps `box`, wrapped, and is accepted. `search(box, f)`
// calls f(index) for each box of the set that overlaps a non-empty one, until f returns false.
template <int D, class T>
template <class Search, class Visit>
SearchResult IndexedView<D, T>::overlapping(const Aabb<D, T>& box, const MaybeFilter& filter,
                                            QueryStats& stats, Search&& search,
                                            Visit&& visit) const {
  const Aabb<D, T> target = period.any() ? wrap(box, period) : box;
  if (target.empty() || set.size == 0) return {Status::ok, stats};
  const auto deliver = [&](std::uint32_t index) {
    if (!accepted(index, filter)) return true;
    ++stats.results;
    return goes_on(visit, set.id(index));
  };
  const bool on = !period.any()
                      ? search(target, deliver)
                      : for_each_image(target, period, [&](const Aabb<D, T>& b, auto shift) {
                          return search(b, [&](std::uint32_t index) {
                            return !overlaps(target, shift, index) || deliver(index);
                          });
                        });
  return {on ? Status::ok : Status::stopped, stats};
}

// Writes the ids of the objects at the accepted indices; returns how many. `ids` has space for all,
// and may be the same memory as the indices.
template <int D, class T>
std::size_t accepted_ids(const IndexedView<D, T>& objects, std::span<const std::uint32_t> indices,
                         const MaybeFilter& filter, std::uint32_t* ids) {
  std::size_t count = 0;
  for (const std::uint32_t index : indices) {
    if (objects.accepted(index, filter)) ids[count++] = objects.set.id(index);
  }
  return count;
}

template <int D, class T>
class IndexedBoxes {
 public:
  explicit IndexedBoxes(Allocator allocator)
      : set_(allocator), next_(allocator), filters_(allocator) {}

  // Takes a copy of the boxes; empty if it fails.
  Status take(BoxSpan<D, T> boxes, const IndexOptions<D, T>& options) {
    clear();
    Status status = check_input(boxes.size(), options.filters, options.period);
    if (status == Status::ok) status = set_.make(boxes, options.period);
    if (status == Status::ok && !filters_.resize(options.filters.size()))
      status = Status::out_of_memory;
    if (status != Status::ok) {
      clear();
      return status;
    }
    for (std::size_t i = 0; i < filters_.size(); ++i) filters_[i] = options.filters[i];
    period_ = options.period;
    wraps_ = period_.any();
    size_ = boxes.size();
    return Status::ok;
  }

  // Replaces the boxes of the same objects; filters and period stay. `same`: every index still has
  // the same object, at the same image. Empty if it fails.
  Status move(BoxSpan<D, T> boxes, bool& same) {
    const Status status = next_.make(boxes, period_);
    if (status != Status::ok) {
      clear();
      return status;
    }
    std::swap(set_, next_);
    same = set_.same_indices(next_);
    return Status::ok;
  }

  void clear() {
    set_.clear();
    filters_.clear();
    size_ = 0;
    period_ = {};
    wraps_ = false;
  }

  const BoxSet<D, T>& set() const { return set_; }
  // The number of boxes of the input, empty ones included.
  std::size_t size() const { return size_; }
  // Returns whether some axis is periodic.
  bool wrap_around() const { return wraps_; }
  // No filters, or one for each box of the input.
  std::size_t filter_count() const { return filters_.size(); }

  IndexedView<D, T> view() const {
    return {set_.view(), filters_.empty() ? nullptr : filters_.data(), period_, size_};
  }

  bool accepted(std::uint32_t index, const MaybeFilter& filter) const {
    return view().accepted(index, filter);
  }

  // Calls visit(id) for each object that overlaps `box`, wrapped, and is accepted. `search(box, f)`
  // calls f(index) for each index whose box overlaps a non-empty box, until f returns false.
  template <class Search, class Visit>
  SearchResult overlapping(const Aabb<D, T>& box, const MaybeFilter& filter, QueryStats& stats,
                           Search&& search, Visit&& visit) const {
    return view().overlapping(box, filter, stats, search, visit);
  }

 private:
  BoxSet<D, T> set_;
  BoxSet<D, T> next_;       // for move()
  Buffer<Filter> filters_;  // by id
  Period<D, T> period_{};
  bool wraps_ = false;
  std::size_t size_ = 0;
};

}  // namespace masu::detail
