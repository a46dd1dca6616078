// SPDX-License-Identifier: MIT
// The subcommands. Each adds itself to the command line and runs if it is named.
#pragma once

#include <CLI/CLI.hpp>

namespace masu::cli {

// Adds all commands of the program.
void add_commands(CLI::App& app);

void add_pairs_command(CLI::App& app);
void add_methods_command(CLI::App& app);
void add_scene_command(CLI::App& app);
void add_choose_command(CLI::App& app);
void add_draw_command(CLI::App& app);
void add_shapes_command(CLI::App& app);
void add_contact_command(CLI::App& app);
void add_hull_command(CLI::App& app);
void add_contact_demo_command(CLI::App& app);
void add_decompose_command(CLI::App& app);
void add_corridor_command(CLI::App& app);
void add_record_command(CLI::App& app);
void add_replay_command(CLI::App& app);
void add_slide_command(CLI::App& app);

}  // namespace masu::cli
