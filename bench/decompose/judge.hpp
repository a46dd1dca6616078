// SPDX-License-Identifier: MIT
// Measures how well parts approximate a solid, in the same way for all methods.
#pragma once

#include <masu/mesh/triangle_mesh.hpp>

#include "decompose_peer.h"

namespace masu_bench::decompose {

struct Verdict {
  double beyond =
      0;  // largest distance of samples of the parts' surfaces from the solid, in diagonals
  double uncovered = 0;  // largest distance of samples of the solid's surface from the parts
  double volume = 0;     // of all parts, divided by the solid's
};

class Judge {
 public:
  // The solid must outlive the judge. Throws std::runtime_error if its triangles are not closed and
  // outward.
  explicit Judge(const masu_decompose_solid& solid);

  // Uses 20 000 samples of each surface, evenly by area, and all corners of the parts.
  Verdict verdict(const masu_decompose_answer& answer) const;

 private:
  const masu_decompose_solid& solid_;
  masu::TriangleMesh<double> mesh_;
  double diagonal_ = 0;
};

}  // namespace masu_bench::decompose
