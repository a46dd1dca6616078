// SPDX-License-Identifier: MIT
// Traverses two hierarchies jointly for the nearest pair: eight boxes against eight rotated ones,
// near ones first.
#if defined(MASU_NEAR_JOIN_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_NEAR_JOIN_INL_HPP
#undef MASU_NEAR_JOIN_INL_HPP
#else
#define MASU_NEAR_JOIN_INL_HPP
#endif

#include <algorithm>
#include <bit>

#include "mesh/near_join.hpp"

#include "broad_phase/bvh_lanes-inl.hpp"
#include "mesh/wide_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// Eight boxes in a's frame as center and half extent; `other` is the half extent along the axes of
// the other frame.
template <int D>
struct alignas(64) WideBoxes {
  double center[D][kBvhWidth];
  double half[D][kBvhWidth];
  double other[D][kBvhWidth];
};

// The pairs of lanes of two nodes still to visit, by squared gap, then by lanes. The lanes replace
// the lowest bits of a gap, so it stays a lower bound.
class NearLanes {
 public:
  void add(double gap, std::uint32_t i, std::uint32_t k) {
    keys_[count_++] = (std::bit_cast<std::uint64_t>(gap) & ~kLanes) | (i << 3 | k);
  }
  // Calls visit(gap, i, k) for each.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::uint32_t n = 0; n < count_; ++n) {
      visit(std::bit_cast<double>(keys_[n] & ~kLanes), keys_[n] >> 3 & 7, keys_[n] & 7);
    }
  }
  // Removes the nearest; returns false if none is within `reach`.
  bool next(double reach, std::uint32_t& i, std::uint32_t& k) {
    std::uint32_t best = 0;
    for (std::uint32_t n = 1; n < count_; ++n) best = keys_[n] < keys_[best] ? n : best;
    if (count_ == 0 || !(std::bit_cast<double>(keys_[best] & ~kLanes) <= reach)) return false;
    i = keys_[best] >> 3 & 7;
    k = keys_[best] & 7;
    keys_[best] = keys_[--count_];
    return true;
  }

 private:
  static constexpr std::uint64_t kLanes = kBvhWidth * kBvhWidth - 1;
  std::uint64_t keys_[kBvhWidth * kBvhWidth];
  std::uint32_t count_ = 0;
};

// Pairs of nodes to visit, the nearest on top.
class NearHeap {
 public:
  struct Entry {
    double gap;
    std::uint32_t a;
    std::uint32_t b;

    bool operator<(const Entry& other) const {
      if (gap != other.gap) return gap > other.gap;
      return a != other.a ? a > other.a : b > other.b;
    }
  };

  bool empty() const { return count_ == 0; }
  bool has_space() const { return count_ + kBvhWidth * kBvhWidth <= kCapacity; }
  void push(const Entry& entry) {
    entries_[count_++] = entry;
    std::push_heap(entries_, entries_ + count_);
  }
  Entry pop() {
    std::pop_heap(entries_, entries_ + count_);
    return entries_[--count_];
  }

 private:
  static constexpr std::uint32_t kCapacity = 1024;
  Entry entries_[kCapacity];
  std::uint32_t count_ = 0;
};

// The nearest pair so far, and the reach of pairs that may be nearer.
class NearState {
 public:
  explicit NearState(double tie) : tie_(tie) {}

  const NearestPair& best() const { return best_; }
  bool found() const { return best_.a != kBvhNone; }
  double reach() const { return reach_; }
  double reach_squared() const { return squared_; }

  // Returns false if nothing can be nearer.
  bool take(const SubShapeGap& gap, std::uint32_t a, std::uint32_t b) {
    best_.lower = gap.lower < best_.lower ? gap.lower : best_.lower;
    if (nearer(gap)) {
      best_.upper = gap.upper;
      best_.a = a, best_.b = b;
      // If the distance is so small that a tie could hide pairs that touch, the full reach is
      // searched.
      reach_ = gap.upper > 2 * tie_ ? gap.upper - tie_ : gap.upper;
      squared_ = reach_ * reach_;
    }
    return best_.upper > 0;
  }
  bool nearer(const SubShapeGap& gap) const {
    return gap.upper < best_.upper || best_.a == kBvhNone;
  }

 private:
  NearestPair best_;
  double tie_;
  double reach_ = std::numeric_limits<double>::infinity();
  double squared_ = std::numeric_limits<double>::infinity();
};

// Computes gaps along the sides of both boxes, in each of the two frames, as PlacedJoin does.
//
// Pairs of leaves, with the lanes that are near, go to `leaves`.
template <int D, class T, class Leaves>
class NearJoin {
 public:
  NearJoin(const BvhNodes<D, T>& a, const BvhNodes<D, T>& b, const NearQuery<D>& query,
           Leaves& leaves, NearState& state, NearCounts& counts)
      : a_(a), b_(b), q_(query), leaves_(leaves), state_(state), counts_(counts) {}

