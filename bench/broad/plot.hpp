// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "row.hpp"

namespace masu_bench {

// Draws the growth of each method, nanoseconds per object over objects, both logarithmic: one SVG
// for each scene, dimension, scalar and number of threads,
// broad_<scene>_<dim>d[_double][_<threads>t].svg. Single sizes are not drawn.
void write_plots(const std::vector<Row>& rows, const std::filesystem::path& folder);

}  // namespace masu_bench
