// SPDX-License-Identifier: MIT
// Pairs of overlapping convex polyhedra, as input for all methods.
#pragma once

#include <masu/core/transform.hpp>
#include <set>
#include <string>
#include <vector>

#include "volume_peer.h"

namespace masu_bench::volume {

// Polyhedra with corners on ellipsoids of a size of about 1, at random rotations. deep: distance of
// the origins 0 to 0.3 of that at which they touch; shallow: 1e-6 to 1e-3 deep.
class Scene {
 public:
  static std::set<std::string> rows() { return {"deep", "shallow"}; }
  // Throws std::invalid_argument for another row.
  Scene(const std::string& row, std::size_t vertices, std::size_t count, std::uint64_t seed);

  std::size_t size() const { return pairs_.size(); }
  const masu_volume_pair* pairs() const { return pairs_.data(); }
  // Returns the planes of both bodies, on average.
  double planes() const;

 private:
  struct Solid {
    std::vector<double> vertices;
    std::vector<std::uint32_t> triangles;
  };
  struct Stored {
    Solid body[2];
    masu::Transform3d pose[2];
    masu::Vec3d inside;
    std::vector<double> planes;
  };

  std::vector<Stored> stored_;
  std::vector<masu_volume_pair> pairs_;
};

}  // namespace masu_bench::volume
