// SPDX-License-Identifier: MIT
// BvhView: the queries of a bounding volume hierarchy, in a Bvh or in a mapped file.
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

// A view of a bounding volume hierarchy: pointers only, cheap to copy, valid as long as the memory
// behind them. Queries need no memory and may run in many threads. Results, their order and
// counters do not depend on the processor. A query that its visitor stops may have visited some
// more nodes than it needed. Use it to query an index file where it lies in memory; Bvh builds and
// writes one.
//
//    masu::BvhView<3, float> tree;
//    if (masu::map_bvh(bytes, tree) == masu::Status::ok) use(tree.ray_cast(ray).t);
//
// The memory may be that of a mapped file.
template <int D, class T>
class BvhView {
 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Id = std::uint32_t;                                             // index in the input
  using Neighbor = masu::Neighbor<T, Id>;                               // what nearest() writes
  using RayHit = RayCastResult<T, Id>;                                  // result of ray_cast()
  using Cast = FunctionRef<std::optional<T>(Id id, T enter, T limit)>;  // exact test of an object

  BvhView() = default;
  // Refers to nodes and objects, which must outlive the view.
  BvhView(const detail::BvhNodes<D, T>& nodes, const detail::IndexedView<D, T>& objects)
      : nodes_(nodes), objects_(objects) {}

  std::size_t size() const { return objects_.size; }  // number of objects
  // Returns the length of the domain on each axis; 0: that axis is not periodic.
  const Period<D, T>& period() const { return objects_.period; }

  // Calls visit(id) for each object whose box overlaps `box`; in a periodic domain both wrap
  // around. Worst case O(n), typically O(log n + k) for k results where boxes are no larger than
  // their spacing. stopped.
  SearchResult for_each_overlapping(const Aabb<D, T>& box, const BlockTarget<Id>& visit,
                                    const MaybeFilter& filter = {}) const;

  // Calls visit(id) for each object at most `radius` from `box`: distance_squared() is at most its
  // square. out_of_range: a negative radius or NaN.
  SearchResult for_each_within(const Aabb<D, T>& box, T radius, const BlockTarget<Id>& visit,
                               const MaybeFilter& filter = {}) const;

  // Finds the found.size() nearest objects, sorted by (distance, id); stats.results says how many
  // there are. Typically O(log n + k log k). Always ok.
  SearchResult nearest(const Aabb<D, T>& box, std::span<Neighbor> found,
                       const MaybeFilter& filter = {}) const;

  // Calls visit(id, t) for each object whose box the ray hits by ray_box(), in no particular order.
  // not_finite: the ray is not valid; out_of_range: the domain is periodic, and rays do not wrap.
  SearchResult for_each_on_ray(const Ray<D, T>& ray, const BlockTarget<RayMeeting<T, Id>>& visit,
                               const MaybeFilter& filter = {}) const;

  // Returns the first object that the ray hits, by (t, id). Statuses as for_each_on_ray().
  RayCastResult<T, Id> ray_cast(const Ray<D, T>& ray, const MaybeFilter& filter = {}) const;

  // As above, for objects inside the boxes: `cast(id, enter, limit)` is called for each object
  // whose box the ray enters at `enter`, and returns at which t, no less than `enter`, the ray hits
  // the object itself, if at all; hits beyond `limit` do not count.
  RayCastResult<T, Id> ray_cast(const Ray<D, T>& ray, Cast cast,
                                const MaybeFilter& filter = {}) const;

  // Shows the tree, for drawing and for learning: calls visit(bounds, depth, objects) for each
  // node, parents before children, the root at depth 0; `objects` is 0 for inner nodes. object(id)
  // follows for each object of a leaf; periodic images are objects too. O(n).
  void for_each_node(FunctionRef<void(const Aabb<D, T>&, int depth, std::size_t objects)> visit,
                     FunctionRef<void(Id)> object = IgnoreObjects{}) const;

  // Return the memory that the view refers to.
  const detail::BvhNodes<D, T>& nodes() const { return nodes_; }
  const detail::IndexedView<D, T>& objects() const { return objects_; }

 private:
  detail::BvhNodes<D, T> nodes_;
  detail::IndexedView<D, T> objects_;
};

// Makes a view of bytes that Bvh::write() wrote, without a copy: the memory must stay as long as
// queries run. Statuses: damaged: the bytes are cut off, altered, or refer to what is not there;
// wrong_format: another kind of index, dimension, scalar, version or byte order, or an address that
// is not a multiple of 64. O(size).
template <int D, class T>
Status map_bvh(ByteView bytes, BvhView<D, T>& view);
// As above, at any address: bytes that are not aligned to 64 are first copied into `memory`, which
// must then stay as long as queries run. Also out_of_memory.
template <int D, class T>
Status map_bvh(ByteView bytes, BvhView<D, T>& view, Buffer<std::byte>& memory);

}  // namespace masu
