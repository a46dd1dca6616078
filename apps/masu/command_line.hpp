// SPDX-License-Identifier: MIT
// Messages about command lines that the program does not understand, and its help.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace masu::cli {

// Throws UsageError if the first word, or the second after a command with subcommands, is an
// unknown command; the message has the nearest known name. Options are not checked.
void expect_commands(const CLI::App& app, const std::vector<std::string>& words);

// Returns the message for standard error, "masu: ...": what is wrong, the nearest known option,
// where the help is.
std::string failure_message(const CLI::App* app, const CLI::Error& error);

// Adds `masu help [COMMAND...]`.
void add_help_command(CLI::App& app);

}  // namespace masu::cli
