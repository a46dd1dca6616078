// SPDX-License-Identifier: MIT
// Feature ids identify what makes a corner, and are stable while it does.
#include <gtest/gtest.h>

#include <masu/narrow_phase/manifold.hpp>
#include <masu/shapes/support.hpp>

#include "narrow_phase/manifold_cases.hpp"
#include "narrow_phase/named_features.hpp"
#include "narrow_phase/placed_pair.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/simd_targets.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <int D, class T>
Manifold<D, T> find_manifold(const ManifoldCase<D, T>& c, int method = 0) {
  const ManifoldOptions<T> options{c.margin};
  DepthCache cache;
  if (method == 0) return manifold(c.a, c.pose_a, c.b, c.pose_b, options);
  if (method == 1) return manifold(c.a, c.pose_a, c.b, c.pose_b, cache, options);
  return detail::placed_manifold(c.a, c.b, detail::pair_pose(c.pose_a, c.pose_b), c.margin);
}

template <int D, class T>
std::string described(const ManifoldCase<D, T>& c, const Manifold<D, T>& m) {
  std::string s = std::string(name(c.a.kind)) + ", " + name(c.b.kind);
  char text[80];
  for (const auto& p : m.all()) {
    std::snprintf(text, sizeof text, " %08x(%g)", p.feature_id, double(p.distance));
    s += text;
  }
  return s;
}

// A point in the frame of a shape, without its skin, which reaches `skin` along the normal.
template <int D, class T>
Vec<D, double> in_core(const Vec<D, T>& p, const Transform<D, T>& pose, const Vec<D, T>& normal,
                       double skin) {
  const auto core = vec_cast<double>(p) - vec_cast<double>(normal) * skin;
  return transposed_times(matrix_of(pose.rotation), core - vec_cast<double>(pose.translation));
}

template <class C>
class FeatureIds : public testing::Test {};
TYPED_TEST_SUITE(FeatureIds, DimensionsAndScalars, CaseNames);

// ----- ids name the features that the corner lies on

// How far a corner of what stands for a disc, or for a face of more than 64 vertices, may be from
// the feature that it is named by: a side there is longer than the edge where it begins.
template <int D, class T>
double chord(const ShapeView<D, T>& s) {
  if (s.kind == ShapeKind::cylinder || s.kind == ShapeKind::cone) return 0.02;
  if constexpr (D == 3) {
    if (s.kind != ShapeKind::polyhedron) return 0;
    const auto& solid = *static_cast<const ConvexPolyhedron<T>*>(s.object);
    for (std::size_t f = 0; f < solid.face_count(); ++f) {
      if (solid.face(f).size() > 64) return 0.05;
    }
  }
  return 0;
}

template <int D, class T>
void expect_valid_ids(const ManifoldCase<D, T>& c, const Manifold<D, T>& m) {
  const double radii = double(c.a.radius) + double(c.b.radius);
  for (const auto& p : m.all()) {
    if (p.feature_id == 0 && m.count > 1) continue;  // a deepest point whose id was taken
    // Cut edges may be rotated by 2.5 degrees against the normal, and edges against each other.
    const double tilt_scale =
        std::fabs(double(p.distance) + radii) + (D == 3 && m.count == 2 ? 1 : 0);
    const double slack = 2e-4 + std::max(chord(c.a), chord(c.b)) + 0.05 * tilt_scale;
    const auto a = in_core(p.point_a, c.pose_a, m.normal(), double(c.a.radius));
    const auto b = in_core(p.point_b, c.pose_b, m.normal(), -double(c.b.radius));
    EXPECT_LE(off_feature<D>(c.a, half_of_a(p.feature_id), a), slack) << std::hex << p.feature_id;
    EXPECT_LE(off_feature<D>(c.b, half_of_b(p.feature_id), b), slack) << std::hex << p.feature_id;
  }
}

