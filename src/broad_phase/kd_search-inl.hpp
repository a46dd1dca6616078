// SPDX-License-Identifier: MIT
// Queries of a kd-tree: eight children, then one leaf at a time.
#if defined(MASU_KD_SEARCH_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_KD_SEARCH_INL_HPP
#undef MASU_KD_SEARCH_INL_HPP
#else
#define MASU_KD_SEARCH_INL_HPP
#endif

#include <bit>
#include <limits>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "broad_phase/kd_kernels.hpp"
#include "broad_phase/nearest_lane-inl.hpp"
#include "broad_phase/set_bits-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using KdTag = hn::CappedTag<T, 8>;

template <class D_, class M>
HWY_INLINE std::uint32_t kd_mask_bits(D_ d, M mask) {
  std::uint8_t bytes[8];
  hn::StoreMaskBits(d, mask, bytes);
  return bytes[0];
}

HWY_INLINE std::uint32_t kd_lowest(std::uint32_t bits) {
  return static_cast<std::uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits));
}

// Squared distances of `Lanes` boxes, from the i-th on, to a finite box: the formula and order of
// distance_squared(). At most one of the two gaps is positive.
template <int D, class T, class Boxes, class Tag>
HWY_INLINE hn::VFromD<Tag> kd_distance(Tag d, const Boxes& boxes, std::size_t i,
                                       const Aabb<D, T>& box) {
  auto sum = hn::Zero(d);
  for (int a = 0; a < D; ++a) {
    const auto above = hn::Sub(hn::Load(d, boxes.lo_at(a) + i), hn::Set(d, box.max[a]));
    const auto below = hn::Sub(hn::Set(d, box.min[a]), hn::Load(d, boxes.hi_at(a) + i));
    const auto gap = hn::Max(hn::Max(above, below), hn::Zero(d));
    sum = hn::Add(sum, hn::Mul(gap, gap));
  }
  return sum;
}

// Box tests of a query, on as many boxes as a vector holds; hits are bits.
template <int D, class T>
struct KdOverlaps {
  const Aabb<D, T>& box;
  template <class Tag, class Boxes>
  HWY_INLINE std::uint32_t operator()(Tag d, const Boxes& boxes, std::size_t i) const {
    auto hit = hn::Le(hn::Load(d, boxes.lo_at(0) + i), hn::Set(d, box.max[0]));
    for (int a = 0; a < D; ++a) {
      if (a != 0) {
        hit = hn::And(hit, hn::Le(hn::Load(d, boxes.lo_at(a) + i), hn::Set(d, box.max[a])));
      }
      hit = hn::And(hit, hn::Ge(hn::Load(d, boxes.hi_at(a) + i), hn::Set(d, box.min[a])));
    }
    return kd_mask_bits(d, hit);
  }
};
template <int D, class T>
struct KdWithin {
  const Aabb<D, T>& box;
  T most;
  template <class Tag, class Boxes>
  HWY_INLINE std::uint32_t operator()(Tag d, const Boxes& boxes, std::size_t i) const {
    return kd_mask_bits(d, hn::Le(kd_distance(d, boxes, i, box), hn::Set(d, most)));
  }
};

template <class T, std::uint32_t kCount, class Boxes, class Test>
HWY_INLINE std::uint32_t kd_hits(const Boxes& boxes, const Test& test) {
  const KdTag<T> d;
  std::uint32_t bits = 0;
  for (std::uint32_t i = 0; i < kCount; i += static_cast<std::uint32_t>(hn::Lanes(d))) {
    bits |= test(d, boxes, i) << i;
  }
  return bits;
}

template <class Node>
HWY_INLINE void kd_fetch(const Node& node) {
  for (std::size_t at = 0; at < sizeof(Node); at += 64) {
    hwy::Prefetch(reinterpret_cast<const char*>(&node) + at);
  }
}

// Appends the ids of the hit slots.
template <std::uint32_t kCount>
HWY_INLINE void kd_append(const std::uint32_t* HWY_RESTRICT indices, std::uint32_t hits,
                          KdBlock& out) {
  const KdTag<std::uint32_t> d;
  for (std::uint32_t i = 0; i < kCount; i += 8) {
    std::uint32_t used = 0;
    for (std::uint32_t k = 0; k < 8; k += static_cast<std::uint32_t>(hn::Lanes(d))) {
      const auto index = hn::Load(d, indices + i + k);
      used |= kd_mask_bits(d, hn::Ne(index, hn::Set(d, kKdNone))) << k;
    }
    out.size += store_set<false>(indices + i, (hits >> i) & used, out.index + out.size);
  }
}

