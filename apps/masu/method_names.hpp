// SPDX-License-Identifier: MIT
// The names of methods, the same in every command: the C++ class in snake_case, then its options.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <masu/broad_phase/choice.hpp>

namespace masu::cli {

// The commands that take or print names of methods; a set of them is an OR.
enum Command : std::uint8_t { kPairs = 1, kDraw = 2, kChoose = 4, kReplay = 8 };

struct MethodName {
  std::string_view name;
  std::string_view class_name;  // in namespace masu
  std::string_view what;
  std::uint8_t commands;
};

std::span<const MethodName> method_names();

// The names that one command takes, in the order of the table.
std::vector<std::string_view> names_of(Command command);
std::string_view name_of(Command command);

// Returns the name that the command's own table has. A name of earlier versions is taken too, with
// a line on standard error that says the present one. Throws UsageError: unknown to the command;
// the message has the nearest known name, or the commands that know it.
std::string method_name(const std::string& word, Command command);

// "SweepAndPrune" of "sweep_and_prune:one_axis"; what is unknown to the table is its own class.
std::string_view class_of(std::string_view name);

// What the C++ enumerator is called in every command.
std::string_view method_name(BroadPhase method);

// Earlier names of a method.
std::vector<std::string_view> old_names(std::string_view name);

// Names and descriptions, one a line.
std::string list_of_methods(Command command);
// With classes and commands.
std::string list_of_methods();

}  // namespace masu::cli
