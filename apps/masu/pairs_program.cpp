// SPDX-License-Identifier: MIT
// `masu pairs` as a program of its own, for which little must be compiled.
#include "commands.hpp"

namespace masu::cli {

void add_commands(CLI::App& app) {
  add_pairs_command(app);
  add_methods_command(app);
}

}  // namespace masu::cli
