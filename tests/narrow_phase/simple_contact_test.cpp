// SPDX-License-Identifier: MIT
// Contact areas with a special method, compared with the general clipping: the same corners in the
// same order.
#include <gtest/gtest.h>

#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/manifold.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/rounded.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/sphere.hpp>

#include "narrow_phase/named_features.hpp"
#include "narrow_phase/placed_pair.hpp"
#include "narrow_phase/same_bits.hpp"
#include "narrow_phase/solids.hpp"
#include "tests/support/simd_targets.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
void expect_same_bits(const Manifold<3, T>& x, const Manifold<3, T>& y) {
  const auto same = [](const auto& p, const auto& q) { return detail::compare_bits(p, q) == 0; };
  test::expect_same_bits<3, T>(x.separation, y.separation);
  ASSERT_EQ(x.count, y.count);
  for (int i = 0; i < x.count; ++i) {
    EXPECT_PRED2(same, x.points[i].point_a, y.points[i].point_a);
    EXPECT_PRED2(same, x.points[i].point_b, y.points[i].point_b);
    EXPECT_PRED2(same, x.points[i].distance, y.points[i].distance);
  }
}

template <class T>
struct ContactCase {
  ShapeView<3, T> a;
  Transform<3, T> pose_a;
  ShapeView<3, T> b;
  Transform<3, T> pose_b;
  T margin;
};

template <class T>
Manifold<3, T> by_general_cut(const ContactCase<T>& c) {
  return detail::placed_manifold(c.a, c.b, detail::pair_pose(c.pose_a, c.pose_b), c.margin);
}

// One shape on the other along an axis of a, rotated by up to `tilt`; sizes in eighths if
// `on_lattice`.
template <class T>
ContactCase<T> any_contact(scenes::Pcg32& random, int kind_a, int kind_b, bool on_lattice,
                           double tilt, double scale) {
  const auto size = [&] {
    return T(scale * (on_lattice ? (1 + int(random.below(8))) / 8.0 : random.between(0.2, 1)));
  };
  const auto shape = [&](int kind) -> ShapeView<3, T> {
    if (kind == 0) return Sphere<3, T>{size()}.view();
    if (kind == 1) {
      const T half = size();
      return Capsule<3, T>{{-half, 0, 0}, {half, 0, 0}, size()}.view();
    }
    Box<3, T> box{{size(), size(), size()}};
    if (random.below(30) == 0) box.half_extents[random.below(3)] = 0;
    if (kind == 2) return box.view();
    return Rounded<Box<3, T>>{box, size() / 4}.view();
  };
  ContactCase<T> c{shape(kind_a), {}, shape(kind_b), {}, T(0.01 * scale)};
  const auto reach = [](const ShapeView<3, T>& s, int axis) {
    const T core = s.kind == ShapeKind::box ? s.p[0][axis] : std::max(s.p[0][axis], s.p[1][axis]);
    return double(s.radius + core);
  };
  const int axis = int(random.below(3));
  const double deep = on_lattice ? scale / 16 : scale * random.between(-0.005, 0.1);
  for (int i = 0; i < 3; ++i) {
    const double slide = on_lattice ? (int(random.below(9)) - 4) / 8.0 : random.between(-0.5, 0.5);
    c.pose_b.translation[i] = T(scale * slide);
  }
  c.pose_b.translation[axis] = T(reach(c.a, axis) + reach(c.b, axis) - deep);
  if (tilt > 0.5) {
    c.pose_b.rotation = random_rotation<T>(random);
  } else if (tilt > 0) {
    const double x = tilt * random.between(-1, 1) / 2, y = tilt * random.between(-1, 1) / 2;
    const double z = tilt * random.between(-1, 1) / 2;
    const double w = std::sqrt(1 - x * x - y * y - z * z);
    c.pose_b.rotation = {T(x), T(y), T(z), T(w)};
  }
  return c;
}

template <class T>
void rotate_both(ContactCase<T>& c, scenes::Pcg32& random) {
  const auto rotation = random_rotation<T>(random);
  const auto offset = random_point<T>(random, 2);
  const auto q = c.pose_b.rotation;
  c.pose_a = {offset, rotation};
  c.pose_b.translation =
      vec_cast<T>(matrix_of(rotation) * vec_cast<double>(c.pose_b.translation)) + offset;
  c.pose_b.rotation = {rotation.w * q.x + rotation.x * q.w + rotation.y * q.z - rotation.z * q.y,
                       rotation.w * q.y - rotation.x * q.z + rotation.y * q.w + rotation.z * q.x,
                       rotation.w * q.z + rotation.x * q.y - rotation.y * q.x + rotation.z * q.w,
                       rotation.w * q.w - rotation.x * q.x - rotation.y * q.y - rotation.z * q.z};
}

