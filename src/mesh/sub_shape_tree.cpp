// SPDX-License-Identifier: MIT
#include "mesh/sub_shape_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "broad_phase/bvh_tree.hpp"
#include "broad_phase/walk_kernels.hpp"
#include "narrow_phase/ray_rounding.hpp"

namespace masu::detail {

template <int D, class T>
Status SubShapeTree<D, T>::build(std::span<const Aabb<D, T>> boxes, BvhBuilder builder) {
  BvhTree<D, T> tree(inner_.allocator());
  const Status status = tree.build(boxes.data(), boxes.size(), builder);
  if (status != Status::ok) return status;
  const BvhNodes<D, T> nodes = tree.nodes();
  Buffer<Node> inner(inner_.allocator());
  Buffer<Node> leaves(inner_.allocator());
  if (!inner.resize(nodes.inner_count) || !leaves.resize(nodes.leaf_count)) {
    return Status::out_of_memory;
  }
  std::copy_n(nodes.inner, nodes.inner_count, inner.data());
  std::copy_n(nodes.leaves, nodes.leaf_count, leaves.data());
  inner_ = std::move(inner);
  leaves_ = std::move(leaves);
  root_ = nodes.root;
  return Status::ok;
}

template <int D, class T>
typename SubShapeTree<D, T>::RoundedRay SubShapeTree<D, T>::rounded(
    const Vec<D, double>& origin, const Vec<D, double>& direction) const {
  RoundedRay made;
  made.ray.origin = vec_cast<T>(origin);
  made.ray.direction = vec_cast<T>(direction);
  const double rounding = 8 * double(std::numeric_limits<T>::epsilon());
  const double slack = std::max(rounding, kRayRounding) * largest_coordinate(origin, bounds());
  made.slack = round_up<T>(slack);
  made.sound = slack < double(std::numeric_limits<T>::max());
  return made;
}

template <int D, class T>
void SubShapeTree<D, T>::refit() {
  for (std::size_t n = inner_.size(); n-- > 0;) {
    Node& node = inner_[n];
    Aabb<D, T> all = Aabb<D, T>::nothing();
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const Aabb<D, T>& box = nodes().node(node.child[i]).box;
      node.set_lane(i, box);
      all = merge(all, box);
    }
    node.box = all;
  }
}

template <int D, class T>
SearchResult SubShapeTree<D, T>::overlapping(const Aabb<D, T>& box,
                                             const BlockTarget<std::uint32_t>& target) const {
  if (box.empty()) return {};
  struct Context {
    const BlockTarget<std::uint32_t>& target;
    Status status = Status::ok;
    std::uint64_t results = 0;
  } context{target};
  BvhBlock<std::uint32_t> block;
  block.context = &context;
  block.flush = [](BvhBlock<std::uint32_t>& found) {
    Context& c = *static_cast<Context*>(found.context);
    const std::uint32_t size = std::exchange(found.size, 0);
    if (size != 0) c.status = c.target.take(c.target.object, {found.data, size}, c.results);
    return c.status == Status::ok;
  };
  BvhCounts counts;
  if (bvh_kernels<D, T>().overlapping(nodes(), box, block, counts)) block.flush(block);
  return {context.status,
          {.nodes = counts.nodes, .tests = counts.tests, .results = context.results}};
}

template <int D, class T>
QueryStats SubShapeTree<D, T>::along(const Vec<D, double>& origin, const Vec<D, double>& direction,
                                     double reach, const Reach& visit) const {
  QueryStats stats;
  const RoundedRay asked = rounded(origin, direction);
  if (!asked.sound) return stats;
  const auto take = [&](const Node& leaf, std::uint32_t lanes, const T* distances, T limit) {
    stats.tests += leaf.count;
    while (lanes != 0) {
      int next = std::countr_zero(lanes);
      for (std::uint32_t l = lanes & (lanes - 1); l != 0; l &= l - 1) {
        const int i = std::countr_zero(l);
        next = distances[i] < distances[next] ? i : next;
      }
      if (distances[next] > limit) break;
      lanes &= ~(1u << next);
      ++stats.results;
      limit = limit_of<T>(visit.call(visit.object, leaf.child[next]));
    }
    return limit;
  };
  const LeafVisit<D, T> leaf{
      [](void* context, const Node& node, std::uint32_t lanes, const T* distances, T limit) {
        return (*static_cast<decltype(&take)>(context))(node, lanes, distances, limit);
      },
      const_cast<void*>(static_cast<const void*>(&take))};
  BvhCounts counts;
  walk_kernels<D, T>().along_ray(nodes(), PreparedRay<D, T>(asked.ray), asked.slack,
                                 limit_of<T>(reach), leaf, counts);
  stats.nodes += counts.nodes;
  return stats;
}

template class SubShapeTree<2, float>;
template class SubShapeTree<3, float>;
template class SubShapeTree<2, double>;
template class SubShapeTree<3, double>;

}  // namespace masu::detail
