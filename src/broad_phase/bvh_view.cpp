// SPDX-License-Identifier: MIT
#include <masu/broad_phase/bvh_view.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include <masu/core/box_distance.hpp>
#include "broad_phase/bvh_node.hpp"
#include "broad_phase/indexed_boxes.hpp"

#include "core/instantiate.hpp"

namespace masu {
namespace {

using detail::BvhBlock;
using detail::BvhCounts;
using detail::BvhNode;
using detail::kBvhStack;
using detail::kBvhWidth;

// Passes on the results of `kernel(block, counts)`: select(found, size) turns indices into ids,
// drops unwanted ones, and returns how many are left. Returns false if stopped.
template <class Found, class Select, class Kernel>
bool search(const BlockTarget<Found>& target, const Select& select, SearchResult& result,
            Kernel&& kernel) {
  struct Context {
    const BlockTarget<Found>& target;
    const Select& select;
    SearchResult& result;
  } context{target, select, result};
  BvhBlock<Found> block;
  block.context = &context;
  block.flush = [](BvhBlock<Found>& full) {
    const Context& c = *static_cast<Context*>(full.context);
    const std::uint32_t size = c.select(full.data, std::exchange(full.size, 0));
    if (size == 0) return true;
    c.result.status = c.target.take(c.target.object, {full.data, size}, c.result.stats.results);
    return c.result.status == Status::ok;
  };
  BvhCounts counts;
  const bool on = kernel(block, counts) && (block.size == 0 || block.flush(block));
  result.stats.nodes += counts.nodes;
  result.stats.tests += counts.tests;
  return on;
}

std::uint32_t& id_of(std::uint32_t& found) {
  return found;
}
template <class T>
std::uint32_t& id_of(RayMeeting<T, std::uint32_t>& found) {
  return found.id;
}

// Accepts all results; indices are ids.
struct SelectAll {
  template <class Found>
  std::uint32_t operator()(Found*, std::uint32_t size) const {
    return size;
  }
};
// Accepts what the filter accepts, if included(index).
template <int D, class T, class Included>
auto select_if(const detail::IndexedView<D, T>& objects, const MaybeFilter& filter,
               const Included& included) {
  return [&](auto* found, std::uint32_t size) {
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
      const std::uint32_t index = id_of(found[i]);
      found[count] = found[i];
      id_of(found[count]) = objects.set.id(index);
      count += included(index) && objects.accepted(index, filter) ? 1 : 0;
    }
    return count;
  };
}

template <class T>
bool nearer(const Neighbor<T, std::uint32_t>& a, const Neighbor<T, std::uint32_t>& b) {
  return a.distance_squared < b.distance_squared ||
         (a.distance_squared == b.distance_squared && a.id < b.id);
}
template <class T>
void keep_nearest(std::span<Neighbor<T, std::uint32_t>> found, std::size_t& count,
                  const Neighbor<T, std::uint32_t>& candidate) {
  if (count == found.size()) {
    if (!nearer(candidate, found[0])) return;
    std::pop_heap(found.begin(), found.end(), nearer<T>);
    --count;
  }
  found[count++] = candidate;
  std::push_heap(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), nearer<T>);
}

template <class T>
struct Waiting {
  T at;  // a lower bound for all objects below
  std::uint32_t node;
};
// Pushes the chosen lanes of an inner node, the nearest on top; among equals the left one.
template <int D, class T>
void push_children(const BvhNode<D, T>& node, std::uint32_t lanes, const T* at, Waiting<T>* stack,
                   std::uint32_t& top) {
  const std::uint32_t bottom = top;
  for (std::uint32_t i = kBvhWidth; i-- > 0;) {
    if ((lanes >> i & 1) == 0) continue;
    std::uint32_t index = top++;
    for (; index > bottom && stack[index - 1].at < at[i]; --index) stack[index] = stack[index - 1];
    stack[index] = {at[i], node.child[i]};
  }
}

// Images are for boxes that cross a boundary; periodic distances need no images.
template <int D, class T>
bool is_home(const BvhView<D, T>& view, std::uint32_t index) {
  return index < view.objects().set.homes;
}

