// SPDX-License-Identifier: MIT
// The rows: queries and shapes, their placements, and our goals.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "narrow_peer.h"

namespace masu_bench::narrow {

enum class Placement : std::uint8_t {
  apart,     // gaps from 0.02 to 1
  overlap,   // distance of the origins up to 0.98 of that at which the shapes touch
  deep,      // up to 0.3 of it
  mixed,     // overlapping by up to 0.3 or apart by up to 0.3
  resting,   // overlapping by up to 0.02; every second pair face to face, tilted by up to 0.01
  approach,  // apart, then b moves to a or past it
  aimed,     // a ray or a direction
  near,      // 10^-6 to 10^-2 apart, or overlapping by as much
  crossing   // surfaces of radius about 1, their origins 1 to 2 apart
};

struct RowKind {
  const char* name;
  int dim;
  masu_narrow_kind a;
  masu_narrow_kind b;
  masu_narrow_question question;
  Placement placement;
  std::vector<std::uint64_t> sizes{0};  // vertices of polytopes
  bool warm = false;                    // whether coherent motion is measured too
  // Least time of the best correct peer divided by ours; 0: no goal.
  double goal = 0;
  double warm_goal = 0;
  std::vector<double> aims{};  // ns, cold, for each size
  double warm_aim = 0;
  bool from_file = false;  // a mesh given by the user
  bool cubes = false;      // polyhedra are cubes, each face of n x n squares
};

std::span<const RowKind> row_kinds();

// Throws std::invalid_argument for an unknown row.
const RowKind& row_kind(const std::string& name);

}  // namespace masu_bench::narrow
