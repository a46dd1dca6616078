// SPDX-License-Identifier: MIT
// ConvexPolyhedron: accepted and refused input, and the relations of its parts.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

#include <masu/hull/polytope_of.hpp>
#include <masu/shapes/check.hpp>

#include "tests/narrow_phase/solids.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu::test {
namespace {

template <class T>
struct Surface {
  std::vector<Vec<3, T>> points;
  std::vector<std::vector<std::uint32_t>> faces;

  Status build(ConvexPolyhedron<T>& made) const {
    std::vector<std::uint32_t> loops;
    std::vector<std::uint32_t> counts;
    for (const auto& face : faces) {
      loops.insert(loops.end(), face.begin(), face.end());
      counts.push_back(static_cast<std::uint32_t>(face.size()));
    }
    return made.build(points, loops, counts);
  }
  Status build() const {
    ConvexPolyhedron<T> made;
    return build(made);
  }
  void join(const Surface& o) {
    const auto first = static_cast<std::uint32_t>(points.size());
    points.insert(points.end(), o.points.begin(), o.points.end());
    for (auto face : o.faces) {
      for (std::uint32_t& v : face) v += first;
      faces.push_back(face);
    }
  }
};

template <class T>
Surface<T> cube() {
  Surface<T> s;
  for (int i = 0; i < 8; ++i) {
    s.points.push_back({T((i & 1) != 0 ? 1 : -1), T((i & 2) != 0 ? 1 : -1), T(i >= 4 ? 1 : -1)});
  }
  s.faces = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  return s;
}

// Quads between n x m points; wraps both ways.
template <class T>
Surface<T> torus(std::uint32_t n, std::uint32_t m) {
  Surface<T> s;
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t k = 0; k < m; ++k) {
      const double u = 6.283185307179586 * i / n;
      const double v = 6.283185307179586 * k / m;
      const double r = 3 + std::cos(v);
      s.points.push_back({T(r * std::cos(u)), T(r * std::sin(u)), T(std::sin(v))});
      const std::uint32_t i1 = (i + 1) % n;
      const std::uint32_t k1 = (k + 1) % m;
      s.faces.push_back({i * m + k, i1 * m + k, i1 * m + k1, i * m + k1});
    }
  }
  return s;
}

// Over the star {n / step}; step 1 is a plain bipyramid. Convex at each edge, whatever the step.
template <class T>
Surface<T> bipyramid(std::uint32_t n, std::uint32_t step) {
  Surface<T> s;
  for (std::uint32_t i = 0; i < n; ++i) {
    const double angle = 6.283185307179586 * step * i / n;
    s.points.push_back({T(std::cos(angle)), T(std::sin(angle)), 0});
    s.faces.push_back({i, (i + 1) % n, n});
    s.faces.push_back({(i + 1) % n, i, n + 1});
  }
  s.points.push_back({0, 0, 1});
  s.points.push_back({0, 0, -1});
  return s;
}

template <class T>
Surface<T> star_prism(std::uint32_t n, std::uint32_t step) {
  Surface<T> s;
  std::vector<std::uint32_t> above;
  std::vector<std::uint32_t> below;
  for (std::uint32_t i = 0; i < n; ++i) {
    const double angle = 6.283185307179586 * step * i / n;
    s.points.push_back({T(std::cos(angle)), T(std::sin(angle)), -1});
    s.points.push_back({T(std::cos(angle)), T(std::sin(angle)), 1});
    const std::uint32_t next = (i + 1) % n;
    s.faces.push_back({2 * i, 2 * next, 2 * next + 1, 2 * i + 1});
    above.push_back(2 * i + 1);
    below.push_back(2 * (n - 1 - i));
  }
  s.faces.push_back(above);
  s.faces.push_back(below);
  return s;
}

