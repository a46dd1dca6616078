// SPDX-License-Identifier: MIT
// Which broad phase when: by a model of what each costs, fitted to measurements.
//
// L ("which algorithm when") answers from experience: BVH, BSP or kd-tree for what stands still,
// sweep and prune or grids for what moves, and "it depends". docs/broad_phase/choosing.md shows
// what was measured here, on which scenes, and how far the picks are from the best.
#pragma once

#include <masu/broad_phase/bvh_builder.hpp>
#include <masu/broad_phase/choice.hpp>
#include <masu/broad_phase/describe.hpp>
#include <masu/broad_phase/registration.hpp>

namespace masu {

// Up to so many boxes are not described in full: only their number counts, who moves, and whether
// some are far away. A longer look would cost more than it saves.
inline constexpr std::size_t kFewToLookAt = 64;

// O(1); the same answer on every machine.
Choice choose(const SceneDescription& description);

// From a frame of which nothing else is known, from two in turn, or from more, the oldest first: of
// few objects a single step tells little about how many move. For pairs alone: what else is wanted
// goes into a description.
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
