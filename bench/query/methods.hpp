// SPDX-License-Identifier: MIT
// Every index that can be measured, ours and the peers'.
#pragma once

#include <filesystem>
#include <vector>

#include "query_peer.h"

namespace masu_bench::query {

// Returns the indices for dimension `dim` on a scene of scalars of the given size, ours first. Of a
// library with two precisions the scene's is used; one of doubles also runs scenes of floats. Peers
// of one name may exist for different kinds of objects.
std::vector<const masu_query_peer*> find_methods(const std::filesystem::path& peers, int dim,
                                                 std::size_t scalar_size);

}  // namespace masu_bench::query
