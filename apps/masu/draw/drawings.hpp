// SPDX-License-Identifier: MIT
// One picture for each method: how it subdivides space, and its sort. All data come from the
// library's Trace, for_each_node() and similar functions, and QueryStats.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <scenes/readers/box_table.hpp>

#include "world_part.hpp"

namespace masu::cli {

struct DrawInput {
  std::string name;  // scene or file
  std::vector<FlatBox> boxes;
  std::vector<FlatBox> next;              // the next frame; empty for files
  std::vector<readers::BoxMark> marks{};  // for files that have them

  std::size_t size() const { return boxes.size(); }
  // Returns 0, 1, 2, ...
  std::vector<std::uint32_t> indices() const;
};

struct Drawing {
  std::string_view name;   // a row of method_names()
  std::string_view scene;  // drawn if no input is named
  std::size_t n;
  std::string_view sort;
  std::string (*draw)(const DrawInput&);
};

std::span<const Drawing> drawings();

// Returns a drawing by name; accepts earlier names, see method_name(). Throws UsageError for an
// unknown one.
const Drawing& drawing_named(const std::string& name);

std::string draw_all_pairs(const DrawInput&);
std::string draw_sweep_and_prune(const DrawInput&);
std::string draw_incremental_sweep(const DrawInput&);
std::string draw_uniform_grid(const DrawInput&);
std::string draw_hash_grid(const DrawInput&);
std::string draw_linear_orthtree(const DrawInput&);
std::string draw_kd_tree(const DrawInput&);
std::string draw_bsp_tree(const DrawInput&);
std::string draw_bvh(const DrawInput&);
std::string draw_dynamic_bvh(const DrawInput&);

}  // namespace masu::cli
