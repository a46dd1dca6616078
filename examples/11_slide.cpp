// SPDX-License-Identifier: MIT
// A character walks up and down stairs of tiles, and then against a wall.
#include <cstdio>

#include <masu/masu.hpp>

int main() {
  const char* rows[] = {"            #", "      ##    #", "   ###      #", "#############"};
  masu::TileGrid<2, float> level;
  if (level.build({13, 4}, {1, 0.25f}) != masu::Status::ok) return 1;
  for (std::uint32_t y = 0; y < 4; ++y) {
    for (std::uint32_t x = 0; x < 13; ++x) {
      const auto tile = rows[3 - y][x] == '#' ? masu::Tile::solid : masu::Tile::empty;
      if (level.set({x, y}, tile) != masu::Status::ok) return 1;
    }
  }
  const masu::OneBody<2, float> world(level, {});
  masu::CapsuleMover<2, float> hero{{1, 1}, 0.25f, {0, 0.25f}};
  const masu::SlideOptions<2, float> options{.up = {0, 1}, .step_height = 0.3f, .snap = 0.3f};
  float falling = 0;
  for (int frame = 1; frame <= 100; ++frame) {
    falling += 0.02f;
    const auto r = masu::slide(hero, {0.125f, -falling}, world, options);
    if (r.status != masu::Status::ok) return 1;
    if (r.on_ground) falling = 0;
    if (frame % 20 == 0) {
      std::printf("%.1f %.1f %s\n", hero.position[0], hero.position[1],
                  r.on_ground ? "on the ground" : "in the air");
    }
  }
}
// Output: 3.5 1.0 on the ground
// Output: 6.0 1.3 on the ground
// Output: 8.5 0.8 on the ground
// Output: 11.0 0.8 on the ground
// Output: 11.7 0.8 on the ground
