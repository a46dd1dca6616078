// SPDX-License-Identifier: MIT
// BvhTopDown: builds a tree from the root: quicksort of boxes. Each step divides a range in two.
#pragma once

#include "broad_phase/bvh_shape.hpp"

namespace masu::detail {

template <int D, class T>
class BvhTopDown {
 public:
  BvhTopDown(BvhShape<D, T>& shape, const Aabb<D, T>* boxes) : shape_(shape), boxes_(boxes) {}

  // Splits every node at the median of its centers. O(n log n).
  bool build_median(std::size_t size, const BvhTrace& trace) {
    return shape_.start(size) && shape_.find_centers(boxes_, size) &&
           grow(0, [&](std::uint32_t at, int) { return part_at_median(at, trace); });
  }

  // Splits every node where the cost of its children, estimated at the borders of 16 bins per axis,
  // is least. O(n log n) typically. Source: I. Wald, "On fast construction of SAH-based bounding
  // volume hierarchies", 2007. From depth 48 on it splits at medians.
  bool build_sah(std::size_t size, const BvhTrace& trace) {
    return shape_.start(size) && shape_.find_centers(boxes_, size) &&
           grow(0, [&](std::uint32_t at, int depth) {
             const std::uint32_t left = depth < kMaxSahDepth ? part_by_cost(at, trace) : 0;
             return left != 0 ? left : part_at_median(at, trace);
           });
  }

  // As build_median(), below node `at` of an existing tree.
  bool grow_median(std::uint32_t at, const BvhTrace& trace) {
    return grow(at, [&](std::uint32_t node, int) { return part_at_median(node, trace); });
  }

 private:
  static constexpr int kMaxSahDepth = 48;
  static constexpr int kBins = 16;

  struct Task {
    std::uint32_t at;
    int depth;
  };

  // A depth-first traversal stacks one child per level: 48 levels by cost, 32 by halves.
  template <class Part>
  bool grow(std::uint32_t root, Part&& part) {
    Task stack[128];
    int top = 0;
    if (!shape_.branches.empty()) stack[top++] = {root, 0};
    while (top != 0) {
      const Task task = stack[--top];
      const auto node = shape_.branches[task.at];
      if (node.count <= kBvhWidth) {
        std::sort(begin(node), begin(node) + node.count);
        if (!shape_.add_block(task.at)) return false;
        continue;
      }
      if (!shape_.split(task.at, part(task.at, task.depth))) return false;
      const std::uint32_t child = shape_.branches[task.at].child;
      stack[top++] = {child + 1, task.depth + 1};
      stack[top++] = {child, task.depth + 1};
    }
    return true;
  }

  std::uint32_t* begin(const BvhBranch<D, T>& node) { return shape_.order.data() + node.first; }

  Aabb<D, T> center_bounds(const BvhBranch<D, T>& node) {
    Aabb<D, T> bounds = Aabb<D, T>::nothing();
    const std::uint32_t* const indices = begin(node);
    for (std::uint32_t i = 0; i < node.count; ++i) {
      bounds = merge(bounds, Aabb<D, T>::of_point(shape_.centers[indices[i]]));
    }
    return bounds;
  }

  static int widest_axis(const Aabb<D, T>& bounds) {
    int axis = 0;
    for (int a = 1; a < D; ++a) {
      if (bounds.max[a] - bounds.min[a] > bounds.max[axis] - bounds.min[axis]) axis = a;
    }
    return axis;
  }

  // The left half is a whole number of leaves. The key is total (center, then index), so the halves
  // are the same sets with every standard library; leaves are sorted at the end.
  std::uint32_t part_at_median(std::uint32_t at, const BvhTrace& trace) {
    const auto node = shape_.branches[at];
    const int axis = widest_axis(center_bounds(node));
    const std::uint32_t left = (node.count / 2 + kBvhWidth - 1) / kBvhWidth * kBvhWidth;
    const Vec<D, T>* const centers = shape_.centers.data();
    std::nth_element(begin(node), begin(node) + left, begin(node) + node.count,
                     [=](std::uint32_t i, std::uint32_t j) {
                       const T x = centers[i][axis];
                       const T y = centers[j][axis];
                       return x < y || (x == y && i < j);
                     });
    if (trace) trace.on(SplitObjects{node.first, node.count, left, axis});
    return left;
  }

  struct Bins {
    Aabb<D, T> box[kBins];
    std::uint32_t count[kBins] = {};
  };

  // Returns the bin of a center: monotone in the center, for any extent.
  static int bin_of(T center, T low, double scale) {
    const double x = (double(center) - double(low)) * scale;
    return x >= kBins - 1 ? kBins - 1 : (x > 0 ? static_cast<int>(x) : 0);
  }
  static double scale_of(const Aabb<D, T>& bounds, int axis) {
    const double extent = double(bounds.max[axis]) - double(bounds.min[axis]);
    return extent > 0 && extent < 1e300 ? kBins / extent : 0;
  }

  struct Cut {
    double cost = std::numeric_limits<double>::infinity();
    int axis = 0;
    int bin = 0;  // the first bin on the right
  };

  void weigh(const Bins& bins, int axis, Cut& best) const {
    double right[kBins] = {};
    Aabb<D, T> box = Aabb<D, T>::nothing();
    std::uint32_t count = 0;
    for (int b = kBins - 1; b > 0; --b) {
      box = merge(box, bins.box[b]);
      count += bins.count[b];
      right[b] = count == 0 ? 0 : half_surface(box) * count;
    }
    box = Aabb<D, T>::nothing();
    std::uint32_t left = 0;
    for (int b = 1; b < kBins; ++b) {
      box = merge(box, bins.box[b - 1]);
      left += bins.count[b - 1];
      if (left == 0 || right[b] == 0) continue;
      const double cost = half_surface(box) * left + right[b];
      if (cost < best.cost) best = {cost, axis, b};
    }
  }

  // Returns the number of indices on the left; 0: no split divides the centers.
  std::uint32_t part_by_cost(std::uint32_t at, const BvhTrace& trace) {
    const auto node = shape_.branches[at];
    const Aabb<D, T> bounds = center_bounds(node);
    std::uint32_t* const indices = begin(node);
    Cut best;
    for (int axis = 0; axis < D; ++axis) {
      const double scale = scale_of(bounds, axis);
      if (scale == 0) continue;
      Bins bins;
      for (Aabb<D, T>& b : bins.box) b = Aabb<D, T>::nothing();
      for (std::uint32_t i = 0; i < node.count; ++i) {
        const int b = bin_of(shape_.centers[indices[i]][axis], bounds.min[axis], scale);
        bins.box[b] = merge(bins.box[b], boxes_[indices[i]]);
        ++bins.count[b];
      }
      weigh(bins, axis, best);
    }
    if (best.bin == 0) return 0;
    const double scale = scale_of(bounds, best.axis);
    const T low = bounds.min[best.axis];
    const std::uint32_t* const border =
        std::partition(indices, indices + node.count, [&](std::uint32_t i) {
          return bin_of(shape_.centers[i][best.axis], low, scale) < best.bin;
        });
    const std::uint32_t left = static_cast<std::uint32_t>(border - indices);
    if (left == 0 || left == node.count) return 0;
    if (trace) trace.on(SplitObjects{node.first, node.count, left, best.axis});
    return left;
  }

  BvhShape<D, T>& shape_;
  const Aabb<D, T>* boxes_;
};

}  // namespace masu::detail
