// SPDX-License-Identifier: MIT
// Rays in 2D at segments, triangles and polygons that are thin as needles, near their tips and
// along them. Coordinates are integers, so the side of the ray on which a corner lies is exact.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <masu/hull/polytope_of.hpp>
#include <masu/narrow_phase/point_query.hpp>
#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/triangle.hpp>

#include "tests/support/cases.hpp"
#include "tests/support/lattice.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

using scenes::Pcg32;
using Real = long double;

struct NeedleCase {
  std::vector<Lattice<2>> corners;
  Lattice<2> origin;
  Lattice<2> direction;
  Lattice<2> aim;  // a point on the ray
};

// What a ray must answer. Distances are lengths, on the line from the ray's origin.
struct Expected {
  Real least, most;  // the signed distances of the corners from the line
  Real from, to;     // where the line crosses their hull, if their signs differ
  Real size;         // the largest coordinate of the corners, the origin and the crossing
};

Expected expected(const NeedleCase& c) {
  constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
  Expected e{kInfinity, -kInfinity, kInfinity, -kInfinity, 0};
  const auto& d = c.direction;
  const Real length = std::hypot(Real(d[0]), Real(d[1]));
  std::vector<Real> side, along;
  for (const auto& p : c.corners) {
    const std::int64_t x = p[0] - c.origin[0], y = p[1] - c.origin[1];
    side.push_back(Real(Int128(d[0]) * y - Int128(d[1]) * x) / length);
    along.push_back(Real(Int128(d[0]) * x + Int128(d[1]) * y) / length);
    e.least = std::min(e.least, side.back());
    e.most = std::max(e.most, side.back());
    for (int a = 0; a < 2; ++a) {
      e.size = std::max({e.size, std::fabs(Real(p[a])), std::fabs(Real(c.origin[a]))});
    }
  }
  for (std::size_t i = 0; i < side.size(); ++i) {
    for (std::size_t k = 0; k < side.size(); ++k) {
      if (!(side[i] <= 0 && side[k] >= 0 && side[i] < side[k])) continue;
      const Real at = along[i] + (along[k] - along[i]) * (side[i] / (side[i] - side[k]));
      e.from = std::min(e.from, at);
      e.to = std::max(e.to, at);
    }
  }
  if (e.from <= e.to) e.size = std::max(e.size, std::fabs(e.from));
  return e;
}

Int128 exact_cross(const Lattice<2>& a, const Lattice<2>& b) {
  return Int128(a[0]) * b[1] - Int128(a[1]) * b[0];
}
Int128 exact_dot(const Lattice<2>& a, const Lattice<2>& b) {
  return Int128(a[0]) * b[0] + Int128(a[1]) * b[1];
}

Real distance_to_segment(const Lattice<2>& a, const Lattice<2>& b, const Lattice<2>& q) {
  const Lattice<2> along = b - a;
  const Int128 whole = exact_dot(along, along);
  const Int128 part = exact_dot(along, q - a);
  if (part <= 0) return std::sqrt(Real(exact_dot(q - a, q - a)));
  if (part >= whole) return std::sqrt(Real(exact_dot(q - b, q - b)));
  return std::fabs(Real(exact_cross(along, q - a))) / std::sqrt(Real(whole));
}

// The distance of a point from the hull of the corners, minus the depth inside.
Real signed_distance(const std::vector<Lattice<2>>& corners, const Lattice<2>& q) {
  Real outside = std::numeric_limits<Real>::infinity();
  Real depth = outside;
  bool is_flat = true;
  for (const auto& a : corners) {
    for (const auto& b : corners) {
      outside = std::min(outside, distance_to_segment(a, b, q));
      bool left = false, right = false;
      for (const auto& c : corners) {
        left = left || exact_cross(b - a, c - a) > 0;
        right = right || exact_cross(b - a, c - a) < 0;
      }
      if (right || !left) continue;  // not an edge
      is_flat = false;
      const Real height = Real(exact_cross(b - a, q - a));
      depth = std::min(depth, height / std::sqrt(Real(exact_dot(b - a, b - a))));
    }
  }
  return is_flat || depth < 0 ? outside : -depth;
}

// How the rays at one kind of shape went.
struct Tally {
  int surely_hit = 0;
  int surely_missed = 0;
  int unsure = 0;
};

