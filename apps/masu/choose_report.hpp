// SPDX-License-Identifier: MIT
// What choose() picked and what was measured, written for people and for programs.
#pragma once

#include <algorithm>
#include <optional>
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

// ns an object and frame: to be brought up to date, and for each question that was asked and that
// this index answers.
struct IndexTime {
  std::string name{};
  double update = 0;
  std::optional<double> boxes{};
  std::optional<double> rays{};
  std::optional<double> nearest{};
  bool chosen = false;

  void keep_boxes(double ns) { boxes = std::min(ns, boxes.value_or(ns)); }
  void keep_rays(double ns) { rays = std::min(ns, rays.value_or(ns)); }
  void keep_nearest(double ns) { nearest = std::min(ns, nearest.value_or(ns)); }
  bool answers(const SceneDescription& d) const {
    return (boxes || !d.boxes) && (rays || !d.rays) && (nearest || !d.nearest);
  }
  double all() const { return update + boxes.value_or(0) + rays.value_or(0) + nearest.value_or(0); }
};

struct ChooseReport {
  std::string input;  // file or scene
  SceneDescription description;
  Choice choice;
  std::vector<MethodTime> times;        // fastest first
  std::vector<std::string> left_out{};  // quadratic methods, if there are many boxes
  std::vector<IndexTime> indices{};     // if asked: those that answer all first, the fastest first
};

// The pick in a sentence, what was seen, and a table.
std::string choose_text(const ChooseReport& report);
std::string choose_json(const ChooseReport& report);
// A bar a method, as long as the logarithm of its time.
std::string choose_svg(const ChooseReport& report);

}  // namespace masu::cli
