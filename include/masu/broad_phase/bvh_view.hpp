// SPDX-License-Identifier: MIT
// What can be asked of a bounding volume hierarchy, wherever it lies: in a Bvh or in a mapped file.
#pragma once

#include <algorithm>
#include <bit>
#include <span>

#include <masu/broad_phase/detail/bvh_node.hpp>
#include <masu/broad_phase/detail/indexed_boxes.hpp>
#include <masu/core/box_distance.hpp>

namespace masu {

// Pointers alone: copied freely, valid as long as what it looks at stays. Queries need no memory
// and may run on many threads. Answers, their order and counters do not depend on the processor.
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
    QueryStats stats;
    const auto search = [&](const Box& target, auto&& f) {
      detail::BvhCounts counts;
      const bool on = find(target, f, counts);
      stats.nodes += counts.nodes;
      stats.tests += counts.tests;
      return on;
    };
    return objects_.overlapping(box, filter, stats, search, visit);
  }

  // visit(id) for each object at most `radius` from `box`: distance_squared() at most its square.
  // out_of_range: a negative radius or NaN.
  template <class Visit>
  SearchResult for_each_within(const Box& box, T radius, Visit&& visit,
                               const MaybeFilter& filter = {}) const {
    QueryStats stats;
    if (!(radius >= 0)) return {Status::out_of_range, stats};
    const Box target = wrapped(box);
    if (target.empty()) return {Status::ok, stats};
    const T limit = radius * radius;
    const bool on = walk_by_distance(target, limit, stats, [&](std::uint32_t place, T) {
      if (!is_home(place) || !objects_.accepted(place, filter)) return true;
      ++stats.results;
      return goes_on(visit, objects_.set.id(place));
    });
    return {on ? Status::ok : Status::stopped, stats};
  }

  // The nearest objects, as many as `found` has places, by (distance, id); stats.results says how
  // many there are. Typically O(log n + k log k).
  SearchResult nearest(const Box& box, std::span<Neighbor> found,
                       const MaybeFilter& filter = {}) const {
    QueryStats stats;
    const Box target = wrapped(box);
    if (target.empty() || found.empty()) return {Status::ok, stats};
    std::size_t count = 0;
    T limit = std::numeric_limits<T>::infinity();
    walk_by_distance(target, limit, stats, [&](std::uint32_t place, T distance) {
      if (!is_home(place) || !objects_.accepted(place, filter)) return true;
      keep_nearest(found, count, {objects_.set.id(place), distance});
      if (count == found.size()) limit = found[0].distance_squared;
      return true;
    });
    std::sort_heap(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), nearer);
    stats.results = count;
    return {Status::ok, stats};
  }

  // visit(id, t) for each object that the ray meets by ray_box(), in no particular order.
  // not_finite: the ray is not valid; out_of_range: the world is periodic, rays do not wrap.
  template <class Visit>
  SearchResult for_each_on_ray(const Ray<D, T>& ray, Visit&& visit,
                               const MaybeFilter& filter = {}) const {
    QueryStats stats;
    const Status good = check(ray);
    if (good != Status::ok) return {good, stats};
    const auto take = [&](const detail::BvhOnRay<T>& met) {
      if (!objects_.accepted(met.place, filter)) return true;
      ++stats.results;
      return goes_on(visit, objects_.set.id(met.place), met.t);
    };
    detail::BvhCounts counts;
    detail::BvhBlock<detail::BvhOnRay<T>> block = block_for<detail::BvhOnRay<T>>(take);
    const bool on =
        detail::bvh_kernels<D, T>().on_ray(nodes_, detail::PreparedRay<D, T>(ray), block, counts) &&
        block.flush(block);
    stats.nodes += counts.nodes;
    stats.tests += counts.tests;
    return {on ? Status::ok : Status::stopped, stats};
  }

  // The object that the ray meets first, by (t, id). Errors as above.
  RayCastResult<T, Id> ray_cast(const Ray<D, T>& ray, const MaybeFilter& filter = {}) const {
    return ray_cast(
        ray, [](Id, T enter, T) { return std::optional<T>(enter); }, filter);
  }

  // The same for what lies inside the boxes: `cast(id, enter, limit)` is asked for each object
  // whose box the ray enters at `enter`, and says at which t, no less than `enter`, it meets the
  // object itself, if at all; beyond `limit` nobody cares.
  template <class Cast>
  requires std::is_invocable_r_v<std::optional<T>, Cast&, Id, T, T> RayCastResult<T, Id> ray_cast(
      const Ray<D, T>& ray, Cast&& cast, const MaybeFilter& filter = {}) const {
    RayCastResult<T, Id> hit;
    T limit = ray.max_t;
    hit.status = walk_ray(ray, limit, hit.stats, [&](std::uint32_t place, T enter) {
      if (!objects_.accepted(place, filter)) return true;
      const Id id = objects_.set.id(place);
      const std::optional<T> t = cast(id, enter, limit);
      if (!t || !(*t <= limit)) return true;
      if (!hit.hit || *t < hit.t || (*t == hit.t && id < hit.id)) hit.id = id;
      hit.hit = true;
      hit.t = limit = *t;
      return true;
    });
    hit.stats.results = hit.hit ? 1 : 0;
    return hit;
  }

  // What the index put together, for drawing and for learning: visit(bounds, depth, objects) for
  // each node, parents before children, the root at depth 0; `objects` is 0 for inner nodes.
  // object(id) follows for each object of a leaf; on a torus images are objects too. O(n).
  template <class Visit, class Each = IgnoreObjects>
  void for_each_node(Visit&& visit, Each&& object = {}) const {
    struct Step {
      std::uint32_t node;
      int depth;
    };
    if (nodes_.root == detail::kBvhNone) return;
    Step stack[detail::kBvhStack];
    std::uint32_t top = 0;
    stack[top++] = {nodes_.root, 0};
    while (top != 0) {
      const Step next = stack[--top];
      const Node& node = nodes_.node(next.node);
      const bool leaf = (next.node & detail::kBvhLeaf) != 0;
      visit(node.box, next.depth, std::size_t(leaf ? node.count : 0));
      for (std::uint32_t i = 0; leaf && i < node.count; ++i) object(objects_.set.id(node.child[i]));
      for (std::uint32_t i = leaf ? 0 : node.count; i-- > 0;) {
        stack[top++] = {node.child[i], next.depth + 1};
      }
    }
  }

  // What it looks at.
  const detail::BvhNodes<D, T>& nodes() const { return nodes_; }
  const detail::IndexedView<D, T>& objects() const { return objects_; }

 private:
  using Node = detail::BvhNode<D, T>;
  static constexpr std::uint32_t kWidth = detail::kBvhWidth;

  Box wrapped(const Box& box) const { return period().any() ? wrap(box, period()) : box; }
  // Images find what crosses a seam; distances on a torus look over it by themselves.
  bool is_home(std::uint32_t place) const { return place < objects_.set.homes; }

  // Hands what it holds over to f, until that returns false.
  template <class Found, class F>
  static detail::BvhBlock<Found> block_for(F& f) {
    detail::BvhBlock<Found> block;
    block.flush = [](detail::BvhBlock<Found>& full) {
      F& take = *static_cast<F*>(full.context);
      for (std::uint32_t i = 0; i < full.size; ++i) {
        if (!take(full.data[i])) return false;
      }
      full.size = 0;
      return true;
    };
    block.context = const_cast<void*>(static_cast<const void*>(&f));
    return block;
  }

  template <class F>
  bool find(const Box& target, F&& f, detail::BvhCounts& counts) const {
    detail::BvhBlock<std::uint32_t> block = block_for<std::uint32_t>(f);
    return detail::bvh_kernels<D, T>().overlapping(nodes_, target, block, counts) &&
           block.flush(block);
  }

  static bool nearer(const Neighbor& a, const Neighbor& b) {
    return a.distance_squared < b.distance_squared ||
           (a.distance_squared == b.distance_squared && a.id < b.id);
  }
  static void keep_nearest(std::span<Neighbor> found, std::size_t& count,
                           const Neighbor& candidate) {
    if (count == found.size()) {
      if (!nearer(candidate, found[0])) return;
      std::pop_heap(found.begin(), found.end(), nearer);
      --count;
    }
    found[count++] = candidate;
    std::push_heap(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), nearer);
  }

  struct Waiting {
    T at;  // no object below is nearer
    std::uint32_t node;
  };
  // Puts the chosen lanes of an inner node off, the nearest on top; of equal ones the left one.
  static void put_off(const Node& node, std::uint32_t lanes, const T* at, Waiting* stack,
                      std::uint32_t& top) {
    const std::uint32_t bottom = top;
    for (std::uint32_t i = kWidth; i-- > 0;) {
      if ((lanes >> i & 1) == 0) continue;
      std::uint32_t place = top++;
      for (; place > bottom && stack[place - 1].at < at[i]; --place)
        stack[place] = stack[place - 1];
      stack[place] = {at[i], node.child[i]};
    }
  }

  T distance(const Box& target, const Box& box) const {
    return period().any() ? distance_squared_wrapped(target, box, period())
                          : distance_squared(target, box);
  }

  // f(place, distance) for each box no farther than `limit`, which f may lower; near nodes first.
  template <class F>
  bool walk_by_distance(const Box& target, const T& limit, QueryStats& stats, F&& f) const {
    if (nodes_.root == detail::kBvhNone) return true;
    Waiting stack[detail::kBvhStack];
    std::uint32_t top = 0;
    stack[top++] = {T(0), nodes_.root};
    while (top != 0) {
      const Waiting next = stack[--top];
      if (next.at > limit) continue;
      const Node& node = nodes_.node(next.node);
      const bool leaf = (next.node & detail::kBvhLeaf) != 0;
      ++stats.nodes;
      T at[kWidth];
      std::uint32_t lanes = 0;
      for (std::uint32_t i = 0; i < node.count; ++i) {
        at[i] = distance(target, node.lane(i));
        lanes |= at[i] <= limit ? 1u << i : 0;
      }
      if (!leaf) {
        put_off(node, lanes, at, stack, top);
        continue;
      }
      stats.tests += node.count;
      for (; lanes != 0; lanes &= lanes - 1) {
        const int i = std::countr_zero(lanes);
        if (at[i] <= limit && !f(node.child[i], at[i])) return false;
      }
    }
    return true;
  }

  Status check(const Ray<D, T>& ray) const {
    if (period().any()) return Status::out_of_range;
    return ray.valid() ? Status::ok : Status::not_finite;
  }

  // f(place, t) for each box that the ray meets at t <= limit, which f may lower.
  template <class F>
  Status walk_ray(const Ray<D, T>& ray, const T& limit, QueryStats& stats, F&& f) const {
    const Status good = check(ray);
    if (good != Status::ok || nodes_.root == detail::kBvhNone) return good;
    const detail::BvhKernels<D, T>& kernels = detail::bvh_kernels<D, T>();
    const detail::PreparedRay<D, T> prepared(ray);
    Waiting stack[detail::kBvhStack];
    std::uint32_t top = 0;
    stack[top++] = {T(0), nodes_.root};
    while (top != 0) {
      const Waiting next = stack[--top];
      if (next.at > limit) continue;
      const Node& node = nodes_.node(next.node);
      ++stats.nodes;
      T at[kWidth];
      if ((next.node & detail::kBvhLeaf) == 0) {
        put_off(node, kernels.ray_inner(node, prepared, limit, at), at, stack, top);
        continue;
      }
      stats.tests += node.count;
      for (std::uint32_t hit = kernels.ray_leaf(node, prepared, limit, at); hit != 0;
           hit &= hit - 1) {
        const int i = std::countr_zero(hit);
        if (at[i] <= limit && !f(node.child[i], at[i])) return Status::stopped;
      }
    }
    return Status::ok;
  }

  detail::BvhNodes<D, T> nodes_;
  detail::IndexedView<D, T> objects_;
};

}  // namespace masu
