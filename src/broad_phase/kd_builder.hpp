// SPDX-License-Identifier: MIT
// Builds a kd-tree top-down: each node partitions its range of objects by their centers until it
// has eight children.
#pragma once

#include <masu/broad_phase/kd_tree.hpp>
#include <masu/core/box_surface.hpp>
#include "broad_phase/box_set.hpp"

#include "broad_phase/kd_nodes.hpp"
#include "broad_phase/partition.hpp"

namespace masu::detail {

template <int D, class T>
class KdBuilder {
 public:
  using Item = KdItem<D, T>;

  explicit KdBuilder(Allocator allocator) : allocator_(allocator) {}

  // Holds nothing if it fails. out_of_range: the leaf size.
  template <class Trace>
  Status build(const BoxSet<D, T>& set, const KdTreeOptions& options, const Trace& trace) {
    clear();
    if (options.leaf_size == 0 || options.leaf_size > kKdMostSlots) return Status::out_of_range;
    if (set.empty()) return Status::ok;
    set_ = &set;
    split_ = options.split;
    if (!take_items()) {
      clear();
      return Status::out_of_memory;
    }
    leaf_size_ = std::min(options.leaf_size, only_points_ ? kKdSlots<T, 1> : kKdSlots<T, 2>);
    if (!divide_all(trace)) {
      clear();
      return Status::out_of_memory;
    }
    if (bounds_.size() >= kKdLeafBit) {
      clear();
      return Status::too_many_objects;
    }
    close_nodes();
    return Status::ok;
  }

  void clear() {
    nodes_.clear();
    points_.clear();
    boxes_.clear();
    bounds_.clear();
    stats_ = {};
    only_points_ = true;
  }

  KdView<D, T> view() const {
    return {nodes_.data(),
            only_points_ ? points_.data() : nullptr,
            only_points_ ? nullptr : boxes_.data(),
            bounds_.data(),
            static_cast<std::uint32_t>(nodes_.size()),
            static_cast<std::uint32_t>(bounds_.size())};
  }
  // Comparisons of the build.
  const QueryStats& stats() const { return stats_; }

  // Checks that every index of `set` is in one leaf, bounds are tight, and children have higher
  // numbers than their parents.
  bool validate(const BoxSet<D, T>& set) const {
    if (nodes_.empty()) return set.empty() && bounds_.empty();
    std::size_t objects = 0;
    std::size_t children = 1;
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      for (std::uint32_t lane = 0; lane < kKdFan; ++lane) {
        const std::uint32_t child = nodes_[k].child[lane];
        if (child == kKdNone) continue;
        if (lane != 0 && nodes_[k].child[lane - 1] == kKdNone) return false;
        const bool leaf = (child & kKdLeafBit) != 0;
        if (!leaf && (child <= k || child >= nodes_.size())) return false;
        const std::size_t here = leaf ? leaf_objects(child & ~kKdLeafBit, set) : 0;
        if (leaf && here == 0) return false;
        objects += here;
        ++children;
        const auto [box, least] = summary(child);
        if (box != nodes_[k].box(lane) || least != nodes_[k].least[lane]) return false;
      }
    }
    return objects == set.size() && children == nodes_.size() + bounds_.size();
  }

 private:
  struct Range {
    std::size_t begin;
    std::size_t end;
    int axis;   // the axis of the next split
    int least;  // on this axis the first item is the smallest of the range; -1: unknown
    std::size_t size() const { return end - begin; }
  };
  struct Waiting {
    Range range;
    std::uint32_t parent;
    std::uint32_t lane;
    int level;
  };

  // Halves first, since the sum may overflow. The center of an unbounded box is 0.
  static T center_of(T lo, T hi) {
    if (lo == hi) return lo;
    const T c = lo * T(0.5) + hi * T(0.5);
    return c == c ? c : T(0);
  }

  bool take_items() {
    const std::size_t n = set_->size();
    if (!items_.resize(n) || !scratch_.resize(n)) return false;
    for (std::size_t i = 0; i < n; ++i) {
      const Aabb<D, T>& box = (*set_)[i];
      for (int a = 0; a < D; ++a) items_[i].center[a] = center_of(box.min[a], box.max[a]);
      items_[i].index = static_cast<std::uint32_t>(i);
      only_points_ = only_points_ && box.min == box.max;
    }
    return true;
  }