// Each side of a cube as k x k squares, rotated, so that rounding bends what was flat.
template <class T>
Surface<T> tessellated_cube(std::uint32_t k, const Rotation<3, T>& rotation) {
  Surface<T> s;
  std::vector<Vec<3, int>> corners;
  const int n = static_cast<int>(k);
  const auto corner_index = [&](const Vec<3, int>& p) {
    const auto found = std::find(corners.begin(), corners.end(), p);
    if (found != corners.end()) return static_cast<std::uint32_t>(found - corners.begin());
    corners.push_back(p);
    const Vec<3, T> q{T(2 * p[0] - n) / T(n), T(2 * p[1] - n) / T(n), T(2 * p[2] - n) / T(n)};
    s.points.push_back(Transform<3, T>{{}, rotation} * q);
    return static_cast<std::uint32_t>(corners.size() - 1);
  };
  for (int axis = 0; axis < 3; ++axis) {
    for (int i = 0; i < n * n; ++i) {
      for (const int side : {0, n}) {
        const auto at = [&](int u, int v) {
          Vec<3, int> p{};
          p[axis] = side;
          p[(axis + 1) % 3] = i / n + u;
          p[(axis + 2) % 3] = i % n + v;
          return corner_index(p);
        };
        if (side != 0) s.faces.push_back({at(0, 0), at(1, 0), at(1, 1), at(0, 1)});
        if (side == 0) s.faces.push_back({at(0, 0), at(0, 1), at(1, 1), at(1, 0)});
      }
    }
  }
  return s;
}

// Every relation of the parts, from both ends.
template <class T>
void expect_sound(const ConvexPolyhedron<T>& p) {
  ASSERT_EQ(p.vertex_count() + p.face_count(), p.edge_count() + 2) << "Euler";
  std::vector<int> uses(p.edge_count(), 0);
  for (std::size_t f = 0; f < p.face_count(); ++f) {
    const auto loop = p.face(f);
    const auto edges = p.face_edges(f);
    ASSERT_EQ(loop.size(), edges.size());
    EXPECT_NEAR(length(p.plane(f).normal), 1, 1e-15);
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const PolyhedronEdge& e = p.edge(edges[k]);
      const std::uint32_t from = loop[k];
      const std::uint32_t to = loop[(k + 1) % loop.size()];
      EXPECT_EQ(e.tail, std::min(from, to));
      EXPECT_EQ(e.head, std::max(from, to));
      EXPECT_EQ(from < to ? e.left : e.right, f);
      ++uses[edges[k]];
      const double height = dot(p.plane(f).normal, vec_cast<double>(p.vertex(from)));
      EXPECT_LE(height, p.plane(f).offset);
    }
  }
  for (const int n : uses) EXPECT_EQ(n, 2);
  std::size_t spokes = 0;
  for (std::size_t v = 0; v < p.vertex_count(); ++v) {
    EXPECT_GE(p.spokes(v).size(), 3u);
    std::set<std::uint32_t> ends;
    for (const PolyhedronSpoke& s : p.spokes(v)) {
      const PolyhedronEdge& e = p.edge(s.edge);
      EXPECT_TRUE((e.tail == v && e.head == s.vertex) || (e.head == v && e.tail == s.vertex));
      ends.insert(s.vertex);
    }
    EXPECT_EQ(ends.size(), p.spokes(v).size());
    spokes += p.spokes(v).size();
  }
  EXPECT_EQ(spokes, 2 * p.edge_count());
}

template <class T>
class PolyhedronTest : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PolyhedronTest, Scalars);

TYPED_TEST(PolyhedronTest, vertices_edges_and_faces_refer_to_each_other) {
  using T = TypeParam;
  for (const int n : {3, 4, 7, 40}) {
    expect_sound(prism<T>(n, 1, 0.5));
    expect_sound(prism<T>(n, 1, 2, 0));
    expect_sound(prism<T>(n, 1e-3, 2, 0.3));
  }
  ConvexPolyhedron<T> p;
  ASSERT_EQ((bipyramid<T>(9, 1).build(p)), Status::ok);
  expect_sound(p);
  EXPECT_EQ(p.vertex_count(), 11u);
  EXPECT_EQ(p.edge_count(), 27u);
  EXPECT_EQ(p.spokes(9).size(), 9u);
}

