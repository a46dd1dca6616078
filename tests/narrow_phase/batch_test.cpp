// SPDX-License-Identifier: MIT
// A batch has the bits of its pairs, one by one.
#include <gtest/gtest.h>

#include <vector>

#include <masu/narrow_phase/batch.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/ellipsoid.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/sphere.hpp>

#include "narrow_phase/same_bits.hpp"
#include "narrow_phase/solids.hpp"
#include "tests/support/simd_targets.hpp"

namespace masu::test {
namespace {

template <int Dimension, class Scalar>
struct Plain {
  static constexpr int D = Dimension;
  using T = Scalar;
};

template <int D, class T>
struct Scene {
  std::vector<ShapeView<D, T>> shapes;
  std::vector<Transform<D, T>> poses;

  Bodies<ShapeView<D, T>> bodies() const { return {shapes, poses}; }
};

// In eighths, every third time: shapes that touch, lie level, coincide. Now and then one that is
// not sound.
template <int D, class T>
Scene<D, T> scene(int kind, scenes::Pcg32& random, int count) {
  Scene<D, T> s;
  for (int i = 0; i < count; ++i) {
    const bool on_lattice = i % 3 == 0;
    const auto u = [&](double low) {
      return on_lattice
                 ? T(low < 0 ? (int(random.below(17)) - 8) / 8.0 : (1 + random.below(8)) / 8.0)
                 : T(random.between(low, 1));
    };
    const auto v = [&](double low) {
      Vec<D, T> p{};
      for (int a = 0; a < D; ++a) p[a] = u(low);
      return p;
    };
    switch (kind) {
      case 0: s.shapes.push_back(Point<D, T>{v(-1)}.view()); break;
      case 1: s.shapes.push_back(Sphere<D, T>{u(0.1)}.view()); break;
      case 2: s.shapes.push_back(Segment<D, T>{v(-1), v(-1)}.view()); break;
      case 3: s.shapes.push_back(Capsule<D, T>{v(-1), v(-1), u(0.1)}.view()); break;
      case 4: s.shapes.push_back(Box<D, T>{v(0.1), v(-1)}.view()); break;
      default: s.shapes.push_back(Ellipsoid<D, T>{v(0.1)}.view()); break;
    }
    Transform<D, T> pose{v(-1), {}};
    if (!on_lattice) {
      const auto q = random_rotation<T>(random);
      if constexpr (D == 3) {
        pose.rotation = q;
      } else {
        pose.rotation = {T(0.6), T(q.x < 0 ? -0.8 : 0.8)};
      }
    }
    if (i % 50 == 7) pose.translation[0] = std::numeric_limits<T>::quiet_NaN();
    if (i % 50 == 8) s.shapes.back().radius = T(-1);
    s.poses.push_back(pose);
  }
  return s;
}

template <class C>
class PairBatch : public testing::Test {};
using Cases = testing::Types<Plain<2, float>, Plain<3, float>, Plain<2, double>, Plain<3, double>>;
TYPED_TEST_SUITE(PairBatch, Cases);

TYPED_TEST(PairBatch, L17_has_the_same_bits_as_single_calls_on_every_instruction_set) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  scenes::Pcg32 random(61);
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      const auto a = scene<D, T>(i, random, 150);
      const auto b = scene<D, T>(j, random, 150);
      std::vector<Pair> pairs;
      for (std::uint32_t k = 0; k < 150; ++k) pairs.push_back({k, (k * 7 + 3) % 150});
      for (std::uint32_t k = 0; k < 30; ++k) pairs.push_back({k, k});
      std::vector<Separation<D, T>> out(pairs.size());
      const std::span<const Pair> list(pairs);
      const std::span<Separation<D, T>> answers(out);
      for_each_target([&](SimdTarget) {
        ASSERT_EQ(penetrations(a.bodies(), b.bodies(), list, answers), Status::ok);
        for (std::size_t k = 0; k < pairs.size(); ++k) {
          const auto [x, y] = pairs[k];
          expect_same_bits(out[k], penetration(a.shapes[x], a.poses[x], b.shapes[y], b.poses[y]));
        }
        ASSERT_EQ(distances(a.bodies(), b.bodies(), list, answers), Status::ok);
        for (std::size_t k = 0; k < pairs.size(); ++k) {
          const auto [x, y] = pairs[k];
          expect_same_bits(out[k], distance(a.shapes[x], a.poses[x], b.shapes[y], b.poses[y]));
        }
      });
      if (this->HasFailure()) {
        std::printf("kinds %d %d\n", i, j);
        return;
      }
    }
  }
}

