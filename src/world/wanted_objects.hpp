// SPDX-License-Identifier: MIT
// WantedObjects: which objects a search visits, decided before their shapes are tested.
#pragma once

#include <masu/core/platform.hpp>

#include "world/object_store.hpp"

namespace masu::detail {

// Which objects a search visits.
struct WantedObjects {
  WantedObjects(const Filter* wanted, bool without_sensors)
      : filter(wanted), no_sensors(without_sensors), all(wanted == nullptr && !without_sensors) {}

  const Filter* filter;  // nullptr: any
  bool no_sensors;
  bool all;  // neither
};

template <int D, class T>
MASU_NOINLINE bool selected(const ObjectStore<D, T>& objects, std::uint32_t i,
                            const WantedObjects& filter) {
  return (filter.filter == nullptr || accepts(*filter.filter, objects.filter(i))) &&
         !(filter.no_sensors && objects.has(i, kSensor));
}
template <int D, class T>
bool wanted(const ObjectStore<D, T>& objects, std::uint32_t i, const WantedObjects& filter) {
  return filter.all || selected(objects, i, filter);
}

}  // namespace masu::detail
