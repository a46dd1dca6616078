// SPDX-License-Identifier: MIT
// Feature ids name what makes a corner, and stay while it does.
#include <gtest/gtest.h>

#include <set>

#include <masu/narrow_phase/detail/placed_pair.hpp>
#include <masu/narrow_phase/manifold.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/sphere.hpp>

#include "narrow_phase/manifold_cases.hpp"
#include "narrow_phase/named_features.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/simd_targets.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

using Ids = std::set<std::uint32_t>;

template <int D, class T>
Ids ids_of(const Manifold<D, T>& m) {
  Ids ids;
  for (const auto& p : m.all()) EXPECT_TRUE(ids.insert(p.feature_id).second) << "twice";
  return ids;
}

template <int D, class T>
Manifold<D, T> ask(const ManifoldCase<D, T>& c, int way = 0) {
  const ManifoldOptions<T> options{c.margin};
  DepthCache cache;
  if (way == 0) return manifold(c.a, c.at_a, c.b, c.at_b, options);
  if (way == 1) return manifold(c.a, c.at_a, c.b, c.at_b, cache, options);
  return detail::placed_manifold(c.a, c.b, detail::pair_place(c.at_a, c.at_b), c.margin);
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

// A place in the frame of a shape, without its skin, which reaches `skin` along the normal.
template <int D, class T>
Vec<D, double> in_core(const Vec<D, T>& p, const Transform<D, T>& at, const Vec<D, T>& normal,
                       double skin) {
  const auto core = vec_cast<double>(p) - vec_cast<double>(normal) * skin;
  return transposed_times(matrix_of(at.rotation), core - vec_cast<double>(at.translation));
}

template <class C>
class FeatureIds : public testing::Test {};
using Kinds = testing::Types<Case<2, float>, Case<3, float>, Case<2, double>, Case<3, double>>;
TYPED_TEST_SUITE(FeatureIds, Kinds, CaseNames);

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
void expect_named(const ManifoldCase<D, T>& c, const Manifold<D, T>& m) {
  const double radii = double(c.a.radius) + double(c.b.radius);
  for (const auto& p : m.all()) {
    if (p.feature_id == 0 && m.count > 1) continue;  // a deepest point whose id was taken
    // What cuts may be turned by 2.5 degrees against the normal, and edges against each other.
    const double turned = std::fabs(double(p.distance) + radii) + (D == 3 && m.count == 2 ? 1 : 0);
    const double slack = 2e-4 + std::max(chord(c.a), chord(c.b)) + 0.05 * turned;
    const auto a = in_core(p.point_a, c.at_a, m.normal(), double(c.a.radius));
    const auto b = in_core(p.point_b, c.at_b, m.normal(), -double(c.b.radius));
    EXPECT_LE(off_feature<D>(c.a, half_of_a(p.feature_id), a), slack) << std::hex << p.feature_id;
    EXPECT_LE(off_feature<D>(c.b, half_of_b(p.feature_id), b), slack) << std::hex << p.feature_id;
  }
}

TYPED_TEST(FeatureIds, name_what_the_corner_lies_on_once) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  ManifoldCases<D, T> cases(31);
  int contacts = 0;
  int nameless = 0;
  const int rounds = by_tier(20000, 1000000);
  for (int i = 0; i < rounds; ++i) {
    const ManifoldCase<D, T> c = cases.next();
    for (int way = 0; way < 3; ++way) {
      const auto m = ask(c, way);
      if (m.separation.status != Status::ok) continue;
      const Ids ids = ids_of(m);
      expect_named(c, m);
      contacts += m.count != 0;
      nameless += m.count > 1 && ids.count(0) != 0;
      ASSERT_FALSE(this->HasFailure()) << "pair " << i << " way " << way << ": " << described(c, m);
    }
  }
  EXPECT_GT(contacts, rounds * 2);
  EXPECT_LT(nameless, contacts / 100);
}

// ----- swapped arguments

TYPED_TEST(FeatureIds, of_the_swapped_pair_have_their_halves_swapped) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  ManifoldCases<D, T> cases(32);
  for (int i = 0; i < 5000; ++i) {
    const ManifoldCase<D, T> c = cases.next();
    const auto m = ask(c);
    const auto other = ask(ManifoldCase<D, T>{c.b, c.at_b, c.a, c.at_a, c.margin});
    const auto back = flipped(other);
    ASSERT_EQ(m.count, back.count);
    for (int k = 0; k < m.count; ++k) {
      ASSERT_EQ(m.points[k].feature_id, back.points[k].feature_id)
          << "pair " << i << ": " << described(c, m) << " | " << described(c, other);
    }
  }
}

