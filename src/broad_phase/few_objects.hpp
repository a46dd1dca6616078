// SPDX-License-Identifier: MIT
// describe_few(): describes a scene of a few dozen objects in less time than a frame of it takes.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include <masu/broad_phase/choose.hpp>
#include <masu/core/box_span.hpp>

#include "broad_phase/choice_costs.hpp"
#include "broad_phase/scene_sample.hpp"

namespace masu::detail {

// The share of boxes that differ from one frame to the next, the oldest first, over all steps.
template <int D, class T>
double share_moved(std::span<const BoxSpan<D, T>> frames) {
  std::size_t moved = 0;
  std::size_t seen = 0;
  for (std::size_t f = 1; f < frames.size(); ++f) {
    const std::size_t n = frames[f].size();
    const bool all_new = frames[f - 1].size() != n;
    seen += n;
    for (std::size_t i = 0; i < n; ++i) {
      const Aabb<D, T> old = frames[f - 1][i];
      const Aabb<D, T> box = frames[f][i];
      moved += all_new || !(old == box || (old.empty() && box.empty())) ? 1 : 0;
    }
  }
  return seen == 0 ? 1 : static_cast<double>(moved) / static_cast<double>(seen);
}

// The side of the domain over that of its middle nine tenths, on one axis; 1 if a first test shows
// that most do not lie in a small part of it: their mean distance from the mean position is a
// quarter of the domain if they are spread evenly, and about 1/n if one is far from the others.
template <int D, class T>
double few_stray(BoxSpan<D, T> boxes, int axis) {
  constexpr double kFarApart = 0.11;
  double positions[kFewToTest];
  std::size_t count = 0;
  double sum = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const double at = static_cast<double>(boxes.min(i)[axis]);
    if (!is_finite(at)) continue;
    positions[count++] = at;
    sum += at / static_cast<double>(kFewToTest);
  }
  if (count < 2) return 1;
  const auto [low, high] = std::minmax_element(positions, positions + count);
  const double side = *high - *low;
  if (!(side > 0) || !is_finite(side)) return 1;
  const double n = static_cast<double>(count);
  const double mean = sum * (static_cast<double>(kFewToTest) / n);
  double apart = 0;
  for (std::size_t i = 0; i < count; ++i) apart += std::abs(positions[i] - mean) / side;
  if (!(apart < kFarApart * n)) return 1;
  const std::size_t rank = std::max<std::size_t>(count / 20, 1);
  std::nth_element(positions, positions + rank, positions + count);
  const double from = positions[rank];
  std::nth_element(positions, positions + (count - 1 - rank), positions + count);
  const double bulk = (positions[count - 1 - rank] - from) / 0.9;
  constexpr double kMost = 1e6;
  return bulk * kMost > side ? side / bulk : kMost;
}

// Fewer objects take about as long with every kind of search.
inline constexpr std::size_t kTooFewForStrays = 20;
// From this share of movers on, the number of their pairs decides whether to track them.
inline constexpr double kSomeMove = 0.02;

template <int D, class T>
SceneDescription describe_few(std::span<const BoxSpan<D, T>> frames) {
  const BoxSpan<D, T> now = frames.back();
  SceneDescription d{.n = now.size(), .dimension = D};
  if (frames.size() > 1) d.moving = share_moved(frames);
  if (d.moving > kSomeMove && d.n >= kTooFewForStrays) {
    for (int a = 0; a < D; ++a) d.stray = std::max(d.stray, few_stray(now, a));
  }
  if (d.moving > kSomeMove && d.moving < kTrackedShare && d.n >= kTooFewForStrays) {
    d.pairs_per_object = SceneSample<D, T>(now).few_pairs_per_object();
  }
  return d;
}

}  // namespace masu::detail
