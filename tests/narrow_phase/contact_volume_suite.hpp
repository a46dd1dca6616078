// SPDX-License-Identifier: MIT
// Bodies for tests of contact volumes, and properties of each result.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include <masu/hull/polytope_of.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/face_clipping.hpp>
#include <masu/narrow_phase/muller_preparata.hpp>

#include "narrow_phase/solids.hpp"
#include "tests/hull/check_polytope.hpp"
#include "tests/hull/point_families.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {

template <class C>
class ContactVolumes : public testing::Test {
 public:
  static constexpr int D = C::D;
  using Scalar = typename C::T;
  using Body = ConvexPolytope<D, Scalar>;
  using Pose = Transform<D, Scalar>;
  using Volume = ContactVolume<D, Scalar>;
  static constexpr double kEpsilon = double(std::numeric_limits<Scalar>::epsilon());

  static Body box(double x, double y, double z) {
    if constexpr (D == 2) {
      Body made;
      const Vec<2, Scalar> corners[] = {{Scalar(-x), Scalar(-y)},
                                        {Scalar(x), Scalar(-y)},
                                        {Scalar(x), Scalar(y)},
                                        {Scalar(-x), Scalar(y)}};
      EXPECT_EQ(made.build(corners), Status::ok);
      return made;
    } else {
      return box_solid<Scalar>(x, y, z);
    }
  }
  // On an ellipsoid, or the grid of a box.
  static Body random_body(scenes::Pcg32& random, double scale = 1) {
    Points<D, Scalar> points;
    const std::size_t count = 5 + random.below(40);
    const auto half = Vec<D, double>::all(random.between(0.25, 0.5));
    for (std::size_t i = 0; i < count; ++i) {
      auto p = direction<D>(random);
      p = p * (1 / length(p));
      p[0] *= 1 + half[0];
      points.push_back(vec_cast<Scalar>(p * scale));
    }
    Body made;
    if constexpr (D == 2) {
      EXPECT_EQ(polygon_of<Scalar>({points.data(), points.size()}, made), Status::ok);
    } else {
      EXPECT_EQ(polyhedron_of<Scalar>({points.data(), points.size()}, made), Status::ok);
    }
    return made;
  }
  static Pose random_pose(scenes::Pcg32& random, double reach) {
    Pose pose;
    for (Scalar& x : pose.translation.v) x = Scalar(random.between(-reach, reach));
    if constexpr (D == 2) {
      const auto d = direction<2>(random);
      pose.rotation = {Scalar(d[0] / length(d)), Scalar(d[1] / length(d))};
    } else {
      pose.rotation = random_rotation<Scalar>(random);
    }
    return pose;
  }
  // All planes in the world, a's and then b's.
  static std::vector<Hyperplane<D, double>> planes_of(const Body& a, const Pose& pose_a,
                                                      const Body& b, const Pose& pose_b) {
    std::vector<Hyperplane<D, double>> planes;
    const auto add = [&](const Body& body, const Pose& pose) {
      const auto rotation = matrix_of(pose.rotation);
      const std::size_t count = face_count(body);
      for (std::size_t f = 0; f < count; ++f) {
        auto plane = plane_of(body, f);
        plane.normal = rotation * plane.normal;
        plane.offset += dot(plane.normal, vec_cast<double>(pose.translation));
        planes.push_back(plane);
      }
    };
    add(a, pose_a);
    add(b, pose_b);
    return planes;
  }
  static std::size_t face_count(const Body& body) {
    if constexpr (D == 2) {
      return body.size();
    } else {
      return body.face_count();
    }
  }
  static Hyperplane<D, double> plane_of(const Body& body, std::size_t f) {
    if constexpr (D == 2) {
      return {body.normal(f), dot(body.normal(f), vec_cast<double>(body.vertex(f)))};
    } else {
      return {body.plane(f).normal, body.plane(f).offset};
    }
  }
  static std::size_t sides(const Volume& v) {
    if constexpr (D == 2) {
      return v.polytope().edge_count();
    } else {
      return v.polytope().face_count();
    }
  }

  // Each half-edge between a face of a on its left and one of b is a step of one loop, and nothing
  // else is.
  static void check_cut(const Volume& v) {
    using Step = std::pair<std::uint32_t, std::uint32_t>;
    std::set<Step> steps;
    const auto is_of_a = [&](std::size_t f) { return v.source(f).body == ContactBody::a; };
    const auto& p = v.polytope();
    if constexpr (D == 2) {  // from where a's sides begin, counterclockwise, to where they end
      const std::size_t n = p.edge_count();
      std::set<std::uint32_t> begins;
      std::set<std::uint32_t> ends;
      for (std::uint32_t i = 0; i < n; ++i) {
        const bool here = is_of_a(i);
        const bool before = is_of_a(i == 0 ? n - 1 : i - 1);
        if (here && !before) begins.insert(i);
        if (!here && before) ends.insert(i);
      }
      ASSERT_EQ(begins.size(), v.cut_count());
      for (std::size_t i = 0; i < v.cut_count(); ++i) {
        ASSERT_EQ(v.cut(i).size(), 2u);
        EXPECT_EQ(begins.erase(v.cut(i)[0]), 1u);
        EXPECT_EQ(ends.erase(v.cut(i)[1]), 1u);
      }
    } else {
      for (std::uint32_t e = 0; e < p.edge_count(); ++e) {
        if (is_of_a(p.face_of(e)) && !is_of_a(p.face_of(p.twin(e)))) {
          steps.insert({p.origin(e), p.origin(p.twin(e))});
        }
      }
      for (std::size_t i = 0; i < v.cut_count(); ++i) {
        const auto loop = v.cut(i);
        ASSERT_GE(loop.size(), 3u);
        for (std::size_t k = 0; k < loop.size(); ++k) {
          EXPECT_EQ(steps.erase({loop[k], loop[(k + 1) % loop.size()]}), 1u);
        }
      }
      EXPECT_TRUE(steps.empty());
    }
  }

  // Closed; sources are the faces that they say; loops run along edges between the two bodies.
  void check(const Volume& v, const Body& a, const Pose& pose_a, const Body& b, const Pose& pose_b,
             double slack) {
    // source() of the polytope counts in the order that the call put the bodies into.
    bool a_first = true;
    for (std::size_t f = 0; f < sides(v); ++f) {
      const FaceSource source = v.source(f);
      ASSERT_LT(source.face, face_count(source.body == ContactBody::a ? a : b));
      const bool of_first = v.polytope().source(f) == source.face;
      a_first = of_first == (source.body == ContactBody::a);
    }
    check_polytope(v.polytope(),
                   a_first ? planes_of(a, pose_a, b, pose_b) : planes_of(b, pose_b, a, pose_a),
                   slack);
    check_cut(v);
    const bool both = [&] {
      bool seen[2] = {};
      for (std::size_t f = 0; f < sides(v); ++f) seen[int(v.source(f).body)] = true;
      return seen[0] && seen[1];
    }();
    EXPECT_EQ(v.cut_count() > 0, both);
  }
};

}  // namespace masu::test
