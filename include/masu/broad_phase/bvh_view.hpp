// SPDX-License-Identifier: MIT
// What can be asked of a bounding volume hierarchy, wherever it lies: in a Bvh or in a mapped file.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <type_traits>

#include <masu/broad_phase/detail/bvh_nodes.hpp>
#include <masu/broad_phase/detail/indexed_view.hpp>
#include <masu/core/block_target.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/bytes.hpp>
#include <masu/core/function_ref.hpp>
#include <masu/core/ray.hpp>

namespace masu {

// Pointers alone: copied freely, valid as long as what it looks at stays. Queries need no memory
// and may run on many threads. Answers, their order and counters do not depend on the processor. A
// query that its visitor stops may have looked at some more nodes than it needed.
template <int D, class T>
class BvhView {
 public:
  using Box = Aabb<D, T>;
  using Id = std::uint32_t;
  using Neighbor = masu::Neighbor<T, Id>;
  using RayHit = RayCastResult<T, Id>;
  using Cast = FunctionRef<std::optional<T>(Id id, T enter, T limit)>;

  BvhView() = default;
  // Of nodes and objects that live elsewhere, and must go on doing so.
  BvhView(const detail::BvhNodes<D, T>& nodes, const detail::IndexedView<D, T>& objects)
      : nodes_(nodes), objects_(objects) {}

  std::size_t size() const { return objects_.size; }
  const Period<D, T>& period() const { return objects_.period; }

  // visit(id) for each object whose box overlaps `box`; on a torus both wrapped. Worst case O(n),
  // typically O(log n + k) for k results where boxes are no larger than their spacing.
  SearchResult for_each_overlapping(const Box& box, const BlockTarget<Id>& visit,
                                    const MaybeFilter& filter = {}) const;

  // visit(id) for each object at most `radius` from `box`: distance_squared() at most its square.
  // out_of_range: a negative radius or NaN.
  SearchResult for_each_within(const Box& box, T radius, const BlockTarget<Id>& visit,
                               const MaybeFilter& filter = {}) const;

  // The nearest objects, as many as `found` has places, by (distance, id); stats.results says how
  // many there are. Typically O(log n + k log k).
  SearchResult nearest(const Box& box, std::span<Neighbor> found,
                       const MaybeFilter& filter = {}) const;

  // visit(id, t) for each object that the ray meets by ray_box(), in no particular order.
  // not_finite: the ray is not valid; out_of_range: the world is periodic, rays do not wrap.
  SearchResult for_each_on_ray(const Ray<D, T>& ray, const BlockTarget<RayMeeting<T, Id>>& visit,
                               const MaybeFilter& filter = {}) const;

  // The object that the ray meets first, by (t, id). Errors as above.
  RayCastResult<T, Id> ray_cast(const Ray<D, T>& ray, const MaybeFilter& filter = {}) const;

  // The same for what lies inside the boxes: `cast(id, enter, limit)` is asked for each object
  // whose box the ray enters at `enter`, and says at which t, no less than `enter`, it meets the
  // object itself, if at all; beyond `limit` nobody cares.
  RayCastResult<T, Id> ray_cast(const Ray<D, T>& ray, Cast cast,
                                const MaybeFilter& filter = {}) const;

  // What the index put together, for drawing and for learning: visit(bounds, depth, objects) for
  // each node, parents before children, the root at depth 0; `objects` is 0 for inner nodes.
  // object(id) follows for each object of a leaf; on a torus images are objects too. O(n).
  void for_each_node(FunctionRef<void(const Box&, int depth, std::size_t objects)> visit,
                     FunctionRef<void(Id)> object = IgnoreObjects{}) const;

  // What it looks at.
  const detail::BvhNodes<D, T>& nodes() const { return nodes_; }
  const detail::IndexedView<D, T>& objects() const { return objects_; }

 private:
  detail::BvhNodes<D, T> nodes_;
  detail::IndexedView<D, T> objects_;
};

// Finds the hierarchy in bytes that Bvh::write() made, without copying them: the memory must stay
// as long as queries run. Statuses: damaged: cut off, altered, or names what is not there;
// wrong_format: another kind of index, dimension, scalar, version or byte order, or an address that
// is not a multiple of 64. O(size).
template <int D, class T>
Status map_bvh(ByteView bytes, BvhView<D, T>& view);
// The same at any address: bytes that are not aligned to 64 are copied into `memory` first, which
// must stay in place of them. out_of_memory.
template <int D, class T>
Status map_bvh(ByteView bytes, BvhView<D, T>& view, Buffer<std::byte>& memory);

}  // namespace masu
