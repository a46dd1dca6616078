// SPDX-License-Identifier: MIT
// The outer box, for the kinds of objects so far: boxes and points.
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <vector>

#include <masu/core/aabb.hpp>

namespace masu {
namespace {

template <int D>
Vec<D, float> arbitrary_point() {
  Vec<D, float> p{};
  for (int a = 0; a < D; ++a) p[a] = static_cast<float>(*rc::gen::inRange(-1000, 1000)) / 8.0f;
  return p;
}

// Tight: it contains every point, and each of its 2 D sides touches one of them.
template <int D>
void check_points() {
  std::vector<Vec<D, float>> points;
  const int count = *rc::gen::inRange(1, 20);
  for (int i = 0; i < count; ++i) points.push_back(arbitrary_point<D>());
  Aabb<D, float> box = Aabb<D, float>::nothing();
  for (const auto& p : points) box = merge(box, Aabb<D, float>::of_point(p));
  for (const auto& p : points) RC_ASSERT(box.contains(p));
  for (int a = 0; a < D; ++a) {
    int at_min = 0;
    int at_max = 0;
    for (const auto& p : points) at_min += p[a] == box.min[a], at_max += p[a] == box.max[a];
    RC_ASSERT(at_min > 0);
    RC_ASSERT(at_max > 0);
  }
}

RC_GTEST_PROP(OuterBox, Q1_of_points_contains_them_and_touches_on_every_side, ()) {
  check_points<1>();
  check_points<2>();
  check_points<3>();
  check_points<4>();
}

RC_GTEST_PROP(OuterBox, Q1_of_a_box_is_the_box_itself, ()) {
  const Vec<3, float> p = arbitrary_point<3>();
  const Vec<3, float> q = arbitrary_point<3>();
  const Aabb<3, float> box{min(p, q), max(p, q)};
  RC_ASSERT(merge(box, Aabb<3, float>::nothing()) == box);
  RC_ASSERT(merge(Aabb<3, float>::of_point(box.min), Aabb<3, float>::of_point(box.max)) == box);
}

}  // namespace
}  // namespace masu
