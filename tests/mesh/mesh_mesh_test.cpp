// SPDX-License-Identifier: MIT
// Meshes against meshes, compared with all pairs of their triangles.
#include <gtest/gtest.h>

#include <algorithm>

#include <masu/broad_phase/bvh.hpp>
#include <masu/core/simd.hpp>
#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_intersects.hpp>
#include <masu/mesh/contacts.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/triangle_triangle.hpp>

#include "mesh/meshes.hpp"
#include "narrow_phase/pair_frame.hpp"
#include "narrow_phase/same_bits.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

using Pairs = std::vector<Pair>;

// By the exact test of triangles, b's corners in a's frame rounded to double.
template <class T>
Pairs touching_pairs(const TriangleMesh<T>& a, const Transform<3, T>& pose_a,
                     const TriangleMesh<T>& b, const Transform<3, T>& pose_b) {
  const auto frame = masu::detail::pair_frame(pose_a, pose_b);
  Pairs found;
  for (std::uint32_t k = 0; k < b.triangle_count(); ++k) {
    const auto t = b.triangle(k);
    const auto to_frame = [&](const Vec<3, T>& p) {
      return frame.rotation * vec_cast<double>(p) + frame.translation;
    };
    const Triangle<3, double> placed{to_frame(t.a), to_frame(t.b), to_frame(t.c)};
    for (std::uint32_t i = 0; i < a.triangle_count(); ++i) {
      const auto s = a.triangle(i);
      const Triangle<3, double> wide{vec_cast<double>(s.a), vec_cast<double>(s.b),
                                     vec_cast<double>(s.c)};
      if (triangles_touch(wide, placed)) found.push_back({i, k});
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

template <class T>
Pairs contact_pairs(const TriangleMesh<T>& a, const Transform<3, T>& pose_a,
                    const TriangleMesh<T>& b, const Transform<3, T>& pose_b) {
  Pairs found;
  const auto take = [&](const SubShapeContact<3, T>& c) {
    found.push_back({c.sub_shape_a, c.sub_shape_b});
  };
  EXPECT_EQ(contacts(a, pose_a, b, pose_b, take).status, Status::ok);
  std::sort(found.begin(), found.end());
  return found;
}

template <class T>
std::vector<TriangleMesh<T>> some_meshes(double scale = 1) {
  std::vector<Surface<T>> surfaces = {
      lumpy_sphere<T>(6, 9), soup_of<T>(60, 0.3, 7), soup_of<T>(5, 0.9, 8),
      floor_of<T>(7, [](double x, double z) { return 0.3 * x * z; }),
      floor_of<T>(4, [](double, double) { return 0; })};
  std::vector<TriangleMesh<T>> meshes;
  for (auto& s : surfaces) {
    for (auto& v : s.vertices) v = v * T(scale);
    meshes.push_back(s.mesh());
  }
  return meshes;
}

template <class T>
class MeshAndMesh : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(MeshAndMesh, Scalars);

template <class T>
constexpr double kAccuracy = std::is_same_v<T, float> ? 1e-6 : 1e-12;

TYPED_TEST(MeshAndMesh, L17_touching_pairs_equal_brute_force) {
  using T = TypeParam;
  const auto meshes = some_meshes<T>();
  scenes::Pcg32 random(41);
  int touching = 0;
  const int rounds = by_tier(80, 2000);
  for (int i = 0; i < rounds; ++i) {
    const auto& a = meshes[random.below(5)];
    const auto& b = meshes[random.below(5)];
    auto pose_a = random_pose<T>(random, 0.5);
    auto pose_b = random_pose<T>(random, i % 3 == 0 ? 2 : 0.7);
    if (i % 8 == 0) pose_a.rotation = pose_b.rotation = {};  // floors on floors
    if (i % 16 == 0) pose_b.translation[1] = pose_a.translation[1];
    const Pairs expected = touching_pairs(a, pose_a, b, pose_b);
    const Pairs got = contact_pairs(a, pose_a, b, pose_b);
    // Which mesh is the first inside decides whose corners are rounded.
    Pairs other = touching_pairs(b, pose_b, a, pose_a);
    for (auto& p : other) std::swap(p.a, p.b);
    std::sort(other.begin(), other.end());
    EXPECT_TRUE(got == expected || got == other) << got.size() << " of " << expected.size();
    const auto hit = intersects(a, pose_a, b, pose_b);
    EXPECT_EQ(hit.status, Status::ok);
    EXPECT_EQ(hit.overlapping, !got.empty());
    const Pair named{hit.sub_shape_a, hit.sub_shape_b};
    EXPECT_TRUE(got.empty() || std::binary_search(got.begin(), got.end(), named));
    const auto back = intersects(b, pose_b, a, pose_a);
    EXPECT_EQ(back.sub_shape_a, hit.sub_shape_b);
    EXPECT_EQ(back.sub_shape_b, hit.sub_shape_a);
    touching += hit.overlapping;
  }
  EXPECT_GT(touching, rounds / 4);
  EXPECT_LT(touching, rounds * 7 / 8);
}

TYPED_TEST(MeshAndMesh, L17_the_distance_is_that_of_the_nearest_triangles) {
  using T = TypeParam;
  const auto meshes = some_meshes<T>();
  scenes::Pcg32 random(42);
  int apart = 0;
  const int rounds = by_tier(24, 1000);
  for (int i = 0; i < rounds; ++i) {
    const auto& a = meshes[random.below(5)];
    const auto& b = meshes[random.below(5)];
    const auto pose_a = random_pose<T>(random, 0.5);
    const auto pose_b = random_pose<T>(random, i % 2 == 0 ? 3 : 1);
    T least = std::numeric_limits<T>::infinity();
    for (std::size_t k = 0; k < a.triangle_count(); ++k) {
      for (std::size_t m = 0; m < b.triangle_count() && least > 0; ++m) {
        least = std::min(least, distance(a.triangle(k), pose_a, b.triangle(m), pose_b).distance);
      }
    }
    const auto got = distance(a, pose_a, b, pose_b);
    ASSERT_EQ(got.status, Status::ok);
    EXPECT_NEAR(double(got.distance), double(least), kAccuracy<T>);
    EXPECT_LE(double(got.lower), double(least) + kAccuracy<T>);
    EXPECT_GE(double(got.upper), double(least) - kAccuracy<T>);
    const auto named =
        distance(a.triangle(got.sub_shape_a), pose_a, b.triangle(got.sub_shape_b), pose_b).distance;
    EXPECT_NEAR(double(named), double(least), kAccuracy<T>);
    const auto back = distance(b, pose_b, a, pose_a);
    expect_same_bits(back.flipped(), got.separation());
    EXPECT_EQ(back.sub_shape_a, got.sub_shape_b);
    apart += got.distance > 0;
  }
  EXPECT_GT(apart, rounds / 4);
  EXPECT_LT(apart, rounds);
}

// Numbers whose squares float cannot hold take another code path.
TYPED_TEST(MeshAndMesh, L17_contacts_do_not_depend_on_scale) {
  using T = TypeParam;
  const Transform<3, T> still{};
  const auto plain = some_meshes<T>();
  const Transform<3, T> near{{T(0.25), T(0.5), T(-0.125)}, {}};
  for (const double scale : {0x1p-13, 0x1p13, 0x1p-70, 0x1p70}) {
    const auto scaled = some_meshes<T>(scale);
    const Transform<3, T> pose{near.translation * T(scale), {}};
    for (std::size_t i = 0; i + 1 < plain.size(); ++i) {
      const Pairs expected = contact_pairs(plain[i], still, plain[i + 1], near);
      EXPECT_EQ(contact_pairs(scaled[i], still, scaled[i + 1], pose), expected) << scale;
    }
  }
}

TEST(MeshAndMesh, order_and_counts_are_equal_on_all_instruction_sets) {
  const auto meshes = some_meshes<float>();
  const Transform3f pose{{0.2f, 0.1f, 0}, {0.5f, 0.5f, 0.5f, 0.5f}};
  Pairs first;
  QueryStats stats;
  for (const SimdTarget target : kSimdTargets) {
    if (force_simd(target) != Status::ok) continue;
    Pairs pairs;
    const auto take = [&](const SubShapeContact<3, float>& c) {
      pairs.push_back({c.sub_shape_a, c.sub_shape_b});
    };
    const SearchResult r = contacts(meshes[0], Transform3f{}, meshes[1], pose, take);
    if (first.empty()) first = pairs, stats = r.stats;
    EXPECT_EQ(pairs, first);
    EXPECT_EQ(r.stats, stats);
  }
  EXPECT_GT(first.size(), 10u);
  ASSERT_EQ(force_simd(SimdTarget::best), Status::ok);
}

TEST(MeshAndMesh, the_distance_has_the_same_bits_on_any_instruction_set) {
  const auto meshes = some_meshes<float>();
  for (int i = 0; i < 4; ++i) {
    const Transform3f pose{{2.3f, 0.1f * float(i), 1}, {0.5f, 0.5f, 0.5f, 0.5f}};
    const auto plain = distance(meshes[0], Transform3f{}, meshes[std::size_t(i)], pose);
    ASSERT_GT(plain.distance, 0);
    for (const SimdTarget target : kSimdTargets) {
      if (force_simd(target) != Status::ok) continue;
      const auto got = distance(meshes[0], Transform3f{}, meshes[std::size_t(i)], pose);
      expect_same_bits(got.separation(), plain.separation());
      EXPECT_EQ(got.sub_shape_a, plain.sub_shape_a);
      EXPECT_EQ(got.sub_shape_b, plain.sub_shape_b);
      EXPECT_EQ(got.stats, plain.stats);
    }
    ASSERT_EQ(force_simd(SimdTarget::best), Status::ok);
  }
}

// Surfaces that face each other everywhere, all but touch, or are far from all origins.
TYPED_TEST(MeshAndMesh, L17_the_distance_of_near_meshes_is_that_of_the_nearest_triangles) {
  using T = TypeParam;
  const auto meshes = some_meshes<T>();
  scenes::Pcg32 random(44);
  const int rounds = by_tier(10, 300);
  for (int i = 0; i < rounds; ++i) {
    const bool floors = i % 5 == 0;
    const auto& a = meshes[floors ? 4 : random.below(5)];
    const auto& b = meshes[floors ? 4 : random.below(5)];
    auto pose_a = random_pose<T>(random, i % 5 == 1 ? 1000 : 0.5);
    auto pose_b = pose_a;
    pose_b.rotation = floors ? pose_a.rotation : random_rotation<T>(random);
    Vec<3, T> direction = random_point<T>(random, 1);
    if (floors) direction = Transform<3, T>{{}, pose_a.rotation} * Vec<3, T>{0, 1, 0};
    direction = direction * (1 / length(direction));
    // To where they are as far apart as this, by halving.
    const double aim = i % 3 == 0 ? 0.1 : 1e-4;
    double low = 0, high = 5;
    for (int k = 0; k < 20; ++k) {
      const double mid = (low + high) / 2;
      pose_b.translation = pose_a.translation + direction * T(mid);
      (distance(a, pose_a, b, pose_b).distance < aim ? low : high) = mid;
    }
    pose_b.translation = pose_a.translation + direction * T(high);
    T least = std::numeric_limits<T>::infinity();
    for (std::size_t k = 0; k < a.triangle_count(); ++k) {
      for (std::size_t m = 0; m < b.triangle_count(); ++m) {
        least = std::min(least, distance(a.triangle(k), pose_a, b.triangle(m), pose_b).distance);
      }
    }
    const auto got = distance(a, pose_a, b, pose_b);
    ASSERT_EQ(got.status, Status::ok);
    EXPECT_NEAR(double(got.distance), double(least), kAccuracy<T>);
    EXPECT_LE(got.lower, got.distance);
    EXPECT_GE(got.upper, got.distance);
    EXPECT_NEAR(double(got.lower), double(least), 16 * kAccuracy<T>);
    EXPECT_NEAR(double(length(got.normal)), 1, 1e-5);
    const auto back = distance(b, pose_b, a, pose_a);
    expect_same_bits(back.flipped(), got.separation());
    EXPECT_EQ(back.sub_shape_b, got.sub_shape_a);
  }
}

// A ball in a hollow ball, of nearly equal distance all around.
TYPED_TEST(MeshAndMesh, the_distance_is_found_among_thousands_of_pairs_nearly_as_near) {
  using T = TypeParam;
  const auto ball = [](double size, int turn) {
    return bent_sphere<T>(14, 28, [=](double, double longitude) {
      return size * (1 + 1e-4 * std::sin(7 * longitude + turn));
    });
  };
  const auto inner = ball(1, 0).mesh();
  const auto outer = ball(1.0625, 2).mesh();
  for (int i = 0; i < 3; ++i) {
    scenes::Pcg32 random(std::uint64_t(50 + i));
    const Transform<3, T> pose{{}, random_rotation<T>(random)};
    T least = std::numeric_limits<T>::infinity();
    for (std::size_t k = 0; k < inner.triangle_count(); ++k) {
      for (std::size_t m = 0; m < outer.triangle_count(); ++m) {
        const auto a = inner.triangle(k).a - pose * outer.triangle(m).a;
        if (length(a) > T(0.5)) continue;  // longer than the edges and the gap together
        least = std::min(
            least,
            distance(inner.triangle(k), Transform<3, T>{}, outer.triangle(m), pose).distance);
      }
    }
    const auto got = distance(inner, Transform<3, T>{}, outer, pose);
    ASSERT_EQ(got.status, Status::ok);
    EXPECT_NEAR(double(got.distance), double(least), kAccuracy<T>);
  }
}

// Candidates from boxes in the frame of the first, by another search; each by the exact test.
TEST(MeshAndMesh, large_meshes_touch_where_boxes_and_exact_signs_overlap) {
  const int sides = by_tier(60, 320);
  const auto a = lumpy_sphere<float>(sides / 2, sides).mesh();
  const auto b = lumpy_sphere<float>(sides / 2, sides).mesh(BvhBuilder::morton);
  scenes::Pcg32 random(43);
  std::size_t found = 0;
  for (int round = 0; round < 4; ++round) {
    const auto pose_a = random_pose<float>(random, 100);
    Transform3f pose_b{pose_a.translation, random_rotation<float>(random)};
    pose_b.translation[round % 3] += 0.4f * float(round);
    const auto pairs = contact_pairs(a, pose_a, b, pose_b);
    auto order = masu::detail::compare_bits(pose_a.translation, pose_b.translation);
    if (order == 0) order = masu::detail::compare_bits(pose_a.rotation, pose_b.rotation);
    const bool first = order <= 0;
    const auto frame = masu::detail::pair_frame(first ? pose_a : pose_b, first ? pose_b : pose_a);
    const auto& still = first ? a : b;
    const auto& moved = first ? b : a;
    using Wide = Triangle<3, double>;
    std::vector<Wide> x, y;
    std::vector<Aabb3d> boxes_x, boxes_y;
    const auto add = [](std::vector<Wide>& list, std::vector<Aabb3d>& boxes, const Wide& t) {
      list.push_back(t);
      boxes.push_back({min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)});
    };
    for (std::size_t i = 0; i < still.triangle_count(); ++i) {
      const auto t = still.triangle(i);
      add(x, boxes_x, {vec_cast<double>(t.a), vec_cast<double>(t.b), vec_cast<double>(t.c)});
    }
    for (std::size_t i = 0; i < moved.triangle_count(); ++i) {
      const auto t = moved.triangle(i);
      const auto to_frame = [&](const Vec3f& p) {
        return frame.rotation * vec_cast<double>(p) + frame.translation;
      };
      add(y, boxes_y, {to_frame(t.a), to_frame(t.b), to_frame(t.c)});
    }
    Pairs expected;
    Bvh<3, double> search;
    const auto take = [&](std::uint32_t i, std::uint32_t k) {
      if (!triangles_touch(x[i], y[k])) return;
      expected.push_back(first ? Pair{i, k} : Pair{k, i});
    };
    ASSERT_EQ(search.find_pairs_between(boxes_x, boxes_y, take).status, Status::ok);
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(pairs.size(), expected.size());
    EXPECT_TRUE(pairs == expected);
    found += pairs.size();
  }
  EXPECT_GT(found, 1000u);
}

// The same bits: one and the same call, not a flipped one.
TEST(MeshAndMesh, a_mesh_touches_itself_everywhere) {
  const auto mesh = lumpy_sphere<double>(6, 9).mesh();
  const Transform3d pose{{1, 2, 3}, {}};
  const Pairs pairs = contact_pairs(mesh, pose, mesh, pose);
  for (std::uint32_t i = 0; i < mesh.triangle_count(); ++i) {
    EXPECT_TRUE(std::binary_search(pairs.begin(), pairs.end(), Pair{i, i}));
  }
  EXPECT_EQ(pairs, touching_pairs(mesh, pose, mesh, pose));
}

}  // namespace
}  // namespace masu::test
