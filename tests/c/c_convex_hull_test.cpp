// SPDX-License-Identifier: MIT
// Convex hulls through C: those of C++, for points of all dimensions, and refused input.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <masu/hull/andrew.hpp>
#include <masu/hull/quickhull3.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/c/memory.hpp"

namespace masu::test {
namespace {

template <class K>
class CConvexHull : public ::testing::Test {
 protected:
  static constexpr int kD = K::kD;
  using T = typename K::Real;
  using A = Api<kD, T>;
  using P = Vec<kD, T>;

  std::vector<P> points(int count) {
    std::vector<P> all(static_cast<std::size_t>(count));
    for (P& p : all) {
      for (int a = 0; a < kD; ++a) p[a] = T(random_.between(-1, 1));
    }
    return all;
  }
  static const typename A::Vec* c(const std::vector<P>& all) {
    return reinterpret_cast<const typename A::Vec*>(all.data());
  }
  static std::vector<std::uint32_t> vertices_of(const masu_convex_hull* hull) {
    std::size_t n = 0;
    const std::uint32_t* v = masu_convex_hull_vertices(hull, &n);
    return {v, v + n};
  }

  void compare(double merge) {
    const auto all = points(300);
    masu_convex_hull* c_hull = nullptr;
    ASSERT_EQ(A::convex_hull_create(merge, nullptr, &c_hull), MASU_OK);
    EXPECT_EQ(masu_convex_hull_dimension(c_hull), -1);
    ASSERT_EQ(A::convex_hull_build(c_hull, c(all), all.size()), MASU_OK);
    EXPECT_EQ(masu_convex_hull_dimension(c_hull), kD);
    if constexpr (kD == 2) {
      AndrewChain<T> chain(Merge::tolerance(merge));
      Hull2 hull;
      ASSERT_EQ(chain.build(all, hull), Status::ok);
      EXPECT_TRUE(std::ranges::equal(vertices_of(c_hull), hull.vertices()));
      EXPECT_EQ(masu_convex_hull_face_count(c_hull), 0u);
    } else {
      Quickhull3<T> quickhull(Merge::tolerance(merge));
      Hull3<T> hull;
      ASSERT_EQ(quickhull.build(all, hull), Status::ok);
      EXPECT_TRUE(std::ranges::equal(vertices_of(c_hull), hull.vertices()));
      ASSERT_EQ(masu_convex_hull_face_count(c_hull), hull.face_count());
      for (std::size_t f = 0; f < hull.face_count(); ++f) {
        std::size_t n = 0;
        const std::uint32_t* face = masu_convex_hull_face(c_hull, f, &n);
        ASSERT_TRUE(std::ranges::equal(std::span(face, n), hull.face(f)));
        typename A::Vec normal;
        T offset = 0;
        ASSERT_EQ(A::convex_hull_plane(c_hull, f, &normal, &offset), MASU_OK);
        ASSERT_EQ((std::bit_cast<P>(normal)), hull.plane(f).normal);
        ASSERT_EQ(offset, hull.plane(f).offset);
      }
      typename A::Vec normal;
      T offset = 0;
      EXPECT_EQ(A::convex_hull_plane(c_hull, hull.face_count(), &normal, &offset), MASU_BAD_INDEX);
      EXPECT_EQ(A::convex_hull_plane(c_hull, 0, nullptr, &offset), MASU_OUT_OF_RANGE);
      EXPECT_EQ(A::convex_hull_plane(c_hull, 0, &normal, nullptr), MASU_OUT_OF_RANGE);
      EXPECT_EQ(masu_convex_hull_face(c_hull, hull.face_count(), nullptr), nullptr);
    }
    size_ = vertices_of(c_hull).size();
    EXPECT_EQ(masu_convex_hull_destroy(c_hull), MASU_OK);
  }

