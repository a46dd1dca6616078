// SPDX-License-Identifier: MIT
// Every index that can be measured, ours and the peers'.
#pragma once

#include <filesystem>
#include <vector>

#include "query_peer.h"

namespace masu_bench::query {

// Those for dimension `dim` on a scene of scalars of the given size, ours first. Of a library with
// two precisions the scene's own; one of doubles does scenes of floats, too. Peers of one name over
// different kinds of objects are several.
std::vector<const masu_query_peer*> find_methods(const std::filesystem::path& peers, int dim,
                                                 std::size_t scalar_size);

}  // namespace masu_bench::query
