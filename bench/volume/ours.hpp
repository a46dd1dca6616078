// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "volume_peer.h"

namespace masu_bench::volume {

// Returns this library's two methods with the interface of the peers.
std::span<const masu_volume_peer> our_methods();

}  // namespace masu_bench::volume
