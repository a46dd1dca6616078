// SPDX-License-Identifier: MIT
// Distances, depths, casts and rays of boxes, polytopes, triangles, segments and points whose
// corners are integers, compared with 128-bit integers. Rotated and rounded ones:
// cgal_gap_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <masu/core/answered.hpp>
#include <masu/hull/polytope_of.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/triangle.hpp>

#include "tests/oracle/lattice_gap.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/seeds.hpp"

namespace masu::test {
namespace {

constexpr Real kRounded = 1 + 0x1p-58L;
// What the comments of shape_cast() and ray_cast() allow, as a share of the size.
constexpr Real kLate = 0x1p-44L;
constexpr Real kEarly = 0x1p-42L;

template <int D>
std::string words_of(const Lattice<D>& v) {
  std::string text;
  for (const auto x : v.v) text += ' ' + std::to_string(x);
  return text;
}

// A shape of T, and the same in integers: corners relative to `center`, which is relative to a
// point that both bodies of a pair have in common and that only T knows.
template <int D, class T>
struct Body {
  std::vector<Lattice<D>> corners;
  Lattice<D> half{};  // of a box, which has no `corners`
  Lattice<D> center{};
  ConvexPolytope<D, T> polytope;
  ShapeView<D, T> view;

  LatticeBody<D> exact() const {
    if (corners.empty()) return LatticeBody<D>::box(center, half);
    std::vector<Lattice<D>> at = corners;
    for (auto& c : at) c = c + center;
    return LatticeBody<D>::hull_of(std::move(at));
  }
  std::string words() const {
    std::string text = "at" + words_of(center);
    if (corners.empty()) text += ", box" + words_of(half);
    for (const auto& c : corners) text += ", corner" + words_of(c);
    return text;
  }
  Real size(const Lattice<D>& origin) const {
    Real most = 0;
    for (int k = 0; k < D; ++k) {
      most = std::max({most, std::abs(Real(center[k] + origin[k])), Real(half[k])});
      for (const auto& c : corners) most = std::max(most, std::abs(Real(c[k])));
    }
    return most;
  }
};

template <class C>
class LatticeGaps : public testing::Test {
 protected:
  static constexpr int kD = C::D;
  using Scalar = typename C::T;
  using Shape = Body<kD, Scalar>;
  static constexpr int kBits = std::min(kLatticeBits<Scalar> - 2, 26);

