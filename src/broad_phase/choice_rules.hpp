// SPDX-License-Identifier: MIT
// The steps of choose(), for broad phases that choose by themselves.
#pragma once

#include <masu/broad_phase/choose.hpp>

namespace masu::detail {

// The cheapest search for all the pairs of a frame.
Choice choose_from_scratch(const SceneDescription& description);

// describe(); `sampled`: of two frames, and of the first there is what SceneSample::copy_movers()
// copied.
template <int D, class T>
SceneDescription describe_frames(std::span<const BoxSpan<D, T>> frames, bool sampled);

// Describes the last frame as far as choose() reads it. The oldest frame comes first.
template <int D, class T>
SceneDescription look_at(std::span<const BoxSpan<D, T>> frames, bool sampled = false);

}  // namespace masu::detail
