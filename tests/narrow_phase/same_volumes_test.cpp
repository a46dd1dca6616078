// SPDX-License-Identifier: MIT
// Contact volumes, by duals and by clipping, have the same bits with every instruction set and
// every compiler.
#include <gtest/gtest.h>

#include <vector>

#include <masu/hull/polytope_of.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/face_clipping.hpp>
#include <masu/narrow_phase/muller_preparata.hpp>

#include "narrow_phase/portable_random.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/simd_targets.hpp"

namespace masu::test {
namespace {

using scenes::Pcg32;

template <int D, class T>
void hull_of(const std::vector<Vec<D, T>>& points, ConvexPolytope<D, T>& made) {
  if constexpr (D == 2) {
    ASSERT_EQ(polygon_of<T>(points, made), Status::ok);
  } else {
    ASSERT_EQ(polyhedron_of<T>(points, made), Status::ok);
  }
}

// On a sphere, or the corners of a box.
template <int D, class T>
void make_body(bool box, Pcg32& random, ConvexPolytope<D, T>& made) {
  std::vector<Vec<D, T>> points;
  if (box) {
    Vec<D, T> half{};
    for (T& x : half.v) x = T(0.25 * (1 + random.below(4)));
    for (unsigned i = 0; i < (1u << D); ++i) {
      Vec<D, T> p = half;
      for (int k = 0; k < D; ++k) p[k] = (i >> k & 1u) != 0 ? half[k] : -half[k];
      points.push_back(p);
    }
  } else {
    const std::uint32_t count = 6 + random.below(40);
    for (std::uint32_t i = 0; i < count; ++i) {
      double q[D];
      some_direction(random, q);
      Vec<D, T> p{};
      for (int k = 0; k < D; ++k) p[k] = T(q[k]);
      points.push_back(p);
    }
  }
  hull_of<D, T>(points, made);
}

template <int D, class T>
void add(const ContactVolume<D, T>& v, Hash& hash) {
  const auto vec = [&](const Vec<D, T>& p) {
    for (const T x : p.v) hash.add(x);
  };
  const auto& polytope = v.polytope();
  for (const auto& p : polytope.vertices()) vec(p);
  std::size_t sides = 0;
  if constexpr (D == 2) {
    sides = polytope.edge_count();
  } else {
    sides = polytope.face_count();
    for (std::uint32_t e = 0; e < polytope.edge_count(); ++e) {
      hash.add(std::uint64_t(polytope.origin(e)));
    }
  }
  for (std::size_t f = 0; f < sides; ++f) {
    hash.add(std::uint64_t(v.source(f).body));
    hash.add(std::uint64_t(v.source(f).face));
  }
  for (std::size_t i = 0; i < v.cut_count(); ++i) {
    for (const std::uint32_t c : v.cut(i)) hash.add(std::uint64_t(c));
  }
  hash.add(v.volume()), hash.add(v.area());
  vec(v.centroid()), vec(v.normal());
}

// Deep, barely, in one pose, faces in one plane.
template <int D, class T>
std::uint64_t all_volumes() {
  Pcg32 random(31);
  Hash hash;
  MullerPreparata<D, T> duals;
  FaceClipping<D, T> clipping;
  ContactVolume<D, T> v;
  int overlapping = 0;
  for (int round = 0; round < 120; ++round) {
    ConvexPolytope<D, T> a;
    ConvexPolytope<D, T> b;
    make_body<D, T>(round % 3 == 0, random, a);
    make_body<D, T>(round % 4 != 1, random, b);
    const auto pose_a = some_pose<D, T>(random);
    auto pose_b = some_pose<D, T>(random);
    if (round % 5 == 0) pose_b = pose_a;
    if (round % 5 == 1) pose_b.rotation = pose_a.rotation;
    if (round % 5 == 2) {  // 1e-5 deep
      const auto s = penetration(a, pose_a, b, pose_b);
      pose_b.translation = pose_b.translation + s.normal * (-s.distance - T(1e-5));
    }
    const Status by_duals = duals.find(a, pose_a, b, pose_b, v);
    hash.add(std::uint64_t(by_duals));
    add(v, hash);
    overlapping += by_duals == Status::ok;
    hash.add(std::uint64_t(clipping.find(a, pose_a, b, pose_b, v)));
    add(v, hash);
  }
  EXPECT_GT(overlapping, 60);
  return hash.value();
}

template <class C>
class SameVolumes : public testing::Test {};
template <int D, class T, std::uint64_t Hash>
struct KnownVolumes : Case<D, T> {
  static constexpr std::uint64_t kHash = Hash;
};
// Made once, by GCC 12. A new answer is a new number: say in the change why it is as good.
using KnownCases = testing::Types<
    KnownVolumes<2, float, 2749062486853228786u>, KnownVolumes<2, double, 10933605905360301324u>,
    KnownVolumes<3, float, 450351672148770365u>, KnownVolumes<3, double, 17152256262687332212u>>;
TYPED_TEST_SUITE(SameVolumes, KnownCases, CaseNames);

TYPED_TEST(SameVolumes, L19_on_every_instruction_set_and_from_every_compiler) {
  for_each_target([&](SimdTarget) {
    EXPECT_EQ((all_volumes<TypeParam::D, typename TypeParam::T>()), TypeParam::kHash);
  });
}

}  // namespace
}  // namespace masu::test
