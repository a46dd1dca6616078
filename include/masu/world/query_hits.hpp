// SPDX-License-Identifier: MIT
// What queries of a world answer.
#pragma once

#include <masu/broad_phase/query_results.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/detail/keyed_item.hpp>
#include <masu/mesh/piece_results.hpp>

namespace masu {

// The object that a query found, and which of its pieces. `status` is that of the whole query.
struct ObjectFound {
  Status status = Status::ok;
  Handle object;
  std::uint32_t piece = kNoPiece;
};

// An object that a ray meets, and where: a RayCast with more members. Without a hit, or with a
// status other than ok and not_converged, there is no object.
template <int D, class T>
struct WorldRayHit : ObjectFound, RayCast<D, T> {
  using ObjectFound::status;
  QueryStats stats{};

  // The numbers alone. Their status is that of this object.
  RayCast<D, T>& cast() { return *this; }
  const RayCast<D, T>& cast() const { return *this; }
};

// An object that a moving shape meets: an Impact with more members, whose a is the object, so the
// normal is that of its surface, against the way.
template <int D, class T>
struct WorldCastHit : ObjectFound, Impact<D, T> {
  using ObjectFound::status;
  QueryStats stats{};

  // The numbers alone. Their status is that of this object.
  Impact<D, T>& impact() { return *this; }
  const Impact<D, T>& impact() const { return *this; }
};

// Two objects, and the status of the query that found them.
struct ObjectsFound {
  Status status = Status::ok;
  Handle a;
  Handle b;
};

// The two objects that lie nearest to each other, a of the world that is asked: a PieceSeparation
// with more members. None: stale handles in both.
template <int D, class T>
struct WorldNearest : ObjectsFound, PieceSeparation<D, T> {
  using ObjectsFound::status;
  QueryStats stats{};  // of the whole query

  // The numbers and pieces alone. Their status and counters are those of these two objects.
  PieceSeparation<D, T>& separation() { return *this; }
  const PieceSeparation<D, T>& separation() const { return *this; }
  bool found() const { return static_cast<bool>(a); }
};

// The answers of many queries, one after the other: those of query i are items[first[i]] to
// items[first[i + 1] - 1] (compressed sparse rows).
template <class Item>
struct QueryBatch {
  Buffer<std::uint32_t> first;
  Buffer<Item> items;
  // What a batch needs meanwhile, kept for the next.
  Buffer<Item> spare;
  // Queries by their places on the Morton curve.
  using Keys = Buffer<detail::KeyedItem<std::uint32_t>>;
  // As spare.
  Keys keys;
  // As spare.
  Keys other_keys;

  explicit QueryBatch(Allocator allocator = default_allocator())
      : first(allocator),
        items(allocator),
        spare(allocator),
        keys(allocator),
        other_keys(allocator) {}
  // How many queries were answered.
  std::size_t size() const { return first.empty() ? 0 : first.size() - 1; }
  // No queries; what was allocated is kept.
  void clear() { first.clear(), items.clear(); }
  std::span<const Item> operator[](std::size_t i) const {
    return {items.data() + first[i], first[i + 1] - first[i]};
  }
};

}  // namespace masu
