// SPDX-License-Identifier: MIT
// Layouts of boxes, and paths of frames that are run forth and back.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <masu/core/aabb.hpp>

namespace masu_bench {

// One path: in each frame a share `share` of the boxes, different ones each time, takes steps of up
// to `step` edges on each axis; kNewPositions: to any position.
struct Motion {
  double share = 1;
  double step = 0.1;
  static constexpr double kNewPositions = 1e9;
};

// Scenes of scenes/generators, and four made here, to which nothing was fitted:
//   line    unit boxes along the first axis, half a pair per object
//   sheet   the triangles of a folded height field whose vertices jitter when they move: it bends
//   beams   one thick and as long as the domain, 20 n^(1/D), along two axes (in 2D: one)
//   comet   uniform, except for one in a hundred, which lie in a tail 40 domains long
std::vector<std::string> layout_names();

template <int D>
struct Path {
  using Bounds = masu::Aabb<D, float>;
  std::vector<std::vector<Bounds>> frames;
  // The objects that moved from frame f - 1 to f, and back.
  std::vector<std::vector<std::uint32_t>> moved;
};

// Throws std::invalid_argument for an unknown layout.
template <int D>
Path<D> make_path(const std::string& layout, std::size_t n, std::uint64_t seed, Motion motion,
                  std::size_t frames);

}  // namespace masu_bench
