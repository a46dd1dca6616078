// SPDX-License-Identifier: MIT
// What `masu choose` measures beside the pair finders: what is kept from frame to frame, and what
// can be asked.
#pragma once

#include <vector>

#include <masu/core/aabb.hpp>

#include "choose_report.hpp"

namespace masu::cli {

template <int D, class T>
using Boxes = std::vector<Aabb<D, T>>;

// The name of the row that does what was chosen.
std::string pairs_row(const Choice& choice);
std::string index_row(const Choice& choice);

// The boxes one frame on: d.moving of them took steps of about d.step extents, the median.
template <int D, class T>
Boxes<D, T> moved(const Boxes<D, T>& boxes, const SceneDescription& d, std::uint64_t seed);

// Told who moved from one frame to the other, back and forth; the fastest frame.
template <int D, class T>
std::vector<MethodTime> time_kept(const Boxes<D, T>& before, const Boxes<D, T>& now);

// Sweeps that only a choice makes: on one axis, and on the axis that it names.
template <int D, class T>
std::vector<MethodTime> time_sweeps(const Boxes<D, T>& boxes, const Choice& choice);

// What the description wants asked, one question an object.
template <int D, class T>
std::vector<IndexTime> time_indices(const Boxes<D, T>& before, const Boxes<D, T>& now,
                                    const SceneDescription& d);

}  // namespace masu::cli
