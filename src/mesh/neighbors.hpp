// SPDX-License-Identifier: MIT
// The neighbors of a surface's sub-shapes.
#pragma once

#include <span>

#include <masu/core/buffer.hpp>
#include <masu/core/status.hpp>

namespace masu::detail {

// Sets neighbors[3 i + k] to the triangle across the edge from corner k of triangle i to the next;
// in 2D neighbors[2 i + k] to the segment across corner k of segment i. kNoSubShape where not
// exactly two sub-shapes share it. `closed`: all have a neighbor, which contains it in the opposite
// direction. O(n log d) for d triangles at a vertex. Precondition: corners are valid.
template <int D>
Status find_neighbors(std::span<const std::uint32_t> corners, std::size_t vertex_count,
                      Buffer<std::uint32_t>& neighbors, bool& closed);

}  // namespace masu::detail
