// SPDX-License-Identifier: MIT
// Contact volumes by both methods: known ones, closed ones, flipped ones; touching and apart.
#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include <masu/hull/polytope_of.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/face_clipping.hpp>
#include <masu/narrow_phase/muller_preparata.hpp>

#include "narrow_phase/contact_volume_suite.hpp"
#include "narrow_phase/solids.hpp"
#include "tests/hull/check_polytope.hpp"
#include "tests/hull/point_families.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

TYPED_TEST_SUITE(ContactVolumes, DimensionsAndScalars, CaseNames);

// A vertex list's area vector: of a loop in 3D, or the normal of a segment as long as it.
template <class T>
Vec<2, double> span_of(const ContactVolume<2, T>& v, std::size_t i) {
  const auto at = [&](std::size_t k) {
    return vec_cast<double>(v.polytope().vertices()[v.cut(i)[k]]);
  };
  const auto edge = at(1) - at(0);
  return {edge[1], -edge[0]};
}
template <class T>
Vec<3, double> span_of(const ContactVolume<3, T>& v, std::size_t i) {
  Vec<3, double> sum{};
  const auto loop = v.cut(i);
  const auto at = [&](std::size_t k) {
    return vec_cast<double>(v.polytope().vertices()[loop[k % loop.size()]]) -
           vec_cast<double>(v.centroid());
  };
  for (std::size_t k = 0; k < loop.size(); ++k) sum = sum + cross(at(k), at(k + 1)) * 0.5;
  return sum;
}

template <class Test, class Method>
void boxes_that_overlap_by_a_quarter() {
  using T = typename Test::Scalar;
  constexpr int D = Test::D;
  const auto a = Test::box(1, 1, 1);
  typename Test::Pose pose_a;
  typename Test::Pose pose_b;
  pose_b.translation[0] = T(1.75);
  pose_b.translation[1] = T(0.5);
  typename Test::Volume v;
  Method method;
  ASSERT_EQ(method.find(a, pose_a, a, pose_b, v), Status::ok);
  EXPECT_EQ(Test::sides(v), 2u * D);
  EXPECT_NEAR(double(v.volume()), D == 2 ? 0.375 : 0.75, 8 * Test::kEpsilon);
  EXPECT_NEAR(double(v.centroid()[0]), 0.875, 4 * Test::kEpsilon);
  EXPECT_NEAR(double(v.centroid()[1]), 0.25, 4 * Test::kEpsilon);
  // a contributes its sides x = 1 and, from x = 0.75 to 1, y = 1 (in 3D z = -1 and 1 belong to
  // both).
  EXPECT_EQ(v.cut_count(), 1u);
  const double area = D == 2 ? std::sqrt(1.5 * 1.5 + 0.25 * 0.25) : 0;
  if (D == 2) {
    EXPECT_NEAR(double(v.area()), area, 8 * Test::kEpsilon);
    EXPECT_NEAR(double(v.normal()[0]), 1.5 / area, 8 * Test::kEpsilon);
    EXPECT_NEAR(double(v.normal()[1]), 0.25 / area, 8 * Test::kEpsilon);
  }
}

// The same moved along z too, so that no faces coincide: a spans three sides of what they share.
TEST(ContactVolumes3, L13_L19_the_cut_of_two_boxes_spans_the_area_of_three_sides) {
  const auto a = box_solid<double>(1, 1, 1);
  const Transform3d pose_b{{1.75, 0.5, 0.25}, {}};
  const Vec3d span{1.5 * 1.75, 0.25 * 1.75, 0.25 * 1.5};
  const auto check = [&](auto&& method) {
    ContactVolume<3, double> v;
    ASSERT_EQ(method.find(a, {}, a, pose_b, v), Status::ok);
    EXPECT_NEAR(v.volume(), 0.25 * 1.5 * 1.75, 1e-15);
    EXPECT_NEAR(v.area(), length(span), 4e-15);
    EXPECT_NEAR(length(v.normal() * v.area() - span), 0, 4e-15);
    ASSERT_EQ(v.cut_count(), 1u);
    EXPECT_EQ(v.cut(0).size(), 6u);
  };
  check(MullerPreparata<3, double>());
  check(FaceClipping<3, double>());
}

