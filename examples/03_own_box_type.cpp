// SPDX-License-Identifier: MIT
// The finders read boxes of your own type in place. Types with min and max, lower and upper, or
// lowerBound and upperBound work without BoxTraits (Eigen::AlignedBox too). For other types,
// BoxTraits returns the corners.
#include <cstdio>
#include <vector>

#include <masu/masu.hpp>

struct Sprite {
  int image;
  double corners[4];  // left, top, right, bottom
};

template <>
struct masu::BoxTraits<Sprite> {
  static const double* min(const Sprite& s) { return s.corners; }
  static const double* max(const Sprite& s) { return s.corners + 2; }
};

int main() {
  const std::vector<Sprite> sprites = {
      {7, {0, 0, 32, 32}}, {8, {16, 16, 48, 48}}, {9, {99, 0, 131, 32}}};
  masu::PairList pairs;
  masu::SortedOrthtree<2, double> finder;
  if (finder.find_pairs(sprites, pairs).status != masu::Status::ok) return 1;
  for (const auto& [a, b] : pairs) {
    std::printf("images %d and %d overlap\n", sprites[a].image, sprites[b].image);
  }
}
// Output: images 7 and 8 overlap