  // Sets of pairs share a layout, a unit and the distance from the origin.
  LatticePoints<kD> begin_set(std::uint32_t i) {
    unit = std::ldexp(Scalar(1), int(random.below(61)) - 40);
    origin = {};
    if (random.below(4) == 0) {
      for (auto& x : origin.v) {
        x = signed_below(std::int64_t(1) << kLatticeBits<Scalar>, random);
      }
    }
    return {Layout(i % kLayouts), kBits, random};
  }
  void make(LatticePoints<kD>& points, Shape& body) {
    body.corners.clear();
    body.half = {};
    body.center = points();
    const std::uint32_t kind = random.below(7);
    if (kind < 3) {  // a point, a segment, a triangle
      for (std::uint32_t i = 0; i <= kind; ++i) body.corners.push_back(points());
      const auto at = [&](std::size_t i) { return scaled<Scalar>(body.corners[i], unit); };
      if (kind == 0) body.view = Point<kD, Scalar>{at(0)}.view();
      if (kind == 1) body.view = Segment<kD, Scalar>{at(0), at(1)}.view();
      if (kind == 2) body.view = Triangle<kD, Scalar>{at(0), at(1), at(2)}.view();
      return;
    }
    if (kind < 6) {
      const std::uint32_t n = kD + 1 + random.below(3);
      std::vector<Vec<kD, Scalar>> scalars;
      for (std::uint32_t i = 0; i < n; ++i) {
        body.corners.push_back(points());
        scalars.push_back(scaled<Scalar>(body.corners.back(), unit));
      }
      Status made = Status::ok;
      if constexpr (kD == 2) made = polygon_of<Scalar>(scalars, body.polytope);
      if constexpr (kD == 3) made = polyhedron_of<Scalar>(scalars, body.polytope);
      body.view = body.polytope.view();
      if (made == Status::ok) return;
      body.corners.clear();
    }
    const Lattice<kD> half = points();
    for (int k = 0; k < kD; ++k) body.half[k] = std::abs(half[k]);
    body.view = Box<kD, Scalar>{scaled<Scalar>(body.half, unit)}.view();
  }
  // Calls test(points, k) for each case k of each set, until one fails.
  template <class Test>
  void for_each_case(const Test& test) {
    for (std::uint32_t i = 0; i < by_piece(500u, 20'000u); ++i) {
      LatticePoints<kD> points = begin_set(i);
      for (int k = 0; k < 16; ++k) {
        SCOPED_TRACE(testing::Message() << "set " << i << ", case " << k);
        test(points, k);
        if (this->HasFatalFailure()) return;
      }
    }
  }
  // Moves b along the widest gap, which it returns, until the gap is a few units, or so many bits
  // wide.
  Wide<kD> approach(const Shape& a, Shape& b) {
    const LatticeBody<kD> x = a.exact(), y = b.exact();
    const LatticeGap<kD> gap(x, y);
    if (gap.empty()) return {};
    const auto& widest = gap.widest();
    Real by = Real(signed_below(1 + (std::int64_t(1) << random.below(kBits / 2)), random));
    if (random.below(kD) != 0) by = -std::abs(by);  // flat bodies hardly overlap
    const Real move = by - Real(widest.gap) / widest.length;
    for (int k = 0; k < kD; ++k) {
      b.center[k] += std::int64_t(std::llround(move * Real(widest.normal[k]) / widest.length));
    }
    return widest.normal;
  }
  // Differences of coordinates must be below 2^30.
  static bool in_range(const Lattice<kD>& v) {
    return std::ranges::all_of(v.v, [](std::int64_t x) { return std::abs(x) < 1 << 28; });
  }
  // T holds it exactly.
  Transform<kD, Scalar> pose(const Lattice<kD>& center) const {
    return {scaled<Scalar>(center + origin, unit), {}};
  }

  scenes::Pcg32 random{seed_of_piece(51 + kD * sizeof(Scalar))};
  Scalar unit = 1;
  Lattice<kD> origin{};
};
TYPED_TEST_SUITE(LatticeGaps, DimensionsAndScalars, CaseNames);

void print_share(const char* what, std::uint64_t some, std::uint64_t all) {
  std::cout << "share that " << what << ": " << double(some) / double(all) << '\n';
}

TYPED_TEST(LatticeGaps, L17_distances_and_depths_have_bounds_that_hold) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  std::uint64_t cases = 0, overlapping = 0, unsure = 0, rough = 0;
  this->for_each_case([&](LatticePoints<D>& points, int k) {
    Body<D, T> a, b;
    this->make(points, a);
    this->make(points, b);
    if (k % 8 != 0) this->approach(a, b);
    if (!this->in_range(b.center)) return;
    const LatticeBody<D> x = a.exact(), y = b.exact();
    const LatticeGap<D> gap(x, y);
    if (gap.empty()) return;
    const int sign = gap.sign();
    const Real exact = gap.exact() * Real(this->unit);
    const auto at = this->pose(a.center), to = this->pose(b.center);
    const auto deep = penetration(a.view, at, b.view, to);
    const auto apart = distance(a.view, at, b.view, to);
    const auto hit = intersects(a.view, at, b.view, to);
    ASSERT_TRUE(answered(deep.status) && answered(apart.status)) << name(deep.status);
    const auto words = testing::Message() << int(a.view.kind) << " and " << int(b.view.kind) << ": "
                                          << exact << " in [" << deep.lower << ", " << deep.upper
                                          << "], [" << apart.lower << ", " << apart.upper << ']';
    const Real slack = std::abs(exact) * (kRounded - 1);
    ASSERT_LE(Real(deep.lower), exact + slack) << words;
    ASSERT_GE(Real(deep.upper), exact - slack) << words;
    if (sign >= 0) {
      ASSERT_LE(Real(apart.lower), exact + slack) << words;
      ASSERT_GE(Real(apart.upper), exact - slack) << words;
    } else {
      ASSERT_TRUE(apart.lower <= 0 && apart.upper >= 0) << words;
    }
    ASSERT_EQ(hit.overlapping, deep.distance <= 0) << words;
    ASSERT_EQ(hit.overlapping, apart.distance <= 0) << words;
    ++cases, overlapping += sign <= 0, unsure += hit.overlapping != (sign <= 0);
    rough += deep.status != Status::ok || apart.status != Status::ok;
  });
  if (this->HasFatalFailure()) return;
  print_share("overlap", overlapping, cases);
  print_share("are within rounding", unsure, cases);
  print_share("did not converge", rough, cases);
  EXPECT_GT(overlapping, cases / 5);
  EXPECT_LT(overlapping, cases * 4 / 5);
  EXPECT_LT(unsure, cases / 20);
  EXPECT_LT(rough, cases / 1000);
  count_cases(cases);
}

// What a cast or ray of `path` that ends at `t`, or misses up to `most`, may be, in units.
template <int D, class T>
void check_path(const LatticeGap<D>& gap, const Lattice<D>& path, bool hit, Real t, Real most,
                Real size, Real cosine) {
  const Real speed = length_of<D>(widened<D>(path));
  const Real margin = kLate * (size + speed * t);
  const Real rounding = speed * t * std::numeric_limits<T>::epsilon();
  const Contact contact = contact_along(gap, path, margin + rounding);
  // By which a cast may end behind the first contact.
  const Real behind = margin / contact.cosine + rounding;
  const bool touches = contact.in <= contact.out && contact.out >= 0;
  if (!hit) {
    ASSERT_FALSE(touches && speed * (most - contact.in) > behind)
        << "missed at " << contact.in << " to " << contact.out;
    return;
  }
  ASSERT_LE(gap_at(gap, path, t), kEarly / cosine * (size + speed * t) + rounding)
      << "early: " << t;
  if (touches) {
    ASSERT_LE(speed * (t - contact.in), behind) << "late: " << contact.in;
  }
}

TYPED_TEST(LatticeGaps, casts_are_neither_late_nor_early) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  std::uint64_t cases = 0, hits = 0, rough = 0;
  this->for_each_case([&](LatticePoints<D>& points, int k) {
    Body<D, T> a, b;
    this->make(points, a);
    this->make(points, b);
    const Wide<D> normal = this->approach(a, b);
    // Back along a path that ends near a, or goes on from there.
    Lattice<D> path = points();
    const Lattice<D> from = points();
    for (int l = 0; l < D; ++l) path[l] = path[l] / 2 - from[l] / 2;
    if (k % 8 != 1 && dot_of<D>(normal, widened<D>(path)) > 0) path = -path;
    if (k % 4 != 0) b.center = b.center - path;  // to overlap by a few units
    if (k % 4 == 1) path = path * std::int64_t(2);
    if (!this->in_range(b.center) || !this->in_range(path)) return;
    const LatticeBody<D> x = a.exact(), y = b.exact();
    const LatticeGap<D> gap(x, y);
    if (gap.empty() || gap.sign() <= 0) return;
    const auto at = this->pose(a.center), to = this->pose(b.center);
    const auto got = shape_cast(a.view, at, b.view, to, scaled<T>(path, this->unit));
    ASSERT_TRUE(answered(got.status)) << name(got.status);
    // Otherwise nothing touches before t.
    const bool converged = got.status == Status::ok;
    check_path<D, T>(gap, path, got.hit, Real(got.t), converged ? 1 : Real(got.t),
                     a.size(this->origin) + b.size(this->origin), 1);
    ASSERT_FALSE(this->HasFatalFailure())
        << a.words() << "; " << b.words() << "; path" << words_of(path) << "; origin"
        << words_of(this->origin) << "; unit " << this->unit;
    ++cases, hits += got.hit, rough += !converged;
  });
  if (this->HasFatalFailure()) return;
  print_share("hit", hits, cases);
  print_share("did not converge", rough, cases);
  EXPECT_GT(hits, cases / 5);
  EXPECT_LT(hits, cases * 4 / 5);
  EXPECT_LE(rough, cases / 100'000);
  count_cases(cases);
}

TYPED_TEST(LatticeGaps, rays_are_neither_late_nor_early) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  std::uint64_t cases = 0, hits = 0;
  this->for_each_case([&](LatticePoints<D>& points, int k) {
    Body<D, T> a;
    this->make(points, a);
    const LatticeBody<D> x = a.exact();
    // To a point between corners, or near one, from anywhere.
    const auto corner = [&] {
      return x.corners[this->random.below(std::uint32_t(x.corners.size()))];
    };
    Lattice<D> target = corner();
    if (k % 2 == 0) {
      const Lattice<D> p = corner(), q = corner();
      for (int l = 0; l < D; ++l) target[l] = (target[l] + p[l] + 2 * q[l]) / 4;
    }
    if (k % 4 == 1) {
      for (auto& z : target.v) z += signed_below(3, this->random);
    }
    Lattice<D> start = points(), path = target - start;
    if (k % 3 == 0) start = target - (path = points());
    const LatticeBody<D> point = LatticeBody<D>::hull_of({start});
    const LatticeGap<D> gap(x, point);
    if (gap.empty() || gap.sign() <= 0 || !this->in_range(start) || !this->in_range(path)) return;
    const T most = T(this->random.below(8)) / 4;
    const Ray<D, T> ray{this->pose(start).translation, scaled<T>(path, this->unit), most};
    const auto got = ray_cast(a.view, this->pose(a.center), ray);
    ASSERT_TRUE(answered(got.status)) << name(got.status);
    const double speed = double(length(vec_cast<double>(path)));
    const double closing = -dot(vec_cast<double>(got.normal), vec_cast<double>(path));
    const Real cosine = got.hit ? std::max(Real(closing / speed), 0x1p-44L) : 1;
    const Real far = a.size(this->origin) + std::max(a.size({}), Real(speed));
    check_path<D, T>(gap, path, got.hit, got.hit ? Real(got.t) : Real(most), Real(most), far,
                     cosine);
    ASSERT_FALSE(this->HasFatalFailure())
        << a.words() << "; start" << words_of(start) << "; path" << words_of(path) << "; origin"
        << words_of(this->origin) << "; unit " << this->unit << "; up to " << most;
    ++cases, hits += got.hit;
  });
  if (this->HasFatalFailure()) return;
  print_share("hit", hits, cases);
  EXPECT_GT(hits, cases / 5);
  EXPECT_LT(hits, cases * 4 / 5);
  count_cases(cases);
}

}  // namespace
}  // namespace masu::test
