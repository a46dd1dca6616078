// SPDX-License-Identifier: MIT
// A scene described from a sample of its boxes.
#pragma once

#include <masu/broad_phase/detail/scene_sample.hpp>
#include <masu/broad_phase/scene_description.hpp>
#include <masu/core/box_span.hpp>

namespace masu {

// Of one frame: everything is taken to move, since nothing says otherwise. Reads the
// bounds of the world, O(n), then looks at n / 8 boxes, 16 at least and 1000 at most, and compares
// n / 16 of them with each other, 96 at most; which ones depends on n alone. No allocation. The
// estimates are those of a sample: the share of pairs within a fifth where neighbours are spread
// evenly, and too small where most of them sit in few places.
template <int D, class T>
SceneDescription describe(BoxSpan<D, T> boxes) {
  SceneDescription d;
  d.n = boxes.size();
  d.dimension = D;
  const detail::SceneSample<D, T> sample(boxes);
  sample.measure_extents(d);
  sample.measure_stray(d);
  d.pairs_per_object = sample.pairs_per_object();
  return d;
}

// Of two frames in turn: what moves, how far, and whether it bends, too. Another number of boxes
// means that all are new.
template <int D, class T>
SceneDescription describe(BoxSpan<D, T> before, BoxSpan<D, T> now) {
  SceneDescription d = describe(now);
  if (before.size() == now.size()) detail::SceneSample<D, T>(now).measure_motion(before, d);
  return d;
}

}  // namespace masu
