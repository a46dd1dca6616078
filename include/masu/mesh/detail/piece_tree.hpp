// SPDX-License-Identifier: MIT
// The hierarchy under bodies of many pieces: boxes by number, kept, moved and searched.
#pragma once

#include <bit>
#include <limits>
#include <span>

#include <masu/broad_phase/bvh_builder.hpp>
#include <masu/broad_phase/detail/walk_kernels.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/status.hpp>

namespace masu::detail {

template <int D, class T>
class PieceTree {
 public:
  using Box = Aabb<D, T>;
  using Node = BvhNode<D, T>;

  explicit PieceTree(Allocator allocator) : inner_(allocator), leaves_(allocator) {}

  // Over boxes that are not empty. too_many_objects, out_of_memory: it stays as it was. O(n log n),
  // by Morton code O(n).
  Status build(std::span<const Box> boxes, BvhBuilder builder);

  // Other boxes, box_of(id), in the same tree. O(n).
  template <class BoxOf>
  void refit(BoxOf&& box_of) {
    refit_leaves([&](Node* leaves) {
      for (std::size_t l = 0; l < leaves_.size(); ++l) {
        for (std::uint32_t i = 0; i < leaves[l].count; ++i) {
          leaves[l].set_lane(i, box_of(leaves[l].child[i]));
        }
        leaves[l].close(leaves[l].count);
      }
    });
  }
  // The same, with `fit(leaves)` for all leaves at once.
  template <class Fit>
  void refit_leaves(Fit&& fit) {
    fit(leaves_.data());
    for (std::size_t n = inner_.size(); n-- > 0;) {
      Node& node = inner_[n];
      Box all = Box::nothing();
      for (std::uint32_t i = 0; i < node.count; ++i) {
        const std::uint32_t name = node.child[i];
        const Box box = (name & kBvhLeaf) != 0 ? leaves_[name & ~kBvhLeaf].box : inner_[name].box;
        node.set_lane(i, box);
        all = merge(all, box);
      }
      node.box = all;
    }
  }

  BvhNodes<D, T> nodes() const {
    return {inner_.data(), leaves_.data(), static_cast<std::uint32_t>(inner_.size()),
            static_cast<std::uint32_t>(leaves_.size()), root_};
  }
  Box bounds() const { return root_ == kBvhNone ? Box::nothing() : nodes().node(root_).box; }

  // visit(id) for each box that overlaps `box`; false stops.
  template <class Visit>
  SearchResult for_each_overlapping(const Box& box, Visit&& visit) const {
    SearchResult r;
    if (box.empty()) return r;
    struct Context {
      Visit& visit;
      std::uint64_t results;
    } context{visit, 0};
    BvhBlock<std::uint32_t> block;
    block.context = &context;
    block.flush = [](BvhBlock<std::uint32_t>& b) {
      Context& c = *static_cast<Context*>(b.context);
      for (std::uint32_t i = 0; i < b.size; ++i) {
        ++c.results;
        if (!goes_on(c.visit, b.data[i])) return false;
      }
      b.size = 0;
      return true;
    };
    BvhCounts counts;
    const bool on =
        bvh_kernels<D, T>().overlapping(nodes(), box, block, counts) && block.flush(block);
    r.status = on ? Status::ok : Status::stopped;
    r.stats = {.nodes = counts.nodes, .tests = counts.tests, .results = context.results};
    return r;
  }

  // visit(id) -> the new reach, for boxes with gap(box) <= reach; near nodes first.
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

  // A ray given in double as T has it, against boxes that are larger by `slack` on all sides: a
  // rounding of the origin, and one of the direction by as far as it goes in these boxes; in double
  // what it may hit beside it. Not `sound`: beyond the range of T.
  struct RoundedRay {
    Ray<D, T> ray;
    T slack;
    bool sound;
  };
  RoundedRay rounded(const Vec<D, double>& origin, const Vec<D, double>& direction) const;

  // visit(id) -> the new reach, for boxes that a ray given in double enters at t <= reach, or seems
  // to by rounding; near nodes first. A negative reach ends it.
  template <class Visit>
  QueryStats for_each_along(const Vec<D, double>& origin, const Vec<D, double>& direction,
                            double reach, Visit&& visit) const {
    QueryStats stats;
    const RoundedRay asked = rounded(origin, direction);
    if (!asked.sound) return stats;
    const auto take = [&](const Node& leaf, std::uint32_t lanes, const T* at, T limit) {
      stats.tests += leaf.count;
      while (lanes != 0) {
        int next = std::countr_zero(lanes);
        for (std::uint32_t l = lanes & (lanes - 1); l != 0; l &= l - 1) {
          const int i = std::countr_zero(l);
          next = at[i] < at[next] ? i : next;
        }
        if (at[next] > limit) break;
        lanes &= ~(1u << next);
        ++stats.results;
        limit = limit_of<T>(visit(leaf.child[next]));
      }
      return limit;
    };
    const LeafVisit<D, T> leaf{
        [](void* context, const Node& node, std::uint32_t lanes, const T* at, T limit) {
          return (*static_cast<decltype(&take)>(context))(node, lanes, at, limit);
        },
        const_cast<void*>(static_cast<const void*>(&take))};
    BvhCounts counts;
    walk_kernels<D, T>().along_ray(nodes(), PreparedRay<D, T>(asked.ray), asked.slack,
                                   limit_of<T>(reach), leaf, counts);
    stats.nodes += counts.nodes;
    return stats;
  }

 private:
  struct Waiting {
    double gap;
    std::uint32_t node;
  };

  // Those no farther than `reach`, sorted by gap, then from left to right.
  template <class Gap>
  static std::uint32_t lanes_within(const Node& node, Gap& gap, double reach, Waiting* lanes) {
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const double at = gap(node.lane(i));
      if (!(at <= reach)) continue;
      std::uint32_t place = count++;
      for (; place > 0 && lanes[place - 1].gap > at; --place) lanes[place] = lanes[place - 1];
      lanes[place] = {at, node.child[i]};
    }
    return count;
  }

  Buffer<Node> inner_;
  Buffer<Node> leaves_;
  std::uint32_t root_ = kBvhNone;
};

}  // namespace masu::detail
