// SPDX-License-Identifier: MIT
// Frames a second over seconds, as one SVG: a panel for each number of walls.
#pragma once

#include <string>
#include <vector>

#include "experiment.hpp"

namespace masu::cli {

std::string frame_rate_chart(const std::vector<Experiment>& experiments,
                             const ExperimentOptions& options);

}  // namespace masu::cli
