// SPDX-License-Identifier: MIT
// Pairs between two sets: bullets and targets. Filters decide which objects collide.
#include <cstdio>
#include <vector>

#include <masu/masu.hpp>

namespace {

constexpr masu::Filter kFriend{.category = 1, .mask = 0};  // collides with nothing
constexpr masu::Filter kEnemy{.category = 2, .mask = ~0ull};

}  // namespace

int main() {
  const std::vector<masu::Aabb2f> bullets = {{{0, 0}, {1, 1}}, {{4, 4}, {5, 5}}};
  const std::vector<masu::Filter> bullet_filters(bullets.size(), {.category = 4, .mask = 2});
  const std::vector<masu::Aabb2f> targets = {{{1, 1}, {2, 2}}, {{0, 0}, {9, 9}}};
  const std::vector<masu::Filter> target_filters = {kFriend, kEnemy};

  masu::SortedOrthtree<2, float> finder;
  const masu::SearchResult found = finder.find_pairs_between(
      bullets, targets,
      [](auto bullet, auto target) { std::printf("bullet %u hits target %u\n", bullet, target); },
      {.filters = bullet_filters, .filters_b = target_filters});
  return found.status == masu::Status::ok ? 0 : 1;
}
// Output: bullet 0 hits target 1
// Output: bullet 1 hits target 1
