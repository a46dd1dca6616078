// SPDX-License-Identifier: MIT
// Persistent objects: each registers once, moves in O(1), and queries find it at any time. The same
// tree finds all pairs of registered objects by one sort.
#include <cstdio>

#include <masu/masu.hpp>

int main() {
  masu::LinearQuadtree<float> world;
  const masu::Handle hero = world.insert({{0, 0}, {1, 1}}, 7);  // 7: your user data
  const masu::Handle wolf = world.insert({{5, 0}, {6, 1}}, 8);
  const masu::Handle tree = world.insert({{9, 0}, {10, 4}}, 9);
  if (world.size() != 3) return 1;  // an insertion fails only without memory

  (void)world.move(wolf, {{0.5f, 0.5f}, {1.5f, 1.5f}});
  (void)world.find_pairs([&](auto a, auto b) {
    std::printf("objects %d and %d touch\n", int(world[a].user_data), int(world[b].user_data));
  });

  (void)world.for_each_within({{8, 0}, {8, 0}}, 2.0f, [&](masu::Handle found) {
    std::printf("near the gate: object %d\n", int(world.find(found)->user_data));
  });

  (void)world.erase(hero);
  std::printf("%s\n", masu::describe(world.move(hero, {{2, 2}, {3, 3}})));
  return world.contains(tree) ? 0 : 1;
}
// Output: objects 7 and 8 touch
// Output: near the gate: object 9
// Output: the handle refers to an erased object
