// SPDX-License-Identifier: MIT
#include <cstdio>

#include <masu/masu.hpp>

int main() {
  masu::World<2> world;
  const masu::Handle wall = world.add(masu::Box<2, float>{{1, 9}}, {}, {.fixed = true});
  const masu::Handle ball = world.add(masu::Circle<float>{0.5f}, {{-5, 0}, {}});
  if (!wall || !ball) return 1;
  for (const float x : {-1.25f, -5.0f}) {
    if (world.move(ball, {{x, 0}, {}}) != masu::Status::ok) return 1;
    if (world.update().status != masu::Status::ok) return 1;
    for (const masu::WorldPair& pair : world.began()) {
      std::printf("they touch, %g deep\n", world.contacts(pair)[0].depth());
    }
    if (!world.ended().empty()) std::printf("they are apart again\n");
  }
}
// Output: they touch, 0.25 deep
// Output: they are apart again
