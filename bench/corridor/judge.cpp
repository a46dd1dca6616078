// SPDX-License-Identifier: MIT
#include "judge.hpp"

#include <algorithm>
#include <cmath>
#include <masu/corridor/wall_cast.hpp>

namespace masu_bench::corridor {
namespace {

bool differ(double a, double b, double off) {
  return !(std::fabs(a - b) <= off);  // NaN too
}

double nearest_of_all(const Map& map, const Point& position, double within) {
  double best = within * within;
  const masu::Vec2d p = masu::vec_cast<double>(position);
  map.for_each_wall([&](std::uint32_t i) {
    const masu::Vec2d a = masu::vec_cast<double>(map.vertex(i));
    const masu::Vec2d b = masu::vec_cast<double>(map.vertex(i + 1));
    best = std::min(best, masu::capsule_offset(a, b, p, {}).distance_squared);
  });
  return std::sqrt(best);
}

}  // namespace

std::vector<double> judge_by_median(const std::vector<const Answers*>& results, std::size_t scalars,
                                    double off) {
  std::vector<double> wrong(results.size());
  if (results.empty()) return wrong;
  const std::size_t count = results[0]->size() / scalars;
  std::vector<double> medians(scalars);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < scalars; ++k) {
      std::vector<double> all;
      for (const Answers* answers : results) all.push_back(double((*answers)[scalars * i + k]));
      std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2),
                       all.end());
      medians[k] = all[all.size() / 2];
    }
    for (std::size_t m = 0; m < results.size(); ++m) {
      bool bad = false;
      for (std::size_t k = 0; k < scalars; ++k) {
        bad |= differ(double((*results[m])[scalars * i + k]), medians[k], off);
      }
      wrong[m] += bad / static_cast<double>(count);
    }
  }
  return wrong;
}

std::vector<double> judge_by_brute_force(const Map& map, const masu_corridor_questions& questions,
                                         std::size_t brute,
                                         const std::vector<const Answers*>& results, double off) {
  std::vector<double> wrong(results.size());
  for (std::size_t i = 0; i < brute; ++i) {
    const double truth =
        nearest_of_all(map, point(questions.positions, i), double(questions.within));
    for (std::size_t m = 0; m < results.size(); ++m) {
      wrong[m] += differ(double((*results[m])[i]), truth, off) / static_cast<double>(brute);
    }
  }
  return wrong;
}

}  // namespace masu_bench::corridor
