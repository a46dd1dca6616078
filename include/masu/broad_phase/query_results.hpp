// SPDX-License-Identifier: MIT
// What an index stores, and what its calls return. An Id names an object: its place in the input of
// a static index, its Handle in one that objects come to and leave.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <masu/core/aabb.hpp>
#include <masu/core/filter.hpp>
#include <masu/core/handle.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/core/status.hpp>

namespace masu {

// An object, and how far it is.
template <class T, class Id = Handle>
struct Neighbor {
  Id id;  // which object
  T distance_squared;
};

// What a ray meets first, if anything.
template <class T, class Id = Handle>
struct [[nodiscard]] RayCastResult {
  Status status = Status::ok;
  QueryStats stats;
  bool hit = false;
  Id id{};  // of the object that is met first; by itself no sign of a hit
  T t = 0;
};

// An object whose box a ray meets, and where. Visitors get both: visit(id, t).
template <class T, class Id = Handle>
struct RayMeeting {
  Id id;
  T t;

  template <class Visit>
  auto tell(Visit& visit) const {
    return visit(id, t);
  }
};

// Must accept the object's filter and be accepted by it; none: every object is wanted.
struct MaybeFilter : std::optional<Filter> {
  using std::optional<Filter>::optional;
  constexpr MaybeFilter() = default;
  // The same filter, or none.
  constexpr MaybeFilter(const std::optional<Filter>& filter) : std::optional<Filter>(filter) {}

  // As Filter converts.
  template <class Options>
  requires(Options::kBeginsWithFilter) constexpr operator Options() const {
    return Options{.filter = *this};
  }
};

// What a dynamic index stores.
template <int D, class T>
struct RegisteredObject {
  Aabb<D, T> box;  // after wrap(), in a periodic world
  Filter filter;
  std::uint64_t user_data;
};

namespace detail {
// Calls the assert handler with a message that names the status.
void report_refused_insert(Status status);
}  // namespace detail

// The handle of a new object, or why there is none. `status`: out_of_memory, too_many_objects
// (2^31 - 1), or out_of_range in an index whose options are not valid; World::add() has others.
struct [[nodiscard]] InsertResult {
  Status status = Status::ok;
  Handle handle;  // of the new object; stale if there is none

  // Converts to the handle. If the object was refused that is a broken contract: the assert handler
  // (core/assert.hpp) gets a message with the status. Read `status` first where that can happen.
  constexpr operator Handle() const { return expect_ok(); }
  // Returns the handle, with the same contract, for objects whose handle is not needed:
  // world.add(floor, {}).expect_ok();
  constexpr Handle expect_ok() const {
    if (status != Status::ok) [[unlikely]]
      detail::report_refused_insert(status);
    return handle;
  }
};

// What insert_many() takes of objects beside their boxes. A list is empty, or has an element for
// each box.
struct InsertColumns {
  std::span<const std::uint64_t> user_data{};  // empty: 0 for all
  std::span<const Filter> filters{};           // empty: Filter{} for all

  // Returns whether both lists suit so many boxes.
  bool fit(std::size_t boxes) const {
    return (user_data.empty() || user_data.size() == boxes) &&
           (filters.empty() || filters.size() == boxes);
  }
  // Element k of a list, or the default.
  std::uint64_t user_data_of(std::size_t k) const { return user_data.empty() ? 0 : user_data[k]; }
  Filter filter_of(std::size_t k) const { return filters.empty() ? Filter{} : filters[k]; }
};

// What is told the objects of a node or cell, where nobody asks.
struct IgnoreObjects {
  // Does nothing.
  template <class Id>
  constexpr void operator()(const Id&) const noexcept {}
};

}  // namespace masu
