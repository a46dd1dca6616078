// SPDX-License-Identifier: MIT
#include "pair_search.hpp"

#include <algorithm>

#include <masu/shapes/aabb_of.hpp>

namespace masu::solvers {

std::span<const Pair> PairSearch::find(const std::vector<Body>& bodies, double margin) {
  boxes_.clear();
  pairs_.clear();
  const Vec3d half = Vec3d::all(margin / 2);
  for (const Body& body : bodies) {
    const Aabb<3, double> box = aabb_of(body.shape, body.pose);
    boxes_.push_back({box.min - half, box.max + half});
  }
  const auto take = [&](std::uint32_t a, std::uint32_t b) {
    if (!bodies[a].fixed() || !bodies[b].fixed()) pairs_.push_back({a, b});
  };
  // Boxes of positions that left the range of numbers overlap nothing: such bodies fall for ever.
  const SearchResult found = finder_.find_pairs(BoxSpan<3, double>(boxes_), take);
  if (found.status != Status::ok) pairs_.clear();
  std::sort(pairs_.begin(), pairs_.end());
  return pairs_;
}

}  // namespace masu::solvers