TYPED_TEST(PolyhedronTest, points_without_a_face_are_left_out) {
  using T = TypeParam;
  Surface<T> s = cube<T>();
  s.points.insert(s.points.begin(), {{50, 50, 50}, {std::numeric_limits<T>::quiet_NaN(), 0, 0}});
  for (auto& face : s.faces) {
    for (std::uint32_t& v : face) v += 2;
  }
  ConvexPolyhedron<T> p;
  ASSERT_EQ(s.build(p), Status::ok);
  EXPECT_EQ(p.vertex_count(), 8u);
  EXPECT_EQ(p.vertex(0), (Vec<3, T>{-1, -1, -1}));
  expect_sound(p);
}

TYPED_TEST(PolyhedronTest, adjacent_faces_may_be_coplanar) {
  using T = TypeParam;
  scenes::Pcg32 random(21);
  for (const std::uint32_t k : {1u, 2u, 5u}) {
    for (int i = 0; i < 4; ++i) {
      const Surface<T> s =
          tessellated_cube<T>(k, i == 0 ? Rotation<3, T>{} : random_rotation<T>(random));
      ConvexPolyhedron<T> p;
      ASSERT_EQ(s.build(p), Status::ok);
      EXPECT_EQ(p.face_count(), 6 * k * k);
      EXPECT_EQ(p.vertex_count(), 6 * k * k + 2);
      expect_sound(p);
    }
  }
}

TYPED_TEST(PolyhedronTest, bad_surfaces_have_their_status) {
  using T = TypeParam;
  using S = Surface<T>;
  const auto changed = [](auto&& change) {
    S s = cube<T>();
    change(s);
    return s.build();
  };
  EXPECT_EQ(S{}.build(), Status::no_points);
  EXPECT_EQ(changed([](S& s) { s.faces.clear(); }), Status::no_points);
  EXPECT_EQ(changed([](S& s) { s.points.clear(); }), Status::no_points);
  EXPECT_EQ(changed([](S& s) { s.points[3][1] = std::numeric_limits<T>::infinity(); }),
            Status::not_finite);
  EXPECT_EQ(changed([](S& s) { s.points[0][2] = std::numeric_limits<T>::denorm_min(); }),
            Status::out_of_range);
  EXPECT_EQ(changed([](S& s) { s.faces[2][1] = 8; }), Status::bad_index);
  EXPECT_EQ(changed([](S& s) { s.faces[2][1] = ~0u; }), Status::bad_index);
  EXPECT_EQ(changed([](S& s) { s.faces.pop_back(); }), Status::open_surface);
  EXPECT_EQ(changed([](S& s) { s.faces.push_back(s.faces[0]); }), Status::open_surface);
  EXPECT_EQ(changed([](S& s) { s.faces[0].resize(2); }), Status::open_surface);
  EXPECT_EQ(changed([](S& s) { s.faces[0].push_back(1); }), Status::open_surface) << "repeats";
  EXPECT_EQ(changed([](S& s) { std::swap(s.faces[0][1], s.faces[0][3]); }), Status::open_surface)
      << "one face turned";
  EXPECT_EQ(changed([](S& s) {
              for (auto& face : s.faces) std::reverse(face.begin(), face.end());
            }),
            Status::inverted);
  EXPECT_EQ(changed([](S& s) {
              for (auto& p : s.points) p[2] = 0;
            }),
            Status::flat);
  EXPECT_EQ(changed([](S& s) {
              for (auto& p : s.points) p = {};
            }),
            Status::flat);
  EXPECT_EQ(changed([](S& s) { s.points[7] = {T(-0.5), T(-0.5), T(-0.5)}; }), Status::not_convex);
  EXPECT_EQ(changed([](S& s) { s.points[7][0] = 2; }), Status::not_convex) << "a warped face";
}

