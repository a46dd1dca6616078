// SPDX-License-Identifier: MIT
// What choose() picked and what was measured, written for people and for programs.
#pragma once

#include <string>
#include <vector>

#include <masu/broad_phase/choose.hpp>
#include <masu/core/query_stats.hpp>

namespace masu::cli {

struct MethodTime {
  std::string name;
  double ns_per_object = 0;
  QueryStats stats;
  bool chosen = false;
};

struct ChooseReport {
  std::string input;  // file or scene
  SceneDescription description;
  Choice choice;
  std::vector<MethodTime> times;  // fastest first
};

// The pick in a sentence, what was seen, and a table.
std::string choose_text(const ChooseReport& report);
std::string choose_json(const ChooseReport& report);
// A bar a method, as long as the logarithm of its time.
std::string choose_svg(const ChooseReport& report);

}  // namespace masu::cli
