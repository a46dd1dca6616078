// SPDX-License-Identifier: MIT
// Measures the cases of the lecture's table, which names an algorithm for each kind of scene.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace masu_bench {

// One cell of the table: how boxes move, and whether they deform.
struct LectureCell {
  std::string motion;  // still, coherent, random
  bool deformable = false;
  std::map<std::string, double> pairs{};  // ns per object and frame to find all pairs
  std::map<std::string, double>
      queries{};  // ns per object and frame to update and query one box per object
};

// 2D or 3D; six cells. Rigid: unit boxes; deformable: the boxes of a bending sheet's triangles.
std::vector<LectureCell> measure_lecture_table(int dim, std::size_t n, std::uint64_t seed);

// Returns Markdown: in each cell the fastest three of each.
std::string lecture_table(const std::vector<LectureCell>& cells);

}  // namespace masu_bench
