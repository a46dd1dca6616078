// SPDX-License-Identifier: MIT
// A world in which a share of the objects moves: update() with pairs and events, compared with the
// broad phases of peers.
#pragma once

#include "case.hpp"

namespace masu_bench::world {

std::vector<Row> run_frames(const CaseSpec& spec);
void add_frame_methods(const CaseSpec& spec, KnownNames& names);

}  // namespace masu_bench::world
