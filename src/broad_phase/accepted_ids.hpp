// SPDX-License-Identifier: MIT
// From places that a query found to the ids that it delivers.
#pragma once

#include <masu/broad_phase/detail/indexed_boxes.hpp>

namespace masu::detail {

// Writes the ids of those objects at the places that are accepted; returns how many they are. `ids`
// has room for all, and may be the places themselves.
template <int D, class T>
std::size_t accepted_ids(const IndexedView<D, T>& objects, std::span<const std::uint32_t> places,
                         const MaybeFilter& filter, std::uint32_t* ids) {
  std::size_t count = 0;
  for (const std::uint32_t place : places) {
    if (objects.accepted(place, filter)) ids[count++] = objects.set.id(place);
  }
  return count;
}

}  // namespace masu::detail
