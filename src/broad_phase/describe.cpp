// SPDX-License-Identifier: MIT
#include <masu/broad_phase/describe.hpp>

#include "broad_phase/choice_rules.hpp"
#include "broad_phase/scene_sample.hpp"
#include "core/instantiate.hpp"

namespace masu {
namespace {

// `side`: the side of the middle nine tenths of the boxes.
template <int D, class T>
SceneDescription describe_frame(BoxSpan<D, T> boxes, double& side) {
  SceneDescription d;
  d.n = boxes.size();
  d.dimension = D;
  const detail::SceneSample<D, T> sample(boxes);
  sample.measure_extents(d);
  side = sample.measure_stray(d);
  sample.measure_pairs(d);
  return d;
}

// Boxes that move by more than this share of the domain in a step are new boxes, not deformed ones.
constexpr double kOtherBoxes = 0.2;

}  // namespace

template <int D, class T>
SceneDescription describe(BoxSpan<D, T> boxes) {
  double side = 0;
  return describe_frame(boxes, side);
}

template <int D, class T>
SceneDescription describe(std::span<const BoxSpan<D, T>> frames) {
  return detail::describe_frames(frames, false);
}

template <int D, class T>
SceneDescription detail::describe_frames(std::span<const BoxSpan<D, T>> frames, bool sampled) {
  if (frames.empty()) return {.dimension = D};
  double side = 0;
  SceneDescription d = describe_frame(frames.back(), side);
  if (frames.size() < 2) return d;
  double moving = 0;
  double step = 0;
  std::size_t bent = 0;
  for (std::size_t f = 1; f < frames.size(); ++f) {
    SceneDescription one{.n = d.n, .dimension = D};
    if (sampled || frames[f - 1].size() == frames[f].size()) {
      SceneSample<D, T>(frames[f]).measure_motion(frames[f - 1], sampled, one);
    }
    moving += one.moving;
    step += one.moving * one.step;  // the step of those that move
    bent += one.deformable ? 1 : 0;
  }
  const double steps = static_cast<double>(frames.size() - 1);
  d.step = moving > 0 ? step / moving : 0;
  d.moving = moving / steps;
  d.deformable = 2 * bent > frames.size() - 1 && d.step * d.extent <= kOtherBoxes * side;
  return d;
}

#define MASU_INSTANTIATE(D, T)                                        \
  template SceneDescription describe(BoxSpan<D, T>);                  \
  template SceneDescription describe(std::span<const BoxSpan<D, T>>); \
  template SceneDescription detail::describe_frames(std::span<const BoxSpan<D, T>>, bool);
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
