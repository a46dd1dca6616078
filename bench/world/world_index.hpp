// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "bench/query/query_peer.h"

namespace masu_bench::world {

// Returns worlds with the interface of bench query: boxes, points and balls as one object each,
// triangles as one body.
std::span<const masu_query_peer> world_indices();

inline constexpr char kWorldIndex[] = "masu:world";

}  // namespace masu_bench::world
