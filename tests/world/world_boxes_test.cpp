// SPDX-License-Identifier: MIT
// What a pair of ContactDetail::boxes promises: it is one of the boxes that find() tells, and these
// contain the exact ones by less than a unit in the last place.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include <masu/shapes/box.hpp>
#include <masu/world/world.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

// Sums of two floats of such sizes are exact in double.
template <int D>
Aabb<D, double> exact_box(const Box<D, float>& shape, const Transform<D, float>& at) {
  Aabb<D, double> box;
  for (int a = 0; a < D; ++a) {
    const double center = double(at.translation[a]);
    box.min[a] = center - double(shape.half_extents[a]);
    box.max[a] = center + double(shape.half_extents[a]);
  }
  return box;
}

// How far apart the boxes are on the axis of the widest gap, in floats' units in the last place.
template <int D>
double gap_in_units(const Aabb<D, double>& x, const Aabb<D, double>& y) {
  double most = 0;
  for (int a = 0; a < D; ++a) {
    const double low = std::fmax(x.min[a], y.min[a]);
    const double high = std::fmin(x.max[a], y.max[a]);
    const auto size = static_cast<float>(std::fmax(std::fabs(low), std::fabs(high)));
    const double unit = double(std::nextafter(size, std::numeric_limits<float>::infinity())) - size;
    most = std::fmax(most, (low - high) / unit);
  }
  return most;
}

struct Counts {
  std::size_t exact = 0;
  std::size_t near = 0;  // that exact boxes do not have
};

// Boxes that touch, all but touch or overlap by next to nothing: edges lie on a lattice, give or
// take a unit or two.
template <int D>
Counts check_scene(std::uint64_t seed) {
  scenes::Pcg32 random(seed, 5);
  World<D> world({.detail = ContactDetail::boxes});
  std::vector<Handle> handles;
  std::vector<Aabb<D, double>> exact;
  const double offset = random.between(-300, 300);
  for (int i = 0; i < 60; ++i) {
    Transform<D, float> at{};
    Box<D, float> shape{};
    for (int a = 0; a < D; ++a) {
      float x = static_cast<float>(offset + double(random.below(5)));
      const int steps = int(random.below(5)) - 2;
      for (int k = 0; k < std::abs(steps); ++k) x = std::nextafter(x, steps > 0 ? 1e9f : -1e9f);
      at.translation[a] = x;
      shape.half_extents[a] = random.below(2) == 0 ? 0.5f : 0.1f + 0.4f * float(random.below(3));
    }
    handles.push_back(world.add(shape, at).handle);
    exact.push_back(exact_box(shape, at));
  }
  EXPECT_EQ(world.update().status, Status::ok);
  std::set<std::pair<std::uint32_t, std::uint32_t>> told;
  for (const WorldPair& p : world.pairs()) told.insert({p.a.index, p.b.index});
  Counts counts;
  for (std::uint32_t i = 0; i < 60; ++i) {
    for (std::uint32_t j = i + 1; j < 60; ++j) {
      const bool pair = told.contains({i, j});
      EXPECT_EQ(pair, overlaps(world.find(handles[i])->box, world.find(handles[j])->box));
      const bool meets = overlaps(exact[i], exact[j]);
      counts.exact += meets ? 1 : 0;
      if (meets == pair) continue;
      EXPECT_TRUE(pair) << "exact boxes that meet are never missed";
      EXPECT_LT(gap_in_units(exact[i], exact[j]), 2);
      ++counts.near;
    }
  }
  return counts;
}

TEST(WorldBoxes, pairs_are_those_of_boxes_rounded_outward_once) {
  Counts all;
  for (std::uint64_t seed = 0; seed < std::uint64_t(by_tier(200, 20'000)); ++seed) {
    for (const Counts& c : {check_scene<2>(seed), check_scene<3>(seed)}) {
      all.exact += c.exact;
      all.near += c.near;
    }
    if (HasFailure()) break;
  }
  EXPECT_GT(all.exact, 10'000u);
  EXPECT_GT(all.near, 20u) << "boxes that floats cannot hold";
}

}  // namespace
}  // namespace masu::test
