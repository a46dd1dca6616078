// SPDX-License-Identifier: MIT
// Distances, depths, casts and rays of shapes with corners, sharp or rounded, compared with CGAL in
// exact arithmetic. Smooth shapes are compared with long double: near_touching_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <masu/core/answered.hpp>
#include <masu/hull/polytope_of.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>

#include "tests/oracle/cgal_gap.hpp"
#include "tests/shapes/known_shapes.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/lattice.hpp"
#include "tests/support/seeds.hpp"

namespace masu::test {
namespace {

// A shape and its corners.
template <int D, class T>
struct Body {
  ConvexPolytope<D, T> polytope;
  ShapeView<D, T> view;
  Transform<D, T> pose{};
  std::vector<Vec<D, T>> corners;

  GapBody<D> exact() const {
    GapBody<D> body{{}, transform_cast<double>(pose), double(view.radius)};
    for (const auto& c : corners) body.corners.push_back(vec_cast<double>(c));
    return body;
  }
  double size() const {
    double most = double(view.radius);
    for (const auto& c : corners) {
      for (const T x : c.v) most = std::max(most, std::fabs(double(x)));
    }
    for (const T x : pose.translation.v) most = std::max(most, std::fabs(double(x)));
    return most;
  }
};

template <class C>
class CgalGap : public testing::Test {
 protected:
  static constexpr int kD = C::D;
  using Scalar = typename C::T;
  using Shape = Body<kD, Scalar>;

  // A body of any kind, with corners on a lattice.
  void make(LatticePoints<kD>& points, Scalar unit, Shape& body) {
    const auto corner = [&] { return scaled<Scalar>(points(), unit); };
    const Vec<kD, Scalar> a = corner(), b = corner(), c = corner();
    switch (random.below(5)) {
      case 0: body.view = Point<kD, Scalar>{a}.view(), body.corners = {a}; break;
      case 1: body.view = Segment<kD, Scalar>{a, b}.view(), body.corners = {a, b}; break;
      case 2: body.view = Triangle<kD, Scalar>{a, b, c}.view(), body.corners = {a, b, c}; break;
      case 3: set_box(a, body); break;
      default:
        body.corners = {a, b, c};
        for (int i = 0; i < 5; ++i) body.corners.push_back(corner());
        if (set_polytope(body) != Status::ok) set_box(a, body);
    }
    if (random.below(3) == 0) body.view.radius = Scalar(random.below(1u << 12)) * unit;
    if (random.below(2) == 0)
      body.pose.rotation = LatticeRotation<kD>::random(random).template as<Scalar>();
    if constexpr (kD == 3) {
      if (random.below(4) == 0) random_rotation(random, body.pose.rotation);
    }
    body.pose.translation = corner();
  }
  // Two bodies, in seven of eight cases moved so that they nearly touch.
  void make_pair(std::uint32_t i, Shape& a, Shape& b) {
    LatticePoints<kD> points(Layout(i % kLayouts), kLatticeBits<Scalar> - 4, random);
    const Scalar unit = std::ldexp(Scalar(1), int(random.below(61)) - 40);
    make(points, unit, a);
    make(points, unit, b);
    if (random.below(4) == 0) b.pose.rotation = a.pose.rotation;
    if (random.below(8) == 0) return;
    const double share = std::pow(10.0, -random.between(1, 17)) * (random.below(5) < 2 ? 1 : -1);
    const double size = std::max(a.size(), b.size());
    for (int k = 0; k < 3; ++k) {
      const auto s = penetration(a.view, a.pose, b.view, b.pose);
      const Scalar by = Scalar(share * size - double(s.distance));
      if (answered(s.status)) b.pose.translation = b.pose.translation + s.normal * by;
    }
  }
  bool usable(const Shape& body) const { return is_finite(body.pose.translation); }

  Pcg32 random{seed_of_piece(41 + kD * sizeof(Scalar))};

