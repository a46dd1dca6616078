// SPDX-License-Identifier: MIT
// Objects and results of indices. An Id identifies an object: its index in the input of a static
// index, its Handle in a dynamic one.
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

// An object and its distance.
template <class T, class Id = Handle>
struct Neighbor {
  Id id;               // which object
  T distance_squared;  // from the query to its box
};

// The first object that a ray hits, if any.
template <class T, class Id = Handle>
struct [[nodiscard]] RayCastResult {
  Status status = Status::ok;  // ok, or why the answer may be missing
  QueryStats stats;            // work of the query
  bool hit = false;            // whether the ray meets an object
  Id id{};                     // the object; only valid if `hit`
  T t = 0;                     // where: origin + t * direction
};

// An object whose box a ray hits, and where. Visitors get both: visit(id, t).
template <class T, class Id = Handle>
struct RayMeeting {
  Id id;  // which object
  T t;    // where: origin + t * direction

  // Calls visit(id, t).
  template <class Visit>
  auto report_to(Visit& visit) const {
    return visit(id, t);
  }
};

// A filter that must accept the object's and be accepted by it, or none: all objects count.
struct MaybeFilter : std::optional<Filter> {
  using std::optional<Filter>::optional;
  constexpr MaybeFilter() = default;  // none: all objects count
  // Converts from an optional filter.
  constexpr MaybeFilter(const std::optional<Filter>& filter) : std::optional<Filter>(filter) {}

  // Converts to options that begin with a filter, as Filter does.
  template <class Options>
  requires(Options::kBeginsWithFilter) constexpr operator Options() const {
    return Options{.filter = *this};
  }
};

// An object of a dynamic index.
template <int D, class T>
struct RegisteredObject {
  Aabb<D, T> box;           // after wrap(), in a periodic domain
  Filter filter;            // category and mask
  std::uint64_t user_data;  // of the caller, unchanged
};

namespace detail {
// Calls the assert handler with a message that names the status.
void report_refused_insert(Status status);
}  // namespace detail

// The handle of a new object, or why there is none. `status`: out_of_memory, too_many_objects
// (2^31 - 1), or out_of_range in an index whose options are not valid; World::add() has others.
struct [[nodiscard]] InsertResult {
  Status status = Status::ok;  // ok, or why there is no new object
  Handle handle;               // of the new object; stale if there is none

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

// The data of objects for insert_many(), besides boxes. A list is empty, or has an element per box.
struct InsertColumns {
  std::span<const std::uint64_t> user_data{};  // empty: 0 for all
  std::span<const Filter> filters{};           // empty: Filter{} for all

  // Returns whether both lists fit so many boxes.
  bool fit(std::size_t boxes) const {
    return (user_data.empty() || user_data.size() == boxes) &&
           (filters.empty() || filters.size() == boxes);
  }
  // Return element k of a list, or the default.
  std::uint64_t user_data_of(std::size_t k) const { return user_data.empty() ? 0 : user_data[k]; }
  Filter filter_of(std::size_t k) const { return filters.empty() ? Filter{} : filters[k]; }
};

// The default object visitor of functions that show nodes or cells.
struct IgnoreObjects {
  // Does nothing.
  template <class Id>
  constexpr void operator()(const Id&) const noexcept {}
};

}  // namespace masu
