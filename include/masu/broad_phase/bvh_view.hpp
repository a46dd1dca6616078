// SPDX-License-Identifier: MIT
// What can be asked of a bounding volume hierarchy, wherever it lies: in a Bvh or in a mapped file.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <type_traits>

#include <masu/broad_phase/detail/bvh_nodes.hpp>
#include <masu/broad_phase/detail/indexed_view.hpp>
#include <masu/core/block_output.hpp>
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

  BvhView() = default;
  // Of nodes and objects that live elsewhere, and must go on doing so.
  BvhView(const detail::BvhNodes<D, T>& nodes, const detail::IndexedView<D, T>& objects)
      : nodes_(nodes), objects_(objects) {}

  std::size_t size() const { return objects_.size; }
  const Period<D, T>& period() const { return objects_.period; }

  // visit(id) for each object whose box overlaps `box`; on a torus both wrapped. Worst case O(n),
  // typically O(log n + k) for k results where boxes are no larger than their spacing.
  template <class Visit>
  SearchResult for_each_overlapping(const Box& box, Visit&& visit,
                                    const MaybeFilter& filter = {}) const {
    return overlapping(box, BlockTarget<Id>::template each<Unpack>(visit), filter);
  }

  // visit(id) for each object at most `radius` from `box`: distance_squared() at most its square.
  // out_of_range: a negative radius or NaN.
  template <class Visit>
  SearchResult for_each_within(const Box& box, T radius, Visit&& visit,
                               const MaybeFilter& filter = {}) const {
    return within(box, radius, BlockTarget<Id>::template each<Unpack>(visit), filter);
  }

  // The nearest objects, as many as `found` has places, by (distance, id); stats.results says how
  // many there are. Typically O(log n + k log k).
  SearchResult nearest(const Box& box, std::span<Neighbor> found,
                       const MaybeFilter& filter = {}) const;

  // visit(id, t) for each object that the ray meets by ray_box(), in no particular order.
  // not_finite: the ray is not valid; out_of_range: the world is periodic, rays do not wrap.
  template <class Visit>
  SearchResult for_each_on_ray(const Ray<D, T>& ray, Visit&& visit,
                               const MaybeFilter& filter = {}) const {
    return on_ray(ray, BlockTarget<OnRay>::template each<Unpack>(visit), filter);
  }

  // The object that the ray meets first, by (t, id). Errors as above.
  RayCastResult<T, Id> ray_cast(const Ray<D, T>& ray, const MaybeFilter& filter = {}) const;

  // The same for what lies inside the boxes: `cast(id, enter, limit)` is asked for each object
  // whose box the ray enters at `enter`, and says at which t, no less than `enter`, it meets the
  // object itself, if at all; beyond `limit` nobody cares.
  template <class Cast>
  requires std::is_invocable_r_v<std::optional<T>, Cast&, Id, T, T> RayCastResult<T, Id> ray_cast(
      const Ray<D, T>& ray, Cast&& cast, const MaybeFilter& filter = {}) const {
    const auto call = [](void* object, Id id, T enter, T limit, T& t) {
      const std::optional<T> found =
          (*static_cast<std::remove_reference_t<Cast>*>(object))(id, enter, limit);
      t = found.value_or(T(0));
      return found.has_value();
    };
    return cast_by(ray, {detail::erased(cast), call}, filter);
  }

  // What the index put together, for drawing and for learning: visit(bounds, depth, objects) for
  // each node, parents before children, the root at depth 0; `objects` is 0 for inner nodes.
  // object(id) follows for each object of a leaf; on a torus images are objects too. O(n).
  template <class Visit, class Each = IgnoreObjects>
  void for_each_node(Visit&& visit, Each&& object = {}) const {
    const auto node = [](void* f, const Box& bounds, int depth, std::size_t objects) {
      (*static_cast<std::remove_reference_t<Visit>*>(f))(bounds, depth, objects);
    };
    const auto each = [](void* f, Id id) { (*static_cast<std::remove_reference_t<Each>*>(f))(id); };
    walk_nodes({detail::erased(visit), node, detail::erased(object), each});
  }

  // What it looks at.
  const detail::BvhNodes<D, T>& nodes() const { return nodes_; }
  const detail::IndexedView<D, T>& objects() const { return objects_; }

 private:
  using OnRay = detail::BvhOnRay<T>;
  struct Unpack {
    template <class Visit>
    auto operator()(Visit& visit, Id id) const {
      return visit(id);
    }
    template <class Visit>
    auto operator()(Visit& visit, const OnRay& met) const {
      return visit(met.id, met.t);
    }
  };
  // A function of the caller: false if the object is not met.
  struct Cast {
    void* object;
    bool (*call)(void* object, Id id, T enter, T limit, T& t);
  };
  struct NodeVisit {
    void* node_object;
    void (*node)(void* f, const Box& bounds, int depth, std::size_t objects);
    void* each_object;
    void (*each)(void* f, Id id);
  };

  SearchResult overlapping(const Box& box, const BlockTarget<Id>& target,
                           const MaybeFilter& filter) const;
  SearchResult within(const Box& box, T radius, const BlockTarget<Id>& target,
                      const MaybeFilter& filter) const;
  SearchResult on_ray(const Ray<D, T>& ray, const BlockTarget<OnRay>& target,
                      const MaybeFilter& filter) const;
  RayCastResult<T, Id> cast_by(const Ray<D, T>& ray, const Cast& cast,
                               const MaybeFilter& filter) const;
  void walk_nodes(const NodeVisit& visit) const;

  detail::BvhNodes<D, T> nodes_;
  detail::IndexedView<D, T> objects_;
};

// A hierarchy in a buffer that Bvh::write() made: no copy, the memory must stay as long as queries
// run. damaged: cut off, altered, or names what is not there; wrong_format: another kind of index,
// dimension, scalar, version or byte order, or not aligned to 64 bytes. O(size).
template <int D, class T>
Status map_bvh(std::span<const std::byte> buffer, BvhView<D, T>& view);

}  // namespace masu
