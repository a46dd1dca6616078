// SPDX-License-Identifier: MIT
// Casts of shapes and compounds 10^15 units from the origin, where positions in the world are
// rounded to an eighth of a unit. They did not converge.
#include <gtest/gtest.h>

#include <masu/hull/polytope_of.hpp>
#include <masu/mesh/composite_impact.hpp>
#include <masu/mesh/compound.hpp>
#include <masu/shapes/box.hpp>

namespace masu::test {
namespace {

template <int D>
struct FarPair {
  ShapeView<D, double> a, b;
  Vec<D, double> at, to;  // from `origin`
  Vec<D, double> path;
  Vec<D, double> origin;

  // As shapes, and as compounds of one child.
  void expect_hit(double low, double high) const {
    const Transform<D, double> pose_a{origin + at, {}}, pose_b{origin + to, {}};
    const auto cast = shape_cast(a, pose_a, b, pose_b, path);
    EXPECT_EQ(cast.status, Status::ok);
    EXPECT_TRUE(cast.hit && cast.t >= low && cast.t <= high) << cast.t;
    Compound<D, double> first, second;
    const Child<D, double> child_a{a, {}}, child_b{b, {}};
    ASSERT_EQ(first.build({&child_a, 1}), Status::ok);
    ASSERT_EQ(second.build({&child_b, 1}), Status::ok);
    const auto many = shape_cast(first, pose_a, second, pose_b, path);
    EXPECT_EQ(many.status, Status::ok);
    EXPECT_TRUE(many.hit && many.t >= low && many.t <= high) << many.t;
    EXPECT_EQ(many.point_a, cast.point_a);
  }
};

TEST(FarCasts, of_polygons_hit) {
  const Vec<2, double> of_a[] = {
      {-3, -5007}, {10, -40310}, {-1575971, 688491}, {6, 166}, {105, 228420}};
  const Vec<2, double> of_b[] = {{48, -28631534}, {-6037, -11204063}, {-26051, 119}};
  ConvexPolygon<double> a, b;
  ASSERT_EQ(polygon_of<double>(of_a, a), Status::ok);
  ASSERT_EQ(polygon_of<double>(of_b, b), Status::ok);
  const FarPair<2> pair{a.view(),          b.view(),
                        {9363626, -1682},  {7818506, -19899320},
                        {-7168, 39826036}, {1025247871596006, -587431738536570}};
  pair.expect_hit(0.51688, 0.51689);
}

TEST(FarCasts, of_boxes_and_polyhedra_hit) {
  const Vec<3, double> corners[] = {{31032303, -65958647, 17536762},
                                    {-29563441, -9782423, -28657678},
                                    {16959614, -47049773, 34006008},
                                    {7039035, 46867892, -4354278},
                                    {-65413839, -23713900, -15895676}};
  const Box<3, double> a{{6830189, 17225230, 29075225}};
  ConvexPolyhedron<double> b;
  ASSERT_EQ(polyhedron_of<double>(corners, b), Status::ok);
  const FarPair<3> pair{a.view(),
                        b.view(),
                        {60469279, -53472964, -43234358},
                        {39221267, 13616351, -18778563},
                        {-841204, 17306626, -24715287},
                        {-346400694410527, 279315873917506, 439348863994477}};
  pair.expect_hit(0.00956, 0.00957);
}

}  // namespace
}  // namespace masu::test
