// SPDX-License-Identifier: MIT
// Names of methods, the same in every command: the C++ class in snake_case, then its options.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <masu/broad_phase/choice.hpp>

namespace masu::cli {

// The commands that accept or print names of methods; a set of them is their bitwise OR.
enum Command : std::uint8_t { kPairs = 1, kDraw = 2, kChoose = 4, kReplay = 8 };

struct MethodName {
  std::string_view name;
  std::string_view class_name;  // in namespace masu
  std::string_view what;
  std::uint8_t commands;
};

std::span<const MethodName> method_names();

// Returns the names that one command accepts, in the order of the table.
std::vector<std::string_view> names_of(Command command);
std::string_view name_of(Command command);

// Returns the name as in the command's own table. Accepts names of earlier versions and prints a
// line on standard error with the current one. Throws UsageError if the command does not know the
// name; the message has the nearest known name, or the commands that know it.
std::string method_name(const std::string& word, Command command);

// Returns "SweepAndPrune" for "sweep_and_prune:one_axis"; a name not in the table is its own class.
std::string_view class_of(std::string_view name);

// Returns the name of the C++ enumerator in every command.
std::string_view method_name(BroadPhase method);

// Returns earlier names of a method.
std::vector<std::string_view> old_names(std::string_view name);

// Returns names and descriptions, one per line.
std::string list_of_methods(Command command);
// Returns the list with classes and commands.
std::string list_of_methods();

}  // namespace masu::cli
