// SPDX-License-Identifier: MIT
#include "reach.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scenes/generators/pcg32.hpp"

namespace masu_bench::hull {

constexpr std::size_t kDirections = 100;
constexpr double kTolerance = 1e-9;

Reach::Reach(int dim, const std::vector<double>& points) : dim_(dim) {
  masu::scenes::Pcg32 random(7);
  for (std::size_t i = 0; i < kDirections * static_cast<std::size_t>(dim); ++i) {
    directions_.push_back(random.between(-1, 1));
  }
  for (const double x : points) size_ = std::max(size_, std::abs(x));
  truth_ = of(points);
}

std::vector<double> Reach::of(std::span<const double> points) const {
  std::vector<double> reach(kDirections, -std::numeric_limits<double>::infinity());
  const auto dim = static_cast<std::size_t>(dim_);
  for (std::size_t at = 0; at < points.size(); at += dim) {
    for (std::size_t i = 0; i < kDirections; ++i) {
      double height = 0;
      for (std::size_t k = 0; k < dim; ++k) height += directions_[dim * i + k] * points[at + k];
      reach[i] = std::max(reach[i], height);
    }
  }
  return reach;
}

double Reach::missed(std::span<const double> vertices) const {
  const std::vector<double> reach = of(vertices);
  std::size_t missed = 0;
  for (std::size_t i = 0; i < kDirections; ++i) {
    if (!(std::abs(truth_[i] - reach[i]) <= kTolerance * size_)) ++missed;
  }
  return static_cast<double>(missed) / kDirections;
}

}  // namespace masu_bench::hull
