// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "decompose_peer.h"

namespace masu_bench::decompose {

// Returns this library's method with the interface of the peers.
std::span<const masu_decompose_peer> our_methods();

}  // namespace masu_bench::decompose