// Calls f(index, distance) for each box no farther than `limit`, which f may lower; near nodes
// first.
template <int D, class T, class F>
bool walk_by_distance(const BvhView<D, T>& view, const Aabb<D, T>& target, const T& limit,
                      QueryStats& stats, F&& f) {
  const detail::BvhNodes<D, T> nodes = view.nodes();
  const Period<D, T> period = view.period();
  const bool wraps = period.any();
  const detail::BvhKernels<D, T>& kernels = detail::bvh_kernels<D, T>();
  if (nodes.root == detail::kBvhNone) return true;
  Waiting<T> stack[kBvhStack];
  std::uint32_t top = 0;
  stack[top++] = {T(0), nodes.root};
  while (top != 0) {
    const Waiting<T> next = stack[--top];
    if (next.at > limit) continue;
    const BvhNode<D, T>& node = nodes.node(next.node);
    const bool leaf = (next.node & detail::kBvhLeaf) != 0;
    ++stats.nodes;
    T at[kBvhWidth];
    std::uint32_t lanes = 0;
    if (wraps) {
      for (std::uint32_t i = 0; i < node.count; ++i) {
        at[i] = distance_squared_wrapped(target, node.lane(i), period);
        lanes |= at[i] <= limit ? 1u << i : 0;
      }
    } else {
      lanes = kernels.near_box(node, target, limit, at);
    }
    if (!leaf) {
      push_children(node, lanes, at, stack, top);
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

template <int D, class T>
Status check(const BvhView<D, T>& view, const Ray<D, T>& ray) {
  if (view.period().any()) return Status::out_of_range;
  return ray.valid() ? Status::ok : Status::not_finite;
}

// Returns the least (t, id) for which `hit_test(id, enter, limit, t)` reports a hit, of boxes that
// the ray enters.
template <int D, class T, class HitTest>
RayCastResult<T, std::uint32_t> first_on_ray(const BvhView<D, T>& view, const Ray<D, T>& ray,
                                             const MaybeFilter& filter, HitTest&& hit_test) {
  RayCastResult<T, std::uint32_t> hit;
  const detail::BvhNodes<D, T>& nodes = view.nodes();
  hit.status = check(view, ray);
  if (hit.status != Status::ok || nodes.root == detail::kBvhNone) return hit;
  const detail::BvhKernels<D, T>& kernels = detail::bvh_kernels<D, T>();
  const detail::PreparedRay<D, T> prepared(ray);
  T limit = ray.max_t;
  Waiting<T> stack[kBvhStack];
  std::uint32_t top = 0;
  stack[top++] = {T(0), nodes.root};
  while (top != 0) {
    const Waiting<T> next = stack[--top];
    if (next.at > limit) continue;
    const BvhNode<D, T>& node = nodes.node(next.node);
    ++hit.stats.nodes;
    T at[kBvhWidth];
    if ((next.node & detail::kBvhLeaf) == 0) {
      push_children(node, kernels.ray_inner(node, prepared, limit, at), at, stack, top);
      continue;
    }
    hit.stats.tests += node.count;
    for (std::uint32_t lanes = kernels.ray_leaf(node, prepared, limit, at); lanes != 0;
         lanes &= lanes - 1) {
      const int i = std::countr_zero(lanes);
      const std::uint32_t index = node.child[i];
      if (!(at[i] <= limit) || !view.objects().accepted(index, filter)) continue;
      const std::uint32_t id = view.objects().set.id(index);
      T t;
      if (!hit_test(id, at[i], limit, t) || !(t <= limit)) continue;
      if (!hit.hit || t < hit.t || (t == hit.t && id < hit.id)) hit.id = id;
      hit.hit = true;
      hit.t = limit = t;
    }
  }
  hit.stats.results = hit.hit ? 1 : 0;
  return hit;
}

}  // namespace

template <int D, class T>
SearchResult BvhView<D, T>::for_each_overlapping(const Aabb<D, T>& box,
                                                 const BlockTarget<Id>& visit,
                                                 const MaybeFilter& filter) const {
  SearchResult result;
  if (objects_.set.size == 0) return result;
  const detail::BvhKernels<D, T>& kernels = detail::bvh_kernels<D, T>();
  const auto search_box = [&](const Aabb<D, T>& target, const auto& select) {
    return search(visit, select, result, [&](BvhBlock<Id>& block, BvhCounts& counts) {
      return kernels.overlapping(nodes_, target, block, counts);
    });
  };
  if (period().any()) {
    const Aabb<D, T> target = wrap(box, period());
    if (target.empty()) return result;
    detail::for_each_image(target, period(), [&](const Aabb<D, T>& image, std::uint32_t shift) {
      const auto here = [&](std::uint32_t index) {
        return objects_.overlaps(target, shift, index);
      };
      return search_box(image, select_if(objects_, filter, here));
    });
  } else if (box.empty()) {
    return result;
  } else if (objects_.selects(filter)) {
    search_box(box, select_if(objects_, filter, [](std::uint32_t) { return true; }));
  } else {
    search_box(box, SelectAll{});
  }
  return result;
}

template <int D, class T>
SearchResult BvhView<D, T>::for_each_within(const Aabb<D, T>& box, T radius,
                                            const BlockTarget<Id>& visit,
                                            const MaybeFilter& filter) const {
  QueryStats stats;
  if (!(radius >= 0)) return {Status::out_of_range, stats};
  const Aabb<D, T> target = period().any() ? wrap(box, period()) : box;
  if (target.empty()) return {Status::ok, stats};
  const T limit = radius * radius;
  BlockOutput<Id> out(visit);
  walk_by_distance(*this, target, limit, stats, [&](std::uint32_t index, T) {
    if (!is_home(*this, index) || !objects_.accepted(index, filter)) return true;
    return out.push(objects_.set.id(index));
  });
  return out.finish(stats);
}

template <int D, class T>
SearchResult BvhView<D, T>::nearest(const Aabb<D, T>& box, std::span<Neighbor> found,
                                    const MaybeFilter& filter) const {
  QueryStats stats;
  const Aabb<D, T> target = period().any() ? wrap(box, period()) : box;
  if (target.empty() || found.empty()) return {Status::ok, stats};
  std::size_t count = 0;
  T limit = std::numeric_limits<T>::infinity();
  walk_by_distance(*this, target, limit, stats, [&](std::uint32_t index, T distance) {
    if (!is_home(*this, index) || !objects_.accepted(index, filter)) return true;
    keep_nearest(found, count, {objects_.set.id(index), distance});
    if (count == found.size()) limit = found[0].distance_squared;
    return true;
  });
  std::sort_heap(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), nearer<T>);
  stats.results = count;
  return {Status::ok, stats};
}

template <int D, class T>
SearchResult BvhView<D, T>::for_each_on_ray(const Ray<D, T>& ray,
                                            const BlockTarget<RayMeeting<T, Id>>& visit,
                                            const MaybeFilter& filter) const {
  const Status status = check(*this, ray);
  if (status != Status::ok) return {status, {}};
  SearchResult result;
  const detail::PreparedRay<D, T> prepared(ray);
  const auto kernel = [&](BvhBlock<RayMeeting<T, Id>>& block, BvhCounts& counts) {
    return detail::bvh_kernels<D, T>().on_ray(nodes_, prepared, block, counts);
  };
  if (objects_.selects(filter)) {
    const auto all = [](std::uint32_t) { return true; };
    search(visit, select_if(objects_, filter, all), result, kernel);
  } else {
    search(visit, SelectAll{}, result, kernel);
  }
  return result;
}

template <int D, class T>
RayCastResult<T, std::uint32_t> BvhView<D, T>::ray_cast(const Ray<D, T>& ray,
                                                        const MaybeFilter& filter) const {
  return first_on_ray(*this, ray, filter, [](Id, T enter, T, T& t) {
    t = enter;
    return true;
  });
}
template <int D, class T>
RayCastResult<T, std::uint32_t> BvhView<D, T>::ray_cast(const Ray<D, T>& ray, Cast cast,
                                                        const MaybeFilter& filter) const {
  return first_on_ray(*this, ray, filter, [&](Id id, T enter, T limit, T& t) {
    const std::optional<T> found = cast(id, enter, limit);
    t = found.value_or(T(0));
    return found.has_value();
  });
}

template <int D, class T>
void BvhView<D, T>::for_each_node(FunctionRef<void(const Aabb<D, T>&, int, std::size_t)> visit,
                                  FunctionRef<void(Id)> object) const {
  struct Step {
    std::uint32_t node;
    int depth;
  };
  if (nodes_.root == detail::kBvhNone) return;
  Step stack[kBvhStack];
  std::uint32_t top = 0;
  stack[top++] = {nodes_.root, 0};
  while (top != 0) {
    const Step next = stack[--top];
    const BvhNode<D, T>& node = nodes_.node(next.node);
    const bool leaf = (next.node & detail::kBvhLeaf) != 0;
    visit(node.box, next.depth, std::size_t(leaf ? node.count : 0));
    for (std::uint32_t i = 0; leaf && i < node.count; ++i) {
      object(objects_.set.id(node.child[i]));
    }
    for (std::uint32_t i = leaf ? 0 : node.count; i-- > 0;) {
      stack[top++] = {node.child[i], next.depth + 1};
    }
  }
}

#define MASU_INSTANTIATE(D, T) template class BvhView<D, T>;
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