TYPED_TEST(PolyhedronTest, counts_must_match_the_loops) {
  using T = TypeParam;
  const Surface<T> s = cube<T>();
  std::vector<std::uint32_t> loops;
  for (const auto& face : s.faces) loops.insert(loops.end(), face.begin(), face.end());
  ConvexPolyhedron<T> p;
  using Counts = std::vector<std::uint32_t>;
  EXPECT_EQ(p.build(s.points, loops, Counts{4, 4, 4, 4, 4}), Status::size_mismatch);
  EXPECT_EQ(p.build(s.points, loops, Counts{4, 4, 4, 4, 4, 5}), Status::size_mismatch);
  EXPECT_EQ(p.build(s.points, loops, Counts{4, 4, 4, 4, 4, ~0u}), Status::size_mismatch);
  EXPECT_EQ(p.build(s.points, loops, Counts{4, 4, 4, 4, 4, 0, 4}), Status::open_surface);
  EXPECT_EQ(p.build(s.points, loops, Counts{4, 4, 4, 4, 4, 4}), Status::ok);
}

TYPED_TEST(PolyhedronTest, more_than_one_sphere_is_refused) {
  using T = TypeParam;
  EXPECT_EQ((torus<T>(12, 8).build()), Status::open_surface);
  Surface<T> two = cube<T>();
  Surface<T> other = cube<T>();
  for (auto& p : other.points) p[0] += 5;
  two.join(other);
  EXPECT_EQ(two.build(), Status::open_surface);
  two.join(torus<T>(12, 8));  // Euler's formula holds again
  EXPECT_EQ(two.build(), Status::open_surface);
  Surface<T> both = cube<T>();
  both.join(torus<T>(12, 8));
  EXPECT_EQ(both.build(), Status::not_convex);
}

// Convex at each edge, a sphere by Euler's formula, and yet around twice.
TYPED_TEST(PolyhedronTest, surfaces_that_wind_twice_are_refused) {
  using T = TypeParam;
  EXPECT_EQ((bipyramid<T>(5, 1).build()), Status::ok);
  EXPECT_EQ((bipyramid<T>(5, 2).build()), Status::not_convex);
  EXPECT_EQ((bipyramid<T>(7, 2).build()), Status::not_convex);
  EXPECT_EQ((bipyramid<T>(7, 3).build()), Status::not_convex);
  EXPECT_EQ((bipyramid<T>(31, 2).build()), Status::not_convex);
  EXPECT_EQ((star_prism<T>(5, 1).build()), Status::ok);
  EXPECT_EQ((star_prism<T>(5, 2).build()), Status::not_convex);
  EXPECT_EQ((star_prism<T>(9, 4).build()), Status::not_convex);
}

// Two boxes in the same position; with `joined`, a path through the slit in the upper side of one
// comes out of the other. Then the ends of the slit are flat vertices that faces go around twice.
template <class T>
Surface<T> slit_boxes(bool joined) {
  Surface<T> s;
  s.points = {{-1, 0, 1}, {1, 0, 1}, {0, 0, 1}, {0, 0, 1}};  // the slit: its ends, its middle twice
  for (std::uint32_t layer = 0; layer < (joined ? 2u : 1u); ++layer) {
    const std::uint32_t o = 4 + 8 * layer;
    for (const T z : {T(-1), T(1)}) {
      s.points.insert(s.points.end(), {{-2, -1, z}, {2, -1, z}, {2, 1, z}, {-2, 1, z}});
    }
    const std::uint32_t slit_center = 2 + layer;
    const std::uint32_t back = joined ? 5 - slit_center : slit_center;
    s.faces.push_back({o + 3, o + 2, o + 1, o});
    s.faces.push_back({o + 4, o + 5, 1, slit_center, 0});
    s.faces.push_back({o + 6, o + 7, 0, back, 1});
    s.faces.push_back({o + 5, o + 6, 1});
    s.faces.push_back({o + 7, o + 4, 0});
    for (std::uint32_t i = 0; i < 4; ++i) {
      const std::uint32_t next = (i + 1) % 4;
      s.faces.push_back({o + i, o + next, o + next + 4, o + i + 4});
    }
  }
  return s;
}

