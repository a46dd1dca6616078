// SPDX-License-Identifier: MIT
// A ball rolls over a level of tiles, up a slope and onto a ledge, without ghost contacts.
#include <cstdio>

#include <masu/masu.hpp>

int main() {
  const char* rows[] = {"           ", "    /####  ", "###########"};
  masu::TileGrid<2, float> level;
  if (level.build({11, 3}, {1, 1}) != masu::Status::ok) return 1;
  for (std::uint32_t y = 0; y < 3; ++y) {
    for (std::uint32_t x = 0; x < 11; ++x) {
      const char c = rows[2 - y][x];
      const auto tile = c == '#'   ? masu::Tile::solid
                        : c == '/' ? masu::Tile::floor_rising
                                   : masu::Tile::empty;
      if (level.set({x, y}, tile) != masu::Status::ok) return 1;
    }
  }
  const masu::Circle<float> ball{0.25f};
  masu::Transform2f pose{{1.5f, 1.25f}, {}};
  masu::Buffer<masu::SubShapeContact<2, float>> found;
  for (int step = 0; step < 60; ++step) {
    pose.translation = pose.translation + masu::Vec2f{0.125f, -0.0625f};
    for (int round = 0; round < 4; ++round) {  // leave the deepest contact, then the next
      const auto r = masu::contacts(level, {}, ball, pose, found, {.skip_internal_edges = true});
      if (r.status != masu::Status::ok) return 1;
      masu::Separation<2, float> deepest;
      for (const auto& c : found) {
        if (c.distance < deepest.distance) deepest = c.separation();
      }
      pose.translation = pose.translation + deepest.normal * deepest.depth();
    }
    if (step % 12 == 11) std::printf("%.2f %.2f\n", pose.translation[0], pose.translation[1]);
  }
}
// Output: 3.00 1.25
// Output: 4.04 1.40
// Output: 4.42 1.77
// Output: 4.79 2.15
// Output: 6.15 2.25