// The sine of the smallest angle of a triangle.
Real least_sine(const std::vector<Lattice<2>>& corners) {
  Real least = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    const Lattice<2> a = corners[(i + 1) % 3] - corners[i];
    const Lattice<2> b = corners[(i + 2) % 3] - corners[i];
    const Real sizes = std::sqrt(Real(exact_dot(a, a))) * std::sqrt(Real(exact_dot(b, b)));
    if (sizes > 0) least = std::min(least, std::fabs(Real(exact_cross(a, b))) / sizes);
  }
  return least;
}

// The ends of prisms.
template <class T>
const T kFar = std::ldexp(T(1), kLatticeBits<T> - 4);

// In 3D, the point of the plane z = 0.
template <int D, class T>
Vec<D, T> lifted(const Lattice<2>& p) {
  Vec<D, T> q{};
  q[0] = T(p[0]), q[1] = T(p[1]);
  return q;
}

template <int D, class T>
void check(const NeedleCase& c, const ShapeView<D, T>& view, Tally& tally) {
  const Ray<D, T> ray{lifted<D, T>(c.origin), lifted<D, T>(c.direction), T(4)};
  const RayCast<D, T> got = ray_cast_view(view, Transform<D, T>{}, ray);
  ASSERT_EQ(got.status, Status::ok);
  const Expected e = expected(c);
  Real margin = 0x1p-44 * e.size;
  if (D == 3)
    margin = std::max(e.size, Real(kFar<T>)) * (0x1p-44 + 0x1p-50 / least_sine(c.corners));
  const Real length = std::hypot(Real(c.direction[0]), Real(c.direction[1]));
  if (e.least > margin || e.most < -margin) {
    ++tally.surely_missed;
    ASSERT_FALSE(got.hit) << "at " << got.t << ", beside by " << std::max(e.least, -e.most);
    return;
  }
  if (!(e.least < -margin && e.most > margin)) {
    ++tally.unsure;
    return;
  }
  const Real end = 4 * length;
  if (e.from < margin || e.from > end - margin) return;  // behind, around or beyond its ends
  ++tally.surely_hit;
  ASSERT_TRUE(got.hit) << "at " << double(e.from / length) << ", past corners by " << e.least
                       << " and " << e.most;
  // Rounding is divided by the cosine of the angle of incidence.
  const Real incidence =
      -(Real(got.normal[0]) * c.direction[0] + Real(got.normal[1]) * c.direction[1]) / length;
  ASSERT_GE(incidence, -1e-6);
  const Real slack = margin / std::max(incidence, Real(0x1p-44)) +
                     std::numeric_limits<T>::epsilon() * std::fabs(e.from);
  ASSERT_NEAR(double(got.t * length), double(e.from), double(slack));
}

template <int D, class T>
void check(const std::vector<Lattice<2>>& corners, const Lattice<2>& point,
           const ShapeView<D, T>& view) {
  const Vec<D, T> q = lifted<D, T>(point);
  const auto got = closest_point_of_view(view, Transform<D, T>{}, q);
  ASSERT_EQ(got.status, Status::ok);
  Real size = std::max(std::fabs(Real(point[0])), std::fabs(Real(point[1])));
  if (D == 3) size = std::max(size, Real(kFar<T>));
  for (const auto& p : corners) {
    for (int a = 0; a < 2; ++a) size = std::max(size, std::fabs(Real(p[a])));
  }
  const Real margin = (0x1p-44 + std::numeric_limits<T>::epsilon()) * size;
  const Real exact = signed_distance(corners, point);
  ASSERT_NEAR(double(got.distance), double(exact), double(margin));
  const bool inside = point_inside_view(view, Transform<D, T>{}, q).inside;
  ASSERT_TRUE(inside ? exact <= margin : exact >= -margin) << double(exact);
}

// Corners on a needle, and a ray that passes one of them by at most a few units, or crosses any.
template <class T>
NeedleCase draw(std::size_t corners, Pcg32& random) {
  const int bits = kLatticeBits<T> - 4;
  LatticePoints<2> on_needle(Layout::needle, bits, random);
  LatticePoints<2> anywhere(random.below(2) == 0 ? Layout::wide : Layout::mixed, bits, random);
  NeedleCase c;
  for (std::size_t i = 0; i < corners; ++i) c.corners.push_back(on_needle());
  if (random.below(2) == 0) {  // in any direction
    const Lattice<2> far = anywhere();
    for (auto& p : c.corners) {
      const Real share = Real(p[0] + p[1]) / Real(std::int64_t(1) << bits) / 2;
      for (int a = 0; a < 2; ++a) p[a] = std::int64_t(share * far[a]) + random.below(4);
    }
  }
  c.origin = random.below(4) == 0 ? on_needle() : anywhere();
  const auto any_corner = [&] { return c.corners[random.below(std::uint32_t(corners))]; };
  c.aim = any_corner();
  // At a corner, near it, or beyond it along the needle.
  const bool beyond = random.below(3) == 0;
  const Lattice<2> back = any_corner() - c.aim;
  const auto parts = std::int64_t(1) << random.below(std::uint32_t(bits));
  for (int a = 0; a < 2; ++a) {
    if (beyond) {
      c.aim[a] -= back[a] / parts;
    } else if (random.below(2) == 0) {
      c.aim[a] += signed_below(parts, random);
    }
    c.direction[a] = c.aim[a] - c.origin[a];
  }
  if (c.direction == Lattice<2>{}) c.direction[0] = 1;
  return c;
}

