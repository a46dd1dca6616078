// SPDX-License-Identifier: MIT
// A scene described from a sample of its boxes.
#pragma once

#include <span>

#include <masu/broad_phase/detail/scene_sample.hpp>
#include <masu/broad_phase/scene_description.hpp>
#include <masu/core/box_span.hpp>

namespace masu {

namespace detail {

// `side`: of the middle nine tenths of the world.
template <int D, class T>
SceneDescription describe_frame(BoxSpan<D, T> boxes, double& side) {
  SceneDescription d;
  d.n = boxes.size();
  d.dimension = D;
  const SceneSample<D, T> sample(boxes);
  sample.measure_extents(d);
  side = sample.measure_stray(d);
  sample.measure_pairs(d);
  return d;
}

// Boxes that go through so much of the world in a step are others, not bent.
inline constexpr double kOtherBoxes = 0.2;

}  // namespace detail

// Of one frame: everything is taken to move, since nothing says otherwise. Reads the
// bounds of the world, O(n), then looks at n / 8 boxes, 16 at least and 1000 at most, and compares
// n / 16 of them with each other, 96 at most; which ones depends on n alone. No allocation. The
// estimates are those of a sample: the share of pairs within a fifth where neighbours are spread
// evenly, and too small where most of them sit in few places.
template <int D, class T>
SceneDescription describe(BoxSpan<D, T> boxes) {
  double side = 0;
  return detail::describe_frame(boxes, side);
}

// Of frames in turn, the oldest first: what moves, how far, and whether it bends, too; averages
// over all steps. A step to another number of boxes means that all are new. Nothing else is known
// of no frames at all than the dimension.
template <int D, class T>
SceneDescription describe(std::span<const BoxSpan<D, T>> frames) {
  if (frames.empty()) return {.dimension = D};
  double side = 0;
  SceneDescription d = detail::describe_frame(frames.back(), side);
  if (frames.size() < 2) return d;
  double moving = 0;
  double step = 0;
  std::size_t bent = 0;
  for (std::size_t f = 1; f < frames.size(); ++f) {
    SceneDescription one{.n = d.n, .dimension = D};
    if (frames[f - 1].size() == frames[f].size()) {
      detail::SceneSample<D, T>(frames[f]).measure_motion(frames[f - 1], one);
    }
    moving += one.moving;
    step += one.moving * one.step;  // of those that move
    bent += one.deformable ? 1 : 0;
  }
  const double steps = static_cast<double>(frames.size() - 1);
  d.step = moving > 0 ? step / moving : 0;
  d.moving = moving / steps;
  d.deformable = 2 * bent > frames.size() - 1 && d.step * d.extent <= detail::kOtherBoxes * side;
  return d;
}
template <int D, class T>
SceneDescription describe(BoxSpan<D, T> before, BoxSpan<D, T> now) {
  const BoxSpan<D, T> frames[] = {before, now};
  return describe(std::span<const BoxSpan<D, T>>(frames));
}

}  // namespace masu
