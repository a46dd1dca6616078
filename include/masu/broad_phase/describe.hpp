// SPDX-License-Identifier: MIT
// describe(): makes a SceneDescription from a sample of the boxes.
#pragma once

#include <span>

#include <masu/broad_phase/scene_description.hpp>
#include <masu/core/box_span.hpp>

namespace masu {

// Describes a scene by one frame. All objects count as moving, since one frame does not show
// motion. Reads the bounds of all boxes, O(n), then samples n / 8 boxes, 16 at least and 1000 at
// most, and compares n / 16 of them with each other, 96 at most; which ones depends on n alone. No
// allocation. The results are estimates: the pairs per object are right within a fifth where
// neighbors are spread evenly, and too few where most of them are in few places.
template <int D, class T>
SceneDescription describe(BoxSpan<D, T> boxes);

// Describes a scene by consecutive frames, the oldest first. So the description also contains which
// share moves, how far, and whether boxes deform: averages over all steps. A step that changes the
// number of boxes counts as one in which all boxes are new. Without frames only the dimension is
// known.
template <int D, class T>
SceneDescription describe(std::span<const BoxSpan<D, T>> frames);
template <int D, class T>
SceneDescription describe(BoxSpan<D, T> before, BoxSpan<D, T> now) {
  const BoxSpan<D, T> frames[] = {before, now};
  return describe(std::span<const BoxSpan<D, T>>(frames));
}

}  // namespace masu