TYPED_TEST(FeatureIds, identify_the_features_under_each_corner_uniquely) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  ManifoldCases<D, T> cases(31);
  int contacts = 0;
  int nameless = 0;
  const int rounds = by_tier(20000, 1000000);
  for (int i = 0; i < rounds; ++i) {
    const ManifoldCase<D, T> c = cases.next();
    for (int method = 0; method < 3; ++method) {
      const auto m = find_manifold(c, method);
      if (m.separation.status != Status::ok) continue;
      const Ids ids = ids_of(m);
      expect_valid_ids(c, m);
      contacts += m.count != 0;
      nameless += m.count > 1 && ids.count(0) != 0;
      ASSERT_FALSE(this->HasFailure())
          << "pair " << i << " way " << method << ": " << described(c, m);
    }
  }
  EXPECT_GT(contacts, rounds * 2);
  EXPECT_LT(nameless, contacts / 100);
}

// Bodies whose edges and corners coincide, exactly or except for rounding.
template <int D, class T>
class LatticeCases {
 public:
  explicit LatticeCases(std::uint64_t seed) : random_(seed) {
    for (int x = 1; x <= 3; ++x) {
      for (int y = 1; y <= 3; ++y) solids_.push_back(solid(0.25 * x, 0.25 * y));
    }
  }
  ManifoldCase<D, T> next() {
    ManifoldCase<D, T> c{shape(), {}, shape(), {}, T(0.125)};
    for (int k = 0; k < D; ++k) c.pose_b.translation[k] = T(0.25 * whole(4));
    if (random_.below(2) == 0) tilt(c.pose_b);
    return c;
  }

 private:
  int whole(std::uint32_t reach) { return int(random_.below(2 * reach + 1)) - int(reach); }
  Vec<D, T> corner() {
    Vec<D, T> p{};
    for (int k = 0; k < D; ++k) p[k] = T(0.25 * whole(2));
    return p;
  }
  auto solid(double x, double y) {
    if constexpr (D == 3) {
      return box_solid<T>(x, y, 0.5);
    } else {
      ConvexPolygon<T> made;
      const std::vector<Vec<2, T>> points = {
          {T(-x), T(-y)}, {T(x), T(-y)}, {T(x), T(y)}, {T(-x), T(y)}};
      EXPECT_EQ(polygon_of<T>(points, made), Status::ok);
      return made;
    }
  }
  ShapeView<D, T> shape() {
    Vec<D, T> half{};
    for (int k = 0; k < D; ++k) half[k] = T(0.25 * (1 + random_.below(3)));
    switch (random_.below(4)) {
      case 0: return Segment<D, T>{corner(), corner()}.view();
      case 1: return solids_[random_.below(9)].view();
      case 2: return triangle();
      default: return Box<D, T>{half}.view();
    }
  }
  ShapeView<D, T> triangle() {
    for (;;) {
      const Triangle<D, T> t{corner(), corner(), corner()};
      if (t.view().p[0] != t.view().p[1] && t.view().p[0] != t.view().p[2] &&
          t.view().p[1] != t.view().p[2]) {
        return t.view();
      }
    }
  }
  void tilt(Transform<D, T>& pose) {
    const double angle = std::pow(10.0, -random_.between(1, 16));
    if constexpr (D == 2) {
      pose.rotation = {T(std::sqrt(1 - angle * angle)), T(angle)};
    } else {
      double q[3];
      some_direction(random_, q);
      for (int k = 0; k < 3; ++k) (&pose.rotation.x)[k] = T(q[k] * angle / 2);
      pose.rotation.w = T(std::sqrt(1 - angle * angle / 4));
    }
  }

  scenes::Pcg32 random_;
  std::vector<std::conditional_t<D == 2, ConvexPolygon<T>, ConvexPolyhedron<T>>> solids_;
};