TYPED_TEST(PolyhedronTest, two_layers_joined_through_a_slit_are_refused) {
  using T = TypeParam;
  EXPECT_EQ(slit_boxes<T>(false).build(), Status::ok);
  EXPECT_EQ(slit_boxes<T>(true).build(), Status::not_convex);
}

// A bay whose every fold is hidden by rounding: its planes are compared with all vertices.
TYPED_TEST(PolyhedronTest, shallow_dents_add_up) {
  using T = TypeParam;
  const double unit = double(std::numeric_limits<T>::epsilon());
  const auto bay = [](double depth) {
    const std::uint32_t n = 64;
    Surface<T> s;
    std::vector<std::uint32_t> front;
    std::vector<std::uint32_t> back;
    for (std::uint32_t i = 0; i <= n + 2; ++i) {
      const double x = i <= n ? 1 - 2.0 * i / n : (i == n + 1 ? -1 : 1);
      const double y = i <= n ? 1 - depth * (1 - x * x) : -1;
      s.points.push_back({T(x), T(y), 1});
      s.points.push_back({T(x), T(y), -1});
      const std::uint32_t next = (i + 1) % (n + 3);
      s.faces.push_back({2 * i, 2 * i + 1, 2 * next + 1, 2 * next});
      front.push_back(2 * i);
      back.push_back(2 * (n + 2 - i) + 1);
    }
    s.faces.push_back(front);
    s.faces.push_back(back);
    return s.build();
  };
  EXPECT_EQ(bay(0), Status::ok);
  EXPECT_EQ(bay(-1e-3), Status::ok) << "a bulge";
  EXPECT_EQ(bay(8 * unit), Status::ok);
  EXPECT_EQ(bay(20000 * unit), Status::not_convex);
}

template <class T>
std::vector<Vec<3, T>> ball(int n, std::uint64_t seed) {
  scenes::Pcg32 random(seed);
  std::vector<Vec<3, T>> points;
  while (static_cast<int>(points.size()) < n) {
    const auto p = random_point<double>(random, 1);
    const double size = length(p);
    if (size > 0.1 && size <= 1) points.push_back(vec_cast<T>(p * (1 / size)));
  }
  return points;
}

TYPED_TEST(PolyhedronTest, hulls_pass_the_tests_of_build) {
  using T = TypeParam;
  for (const int n : {4, 8, 32, 400}) {
    ConvexPolyhedron<T> p;
    ASSERT_EQ(polyhedron_of<T>(ball<T>(n, 5), p), Status::ok);
    expect_sound(p);
    Surface<T> s;
    for (std::size_t v = 0; v < p.vertex_count(); ++v) s.points.push_back(p.vertex(v));
    for (std::size_t f = 0; f < p.face_count(); ++f) {
      s.faces.emplace_back(p.face(f).begin(), p.face(f).end());
    }
    EXPECT_EQ(s.build(), Status::ok);
    if (n < 32) continue;
    s.points[3] = s.points[3] * T(0.5);
    EXPECT_EQ(s.build(), Status::not_convex);
  }
}

template <class T>
void expect_same(const ConvexPolyhedron<T>& p, const ConvexPolyhedron<T>& q) {
  ASSERT_EQ(p.vertex_count(), q.vertex_count());
  ASSERT_EQ(p.face_count(), q.face_count());
  ASSERT_EQ(p.edge_count(), q.edge_count());
  EXPECT_EQ(p.sharp(), q.sharp());
  for (std::size_t v = 0; v < p.vertex_count(); ++v) {
    EXPECT_EQ(p.vertex(v), q.vertex(v));
    ASSERT_EQ(p.spokes(v).size(), q.spokes(v).size());
    for (std::size_t k = 0; k < p.spokes(v).size(); ++k) {
      EXPECT_EQ(p.spokes(v)[k].vertex, q.spokes(v)[k].vertex);
      EXPECT_EQ(p.spokes(v)[k].edge, q.spokes(v)[k].edge);
    }
  }
  const auto same = [](std::span<const std::uint32_t> x, std::span<const std::uint32_t> y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end());
  };
  for (std::size_t f = 0; f < p.face_count(); ++f) {
    EXPECT_TRUE(same(p.face(f), q.face(f)));
    EXPECT_TRUE(same(p.face_edges(f), q.face_edges(f)));
    EXPECT_EQ(p.plane(f).normal, q.plane(f).normal);
    EXPECT_EQ(p.plane(f).offset, q.plane(f).offset);
  }
  ASSERT_EQ(p.table().empty(), q.table().empty());
  for (int c = 0; !p.table().empty() && c < CubeTable::kCells; ++c) {
    const auto d = CubeTable::direction(c);
    EXPECT_EQ(p.table().vertex(d), q.table().vertex(d));
  }
}

