// SPDX-License-Identifier: MIT
// Every method that can be measured, ours and the peers'.
#pragma once

#include <filesystem>
#include <vector>

#include "narrow_peer.h"

namespace masu_bench::narrow {

// Returns the methods for scenes of scalars of the given size, ours first. Of a library with two
// precisions the scene's is used; one of doubles also runs scenes of floats.
std::vector<const masu_narrow_peer*> find_methods(const std::filesystem::path& peers,
                                                  std::size_t scalar_size);

}  // namespace masu_bench::narrow
