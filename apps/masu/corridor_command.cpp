// SPDX-License-Identifier: MIT
#include "commands.hpp"
#include "corridor/subcommands.hpp"

namespace masu::cli {

void add_corridor_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("corridor", "Movers between walls; see docs/corridor.md");
  command->require_subcommand(1);
  add_corridor_experiment(*command);
  add_corridor_run(*command);
  add_corridor_walls(*command);
}

}  // namespace masu::cli