  template <class Trace>
  bool divide_all(Trace& trace) {
    waiting_.clear();
    if (!waiting_.push_back({{0, items_.size(), 0, -1}, kKdNone, 0, 0})) return false;
    while (!waiting_.empty()) {
      const Waiting next = waiting_.back();
      waiting_.pop_back();
      const auto number = static_cast<std::uint32_t>(nodes_.size());
      if (number >= kKdLeafBit || !nodes_.push_back(empty_node())) return false;
      if (next.parent != kKdNone) nodes_[next.parent].child[next.lane] = number;
      Range parts[kKdFan];
      const std::uint32_t count = divide(next.range, next.level, parts, trace);
      for (std::uint32_t lane = count; lane-- != 0;) {
        const bool leaf = parts[lane].size() <= leaf_size_;
        if (!leaf && !waiting_.push_back({parts[lane], number, lane, next.level + 1})) return false;
      }
      for (std::uint32_t lane = 0; lane < count; ++lane) {
        if (parts[lane].size() > leaf_size_) continue;
        nodes_[number].child[lane] = kKdLeafBit | static_cast<std::uint32_t>(bounds_.size());
        if (!add_leaf(parts[lane])) return false;
      }
    }
    return true;
  }

  static KdNode<D, T> empty_node() {
    KdNode<D, T> node;
    for (int a = 0; a < D; ++a) {
      for (std::uint32_t i = 0; i < kKdFan; ++i) {
        node.lo[a][i] = node.hi[a][i] = std::numeric_limits<T>::infinity();
      }
    }
    for (std::uint32_t i = 0; i < kKdFan; ++i) node.child[i] = node.least[i] = kKdNone;
    return node;
  }

  // Divides the largest part until there are eight. Halves are rounded so that all subtrees except
  // the last are full; other rules, which may degenerate, halve from a certain level on.
  template <class Trace>
  std::uint32_t divide(const Range& whole, int level, Range (&parts)[kKdFan], Trace& trace) {
    const bool halves = split_ == KdSplit::median_widest || split_ == KdSplit::median_in_turn ||
                        level >= kKdFreeLevels;
    std::size_t unit = leaf_size_;
    while (halves && unit * kKdFan < whole.size()) unit *= kKdFan;
    parts[0] = whole;
    std::uint32_t count = 1;
    while (count < kKdFan) {
      std::uint32_t most = 0;
      for (std::uint32_t i = 1; i < count; ++i) {
        if (parts[i].size() > parts[most].size()) most = i;
      }
      if (parts[most].size() <= unit) break;
      for (std::uint32_t i = count; i > most + 1; --i) parts[i] = parts[i - 1];
      divide_range(parts[most], parts[most + 1], halves ? unit : 0, trace);
      ++count;
    }
    return count;
  }

  // Splits `left` in two. unit: granularity of halving; 0: the rule's own split.
  template <class Trace>
  void divide_range(Range& left, Range& right, std::size_t unit, Trace& trace) {
    int axis = left.axis;
    std::size_t at = 0;
    right = left;
    left.axis = right.axis = (axis + 1) % D;
    if (unit == 0 && split_ == KdSplit::first) {
      at = split_first(right, axis, trace);
      right.least = axis;  // the pivot is its first item
      if (left.least != axis) left.least = -1;
    } else {
      if (split_ != KdSplit::median_in_turn && split_ != KdSplit::first) axis = widest(right);
      if (unit == 0) at = split_by_area(right, axis, trace);
      if (at == 0) at = halve(right, axis, unit == 0 ? leaf_size_ : unit, trace);
      left.least = right.least = -1;
    }
    left.end = right.begin = left.begin + at;
  }

  static auto before_on(int axis) {
    return [axis](const Item& a, const Item& b) {
      return a.center[axis] < b.center[axis] ||
             (a.center[axis] == b.center[axis] && a.index < b.index);
    };
  }