template <class T>
void expect_near_vec(const Vec<3, T>& x, const Vec<3, T>& y, double slack) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(double(x[i]), double(y[i]), slack);
}

struct Tally {
  int areas = 0;
  int points = 0;
  int same_normal = 0;
};

// Without corners that differ only by rounding.
template <class T>
Manifold<3, T> distinct(const Manifold<3, T>& m, double slack) {
  Manifold<3, T> r;
  for (int i = 0; i < m.count; ++i) {
    const auto& next = m.points[i + 1 == m.count ? 0 : i + 1];
    const bool again = double(length(next.point_b - m.points[i].point_b)) <= slack;
    if (!again || m.count == 1) r.points[r.count++] = m.points[i];
  }
  if (r.count == 0 && m.count != 0) r.points[r.count++] = m.points[0];  // all of them are one
  r.separation = m.separation;
  return r;
}

// The index in `expected` of the first corner: where both faces have that normal either cuts,
// and where the polygon begins goes by that.
template <class T>
int first_corner(const Manifold<3, T>& got, const Manifold<3, T>& expected) {
  int best = 0;
  for (int i = 1; i < expected.count; ++i) {
    const auto off = [&](int k) {
      return length(expected.points[k].point_a - got.points[0].point_a);
    };
    if (off(i) < off(best)) best = i;
  }
  return best;
}

template <class T>
bool is_plate(const ShapeView<3, T>& s) {
  return s.kind == ShapeKind::box && (s.p[0][0] == 0 || s.p[0][1] == 0 || s.p[0][2] == 0);
}

template <class T>
double area_of(const Manifold<3, T>& m) {
  Vec<3, double> sum{};
  const auto at = [&](int i) { return vec_cast<double>(m.points[i].point_b); };
  for (int i = 2; i < m.count; ++i) sum = sum + cross(at(i - 1) - at(0), at(i) - at(0));
  return dot(sum, vec_cast<double>(m.normal())) / 2;
}

// How far a corner is from the outline of another area.
template <class T>
double off_outline(const Vec<3, T>& p, const Manifold<3, T>& m) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < m.count; ++i) {
    const Segment<3, T> side{m.points[i].point_a, m.points[(i + 1) % m.count].point_a};
    best = std::min(
        best,
        double(distance(Point<3, T>{p}, Transform<3, T>{}, side, Transform<3, T>{}).distance));
  }
  return best;
}

