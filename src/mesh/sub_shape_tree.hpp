// SPDX-License-Identifier: MIT
// The bounding volume hierarchy of a composite shape.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <type_traits>

#include <masu/broad_phase/bvh_builder.hpp>
#include <masu/core/block_output.hpp>
#include <masu/core/buffer.hpp>
#include "broad_phase/bvh_node.hpp"

namespace masu::detail {

template <int D, class T>
class SubShapeTree {
 public:
  using Node = BvhNode<D, T>;

  explicit SubShapeTree(Allocator allocator) : inner_(allocator), leaves_(allocator) {}

  // Builds the tree from boxes that are not empty. too_many_objects, out_of_memory: it is
  // unchanged. O(n log n), by Morton code O(n).
  Status build(std::span<const Aabb<D, T>> boxes, BvhBuilder builder);

  // Returns the leaves, writable. After changing their boxes the caller must call refit(). O(n).
  std::span<Node> leaves() { return {leaves_.data(), leaves_.size()}; }
  void refit();

  BvhNodes<D, T> nodes() const {
    return {inner_.data(), leaves_.data(), static_cast<std::uint32_t>(inner_.size()),
            static_cast<std::uint32_t>(leaves_.size()), root_};
  }
  Aabb<D, T> bounds() const {
    return root_ == kBvhNone ? Aabb<D, T>::nothing() : nodes().node(root_).box;
  }

  // Calls visit(id) for each box that overlaps `box`, until it returns false.
  template <class Visit>
  SearchResult for_each_overlapping(const Aabb<D, T>& box, Visit&& visit) const {
    return overlapping(box, BlockTarget<std::uint32_t>::each(visit));
  }
  // As above, for a visitor behind a function.
  SearchResult overlapping(const Aabb<D, T>& box, const BlockTarget<std::uint32_t>& target) const;

  // Calls visit(id), which returns the new reach, for boxes with gap(box) <= reach, near nodes
  // first.
  template <class Gap, class Visit>
  QueryStats for_each_near(Gap&& gap, double reach, Visit&& visit) const {
    QueryStats stats;
    if (root_ == kBvhNone) return stats;
    Waiting stack[kBvhStack];
    std::uint32_t top = 0;
    stack[top++] = {-std::numeric_limits<double>::infinity(), root_};
    while (top != 0) {
      const Waiting next = stack[--top];
      if (next.gap > reach) continue;
      const Node& node = nodes().node(next.node);
      ++stats.nodes;
      stats.tests += node.count;
      Waiting lanes[kBvhWidth];
      const std::uint32_t count = lanes_within(node, gap, reach, lanes);
      if ((next.node & kBvhLeaf) == 0) {
        for (std::uint32_t i = count; i-- > 0;) stack[top++] = lanes[i];
        continue;
      }
      for (std::uint32_t i = 0; i < count && lanes[i].gap <= reach; ++i) {
        ++stats.results;
        reach = visit(lanes[i].node);
      }
    }
    return stats;
  }

  // A ray given in double, rounded to T. Boxes grow by `slack` on all sides, which covers the
  // rounding of the origin, that of the direction within the boxes, and sub-shapes that a ray in
  // double may hit slightly outside. Not `sound`: beyond the range of T.
  struct RoundedRay {
    Ray<D, T> ray;
    T slack;
    bool sound;
  };
  RoundedRay rounded(const Vec<D, double>& origin, const Vec<D, double>& direction) const;

  // Calls visit(id), which returns the new reach, for boxes that a ray given in double enters at t
  // <= reach, up to rounding, near nodes first. A negative reach ends it.
  template <class Visit>
  QueryStats for_each_along(const Vec<D, double>& origin, const Vec<D, double>& direction,
                            double reach, Visit&& visit) const {
    const auto call = [](void* f, std::uint32_t id) {
      return double((*static_cast<std::remove_reference_t<Visit>*>(f))(id));
    };
    return along(origin, direction, reach,
                 {const_cast<void*>(static_cast<const void*>(std::addressof(visit))), call});
  }

 private:
  // The caller's visitor, which returns the new reach.
  struct Reach {
    void* object;
    double (*call)(void* object, std::uint32_t id);
  };
  struct Waiting {
    double gap;
    std::uint32_t node;
  };

  // Returns the lanes no farther than `reach`, sorted by gap, then by index.
  template <class Gap>
  static std::uint32_t lanes_within(const Node& node, Gap& gap, double reach, Waiting* lanes) {
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const double distance = gap(node.lane(i));
      if (!(distance <= reach)) continue;
      std::uint32_t slot = count++;
      for (; slot > 0 && lanes[slot - 1].gap > distance; --slot) lanes[slot] = lanes[slot - 1];
      lanes[slot] = {distance, node.child[i]};
    }
    return count;
  }

  QueryStats along(const Vec<D, double>& origin, const Vec<D, double>& direction, double reach,
                   const Reach& visit) const;

  Buffer<Node> inner_;
  Buffer<Node> leaves_;
  std::uint32_t root_ = kBvhNone;
};

}  // namespace masu::detail
