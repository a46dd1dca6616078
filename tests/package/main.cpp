// SPDX-License-Identifier: MIT
// A user's program: one search by headers alone, one by compiled code of the library.
#include <array>
#include <cstdio>

#include <masu/masu.hpp>

int main() {
  const std::array<masu::Aabb3d, 3> boxes = {
      {{{0, 0, 0}, {2, 2, 2}}, {{2, 2, 2}, {3, 3, 3}}, {{5, 5, 5}, {6, 6, 6}}}};
  masu::CountPairs pairs;
  masu::SortedOrthtree<3, double> finder;
  if (finder.find_pairs(boxes, pairs).status != masu::Status::ok) return 1;
  std::printf("masu %s: %d pair\n", masu::version(), static_cast<int>(pairs.count));
  return pairs.count == 1 ? 0 : 1;
}