template <int Corners, int D, class T, class Test>
HWY_INLINE void kd_fill(const KdView<D, T>& view, const Test& test, KdCursor& cursor,
                        KdBlock& out) {
  constexpr std::uint32_t kSlots = KdLeaf<D, T, Corners>::kSlots;
  const KdLeaf<D, T, Corners>* const leaves = view.template leaves<Corners>();
  const auto enter = [&](std::uint32_t number) HWY_ATTR {
    const KdNode<D, T>& node = view.nodes[number];
    std::uint32_t hits = kd_hits<T, kKdFan>(node, test);
    ++cursor.nodes;
    ++cursor.depth;
    cursor.node[cursor.depth] = number;
    cursor.waiting[cursor.depth] = hits;
    for (; hits != 0; hits &= hits - 1) {  // all are prefetched before the first is read
      const std::uint32_t child = node.child[kd_lowest(hits)];
      if ((child & kKdLeafBit) == 0) {
        kd_fetch(view.nodes[child]);
      } else if (child != kKdNone) {
        kd_fetch(leaves[child & ~kKdLeafBit]);
      }
    }
  };
  out.size = 0;
  if (!cursor.started) {
    cursor.started = true;
    if (view.node_count != 0) enter(0);
  }
  while (cursor.depth >= 0) {
    std::uint32_t& waiting = cursor.waiting[cursor.depth];
    if (waiting == 0) {
      --cursor.depth;
      continue;
    }
    const std::uint32_t child = view.nodes[cursor.node[cursor.depth]].child[kd_lowest(waiting)];
    if ((child & kKdLeafBit) == 0) {
      waiting &= waiting - 1;
      enter(child);
    } else if (child == kKdNone) {
      waiting = 0;
    } else {
      const auto& leaf = leaves[child & ~kKdLeafBit];
      if (out.size + kSlots > kKdBlock) return;
      waiting &= waiting - 1;
      cursor.slots += kSlots;
      kd_append<kSlots>(leaf.index, kd_hits<T, kSlots>(leaf, test), out);
    }
  }
}

template <int D, class T>
void kd_overlapping(const KdView<D, T>& view, const Aabb<D, T>& box, KdCursor& cursor,
                    KdBlock& out) {
  if (view.points != nullptr) return kd_fill<1>(view, KdOverlaps<D, T>{box}, cursor, out);
  kd_fill<2>(view, KdOverlaps<D, T>{box}, cursor, out);
}
template <int D, class T>
void kd_within(const KdView<D, T>& view, const Aabb<D, T>& box, T most, KdCursor& cursor,
               KdBlock& out) {
  if (view.points != nullptr) return kd_fill<1>(view, KdWithin<D, T>{box, most}, cursor, out);
  kd_fill<2>(view, KdWithin<D, T>{box, most}, cursor, out);
}

// The smallest of some values, and the lanes with it as bits. No value is NaN.
template <std::uint32_t kCount, class T>
HWY_INLINE T kd_least(const T* HWY_RESTRICT values) {
  const KdTag<T> d;
  auto least = hn::Load(d, values);
  for (std::uint32_t i = static_cast<std::uint32_t>(hn::Lanes(d)); i < kCount;
       i += static_cast<std::uint32_t>(hn::Lanes(d))) {
    least = hn::Min(least, hn::Load(d, values + i));
  }
  return hn::GetLane(hn::MinOfLanes(d, least));
}
template <std::uint32_t kCount, class T>
HWY_INLINE std::uint32_t kd_equal(const T* HWY_RESTRICT values, T value) {
  const KdTag<T> d;
  std::uint32_t bits = 0;
  for (std::uint32_t i = 0; i < kCount; i += static_cast<std::uint32_t>(hn::Lanes(d))) {
    bits |= kd_mask_bits(d, hn::Eq(hn::Load(d, values + i), hn::Set(d, value))) << i;
  }
  return bits;
}

// Lists of the nearest objects: the distance of the last one, and what a leaf adds.

// One object.
template <class T>
class KdOne {
 public:
  explicit KdOne(std::size_t) {}
  T worst() const { return distance_; }
  std::uint32_t worst_id() const { return index_; }
  template <std::uint32_t kCount>
  HWY_INLINE void take(const T* distances, const std::uint32_t* indices) {
    const T least = kd_least<kCount>(distances);
    if (least > distance_) return;
    for (std::uint32_t lanes = kd_equal<kCount>(distances, least); lanes != 0; lanes &= lanes - 1) {
      const std::uint32_t index = indices[kd_lowest(lanes)];
      if (!(least < distance_) && index >= index_) continue;
      distance_ = least;
      index_ = index;
    }
  }
  void finish(NearestList<T>& list) const {
    if (index_ != kKdNone) list.insert(index_, distance_);
  }

