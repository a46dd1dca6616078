// SPDX-License-Identifier: MIT
// A scene described from a sample of its boxes.
#pragma once

#include <span>

#include <masu/broad_phase/scene_description.hpp>
#include <masu/core/box_span.hpp>

namespace masu {

// Of one frame: everything is taken to move, since nothing says otherwise. Reads the
// bounds of the world, O(n), then looks at n / 8 boxes, 16 at least and 1000 at most, and compares
// n / 16 of them with each other, 96 at most; which ones depends on n alone. No allocation. The
// estimates are those of a sample: the share of pairs within a fifth where neighbours are spread
// evenly, and too small where most of them sit in few places.
template <int D, class T>
SceneDescription describe(BoxSpan<D, T> boxes);

// Of frames in turn, the oldest first: what moves, how far, and whether it bends, too; averages
// over all steps. A step to another number of boxes means that all are new. Nothing else is known
// of no frames at all than the dimension.
template <int D, class T>
SceneDescription describe(std::span<const BoxSpan<D, T>> frames);
template <int D, class T>
SceneDescription describe(BoxSpan<D, T> before, BoxSpan<D, T> now) {
  const BoxSpan<D, T> frames[] = {before, now};
  return describe(std::span<const BoxSpan<D, T>>(frames));
}

}  // namespace masu
