// SPDX-License-Identifier: MIT
// The tool's search for pairs as a program of its own, for which little is compiled.
#include "commands.hpp"

namespace masu::cli {

void add_commands(CLI::App& app) {
  add_pairs_command(app);
  add_methods_command(app);
}

}  // namespace masu::cli
