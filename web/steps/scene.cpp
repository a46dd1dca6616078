// SPDX-License-Identifier: MIT
// The scenes that tests and benchmarks use, the same bits for the same seed.
#include "scenes/generators/scene.hpp"

#include "steps/tape.hpp"

namespace masu::steps {
namespace {

template <int D>
std::uint32_t write_scene(std::uint32_t which, std::uint32_t n, double seed, std::uint32_t frames) {
  scenes::Scene<D, float> scene(scenes::scene_names()[which], n, std::uint64_t(seed));
  for (std::uint32_t f = 0; f < frames; ++f) scene.step();
  Tape& tape = cleared_output();
  tape.write(scene.side());
  for (const Aabb<D, float>& box : scene.boxes()) {
    for (int a = 0; a < D; ++a) tape.write(box.min[a]);
    for (int a = 0; a < D; ++a) tape.write(box.max[a]);
  }
  return tape.size();
}

}  // namespace
}  // namespace masu::steps

// Writes the side of the world, then boxes: minimum corner, maximum corner. which: in the order of
// scenes::scene_names(), as in src/scene/names.ts.
MASU_STEPS(scene)
std::uint32_t steps_scene(std::uint32_t dimension, std::uint32_t which, std::uint32_t n,
                          double seed, std::uint32_t frames) {
  using namespace masu::steps;
  return dimension == 2 ? write_scene<2>(which, n, seed, frames)
                        : write_scene<3>(which, n, seed, frames);
}
