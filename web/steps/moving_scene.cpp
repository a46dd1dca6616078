// SPDX-License-Identifier: MIT
// One moving scene at a time: each call leaves what MovingScene::write() writes.
#include "steps/moving_scene.hpp"

#include <memory>

namespace masu::steps {
namespace {

std::unique_ptr<MovingScene>& kept() {
  static std::unique_ptr<MovingScene> scene;
  return scene;
}

std::uint32_t tell() {
  Tape& tape = fresh();
  if (kept() != nullptr) kept()->write(tape);
  return tape.size();
}

}  // namespace
}  // namespace masu::steps

using namespace masu::steps;

// which: in the order of scenes::scene_names().
MASU_STEPS(moving_start)
std::uint32_t steps_moving_start(std::uint32_t dimension, std::uint32_t which, std::uint32_t n,
                                 double seed) {
  const auto name = masu::scenes::scene_names()[which];
  if (dimension == 2) kept() = std::make_unique<MovingSceneOf<2>>(name, n, std::uint64_t(seed));
  if (dimension == 3) kept() = std::make_unique<MovingSceneOf<3>>(name, n, std::uint64_t(seed));
  return tell();
}

// Advances by this many frames.
MASU_STEPS(moving_step) std::uint32_t steps_moving_step(std::uint32_t frames) {
  for (std::uint32_t f = 0; f < frames && kept() != nullptr; ++f) kept()->step();
  return tell();
}

// Moves an object to another center.
MASU_STEPS(moving_place)
std::uint32_t steps_moving_place(std::uint32_t object, double x, double y, double z) {
  const double center[] = {x, y, z};
  if (kept() != nullptr) kept()->place(object, center);
  return tell();
}

// Adds a unit box.
MASU_STEPS(moving_add) std::uint32_t steps_moving_add(double x, double y, double z) {
  const double center[] = {x, y, z};
  if (kept() != nullptr) kept()->add(center);
  return tell();
}

MASU_STEPS(moving_remove) std::uint32_t steps_moving_remove(std::uint32_t object) {
  if (kept() != nullptr) kept()->remove(object);
  return tell();
}
