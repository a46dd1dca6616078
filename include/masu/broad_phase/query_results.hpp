// SPDX-License-Identifier: MIT
// What queries of an index return. An Id names an object: its place in the input of a static
// index, its Handle in one that objects come to and leave.
#pragma once

#include <cstdint>
#include <optional>

#include <masu/core/filter.hpp>
#include <masu/core/handle.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/core/status.hpp>

namespace masu {

template <class T, class Id = Handle>
struct Neighbor {
  Id id;
  T distance_squared;
};

template <class T, class Id = Handle>
struct [[nodiscard]] RayCastResult {
  Status status = Status::ok;
  QueryStats stats;
  bool hit = false;
  Id id{};  // of the object that is met first; by itself no sign of a hit
  T t = 0;
};

// Must accept the object's filter and be accepted by it; none: every object is wanted.
using MaybeFilter = std::optional<Filter>;

}  // namespace masu
