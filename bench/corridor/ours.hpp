// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "corridor_peer.h"

namespace masu_bench::corridor {

// Returns this library's indices with the interface of the peers; all names begin with "masu:".
std::span<const masu_corridor_peer> our_methods();

}  // namespace masu_bench::corridor
