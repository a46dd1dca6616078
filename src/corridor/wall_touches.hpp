// SPDX-License-Identifier: MIT
// WallTouches: vertices inside walls, and walls that cross.
#pragma once

#include <masu/hull/predicates.hpp>

#include "corridor/slot_tree.hpp"

namespace masu::detail {

// A vertex that lies inside the wall from `slot`.
template <class T>
struct WallCut {
  std::uint32_t slot;
  Vec<2, T> point;
};

template <class T>
class WallTouches {
 public:
  using Point = Vec<2, T>;
  static constexpr std::size_t kMostCuts = std::size_t(1) << 28;

  WallTouches(const ChainDraft<T>& draft, double weld, Allocator allocator)
      : draft_(draft), weld_(weld), cuts_(allocator), crossing_(allocator) {}

  // Tests each pair of walls whose boxes, grown by the weld, overlap, once.
  Status run(const SlotTree<T>& tree, ChainReport& report) {
    report.crossings = {};
    cuts_.clear();
    if (!crossing_.resize(draft_.chains.size())) return Status::out_of_memory;
    std::fill(crossing_.begin(), crossing_.end(), std::uint8_t(0));
    status_ = Status::ok;
    for (std::uint32_t leaf = 0; leaf < tree.leaf_count() && status_ == Status::ok; ++leaf) {
      const auto& box = tree.leaf_box(leaf);
      tree.for_each_leaf([&](const auto& other) { return near(box, other); },
                         [&](std::uint32_t other) {
                           if (other >= leaf) join(tree, leaf, other, report);
                         });
    }
    return status_;
  }

  // In no order; some may occur twice.
  Buffer<WallCut<T>>& cuts() { return cuts_; }
  bool crosses(std::size_t chain) const { return crossing_[chain] != 0; }

 private:
  struct Wall {
    std::uint32_t slot;
    Point a;
    Point b;
    Aabb<2, T> box;
  };

  bool near(const Aabb<2, T>& a, const Aabb<2, T>& b) const {
    if (weld_ == 0) return overlaps_nonempty(a, b);
    bool in = true;
    for (int k = 0; k < 2; ++k) {
      in &= double(a.min[k]) - weld_ <= double(b.max[k]);
      in &= double(b.min[k]) - weld_ <= double(a.max[k]);
    }
    return in;
  }

  std::uint32_t walls_near(std::uint32_t leaf, const Aabb<2, T>& box, Wall* walls) const {
    std::uint32_t count = 0;
    const std::uint32_t begin = leaf * SlotTree<T>::kFan;
    const std::uint32_t end = std::min(begin + SlotTree<T>::kFan, draft_.size());
    for (std::uint32_t slot = begin; slot < end; ++slot) {
      if (!draft_.has_wall(slot)) continue;
      const Point& a = draft_.points[slot];
      const Point& b = draft_.points[slot + 1];
      const Aabb<2, T> own{min(a, b), max(a, b)};
      if (near(own, box)) walls[count++] = {slot, a, b, own};
    }
    return count;
  }

  void join(const SlotTree<T>& tree, std::uint32_t leaf, std::uint32_t other, ChainReport& report) {
    Wall walls[SlotTree<T>::kFan];
    Wall others[SlotTree<T>::kFan];
    const std::uint32_t count = walls_near(leaf, tree.leaf_box(other), walls);
    const std::uint32_t other_count = walls_near(other, tree.leaf_box(leaf), others);
    for (std::uint32_t i = 0; i < count; ++i) {
      for (std::uint32_t j = leaf == other ? i + 1 : 0; j < other_count; ++j) {
        if (near(walls[i].box, others[j].box)) test_pair(walls[i], others[j], report);
      }
    }
  }

  void test_pair(const Wall& v, const Wall& w, ChainReport& report) {
    const bool joined = v.a == w.a || v.a == w.b || v.b == w.a || v.b == w.b;
    for (const Point& p : {w.a, w.b}) cut_at(v, p);
    for (const Point& p : {v.a, v.b}) cut_at(w, p);
    // Walls to be cut may cross as well, and remain so where no round is left.
    if (joined || !cross(v, w)) return;
    ++report.crossings.count;
    for (const Wall& wall : {v, w}) {
      report.crossings.name(draft_.source(wall.slot));
      crossing_[chain_with(draft_.chains, wall.slot)] = 1;
    }
  }

  void cut_at(const Wall& wall, const Point& p) {
    if (p == wall.a || p == wall.b || !near(wall.box, Aabb<2, T>::of_point(p))) return;
    if (weld_ == 0 ? orient2d(wall.a, wall.b, p) != 0 : !within_weld(wall, p)) return;
    if (cuts_.size() == kMostCuts) status_ = Status::too_many_objects;
    if (status_ == Status::ok && !cuts_.push_back({wall.slot, p})) status_ = Status::out_of_memory;
  }

  // From the lesser end, so that the direction of the wall does not matter.
  bool within_weld(const Wall& wall, const Point& p) const {
    const bool forward = less_xy(wall.a, wall.b);
    const auto a = widen(forward ? wall.a : wall.b);
    const auto d = widen(forward ? wall.b : wall.a) - a;
    const auto to = widen(p) - a;
    const double length = dot(d, d);
    const double along = dot(to, d);
    const double across = masu::cross(d, to);
    return along > 0 && along < length && across * across <= weld_ * weld_ * length;
  }

  static bool cross(const Wall& v, const Wall& w) {
    return orient2d(v.a, v.b, w.a) * orient2d(v.a, v.b, w.b) < 0 &&
           orient2d(w.a, w.b, v.a) * orient2d(w.a, w.b, v.b) < 0;
  }

  const ChainDraft<T>& draft_;
  double weld_;
  Buffer<WallCut<T>> cuts_;
  Buffer<std::uint8_t> crossing_;
  Status status_ = Status::ok;
};

}  // namespace masu::detail
