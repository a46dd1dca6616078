// SPDX-License-Identifier: MIT
// The steps of choose(), for broad phases that choose a method automatically.
#pragma once

#include <masu/broad_phase/choose.hpp>

namespace masu::detail {

// Returns the cheapest search for all the pairs of a frame.
Choice choose_from_scratch(const SceneDescription& description);

// As describe(). `sampled`: there are two frames, and the first is a copy by
// SceneSample::copy_movers().
template <int D, class T>
SceneDescription describe_frames(std::span<const BoxSpan<D, T>> frames, bool sampled);

// Describes the last frame as far as choose() needs. The oldest frame comes first.
template <int D, class T>
SceneDescription describe_scene(std::span<const BoxSpan<D, T>> frames, bool sampled = false);

}  // namespace masu::detail
