// SPDX-License-Identifier: MIT
// choose(): advises a broad phase, by a cost model that is fitted to measurements.
//
// The lecture ("which algorithm when", L in docs/sources.md) answers from experience: BVH, BSP or
// kd-tree for what does not move, sweep and prune or grids for what moves, and "it depends".
// docs/broad_phase/choosing.md shows the measurements and their scenes, and how far the advice is
// from the best.
#pragma once

#include <masu/broad_phase/bvh_builder.hpp>
#include <masu/broad_phase/choice.hpp>
#include <masu/broad_phase/describe.hpp>
#include <masu/broad_phase/registration.hpp>

namespace masu {

// Scenes of up to this many boxes get a short description, because a full one would cost more than
// it saves: the number of boxes, which of them move, and whether some are far away.
inline constexpr std::size_t kFewToTest = 64;

// Returns the advice for a scene. O(1); the same on every machine.
Choice choose(const SceneDescription& description);

// Returns the advice for a scene given as boxes: one frame, two consecutive frames, or more, the
// oldest first. With few objects a single step says little about how many move. The advice is for
// pairs only; for queries use a SceneDescription.
template <int D, class T>
Choice choose(std::span<const BoxSpan<D, T>> frames);
template <int D, class T>
Choice choose(BoxSpan<D, T> boxes) {
  return choose(std::span<const BoxSpan<D, T>>(&boxes, 1));
}
template <int D, class T>
Choice choose(BoxSpan<D, T> before, BoxSpan<D, T> now) {
  const BoxSpan<D, T> frames[] = {before, now};
  return choose(std::span<const BoxSpan<D, T>>(frames));
}

}  // namespace masu
