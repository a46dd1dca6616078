// SPDX-License-Identifier: MIT
// Results of a world's queries.
#pragma once

#include <masu/broad_phase/query_results.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/detail/keyed_item.hpp>
#include <masu/mesh/sub_shape_results.hpp>

namespace masu {

// The object that a query found, and which of its sub-shapes. `status` belongs to the whole query.
struct ObjectFound {
  Status status = Status::ok;             // of the whole query
  Handle object;                          // Handle{} if there is none
  std::uint32_t sub_shape = kNoSubShape;  // kNoSubShape if there is none
};

// The object that a ray hits: a RayCast with more members. Without a hit, or with a status other
// than ok and not_converged, `object` is Handle{}.
template <int D, class T>
struct WorldRayHit : ObjectFound, RayCast<D, T> {
  using ObjectFound::status;
  QueryStats stats{};  // work of the query

  // Return the RayCast part. The status of the query is `status` of this object.
  RayCast<D, T>& cast() { return *this; }
  const RayCast<D, T>& cast() const { return *this; }
};

// The object that a shape cast hits: an Impact with more members. a is the object, b the cast
// shape: the normal is that of the object's surface, against the movement.
template <int D, class T>
struct WorldCastHit : ObjectFound, Impact<D, T> {
  using ObjectFound::status;
  QueryStats stats{};  // work of the query

  // Return the Impact part. The status of the query is `status` of this object.
  Impact<D, T>& impact() { return *this; }
  const Impact<D, T>& impact() const { return *this; }
};

// The two objects that a query found, and its status.
struct ObjectsFound {
  Status status = Status::ok;  // of the whole query
  Handle a;                    // the first object
  Handle b;                    // the second object
};

// The closest pair: a SubShapeSeparation with more members. Of two worlds, a is in the one whose
// member was called. Both handles are Handle{} if there is no pair.
template <int D, class T>
struct WorldNearest : ObjectsFound, SubShapeSeparation<D, T> {
  using ObjectsFound::status;
  QueryStats stats{};  // of the whole query

  // Return the separation of these two objects, with its own status and counters.
  SubShapeSeparation<D, T>& separation() { return *this; }
  const SubShapeSeparation<D, T>& separation() const { return *this; }
  bool found() const { return static_cast<bool>(a); }  // whether there is a pair
};

// Results of many queries in one array (compressed sparse rows): query i has items[first[i]] to
// items[first[i + 1] - 1].
template <class Item>
struct QueryBatch {
  Buffer<std::uint32_t> first;  // one more than queries: see above
  Buffer<Item> items;           // results of all queries, in their order
  // Internal working memory: do not use.
  Buffer<Item> spare;
  // Queries sorted along the Morton curve.
  using Keys = Buffer<detail::KeyedItem<std::uint32_t>>;
  // Internal working memory: do not use.
  Keys keys;
  // Internal working memory: do not use.
  Keys other_keys;

  // Creates results of no queries.
  explicit QueryBatch(Allocator allocator = default_allocator())
      : first(allocator),
        items(allocator),
        spare(allocator),
        keys(allocator),
        other_keys(allocator) {}
  // Returns how many queries were answered.
  std::size_t size() const { return first.empty() ? 0 : first.size() - 1; }
  // Removes all queries; what was allocated is kept.
  void clear() { first.clear(), items.clear(); }
  // Returns the results of query i.
  std::span<const Item> operator[](std::size_t i) const {
    return {items.data() + first[i], first[i + 1] - first[i]};
  }
};

}  // namespace masu
