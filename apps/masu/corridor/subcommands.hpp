// SPDX-License-Identifier: MIT
// The subcommands of `masu corridor`.
#pragma once

#include <CLI/CLI.hpp>

namespace masu::cli {

void add_corridor_experiment(CLI::App& corridor);
void add_corridor_run(CLI::App& corridor);
void add_corridor_walls(CLI::App& corridor);

}  // namespace masu::cli