 private:
  void set_box(const Vec<kD, Scalar>& a, Shape& body) {
    Vec<kD, Scalar> half = a;
    for (Scalar& x : half.v) x = std::fabs(x);
    body.view = Box<kD, Scalar>{half}.view();
    body.corners = corners_of(half);
  }
  Status set_polytope(Shape& body) {
    Status made = Status::ok;
    if constexpr (kD == 2) made = polygon_of<Scalar>(body.corners, body.polytope);
    if constexpr (kD == 3) made = polyhedron_of<Scalar>(body.corners, body.polytope);
    if (made == Status::ok) body.view = body.polytope.view();
    return made;
  }
};
TYPED_TEST_SUITE(CgalGap, DimensionsAndScalars, CaseNames);

TYPED_TEST(CgalGap, L17_is_within_the_bounds_of_distances_and_depths) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  std::uint64_t cases = 0, overlapping = 0, unsure = 0, rough = 0;
  for (std::uint32_t i = 0; i < by_piece(400u, 2'000u); ++i) {
    SCOPED_TRACE(i);
    Body<D, T> a, b;
    this->make_pair(i, a, b);
    if (!this->usable(b)) continue;
    const auto deep = penetration(a.view, a.pose, b.view, b.pose);
    const auto apart = distance(a.view, a.pose, b.view, b.pose);
    const auto hit = intersects(a.view, a.pose, b.view, b.pose);
    ASSERT_TRUE(answered(deep.status) && answered(apart.status)) << name(deep.status);
    const ExactGap gap(a.exact(), b.exact());
    const auto words = testing::Message()
                       << int(a.view.kind) << " and " << int(b.view.kind) << ": "
                       << gap.approximate() << " in [" << deep.lower << ", " << deep.upper << "], ["
                       << apart.lower << ", " << apart.upper << ']';
    ASSERT_GE(gap.compare(double(deep.lower)), 0) << words;
    ASSERT_LE(gap.compare(double(deep.upper)), 0) << words;
    const int sign = gap.compare(0);
    if (sign >= 0) {
      ASSERT_GE(gap.compare(double(apart.lower)), 0) << words;
      ASSERT_LE(gap.compare(double(apart.upper)), 0) << words;
    }
    ASSERT_TRUE(sign >= 0 || (apart.lower <= 0 && apart.upper >= 0)) << words;
    ASSERT_EQ(hit.overlapping, deep.distance <= 0) << words;
    ASSERT_EQ(hit.overlapping, apart.distance <= 0) << words;
    ++cases, overlapping += sign <= 0, unsure += hit.overlapping != (sign <= 0);
    rough += deep.status != Status::ok || apart.status != Status::ok;
  }
  std::cout << "shares: " << double(overlapping) / double(cases) << " overlap, "
            << double(unsure) / double(cases) << " within rounding, "
            << double(rough) / double(cases) << " not converged\n";
  EXPECT_GT(overlapping, cases * 3 / 10);
  EXPECT_LT(overlapping, cases * 7 / 10);
  EXPECT_LT(rough, cases / 100);
  count_cases(cases);
}

// A share of the size by which a cast or ray may end early or late, in addition to the rounding of
// t.
constexpr double kLate = 0x1p-44;
constexpr double kEarly = 0x1p-42;
template <class T>
constexpr double kRounding = std::numeric_limits<T>::epsilon();

// What moves by t times `displacement` touches a at t, and not before; or at no t up to 1.
template <int D>
void check_path(const GapBody<D>& a, GapBody<D> b, bool hit, double size, double rounding,
                double early = kEarly) {
  b.swept = true;
  ASSERT_GE(ExactGap(a, b).compare(-kLate * size - rounding), 0) << "late at " << b.t;
  if (!hit) return;
  b.swept = false;
  const ExactGap at_end(a, b);
  ASSERT_LE(at_end.compare(early * size + rounding), 0)
      << "early at " << b.t << " by " << at_end.approximate() << " of " << size;
}

TYPED_TEST(CgalGap, casts_are_neither_late_nor_early) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  std::uint64_t cases = 0, hits = 0;
  for (std::uint32_t i = 0; i < by_piece(300u, 1'000u); ++i) {
    SCOPED_TRACE(i);
    Body<D, T> a, b;
    this->make_pair(i, a, b);
    // Back along a path that ends near a.
    const T far = T(this->random.between(0, 4));
    Vec<D, T> path = (a.pose.translation - b.pose.translation);
    for (T& x : path.v) x = x * far + T(a.size() * this->random.between(-1, 1));
    if (this->random.below(2) == 0) b.pose.translation = b.pose.translation - path;
    if (!this->usable(b)) continue;
    const auto got = shape_cast(a.view, a.pose, b.view, b.pose, path);
    ASSERT_TRUE(answered(got.status)) << name(got.status);
    // Already together, by more than rounding: no path to speak of.
    if (ExactGap(a.exact(), b.exact()).compare(0) <= 0) continue;
    GapBody<D> moving = b.exact();
    moving.displacement = vec_cast<double>(path);
    moving.t = double(got.t);
    const double reach = double(length(vec_cast<double>(path))) * moving.t;
    check_path(a.exact(), moving, got.hit, a.size() + b.size() + reach, reach * kRounding<T>);
    ASSERT_FALSE(this->HasFatalFailure()) << int(a.view.kind) << " and " << int(b.view.kind);
    ++cases, hits += got.hit;
  }
  std::cout << "shares: " << double(hits) / double(cases) << " hit\n";
  EXPECT_GT(hits, cases * 3 / 10);
  EXPECT_LT(hits, cases * 7 / 10);
  count_cases(cases);
}

TYPED_TEST(CgalGap, rays_are_neither_late_nor_early) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  std::uint64_t cases = 0, hits = 0;
  for (std::uint32_t i = 0; i < by_piece(400u, 2'000u); ++i) {
    SCOPED_TRACE(i);
    Body<D, T> a, b;
    this->make_pair(i, a, b);
    if (!this->usable(b)) continue;
    // From a corner of b past or into a corner of a.
    const auto of = [&](const Body<D, T>& body) {
      return body.pose * body.corners[this->random.below(std::uint32_t(body.corners.size()))];
    };
    Ray<D, T> ray{of(b), of(a) - of(b), T(this->random.between(0.5, 2))};
    if (this->random.below(2) == 0) ray.direction = of(a) - ray.origin;
    const auto got = ray_cast(a.view, a.pose, ray);
    ASSERT_TRUE(answered(got.status)) << name(got.status);
    GapBody<D> point{{vec_cast<double>(ray.origin)}};
    if (ExactGap(a.exact(), point).compare(0) <= 0) continue;
    point.displacement = vec_cast<double>(ray.direction);
    point.t = double(got.hit ? got.t : ray.max_t);
    const double speed = length(vec_cast<double>(ray.direction));
    // Along the ray, rounding is divided by the cosine of the angle of incidence: near a corner, it
    // may end beside the shape.
    const double closing = -dot(vec_cast<double>(got.normal), vec_cast<double>(ray.direction));
    // The normal of a thin round shape is as exact as the point is, relative to the radius.
    const double radius = double(a.view.radius);
    const double tilt = radius > 0 ? 0x1p-49 * (a.size() + b.size()) / radius : 0;
    ASSERT_GE(closing, -(1e-6 + tilt) * speed);
    // A zero direction is a point, which has no angle.
    const double early = speed > 0 ? kLate / std::max(closing / speed, 0x1p-44) : kLate;
    check_path(a.exact(), point, got.hit, a.size() + b.size() + speed * point.t,
               speed * point.t * kRounding<T>, early);
    ASSERT_FALSE(this->HasFatalFailure()) << int(a.view.kind);
    ++cases, hits += got.hit;
  }
  std::cout << "shares: " << double(hits) / double(cases) << " hit\n";
  EXPECT_GT(hits, cases * 3 / 10);
  EXPECT_LT(hits, cases * 7 / 10);
  count_cases(cases);
}

}  // namespace
}  // namespace masu::test
