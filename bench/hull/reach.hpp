// SPDX-License-Identifier: MIT
// Checks a hull: along any direction its extent must equal that of the points.
#pragma once

#include <span>
#include <vector>

namespace masu_bench::hull {

class Reach {
 public:
  Reach(int dim, const std::vector<double>& points);

  // Returns the share of directions in which the extents of vertices and points differ by more than
  // 10^-9 of the size.
  double missed(std::span<const double> vertices) const;

 private:
  std::vector<double> of(std::span<const double> points) const;

  int dim_;
  std::vector<double> directions_;
  double size_ = 0;
  std::vector<double> truth_;
};

}  // namespace masu_bench::hull