TYPED_TEST(ContactVolumes, L13_L19_of_two_boxes) {
  using T = typename TestFixture::Scalar;
  boxes_that_overlap_by_a_quarter<TestFixture, MullerPreparata<TestFixture::D, T>>();
  boxes_that_overlap_by_a_quarter<TestFixture, FaceClipping<TestFixture::D, T>>();
}

// A corner of a dips 0.25 into the middle of b's upper side: what is cut off there.
TYPED_TEST(ContactVolumes, L19_a_corner_that_dips_into_a_side_has_one_cut) {
  using F = TestFixture;
  using T = typename F::Scalar;
  constexpr int kD = F::D;
  scenes::Pcg32 random(1);
  MullerPreparata<kD, T> duals;
  FaceClipping<kD, T> clipping;
  typename F::Volume v;
  typename F::Volume w;
  const auto a = F::box(1, 1, 1);
  const auto b = F::box(4, 1, 4);
  const auto pose_a = F::random_pose(random, 0);
  // The lowest corner of a goes to height 0.75.
  double lowest = 0;
  const auto rotation = matrix_of(pose_a.rotation);
  for (int k = 0; k < kD; ++k) lowest -= std::fabs(rotation.row[1][k]);
  auto pose = pose_a;
  pose.translation[1] = T(0.75 - lowest);
  ASSERT_EQ(duals.find(a, pose, b, {}, v), Status::ok);
  ASSERT_EQ(clipping.find(a, pose, b, {}, w), Status::ok);
  double edges = 1;  // h^kD / kD! over the product of what each edge climbs
  for (int k = 0; k < kD; ++k) edges *= 0.25 / std::fabs(rotation.row[1][k]) / (k + 1);
  EXPECT_NEAR(double(v.volume()) / edges, 1, 100 * F::kEpsilon);
  EXPECT_NEAR(double(w.volume()) / edges, 1, 100 * F::kEpsilon);
  ASSERT_EQ(v.cut_count(), 1u);
  EXPECT_EQ(v.cut(0).size(), std::size_t(kD));
  EXPECT_NEAR(double(v.normal()[1]), -1, 8 * F::kEpsilon);
  EXPECT_NEAR(double(v.area()) * 0.25 / kD, double(v.volume()), 40 * F::kEpsilon);
  EXPECT_EQ(F::sides(v), std::size_t(kD + 1));
  int of_b = 0;
  for (std::size_t f = 0; f < F::sides(v); ++f) of_b += v.source(f).body == ContactBody::b;
  EXPECT_EQ(of_b, 1);
}

TYPED_TEST(ContactVolumes, E16_touching_and_apart_have_statuses) {
  using F = TestFixture;
  using T = typename F::Scalar;
  constexpr int kD = F::D;
  MullerPreparata<kD, T> duals;
  FaceClipping<kD, T> clipping;
  typename F::Volume v;
  const auto a = F::box(0.5, 0.5, 0.5);
  const auto status_at = [&](T x, T y) {
    typename F::Pose pose_b;
    pose_b.translation[0] = x;
    pose_b.translation[1] = y;
    const Status s = duals.find(a, {}, a, pose_b, v);
    EXPECT_EQ(v.volume() > 0, s == Status::ok);
    EXPECT_EQ(clipping.find(a, {}, a, pose_b, v), s);
    EXPECT_EQ(v.polytope().vertices().empty(), s != Status::ok);
    return s;
  };
  EXPECT_EQ(status_at(0, 0), Status::ok);
  EXPECT_EQ(status_at(T(0.75), 0), Status::ok);
  EXPECT_EQ(status_at(1, 0), Status::touching);  // sides
  EXPECT_EQ(status_at(1, T(0.5)), Status::touching);
  EXPECT_EQ(status_at(1, 1), Status::touching);  // corners in 2D, edges in 3D
  EXPECT_EQ(status_at(T(1.0001), 0), Status::apart);
  EXPECT_EQ(status_at(T(1.0001), T(1.0001)), Status::apart);
  EXPECT_EQ(status_at(T(0.9999), T(0.9999)), Status::ok);
  const typename F::Body unbuilt;
  EXPECT_EQ(duals.find(a, {}, unbuilt, {}, v), Status::no_points);
  typename F::Pose bad;
  bad.translation[0] = std::numeric_limits<T>::quiet_NaN();
  EXPECT_EQ(duals.find(a, bad, a, {}, v), Status::not_finite);
}

