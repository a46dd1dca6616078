// SPDX-License-Identifier: MIT
#include <masu/broad_phase/bvh_view.hpp>

#include <algorithm>
#include <bit>
#include <limits>

#include <masu/broad_phase/detail/bvh_node.hpp>
#include <masu/broad_phase/detail/indexed_boxes.hpp>
#include <masu/core/box_distance.hpp>

namespace masu {
namespace {

using detail::BvhBlock;
using detail::BvhCounts;
using detail::BvhNode;
using detail::BvhOnRay;
using detail::kBvhStack;
using detail::kBvhWidth;

// Hands on what kernels find: its places become ids, and what is not wanted is left out.
template <int D, class T, class Found>
class Delivery {
 public:
  Delivery(const detail::IndexedView<D, T>& objects, const MaybeFilter& filter,
           const BlockTarget<Found>& target)
      : objects_(objects),
        filter_(filter),
        target_(target),
        as_found_(!filter && !objects.period.any() && objects.set.ids == nullptr) {}

  // From here on what overlaps this image of a box, which itself is `box`.
  void look_at_image(const Aabb<D, T>& box, std::uint32_t shift) {
    image_of_ = &box;
    shift_ = shift;
  }

  // kernel(block, counts) fills blocks. False: stopped.
  template <class Kernel>
  bool run(Kernel&& kernel) {
    BvhBlock<Found> block;
    block.context = this;
    block.flush = [](BvhBlock<Found>& full) {
      return static_cast<Delivery*>(full.context)->deliver(full);
    };
    return kernel(block, counts_) && deliver(block);
  }

  SearchResult result() const {
    return {status_, {.nodes = counts_.nodes, .tests = counts_.tests, .results = results_}};
  }

 private:
  bool deliver(BvhBlock<Found>& block) {
    std::uint32_t size = block.size;
    block.size = 0;
    if (!as_found_) size = select(block.data, size);
    if (size != 0) status_ = target_.take(target_.object, {block.data, size}, results_);
    return status_ == Status::ok;
  }
  std::uint32_t select(Found* found, std::uint32_t size) const {
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
      const std::uint32_t place = id(found[i]);
      const bool here = image_of_ == nullptr || objects_.meets(*image_of_, shift_, place);
      if (!here || !objects_.accepted(place, filter_)) continue;
      found[kept] = found[i];
      id(found[kept++]) = objects_.set.id(place);
    }
    return kept;
  }
  static std::uint32_t& id(std::uint32_t& found) { return found; }
  static std::uint32_t& id(BvhOnRay<T>& found) { return found.id; }

  const detail::IndexedView<D, T>& objects_;
  const MaybeFilter& filter_;
  const BlockTarget<Found>& target_;
  bool as_found_;  // all are wanted, and their places are the ids
  const Aabb<D, T>* image_of_ = nullptr;
  std::uint32_t shift_ = 0;
  BvhCounts counts_;
  Status status_ = Status::ok;
  std::uint64_t results_ = 0;
};

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
  T at;  // no object below is nearer
  std::uint32_t node;
};
// Puts the chosen lanes of an inner node off, the nearest on top; of equal ones the left one.
template <int D, class T>
void put_off(const BvhNode<D, T>& node, std::uint32_t lanes, const T* at, Waiting<T>* stack,
             std::uint32_t& top) {
  const std::uint32_t bottom = top;
  for (std::uint32_t i = kBvhWidth; i-- > 0;) {
    if ((lanes >> i & 1) == 0) continue;
    std::uint32_t place = top++;
    for (; place > bottom && stack[place - 1].at < at[i]; --place) stack[place] = stack[place - 1];
    stack[place] = {at[i], node.child[i]};
  }
}

template <int D, class T>
Aabb<D, T> wrapped(const BvhView<D, T>& view, const Aabb<D, T>& box) {
  return view.period().any() ? wrap(box, view.period()) : box;
}
// Images find what crosses a seam; distances on a torus look over it by themselves.
template <int D, class T>
bool is_home(const BvhView<D, T>& view, std::uint32_t place) {
  return place < view.objects().set.homes;
}
template <int D, class T>
T distance(const BvhView<D, T>& view, const Aabb<D, T>& target, const Aabb<D, T>& box) {
  return view.period().any() ? distance_squared_wrapped(target, box, view.period())
                             : distance_squared(target, box);
}

