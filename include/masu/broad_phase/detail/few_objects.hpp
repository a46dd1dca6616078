// SPDX-License-Identifier: MIT
// A scene of a few dozen objects, described for less than a frame of it costs.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include <masu/broad_phase/detail/choice_costs.hpp>
#include <masu/broad_phase/detail/scene_sample.hpp>
#include <masu/broad_phase/scene_description.hpp>
#include <masu/core/box_span.hpp>

namespace masu::detail {

// Share of the boxes that differ from one frame to the next, the oldest first, over all steps.
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

// Whether most lie in a small part of their world: their mean distance from their middle is a
// quarter of it where they are spread evenly, and about 1/n where one is far from the others.
template <int D, class T>
bool has_strays(BoxSpan<D, T> boxes) {
  constexpr double kFarApart = 0.11;
  for (int a = 0; a < D; ++a) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    double sum = 0;
    double count = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const double at = static_cast<double>(boxes.min(i)[a]);
      if (!is_finite(at)) continue;
      low = std::min(low, at);
      high = std::max(high, at);
      sum += at / static_cast<double>(boxes.size());
      count += 1;
    }
    if (count < 2 || !(high > low) || !is_finite(high - low)) continue;
    const double middle = sum * (static_cast<double>(boxes.size()) / count);
    double apart = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const double at = static_cast<double>(boxes.min(i)[a]);
      if (is_finite(at)) apart += std::abs(at - middle) / (high - low);
    }
    if (apart < kFarApart * count) return true;
  }
  return false;
}

// Of so few that every kind of search takes about as long.
inline constexpr std::size_t kTooFewForStrays = 20;
// A share of movers at which the pairs they have decide whether to follow them.
inline constexpr double kSomeMove = 0.02;

template <int D, class T>
SceneDescription describe_few(std::span<const BoxSpan<D, T>> frames) {
  const BoxSpan<D, T> now = frames.back();
  SceneDescription d{.n = now.size(), .dimension = D};
  if (frames.size() > 1) d.moving = share_moved(frames);
  if (d.moving > kSomeMove && d.n >= kTooFewForStrays && has_strays(now)) d.stray = 1e4;
  if (d.moving > kSomeMove && d.moving < kTrackedShare && d.n >= kTooFewForStrays) {
    d.pairs_per_object = SceneSample<D, T>(now).few_pairs_per_object();
  }
  return d;
}

}  // namespace masu::detail