  template <class Trace>
  std::size_t halve(const Range& range, int axis, std::size_t unit, Trace& trace) {
    const std::size_t units = (range.size() + unit - 1) / unit;
    const std::size_t at = (units + 1) / 2 * unit;
    divide_at_rank(
        items_.data() + range.begin, range.size(), at, scratch_.data(), axis,
        [axis](const Item& item) { return item.center[axis]; }, stats_, trace);
    return at;
  }

  // An item known to be the smallest is no pivot: nothing would come before it.
  template <class Trace>
  std::size_t split_first(const Range& range, int axis, Trace& trace) {
    Item* const items = items_.data() + range.begin;
    if (range.least != axis) {
      const std::size_t at = partition_first(items, range.size(), scratch_.data(), axis,
                                             before_on(axis), stats_, trace);
      if (at != 0) return at;
    }
    return 1 + partition_first(items + 1, range.size() - 1, scratch_.data(), axis, before_on(axis),
                               stats_, trace);
  }

  int widest(const Range& range) const {
    Aabb<D, T> bounds = Aabb<D, T>::nothing();
    Aabb<D, T> others = bounds;  // two in turn: a minimum waits for the one before it
    std::size_t i = range.begin;
    for (; i + 1 < range.end; i += 2) {
      bounds = merge(bounds, Aabb<D, T>::of_point(items_[i].center));
      others = merge(others, Aabb<D, T>::of_point(items_[i + 1].center));
    }
    if (i < range.end) bounds = merge(bounds, Aabb<D, T>::of_point(items_[i].center));
    bounds = merge(bounds, others);
    int best = 0;
    for (int a = 1; a < D; ++a) {
      if (bounds.max[a] - bounds.min[a] > bounds.max[best] - bounds.min[best]) best = a;
    }
    return best;
  }

