// SPDX-License-Identifier: MIT
// A world of which a share moves: update() with pairs and events, beside the broad phases of peers.
#pragma once

#include "case.hpp"

namespace masu_bench::world {

std::vector<Row> run_frames(const CaseSpec& spec);
void add_frame_methods(const CaseSpec& spec, KnownNames& names);

}  // namespace masu_bench::world
