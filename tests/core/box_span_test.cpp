// SPDX-License-Identifier: MIT
#include <masu/core/box_span.hpp>

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include <masu/broad_phase/all_pairs.hpp>

// Box types of other libraries, as they come.
struct GlmBox {
  glm::vec3 min, max;
  int payload;
};

struct Point2 {
  float x, y;
};
struct LowerUpper {  // Embree's and ours of old
  Point2 lower, upper;
};
struct Bounds {  // Box2D's
  Point2 lowerBound, upperBound;
};
struct ArrayBox {
  double min[2];
  double max[2];
};
struct MadeByValue {  // its corners have no place to point to
  Point2 center;
  Point2 min() const { return {center.x - 1, center.y - 1}; }
  Point2 max() const { return {center.x + 1, center.y + 1}; }
};
class FunctionBox {
 public:
  FunctionBox(Point2 lo, Point2 hi) : lo_(lo), hi_(hi) {}
  const Point2& min() const { return lo_; }
  const Point2& max() const { return hi_; }

 private:
  std::uint64_t tag_ = 7;
  Point2 lo_, hi_;
};
struct CornerBox {
  float corner[2][2];
};

template <>
struct masu::BoxTraits<CornerBox> {
  static const float* min(const CornerBox& b) { return b.corner[0]; }
  static const float* max(const CornerBox& b) { return b.corner[1]; }
};

namespace masu {
namespace {

// Three boxes of which the first two overlap, in any type.
template <int D, class T, class Range>
void expect_first_two_overlap(const Range& boxes) {
  const BoxSpan<D, T> span(boxes);
  ASSERT_EQ(span.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    for (int a = 0; a < D; ++a) {
      const T lo = i == 2 ? T(10) : T(int(i) * (a + 1)) / 2;
      EXPECT_EQ(span[i].min[a], lo) << i << ' ' << a;
      EXPECT_EQ(span[i].max[a], lo + T(3)) << i << ' ' << a;
    }
  }
  PairList pairs;
  ASSERT_EQ((AllPairs<D, T>().find_pairs(boxes, pairs).status), Status::ok);
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0], (Pair{0, 1}));
}

template <class Box, class V>
std::array<Box, 3> three_planar() {
  return {Box{V{0, 0}, V{3, 3}}, Box{V{0.5f, 1}, V{3.5f, 4}}, Box{V{10, 10}, V{13, 13}}};
}

TEST(BoxSpan, takes_aabbs) {
  const std::vector<Aabb2f> boxes = {
      {{{0, 0}}, {{3, 3}}}, {{{0.5f, 1}}, {{3.5f, 4}}}, {{{10, 10}}, {{13, 13}}}};
  expect_first_two_overlap<2, float>(boxes);
  expect_first_two_overlap<2, float>(std::span(boxes));
}

TEST(BoxSpan, takes_eigen_boxes) {
  using Eigen::Vector3f;
  const std::vector<Eigen::AlignedBox3f> boxes = {
      {Vector3f(0, 0, 0), Vector3f(3, 3, 3)},
      {Vector3f(0.5f, 1, 1.5f), Vector3f(3.5f, 4, 4.5f)},
      {Vector3f(10, 10, 10), Vector3f(13, 13, 13)}};
  expect_first_two_overlap<3, float>(boxes);
  using Eigen::Vector2d;
  const std::vector<Eigen::AlignedBox2d> flat = {{Vector2d(0, 0), Vector2d(3, 3)},
                                                 {Vector2d(0.5, 1), Vector2d(3.5, 4)},
                                                 {Vector2d(10, 10), Vector2d(13, 13)}};
  expect_first_two_overlap<2, double>(flat);
}

TEST(BoxSpan, an_empty_eigen_box_is_empty_here) {
  std::vector<Eigen::AlignedBox3f> boxes(2);
  boxes[1] = {Eigen::Vector3f(-1, -1, -1), Eigen::Vector3f(1, 1, 1)};
  const BoxSpan<3, float> span(boxes);
  EXPECT_TRUE(boxes[0].isEmpty());
  EXPECT_TRUE(span[0].empty());
  EXPECT_FALSE(overlaps(span[0], span[1]));
}

