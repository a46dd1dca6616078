// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "query_peer.h"

namespace masu_bench::query {

// Returns this library's indices with the interface of the peers; all names begin with "masu:".
std::span<const masu_query_peer> our_indices();

}  // namespace masu_bench::query
