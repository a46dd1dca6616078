// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "method.hpp"

namespace masu_bench {

// Loads every shared object in `folder` and lists what works in dimension `dim` on a scene of
// scalars of the given size, one entry a name: the peer of the scene's own scalar before one of
// double. Objects stay loaded until the process ends. A peer whose libraries are missing is said
// on stderr and left out.
std::vector<MethodEntry> load_peers(const std::filesystem::path& folder, int dim,
                                    std::size_t scalar_size);

}  // namespace masu_bench