  scenes::Pcg32 random_{41};
  std::size_t size_ = 0;
};

TYPED_TEST_SUITE(CConvexHull, Kinds);

TYPED_TEST(CConvexHull, equals_that_of_cpp) {
  ASSERT_NO_FATAL_FAILURE(this->compare(0));
  const std::size_t exact = this->size_;
  ASSERT_NO_FATAL_FAILURE(this->compare(0.1));
  EXPECT_LT(this->size_, exact);
  EXPECT_GT(exact, 8u);
}

TYPED_TEST(CConvexHull, of_flat_points_has_fewer_dimensions) {
  using Calls = typename TestFixture::A;
  using VecT = typename TestFixture::P;
  using Real = typename TestFixture::T;
  masu_convex_hull* hull = nullptr;
  ASSERT_EQ(Calls::convex_hull_create(0, nullptr, &hull), MASU_OK);
  ASSERT_EQ(Calls::convex_hull_build(hull, nullptr, 0), MASU_OK);
  EXPECT_EQ(masu_convex_hull_dimension(hull), -1);
  std::vector<VecT> line(5);
  for (std::size_t i = 0; i < 5; ++i) line[i] = VecT::all(Real(i));
  ASSERT_EQ(Calls::convex_hull_build(hull, this->c(line), 5), MASU_OK);
  EXPECT_EQ(masu_convex_hull_dimension(hull), 1);
  EXPECT_EQ(this->vertices_of(hull), (std::vector<std::uint32_t>{0, 4}));
  line[2][0] = Real(NAN);
  EXPECT_EQ(Calls::convex_hull_build(hull, this->c(line), 5), MASU_NOT_FINITE);
  EXPECT_EQ(masu_convex_hull_dimension(hull), -1);
  EXPECT_TRUE(this->vertices_of(hull).empty());
  EXPECT_EQ(masu_convex_hull_destroy(hull), MASU_OK);
}

// What a hull says of a solid is what a body is made of.
TEST(CConvexHulls, make_polyhedra) {
  const masu_vec_3f points[9] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {2, 2, 0}, {1, 1, 1},
                                 {0, 0, 2}, {2, 0, 2}, {0, 2, 2}, {2, 2, 2}};
  masu_convex_hull* hull = nullptr;
  ASSERT_EQ(masu_convex_hull_create_3f(0, nullptr, &hull), MASU_OK);
  ASSERT_EQ(masu_convex_hull_build_3f(hull, points, 9), MASU_OK);
  ASSERT_EQ(masu_convex_hull_face_count(hull), 6u);
  std::size_t n = 0;
  const std::uint32_t* vertices = masu_convex_hull_vertices(hull, &n);
  ASSERT_EQ(n, 8u);
  std::vector<masu_vec_3f> corners;
  for (std::size_t i = 0; i < n; ++i) corners.push_back(points[vertices[i]]);
  std::vector<std::uint32_t> loops, counts;
  for (std::size_t f = 0; f < 6; ++f) {
    const std::uint32_t* face = masu_convex_hull_face(hull, f, &n);
    EXPECT_EQ(n, 4u);
    loops.insert(loops.end(), face, face + n);
    counts.push_back(std::uint32_t(n));
  }
  masu_body* body = nullptr;
  EXPECT_EQ(masu_polyhedron_create_3f(corners.data(), 8, loops.data(), 24, counts.data(), 6,
                                      nullptr, &body),
            MASU_OK);
  EXPECT_EQ(masu_body_release(body), MASU_OK);
  EXPECT_EQ(masu_convex_hull_destroy(hull), MASU_OK);
}

TEST(CConvexHullFaults, are_statuses) {
  masu_results* results = nullptr;
  ASSERT_EQ(masu_results_create(nullptr, &results), MASU_OK);
  auto* alien = reinterpret_cast<masu_convex_hull*>(results);
  masu_convex_hull* hull = alien;
  const masu_vec_2f point = {0, 0};
  EXPECT_EQ(masu_convex_hull_create_2f(-1, nullptr, &hull), MASU_OUT_OF_RANGE);
  EXPECT_EQ(hull, nullptr);
  EXPECT_EQ(masu_convex_hull_create_2f(NAN, nullptr, &hull), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_convex_hull_create_2f(0.2, nullptr, &hull), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_convex_hull_create_2f(0, nullptr, nullptr), MASU_OUT_OF_RANGE);
  ASSERT_EQ(masu_convex_hull_create_2f(0, nullptr, &hull), MASU_OK);
  EXPECT_EQ(masu_convex_hull_build_2f(nullptr, &point, 1), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_convex_hull_build_2f(alien, &point, 1), MASU_WRONG_FORMAT);
  EXPECT_EQ(masu_convex_hull_build_2f(hull, nullptr, 1), MASU_OUT_OF_RANGE);
  const masu_vec_2d wide = {0, 0};
  EXPECT_EQ(masu_convex_hull_build_2d(hull, &wide, 1), MASU_WRONG_FORMAT);
  std::size_t n = 7;
  EXPECT_EQ(masu_convex_hull_vertices(alien, &n), nullptr);
  EXPECT_EQ(n, 0u);
  EXPECT_EQ(masu_convex_hull_dimension(nullptr), -1);
  EXPECT_EQ(masu_convex_hull_face_count(alien), 0u);
  EXPECT_EQ(masu_convex_hull_face(nullptr, 0, &n), nullptr);
  EXPECT_EQ(masu_convex_hull_destroy(alien), MASU_WRONG_FORMAT);
  EXPECT_EQ(masu_convex_hull_destroy(nullptr), MASU_OK);
  EXPECT_EQ(masu_convex_hull_destroy(hull), MASU_OK);
  EXPECT_EQ(masu_results_destroy(results), MASU_OK);
}

TEST(CConvexHullMemory, any_allocation_may_fail) {
  scenes::Pcg32 random(9);
  std::vector<masu_vec_2f> flat;
  std::vector<masu_vec_3f> solid;
  for (int i = 0; i < 50; ++i) {
    const auto x = [&] { return float(random.between(0, 1)); };
    flat.push_back({x(), x()});
    solid.push_back({x(), x(), x()});
  }
  const auto story = [&](const masu_allocator& allocator) {
    masu_convex_hull* two = nullptr;
    masu_convex_hull* three = nullptr;
    FirstFault ok;
    (void)(ok(masu_convex_hull_create_2f(0, &allocator, &two)) &&
           ok(masu_convex_hull_build_2f(two, flat.data(), 50)) &&
           ok(masu_convex_hull_create_3f(0.01, &allocator, &three)) &&
           ok(masu_convex_hull_build_3f(three, solid.data(), 50)));
    EXPECT_EQ(masu_convex_hull_destroy(two), MASU_OK);
    EXPECT_EQ(masu_convex_hull_destroy(three), MASU_OK);
    return ok.first();
  };
  expect_any_allocation_may_fail(story, 10);
}

}  // namespace
}  // namespace masu::test
