// SPDX-License-Identifier: MIT
// Points, segments and boxes, sharp and rounded: every result is proved, whatever computed it. The
// gap along the normal shows that the shapes are no nearer, the two points that they are no
// farther; if cores overlap, no normal of a face nor product of two edges gives a smaller depth.
#include <gtest/gtest.h>

#include <vector>

#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/rounded.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/shapes/support.hpp>

#include "narrow_phase/same_bits.hpp"
#include "narrow_phase/solids.hpp"
#include "tests/support/simd_targets.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <int Dimension, class Scalar>
struct Plain {
  static constexpr int D = Dimension;
  using T = Scalar;
};

template <int D, class T>
struct Placed {
  ShapeView<D, T> shape;
  Transform<D, T> pose;

  Vec<D, double> to_world(const Vec<D, double>& p) const {
    return matrix_of(pose.rotation) * p + vec_cast<double>(pose.translation);
  }
  double reach(const Vec<D, double>& n) const {
    const Matrix<D, double> rotation = matrix_of(pose.rotation);
    return dot(n, to_world(support_of_core(shape, transposed_times(rotation, n)).point)) +
           double(shape.radius);
  }
  // How far p is outside of the shape, or minus how far inside of its core or so.
  double outside(const Vec<D, double>& p) const {
    const Vec<D, double> q =
        transposed_times(matrix_of(pose.rotation), p - vec_cast<double>(pose.translation));
    const auto first = vec_cast<double>(shape.p[0]);
    const auto second = vec_cast<double>(shape.p[1]);
    Vec<D, double> off = q - first;
    if (shape.kind == ShapeKind::segment) {
      const auto along = second - first;
      const double whole = length_squared(along);
      const double t = whole > 0 ? std::clamp(dot(off, along) / whole, 0.0, 1.0) : 0;
      off = off - along * t;
    } else if (shape.kind == ShapeKind::box) {
      off = q - second;
      for (int a = 0; a < D; ++a) off[a] -= std::clamp(off[a], -first[a], first[a]);
    }
    return length(off) - double(shape.radius);
  }
  std::vector<Vec<D, double>> edges() const {
    std::vector<Vec<D, double>> all;
    const Matrix<D, double> rotation = matrix_of(pose.rotation);
    if (shape.kind == ShapeKind::segment) {
      all.push_back(rotation * (vec_cast<double>(shape.p[1]) - vec_cast<double>(shape.p[0])));
    }
    for (int a = 0; shape.kind == ShapeKind::box && a < D; ++a) all.push_back(rotation.column(a));
    return all;
  }
};

template <int D, class T>
double gap(const Placed<D, T>& a, const Placed<D, T>& b, const Vec<D, double>& n) {
  return -b.reach(-n) - a.reach(n);
}

// The largest gap over all directions across faces of the difference: minus the depth, if the cores
// overlap.
template <int D, class T>
double best_gap(const Placed<D, T>& a, const Placed<D, T>& b) {
  auto edges = a.edges();
  for (const auto& e : b.edges()) edges.push_back(e);
  double best = -1e300;
  const auto take = [&](const Vec<D, double>& n) {
    if (!(length(n) > 1e-100)) return;
    const Vec<D, double> unit = n * (1 / length(n));
    best = std::max({best, gap<D, T>(a, b, unit), gap<D, T>(a, b, -unit)});
  };
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if constexpr (D == 2) take({-edges[i][1], edges[i][0]});
    for (std::size_t j = 0; D == 3 && j < i; ++j) {
      if constexpr (D == 3) take(cross(edges[i], edges[j]));
    }
  }
  return best;
}

struct Tally {
  int count = 0;
  int overlapping = 0;
  int deep = 0;
};

