// SPDX-License-Identifier: MIT
// Traverses two hierarchies jointly, eight boxes against one rotated box at a time.
#if defined(MASU_PLACED_JOIN_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_PLACED_JOIN_INL_HPP
#undef MASU_PLACED_JOIN_INL_HPP
#else
#define MASU_PLACED_JOIN_INL_HPP
#endif

#include <bit>

#include <masu/core/platform.hpp>
#include "mesh/placed_join.hpp"

#include "mesh/triangle_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// The boxes of a node as center and half extent; `other` is the half extent along the axes of the
// other frame.
template <int D, class T>
struct alignas(64) CenteredLanes {
  T center[D][kBvhWidth];
  T half[D][kBvhWidth];
  T other[D][kBvhWidth];
};

// Tests the separating axes of two boxes: the sides of both. The cross products of edges separate
// few more pairs and are expensive. Source: S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree", 1996;
// G. van den Bergen, "Efficient collision detection of complex deformable models using AABB trees",
// 1997.
//
// Pairs of leaves, with the lanes of a that may touch each lane of b, go to `leaves`.
template <int D, class T, class Leaves>
class PlacedJoin {
 public:
  PlacedJoin(const BvhNodes<D, T>& a, const BvhNodes<D, T>& b, const JoinFrame<D, T>& frame,
             Leaves& leaves, BvhCounts& counts)
      : a_(a), b_(b), f_(frame), leaves_(leaves), counts_(counts) {}

  bool search() {
    PlacedNode placed;
    return between(a_.root, b_.root, placed);
  }

 private:
  using Node = BvhNode<D, T>;
  using Tag = BvhTag<T>;

  // A node of b in a's frame: made on first use and kept for all nodes of a that it may touch.
  struct PlacedNode {
    CenteredLanes<D, T> lanes;
    bool made = false;
  };

  // Each call descends in at least one hierarchy.
  bool between(std::uint32_t key_a, std::uint32_t key_b, PlacedNode& placed) {
    const Node& x = a_.node(key_a);
    const Node& y = b_.node(key_b);
    const bool leaf_a = (key_a & kBvhLeaf) != 0;
    const bool leaf_b = (key_b & kBvhLeaf) != 0;
    std::uint32_t rows[kBvhWidth] = {};
    ++counts_.nodes;
    counts_.tests += x.count * y.count;
    if (leaf_a && leaf_b) {
      if (!Leaves::kTestsBoxes && meeting(x, y, placed, rows) == 0) return true;
      return leaves_.test_leaves(key_a & ~kBvhLeaf, x, key_b & ~kBvhLeaf, y, rows);
    }
    std::uint32_t any = meeting(x, y, placed, rows);
    if (any == 0) return true;
    if (!leaf_a) fetch(a_, x, any);
    if (leaf_b) {
      for (; any != 0; any &= any - 1) {
        if (!between(x.child[std::countr_zero(any)], key_b, placed)) return false;
      }
      return true;
    }
    for (std::uint32_t k = 0; k < y.count; ++k) {
      if (rows[k] == 0) continue;
      PlacedNode child;
      if (leaf_a && !between(key_a, y.child[k], child)) return false;
      for (std::uint32_t lanes = leaf_a ? 0 : rows[k]; lanes != 0; lanes &= lanes - 1) {
        if (!between(x.child[std::countr_zero(lanes)], y.child[k], child)) return false;
      }
    }
    return true;
  }
  // The boxes of those children are needed soon.
  static void fetch(const BvhNodes<D, T>& nodes, const Node& node, std::uint32_t lanes) {
    for (; lanes != 0; lanes &= lanes - 1) {
      const Node& child = nodes.node(node.child[std::countr_zero(lanes)]);
      for (std::size_t offset = 0; offset < sizeof(child.lo) + sizeof(child.hi); offset += 64) {
        prefetch(reinterpret_cast<const char*>(&child) + offset);
      }
    }
  }

