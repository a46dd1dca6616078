// SPDX-License-Identifier: MIT
// IndexedView: pointers to the objects of a static index, in memory or in a mapped file.
#pragma once

#include <cstddef>
#include <cstdint>

#include <masu/broad_phase/query_results.hpp>
#include <masu/core/block_target.hpp>
#include <masu/core/period.hpp>

namespace masu::detail {

struct BoxImage {
  std::uint32_t home;   // index of the box that this one is an image of
  std::uint32_t shift;  // the axes, as bits, on which it is moved down by the period
};

// The arrays of a set of boxes.
template <int D, class T>
struct BoxSetView {
  const Aabb<D, T>* boxes = nullptr;   // originals, then images
  const std::uint32_t* ids = nullptr;  // nullptr: each index is the id
  const BoxImage* images = nullptr;    // of the boxes from `homes` on
  std::size_t size = 0;
  std::size_t homes = 0;

  // Returns the id of a box. If no box was left out, this reads nothing, and so avoids a cache
  // miss.
  std::uint32_t id(std::size_t index) const {
    return ids == nullptr ? static_cast<std::uint32_t>(index) : ids[index];
  }
  std::uint32_t shift(std::size_t index) const {
    return index < homes ? 0 : images[index - homes].shift;
  }
  const Aabb<D, T>& home(std::size_t index) const {
    return boxes[index < homes ? index : images[index - homes].home];
  }
};

template <int D, class T>
struct IndexedView {
  BoxSetView<D, T> set;
  const Filter* filters = nullptr;  // by id; nullptr: every object has the default one
  Period<D, T> period{};
  std::size_t size = 0;  // boxes in the input, empty ones included

  bool accepted(std::uint32_t index, const MaybeFilter& filter) const {
    return !filter || accepts(*filter, filters == nullptr ? Filter{} : filters[set.id(index)]);
  }

  // Returns whether ids differ from indices, or some objects may be rejected.
  bool selects(const MaybeFilter& filter) const {
    const bool all = !filter || (filters == nullptr && accepts(*filter, Filter{}));
    return !all || set.ids != nullptr;
  }

  // See indexed_boxes.hpp.
  bool overlaps(const Aabb<D, T>& target, std::uint32_t shift, std::uint32_t index) const;
  template <class Search, class Visit>
  SearchResult overlapping(const Aabb<D, T>& box, const MaybeFilter& filter, QueryStats& stats,
                           Search&& search, Visit&& visit) const;
};

}  // namespace masu::detail