TYPED_TEST(FeatureIds, are_unique_where_edges_coincide) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  LatticeCases<D, T> cases(36);
  int areas = 0;
  const int rounds = by_tier(20000, 1000000);
  for (int i = 0; i < rounds; ++i) {
    const ManifoldCase<D, T> c = cases.next();
    for (const int method : {0, 2}) {
      const auto m = find_manifold(c, method);
      const Ids ids = ids_of(m);
      if (m.separation.status == Status::ok) expect_valid_ids(c, m);
      areas += m.count > 1;
      ASSERT_FALSE(this->HasFailure())
          << "pair " << i << " way " << method << ": " << described(c, m);
    }
  }
  EXPECT_GT(areas, rounds / 5);
}

// ----- swapped arguments

TYPED_TEST(FeatureIds, of_a_swapped_pair_have_their_halves_swapped) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  ManifoldCases<D, T> cases(32);
  const int rounds = by_tier(5000, 200000);
  for (int i = 0; i < rounds; ++i) {
    const ManifoldCase<D, T> c = cases.next();
    const auto m = find_manifold(c);
    const auto other = find_manifold(ManifoldCase<D, T>{c.b, c.pose_b, c.a, c.pose_a, c.margin});
    const auto back = flipped(other);
    ASSERT_EQ(m.count, back.count);
    for (int k = 0; k < m.count; ++k) {
      ASSERT_EQ(m.points[k].feature_id, back.points[k].feature_id)
          << "pair " << i << ": " << described(c, m) << " | " << described(c, other);
    }
  }
}

// ----- small motions

// The codes of all vertices or edges of a shape with corners.
template <int D, class T>
std::vector<std::uint32_t> all_of_type(const ShapeView<D, T>& s, FeatureType type) {
  std::vector<std::uint32_t> codes;
  const std::uint32_t high = std::uint32_t(type) << 14;
  const auto add = [&](std::size_t n) {
    for (std::uint32_t i = 0; i < n; ++i) codes.push_back(high | i);
  };
  if (s.kind == ShapeKind::box) {
    add(1u << (2 * D));
    std::erase_if(codes, [&](std::uint32_t code) {
      return off_box(s, NamedFeature(code), Vec<D, double>{}) == kNoSuchFeature;
    });
  }
  if (s.kind == ShapeKind::segment) add(type == FeatureType::vertex ? 2 : 1);
  if (s.kind == ShapeKind::triangle) add(3);
  if constexpr (D == 2) {
    if (s.kind == ShapeKind::polygon) {
      add(static_cast<const ConvexPolygon<T>*>(s.object)->size());
    }
  } else {
    if (s.kind == ShapeKind::polyhedron) {
      const auto& solid = *static_cast<const ConvexPolyhedron<T>*>(s.object);
      add(type == FeatureType::vertex ? solid.vertex_count() : solid.edge_count());
    }
  }
  return codes;
}

