// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "hull_peer.h"

namespace masu_bench::hull {

// Returns this library's builders with the interface of the peers: "masu:quickhull", ...
std::span<const masu_hull_peer> our_methods();

}  // namespace masu_bench::hull
