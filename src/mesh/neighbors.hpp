// SPDX-License-Identifier: MIT
// Which pieces of a surface lie beside each other.
#pragma once

#include <span>

#include <masu/core/buffer.hpp>
#include <masu/core/status.hpp>

namespace masu::detail {

// neighbors[3 i + k]: the triangle beyond the edge from corner k of triangle i to the next; in the
// plane neighbors[2 i + k]: the segment beyond corner k of segment i. kNoPiece where not exactly
// two have it. `closed`: all have one, which runs through it the other way. O(n log d) for d
// triangles at a vertex. Corners must be valid.
template <int D>
Status find_neighbors(std::span<const std::uint32_t> corners, std::size_t vertex_count,
                      Buffer<std::uint32_t>& neighbors, bool& closed);

}  // namespace masu::detail
