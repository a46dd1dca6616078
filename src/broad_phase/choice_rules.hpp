// SPDX-License-Identifier: MIT
// The steps of choose(), for broad phases that choose by themselves.
#pragma once

#include <masu/broad_phase/choose.hpp>

namespace masu::detail {

// The cheapest search for all the pairs of a frame.
Choice choose_from_scratch(const SceneDescription& description);

// Describes the last frame as far as choose() reads it. The oldest frame comes first.
template <int D, class T>
SceneDescription look_at(std::span<const BoxSpan<D, T>> frames);

}  // namespace masu::detail