TEST(FeatureId, flips_by_its_halves) {
  EXPECT_EQ(flipped_feature_id(0x12345678u), 0x56781234u);
  Manifold<3, float> m;
  m.count = 2;
  m.points[0] = {{}, {}, 0, 0x00010002u};
  m.points[1] = {{}, {}, 0, 0x00030004u};
  const auto back = flipped(m);
  EXPECT_EQ(back.points[0].feature_id, 0x00040003u);
  EXPECT_EQ(back.points[1].feature_id, 0x00020001u);
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
      all.push_back(detail::corner_of_box(vec_cast<double>(s.p[0]), vec_cast<double>(s.p[1]), i));
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
// Is it plain which edges of a segment or triangle look along d: no two as well, and none next to
// the 2.5 degrees that they may be off?
template <int D, class T>
bool one_edge_looks(const ShapeView<D, T>& s, const Vec<D, double>& d) {
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

// Is it plain which face, or in 2D which side, looks along d?
template <int D, class T>
bool one_face_looks(const ShapeView<D, T>& s, const Vec<D, double>& d) {
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
bool has_room(const ManifoldCase<D, T>& c, const Manifold<D, T>& m, double room) {
  for (const auto& p : m.all()) {
    const auto a = in_core(p.point_a, c.at_a, m.normal(), double(c.a.radius));
    const auto b = in_core(p.point_b, c.at_b, m.normal(), -double(c.b.radius));
    if (clearance<D>(c.a, half_of_a(p.feature_id), a) < room) return false;
    if (clearance<D>(c.b, half_of_b(p.feature_id), b) < room) return false;
    if (double(c.margin) - double(p.distance) < room) return false;
  }
  const auto n = vec_cast<double>(m.normal());
  // Of too many corners those stay that span the most, which small motions change.
  const bool all_there = m.count != 0 && (D == 2 || m.count < kMostManifoldPoints<D>);
  const bool whole = chord(c.a) == 0 && chord(c.b) == 0;  // no face is thinned out
  const auto d_a = transposed_times(matrix_of(c.at_a.rotation), n);
  const auto d_b = transposed_times(matrix_of(c.at_b.rotation), -n);
  return all_there && whole && one_face_looks<D>(c.a, d_a) && one_face_looks<D>(c.b, d_b) &&
         one_edge_looks<D>(c.a, d_a) && one_edge_looks<D>(c.b, d_b) &&
         (m.count > 1 || (plainly_level<D>(c.a, d_a) && plainly_level<D>(c.b, d_b)));
}
inline bool has_corners(ShapeKind kind) {
  return kind <= ShapeKind::box || kind >= ShapeKind::polygon;
}

// Another place, `step` away in all that can change.
template <int D, class T>
Transform<D, T> moved(const Transform<D, T>& at, scenes::Pcg32& random, double step) {
  Transform<D, T> to = at;
  double size = 0;
  for (int k = 0; k < D; ++k) to.translation[k] += T(random.between(-step, step));
  if constexpr (D == 2) {
    const double angle = random.between(-step, step);
    const double x = double(at.rotation.cosine), y = double(at.rotation.sine);
    to.rotation = {T(x - angle * y), T(y + angle * x)};
    (void)size;
  } else {
    double q[4] = {double(at.rotation.x), double(at.rotation.y), double(at.rotation.z),
                   double(at.rotation.w)};
    for (double& x : q) x += random.between(-step, step), size += x * x;
    for (double& x : q) x /= std::sqrt(size);
    to.rotation = {T(q[0]), T(q[1]), T(q[2]), T(q[3])};
  }
  return to;
}

TYPED_TEST(FeatureIds, stay_while_the_features_do) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  constexpr double kStep = std::is_same_v<T, float> ? 1e-5 : 1e-7;
  constexpr double kRoom = 0.01;
  ManifoldCases<D, T> cases(33);
  scenes::Pcg32 random(34);
  int compared = 0;
  int areas = 0;
  const int rounds = by_tier(20000, 500000);
  for (int i = 0; i < rounds; ++i) {
    ManifoldCase<D, T> c = cases.next();
    c.margin += T(0.05);
    const auto m = ask(c);
    if (!has_corners(c.a.kind) || !has_corners(c.b.kind) || !has_room(c, m, kRoom)) continue;
    ManifoldCase<D, T> then = c;
    then.at_b = moved(c.at_b, random, kStep);
    const auto next = ask(then);
    // Another way out that is as short, or another side that faces it as well, is another contact.
    if (length(next.normal() - m.normal()) > 100 * kStep || !has_room(then, next, kRoom / 2)) {
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
      const auto m = ask(cases.next());
      for (const auto& p : m.all()) got.push_back(p.feature_id);
    }
    if (expected.empty()) expected = got;
    EXPECT_EQ(got, expected);
  });
}

// ----- known ones

template <class T>
class KnownIds : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(KnownIds, Scalars);

template <class T>
Transform<3, T> lifted(double x, double y, double z = 0) {
  return {{T(x), T(y), T(z)}, {}};
}

// Face +y of the lower box: type 3, +y in bits 2 and 3. Vertices of the upper one: type 1, -y (8),
// +-x (1, 2), +-z (16, 32).
TYPED_TEST(KnownIds, of_a_box_on_a_box) {
  using T = TypeParam;
  const Box<3, T> small{{1, 1, 1}}, large{{2, 1, 2}};
  EXPECT_EQ(ids_of(manifold(large, {}, small, lifted<T>(0, 1.875))),
            (Ids{0xc0044019, 0xc004401a, 0xc0044029, 0xc004402a}));
  // Over the end of +x: there the edge +x +y crosses the edges -y +-z.
  EXPECT_EQ(ids_of(manifold(large, {}, small, lifted<T>(1.5, 1.875))),
            (Ids{0xc004401a, 0xc004402a, 0x80058018, 0x80058028}));
  // The lower one is the smaller: its vertices, on the face -y.
  EXPECT_EQ(ids_of(manifold(small, {}, large, lifted<T>(0, 1.875))),
            (Ids{0x4015c008, 0x4016c008, 0x4025c008, 0x4026c008}));
  // Edges that cross: +y -z of the lower, -x -y of the upper one.
  const T c = T(0.9238795325112867), s = T(0.3826834323650898);
  EXPECT_EQ(ids_of(manifold(small, Transform<3, T>{{}, {s, 0, 0, c}}, small,
                            Transform<3, T>{{0, T(2.8), 0}, {0, 0, s, c}})),
            (Ids{0x8024800a}));
}

template <class T>
std::uint32_t edge_between(const ConvexPolyhedron<T>& s, std::uint32_t v, std::uint32_t w) {
  for (std::uint32_t e = 0; e < s.edge_count(); ++e) {
    const auto& edge = s.edge(e);
    if ((edge.tail == v && edge.head == w) || (edge.tail == w && edge.head == v)) return 0x8000 | e;
  }
  ADD_FAILURE() << "no such edge";
  return 0;
}

// Face 3 is +y, bit k of a vertex' number is the side of axis k: see box_solid().
TYPED_TEST(KnownIds, of_a_hull_on_a_hull) {
  using T = TypeParam;
  const auto small = box_solid<T>(1, 1, 1);
  const auto large = box_solid<T>(2, 1, 2);
  EXPECT_EQ(ids_of(manifold(large, {}, small, lifted<T>(0, 1.875))),
            (Ids{0xc0034000, 0xc0034001, 0xc0034004, 0xc0034005}));
  const std::uint32_t end = edge_between(large, 3, 7) << 16;
  EXPECT_EQ(ids_of(manifold(large, {}, small, lifted<T>(1.5, 1.875))),
            (Ids{0xc0034000, 0xc0034004, end | edge_between(small, 0, 1),
                 end | edge_between(small, 4, 5)}));
  // A box on it is named as a box.
  EXPECT_EQ(ids_of(manifold(large, {}, Box<3, T>{{1, 1, 1}}, lifted<T>(0, 1.875))),
            (Ids{0xc0034019, 0xc003401a, 0xc0034029, 0xc003402a}));
}

TYPED_TEST(KnownIds, of_round_shapes_and_planes) {
  using T = TypeParam;
  const Box<3, T> box{{2, 1, 2}};
  EXPECT_EQ(ids_of(manifold(box, {}, Sphere<3, T>{T(0.5)}, lifted<T>(0, 1.25))), (Ids{0xc0040000}));
  EXPECT_EQ(ids_of(manifold(box, {}, Sphere<3, T>{T(0.5)}, lifted<T>(2.25, 1.25))),
            (Ids{0x80050000}));
  // One end over the box, the other beyond its edge -x +y.
  const Capsule<3, T> capsule{{-3, 0, 0}, {1, 0, 0}, T(0.5)};
  EXPECT_EQ(ids_of(manifold(box, {}, capsule, lifted<T>(0, 1.25))), (Ids{0x80068000, 0xc0044001}));
  Ids disc;
  for (std::uint32_t i = 0; i < 16; ++i) disc.insert(0xc0044000 | i);
  EXPECT_EQ(ids_of(manifold(box, {}, Cylinder<T>{1, 1}, lifted<T>(0, 1.875))), disc);
  const HalfSpace<3, T> ground{{0, 1, 0}, 1};
  EXPECT_EQ(ids_of(manifold(ground, {}, Box<3, T>{{1, 1, 1}}, lifted<T>(0, 1.875))),
            (Ids{0xc0004019, 0xc000401a, 0xc0004029, 0xc000402a}));
  // A cylinder that lies: the ends of its line.
  const T h = T(0.7071067811865476);
  EXPECT_EQ(ids_of(manifold(ground, {}, Cylinder<T>{1, 1},
                            Transform<3, T>{{0, T(1.875), 0}, {0, 0, h, h}})),
            (Ids{0xc0004020, 0xc0004021}));
}

TYPED_TEST(KnownIds, in_the_plane) {
  using T = TypeParam;
  const Box<2, T> small{{1, 1}}, large{{2, 1}};
  const Transform<2, T> above{{0, T(1.875)}, {}}, beside{{T(1.5), T(1.875)}, {}};
  EXPECT_EQ(ids_of(manifold(large, {}, small, above)), (Ids{0x80044009, 0x8004400a}));
  EXPECT_EQ(ids_of(manifold(large, {}, small, beside)), (Ids{0x8004400a, 0x40058008}));
  // Corner 0 of the triangle down, either way around.
  const Vec<2, T> p{0, 0}, q{1, 2}, r{-1, 2};
  const Transform<2, T> on{{0, T(0.875)}, {}};
  EXPECT_EQ(ids_of(manifold(large, {}, Triangle<2, T>{p, q, r}, on)), (Ids{0x80044000}));
  EXPECT_EQ(ids_of(manifold(large, {}, Triangle<2, T>{q, r, p}, on)), (Ids{0x80044002}));
  // On its side from corner 1 to corner 2, and the same side of it turned over.
  const Transform<2, T> upside{{0, T(2.875)}, {-1, 0}};
  EXPECT_EQ(ids_of(manifold(small, {}, Triangle<2, T>{p, q, r}, upside)),
            (Ids{0x80044001, 0x80044002}));
  EXPECT_EQ(ids_of(manifold(Box<2, T>{{T(0.5), 1}}, {}, Triangle<2, T>{p, r, q}, upside)),
            (Ids{0x40058001, 0x40068001}));
  EXPECT_EQ(ids_of(manifold(large, {}, Sphere<2, T>{1}, above)), (Ids{0x80040000}));
}

// Turned by a quarter about z it stands on another face, after four on the first again.
TYPED_TEST(KnownIds, change_with_the_face_a_box_stands_on) {
  using T = TypeParam;
  const Box<3, T> ground{{4, 1, 4}}, box{{1, 1, 1}};
  const T h = T(0.7071067811865476);
  const Rotation<3, T> turns[] = {{0, 0, 0, 1}, {0, 0, h, h}, {0, 0, 1, 0}, {0, 0, h, -h}};
  const std::uint32_t faces[] = {8, 2, 4, 1};  // -y, -x, +y, +x
  Ids all;
  for (int k = 0; k < 4; ++k) {
    const Ids ids = ids_of(manifold(ground, {}, box, Transform<3, T>{{0, T(1.875), 0}, turns[k]}));
    EXPECT_EQ(ids.size(), 4u);
    for (const std::uint32_t id : ids) {
      EXPECT_EQ(half_of_a(id), 0xc004u);
      EXPECT_EQ(half_of_b(id) >> 14, 1u);
      EXPECT_NE(half_of_b(id) & faces[k], 0u);
    }
    all.insert(ids.begin(), ids.end());
  }
  EXPECT_EQ(all.size(), 8u);  // each of the eight vertices stands twice
}

}  // namespace
}  // namespace masu::test