// f(place, distance) for each box no farther than `limit`, which f may lower; near nodes first.
template <int D, class T, class F>
bool walk_by_distance(const BvhView<D, T>& view, const Aabb<D, T>& target, const T& limit,
                      QueryStats& stats, F&& f) {
  const detail::BvhNodes<D, T>& nodes = view.nodes();
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
    for (std::uint32_t i = 0; i < node.count; ++i) {
      at[i] = distance(view, target, node.lane(i));
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

template <int D, class T>
Status check(const BvhView<D, T>& view, const Ray<D, T>& ray) {
  if (view.period().any()) return Status::out_of_range;
  return ray.valid() ? Status::ok : Status::not_finite;
}

// The least (t, id) of what `meets(id, enter, limit, t)` says of boxes that the ray enters.
template <int D, class T, class Meets>
RayCastResult<T, std::uint32_t> first_on_ray(const BvhView<D, T>& view, const Ray<D, T>& ray,
                                             const MaybeFilter& filter, Meets&& meets) {
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
      put_off(node, kernels.ray_inner(node, prepared, limit, at), at, stack, top);
      continue;
    }
    hit.stats.tests += node.count;
    for (std::uint32_t lanes = kernels.ray_leaf(node, prepared, limit, at); lanes != 0;
         lanes &= lanes - 1) {
      const int i = std::countr_zero(lanes);
      const std::uint32_t place = node.child[i];
      if (!(at[i] <= limit) || !view.objects().accepted(place, filter)) continue;
      const std::uint32_t id = view.objects().set.id(place);
      T t;
      if (!meets(id, at[i], limit, t) || !(t <= limit)) continue;
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
SearchResult BvhView<D, T>::overlapping(const Box& box, const BlockTarget<Id>& target,
                                        const MaybeFilter& filter) const {
  const Box asked = wrapped(*this, box);
  if (asked.empty() || objects_.set.size == 0) return {};
  const detail::BvhKernels<D, T>& kernels = detail::bvh_kernels<D, T>();
  Delivery<D, T, Id> delivery(objects_, filter, target);
  const auto search = [&](const Box& image) {
    return delivery.run([&](BvhBlock<Id>& block, BvhCounts& counts) {
      return kernels.overlapping(nodes_, image, block, counts);
    });
  };
  if (!period().any()) {
    search(asked);
  } else {
    detail::for_each_image(asked, period(), [&](const Box& image, std::uint32_t shift) {
      delivery.look_at_image(asked, shift);
      return search(image);
    });
  }
  return delivery.result();
}

template <int D, class T>
SearchResult BvhView<D, T>::within(const Box& box, T radius, const BlockTarget<Id>& target,
                                   const MaybeFilter& filter) const {
  QueryStats stats;
  if (!(radius >= 0)) return {Status::out_of_range, stats};
  const Box asked = wrapped(*this, box);
  if (asked.empty()) return {Status::ok, stats};
  const T limit = radius * radius;
  BlockOutput<Id> out(target);
  walk_by_distance(*this, asked, limit, stats, [&](std::uint32_t place, T) {
    if (!is_home(*this, place) || !objects_.accepted(place, filter)) return true;
    return out.put(objects_.set.id(place));
  });
  return out.finish(stats);
}

template <int D, class T>
SearchResult BvhView<D, T>::nearest(const Box& box, std::span<Neighbor> found,
                                    const MaybeFilter& filter) const {
  QueryStats stats;
  const Box asked = wrapped(*this, box);
  if (asked.empty() || found.empty()) return {Status::ok, stats};
  std::size_t count = 0;
  T limit = std::numeric_limits<T>::infinity();
  walk_by_distance(*this, asked, limit, stats, [&](std::uint32_t place, T distance) {
    if (!is_home(*this, place) || !objects_.accepted(place, filter)) return true;
    keep_nearest(found, count, {objects_.set.id(place), distance});
    if (count == found.size()) limit = found[0].distance_squared;
    return true;
  });
  std::sort_heap(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), nearer<T>);
  stats.results = count;
  return {Status::ok, stats};
}

template <int D, class T>
SearchResult BvhView<D, T>::on_ray(const Ray<D, T>& ray, const BlockTarget<OnRay>& target,
                                   const MaybeFilter& filter) const {
  const Status good = check(*this, ray);
  if (good != Status::ok) return {good, {}};
  Delivery<D, T, OnRay> delivery(objects_, filter, target);
  const detail::PreparedRay<D, T> prepared(ray);
  delivery.run([&](BvhBlock<OnRay>& block, BvhCounts& counts) {
    return detail::bvh_kernels<D, T>().on_ray(nodes_, prepared, block, counts);
  });
  return delivery.result();
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
RayCastResult<T, std::uint32_t> BvhView<D, T>::cast_by(const Ray<D, T>& ray, const Cast& cast,
                                                       const MaybeFilter& filter) const {
  return first_on_ray(*this, ray, filter, [&](Id id, T enter, T limit, T& t) {
    return cast.call(cast.object, id, enter, limit, t);
  });
}

template <int D, class T>
void BvhView<D, T>::walk_nodes(const NodeVisit& visit) const {
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
    visit.node(visit.node_object, node.box, next.depth, std::size_t(leaf ? node.count : 0));
    for (std::uint32_t i = 0; leaf && i < node.count; ++i) {
      visit.each(visit.each_object, objects_.set.id(node.child[i]));
    }
    for (std::uint32_t i = leaf ? 0 : node.count; i-- > 0;) {
      stack[top++] = {node.child[i], next.depth + 1};
    }
  }
}

template class BvhView<1, float>;
template class BvhView<2, float>;
template class BvhView<3, float>;
template class BvhView<4, float>;
template class BvhView<1, double>;
template class BvhView<2, double>;
template class BvhView<3, double>;
template class BvhView<4, double>;

}  // namespace masu
