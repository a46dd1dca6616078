// SPDX-License-Identifier: MIT
// Boxes compared in integers: overlaps(), and the pairs that the broad phases find.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/broad_phase/bvh_families.hpp"
#include "tests/broad_phase/families.hpp"
#include "tests/broad_phase/kd_family.hpp"
#include "tests/broad_phase/sweep_family.hpp"
#include "tests/broad_phase/uniform_grid_family.hpp"
#include "tests/support/lattice.hpp"
#include "tests/support/seeds.hpp"

namespace masu::test {
namespace {

// Boxes of one layout, with their bounds in integers.
template <int D, class T>
class LatticeBoxes {
 public:
  struct Bounds {
    Lattice<D> min, max;
  };

  LatticeBoxes(std::size_t count, Layout layout, scenes::Pcg32& random) {
    constexpr int kBits = kLatticeBits<T>;
    LatticePoints<D> points(layout, kBits - 1, random);
    const int exponent = int(random.below(121)) - 60;
    const T unit = std::ldexp(T(1), exponent);
    for (std::size_t i = 0; i < count; ++i) {
      const Lattice<D> p = points(), q = points();
      Bounds b{min(p, q), max(p, q)};
      // Often a bound touches that of an earlier box, or is one unit beside it.
      if (i > 0 && random.below(4) != 0) {
        const Bounds& other = bounds[random.below(std::uint32_t(i))];
        const int a = int(random.below(D));
        const std::int64_t by = std::int64_t(random.below(3)) - 1;
        if (random.below(2) == 0) b.min[a] = other.max[a] + by;
        if (random.below(2) == 0) b.max[a] = other.min[a] + by;
        if (b.min[a] > b.max[a]) std::swap(b.min[a], b.max[a]);
      }
      bounds.push_back(b);
      boxes.push_back({scaled<T>(b.min, unit), scaled<T>(b.max, unit)});
    }
  }

  // Sets a bit for each pair that shares a point: i * count + j for i < j.
  std::vector<char> pairs() {
    const std::size_t n = bounds.size();
    std::vector<char> bits(n * n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) {
        std::int64_t gap = std::numeric_limits<std::int64_t>::min();
        for (int a = 0; a < D; ++a) {
          gap = std::max(
              {gap, bounds[j].min[a] - bounds[i].max[a], bounds[i].min[a] - bounds[j].max[a]});
        }
        bits[i * n + j] = gap <= 0;
        overlapping += gap <= 0;
        touching += gap == 0;
      }
    }
    return bits;
  }

  std::vector<Bounds> bounds;
  std::vector<Aabb<D, T>> boxes;
  std::uint64_t overlapping = 0;
  std::uint64_t touching = 0;
};

template <class C>
class BoxPairs : public testing::Test {
 protected:
  static constexpr int kD = C::D;
  using Scalar = typename C::T;

  template <class Family>
  void compare(const std::vector<Aabb<kD, Scalar>>& boxes, const std::vector<char>& expected,
               std::uint32_t variant) {
    auto finder = Family::template make<kD, Scalar>(int(variant % Family::kVariants));
    std::vector<char> found(expected.size());
    const std::size_t n = boxes.size();
    PairList pairs;
    ASSERT_EQ(finder.find_pairs(BoxSpan<kD, Scalar>(boxes), pairs, {}).status, Status::ok);
    for (const Pair& p : pairs) {
      const std::size_t bit = std::min(p.a, p.b) * n + std::max(p.a, p.b);
      ASSERT_EQ(found[bit], 0) << Family::kName << ": pair found twice";
      found[bit] = 1;
    }
    ASSERT_TRUE(found == expected) << Family::kName << variant;
    cases_ += n * (n - 1) / 2;
  }

  std::uint64_t cases_ = 0;
};
TYPED_TEST_SUITE(BoxPairs, DimensionsAndScalars, CaseNames);

TYPED_TEST(BoxPairs, are_those_of_integers) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  scenes::Pcg32 random(seed_of_piece(D * sizeof(T)));
  constexpr std::size_t kBoxes = 600;
  std::uint64_t all = 0, overlapping = 0, touching = 0;
  for (std::uint32_t i = 0; i < by_piece(kLayouts * 2, kLayouts * 12); ++i) {
    SCOPED_TRACE(i);
    LatticeBoxes<D, T> set(kBoxes, Layout(i % kLayouts), random);
    const std::vector<char> expected = set.pairs();
    for (std::size_t a = 0; a < kBoxes; ++a) {
      for (std::size_t b = a + 1; b < kBoxes; ++b) {
        ASSERT_EQ(overlaps(set.boxes[a], set.boxes[b]), expected[a * kBoxes + b] != 0);
      }
    }
    this->cases_ += kBoxes * (kBoxes - 1) / 2;
    const std::uint32_t variant = i / kLayouts;
    this->template compare<AllPairsFamily>(set.boxes, expected, variant);
    this->template compare<SortedOrthtreeFamily>(set.boxes, expected, variant);
    this->template compare<SweepAndPruneFamily>(set.boxes, expected, variant);
    this->template compare<UniformGridFamily>(set.boxes, expected, variant);
    this->template compare<KdTreeFamily>(set.boxes, expected, variant);
    this->template compare<BvhFamily>(set.boxes, expected, variant);
    if (this->HasFatalFailure()) return;
    all += kBoxes * (kBoxes - 1) / 2, overlapping += set.overlapping, touching += set.touching;
  }
  EXPECT_GT(overlapping, all * 3 / 10);
  EXPECT_LT(overlapping, all * 7 / 10);
  EXPECT_GT(touching, all / 50);
  std::cout << "shares: " << double(overlapping) / double(all) << " overlap, "
            << double(touching) / double(all) << " touch\n";
  count_cases(this->cases_);
}

}  // namespace
}  // namespace masu::test
