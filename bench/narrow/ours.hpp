// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "narrow_peer.h"

namespace masu_bench::narrow {

// Returns this library's functions with the interface of the peers: "masu" and "masu:...".
std::span<const masu_narrow_peer> our_methods();

}  // namespace masu_bench::narrow