// Of two separating translations that are equally short either may be taken: then areas are not
// compared. Where sides are nearly coplanar, the least rotation of the normal moves their crossing.
template <class T>
void compare(const ContactCase<T>& c, double scale, double offset, bool coplanar_sides,
             bool parallel, double vague, Tally& tally) {
  const double slack = (std::is_same_v<T, float> ? 2e-6 : 1e-12) * (scale + offset);
  const auto all = manifold(c.a, c.pose_a, c.b, c.pose_b, ManifoldOptions<T>{c.margin});
  // Beside edges a corner on the side of the other may be one or two.
  const double same = std::max(slack, 1e-9 * scale);
  const auto got = distinct(all, same);
  const auto expected = distinct(by_general_cut(c), same);
  ASSERT_EQ(got.separation.status, Status::ok);
  EXPECT_NEAR(double(got.separation.distance), double(expected.separation.distance), slack);
  const auto& s = got.separation;
  expect_near_vec<T>(s.point_b - s.point_a, s.normal * s.distance, slack);
  const auto back = manifold(c.b, c.pose_b, c.a, c.pose_a, ManifoldOptions<T>{c.margin});
  expect_same_bits(flipped(back), all);
  const double rotated = double(length(got.normal() - expected.normal()));
  if (rotated > 1e-5) return;
  ++tally.same_normal;
  // The line of two capsules lies over one of their cores, and may be rotated to the other's by 2.5
  // degrees: there the surface falls away on both sides.
  double beside = 0;
  if (got.count == 2 && c.a.kind == ShapeKind::segment && c.b.kind == ShapeKind::segment) {
    const double off = 0.0436 * double(length(got.points[1].point_a - got.points[0].point_a));
    beside = off * off / (2 * double(std::min(c.a.radius, c.b.radius)));
  }
  for (const ManifoldPoint<3, T>& p : got.all()) {
    const double out_a = double(distance(Point<3, T>{p.point_a}, {}, c.a, c.pose_a).distance);
    const double out_b = double(distance(Point<3, T>{p.point_b}, {}, c.b, c.pose_b).distance);
    EXPECT_LE(std::min(out_a, out_b), slack);
    EXPECT_LE(std::max(out_a, out_b), slack + 0.06 * std::fabs(double(p.distance)) + beside);
  }
  // A face of no width cuts to a line or to nothing, as rounding has it.
  if (is_plate(c.a) || is_plate(c.b)) return;
  if (coplanar_sides) {
    EXPECT_NEAR(area_of(got), area_of(expected), 1e-5 * scale * scale);
    return;
  }
  // Two edges on each other at next to no angle cross anywhere: what is found of them is no less
  // than by the general cut, and lies on both bodies (above).
  if (parallel && area_of(expected) < 1e-6 * scale * scale) {
    for (int i = 0; i < expected.count && expected.count > 1; ++i) {
      EXPECT_LE(off_outline(expected.points[i].point_a, got), 1e-5 * scale);
    }
    return;
  }
  ASSERT_EQ(got.count, expected.count);
  const int start = first_corner(got, expected);
  for (int i = 0; i < got.count; ++i) {
    const ManifoldPoint<3, T>& p = got.points[i];
    const ManifoldPoint<3, T>& q = expected.points[(start + i) % got.count];
    const double moved = slack + 4 * scale * (rotated + vague);
    if (got.count > 1) {
      expect_near_vec(p.point_a, q.point_a, moved);
      expect_near_vec(p.point_b, q.point_b, moved);
    }
    EXPECT_NEAR(double(p.distance), double(q.distance), moved);
    expect_near_vec<T>(p.point_b - p.point_a, s.normal * p.distance, slack);
  }
  tally.areas += got.count > 2;
  tally.points += got.count == 1;
}

constexpr double kTilts[] = {0, 1e-9, 1e-6, 0.01, 0.06, 1};

template <class T>
class SimpleContact : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SimpleContact, Scalars);

TYPED_TEST(SimpleContact, L13_equals_the_result_of_the_general_clipping) {
  using T = TypeParam;
  scenes::Pcg32 random(91);
  Tally tally;
  const int rounds = by_tier(6000, 200000);
  for (int k = 0; k < rounds; ++k) {
    const int kind_a = k % 5 == 0 ? int(random.below(4)) : 2;
    const int kind_b = k % 5 == 0 ? int(random.below(4)) : 2 + int(random.below(2));
    const double scale = std::ldexp(1.0, k % 7 == 0 ? int(random.below(27)) - 13 : 0);
    const double tilt = kTilts[random.below(6)];
    auto c = any_contact<T>(random, kind_a, kind_b, k % 3 == 0, tilt, scale);
    const bool rotated = k % 2 == 0 && scale == 1 && (tilt > 1e-5 || k % 3 != 0);
    if (rotated) rotate_both(c, random);
    const bool coplanar_sides = k % 3 == 0 && tilt > 0 && tilt < 1e-5;
    // Either of two capsules may cut the other.
    const double vague = kind_a == 1 && kind_b == 1 ? tilt : 0;
    compare(c, scale, rotated ? 2 : 0, coplanar_sides, tilt > 0 && tilt < 1e-5, vague, tally);
    if (this->HasFailure()) {
      std::printf("pair %d, kinds %d %d, tilt %g\n", k, kind_a, kind_b, tilt);
      return;
    }
  }
  EXPECT_GT(tally.areas, rounds / 3);
  EXPECT_GT(tally.points, rounds / 20);
  EXPECT_GT(tally.same_normal, rounds * 9 / 10);
}

