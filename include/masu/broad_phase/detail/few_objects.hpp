// SPDX-License-Identifier: MIT
// A scene of a few dozen objects, described for less than a frame of it costs.
#pragma once

#include <span>

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

template <int D, class T>
SceneDescription describe_few(std::span<const BoxSpan<D, T>> frames) {
  SceneDescription d{.n = frames.back().size(), .dimension = D};
  if (frames.size() > 1) d.moving = share_moved(frames);
  return d;
}

}  // namespace masu::detail
