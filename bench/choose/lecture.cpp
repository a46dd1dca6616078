// SPDX-License-Identifier: MIT
#include "lecture.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "contest.hpp"
#include "query_contest.hpp"

namespace masu_bench {
namespace {

std::vector<LectureCell> measure(int dim, std::size_t n, std::uint64_t seed) {
  const std::pair<const char*, Motion> motions[] = {
      {"still", {0, 0.1}}, {"coherent", {1, 0.1}}, {"random", {1, Motion::kNewPositions}}};
  std::vector<LectureCell> cells;
  for (const auto& [name, motion] : motions) {
    for (const bool deformable : {false, true}) {
      const std::string scene = deformable ? "sheet" : "uniform";
      LectureCell cell{.motion = name, .deformable = deformable};
      cell.pairs = run_contest({scene, dim, n, motion, seed}).all;
      cell.queries = run_query_contest({scene, "boxes", dim, n, motion, seed}).all;
      cells.push_back(cell);
    }
  }
  return cells;
}

std::string fastest(const std::map<std::string, double>& times) {
  std::vector<std::pair<double, std::string>> order;
  for (const auto& [name, ns] : times) order.emplace_back(ns, name);
  std::sort(order.begin(), order.end());
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(order.size(), 3); ++i) {
    text += fmt::format("{}{} {:.3g}", i == 0 ? "" : ", ", order[i].second, order[i].first);
  }
  return text;
}

}  // namespace

std::vector<LectureCell> measure_lecture_table(int dim, std::size_t n, std::uint64_t seed) {
  return measure(dim, n, seed);
}

std::string lecture_table(const std::vector<LectureCell>& cells) {
  std::string text =
      "| boxes | of | pairs: fastest, ns an object | queries: fastest, ns an object |\n"
      "| --- | --- | --- | --- |\n";
  for (const LectureCell& c : cells) {
    text += fmt::format("| {} | {} | {} | {} |\n", c.motion,
                        c.deformable ? "a mesh that bends" : "rigid bodies", fastest(c.pairs),
                        fastest(c.queries));
  }
  return text;
}

}  // namespace masu_bench
