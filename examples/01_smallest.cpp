// SPDX-License-Identifier: MIT
#include <cstdio>
#include <vector>

#include <masu/masu.hpp>

int main() {
  std::vector<masu::Aabb2f> boxes = {{{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}, {{5, 5}, {6, 6}}};
  masu::SortedOrthtree<2, float> tree;
  auto found = tree.find_pairs(boxes, [](auto a, auto b) { std::printf("%u %u\n", a, b); });
  return found.status == masu::Status::ok ? 0 : 1;
}
// Output: 0 1
