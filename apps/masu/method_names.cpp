// SPDX-License-Identifier: MIT
#include "method_names.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include <fmt/format.h>

#include "errors.hpp"
#include "nearest_word.hpp"

namespace masu::cli {
namespace {

constexpr std::uint8_t kFinds = kPairs | kChoose;

// The first name that finds pairs is the default of `masu pairs`.
constexpr std::array kNames = {
    MethodName{"sorted_orthtree", "SortedOrthtree",
               "linear 2^d-tree (quadtree, octree), sorted once a frame; cells in Hilbert order",
               kFinds | kReplay},
    MethodName{"sorted_orthtree:morton", "SortedOrthtree",
               "sorted_orthtree with cells in Morton order", kFinds},
    MethodName{"sorted_orthtree:smallest_cell", "SortedOrthtree",
               "sorted_orthtree with each box in the smallest cell that contains it", kFinds},
    MethodName{"sorted_orthtree:smallest_cell:morton", "SortedOrthtree",
               "sorted_orthtree with both options: the classical linear 2^d-tree", kFinds},
    MethodName{"registered_orthtree", "RegisteredOrthtree",
               "linear 2^d-tree of objects that are inserted one by one", kFinds},
    MethodName{"linear_orthtree", "LinearOrthtree", "the cells and the sort of both trees above",
               kDraw},
    MethodName{"plain_pass", "PlainPass", "linear 2^d-tree in one pass with a stack of ancestors",
               kFinds},
    MethodName{"uniform_grid", "UniformGrid", "uniform grid, crowded cells divided again",
               kFinds | kDraw},
    MethodName{"hash_grid", "HashGrid", "hashed cells of several sizes, kept from frame to frame",
               kDraw | kChoose},
    MethodName{"sweep_and_prune", "SweepAndPrune",
               "sweep and prune: sorted along one axis, swept in columns",
               kFinds | kDraw | kReplay},
    MethodName{"sweep_and_prune:one_axis", "SweepAndPrune",
               "sweep and prune along one axis, without columns", kChoose},
    MethodName{"incremental_sweep_and_prune", "IncrementalSweepAndPrune",
               "sorted ends on every axis, kept from frame to frame", kDraw | kChoose | kReplay},
    MethodName{"pair_tracker", "PairTracker",
               "keeps the pairs from frame to frame and searches again for what moved",
               kChoose | kReplay},
    MethodName{"bvh", "Bvh", "bounding volume hierarchy, built in Morton order",
               kFinds | kDraw | kReplay},
    MethodName{"dynamic_bvh", "DynamicBvh",
               "bounding volume hierarchy into which objects are inserted one by one",
               kFinds | kDraw},
    MethodName{"kd_tree", "KdTree", "k-d tree: halves at the median of the widest axis",
               kFinds | kDraw},
    MethodName{"bsp_tree", "BspTree", "binary space partition of segments (textbook)", kDraw},
    MethodName{"all_pairs", "AllPairs", "every box against every other, n^2: checks the others",
               kFinds | kDraw | kReplay},
    MethodName{"auto", "AutoFinder", "chosen for the boxes; see 'masu choose'", kFinds | kReplay},
};

struct OldName {
  std::string_view old;
  std::string_view now;
};

constexpr std::array kOldNames = {
    OldName{"tree", "sorted_orthtree"},
    OldName{"tree", "linear_orthtree"},
    OldName{"tree:morton", "sorted_orthtree:morton"},
    OldName{"tree:smallest_cell", "sorted_orthtree:smallest_cell"},
    OldName{"tree:smallest_cell:morton", "sorted_orthtree:smallest_cell:morton"},
    OldName{"registered", "registered_orthtree"},
    OldName{"plain", "plain_pass"},
    OldName{"grid", "uniform_grid"},
    OldName{"kd", "kd_tree"},
    OldName{"sap", "sweep_and_prune"},
    OldName{"incremental_sweep", "incremental_sweep_and_prune"},
};

constexpr std::array kCommands = {kPairs, kDraw, kChoose, kReplay};

const MethodName* find(std::string_view name) {
  const auto* found = std::find_if(kNames.begin(), kNames.end(),
                                   [&](const MethodName& m) { return m.name == name; });
  return found == kNames.end() ? nullptr : found;
}

bool takes(Command command, std::string_view name) {
  const MethodName* known = find(name);
  return known != nullptr && (known->commands & command) != 0;
}

std::string commands_of(const MethodName& m) {
  Words names;
  for (const Command c : kCommands) {
    if ((m.commands & c) != 0) names.push_back(name_of(c));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::span<const MethodName> method_names() {
  return kNames;
}

std::string_view name_of(Command command) {
  switch (command) {
    case kPairs: return "pairs";
    case kDraw: return "draw";
    case kChoose: return "choose";
    case kReplay: return "replay";
  }
  return "";
}

std::vector<std::string_view> names_of(Command command) {
  std::vector<std::string_view> names;
  for (const MethodName& m : kNames) {
    if ((m.commands & command) != 0) names.push_back(m.name);
  }
  return names;
}

std::string method_name(const std::string& word, Command command) {
  if (takes(command, word)) return word;
  for (const OldName& o : kOldNames) {
    if (o.old != word || !takes(command, o.now)) continue;
    fmt::print(stderr, "masu: method '{}' is now called '{}'; the old name works as well\n", word,
               o.now);
    return std::string(o.now);
  }
  const std::vector<std::string_view> known = names_of(command);
  // Both classes are interfaces of one tree and have one picture.
  if (command == kDraw && (word == "sorted_orthtree" || word == "registered_orthtree")) {
    return "linear_orthtree";
  }
  if (const MethodName* elsewhere = find(word)) {
    throw UsageError(fmt::format("'masu {}' has no method '{}', which is for: {}. Known here: {}",
                                 name_of(command), word, commands_of(*elsewhere),
                                 fmt::join(known, " ")));
  }
  throw UsageError(unknown_word("method", word, known));
}

std::string_view class_of(std::string_view name) {
  const MethodName* known = find(name.substr(0, name.find(':')));
  return known == nullptr ? name : known->class_name;
}

std::string_view method_name(BroadPhase method) {
  return method == BroadPhase::incremental_sweep ? "incremental_sweep_and_prune" : name(method);
}

std::vector<std::string_view> old_names(std::string_view name) {
  std::vector<std::string_view> all;
  for (const OldName& o : kOldNames) {
    if (o.now == name) all.push_back(o.old);
  }
  return all;
}

std::string list_of_methods(Command command) {
  std::string text;
  for (const MethodName& m : kNames) {
    if ((m.commands & command) != 0) text += fmt::format("  {:<37} {}\n", m.name, m.what);
  }
  return text;
}

std::string list_of_methods() {
  std::string text = fmt::format("{:<37} {:<25} {}\n", "method", "C++ class", "commands");
  for (const MethodName& m : kNames) {
    text += fmt::format("{:<37} {:<25} {}\n  {}\n", m.name, m.class_name, commands_of(m), m.what);
  }
  return text;
}

}  // namespace masu::cli
