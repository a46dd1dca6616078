// SPDX-License-Identifier: MIT
// Down two hierarchies at once, eight boxes against one, turned, at a time.
#if defined(MASU_PLACED_JOIN_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_PLACED_JOIN_INL_HPP
#undef MASU_PLACED_JOIN_INL_HPP
#else
#define MASU_PLACED_JOIN_INL_HPP
#endif

#include <bit>

#include <masu/mesh/detail/placed_join.hpp>

#include "broad_phase/bvh_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// The boxes of a node by middle and half extent; `other` is the half extent along the axes of the
// other frame.
template <int D, class T>
struct alignas(64) CentredLanes {
  T middle[D][kBvhWidth];
  T half[D][kBvhWidth];
  T other[D][kBvhWidth];
};

// Separating axes of two boxes: the sides of both. The products of their edges part few pairs more
// and are dear. Source: S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree", 1996; G. van den Bergen,
// "Efficient collision detection of complex deformable models using AABB trees", 1997.
template <int D, class T>
class PlacedJoin {
 public:
  PlacedJoin(const BvhNodes<D, T>& a, const BvhNodes<D, T>& b, const JoinFrame<D, T>& frame,
             JoinBlock& out, BvhCounts& counts)
      : a_(a), b_(b), f_(frame), out_(out), counts_(counts) {}

  // Each call goes down in one hierarchy at least.
  bool between(std::uint32_t name_a, std::uint32_t name_b) {
    const Node& x = a_.node(name_a);
    const Node& y = b_.node(name_b);
    CentredLanes<D, T> of_a;
    CentredLanes<D, T> of_b;
    centre<false>(x, of_a);
    centre<true>(y, of_b);
    std::uint32_t rows[kBvhWidth];
    std::uint32_t any = 0;
    for (std::uint32_t k = 0; k < y.count; ++k) any |= rows[k] = meeting_lane(x, of_a, of_b, k);
    ++counts_.nodes;
    counts_.tests += x.count * y.count;
    if (any == 0) return true;
    const bool leaf_a = (name_a & kBvhLeaf) != 0;
    const bool leaf_b = (name_b & kBvhLeaf) != 0;
    if (leaf_b && !leaf_a) {
      for (; any != 0; any &= any - 1) {
        if (!between(x.child[std::countr_zero(any)], name_b)) return false;
      }
      return true;
    }
    for (std::uint32_t k = 0; k < y.count; ++k) {
      if (rows[k] == 0) continue;
      if (leaf_a && !leaf_b) {
        if (!between(name_a, y.child[k])) return false;
        continue;
      }
      if (leaf_a && !have_room()) return false;
      for (std::uint32_t lanes = rows[k]; lanes != 0; lanes &= lanes - 1) {
        const std::uint32_t i = x.child[std::countr_zero(lanes)];
        if (leaf_a) {
          out_.data[out_.size++] = {i, y.child[k]};
        } else if (!between(i, y.child[k])) {
          return false;
        }
      }
    }
    return true;
  }

 private:
  using Node = BvhNode<D, T>;
  using Tag = BvhTag<T>;

  bool have_room() { return out_.size + kBvhWidth <= JoinBlock::kCapacity || out_.flush(out_); }

  // b's boxes in a's frame; `half` is then that of the box around the turned one, and `other` the
  // one it has in its own frame.
  template <bool kPlaced>
  HWY_INLINE void centre(const Node& node, CentredLanes<D, T>& made) const {
    const Tag d;
    for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
      const auto half = hn::Set(d, T(0.5));
      decltype(hn::Zero(d)) middle[D];
      decltype(hn::Zero(d)) extent[D];
      for (int a = 0; a < D; ++a) {
        const auto lo = hn::Mul(hn::Load(d, node.lo[a] + i), half);
        const auto hi = hn::Mul(hn::Load(d, node.hi[a] + i), half);
        middle[a] = hn::Add(lo, hi);
        extent[a] = hn::Sub(hi, lo);
      }
      for (int a = 0; a < D; ++a) {
        auto reach = hn::Set(d, f_.slack);
        auto at = hn::Set(d, f_.place[a]);
        for (int k = 0; k < D; ++k) {
          const T size = kPlaced ? f_.absolute[a][k] : f_.absolute[k][a];
          reach = hn::Add(reach, hn::Mul(hn::Set(d, size), extent[k]));
          if (kPlaced) at = hn::Add(at, hn::Mul(hn::Set(d, f_.turn[a][k]), middle[k]));
        }
        hn::Store(kPlaced ? at : middle[a], d, made.middle[a] + i);
        hn::Store(kPlaced ? reach : extent[a], d, made.half[a] + i);
        hn::Store(kPlaced ? extent[a] : reach, d, made.other[a] + i);
      }
    }
  }

  // Lanes of a that lane k of b may meet.
  HWY_INLINE std::uint32_t meeting_lane(const Node& x, const CentredLanes<D, T>& a,
                                        const CentredLanes<D, T>& b, std::uint32_t k) const {
    const Tag d;
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
      decltype(hn::Zero(d)) step[D];
      auto meet = hn::Eq(hn::Zero(d), hn::Zero(d));
      for (int s = 0; s < D; ++s) {
        step[s] = hn::Sub(hn::Load(d, a.middle[s] + i), hn::Set(d, b.middle[s][k]));
        const auto reach = hn::Add(hn::Load(d, a.half[s] + i), hn::Set(d, b.half[s][k]));
        meet = hn::And(meet, hn::Le(hn::Abs(step[s]), reach));
      }
      for (int s = 0; s < D; ++s) {
        auto along = hn::Mul(step[0], hn::Set(d, f_.turn[0][s]));
        for (int q = 1; q < D; ++q) {
          along = hn::Add(along, hn::Mul(step[q], hn::Set(d, f_.turn[q][s])));
        }
        const auto reach = hn::Add(hn::Load(d, a.other[s] + i), hn::Set(d, b.other[s][k]));
        meet = hn::And(meet, hn::Le(hn::Abs(along), reach));
      }
      bits |= bits_of(d, meet) << i;
    }
    return bits & used_lanes(x);
  }

  const BvhNodes<D, T>& a_;
  const BvhNodes<D, T>& b_;
  const JoinFrame<D, T>& f_;
  JoinBlock& out_;
  BvhCounts& counts_;
};

template <int D, class T>
bool placed_join(const BvhNodes<D, T>& a, const BvhNodes<D, T>& b, const JoinFrame<D, T>& frame,
                 JoinBlock& out, BvhCounts& counts) {
  if (a.root == kBvhNone || b.root == kBvhNone) return true;
  return PlacedJoin<D, T>(a, b, frame, out, counts).between(a.root, b.root) && out.flush(out);
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
