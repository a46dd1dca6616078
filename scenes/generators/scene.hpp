// SPDX-License-Identifier: MIT
// Seeded scenes of boxes, still and moving. The same name, size and seed give the same bits on
// every compiler.
//
// Densities: all except one_cell, equal, pile and centre_lines (1D) have about one overlapping pair
// per object. Unit-edge boxes lie in a cube of side (n 2^(D-1))^(1/D): (4n)^(1/3) in 3D, sqrt(2n)
// in 2D.
//
//   uniform       new positions at every step: no coherence
//   brownian      each box moves by at most 0.1 edge on each axis
//   fast          each box moves straight, at most 2 edges per step on an axis; walls mirror it
//   pile          a settled heap, about 3.5 pairs per object, jittering by 0.01 edge; drop() lets
//                 it fall again
//   clusters      30 gaussian clouds
//   sizes         cubes with edges log-uniform from 0.03 to 30
//   thin_huge     1 % are needles 32 edges long and 0.1 thick, four are slabs across the domain
//   one_percent   uniform; one in a hundred moves, by at most 0.1 edge
//   one_cell      all overlap in a small corner of a domain that two distant boxes span
//   stadium       uniform, one pair per object, with one far box that makes the domain 10^4 wider
//   equal         n times the same box
//   centre_lines  every box straddles the center of the domain on one axis: half a pair per object
//   rods          100 edges long, one thick, along any axis
//
// Scenes without a stated motion move like `brownian`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <masu/core/aabb.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::scenes {

// Returns the names in the order above.
std::span<const std::string_view> scene_names();
bool is_scene(std::string_view name);

template <int D, class T>
struct SceneRecipe;

// The state of a scene; the recipes in scene.cpp fill and move it.
template <int D, class T>
struct SceneState {
  Pcg32 random;
  double side = 0;         // walls at 0 and side, for the lower corners
  std::size_t pinned = 0;  // the last boxes that never move
  std::uint32_t frame = 0;
  std::vector<Aabb<D, T>> boxes{};
  std::vector<T> memory{};  // pile: resting heights, then start heights; fast: velocities
  std::vector<std::uint32_t> moved{};
};

template <int D, class T>
class Scene {
 public:
  // Makes a scene. Throws std::invalid_argument for an unknown name. O(n).
  Scene(std::string_view name, std::size_t n, std::uint64_t seed);

  const std::vector<Aabb<D, T>>& boxes() const { return state_.boxes; }
  // Returns the side of the domain in edges of a unit box.
  double side() const { return state_.side; }

  // Advances one frame. O(n); one_percent: O(n / 100).
  void step();
  // Returns the boxes that the last step() moved, ascending.
  const std::vector<std::uint32_t>& moved() const { return state_.moved; }
  // pile: lifts all boxes, so that they fall for kFallFrames steps and settle again. Other scenes:
  // no effect.
  void drop();
  static constexpr std::uint32_t kFallFrames = 60;

 private:
  const SceneRecipe<D, T>* recipe_;
  SceneState<D, T> state_;
};

// Returns the initial boxes of a scene.
template <int D, class T>
std::vector<Aabb<D, T>> make_scene(std::string_view name, std::size_t n, std::uint64_t seed) {
  return Scene<D, T>(name, n, seed).boxes();
}

}  // namespace masu::scenes
