// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "row.hpp"

namespace masu_bench {

// Growth of each method, nanoseconds an object over objects, both logarithmic: one SVG for each
// scene, dimension, scalar and number of threads, broad_<scene>_<dim>d[_double][_<threads>t].svg.
// Sizes of one case make no line.
void write_plots(const std::vector<Row>& rows, const std::filesystem::path& folder);

}  // namespace masu_bench
