// SPDX-License-Identifier: MIT
// Which objects count for a query of a world.
#pragma once

#include <optional>

#include <masu/broad_phase/query_results.hpp>
#include <masu/core/function_ref.hpp>
#include <masu/core/vec.hpp>
#include <masu/mesh/composite_shape.hpp>

namespace masu {

// A candidate result of a query: an object, and what the query knows of it.
template <int D, class T>
struct QueryCandidate {
  Handle object;  // of the candidate
  // Which sub-shape of its shape: kNoSubShape where only shapes or boxes overlap.
  std::uint32_t sub_shape = kNoSubShape;
  // The time for rays and shape casts, the distance for nearest objects; else 0.
  T t = 0;
  Vec<D, T> point{};   // on the object, where there is a t
  Vec<D, T> normal{};  // of its surface there
};

// world.ray_cast(ray, {.sensors = true}), or a Filter alone: world.ray_cast(ray, Filter{...}).
template <int D, class T>
struct QueryFilter {
  // Returns whether a candidate counts.
  using Accept = FunctionRef<bool(const QueryCandidate<D, T>& candidate)>;
  // Lets a Filter convert to a QueryFilter.
  static constexpr bool kBeginsWithFilter = true;

  // An object counts if its filter and this one accept each other; none: all objects count.
  MaybeFilter filter{};
  // Whether sensors count; none: the default of each query.
  std::optional<bool> sensors{};
  // A predicate: candidates for which it returns false do not count; the search continues behind
  // them. Rays and shape casts call it per sub-shape that may be the first hit, other queries per
  // object. Calls come in any order, from several threads if there are jobs, and maybe repeatedly.
  // It must be pure: return the same each time; it may query the world, but not change it. Refers
  // to the function, which must outlive the query: a lambda may be written in the call, but not in
  // a filter that is kept in a variable.
  std::optional<Accept> accept{};
};

}  // namespace masu
