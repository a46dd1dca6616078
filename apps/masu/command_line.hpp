// SPDX-License-Identifier: MIT
// What the program says of a command line that it does not understand, and its help.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace masu::cli {

// Throws UsageError if the first word, or the second after a command that has commands of its own,
// is an unknown command; the message has the nearest known name. Options are not looked at.
void expect_commands(const CLI::App& app, const std::vector<std::string>& words);

// "masu: ..." for standard error: what is wrong, the nearest known option, where the help is.
std::string failure_message(const CLI::App* app, const CLI::Error& error);

// `masu help [COMMAND...]`.
void add_help_command(CLI::App& app);

}  // namespace masu::cli
