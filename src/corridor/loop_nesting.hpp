// SPDX-License-Identifier: MIT
// LoopNesting: which loops lie in which.
#pragma once

#include <masu/hull/predicates.hpp>

#include "corridor/slot_tree.hpp"

namespace masu::detail {

// From the least vertex p of a loop (by x, then y) two of its walls go to the right, or up. Take a
// point on the lower one, next to p, and look down from there: the first wall below that is of a
// loop at all is of another loop M. What lies just above that wall is inside M or not, by the
// direction in which M runs, and nothing lies between. So the depth of the loop is that of M, and
// one more if inside. M has a lesser vertex than p, or the same and a lower wall there: in the
// order of these, M comes first. All signs are exact. Loops that cross others or themselves get
// some depth: the one seen from p.
template <class T>
class LoopNesting {
 public:
  using Point = Vec<2, T>;

  explicit LoopNesting(Allocator allocator) : loops_(allocator), clockwise_(allocator) {}

  // Computes kinds and depths of all loops. O(l log n) for l loops where few walls lie above each
  // other.
  bool run(ChainDraft<T>& draft, const SlotTree<T>& tree) {
    loops_.clear();
    if (!clockwise_.resize(draft.chains.size())) return false;
    for (std::uint32_t c = 0; c < draft.chains.size(); ++c) {
      if (draft.chains[c].loop() && !loops_.push_back(loop_of(draft, c))) return false;
    }
    std::sort(loops_.begin(), loops_.end(), lies_left);
    for (const Loop& loop : loops_) {
      WallChain& chain = draft.chains[loop.chain];
      chain.depth = depth_of(draft, tree, loop);
      chain.kind = chain.depth % 2 == 0 ? ChainKind::outline : ChainKind::hole;
    }
    return true;
  }

 private:
  struct Loop {
    std::uint32_t chain;
    Point p;  // its least vertex
    Point q;  // the other end of the lower of the two walls there
  };
  struct Wall {
    std::uint32_t slot;
    Point a;  // the left end
    Point b;
  };

  static bool lies_left(const Loop& x, const Loop& y) {
    if (x.p != y.p) return less_xy(x.p, y.p);
    const int side = orient2d(x.p, x.q, y.q);
    return side != 0 ? side > 0 : x.chain < y.chain;
  }

  Loop loop_of(const ChainDraft<T>& draft, std::uint32_t c) {
    const WallChain& chain = draft.chains[c];
    const Point* p = draft.points.data() + chain.first;
    const std::size_t n = chain.count - 1;
    const std::size_t least = static_cast<std::size_t>(std::min_element(p, p + n, less_xy<T>) - p);
    const Point& next = p[least + 1];
    const Point& last = p[least == 0 ? n - 1 : least - 1];
    // A counterclockwise loop continues along the lower wall.
    clockwise_[c] = orient2d(p[least], next, last) < 0;
    return {c, p[least], clockwise_[c] != 0 ? last : next};
  }

  std::uint32_t depth_of(const ChainDraft<T>& draft, const SlotTree<T>& tree, const Loop& loop) {
    Wall best{};
    bool found = false;
    const auto test = [&](const Aabb<2, T>& box) {
      if (!(box.min[0] <= loop.p[0] && loop.p[0] <= box.max[0] && box.min[1] <= loop.p[1])) {
        return false;
      }
      return !found || box.max[1] >= std::min(best.a[1], best.b[1]);
    };
    tree.template for_each_leaf<true>(test, [&](std::uint32_t leaf) {
      const std::uint32_t begin = leaf * SlotTree<T>::kFan;
      const std::uint32_t end = std::min(begin + SlotTree<T>::kFan, draft.size());
      for (std::uint32_t slot = begin; slot < end; ++slot) {
        if (!draft.has_wall(slot)) continue;
        const Wall wall = wall_at(draft, slot);
        if (!lies_below(wall, loop) || (found && !lies_above(wall, best))) continue;
        const std::uint32_t chain = chain_with(draft.chains, slot);
        if (chain == loop.chain || !draft.chains[chain].loop()) continue;
        best = wall;
        found = true;
      }
    });
    if (!found) return 0;
    const std::uint32_t chain = chain_with(draft.chains, best.slot);
    const bool rightward = draft.points[best.slot] == best.a;
    return draft.chains[chain].depth + (rightward != (clockwise_[chain] != 0));
  }

  static Wall wall_at(const ChainDraft<T>& draft, std::uint32_t slot) {
    const Point& a = draft.points[slot];
    const Point& b = draft.points[slot + 1];
    return less_xy(a, b) ? Wall{slot, a, b} : Wall{slot, b, a};
  }

  // Returns whether, just right of p, it is below the loop's own wall.
  static bool lies_below(const Wall& wall, const Loop& loop) {
    if (!(wall.a[0] <= loop.p[0] && loop.p[0] < wall.b[0])) return false;
    const int side = orient2d(wall.a, wall.b, loop.p);
    return side != 0 ? side > 0 : orient2d(loop.p, loop.q, wall.b) < 0;
  }
  // Compares two walls above one point.
  static bool lies_above(const Wall& wall, const Wall& than) {
    const bool later = than.a[0] <= wall.a[0];
    const Wall& longer = later ? than : wall;
    const Wall& other = later ? wall : than;
    int side = orient2d(longer.a, longer.b, other.a);
    if (side == 0) side = orient2d(longer.a, longer.b, other.b);
    return later ? side > 0 : side < 0;
  }

  Buffer<Loop> loops_;
  Buffer<std::uint8_t> clockwise_;  // by chain
};

}  // namespace masu::detail