  // Descends to two leaves first, then visits the nearest nodes first.
  void search() {
    NearHeap heap;
    NearHeap::Entry next{0, a_.root, b_.root};
    for (;;) {
      if (!heap.has_space()) {
        if (!between(next.a, next.b)) return;
      } else if (!open(next, heap)) {
        return;
      }
      do {
        if (heap.empty()) return;
        next = heap.pop();
        if (!(next.gap <= state_.reach_squared())) return;
      } while (leaves_.parted(next.a, next.b, state_));
    }
  }

 private:
  using Node = BvhNode<D, T>;
  using V = hn::Vec<WideTag>;

  // Returns false if nothing can be nearer.
  bool open(NearHeap::Entry entry, NearHeap& heap) {
    for (;;) {
      const bool leaf_a = (entry.a & kBvhLeaf) != 0;
      const bool leaf_b = (entry.b & kBvhLeaf) != 0;
      if (!heap.has_space() || (leaf_a && leaf_b)) return between(entry.a, entry.b);
      const Node& x = a_.node(entry.a);
      const Node& y = b_.node(entry.b);
      ++counts_.nodes;
      counts_.tests += x.count * y.count;
      NearLanes near;
      find(x, leaf_a, y, leaf_b, near);
      NearHeap::Entry best = entry;
      std::uint32_t i = 0, k = 0;
      const bool dive = !state_.found() && near.next(state_.reach_squared(), i, k);
      if (dive) best = {0, leaf_a ? entry.a : x.child[i], leaf_b ? entry.b : y.child[k]};
      near.for_each([&](double gap, std::uint64_t m, std::uint64_t n) {
        heap.push({gap, leaf_a ? entry.a : x.child[m], leaf_b ? entry.b : y.child[n]});
      });
      if (!dive) return true;
      entry = best;
    }
  }

  // Each call descends in at least one hierarchy. Returns false if nothing can be nearer.
  bool between(std::uint32_t key_a, std::uint32_t key_b) {
    const Node& x = a_.node(key_a);
    const Node& y = b_.node(key_b);
    const bool leaf_a = (key_a & kBvhLeaf) != 0;
    const bool leaf_b = (key_b & kBvhLeaf) != 0;
    ++counts_.nodes;
    counts_.tests += x.count * y.count;
    NearLanes near;
    find(x, leaf_a, y, leaf_b, near);
    if (leaf_a && leaf_b) {
      return leaves_.test_leaves(key_a & ~kBvhLeaf, x, key_b & ~kBvhLeaf, y, near, state_);
    }
    std::uint32_t i, k;
    while (near.next(state_.reach_squared(), i, k)) {
      if (!between(leaf_a ? key_a : x.child[i], leaf_b ? key_b : y.child[k])) return false;
    }
    return true;
  }