// By both methods, flipped, at any power of two; the cut's loops span what the normal says.
TYPED_TEST(ContactVolumes, L19_of_thousands_of_random_bodies) {
  using F = TestFixture;
  using T = typename F::Scalar;
  constexpr int kD = F::D;
  scenes::Pcg32 random(7);
  MullerPreparata<kD, T> duals;
  FaceClipping<kD, T> clipping;
  typename F::Volume v;
  typename F::Volume w;
  int overlapping = 0;
  for (int round = 0; round < by_tier(250, 10000) && !this->HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const auto seed = random;
    const auto a = F::random_body(random);
    const auto b = F::random_body(random);
    auto pose_a = F::random_pose(random, 1);
    auto pose_b = F::random_pose(random, 1.5);
    if (round % 4 == 1) {  // 1e-6 to 1e-3 deep
      const auto s = penetration(a, pose_a, b, pose_b);
      const double depth = std::pow(10.0, -random.between(3, sizeof(T) == 4 ? 4 : 6));
      const double by = -double(s.distance) - depth;
      pose_b.translation = pose_b.translation + vec_cast<T>(vec_cast<double>(s.normal) * by);
    }
    const Status status = duals.find(a, pose_a, b, pose_b, v);
    ASSERT_EQ(clipping.find(a, pose_a, b, pose_b, w), status);
    if (status != Status::ok) {
      EXPECT_GE(penetration(a, pose_a, b, pose_b).distance, -64 * F::kEpsilon);
      continue;
    }
    ++overlapping;
    const double slack = 64 * F::kEpsilon;
    this->check(v, a, pose_a, b, pose_b, slack);
    const double rounding = round % 4 == 1 ? 1e-9 : 1e-12;  // of corners, where they are cut
    EXPECT_NEAR(double(w.volume() / v.volume()), 1, 16 * F::kEpsilon + rounding);

    Vec<kD, double> span{};
    for (std::size_t i = 0; i < v.cut_count(); ++i) span = span + span_of(v, i);
    for (int k = 0; k < kD; ++k) {
      EXPECT_NEAR(span[k], double(v.area()) * double(v.normal()[k]), 64 * F::kEpsilon);
    }
    ASSERT_EQ(duals.find(b, pose_b, a, pose_a, w), Status::ok);
    EXPECT_EQ(w.volume(), v.volume());
    EXPECT_EQ(w.centroid(), v.centroid());
    EXPECT_EQ(w.area(), v.area());
    for (int k = 0; k < kD; ++k) EXPECT_EQ(w.normal()[k], T(0) - v.normal()[k]);
    ASSERT_EQ(F::sides(w), F::sides(v));
    for (std::size_t f = 0; f < F::sides(v); ++f) {
      EXPECT_EQ(w.source(f).face, v.source(f).face);
      EXPECT_NE(w.source(f).body, v.source(f).body);
    }
    ASSERT_EQ(w.cut_count(), v.cut_count());
    for (std::size_t i = 0; i < v.cut_count(); ++i) {
      ASSERT_EQ(w.cut(i).size(), v.cut(i).size());
      for (std::size_t k = 0; k < v.cut(i).size(); ++k) {
        const std::size_t n = v.cut(i).size();
        EXPECT_EQ(w.cut(i)[k], v.cut(i)[kD == 2 ? 1 - k : (n - k) % n]);
      }
    }
    for (const double scale : {0x1p-13, 0x1p13}) {
      auto again = seed;
      const auto large_a = F::random_body(again, scale);
      const auto large_b = F::random_body(again, scale);
      auto scaled_a = pose_a;
      auto scaled_b = pose_b;
      scaled_a.translation = scaled_a.translation * T(scale);
      scaled_b.translation = scaled_b.translation * T(scale);
      ASSERT_EQ(duals.find(large_a, scaled_a, large_b, scaled_b, w), Status::ok);
      ASSERT_EQ(w.volume(), v.volume() * T(std::pow(scale, kD)));
      ASSERT_EQ(w.normal(), v.normal());
    }
  }
  EXPECT_GT(overlapping, by_tier(100, 4000));
}

