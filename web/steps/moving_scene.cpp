// SPDX-License-Identifier: MIT
// One moving scene at a time: each call leaves what MovingScene::write() writes.
#include "steps/moving_scene.hpp"

#include <memory>

namespace masu::steps {
namespace {

std::unique_ptr<MovingScene>& current() {
  static std::unique_ptr<MovingScene> scene;
  return scene;
}

std::uint32_t write_current() {
  Tape& tape = cleared_output();
  if (current() != nullptr) current()->write(tape);
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
  if (dimension == 2) current() = std::make_unique<MovingSceneOf<2>>(name, n, std::uint64_t(seed));
  if (dimension == 3) current() = std::make_unique<MovingSceneOf<3>>(name, n, std::uint64_t(seed));
  return write_current();
}

// Advances by this many frames.
MASU_STEPS(moving_step) std::uint32_t steps_moving_step(std::uint32_t frames) {
  for (std::uint32_t f = 0; f < frames && current() != nullptr; ++f) current()->step();
  return write_current();
}

// Moves an object to another center.
MASU_STEPS(moving_set_center)
std::uint32_t steps_moving_set_center(std::uint32_t object, double x, double y, double z) {
  const double center[] = {x, y, z};
  if (current() != nullptr) current()->set_center(object, center);
  return write_current();
}

// Adds a unit box.
MASU_STEPS(moving_add) std::uint32_t steps_moving_add(double x, double y, double z) {
  const double center[] = {x, y, z};
  if (current() != nullptr) current()->add(center);
  return write_current();
}

MASU_STEPS(moving_remove) std::uint32_t steps_moving_remove(std::uint32_t object) {
  if (current() != nullptr) current()->remove(object);
  return write_current();
}