template <int D, class T>
void check_pair(const Placed<D, T>& a, const Placed<D, T>& b, Tally& tally) {
  const double size = 4;
  const double accuracy = (std::is_same_v<T, float> ? 1e-6 : 1e-12) * size;
  const auto got = penetration(a.shape, a.pose, b.shape, b.pose);
  ASSERT_EQ(got.status, Status::ok);
  const double radii = double(a.shape.radius) + double(b.shape.radius);
  const double d = double(got.distance);
  const auto n = vec_cast<double>(got.normal);
  const auto on_a = vec_cast<double>(got.point_a);
  const auto on_b = vec_cast<double>(got.point_b);
  EXPECT_NEAR(length(n), 1, 1e-6);
  EXPECT_LE(double(got.lower), d);
  EXPECT_GE(double(got.upper), d);
  // Short connections of cores have their rounding divided by their length.
  const double direction_slack = 4e-16 * size * size / std::max(std::fabs(d + radii), 1e-13);
  EXPECT_NEAR((gap<D, T>(a, b, n * (1 / length(n)))), d, accuracy + direction_slack);
  EXPECT_LE(length(on_b - on_a - n * d), 16 * accuracy + direction_slack);
  EXPECT_LE(a.outside(on_a), accuracy);
  EXPECT_LE(b.outside(on_b), accuracy);
  const bool deep = d + radii <= accuracy;
  if (deep && !a.edges().empty() && !b.edges().empty()) {
    const double best = best_gap<D, T>(a, b);
    EXPECT_NEAR(best - (best > -radii + 1e-9 ? 2 * accuracy : 0), d, 3 * accuracy);
    EXPECT_LE(double(got.lower), best + accuracy);
    EXPECT_GE(double(got.upper), best - 1e-14);
  }
  const bool same = detail::in_order(a.shape, a.pose, b.shape, b.pose) &&
                    detail::in_order(b.shape, b.pose, a.shape, a.pose);
  if (!same) expect_same_bits(penetration(b.shape, b.pose, a.shape, a.pose).flipped(), got);
  const auto apart = distance(a.shape, a.pose, b.shape, b.pose);
  const bool touching = std::fabs(d) < 1e-14 * size;
  EXPECT_TRUE(touching || (apart.distance > 0) == (got.distance > 0)) << d;
  if (got.distance > 0) {
    if (!touching) expect_same_bits(apart, got);
  } else if (!touching) {
    EXPECT_EQ(apart.normal, (Vec<D, T>{}));
    EXPECT_LE(a.outside(vec_cast<double>(apart.point_a)), accuracy);
    EXPECT_LE(b.outside(vec_cast<double>(apart.point_a)), accuracy);
  }
  const bool overlapping = intersects(a.shape, a.pose, b.shape, b.pose).overlapping;
  EXPECT_TRUE(touching || overlapping == (got.distance <= 0)) << d;
  ++tally.count;
  tally.overlapping += got.distance <= 0;
  tally.deep += deep;
}

// Sizes in eighths: faces, edges and corners meet exactly.
template <int D, class T>
ShapeView<D, T> any_shape(int kind, scenes::Pcg32& random, bool on_lattice) {
  const auto u = [&] { return T((1 + int(random.below(8))) / 8.0); };
  const auto v = [&] {
    Vec<D, T> p{};
    for (int a = 0; a < D; ++a) p[a] = on_lattice ? u() - T(0.5) : T(random.between(-1, 1));
    return p;
  };
  const auto w = [&] { return on_lattice ? u() : T(random.between(0.1, 1)); };
  Vec<D, T> half{};
  for (int a = 0; a < D; ++a) half[a] = w();
  if (random.below(20) == 0) half[0] = 0;
  switch (kind) {
    case 0: return Point<D, T>{v()}.view();
    case 1: return Sphere<D, T>{w()}.view();
    case 2: return Segment<D, T>{v(), v()}.view();
    case 3: return Capsule<D, T>{v(), v(), w()}.view();
    case 4: return Box<D, T>{half}.view();
    case 5: return Box<D, T>{half, v()}.view();
    default: return Rounded<Box<D, T>>{{half}, T(0.25)}.view();
  }
}