// Faces in one plane, edges on edges, a body in itself.
TYPED_TEST(ContactVolumes, L19_coincident_faces) {
  using F = TestFixture;
  using T = typename F::Scalar;
  constexpr int kD = F::D;
  scenes::Pcg32 random(9);
  MullerPreparata<kD, T> duals;
  FaceClipping<kD, T> clipping;
  typename F::Volume v;
  typename F::Volume w;
  for (int round = 0; round < by_tier(200, 4000) && !this->HasFailure(); ++round) {
    SCOPED_TRACE(round);
    double half[2][3];
    for (auto& h : half) {
      for (double& x : h) x = 0.25 * (1 + random.below(4));
    }
    const auto a = F::box(half[0][0], half[0][1], half[0][2]);
    const auto b = F::box(half[1][0], half[1][1], half[1][2]);
    const auto pose_a = F::random_pose(random, 1);
    auto pose_b = pose_a;
    Vec<kD, double> local{};
    double common = 1;
    for (int k = 0; k < kD; ++k) {
      local[k] = 0.25 * random.below(5);
      const double low = std::fmax(-half[0][k], local[k] - half[1][k]);
      const double high = std::fmin(half[0][k], local[k] + half[1][k]);
      common *= std::fmax(0, high - low);
    }
    pose_b.translation =
        vec_cast<T>(matrix_of(pose_a.rotation) * local + vec_cast<double>(pose_a.translation));
    const Status status = duals.find(a, pose_a, b, pose_b, v);
    const Status twin = clipping.find(a, pose_a, b, pose_b, w);
    if (common == 0) {  // within rounding
      EXPECT_LT(double(v.volume()), 16 * F::kEpsilon);
      EXPECT_LT(double(w.volume()), 16 * F::kEpsilon);
      continue;
    }
    ASSERT_EQ(status, Status::ok);
    ASSERT_EQ(twin, Status::ok);
    this->check(v, a, pose_a, b, pose_b, 64 * F::kEpsilon);
    EXPECT_NEAR(double(v.volume()), common, 64 * F::kEpsilon * common);
    EXPECT_NEAR(double(w.volume()), common, 64 * F::kEpsilon * common);
  }
}

// The sum of a's faces by hand, for boxes along the axes; what is of both counts half.
template <int D>
Vec<D, double> span_of_boxes(const double (&half)[2][3], const Vec<D, double>& local) {
  double side[3] = {1, 1, 1};
  for (int k = 0; k < D; ++k) {
    side[k] = std::fmin(half[0][k], local[k] + half[1][k]) -
              std::fmax(-half[0][k], local[k] - half[1][k]);
  }
  Vec<D, double> span{};
  for (int k = 0; k < D; ++k) {
    const double area = side[0] * side[1] * side[2] / side[k];
    const auto share = [](double of_a, double of_b) {
      return of_a < of_b ? 1.0 : of_a == of_b ? 0.5 : 0.0;
    };
    span[k] = area *
              (share(half[0][k], local[k] + half[1][k]) - share(half[0][k], half[1][k] - local[k]));
  }
  return span;
}

