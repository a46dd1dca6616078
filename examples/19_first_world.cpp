// SPDX-License-Identifier: MIT
// A first world: a ball falls onto a floor, and the program prints when it touches and how deep.
#include <cstdio>

#include <masu/masu.hpp>

int main() {
  masu::World<2> world;
  const masu::Box<2, float> ground{{10, 1}};  // half extents
  const masu::InsertResult floor = world.add(ground, {{0, -1}, {}}, {.fixed = true});
  const masu::InsertResult ball = world.add(masu::Circle<float>{0.5f}, {{0, 3}, {}});
  if (floor.status != masu::Status::ok || ball.status != masu::Status::ok) return 1;

  float height = 3, velocity = 0;
  for (int frame = 0; frame < 60; ++frame) {
    velocity -= 0.01f;  // gravity is your program's: the library moves nothing
    height += velocity;
    if (world.move(ball.handle, {{0, height}, {}}) != masu::Status::ok) return 1;
    if (world.update().status != masu::Status::ok) return 1;
    for (const masu::WorldPair& pair : world.began()) {  // pairs that began to touch
      for (const auto& contact : world.contacts(pair)) {
        std::printf("frame %d: touch, %.3f deep\n", frame, contact.depth());
      }
      velocity = -velocity * 0.5f;  // a bounce
      height = 0.5f;
    }
  }
  const auto hit = world.ray_cast({{-5, 5}, {1, -1}});
  std::printf("the ray hits the %s\n", hit.object == floor.handle ? "floor" : "ball");
}
// Output: frame 21: touch, 0.030 deep
// Output: frame 43: touch, 0.110 deep
// Output: frame 53: touch, 0.000 deep
// Output: frame 57: touch, 0.010 deep
// Output: the ray hits the ball
