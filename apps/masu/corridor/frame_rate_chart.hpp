// SPDX-License-Identifier: MIT
// Charts frames per second over time as one SVG, with a panel for each number of walls.
#pragma once

#include <string>
#include <vector>

#include "experiment.hpp"

namespace masu::cli {

std::string frame_rate_chart(const std::vector<Experiment>& experiments,
                             const ExperimentOptions& options);

}  // namespace masu::cli