// Faces in one plane are of both bodies, whichever comes first and wherever they are.
TYPED_TEST(ContactVolumes, L19_coincident_faces_count_for_both_bodies_in_the_normal) {
  using F = TestFixture;
  using T = typename F::Scalar;
  constexpr int kD = F::D;
  scenes::Pcg32 random(10);
  MullerPreparata<kD, T> duals;
  FaceClipping<kD, T> clipping;
  typename F::Volume v;
  int shared = 0;
  for (int round = 0; round < by_tier(400, 10'000) && !this->HasFailure(); ++round) {
    SCOPED_TRACE(round);
    double half[2][3] = {};
    for (auto& h : half) {
      for (double& x : h) x = 0.25 * (1 + random.below(3));
    }
    Vec<kD, double> local{};
    bool apart = false;
    for (int k = 0; k < kD; ++k) {
      local[k] = 0.25 * (int(random.below(5)) - 2);
      apart = apart || std::fabs(local[k]) >= half[0][k] + half[1][k];
      shared += std::fabs(half[0][k] - half[1][k]) == std::fabs(local[k]);
    }
    if (apart) continue;
    const auto a = F::box(half[0][0], half[0][1], kD == 2 ? 1 : half[0][2]);
    const auto b = F::box(half[1][0], half[1][1], kD == 2 ? 1 : half[1][2]);
    if (kD == 2) half[0][2] = half[1][2] = 0.5;
    const Vec<kD, double> span = span_of_boxes<kD>(half, local);
    for (int where = 0; where < 4; ++where) {
      // Bodies are put in order by the bits of their poses: here in this order, there in that.
      typename F::Pose pose_a, pose_b;
      if (where == 1) pose_a.translation = vec_cast<T>(-local);
      if (where == 2) pose_a.translation = vec_cast<T>(local * 3.0);
      if (where == 3 && std::is_same_v<T, double>) pose_a = F::random_pose(random, 1);
      pose_b = pose_a;
      pose_b.translation =
          vec_cast<T>(matrix_of(pose_a.rotation) * local + vec_cast<double>(pose_a.translation));
      const auto check = [&](auto& method) {
        ASSERT_EQ(method.find(a, pose_a, b, pose_b, v), Status::ok);
        const auto got =
            transposed_times(matrix_of(pose_a.rotation), vec_cast<double>(v.normal())) *
            double(v.area());
        for (int k = 0; k < kD; ++k) EXPECT_NEAR(got[k], span[k], 64 * F::kEpsilon);
      };
      check(duals);
      check(clipping);
    }
  }
  EXPECT_GT(shared, by_tier(200, 5000));
}

// A bar through a plate: two loops, and no normal; the plate around a smaller body: none.
TEST(ContactVolumes3, L19_a_bar_through_a_plate_has_two_cuts_and_no_normal) {
  const auto bar = prism<double>(7, 0.5, 4);
  const auto plate = box_solid<double>(2, 0.25, 2);
  MullerPreparata<3, double> duals;
  ContactVolume<3, double> v;
  ASSERT_EQ(duals.find(bar, {}, plate, {}, v), Status::ok);
  EXPECT_EQ(v.cut_count(), 2u);
  EXPECT_EQ(v.cut(0).size(), 7u);
  EXPECT_EQ(v.area(), 0);
  EXPECT_EQ(v.normal(), Vec3d{});
  EXPECT_NEAR(v.volume(), 0.5 * 3.5 * 0.25 * std::sin(2 * 3.14159265358979323846 / 7), 1e-14);
  const auto inner = box_solid<double>(0.125, 0.125, 0.125);
  ASSERT_EQ(duals.find(inner, {}, plate, {}, v), Status::ok);
  EXPECT_EQ(v.cut_count(), 0u);
  EXPECT_EQ(v.normal(), Vec3d{});
  EXPECT_EQ(v.volume(), 1.0 / 64);
  for (std::size_t f = 0; f < 6; ++f) EXPECT_EQ(v.source(f).body, ContactBody::a);
}

TYPED_TEST(ContactVolumes, run_out_of_memory_cleanly_and_allocate_nothing_again) {
  using F = TestFixture;
  using T = typename F::Scalar;
  constexpr int kD = F::D;
  scenes::Pcg32 random(3);
  const auto a = F::random_body(random);
  const auto b = F::random_body(random);
  typename F::Pose pose_b;
  pose_b.translation[0] = T(0.25);
  const auto run = [&](auto&& make) {
    FailingAllocator memory;
    bool failed = true;
    for (std::size_t fail_at = 1; failed; ++fail_at) {
      auto method = make(memory.allocator());
      typename F::Volume v(memory.allocator());
      memory.fail(fail_at, true);
      const Status status = method.find(a, {}, b, pose_b, v);
      failed = memory.failures() != 0;
      EXPECT_EQ(status, failed ? Status::out_of_memory : Status::ok);
      EXPECT_EQ(v.polytope().vertices().empty(), failed);
      memory.fail(FailingAllocator::kNever);
      EXPECT_EQ(method.find(a, {}, b, pose_b, v), Status::ok);
      if (!failed) {
        EXPECT_EQ(memory.calls(), 0u);
      }
    }
  };
  run([](Allocator allocator) { return MullerPreparata<kD, T>(allocator); });
  run([](Allocator allocator) { return FaceClipping<kD, T>(allocator); });
}

}  // namespace
}  // namespace masu::test
