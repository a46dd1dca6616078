// SPDX-License-Identifier: MIT
// The lecture's table of which algorithm when, from measurements.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace masu_bench {

// One cell of the table: how boxes change, and whether they bend.
struct LectureCell {
  std::string motion;  // still, coherent, random
  bool deformable = false;
  std::map<std::string, double> pairs{};    // ns an object and frame to have all pairs
  std::map<std::string, double> queries{};  // to be up to date and asked one box an object
};

// 2D or 3D; six cells. Rigid: unit boxes; deformable: the boxes of a bending sheet's triangles.
std::vector<LectureCell> measure_lecture_table(int dim, std::size_t n, std::uint64_t seed);

// Markdown: in each cell the fastest three of each.
std::string lecture_table(const std::vector<LectureCell>& cells);

}  // namespace masu_bench