 private:
  T distance_ = std::numeric_limits<T>::infinity();
  std::uint32_t index_ = kKdNone;
};

template <std::uint32_t kCount, class T>
HWY_INLINE std::uint32_t kd_below(const T* distances, T most) {
  const KdTag<T> d;
  std::uint32_t bits = 0;
  for (std::uint32_t i = 0; i < kCount; i += static_cast<std::uint32_t>(hn::Lanes(d))) {
    bits |= kd_mask_bits(d, hn::Le(hn::Load(d, distances + i), hn::Set(d, most))) << i;
  }
  return bits;
}

// Up to eight, sorted. Distance and id are one number: the bits of non-negative floats have the
// order of the floats. An object that is farther than all of them changes nothing, so no branch is
// needed.
class KdFew {
 public:
  static constexpr std::size_t kMost = 8;

  explicit KdFew(std::size_t size) : last_(size - 1) {
    for (std::uint64_t& key : keys_) key = kNoKey;
  }
  float worst() const { return distance(keys_[last_]); }
  std::uint32_t worst_id() const { return static_cast<std::uint32_t>(keys_[last_]); }
  template <std::uint32_t kCount>
  HWY_INLINE void take(const float* distances, const std::uint32_t* indices) {
    // The first leaf would insert all of its objects, and most would be removed again.
    const float most = worst() < kFar ? worst() : eight_within<kCount>(distances);
    for (std::uint32_t bits = kd_below<kCount>(distances, most); bits != 0; bits &= bits - 1) {
      const std::uint32_t i = kd_lowest(bits);
      insert(std::uint64_t(std::bit_cast<std::uint32_t>(distances[i])) << 32 | indices[i]);
    }
  }
  void finish(NearestList<float>& list) const {
    for (std::size_t i = 0; i <= last_ && keys_[i] != kNoKey; ++i) {
      list.insert(static_cast<std::uint32_t>(keys_[i]), distance(keys_[i]));
    }
  }

 private:
  static constexpr float kFar = std::numeric_limits<float>::infinity();
  static constexpr std::uint64_t kNoKey = 0x7f80'0000'ffff'ffffu;  // infinitely far, kKdNone

  // A distance within which at least eight objects lie: the largest of the minima of eight groups.
  template <std::uint32_t kCount>
  static HWY_INLINE float eight_within(const float* distances) {
    const KdTag<float> d;
    auto most = hn::Zero(d);
    for (std::uint32_t group = 0; group < kMost;
         group += static_cast<std::uint32_t>(hn::Lanes(d))) {
      auto least = hn::Load(d, distances + group);
      for (std::uint32_t i = group + kMost; i < kCount; i += kMost) {
        least = hn::Min(least, hn::Load(d, distances + i));
      }
      most = hn::Max(most, least);
    }
    return hn::GetLane(hn::MaxOfLanes(d, most));
  }

  static float distance(std::uint64_t key) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(key >> 32));
  }
  HWY_INLINE void insert(std::uint64_t key) {
    for (std::size_t i = kMost; --i != 0;) {
      const std::uint64_t mine = key < keys_[i] ? key : keys_[i];
      keys_[i] = mine < keys_[i - 1] ? keys_[i - 1] : mine;
    }
    keys_[0] = key < keys_[0] ? key : keys_[0];
  }

  std::uint64_t keys_[kMost];
  std::size_t last_;
};

// A list of any length.
template <class T>
class KdMany {
 public:
  explicit KdMany(NearestList<T>& list) : list_(list) {}
  T worst() const { return list_.worst(); }
  std::uint32_t worst_id() const { return list_.worst_id(); }
  template <std::uint32_t kCount>
  HWY_INLINE void take(const T* distances, const std::uint32_t* indices) {
    for (std::uint32_t bits = kd_below<kCount>(distances, worst()); bits != 0; bits &= bits - 1) {
      const std::uint32_t i = kd_lowest(bits);
      if (list_.improves(distances[i], indices[i])) list_.insert(indices[i], distances[i]);
    }
  }
  void finish(NearestList<T>&) const {}

 private:
  NearestList<T>& list_;
};

