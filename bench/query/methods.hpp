// SPDX-License-Identifier: MIT
// Every index that can be measured, ours and the peers'.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "query_peer.h"

namespace masu_bench::query {

// Those for dimension `dim` on a scene of scalars of the given size, ours first. Of a library with
// two precisions the scene's own; one of doubles does scenes of floats, too. Peers of one name over
// different kinds of objects are several.
std::vector<const masu_query_peer*> find_methods(const std::filesystem::path& peers, int dim,
                                                 std::size_t scalar_size);

bool is_ours(const masu_query_peer& peer);
// By what a user asks for it: its name, ours without "masu:", its maker ("box2d" of "box2d:tree"),
// or "all".
bool takes(const masu_query_peer& peer, const std::string& wanted);
bool takes_any(const masu_query_peer& peer, const std::vector<std::string>& ours,
               const std::vector<std::string>& peers);

}  // namespace masu_bench::query