  // Returns 0 if no position is better than another.
  template <class Trace>
  std::size_t split_by_area(const Range& range, int axis, Trace& trace) {
    constexpr std::uint32_t kBins = 16;
    T lo = std::numeric_limits<T>::infinity();
    T hi = -lo;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      lo = std::min(lo, items_[i].center[axis]);
      hi = std::max(hi, items_[i].center[axis]);
    }
    const T scale = T(kBins) / (hi - lo);
    if (!(hi > lo) || !is_finite(hi - lo) || !is_finite(scale)) return 0;
    const auto bin = [&](const Item& item) {
      const auto b = static_cast<std::uint32_t>((item.center[axis] - lo) * scale);
      return b < kBins ? b : kBins - 1;
    };
    Aabb<D, T> bounds[kBins];
    std::size_t counts[kBins] = {};
    for (Aabb<D, T>& b : bounds) b = Aabb<D, T>::nothing();
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const std::uint32_t b = bin(items_[i]);
      bounds[b] = merge(bounds[b], (*set_)[items_[i].index]);
      ++counts[b];
    }
    double cost_right[kBins];
    Aabb<D, T> box = Aabb<D, T>::nothing();
    std::size_t number = 0;
    for (std::uint32_t b = kBins; --b != 0;) {
      box = merge(box, bounds[b]);
      number += counts[b];
      cost_right[b] = number == 0 ? 0 : half_surface(box) * static_cast<double>(number);
    }
    box = Aabb<D, T>::nothing();
    number = 0;
    double best = std::numeric_limits<double>::infinity();
    std::uint32_t border = 0;
    for (std::uint32_t b = 1; b < kBins; ++b) {
      box = merge(box, bounds[b - 1]);
      number += counts[b - 1];
      const double cost = half_surface(box) * static_cast<double>(number) + cost_right[b];
      if (number != 0 && number != range.size() && cost < best) best = cost, border = b;
    }
    if (border == 0) return 0;
    Item* const items = items_.data() + range.begin;
    const std::size_t at = split_stably(items, 0, range.size(), scratch_.data(),
                                        [&](const Item& item) { return bin(item) < border; });
    stats_.comparisons += range.size();
    trace.on(PartitionStep<Item>{axis, nullptr, {items, at}, {items + at, range.size() - at}});
    return at;
  }

  bool add_leaf(const Range& range) {
    return only_points_ ? add_leaf(range, points_) : add_leaf(range, boxes_);
  }

  template <int Corners>
  bool add_leaf(const Range& range, Buffer<KdLeaf<D, T, Corners>>& leaves) {
    if (!leaves.resize(leaves.size() + 1)) return false;
    KdLeaf<D, T, Corners>& leaf = leaves.back();
    Aabb<D, T> bounds = Aabb<D, T>::nothing();
    for (std::uint32_t i = 0; i < leaf.kSlots; ++i) {
      const bool used = i < range.size();
      leaf.index[i] = used ? items_[range.begin + i].index : kKdNone;
      Aabb<D, T> box = Aabb<D, T>::of_point(Vec<D, T>::all(std::numeric_limits<T>::infinity()));
      if (used)
        box = Corners == 1 ? Aabb<D, T>::of_point(items_[range.begin + i].center)
                           : (*set_)[leaf.index[i]];
      for (int a = 0; a < D; ++a) {
        leaf.corner[a][i] = box.min[a];
        leaf.corner[(Corners - 1) * D + a][i] = box.max[a];
      }
      if (used) bounds = merge(bounds, box);
    }
    return bounds_.push_back(bounds);
  }

  // Computes bounds from the leaves up: children have higher numbers than their parents.
  void close_nodes() {
    for (std::size_t k = nodes_.size(); k-- != 0;) {
      KdNode<D, T>& node = nodes_[k];
      for (std::uint32_t lane = 0; lane < kKdFan && node.child[lane] != kKdNone; ++lane) {
        const auto [box, least] = summary(node.child[lane]);
        for (int a = 0; a < D; ++a) node.lo[a][lane] = box.min[a], node.hi[a][lane] = box.max[a];
        node.least[lane] = least;
      }
    }
  }
  struct Summary {
    Aabb<D, T> box;
    std::uint32_t least;
  };
  // Bounds of the boxes below a child.
  Summary summary(std::uint32_t child) const {
    if ((child & kKdLeafBit) != 0) {
      const auto indices = indices_of(child & ~kKdLeafBit);
      return {bounds_[child & ~kKdLeafBit], *std::min_element(indices.begin(), indices.end())};
    }
    Summary sum{Aabb<D, T>::nothing(), kKdNone};
    const KdNode<D, T>& node = nodes_[child];
    for (std::uint32_t i = 0; i < kKdFan && node.child[i] != kKdNone; ++i) {
      sum = {merge(sum.box, node.box(i)), std::min(sum.least, node.least[i])};
    }
    return sum;
  }
  std::span<const std::uint32_t> indices_of(std::uint32_t leaf) const {
    if (only_points_) return points_[leaf].index;
    return boxes_[leaf].index;
  }
  // Returns 0 if the leaf is invalid.
  std::size_t leaf_objects(std::uint32_t leaf, const BoxSet<D, T>& set) const {
    const auto indices = indices_of(leaf);
    std::size_t size = 0;
    Aabb<D, T> bounds = Aabb<D, T>::nothing();
    for (std::uint32_t i = 0; i < indices.size(); ++i) {
      if (indices[i] == kKdNone) continue;
      const Aabb<D, T> box = only_points_ ? points_[leaf].box(i) : boxes_[leaf].box(i);
      if (size++ != i || indices[i] >= set.size() || box != set[indices[i]]) return 0;
      bounds = merge(bounds, box);
    }
    return size <= leaf_size_ && bounds == bounds_[leaf] ? size : 0;
  }

  Allocator allocator_;  // of all below
  Buffer<KdNode<D, T>> nodes_{allocator_};
  Buffer<KdLeaf<D, T, 1>> points_{allocator_};
  Buffer<KdLeaf<D, T, 2>> boxes_{allocator_};
  Buffer<Aabb<D, T>> bounds_{allocator_};  // by leaf
  Buffer<Item> items_{allocator_};
  Buffer<Item> scratch_{allocator_};
  Buffer<Waiting> waiting_{allocator_};
  const BoxSet<D, T>* set_ = nullptr;
  QueryStats stats_;
  KdSplit split_ = KdSplit::median_widest;
  std::uint32_t leaf_size_ = kKdMostSlots;
  bool only_points_ = true;
};

}  // namespace masu::detail
