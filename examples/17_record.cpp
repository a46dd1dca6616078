// SPDX-License-Identifier: MIT
// Records a world for `masu replay`: shapes once, then one line for each object and frame.
#include <cstdio>

#include <masu/masu.hpp>

// Prints all positions. Your program calls it once per frame, and writes to a file.
void record(const masu::World<2>& world, int frame) {
  (void)world.for_each([&](masu::Handle h) {
    const auto object = *world.find(h);
    const auto p = object.pose.translation;
    std::printf("%d,%d,%.9g,%.9g\n", frame, int(object.options.user_data), p[0], p[1]);
  });
}

int main() {
  std::puts("shape ball circle:0.5");
  std::puts("shape ground half_space:0,1");
  std::puts("object 0 ground fixed");
  std::puts("object * ball");
  std::puts("frame,id,x,y");
  masu::World<2> world;
  world.add(masu::HalfSpace<2, float>{{0, 1}, 0}, {}, {.user_data = 0, .fixed = true}).expect_ok();
  const masu::Circle<float> ball{0.5f};
  const masu::Handle falling = world.add(ball, {{0, 2}, {}}, {.user_data = 1});
  const masu::Handle leaving = world.add(ball, {{0.75f, 2}, {}}, {.user_data = 2});
  for (int frame = 0; frame < 3; ++frame) {
    if (world.move(falling, {{0, 2 - 0.75f * float(frame)}, {}}) != masu::Status::ok) return 1;
    if (frame == 2 && world.remove(leaving) != masu::Status::ok) return 1;
    if (world.update().status != masu::Status::ok) return 1;
    record(world, frame);
  }
}
// Output: shape ball circle:0.5
// Output: shape ground half_space:0,1
// Output: object 0 ground fixed
// Output: object * ball
// Output: frame,id,x,y
// Output: 0,0,0,0
// Output: 0,1,0,2
// Output: 0,2,0.75,2
// Output: 1,0,0,0
// Output: 1,1,0,1.25
// Output: 1,2,0.75,2
// Output: 2,0,0,0
// Output: 2,1,0,0.5
