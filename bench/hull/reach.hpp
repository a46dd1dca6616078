// SPDX-License-Identifier: MIT
// Is a hull right? Along any direction it must reach as far as the points do, and no farther.
#pragma once

#include <span>
#include <vector>

namespace masu_bench::hull {

class Reach {
 public:
  Reach(int dim, const std::vector<double>& points);

  // The share of directions in which the vertices reach less far than the points by more than
  // 10^-9 of their size, or farther.
  double missed(std::span<const double> vertices) const;

 private:
  std::vector<double> of(std::span<const double> points) const;

  int dim_;
  std::vector<double> directions_;
  double size_ = 0;
  std::vector<double> truth_;
};

}  // namespace masu_bench::hull
