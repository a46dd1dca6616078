// SPDX-License-Identifier: MIT
// SceneSample: a sample of the boxes of a frame, and what it shows about all.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <masu/broad_phase/scene_description.hpp>
#include <masu/core/box_span.hpp>
#include <masu/core/buffer.hpp>

#include "broad_phase/sampled_pairs.hpp"

namespace masu::detail {

template <int D, class T>
class SceneSample {
 public:
  static constexpr std::size_t kMost = 1000;

  explicit SceneSample(BoxSpan<D, T> boxes) : boxes_(boxes) {}

  // Measures the median and spread of the longest edges; empty or infinite boxes do not count.
  void measure_extents(SceneDescription& d) const {
    double extents[kMost];
    std::size_t count = 0;
    const std::size_t size = share_of(8, 16, kMost);
    for (std::size_t k = 0; k < size; ++k) {
      const Aabb<D, T> box = boxes_[index(k, size)];
      if (box.empty() || !box.finite()) continue;
      extents[count] = extent(box);
      count += is_finite(extents[count]) ? 1 : 0;
    }
    if (count == 0) {
      d.extent = 0;
      return;
    }
    d.extent = quantile(extents, count, count / 2);
    const double long_ones = quantile(extents, count, count * 19 / 20);
    d.extent_spread = d.extent > 0 ? long_ones / d.extent : 1;
  }

  // Compares the bounds of all boxes, since a sample would miss the far ones, with the sample's
  // quantiles, whose side it returns.
  double measure_stray(SceneDescription& d) const {
    double domain[D];
    double bulk[D];
    const std::size_t size = share_of(8, 16, kMost);
    for (int a = 0; a < D; ++a) {
      double low = std::numeric_limits<double>::infinity();
      double high = -low;
      for (std::size_t i = 0; i < boxes_.size(); ++i) {
        const double at = static_cast<double>(boxes_.min(i)[a]);
        low = is_finite(at) && at < low ? at : low;
        high = is_finite(at) && at > high ? at : high;
      }
      double positions[kMost];
      std::size_t count = 0;
      for (std::size_t k = 0; k < size; ++k) {
        const double at = static_cast<double>(boxes_.min(index(k, size))[a]);
        if (is_finite(at)) positions[count++] = at;
      }
      domain[a] = count == 0 ? 0 : high - low;
      if (count == 0) {
        bulk[a] = 0;
        continue;
      }
      const double from = quantile(positions, count, count / 20);
      bulk[a] = (quantile(positions, count, count - 1 - count / 20) - from) / 0.9;
    }
    const double side = *std::max_element(bulk, bulk + D) + d.extent;
    const double whole = *std::max_element(domain, domain + D) + d.extent;
    d.stray = side > 0 && whole > side ? whole / side : 1;
    return side;
  }

  // Measures pairs in a sample of boxes.
  void measure_pairs(SceneDescription& d) const {
    SampledPairs<D> sample(boxes_.size());
    const std::size_t size = share_of(16, 8, SampledPairs<D>::kMost);
    for (std::size_t k = 0; k < size; ++k) {
      const Aabb<D, T> box = boxes_[index(k, size)];
      if (!box.empty() && box.finite() && is_finite(extent(box))) sample.add(box);
    }
    sample.measure(d);
  }

  // Estimates the pairs of a few objects from sixteen of them at their own size.
  double few_pairs_per_object() const {
    const std::size_t size = std::min<std::size_t>(boxes_.size(), 16);
    std::size_t pairs = 0;
    for (std::size_t i = 1; i < size; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        pairs += overlaps(boxes_[index(i, size)], boxes_[index(j, size)]) ? 1 : 0;
      }
    }
    const double m = static_cast<double>(size);
    return size < 2 ? 0
                    : static_cast<double>(pairs) / (m * (m - 1)) *
                          static_cast<double>(boxes_.size() - 1);
  }