template <int D, class T>
std::vector<Vec<D, double>> corners_of(const ShapeView<D, T>& s) {
  std::vector<Vec<D, double>> all;
  if (s.kind == ShapeKind::box) {
    for (std::uint32_t i = 0; i < 1u << D; ++i) {
      all.push_back(vertex_of_core(s, i));
    }
  } else if (s.kind == ShapeKind::polygon || s.kind == ShapeKind::polyhedron) {
    const auto& vertices = static_cast<const ConvexPolytope<D, T>*>(s.object)->vertices();
    for (std::size_t i = 0; i < vertices.size(); ++i) all.push_back(vec_cast<double>(vertices[i]));
  } else if (s.kind == ShapeKind::segment || s.kind == ShapeKind::triangle) {
    const int count = s.kind == ShapeKind::segment ? 2 : 3;
    for (int i = 0; i < count; ++i) all.push_back(vec_cast<double>(s.p[i]));
  }
  return all;
}
// Is it unambiguous which edges of a segment or triangle face along d: no two as well, and none
// next to the 2.5 degrees that they may be off?
template <int D, class T>
bool has_unique_edge(const ShapeView<D, T>& s, const Vec<D, double>& d) {
  if (s.kind != ShapeKind::segment && s.kind != ShapeKind::triangle) return true;
  const auto p = corners_of(s);
  std::vector<double> heights;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const auto& q = p[(i + 1) % p.size()];
    const double slope = std::fabs(dot(q - p[i], d)) / length(q - p[i]);
    if (!(std::fabs(slope - 0.0436) > 1e-3)) return false;
    heights.push_back(dot(q + p[i], d));
  }
  if (s.kind == ShapeKind::segment) return true;
  if constexpr (D == 3) {
    const auto n = cross(p[1] - p[0], p[2] - p[0]);
    if (!(std::fabs(std::fabs(dot(n, d)) / length(n) - 0.99905) > 1e-4)) return false;
  }
  std::sort(heights.begin(), heights.end());
  return heights[2] - heights[1] > 1e-3;
}
// Is each corner either level with the one that lies farthest along d, or clearly not?
template <int D, class T>
bool plainly_level(const ShapeView<D, T>& s, const Vec<D, double>& d) {
  double top = -std::numeric_limits<double>::infinity();
  const auto corners = corners_of(s);
  for (const auto& p : corners) top = std::max(top, dot(p, d));
  return std::none_of(corners.begin(), corners.end(), [&](const auto& p) {
    const double below = top - dot(p, d);
    return below > 1e-7 && below < 1e-3;
  });
}

// How far a corner may move before it lies on another feature.
template <int D, class T>
double clearance(const ShapeView<D, T>& s, std::uint32_t half, const Vec<D, double>& p) {
  const FeatureType type = NamedFeature(half).type;
  double least = 1;
  const auto look_at = [&](FeatureType smaller) {
    for (const std::uint32_t code : all_of_type(s, smaller)) {
      least = std::min(least, off_feature<D>(s, code, p));
    }
  };
  if (type == FeatureType::edge) look_at(FeatureType::vertex);
  if (type == FeatureType::face) look_at(FeatureType::edge);
  return least;
}

// Is it unambiguous which face, or in 2D which side, faces along d?
template <int D, class T>
bool has_unique_face(const ShapeView<D, T>& s, const Vec<D, double>& d) {
  std::vector<double> facing;
  if (s.kind == ShapeKind::box) {
    for (int axis = 0; axis < D; ++axis) {
      if (s.p[0][axis] == 0) return false;
      facing.push_back(std::fabs(d[axis]));
    }
  }
  if constexpr (D == 2) {
    if (s.kind == ShapeKind::polygon) {
      const auto& polygon = *static_cast<const ConvexPolygon<T>*>(s.object);
      for (std::size_t i = 0; i < polygon.size(); ++i) facing.push_back(dot(polygon.normal(i), d));
    }
  } else {
    if (s.kind == ShapeKind::polyhedron) {
      const auto& solid = *static_cast<const ConvexPolyhedron<T>*>(s.object);
      for (std::size_t f = 0; f < solid.face_count(); ++f) {
        facing.push_back(dot(solid.plane(f).normal, d));
      }
    }
  }
  if (facing.size() < 2) return true;
  std::sort(facing.begin(), facing.end());
  // What faces the normal within 2.5 degrees cuts.
  return facing.back() - facing[facing.size() - 2] > 1e-3 &&
         std::fabs(facing.back() - 0.99905) > 1e-4;
}

