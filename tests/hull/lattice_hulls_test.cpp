// SPDX-License-Identifier: MIT
// Hulls in 3D of hard sets of a few points, each shown to be the hull: predicates_test compares the
// signs that this takes with integers. Larger sets: tests/oracle/cgal_hull_test.cpp.
#include <gtest/gtest.h>

#include <cmath>

#include <masu/hull/quickhull3.hpp>

#include "tests/hull/check_hull3.hpp"
#include "tests/support/lattice.hpp"
#include "tests/support/seeds.hpp"

namespace masu::test {
namespace {

template <class T>
class LatticeHulls : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(LatticeHulls, Scalars);

TYPED_TEST(LatticeHulls, L21_are_convex_and_no_point_lies_outside) {
  using T = TypeParam;
  scenes::Pcg32 random(seed_of_piece(61 + sizeof(T)));
  Quickhull3<T> quickhull;
  Hull3<T> hull;
  Points<3, T> points;
  std::uint64_t sets = 0, solid = 0;
  for (std::uint32_t i = 0; i < by_piece(4'000u, 500'000u); ++i, ++sets) {
    SCOPED_TRACE(i);
    LatticePoints<3> lattice(Layout(i % kLayouts), kLatticeBits<T>, random);
    const T unit = std::ldexp(T(1), int(random.below(61)) - 40);
    points.resize(1 + random.below(random.below(4) == 0 ? 64 : 12));
    for (auto& p : points) p = scaled<T>(lattice(), unit);
    ASSERT_EQ(quickhull.build(points, hull), Status::ok);
    HullCheck<T>(points, hull).run();
    ASSERT_FALSE(this->HasFailure());
    solid += hull.dimension() == 3;
  }
  EXPECT_GT(solid, sets / 2);
  count_cases(sets);
}

}  // namespace
}  // namespace masu::test
