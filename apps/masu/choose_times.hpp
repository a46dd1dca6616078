// SPDX-License-Identifier: MIT
// What `masu choose` measures besides the pair finders: incremental methods and queries.
#pragma once

#include <vector>

#include <masu/core/aabb.hpp>

#include "choose_report.hpp"

namespace masu::cli {

template <int D, class T>
using Boxes = std::vector<Aabb<D, T>>;

// Return the name of the row that measures the chosen method.
std::string pairs_row(const Choice& choice);
std::string index_row(const Choice& choice);

// Returns the boxes of the next frame: a share d.moving of them takes steps of d.step extents (the
// median).
template <int D, class T>
Boxes<D, T> moved(const Boxes<D, T>& boxes, const SceneDescription& d, std::uint64_t seed);

// Times incremental methods, which are given the objects that moved from one frame to the other and
// back. Returns the times of the fastest frames.
template <int D, class T>
std::vector<MethodTime> time_incremental(const Boxes<D, T>& before, const Boxes<D, T>& now);

// Times the sweeps that only a choice makes: on one axis, and on the axis that it names.
template <int D, class T>
std::vector<MethodTime> time_sweeps(const Boxes<D, T>& boxes, const Choice& choice);

// Times the queries that the description requests, one of each kind for each object.
template <int D, class T>
std::vector<IndexTime> time_indices(const Boxes<D, T>& before, const Boxes<D, T>& now,
                                    const SceneDescription& d);

}  // namespace masu::cli