  template <bool kPlaced>
  HWY_INLINE void center(const Node& node, WideBoxes<D>& made) const {
    const WideTag d;
    const auto half = hn::Set(d, 0.5);
    for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
      V mid[D], extent[D];
      for (int a = 0; a < D; ++a) {
        const auto lo = hn::Mul(load_wide(node.lo[a] + i), half);
        const auto hi = hn::Mul(load_wide(node.hi[a] + i), half);
        mid[a] = hn::Add(lo, hi);
        extent[a] = hn::Sub(hi, lo);
      }
      for (int a = 0; a < D; ++a) {
        auto reach = hn::Set(d, q_.slack);
        auto position = hn::Set(d, q_.frame.translation[a]);
        for (int k = 0; k < D; ++k) {
          const double cosine = kPlaced ? q_.frame.rotation.row[a][k] : q_.frame.rotation.row[k][a];
          reach = hn::Add(reach, hn::Mul(hn::Abs(hn::Set(d, cosine)), extent[k]));
          if (kPlaced) position = hn::Add(position, hn::Mul(hn::Set(d, cosine), mid[k]));
        }
        hn::Store(kPlaced ? position : mid[a], d, made.center[a] + i);
        hn::Store(kPlaced ? reach : extent[a], d, made.half[a] + i);
        hn::Store(kPlaced ? extent[a] : reach, d, made.other[a] + i);
      }
    }
  }

  // Computes bounds of the squared gaps between lane k of b and all lanes of a.
  HWY_INLINE void gaps_to(const WideBoxes<D>& a, const WideBoxes<D>& b, std::uint32_t k,
                          double* gaps) const {
    const WideTag d;
    const auto zero = hn::Zero(d);
    for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
      V step[D];
      // Among overlapping boxes the one with the nearer center comes first.
      auto center_distance = zero;
      auto first = zero;
      auto second = zero;
      for (int s = 0; s < D; ++s) {
        step[s] = hn::Sub(hn::Load(d, a.center[s] + i), hn::Set(d, b.center[s][k]));
        const auto reach = hn::Add(hn::Load(d, a.half[s] + i), hn::Set(d, b.half[s][k]));
        const auto gap = hn::Max(hn::Sub(hn::Abs(step[s]), reach), zero);
        first = hn::Add(first, hn::Mul(gap, gap));
        center_distance = hn::Add(center_distance, hn::Mul(step[s], step[s]));
      }
      for (int s = 0; s < D; ++s) {
        auto along = hn::Mul(step[0], hn::Set(d, q_.frame.rotation.row[0][s]));
        for (int q = 1; q < D; ++q) {
          along = hn::Add(along, hn::Mul(step[q], hn::Set(d, q_.frame.rotation.row[q][s])));
        }
        const auto reach = hn::Add(hn::Load(d, a.other[s] + i), hn::Set(d, b.other[s][k]));
        const auto gap = hn::Max(hn::Sub(hn::Abs(along), reach), zero);
        second = hn::Add(second, hn::Mul(gap, gap));
      }
      const auto gap = hn::Mul(hn::Max(first, second), hn::Set(d, 1 - 0x1p-40));
      hn::Store(hn::Add(gap, hn::Mul(center_distance, hn::Set(d, 0x1p-900))), d, gaps + i);
    }
  }

  // Collects the lanes of both that are within reach; only lane 0 of a node that is taken as a
  // whole.
  HWY_INLINE void find(const Node& x, bool leaf_a, const Node& y, bool leaf_b, NearLanes& near) {
    alignas(64) double gaps[kBvhWidth][kBvhWidth];
    std::uint32_t rows[kBvhWidth];
    if (within_reach(x, y, gaps, rows) == 0) return;
    leaves_.part(x, leaf_a, y, leaf_b, state_, gaps, rows);
    const bool both = leaf_a == leaf_b;
    constexpr double kFar = std::numeric_limits<double>::infinity();
    double least[kBvhWidth] = {kFar, kFar, kFar, kFar, kFar, kFar, kFar, kFar};
    for (std::uint32_t k = 0; k < y.count; ++k) {
      for (std::uint32_t lanes = rows[k]; lanes != 0; lanes &= lanes - 1) {
        const auto i = static_cast<std::uint32_t>(std::countr_zero(lanes));
        if (both) {
          near.add(gaps[k][i], i, k);
        } else {
          double& all = least[leaf_a ? k : i];
          all = gaps[k][i] < all ? gaps[k][i] : all;
        }
      }
    }
    for (std::uint32_t n = 0; !both && n < kBvhWidth; ++n) {
      if (least[n] < kFar) near.add(least[n], leaf_a ? 0 : n, leaf_a ? n : 0);
    }
  }

  // Finds the lanes of x within reach of each lane of y, and of any.
  HWY_INLINE std::uint32_t within_reach(const Node& x, const Node& y,
                                        double (&gaps)[kBvhWidth][kBvhWidth],
                                        std::uint32_t* rows) const {
    const WideTag d;
    WideBoxes<D> of_a;
    WideBoxes<D> of_b;
    center<false>(x, of_a);
    center<true>(y, of_b);
    const auto reach = hn::Set(d, state_.reach_squared());
    std::uint32_t any = 0;
    for (std::uint32_t k = 0; k < y.count; ++k) {
      gaps_to(of_a, of_b, k, gaps[k]);
      std::uint32_t near = 0;
      for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
        near |= bits_of(d, hn::Le(hn::Load(d, gaps[k] + i), reach)) << i;
      }
      any |= rows[k] = near & used_lanes(x);
    }
    return any;
  }

  const BvhNodes<D, T>& a_;
  const BvhNodes<D, T>& b_;
  const NearQuery<D>& q_;
  Leaves& leaves_;
  NearState& state_;
  NearCounts& counts_;
};

// Measures each pair.
template <int D, class T>
struct MeasuredLeaves {
  const NearQuery<D>& query;
  NearCounts& counts;

  bool parted(std::uint32_t, std::uint32_t, const NearState&) { return false; }
  void part(const BvhNode<D, T>&, bool, const BvhNode<D, T>&, bool, const NearState&,
            double (&)[kBvhWidth][kBvhWidth], std::uint32_t*) {}
  bool test_leaves(std::uint32_t, const BvhNode<D, T>& x, std::uint32_t, const BvhNode<D, T>& y,
                   NearLanes& near, NearState& state) {
    std::uint32_t i, k;
    while (near.next(state.reach_squared(), i, k)) {
      ++counts.pairs;
      const SubShapeGap gap = query.measure(query.context, x.child[i], y.child[k]);
      if (!state.take(gap, x.child[i], y.child[k])) return false;
    }
    return true;
  }
};

template <int D, class T, class Leaves>
NearestPair nearest_with(const BvhNodes<D, T>& a, const BvhNodes<D, T>& b,
                         const NearQuery<D>& query, Leaves&& leaves, NearCounts& counts) {
  NearState state(query.tie);
  if (a.root == kBvhNone || b.root == kBvhNone) return state.best();
  NearJoin<D, T, std::remove_reference_t<Leaves>> join(a, b, query, leaves, state, counts);
  join.search();
  return state.best();
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
