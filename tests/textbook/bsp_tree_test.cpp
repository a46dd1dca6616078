// SPDX-License-Identifier: MIT
// The BSP tree compared with brute force over its faces: inside tests, visibility order, ray hits.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include <masu/textbook/bsp_tree.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/failing_allocator.hpp"
#include "textbook/bsp_geometry.hpp"

namespace masu::test {
namespace {

template <int D>
using Faces = std::vector<BspFace<D, double>>;
using Point2 = Vec<2, double>;
using Point3 = Vec<3, double>;
using Tree2 = BspTree<2, double>;
using Tree3 = BspTree<3, double>;

// A closed polygon, counterclockwise: the right of the way round is outside.
Faces<2> polygon(const std::vector<Point2>& corners) {
  Faces<2> faces;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    faces.push_back({{corners[i], corners[(i + 1) % corners.size()]}});
  }
  return faces;
}

Faces<2> star(int points, std::uint64_t seed, Point2 center = {}) {
  scenes::Pcg32 random(seed);
  std::vector<Point2> corners;
  for (int i = 0; i < points; ++i) {
    const double angle = 2 * 3.14159265358979 * i / points;
    const double radius = random.between(1, 10);
    corners.push_back(
        {{center[0] + radius * std::cos(angle), center[1] + radius * std::sin(angle)}});
  }
  return polygon(corners);
}

// 12 triangles that face outward.
Faces<3> box(const Point3& lo, const Point3& hi) {
  const auto at = [&](int i) {
    return Point3{{(i & 1) ? hi[0] : lo[0], (i & 2) ? hi[1] : lo[1], (i & 4) ? hi[2] : lo[2]}};
  };
  const int quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                           {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  Faces<3> faces;
  for (const auto& q : quads) {
    faces.push_back({{at(q[0]), at(q[1]), at(q[2])}});
    faces.push_back({{at(q[0]), at(q[2]), at(q[3])}});
  }
  return faces;
}

// An octahedron, each triangle cut in four and pushed out to the sphere, so many times.
Faces<3> sphere(int times, double radius, const Point3& center) {
  Faces<3> faces;
  for (int octant = 0; octant < 8; ++octant) {
    Point3 p[3] = {};
    for (int a = 0; a < 3; ++a) p[a][a] = (octant >> a & 1) != 0 ? -1 : 1;
    if (std::popcount(unsigned(octant)) % 2 == 1) std::swap(p[1], p[2]);
    faces.push_back({{p[0], p[1], p[2]}});
  }
  const auto midpoint = [](const Point3& a, const Point3& b) {
    const Point3 m = a + b;
    return m * (1 / std::sqrt(dot(m, m)));
  };
  for (; times > 0; --times) {
    Faces<3> finer;
    for (const auto& [c] : faces) {
      const Point3 m[3] = {midpoint(c[0], c[1]), midpoint(c[1], c[2]), midpoint(c[2], c[0])};
      finer.push_back({{c[0], m[0], m[2]}});
      finer.push_back({{c[1], m[1], m[0]}});
      finer.push_back({{c[2], m[2], m[1]}});
      finer.push_back({{m[0], m[1], m[2]}});
    }
    faces = finer;
  }
  for (auto& face : faces) {
    for (auto& corner : face.corner) corner = corner * radius + center;
  }
  return faces;
}

template <int D>
void append(Faces<D>& to, const Faces<D>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// Where a line meets a face: t along it; -1 for nowhere.
double ray_hit(const BspFace<2, double>& f, const Point2& o, const Point2& d) {
  const Point2 side = f.corner[1] - f.corner[0];
  const Point2 to = f.corner[0] - o;
  const double cross = d[0] * side[1] - d[1] * side[0];
  if (cross == 0) return -1;
  const double u = (to[0] * d[1] - to[1] * d[0]) / cross;
  return u >= 0 && u <= 1 ? (to[0] * side[1] - to[1] * side[0]) / cross : -1;
}
double ray_hit(const BspFace<3, double>& f, const Point3& o, const Point3& d) {
  // T. Moller and B. Trumbore, 1997: another method than the tree's.
  const auto cross = [](const Point3& a, const Point3& b) {
    return Point3{
        {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
  };
  const Point3 u = f.corner[1] - f.corner[0];
  const Point3 v = f.corner[2] - f.corner[0];
  const Point3 p = cross(d, v);
  const double det = dot(u, p);
  if (det == 0) return -1;
  const Point3 to = o - f.corner[0];
  const Point3 q = cross(to, u);
  const double a = dot(to, p) / det;
  const double b = dot(d, q) / det;
  return a >= 0 && b >= 0 && a + b <= 1 ? dot(v, q) / det : -1;
}
template <int D>
BspFace<D, double> as_face(const BspFragment<D>& f) {
  BspFace<D, double> face;
  for (int i = 0; i < D; ++i) face.corner[i] = f.corner[i];
  return face;
}

template <int D>
Vec<D, double> random_point(scenes::Pcg32& random, double reach) {
  Vec<D, double> p;
  for (int a = 0; a < D; ++a) p[a] = random.between(-reach, reach);
  return p;
}

// Parity of the crossings towards somewhere that no corner lies.
template <int D>
bool inside(const Faces<D>& faces, const Vec<D, double>& p) {
  Vec<D, double> d;
  const double odd[] = {0.8716352, 0.3516273, 0.3411987};
  for (int a = 0; a < D; ++a) d[a] = odd[a];
  int crossings = 0;
  for (const auto& face : faces) crossings += ray_hit(face, p, d) > 0 ? 1 : 0;
  return crossings % 2 == 1;
}

// Is anything left of the fragment when it is cut off at each side of the box?
template <int D>
bool reaches(const BspFragment<D>& f, const Aabb<D, double>& box) {
  std::vector<Vec<D, double>> corners(std::begin(f.corner), std::end(f.corner));
  for (int side = 0; side < 2 * D; ++side) {
    const int a = side / 2;
    const auto in = [&](const Vec<D, double>& p) {
      return side % 2 == 0 ? p[a] - box.min[a] : box.max[a] - p[a];
    };
    std::vector<Vec<D, double>> left;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const auto& p = corners[i];
      const auto& q = corners[(i + 1) % corners.size()];
      if (in(p) >= 0) left.push_back(p);
      if ((in(p) > 0 && in(q) < 0) || (in(p) < 0 && in(q) > 0)) {
        left.push_back(p + (q - p) * (in(p) / (in(p)-in(q))));
      }
    }
    corners = left;
  }
  return !corners.empty();
}

template <int D>
double measure(const BspFragment<D>& f) {
  const auto normal = masu::detail::normal_of(f.corner);
  return std::sqrt(dot(normal, normal));
}

// Everything that can be asked of a tree, against its faces.
template <int D>
void expect_brute_force(const Faces<D>& faces, bool closed) {
  using Point = Vec<D, double>;
  for (const BspPlanes planes : {BspPlanes::faces, BspPlanes::vertex_and_edge}) {
    SCOPED_TRACE(planes == BspPlanes::faces ? "planes of faces" : "planes of vertex and edge");
    BspTree<D, double> tree;
    ASSERT_EQ(tree.build(faces, {.planes = planes}), Status::ok);
    ASSERT_TRUE(tree.validate());
    ASSERT_EQ(tree.degenerate(), 0u);
    // Pieces make up their faces.
    std::vector<double> areas(faces.size());
    for (const auto& f : tree.fragments()) areas[f.face] += measure(f);
    for (std::uint32_t i = 0; i < faces.size(); ++i) {
      BspFragment<D> whole;
      for (int k = 0; k < D; ++k) whole.corner[k] = faces[i].corner[k];
      ASSERT_NEAR(areas[i], measure(whole), 1e-6);
    }
    scenes::Pcg32 random(7);
    for (int k = 0; k < 300; ++k) {
      const Point p = random_point<D>(random, 12);
      if (closed) {
        ASSERT_EQ(tree.in_solid(p), inside(faces, p));
      }
      Ray<D, double> ray{p, random_point<D>(random, 1)};
      if (k % 3 == 0) ray.max_t = 5;
      double first = -1;
      for (const auto& face : faces) {
        const double t = ray_hit(face, ray.origin, ray.direction);
        if (t >= 0 && t <= ray.max_t && (first < 0 || t < first)) first = t;
      }
      const auto hit = tree.ray_cast(ray);
      ASSERT_EQ(hit.hit, first >= 0);
      if (!hit.hit) continue;
      ASSERT_NEAR(hit.t, first, 1e-9);
      ASSERT_NEAR(ray_hit(faces[hit.id], ray.origin, ray.direction), first, 1e-9);
    }
    // The painter's rule: along any line of sight, what is painted later is nearer.
    for (int k = 0; k < 20; ++k) {
      const Point eye = random_point<D>(random, 12);
      std::vector<BspFragment<D>> far_first;
      std::vector<BspFragment<D>> near_first;
      ASSERT_EQ(tree.back_to_front(eye, [&](const auto& f) { far_first.push_back(f); }).status,
                Status::ok);
      ASSERT_EQ(tree.front_to_back(eye, [&](const auto& f) { near_first.push_back(f); }).status,
                Status::ok);
      ASSERT_EQ(far_first.size(), tree.fragments().size());
      ASSERT_EQ(near_first.size(), tree.fragments().size());
      for (int trial = 0; trial < 20; ++trial) {
        const Point d = random_point<D>(random, 1);
        double last = std::numeric_limits<double>::infinity();
        for (const auto& f : far_first) {
          const double t = ray_hit(as_face(f), eye, d);
          if (t < 0) continue;
          ASSERT_LE(t, last + 1e-9);
          last = t;
        }
        last = 0;
        for (const auto& f : near_first) {
          const double t = ray_hit(as_face(f), eye, d);
          if (t < 0) continue;
          ASSERT_GE(t, last - 1e-9);
          last = t;
        }
      }
    }
    for (int k = 0; k < 50; ++k) {
      const Point p = random_point<D>(random, 10);
      const Point q = random_point<D>(random, 10);
      Aabb<D, double> target{min(p, q), max(p, q)};
      if (k == 0) target = Aabb<D, double>::everything();
      std::size_t expected = 0;
      for (const auto& f : tree.fragments()) expected += reaches(f, target) ? 1 : 0;
      std::size_t found = 0;
      ASSERT_EQ(tree.for_each_overlapping(target,
                                          [&](const auto& f) {
                                            ++found;
                                            EXPECT_TRUE(reaches(f, target));
                                          })
                    .status,
                Status::ok);
      ASSERT_EQ(found, expected);
    }
  }
}

TEST(BspTree, L10_segments_of_stars_against_brute_force) {
  expect_brute_force<2>(polygon({{{0, 0}}, {{4, 0}}, {{4, 4}}, {{0, 4}}}), true);
  for (const int points : {3, 7, 60}) expect_brute_force<2>(star(points, 3), true);
  Faces<2> two = star(31, 5, {{-11, 0}});
  append(two, star(17, 6, {{11, 0}}));
  expect_brute_force<2>(two, true);
}

TEST(BspTree, L10_triangles_of_boxes_and_spheres_against_brute_force) {
  expect_brute_force<3>(box({{-3, -2, -1}}, {{3, 4, 5}}), true);
  expect_brute_force<3>(sphere(2, 8, {{1, 2, 3}}), true);
  // A hollow sphere, its inner side reversed, next to a box.
  Faces<3> many = sphere(1, 5, {{5, 5, 5}});
  Faces<3> hollow = sphere(1, 2, {{5, 5, 5}});
  for (auto& face : hollow) std::swap(face.corner[0], face.corner[1]);
  append(many, hollow);
  append(many, box({{-9, -9, -9}}, {{-1, -2, -3}}));
  expect_brute_force<3>(many, true);
}

TEST(BspTree, L10_soups_that_enclose_nothing) {
  scenes::Pcg32 random(4);
  Faces<2> segments(40);
  for (auto& f : segments) {
    for (auto& c : f.corner) c = random_point<2>(random, 10);
  }
  expect_brute_force<2>(segments, false);
  Faces<3> triangles(30);
  for (auto& f : triangles) {
    for (auto& c : f.corner) c = random_point<3>(random, 10);
  }
  expect_brute_force<3>(triangles, false);
}

struct Cuts : Trace {
  using Trace::on;
  std::vector<BspCut<2>>& cuts;
  explicit Cuts(std::vector<BspCut<2>>& s) : cuts(s) {}
  void on(const BspCut<2>& cut) const { cuts.push_back(cut); }
};

// m segments across and m along cross m^2 times, and every crossing cuts one of the two.
TEST(BspTree, E11_faces_that_cross_make_n_squared_fragments) {
  for (const int m : {1, 2, 5, 12}) {
    Faces<2> grid;
    for (int i = 0; i < m; ++i) {
      grid.push_back({{Point2{{double(i), -1}}, Point2{{double(i), double(m)}}}});
      grid.push_back({{Point2{{-1, double(i)}}, Point2{{double(m), double(i)}}}});
    }
    Tree2 tree;
    std::vector<BspCut<2>> cuts;
    ASSERT_EQ(tree.build(grid, {}, Cuts(cuts)), Status::ok);
    ASSERT_TRUE(tree.validate());
    EXPECT_EQ(tree.splits(), std::size_t(m) * m);
    EXPECT_EQ(tree.fragments().size(), std::size_t(m) * m + 2 * m);
    std::size_t splits = 0;
    std::size_t on = 0;
    for (const auto& cut : cuts) splits += cut.splits, on += cut.on;
    EXPECT_EQ(splits, tree.splits());
    EXPECT_EQ(on, tree.fragments().size());
    EXPECT_EQ(tree.build(grid, {.most_fragments = std::size_t(2 * m)}), Status::too_many_objects);
    EXPECT_EQ(tree.node_count(), 0u);
  }
}

// All of a convex body is behind each of its planes: a tree as deep as it has faces.
TEST(BspTree, E11_a_convex_body_is_the_worst_case_in_depth) {
  std::vector<Point2> corners;
  const int n = 2000;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * 3.14159265358979 * i / n;
    corners.push_back({{std::cos(angle), std::sin(angle)}});
  }
  const auto faces = polygon(corners);
  Tree2 tree;
  std::vector<BspCut<2>> cuts;
  ASSERT_EQ(tree.build(faces, {.candidates = 1}, Cuts(cuts)), Status::ok);
  ASSERT_EQ(cuts.size(), std::size_t(n));
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    EXPECT_EQ(cuts[i].front, 0u);
    EXPECT_EQ(cuts[i].back, n - 1 - i);
  }
  EXPECT_EQ(tree.build_stats().comparisons, std::uint64_t(n) * (n - 1));  // two corners each
  EXPECT_TRUE(tree.in_solid({{0, 0}}));
  std::size_t visited = 0;
  ASSERT_EQ(tree.back_to_front({{0, 0}}, [&](const auto&) { ++visited; }).status, Status::ok);
  EXPECT_EQ(visited, std::size_t(n));
}

TEST(BspTree, degenerate_faces_are_counted_and_left_out) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  Faces<3> faces = box({{0, 0, 0}}, {{1, 1, 1}});
  faces.push_back({{Point3{{0, 0, 0}}, Point3{{1, 1, 1}}, Point3{{2, 2, 2}}}});
  faces.push_back({{Point3{{3, 3, 3}}, Point3{{3, 3, 3}}, Point3{{3, 3, 3}}}});
  faces.push_back({{Point3{{nan, 0, 0}}, Point3{{1, 0, 0}}, Point3{{0, 1, 0}}}});
  faces.push_back({{Point3{{inf, 0, 0}}, Point3{{1, 0, 0}}, Point3{{0, 1, 0}}}});
  Tree3 tree;
  ASSERT_EQ(tree.build(faces), Status::ok);
  EXPECT_EQ(tree.degenerate(), 4u);
  EXPECT_TRUE(tree.validate());
  EXPECT_TRUE(tree.in_solid({{0.5, 0.5, 0.5}}));
  EXPECT_FALSE(tree.in_solid({{1.5, 0.5, 0.5}}));
}

TEST(BspTree, an_empty_input_gives_an_empty_tree) {
  Tree2 tree;
  ASSERT_EQ(tree.build({}), Status::ok);
  EXPECT_TRUE(tree.validate());
  EXPECT_FALSE(tree.in_solid({{0, 0}}));
  EXPECT_FALSE(tree.ray_cast({{{0, 0}}, {{1, 0}}}).hit);
  EXPECT_EQ(tree.build({}, {.candidates = 0}), Status::out_of_range);
  EXPECT_EQ(tree.build({}, {.tolerance = -1}), Status::out_of_range);
  Ray<2, double> bad{{{std::nan(""), 0}}, {{1, 0}}};
  EXPECT_EQ(tree.ray_cast(bad).status, Status::not_finite);
}

// The same faces many times over lie in one plane each.
TEST(BspTree, equal_faces_share_a_node) {
  Faces<2> faces(100000, {{Point2{{0, 0}}, Point2{{1, 1}}}});
  Tree2 tree;
  ASSERT_EQ(tree.build(faces), Status::ok);
  EXPECT_EQ(tree.node_count(), 1u);
  EXPECT_EQ(tree.fragments().size(), faces.size());
}

TEST(BspTree, coordinates_may_be_tiny_or_huge) {
  for (const double scale : {1e-30, 1.0, 1e30}) {
    std::vector<BspFace<3, float>> faces;
    for (const auto& f : sphere(1, scale, {})) {
      BspFace<3, float>& face = faces.emplace_back();
      for (int k = 0; k < 3; ++k) {
        for (int a = 0; a < 3; ++a) face.corner[k][a] = static_cast<float>(f.corner[k][a]);
      }
    }
    BspTree<3, float> tree;
    ASSERT_EQ(tree.build(faces), Status::ok);
    EXPECT_TRUE(tree.validate());
    EXPECT_EQ(tree.degenerate(), 0u);
    EXPECT_TRUE(tree.in_solid({}));
    EXPECT_FALSE(tree.in_solid(Vec<3, float>::all(static_cast<float>(2 * scale))));
  }
}

TEST(BspTree, every_failed_allocation_is_reported_and_leaves_an_empty_tree) {
  const auto faces = star(40, 9);
  bool failed = true;
  for (std::size_t k = 1; failed; ++k) {
    ASSERT_LT(k, 1000u);
    FailingAllocator memory;
    Tree2 tree(memory.allocator());
    memory.fail(k, true);
    const Status status = tree.build(faces);
    failed = memory.failures() != 0;
    ASSERT_EQ(status, failed ? Status::out_of_memory : Status::ok);
    ASSERT_EQ(tree.node_count() == 0, failed);
    memory.fail(FailingAllocator::kNever);
    ASSERT_EQ(tree.build(faces), Status::ok);
    memory.fail(1, true);
    ASSERT_EQ(tree.build(faces), Status::ok);
    EXPECT_EQ(memory.calls(), 0u) << "warm";
  }
}

}  // namespace
}  // namespace masu::test