TEST(BoxSpan, takes_structs_of_glm_vectors) {
  const std::vector<GlmBox> boxes = {{{0, 0, 0}, {3, 3, 3}, 1},
                                     {{0.5f, 1, 1.5f}, {3.5f, 4, 4.5f}, 2},
                                     {{10, 10, 10}, {13, 13, 13}, 3}};
  expect_first_two_overlap<3, float>(boxes);
}

TEST(BoxSpan, takes_lower_and_upper_bounds_and_functions) {
  expect_first_two_overlap<2, float>(three_planar<LowerUpper, Point2>());
  expect_first_two_overlap<2, float>(three_planar<Bounds, Point2>());
  expect_first_two_overlap<2, float>(three_planar<FunctionBox, Point2>());
}

TEST(BoxSpan, takes_corners_that_are_arrays) {
  const std::vector<ArrayBox> boxes = {
      {{0, 0}, {3, 3}}, {{0.5, 1}, {3.5, 4}}, {{10, 10}, {13, 13}}};
  expect_first_two_overlap<2, double>(boxes);
}

TEST(BoxSpan, takes_a_user_type_by_its_traits) {
  const std::vector<CornerBox> boxes = {
      {{{0, 0}, {3, 3}}}, {{{0.5f, 1}, {3.5f, 4}}}, {{{10, 10}, {13, 13}}}};
  expect_first_two_overlap<2, float>(boxes);
}

TEST(BoxSpan, takes_plain_arrays_with_any_stride) {
  // Column by column: x0 y0 x1 y1 and a colour.
  const float rows[3][5] = {{0, 0, 3, 3, -1}, {0.5f, 1, 3.5f, 4, -1}, {10, 10, 13, 13, -1}};
  const BoxSpan<2, float> span(&rows[0][0], &rows[0][2], sizeof(rows[0]), 3);
  EXPECT_EQ(span.stride(), 20u);
  expect_first_two_overlap<2, float>(std::vector<Aabb2f>{span[0], span[1], span[2]});
  PairList pairs;
  ASSERT_EQ((AllPairs<2, float>().find_pairs(span, pairs).status), Status::ok);
  EXPECT_EQ(pairs.size(), 1u);
}

TEST(BoxSpan, refuses_other_scalars_and_types_that_are_no_boxes) {
  EXPECT_TRUE((BoxLike<Aabb2f, float>));
  EXPECT_FALSE((BoxLike<Aabb2f, double>));
  EXPECT_TRUE((BoxLike<Eigen::AlignedBox3d, double>));
  EXPECT_FALSE((std::is_constructible_v<BoxSpan<3, float>, std::vector<Eigen::AlignedBox3d>>));
  EXPECT_FALSE((std::is_constructible_v<BoxSpan<2, float>, std::vector<int>>));
  EXPECT_FALSE((std::is_constructible_v<BoxSpan<2, float>, std::vector<MadeByValue>>))
      << "corners that are gone when they are read";
}

TEST(BoxSpan, refuses_the_wrong_dimension) {
  EXPECT_TRUE((std::is_constructible_v<BoxSpan<3, float>, std::vector<Aabb3f>>));
  EXPECT_FALSE((std::is_constructible_v<BoxSpan<3, float>, std::vector<Aabb2f>>))
      << "it would read past the corner";
  EXPECT_FALSE((std::is_constructible_v<BoxSpan<2, float>, std::vector<Aabb3f>>));
  EXPECT_FALSE((std::is_constructible_v<BoxSpan<3, double>, std::vector<Eigen::AlignedBox2d>>));
  // Types that do not say how many axes they have show it by their size.
  EXPECT_TRUE((std::is_constructible_v<BoxSpan<2, float>, std::vector<LowerUpper>>));
  EXPECT_FALSE((std::is_constructible_v<BoxSpan<3, float>, std::vector<LowerUpper>>));
  EXPECT_FALSE((std::is_constructible_v<BoxSpan<3, float>, std::vector<FunctionBox>>));
  EXPECT_FALSE((std::is_constructible_v<BoxSpan<4, float>, std::vector<GlmBox>>));
  EXPECT_FALSE((std::is_constructible_v<BoxSpan<3, double>, std::vector<ArrayBox>>));
}

TEST(BoxSpan, may_be_empty) {
  const BoxSpan<2, float> none;
  EXPECT_TRUE(none.empty());
  const std::vector<Aabb2f> boxes;
  EXPECT_EQ((BoxSpan<2, float>(boxes).size()), 0u);
}

}  // namespace
}  // namespace masu