template <int Corners, int D, class T, class List>
class KdNearest {
 public:
  KdNearest(const KdView<D, T>& view, const Aabb<D, T>& box, const List& list, KdCursor& cursor)
      : view_(view), box_(box), list_(list), cursor_(cursor) {}

  // Descends to the nearest child at once; the other children of a node are compared on the way
  // back, when the limit is smaller.
  HWY_INLINE const List& run() {
    if (view_.node_count != 0) descend(0);
    while (cursor_.depth >= 0) {
      const auto depth = static_cast<std::size_t>(cursor_.depth);
      const T* const values = value_[depth];
      const std::uint32_t lanes = kd_below<kKdFan>(values, list_.worst()) & cursor_.waiting[depth];
      if (lanes == 0) {
        --cursor_.depth;
        continue;
      }
      std::uint32_t lane = kd_lowest(lanes);
      for (std::uint32_t l = lanes & (lanes - 1); l != 0; l &= l - 1) {
        lane = values[kd_lowest(l)] < values[lane] ? kd_lowest(l) : lane;
      }
      descend(choose(depth, lane));
    }
    return list_;
  }

 private:
  // Removes and returns the child in a lane; kKdNone: nothing in it counts, or there is none.
  HWY_INLINE std::uint32_t choose(std::size_t depth, std::uint32_t lane) {
    const KdNode<D, T>& node = view_.nodes[cursor_.node[depth]];
    cursor_.waiting[depth] &= ~(1u << lane);
    const T value = value_[depth][lane];
    const bool may_improve =
        value < list_.worst() || (value == list_.worst() && node.least[lane] < list_.worst_id());
    return may_improve ? node.child[lane] : kKdNone;
  }
  HWY_INLINE void descend(std::uint32_t child) {
    while ((child & kKdLeafBit) == 0) {
      const auto depth = static_cast<std::size_t>(++cursor_.depth);
      ++cursor_.nodes;
      cursor_.node[depth] = child;
      cursor_.waiting[depth] = (1u << kKdFan) - 1;
      measure<kKdFan>(view_.nodes[child], value_[depth]);
      child = choose(depth, nearest_lane(value_[depth]));
    }
    if (child != kKdNone) visit_leaf(view_.template leaves<Corners>()[child & ~kKdLeafBit]);
  }
  HWY_INLINE void visit_leaf(const KdLeaf<D, T, Corners>& leaf) {
    constexpr std::uint32_t kSlots = KdLeaf<D, T, Corners>::kSlots;
    HWY_ALIGN T distances[kSlots];
    cursor_.slots += kSlots;
    measure<kSlots>(leaf, distances);
    list_.template take<kSlots>(distances, leaf.index);
  }
  template <std::uint32_t kCount, class Boxes>
  HWY_INLINE void measure(const Boxes& boxes, T* HWY_RESTRICT out) const {
    const KdTag<T> d;
    for (std::uint32_t i = 0; i < kCount; i += static_cast<std::uint32_t>(hn::Lanes(d))) {
      hn::Store(kd_distance(d, boxes, i, box_), d, out + i);
    }
  }

  const KdView<D, T>& view_;
  const Aabb<D, T> box_;
  List list_;
  KdCursor& cursor_;
  HWY_ALIGN T value_[kKdLevels][kKdFan];
};

template <int Corners, class List, int D, class T>
HWY_INLINE void kd_search(const KdView<D, T>& view, const Aabb<D, T>& box, const List& start,
                          NearestList<T>& list, KdCursor& cursor) {
  KdNearest<Corners, D, T, List>(view, box, start, cursor).run().finish(list);
}

template <int Corners, int D, class T>
HWY_INLINE void kd_nearest_of(const KdView<D, T>& view, const Aabb<D, T>& box, NearestList<T>& list,
                              KdCursor& cursor) {
  const std::size_t size = list.capacity();
  if (size == 1) return kd_search<Corners>(view, box, KdOne<T>(size), list, cursor);
  if constexpr (sizeof(T) == 4) {
    if (size <= KdFew::kMost) return kd_search<Corners>(view, box, KdFew(size), list, cursor);
  }
  kd_search<Corners>(view, box, KdMany<T>(list), list, cursor);
}

template <int D, class T>
void kd_nearest(const KdView<D, T>& view, const Aabb<D, T>& box, NearestList<T>& list,
                KdCursor& cursor) {
  if (view.points != nullptr) return kd_nearest_of<1>(view, box, list, cursor);
  kd_nearest_of<2>(view, box, list, cursor);
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