  // Copies the boxes by which measure_motion() detects movers: all of a small scene. Returns false
  // if out of memory.
  [[nodiscard]] bool copy_movers(Buffer<Aabb<D, T>>& to) const {
    const std::size_t size = movers();
    if (!to.resize(size)) return false;
    for (std::size_t k = 0; k < size; ++k) to[k] = boxes_[index(k, size)];
    return true;
  }
  // `before`: all boxes, or if `sampled` the copy by copy_movers().
  void measure_motion(BoxSpan<D, T> before, bool sampled, SceneDescription& d) const {
    double steps[kMost];
    std::size_t moved = 0;
    std::size_t measured = 0;
    std::size_t bent = 0;
    const std::size_t size = movers();
    for (std::size_t k = 0; k < size; ++k) {
      const std::size_t i = index(k, size);
      const Aabb<D, T> old = before[sampled ? k : i];
      const Aabb<D, T> box = boxes_[i];
      if (old == box || (old.empty() && box.empty())) continue;
      ++moved;
      if (old.empty() || box.empty() || !old.finite() || !box.finite()) continue;
      bent += bends(old, box) ? 1 : 0;
      steps[measured++] = step(old, box);
    }
    d.moving = size == 0 ? 0 : static_cast<double>(moved) / static_cast<double>(size);
    d.step = measured == 0 ? 0 : quantile(steps, measured, measured / 2);
    d.deformable = 2 * bent > moved;
  }

 private:
  // Returns n / part, but not fewer than `least` (or all) nor more than `most`.
  std::size_t share_of(std::size_t part, std::size_t least, std::size_t most) const {
    return std::min({boxes_.size(), std::max(boxes_.size() / part, least), most});
  }

  // All of a small scene: a few movers among a sample of sixteen would be many.
  std::size_t movers() const { return share_of(1, kMost, kMost); }

  // Returns one index from each of `size` equal ranges, at a different offset in each: scenes are
  // often made in rows, of which a regular sample would see one column.
  std::size_t index(std::size_t k, std::size_t size) const {
    const std::uint64_t n = boxes_.size();
    const std::uint64_t from = k * n / size;
    const std::uint64_t length = (k + 1) * n / size - from;
    std::uint64_t mixed = (k + 1) * 0x9e3779b97f4a7c15u;  // the finalizer of MurmurHash3
    mixed = (mixed ^ (mixed >> 33)) * 0xff51afd7ed558ccdu;
    mixed ^= mixed >> 33;
    return static_cast<std::size_t>(from + mixed % length);
  }

  static double extent(const Aabb<D, T>& box) {
    double longest = 0;
    for (int a = 0; a < D; ++a) {
      longest =
          std::max(longest, static_cast<double>(box.max[a]) - static_cast<double>(box.min[a]));
    }
    return longest;
  }

  // Returns how far the center moved on its busiest axis, in extents of the box; a point that moves
  // at all has moved far.
  static double step(const Aabb<D, T>& old, const Aabb<D, T>& box) {
    double moved = 0;
    for (int a = 0; a < D; ++a) {
      const double low = static_cast<double>(box.min[a]) - static_cast<double>(old.min[a]);
      const double high = static_cast<double>(box.max[a]) - static_cast<double>(old.max[a]);
      moved = std::max(moved, std::abs(low + high) / 2);
    }
    const double length = extent(box);
    constexpr double kFar = 1e6;
    return moved < kFar * length ? moved / length : (moved > 0 ? kFar : 0);
  }

  // Returns whether a box deformed by more than the rounding of a translation.
  static bool bends(const Aabb<D, T>& old, const Aabb<D, T>& box) {
    bool differs = false;
    for (int a = 0; a < D; ++a) {
      const double was = static_cast<double>(old.max[a]) - static_cast<double>(old.min[a]);
      const double is = static_cast<double>(box.max[a]) - static_cast<double>(box.min[a]);
      const double far = std::max(std::abs(static_cast<double>(box.min[a])),
                                  std::abs(static_cast<double>(box.max[a])));
      const double rounding = 4 * static_cast<double>(std::numeric_limits<T>::epsilon()) * far;
      differs |= std::abs(is - was) > 1e-3 * extent(box) + rounding;
    }
    return differs;
  }

  static double quantile(double* values, std::size_t count, std::size_t k) {
    std::nth_element(values, values + k, values + count);
    return values[k];
  }

  BoxSpan<D, T> boxes_;
};

}  // namespace masu::detail
