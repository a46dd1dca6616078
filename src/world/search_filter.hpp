// SPDX-License-Identifier: MIT
// SearchFilter: which objects a search visits, decided before their shapes are tested.
#pragma once

#include <masu/core/platform.hpp>

#include "world/object_store.hpp"

namespace masu::detail {

// Which objects a search visits.
struct SearchFilter {
  SearchFilter(const Filter* accepted, bool without_sensors)
      : filter(accepted),
        no_sensors(without_sensors),
        all(accepted == nullptr && !without_sensors) {}

  const Filter* filter;  // nullptr: any
  bool no_sensors;
  bool all;  // neither
};

template <int D, class T>
MASU_NOINLINE bool selected(const ObjectStore<D, T>& objects, std::uint32_t i,
                            const SearchFilter& filter) {
  return (filter.filter == nullptr || accepts(*filter.filter, objects.filter(i))) &&
         !(filter.no_sensors && objects.has(i, kSensor));
}
template <int D, class T>
bool passes(const ObjectStore<D, T>& objects, std::uint32_t i, const SearchFilter& filter) {
  return filter.all || selected(objects, i, filter);
}

}  // namespace masu::detail