template <int D, class T>
Rotation<D, T> any_rotation(scenes::Pcg32& random, bool quarter) {
  if constexpr (D == 3) {
    constexpr T kHalf = T(0.5);
    if (quarter)
      return random.below(2) == 0 ? Rotation<3, T>{} : Rotation<3, T>{kHalf, kHalf, kHalf, kHalf};
    return random_rotation<T>(random);
  } else {
    const auto q = random_rotation<double>(random);
    const double scale = 1 / std::sqrt(q.x * q.x + q.y * q.y);
    if (quarter) return random.below(2) == 0 ? Rotation<2, T>{} : Rotation<2, T>{0, 1};
    return {T(q.x * scale), T(q.y * scale)};
  }
}

template <int D, class T>
Placed<D, T> any_placed(int kind, scenes::Pcg32& random, bool on_lattice) {
  Placed<D, T> p{any_shape<D, T>(kind, random, on_lattice), {}};
  for (int a = 0; a < D; ++a) {
    p.pose.translation[a] =
        on_lattice ? T((int(random.below(17)) - 8) / 8.0) : T(random.between(-1, 1));
  }
  p.pose.rotation = any_rotation<D, T>(random, on_lattice);
  return p;
}

template <class C>
class SimplePair : public testing::Test {};
using Cases = testing::Types<Plain<2, float>, Plain<3, float>, Plain<2, double>, Plain<3, double>>;
TYPED_TEST_SUITE(SimplePair, Cases);

TYPED_TEST(SimplePair, L17_of_points_segments_and_boxes_is_certified) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  scenes::Pcg32 random(51);
  Tally tally;
  for (int i = 0; i < 7; ++i) {
    for (int j = 0; j <= i; ++j) {
      for (int k = 0; k < by_tier(600, 20000); ++k) {
        const bool on_lattice = k % 3 == 0;
        check_pair(any_placed<D, T>(i, random, on_lattice), any_placed<D, T>(j, random, on_lattice),
                   tally);
        if (this->HasFailure()) {
          std::printf("kinds %d %d, pair %d\n", i, j, k);
          return;
        }
      }
    }
  }
  EXPECT_GT(tally.overlapping, tally.count / 4);
  EXPECT_LT(tally.overlapping, tally.count * 3 / 4);
  EXPECT_GT(tally.deep, tally.count / 10);
}

// Turned by next to nothing: edges that are nearly parallel, faces nearly level.
TYPED_TEST(SimplePair, L17_of_nearly_parallel_boxes_is_certified) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  scenes::Pcg32 random(52);
  Tally tally;
  for (int k = 0; k < by_tier(6000, 200000); ++k) {
    const int kind = k % 2 == 0 ? 4 : 2;
    Placed<D, T> a = any_placed<D, T>(4, random, true);
    Placed<D, T> b = any_placed<D, T>(kind, random, true);
    a.pose.rotation = {};
    const double angle = std::pow(10.0, -random.between(1, 17));
    if constexpr (D == 2) {
      b.pose.rotation = {1, T(angle)};
    } else {
      b.pose.rotation = {T(angle * random.between(-1, 1)), T(angle * random.between(-1, 1)),
                         T(angle * random.between(-1, 1)), 1};
    }
    if (!(b.pose.check() == Status::ok)) continue;
    check_pair(a, b, tally);
    if (this->HasFailure()) {
      std::printf("pair %d\n", k);
      return;
    }
  }
  EXPECT_GT(tally.deep, tally.count / 10);
}

TYPED_TEST(SimplePair, has_the_same_bits_on_every_instruction_set) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  std::vector<Separation<D, T>> expected;
  for_each_target([&](SimdTarget) {
    scenes::Pcg32 random(53);
    const bool first = expected.empty();
    for (int k = 0; k < 800; ++k) {
      const auto a = any_placed<D, T>(k % 7, random, k % 3 == 0);
      const auto b = any_placed<D, T>(k / 7 % 7, random, k % 3 == 0);
      const auto got = penetration(a.shape, a.pose, b.shape, b.pose);
      if (first) expected.push_back(got);
      expect_same_bits(got, expected[static_cast<std::size_t>(k)]);
    }
  });
}

}  // namespace
}  // namespace masu::test