// Views may be of any kinds, in any order; indices may be wrong.
TYPED_TEST(PairBatch, takes_shape_kinds_in_any_order) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  scenes::Pcg32 random(62);
  Scene<D, T> all;
  for (int i = 0; i < 6; ++i) {
    const auto some = scene<D, T>(i, random, 40);
    all.shapes.insert(all.shapes.end(), some.shapes.begin(), some.shapes.end());
    all.poses.insert(all.poses.end(), some.poses.begin(), some.poses.end());
  }
  std::vector<Pair> pairs;
  for (int k = 0; k < 500; ++k) pairs.push_back({random.below(240), random.below(240)});
  pairs[100] = {240, 0};
  pairs[101] = {0, 4000000000u};
  std::vector<Separation<D, T>> out(pairs.size());
  ASSERT_EQ(penetrations(all.bodies(), all.bodies(), std::span<const Pair>(pairs),
                         std::span<Separation<D, T>>(out)),
            Status::ok);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const auto [x, y] = pairs[k];
    if (k == 100 || k == 101) {
      EXPECT_EQ(out[k].status, Status::bad_index);
    } else {
      expect_same_bits(out[k],
                       penetration(all.shapes[x], all.poses[x], all.shapes[y], all.poses[y]));
    }
  }
}

// Of types that have no kernels of their own: views of them are written, some at a time.
TYPED_TEST(PairBatch, L17_has_the_bits_of_single_calls_for_shapes_of_any_type) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  scenes::Pcg32 random(63);
  std::vector<Ellipsoid<D, T>> eggs;
  std::vector<Box<D, T>> boxes;
  for (int i = 0; i < 30; ++i) {
    Vec<D, T> half{};
    for (int a = 0; a < D; ++a) half[a] = T(random.between(0.1, 1));
    eggs.push_back({half});
    boxes.push_back({half});
  }
  const auto of_eggs = scene<D, T>(1, random, 30).poses,
             of_boxes = scene<D, T>(1, random, 30).poses;
  const Bodies<Ellipsoid<D, T>> a{eggs, of_eggs};
  const Bodies<Box<D, T>> b{boxes, of_boxes};
  std::vector<Pair> pairs;
  for (int k = 0; k < 100; ++k) pairs.push_back({random.below(30), random.below(30)});
  pairs[40] = {30, 0};
  pairs[99] = {0, 30};
  std::vector<Separation<D, T>> out(pairs.size());
  const std::span<const Pair> list(pairs);
  const std::span<Separation<D, T>> answers(out);
  for (const bool with_depth : {false, true}) {
    ASSERT_EQ(with_depth ? penetrations(a, b, list, answers) : distances(a, b, list, answers),
              Status::ok);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const auto [x, y] = pairs[k];
      if (x == 30 || y == 30) {
        EXPECT_EQ(out[k].status, Status::bad_index);
      } else if (with_depth) {
        expect_same_bits(out[k], penetration(eggs[x], of_eggs[x], boxes[y], of_boxes[y]));
      } else {
        expect_same_bits(out[k], distance(eggs[x], of_eggs[x], boxes[y], of_boxes[y]));
      }
    }
  }
  const Bodies<Ellipsoid<D, T>> bad{eggs, std::span(of_eggs).first(2)};
  EXPECT_EQ(distances(bad, b, list, answers), Status::size_mismatch);
  EXPECT_EQ(distances(a, b, list, answers.first(1)), Status::size_mismatch);
}

TEST(PairBatch, refuses_spans_that_do_not_fit) {
  const std::vector<Sphere<3, float>> balls(3, Sphere<3, float>{1});
  const std::vector<Transform3f> poses(3);
  const std::vector<Pair> pairs = {{0, 1}, {1, 2}};
  std::vector<Separation<3, float>> out(2);
  const Bodies<Sphere<3, float>> valid{balls, poses};
  const Bodies<Sphere<3, float>> bad{balls, std::span(poses).first(2)};
  const std::span<const Pair> list(pairs);
  const std::span<Separation<3, float>> answers(out);
  EXPECT_EQ(penetrations(valid, valid, list, answers), Status::ok);
  EXPECT_EQ(out[0].distance, -2);
  EXPECT_EQ(penetrations(bad, valid, list, answers), Status::size_mismatch);
  EXPECT_EQ(distances(valid, bad, list, answers), Status::size_mismatch);
  EXPECT_EQ(distances(valid, valid, list, answers.first(1)), Status::size_mismatch);
  EXPECT_EQ(distances(valid, valid, list.first(0), answers.first(0)), Status::ok);
}

}  // namespace
}  // namespace masu::test