  // Transforms b's boxes into a's frame; `half` is then that of the box around the rotated one, and
  // `other` the one in its own frame.
  template <bool kPlaced>
  HWY_INLINE void center(const Node& node, CenteredLanes<D, T>& made) const {
    const Tag d;
    for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
      const auto half = hn::Set(d, T(0.5));
      decltype(hn::Zero(d)) mid[D];
      decltype(hn::Zero(d)) extent[D];
      for (int a = 0; a < D; ++a) {
        const auto lo = hn::Mul(hn::Load(d, node.lo[a] + i), half);
        const auto hi = hn::Mul(hn::Load(d, node.hi[a] + i), half);
        mid[a] = hn::Add(lo, hi);
        extent[a] = hn::Sub(hi, lo);
      }
      for (int a = 0; a < D; ++a) {
        auto reach = hn::Set(d, f_.slack);
        auto position = hn::Set(d, f_.translation[a]);
        for (int k = 0; k < D; ++k) {
          const T size = kPlaced ? f_.absolute[a][k] : f_.absolute[k][a];
          reach = hn::Add(reach, hn::Mul(hn::Set(d, size), extent[k]));
          if (kPlaced) position = hn::Add(position, hn::Mul(hn::Set(d, f_.rotation[a][k]), mid[k]));
        }
        hn::Store(kPlaced ? position : mid[a], d, made.center[a] + i);
        hn::Store(kPlaced ? reach : extent[a], d, made.half[a] + i);
        hn::Store(kPlaced ? extent[a] : reach, d, made.other[a] + i);
      }
    }
  }

  // Finds the lanes of x that each lane of y may touch, and that any may touch.
  HWY_INLINE std::uint32_t meeting(const Node& x, const Node& y, PlacedNode& placed,
                                   std::uint32_t* rows) const {
    CenteredLanes<D, T> of_a;
    center<false>(x, of_a);
    if (!placed.made) center<true>(y, placed.lanes);
    placed.made = true;
    std::uint32_t any = 0;
    for (std::uint32_t k = 0; k < y.count; ++k) {
      any |= rows[k] = meeting_lane(x, of_a, placed.lanes, k);
    }
    return any;
  }

  // Returns the lanes of a that lane k of b may touch.
  HWY_INLINE std::uint32_t meeting_lane(const Node& x, const CenteredLanes<D, T>& a,
                                        const CenteredLanes<D, T>& b, std::uint32_t k) const {
    const Tag d;
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
      decltype(hn::Zero(d)) step[D];
      auto overlap = hn::Eq(hn::Zero(d), hn::Zero(d));
      for (int s = 0; s < D; ++s) {
        step[s] = hn::Sub(hn::Load(d, a.center[s] + i), hn::Set(d, b.center[s][k]));
        const auto reach = hn::Add(hn::Load(d, a.half[s] + i), hn::Set(d, b.half[s][k]));
        overlap = hn::And(overlap, hn::Le(hn::Abs(step[s]), reach));
      }
      if (hn::AllFalse(d, overlap)) continue;
      for (int s = 0; s < D; ++s) {
        auto along = hn::Mul(step[0], hn::Set(d, f_.rotation[0][s]));
        for (int q = 1; q < D; ++q) {
          along = hn::Add(along, hn::Mul(step[q], hn::Set(d, f_.rotation[q][s])));
        }
        const auto reach = hn::Add(hn::Load(d, a.other[s] + i), hn::Set(d, b.other[s][k]));
        overlap = hn::And(overlap, hn::Le(hn::Abs(along), reach));
      }
      bits |= bits_of(d, overlap) << i;
    }
    return bits & used_lanes(x);
  }

  const BvhNodes<D, T>& a_;
  const BvhNodes<D, T>& b_;
  const JoinFrame<D, T>& f_;
  Leaves& leaves_;
  BvhCounts& counts_;
};

HWY_INLINE bool have_space(JoinBlock& out) {
  return out.size + kBvhWidth <= JoinBlock::kCapacity || out.flush(out);
}
HWY_INLINE void append(JoinBlock& out, std::uint32_t a, std::uint32_t b, bool sure) {
  out.sure = (out.sure & ~(std::uint64_t(1) << out.size)) | std::uint64_t(sure) << out.size;
  out.data[out.size++] = {a, b};
}

// Takes all pairs as candidates.
template <int D, class T>
struct AnyLeaves {
  static constexpr bool kTestsBoxes = false;
  JoinBlock& out;

  bool test_leaves(std::uint32_t, const BvhNode<D, T>& x, std::uint32_t, const BvhNode<D, T>& y,
                   const std::uint32_t* rows) {
    for (std::uint32_t k = 0; k < y.count; ++k) {
      if (!have_space(out)) return false;
      for (std::uint32_t lanes = rows[k]; lanes != 0; lanes &= lanes - 1) {
        append(out, x.child[std::countr_zero(lanes)], y.child[k], false);
      }
    }
    return true;
  }
};

// Takes pairs that touch, or are too near to decide. The boxes of transformed triangles are smaller
// than transformed boxes: those need not be tested first.
template <class T>
struct LeavesOfTriangles {
  static constexpr bool kTestsBoxes = true;
  LeafPair<T> pair;
  JoinBlock& out;

  bool test_leaves(std::uint32_t leaf_a, const BvhNode<3, T>& x, std::uint32_t leaf_b,
                   const BvhNode<3, T>& y, const std::uint32_t*) {
    std::uint32_t rows[kBvhWidth];
    if (pair.load_leaves(leaf_a, x, leaf_b, y, rows) == 0) return true;
    for (std::uint32_t k = 0; k < y.count; ++k) {
      if (rows[k] == 0) continue;
      const TouchLanes touch = touch_lanes(pair.a, pair.b, k, rows[k], pair.bound);
      if (!have_space(out)) return false;
      for (std::uint32_t lanes = touch.sure | touch.doubtful; lanes != 0; lanes &= lanes - 1) {
        const int i = std::countr_zero(lanes);
        append(out, x.child[i], y.child[k], (touch.sure >> i & 1) != 0);
      }
    }
    return out.size == 0 || out.flush(out);  // a caller that wants only one need not wait
  }
};

template <int D, class T, class Leaves>
bool join_with(const BvhNodes<D, T>& a, const BvhNodes<D, T>& b, const JoinFrame<D, T>& frame,
               Leaves&& leaves, BvhCounts& counts) {
  if (a.root == kBvhNone || b.root == kBvhNone) return true;
  PlacedJoin<D, T, std::remove_reference_t<Leaves>> join(a, b, frame, leaves, counts);
  return join.search() && leaves.out.flush(leaves.out);
}

template <int D, class T>
bool placed_join(const BvhNodes<D, T>& a, const BvhNodes<D, T>& b, const JoinFrame<D, T>& frame,
                 JoinBlock& out, BvhCounts& counts) {
  return join_with(a, b, frame, AnyLeaves<D, T>{out}, counts);
}

template <class T>
bool join_triangles(const MeshLeaves<3, T>& a, const MeshLeaves<3, T>& b,
                    const JoinFrame<3, T>& frame, JoinBlock& out, BvhCounts& counts) {
  return join_with(a.nodes, b.nodes, frame, LeavesOfTriangles<T>{{a, b, frame}, out}, counts);
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