template <class T>
class Needles : public testing::Test {
 protected:
  // `view_of(corners, view)` returns false if the corners make no shape.
  template <int D = 2, class ViewOf>
  void test(std::size_t corners, const ViewOf& view_of) {
    Pcg32 random(71 + corners + sizeof(T));
    Tally tally;
    for (int i = 0; i < by_tier(20'000, 200'000); ++i) {
      SCOPED_TRACE(i);
      const NeedleCase c = draw<T>(corners, random);
      std::vector<Vec<2, T>> p;
      for (const auto& q : c.corners) p.push_back(scaled<T>(q, T(1)));
      ShapeView<D, T> view;
      if (!view_of(p, view)) continue;
      check<D, T>(c, view, tally);
      check<D, T>(c.corners, c.aim, view);
      if (this->HasFatalFailure()) return;
    }
    EXPECT_GT(tally.surely_hit, 2'000) << tally.unsure << " are within rounding";
    EXPECT_GT(tally.surely_missed, 500);
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Needles, Scalars);

TYPED_TEST(Needles, at_segments) {
  using T = TypeParam;
  this->test(2, [](const std::vector<Vec<2, T>>& p, ShapeView<2, T>& view) {
    view = Segment<2, T>{p[0], p[1]}.view();
    return true;
  });
}

TYPED_TEST(Needles, at_triangles) {
  using T = TypeParam;
  this->test(3, [](const std::vector<Vec<2, T>>& p, ShapeView<2, T>& view) {
    view = Triangle<2, T>{p[0], p[1], p[2]}.view();
    return true;
  });
}

TYPED_TEST(Needles, at_polygons) {
  using T = TypeParam;
  ConvexPolygon<T> polygon;
  this->test(8, [&](const std::vector<Vec<2, T>>& p, ShapeView<2, T>& view) {
    if (polygon_of<T>(p, polygon) != Status::ok) return false;
    view = polygon.view();
    return true;
  });
}

// Prisms in 3D, whose ends are far away. Where a ray passes the edge of a wedge, it is off by
// rounding divided by the angle of the wedge.
TYPED_TEST(Needles, at_wedges) {
  using T = TypeParam;
  ConvexPolyhedron<T> prism;
  std::vector<Vec<3, T>> points;
  this->template test<3>(3, [&](const std::vector<Vec<2, T>>& p, ShapeView<3, T>& view) {
    points.clear();
    for (const auto& q : p) {
      points.push_back({q[0], q[1], kFar<T>});
      points.push_back({q[0], q[1], -kFar<T>});
    }
    if (polyhedron_of<T>(points, prism) != Status::ok) return false;
    view = prism.view();
    return true;
  });
}

// Found by tests/oracle/cgal_gap_test.cpp.
TEST(NeedlesByHand, cross_a_triangle_just_before_its_tip) {
  const Triangle<2, double> needle{{-0x1.074b7p-18, 0x1.96e9cp-19},
                                   {0x1.0ed5f9f014dp+6, -0x1.45f90135194p+4},
                                   {-0x1.1291p-22, -0x1.6p-30}};
  Transform<2, double> pose;
  pose.rotation = {0x1.9b8f76p-1, 0x1.309e58p-1};
  pose.translation = {-0x1.42edcf27p-5, 0x1.e5844e52ccp+1};
  const Ray<2, double> ray{{-0x1.80d99143d626p-23, -0x1.5db23f0dce0e1p-15},
                           {0x1.0a04801becde4p+6, 0x1.bb2f8b023bdd6p+4}};
  const auto got = ray_cast(needle, pose, ray);
  EXPECT_TRUE(got.hit);
  EXPECT_NEAR(got.t, 1, 1e-9);
}

}  // namespace
}  // namespace masu::test
