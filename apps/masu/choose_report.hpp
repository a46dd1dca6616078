// SPDX-License-Identifier: MIT
// The report of `masu choose`: the choice and the measurements, as text and as a picture.
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

// Times of an index in ns for each object and frame: of its update, and of each kind of query that
// was requested and that this index answers.
struct IndexTime {
  std::string name{};
  double update = 0;
  std::optional<double> boxes{};
  std::optional<double> rays{};
  std::optional<double> nearest{};
  bool chosen = false;

  void set_boxes(double ns) { boxes = std::min(ns, boxes.value_or(ns)); }
  void set_rays(double ns) { rays = std::min(ns, rays.value_or(ns)); }
  void set_nearest(double ns) { nearest = std::min(ns, nearest.value_or(ns)); }
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
  std::vector<IndexTime>
      indices{};  // if requested: those that answer every requested kind first, fastest first
};

// Returns the choice in a sentence, what was measured of the boxes, and a table.
std::string choose_text(const ChooseReport& report);
std::string choose_json(const ChooseReport& report);
// Returns a bar chart: one bar for each method, as long as the logarithm of its time.
std::string choose_svg(const ChooseReport& report);

}  // namespace masu::cli
