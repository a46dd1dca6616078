// SPDX-License-Identifier: MIT
// A world of moving objects: which ones touch, which sensor a bullet crosses, what a ray hits. Your
// program adds bodies, forces and time steps.
#include <cstdio>

#include <masu/masu.hpp>

int main() {
  masu::World<2> world;
  const auto add = [&](const auto& shape, float x, float y, const masu::ObjectOptions& options) {
    return world.add(shape, {{x, y}, {}}, options).expect_ok();
  };
  add(masu::HalfSpace<2, float>{{0, 1}, 0}, 0, 0, {.user_data = 1, .fixed = true});
  const masu::Handle ball = add(masu::Circle<float>{1}, 0, 3, {.user_data = 2});
  add(masu::Box<2, float>{{0.5f, 9}}, 5, 0, {.user_data = 3, .sensor = true, .fixed = true});
  const masu::Handle bullet = add(masu::Circle<float>{0.1f}, -9, 5, {.user_data = 4});

  const auto name = [&](masu::Handle h) { return int(world.user_data(h)); };
  for (const float height : {3.0f, 0.75f, 0.75f}) {
    if (world.move(ball, {{0, height}, {}}) != masu::Status::ok) return 1;
    if (world.update().status != masu::Status::ok) return 1;
    std::printf("%d began, %d stay\n", int(world.began().size()), int(world.stayed().size()));
  }
  for (const masu::WorldPair& pair : world.pairs()) {
    const auto& contact = world.contacts(pair)[0];
    std::printf("%d in %d, %g deep\n", name(pair.b), name(pair.a), contact.depth());
  }
  if (world.move(bullet, {{20, 5}, {}}) != masu::Status::ok) return 1;
  if (world.update().status != masu::Status::ok) return 1;
  for (const auto& c : world.crossed()) {
    std::printf("%d crossed %d at %.2f of the frame\n", name(c.b), name(c.a), c.t);
  }
  const auto hit = world.ray_cast({{-9, 1}, {1, 0}});
  std::printf("the ray meets %d at %.2f\n", name(hit.object), hit.t);
}
// Output: 0 began, 0 stay
// Output: 1 began, 0 stay
// Output: 0 began, 1 stay
// Output: 2 in 1, 0.25 deep
// Output: 4 crossed 3 at 0.46 of the frame
// Output: the ray meets 2 at 8.03