// A long rounded edge of one box along an edge of the other, rotated by almost nothing: a line, not
// the point to which rounding had reduced it.
TYPED_TEST(SimpleContact, coincident_edges_have_two_contact_points) {
  using T = TypeParam;
  const Box<3, T> box{{T(0.25), T(0.375), T(0.25)}};
  const Rounded<Box<3, T>> on_lattice{Box<3, T>{{T(0.25), T(0.75), T(0.875)}}, T(0.25)};
  scenes::Pcg32 random(93);
  for (int k = 0; k < 200; ++k) {
    const T tilt = T(std::is_same_v<T, float> ? 1e-9 : 1e-16) * T(random.between(-1, 1));
    ContactCase<T> c{
        box.view(), {}, on_lattice.view(), {{T(-0.502), T(0), T(1.3)}, {0, 0, tilt, 1}}, T(0.01)};
    rotate_both(c, random);
    const auto m = manifold(c.a, c.pose_a, c.b, c.pose_b, ManifoldOptions<T>{c.margin});
    double longest = 0;
    for (const auto& p : m.all()) {
      for (const auto& q : m.all()) {
        longest = std::max(longest, double(length(p.point_a - q.point_a)));
      }
    }
    ASSERT_NEAR(longest, 0.75, 1e-5) << k;
  }
}

// A capsule lies on the edge of a plate, and stands out beyond its end.
TYPED_TEST(SimpleContact, contacts_end_at_the_end_of_a_plate) {
  using T = TypeParam;
  const Capsule<3, T> capsule{{T(-0.25), 0, 0}, {T(0.25), 0, 0}, T(0.75)};
  const Box<3, T> plate{{T(0.25), T(0), T(0.5)}};
  const Transform<3, T> pose{{T(0.375), T(0), T(1.1875)}, {0, 0, 0, 1}};
  const auto m = manifold(capsule, Transform<3, T>{}, plate, pose, ManifoldOptions<T>{T(0.01)});
  ASSERT_EQ(m.count, 2);
  for (const auto& p : m.all()) {
    EXPECT_EQ(distance(Point<3, T>{p.point_b}, Transform<3, T>{}, plate, pose).distance, T(0));
  }
  EXPECT_NEAR(double(length(m.points[1].point_a - m.points[0].point_a)), 0.125, 1e-6);
  // A needle's end is a point.
  const Box<3, T> needle{{T(0), T(0), T(0.5)}};
  const auto one = manifold(capsule, Transform<3, T>{}, needle,
                            Transform<3, T>{{T(0.125), T(0), T(1.1875)}, {0, 0, 0, 1}},
                            ManifoldOptions<T>{T(0.01)});
  ASSERT_EQ(one.count, 1);
  EXPECT_NEAR(double(one.points[0].point_b[0]), 0.125, 1e-6);
}

TYPED_TEST(SimpleContact, has_the_same_bits_on_every_instruction_set) {
  using T = TypeParam;
  std::vector<Manifold<3, T>> expected;
  for_each_target([&](SimdTarget) {
    scenes::Pcg32 random(92);
    const bool first = expected.empty();
    for (std::size_t k = 0; k < 600; ++k) {
      auto c = any_contact<T>(random, int(random.below(4)), 2 + int(random.below(2)), k % 3 == 0,
                              kTilts[k % 6], 1);
      if (k % 2 == 0) rotate_both(c, random);
      const auto got = manifold(c.a, c.pose_a, c.b, c.pose_b, ManifoldOptions<T>{c.margin});
      if (first) expected.push_back(got);
      expect_same_bits(got, expected[k]);
    }
  });
}

// Of corners that differ by rounding alone one remains; if one of them is a vertex, it is the
// vertex.
TEST(SimpleContactByHand, strips_as_narrow_as_rounding_end_at_vertices) {
  const Box<3, double> small{{0.75, 0.5, 0.625}}, large{{1, 1, 1}};
  for (int axis = 0; axis < 3; ++axis) {
    for (int sides = 0; sides < 4; ++sides) {
      for (const double width : {0x1p-52, 0x1p-50, 0x1p-48}) {
        const int x = (axis + 1) % 3, z = (axis + 2) % 3;
        Transform3d pose;
        pose.translation[axis] = 1 + small.half_extents[axis] + 0.0625;
        pose.translation[x] = (sides % 2 == 0 ? 1 : -1) * (1 + small.half_extents[x] - width);
        pose.translation[z] = sides < 2 ? 0.125 : -0.125;
        const auto m = manifold(small, Transform3d{}, large, pose, ManifoldOptions<double>{0.125});
        ASSERT_EQ(m.count, 2) << axis << sides << width;
        for (const auto& p : m.all()) {
          EXPECT_EQ(NamedFeature(half_of_a(p.feature_id)).type, FeatureType::vertex);
          EXPECT_EQ(NamedFeature(half_of_b(p.feature_id)).type, FeatureType::face);
        }
      }
    }
  }
}

}  // namespace
}  // namespace masu::test