TYPED_TEST(PolyhedronTest, copies_are_equal_and_independent) {
  using T = TypeParam;
  ConvexPolyhedron<T> made[5];
  ASSERT_EQ((bipyramid<T>(5, 1).build(made[1])), Status::ok);
  ASSERT_EQ((cube<T>().build(made[2])), Status::ok);
  ASSERT_EQ(polyhedron_of<T>(ball<T>(400, 5), made[3]), Status::ok);
  ASSERT_EQ((tessellated_cube<T>(4, {T(0.6), 0, 0, T(0.8)}).build(made[4])), Status::ok);
  ConvexPolyhedron<T> copy;
  for (const int i : {1, 0, 3, 4, 2, 0}) {  // the first is empty
    ASSERT_EQ(copy.copy(made[i]), Status::ok);
    expect_same(copy, made[i]);
  }
  ASSERT_EQ(copy.copy(made[3]), Status::ok);
  ASSERT_EQ(copy.copy(copy), Status::ok);
  expect_same(copy, made[3]);
  ASSERT_EQ((cube<T>().build(made[3])), Status::ok);
  EXPECT_EQ(copy.vertex_count(), 400u);
}

TYPED_TEST(PolyhedronTest, a_failed_copy_changes_nothing) {
  using T = TypeParam;
  ConvexPolyhedron<T> before, from;
  ASSERT_EQ((bipyramid<T>(5, 1).build(before)), Status::ok);
  ASSERT_EQ(polyhedron_of<T>(ball<T>(400, 5), from), Status::ok);
  FailingAllocator memory;
  ConvexPolyhedron<T> p(memory.allocator());
  ASSERT_EQ(p.copy(before), Status::ok);
  std::size_t failures = 0;
  for (std::size_t k = 1;; ++k) {
    memory.fail(k, true);
    const Status status = p.copy(from);
    if (memory.failures() == 0) break;
    ++failures;
    ASSERT_EQ(status, Status::out_of_memory);
    expect_same(p, before);
  }
  EXPECT_GE(failures, 8u);
  expect_same(p, from);
}

TYPED_TEST(PolyhedronTest, a_failed_build_changes_nothing) {
  using T = TypeParam;
  FailingAllocator memory;
  ConvexPolyhedron<T> p(memory.allocator());
  ASSERT_EQ((bipyramid<T>(5, 1).build(p)), Status::ok);
  const auto unchanged = [&] {
    return p.vertex_count() == 7 && p.face_count() == 10 && p.edge_count() == 15 &&
           p.vertex(6) == Vec<3, T>{0, 0, -1};
  };
  EXPECT_EQ((bipyramid<T>(5, 2).build(p)), Status::not_convex);
  EXPECT_TRUE(unchanged());
  EXPECT_EQ((torus<T>(5, 5).build(p)), Status::open_surface);
  EXPECT_TRUE(unchanged());
  std::size_t failures = 0;
  for (std::size_t k = 1;; ++k) {
    memory.fail(k, true);
    const Status status = cube<T>().build(p);
    if (memory.failures() == 0) break;
    ++failures;
    ASSERT_EQ(status, Status::out_of_memory);
    ASSERT_TRUE(unchanged()) << k;
  }
  EXPECT_GE(failures, 8u);
  EXPECT_EQ(p.vertex_count(), 8u);
}

}  // namespace
}  // namespace masu::test
