// SPDX-License-Identifier: MIT
// decompose() that reports its progress: for bindings, whose users wait for it.
#pragma once

#include <masu/core/function_ref.hpp>
#include <masu/mesh/mesh_decomposition.hpp>

namespace masu::detail {

// Called before each cut with the number of parts so far; false stops. A second attempt begins
// with one part again.
using WatchParts = FunctionRef<bool(std::size_t parts)>;

// As decompose(). Statuses: also stopped; `parts` is empty then.
template <class T>
Status decompose_watched(std::span<const Vec<3, T>> vertices,
                         std::span<const std::uint32_t> corners, ConvexParts3<T>& parts,
                         const MeshDecompositionOptions& options, const WatchParts* watch);

}  // namespace masu::detail
