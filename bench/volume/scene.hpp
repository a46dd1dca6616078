// SPDX-License-Identifier: MIT
// Pairs of convex solids that overlap, as every method takes them.
#pragma once

#include <masu/core/transform.hpp>
#include <set>
#include <string>
#include <vector>

#include "volume_peer.h"

namespace masu_bench::volume {

// Corners on ellipsoids about 1 large, at random turns. deep: origins at 0 to 0.3 of the way from
// concentric to touching; shallow: 1e-6 to 1e-3 deep.
class Scene {
 public:
  static std::set<std::string> rows() { return {"deep", "shallow"}; }
  // Throws std::invalid_argument for another row.
  Scene(const std::string& row, std::size_t vertices, std::size_t count, std::uint64_t seed);

  std::size_t size() const { return pairs_.size(); }
  const masu_volume_pair* pairs() const { return pairs_.data(); }
  // Of both bodies, on average.
  double planes() const;

 private:
  struct Solid {
    std::vector<double> vertices;
    std::vector<std::uint32_t> triangles;
  };
  struct Stored {
    Solid body[2];
    masu::Transform3d at[2];
    masu::Vec3d inside;
    std::vector<double> planes;
  };

  std::vector<Stored> stored_;
  std::vector<masu_volume_pair> pairs_;
};

}  // namespace masu_bench::volume