template <int D, class T>
bool has_clearance(const ManifoldCase<D, T>& c, const Manifold<D, T>& m, double least) {
  for (const auto& p : m.all()) {
    const auto a = in_core(p.point_a, c.pose_a, m.normal(), double(c.a.radius));
    const auto b = in_core(p.point_b, c.pose_b, m.normal(), -double(c.b.radius));
    if (clearance<D>(c.a, half_of_a(p.feature_id), a) < least) return false;
    if (clearance<D>(c.b, half_of_b(p.feature_id), b) < least) return false;
    if (double(c.margin) - double(p.distance) < least) return false;
  }
  const auto n = vec_cast<double>(m.normal());
  // Of too many corners those stay that span the most, which small motions change.
  const bool all_there = m.count != 0 && (D == 2 || m.count < kMostManifoldPoints<D>);
  const bool whole = chord(c.a) == 0 && chord(c.b) == 0;  // no face is thinned out
  const auto d_a = transposed_times(matrix_of(c.pose_a.rotation), n);
  const auto d_b = transposed_times(matrix_of(c.pose_b.rotation), -n);
  return all_there && whole && has_unique_face<D>(c.a, d_a) && has_unique_face<D>(c.b, d_b) &&
         has_unique_edge<D>(c.a, d_a) && has_unique_edge<D>(c.b, d_b) &&
         (m.count > 1 || (plainly_level<D>(c.a, d_a) && plainly_level<D>(c.b, d_b)));
}
inline bool has_corners(ShapeKind kind) {
  return kind <= ShapeKind::box || kind >= ShapeKind::polygon;
}

// Another pose, `step` away in all that can change.
template <int D, class T>
Transform<D, T> moved(const Transform<D, T>& pose, scenes::Pcg32& random, double step) {
  Transform<D, T> to = pose;
  double size = 0;
  for (int k = 0; k < D; ++k) to.translation[k] += T(random.between(-step, step));
  if constexpr (D == 2) {
    const double angle = random.between(-step, step);
    const double x = double(pose.rotation.cosine), y = double(pose.rotation.sine);
    to.rotation = {T(x - angle * y), T(y + angle * x)};
    (void)size;
  } else {
    double q[4] = {double(pose.rotation.x), double(pose.rotation.y), double(pose.rotation.z),
                   double(pose.rotation.w)};
    for (double& x : q) x += random.between(-step, step), size += x * x;
    for (double& x : q) x /= std::sqrt(size);
    to.rotation = {T(q[0]), T(q[1]), T(q[2]), T(q[3])};
  }
  return to;
}

TYPED_TEST(FeatureIds, stay_the_same_while_the_features_do) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  constexpr double kStep = std::is_same_v<T, float> ? 1e-5 : 1e-7;
  constexpr double kClearance = 0.01;
  ManifoldCases<D, T> cases(33);
  scenes::Pcg32 random(34);
  int compared = 0;
  int areas = 0;
  const int rounds = by_tier(20000, 500000);
  for (int i = 0; i < rounds; ++i) {
    ManifoldCase<D, T> c = cases.next();
    c.margin += T(0.05);
    const auto m = find_manifold(c);
    if (!has_corners(c.a.kind) || !has_corners(c.b.kind) || !has_clearance(c, m, kClearance))
      continue;
    ManifoldCase<D, T> then = c;
    then.pose_b = moved(c.pose_b, random, kStep);
    const auto next = find_manifold(then);
    // Another separating direction that is as short, or another side that faces it as well, is
    // another contact.
    if (length(next.normal() - m.normal()) > 100 * kStep ||
        !has_clearance(then, next, kClearance / 2)) {
      continue;
    }
    ++compared;
    areas += m.count > 1;
    ASSERT_EQ(ids_of(m), ids_of(next))
        << "pair " << i << ": " << described(c, m) << " | " << described(then, next);
  }
  EXPECT_GT(compared, rounds / 5);
  EXPECT_GT(areas, compared / 8);
}

// ----- one answer

TYPED_TEST(FeatureIds, are_the_same_on_every_instruction_set) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  std::vector<std::uint32_t> expected;
  for_each_target([&](SimdTarget) {
    ManifoldCases<D, T> cases(35);
    std::vector<std::uint32_t> got;
    for (int i = 0; i < 2000; ++i) {
      const auto m = find_manifold(cases.next());
      for (const auto& p : m.all()) got.push_back(p.feature_id);
    }
    if (expected.empty()) expected = got;
    EXPECT_EQ(got, expected);
  });
}

}  // namespace
}  // namespace masu::test
