// SPDX-License-Identifier: MIT
// Duals, and half-space intersections by them: bounded, unbounded, flat, empty, redundant, and
// invalid input.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "hull/dual_polytope.hpp"
#include "tests/hull/check_polytope.hpp"
#include "tests/hull/point_families.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class C>
class Duals : public testing::Test {
 public:
  static constexpr int D = C::D;
  using Scalar = typename C::T;
  using Point = Vec<D, Scalar>;
  using Plane = Hyperplane<D, Scalar>;
  using Planes = std::vector<Plane>;

 protected:
  static constexpr double kEpsilon = double(std::numeric_limits<Scalar>::epsilon());

  static Scalar size_of(const Polytope<D, Scalar>& p) {
    if constexpr (D == 2) {
      return p.area();
    } else {
      return p.volume();
    }
  }
  static std::size_t face_count(const Polytope<D, Scalar>& p) {
    if constexpr (D == 2) {
      return p.edge_count();
    } else {
      return p.face_count();
    }
  }
  // |x| <= 1 along each axis.
  static Planes cube() {
    Planes planes;
    for (int k = 0; k < 2 * D; ++k) {
      Plane plane{{}, 1};
      plane.normal[k / 2] = k % 2 == 0 ? Scalar(1) : Scalar(-1);
      planes.push_back(plane);
    }
    return planes;
  }
  static Planes tangents(std::size_t count, const Vec<D, double>& center, scenes::Pcg32& random) {
    Planes planes;
    for (std::size_t i = 0; i < count; ++i) {
      const auto n = direction<D>(random);  // not of length 1
      planes.push_back(
          {vec_cast<Scalar>(n), Scalar(dot(n, center) + length(n) * random.between(1, 1.2))});
    }
    return planes;
  }
  static std::vector<Hyperplane<D, double>> widened(const Planes& planes) {
    std::vector<Hyperplane<D, double>> wide;
    for (const Plane& p : planes) wide.push_back({vec_cast<double>(p.normal), double(p.offset)});
    return wide;
  }
  Status build(const Planes& planes) {
    const Status s = builder_.build(planes, polytope_);
    EXPECT_EQ(polytope_.vertices().empty(), s != Status::ok);
    return s;
  }
  Status build(const Planes& planes, const Point& inside) {
    const Status s = builder_.build(planes, inside, polytope_);
    EXPECT_EQ(polytope_.vertices().empty(), s != Status::ok);
    return s;
  }

  HalfSpaceIntersection<D, Scalar> builder_;
  Polytope<D, Scalar> polytope_;
};
TYPED_TEST_SUITE(Duals, DimensionsAndScalars, CaseNames);

TYPED_TEST(Duals, L19_of_duals_are_the_originals) {
  using F = TestFixture;
  using T = typename F::Scalar;
  scenes::Pcg32 random(1);
  for (int i = 0; i < 1000; ++i) {
    const auto p = vec_cast<T>(direction<F::D>(random));
    EXPECT_EQ(dual_of(dual_of(p)), p);
    const typename F::Plane one{p, 1};
    EXPECT_EQ(dual_of(dual_of(one)), one);
    const typename F::Plane any{p, T(random.between(0.5, 2))};
    const auto again = dual_of(dual_of(any));
    const auto center = vec_cast<T>(direction<F::D>(random) * 0.25);
    const auto about = dual_of(dual_of(p, center), center);
    EXPECT_EQ(again.offset, T(1));
    for (int k = 0; k < F::D; ++k) {
      EXPECT_NEAR(double(again.normal[k]), double(any.normal[k]) / double(any.offset),
                  0.51 * F::kEpsilon * std::fabs(double(again.normal[k])));
      EXPECT_NEAR(double(about[k]), double(p[k]), 4 * F::kEpsilon);
    }
  }
}

// A point behind a plane has its own plane in front of the plane's point, and the other way around.
TYPED_TEST(Duals, L19_preserve_on_which_side_a_point_is) {
  using F = TestFixture;
  scenes::Pcg32 random(2);
  for (int i = 0; i < 1000; ++i) {
    const auto p = direction<F::D>(random) * 3.0;
    const Hyperplane<F::D, double> plane{direction<F::D>(random), random.between(0.5, 2)};
    const double ahead = plane.offset - dot(plane.normal, p);
    const auto other = dual_of(p);
    const double dual_ahead = other.offset - dot(other.normal, dual_of(plane));
    EXPECT_EQ(ahead > 0, dual_ahead > 0);
  }
}

TYPED_TEST(Duals, L19_half_spaces_make_a_cube_without_the_redundant_ones) {
  using F = TestFixture;
  using T = typename F::Scalar;
  auto planes = F::cube();
  planes.push_back({F::Point::all(1), T(F::D) + T(0.5)});  // beyond the corner
  planes.push_back({planes[0].normal * T(2), T(2)});       // the first again
  ASSERT_EQ(this->build(planes), Status::ok);
  check_polytope(this->polytope_, F::widened(planes), 4 * F::kEpsilon);
  EXPECT_EQ(F::size_of(this->polytope_), T(F::D == 2 ? 4 : 8));
  EXPECT_EQ(this->polytope_.vertices().size(), F::D == 2 ? 4u : 8u);
  EXPECT_EQ(F::face_count(this->polytope_), 2u * F::D);
  for (std::size_t f = 0; f < 2u * F::D; ++f) EXPECT_LT(this->polytope_.source(f), 2u * F::D);
  planes[2 * F::D].offset = T(F::D) - T(0.5);  // now it cuts the corner off
  ASSERT_EQ(this->build(planes), Status::ok);
  EXPECT_EQ(F::face_count(this->polytope_), 2u * F::D + 1);
  const double cut = F::D == 2 ? 0.125 : 0.125 / 6;
  EXPECT_NEAR(double(F::size_of(this->polytope_)), (F::D == 2 ? 4 : 8) - cut, 16 * F::kEpsilon);
}

// However far away what is redundant may be: nothing of it counts.
TYPED_TEST(Duals, L19_half_spaces_may_be_redundant_and_far_away) {
  using F = TestFixture;
  using T = typename F::Scalar;
  for (const T size : {T(1), T(0x1p-60), T(0x1p20)}) {
    for (const T far : {T(0x1p10), T(0x1p47), T(0x1p70), T(0x1p100)}) {
      SCOPED_TRACE(double(far));
      auto planes = F::cube();
      for (auto& plane : planes) plane.offset = size;
      planes.insert(planes.begin(), {F::Point::all(1), size * far});
      ASSERT_EQ(this->build(planes), Status::ok);
      EXPECT_EQ(F::face_count(this->polytope_), 2u * F::D);
      for (std::size_t f = 0; f < 2u * F::D; ++f) EXPECT_NE(this->polytope_.source(f), 0u);
      for (const auto& v : this->polytope_.vertices()) {
        for (const T x : v.v) EXPECT_NEAR(double(std::abs(x) / size), 1, 2 * F::kEpsilon);
      }
      // The other statuses are as certain.
      planes[1].offset = -size;  // x <= -size and x >= -size
      EXPECT_EQ(this->build(planes), Status::flat);
      planes[1].offset = T(-1.5) * size;
      EXPECT_EQ(this->build(planes), Status::no_points);
      planes.erase(planes.begin() + 1, planes.begin() + 3);
      EXPECT_EQ(this->build(planes), Status::unbounded);
    }
  }
}

TYPED_TEST(Duals, L19_statuses_distinguish_unbounded_flat_and_empty_intersections) {
  using F = TestFixture;
  using T = typename F::Scalar;
  auto planes = F::cube();
  EXPECT_EQ(this->build({}), Status::unbounded);
  EXPECT_EQ(this->build({planes[0]}), Status::unbounded);
  auto some = planes;
  some.pop_back();
  EXPECT_EQ(this->build(some), Status::unbounded);
  EXPECT_EQ(this->build(some, {}), Status::unbounded);
  planes[0].offset = -1;  // x <= -1 and x >= -1
  EXPECT_EQ(this->build(planes), Status::flat);
  EXPECT_EQ(this->build({planes[0], planes[1]}), Status::flat);
  planes[0].offset = -T(1.5);
  EXPECT_EQ(this->build(planes), Status::no_points);
  EXPECT_EQ(this->build({planes[0], planes[1]}), Status::no_points);
  planes[0].offset = T(-1) + T(0.001);
  EXPECT_EQ(this->build(planes), Status::ok);
  EXPECT_NEAR(double(F::size_of(this->polytope_)), F::D == 2 ? 0.002 : 0.004, 1e-6);
  // Down to 0 at x = 1e40: nowhere, for floats.
  auto far = F::cube();
  far[0].normal[0] = T(1e-40), far[0].normal[1] = 1;
  EXPECT_EQ(this->build(far), sizeof(T) == 4 ? Status::unbounded : Status::ok);
  for (auto& plane : planes) plane.offset = 0;
  EXPECT_EQ(this->build(planes), Status::flat);  // the origin alone
}

// A plate through the origin may be thinner than the rounding of its corners.
// Between two parallel planes, and open along them: rounded normals are not opposite, so duals as
// rounded may surround the origin.
TYPED_TEST(Duals, L19_intersections_without_an_end_are_unbounded_whatever_their_duals_round_to) {
  using F = TestFixture;
  using T = typename F::Scalar;
  scenes::Pcg32 random(32);
  const auto whole_numbers = [&] {
    Vec<F::D, double> v{};
    for (double& x : v.v) x = double(random.below(401)) - 200;
    return v;
  };
  for (int i = 0; i < 20'000; ++i) {
    const auto along = whole_numbers();
    auto across = along;
    if constexpr (F::D == 2) across = {-along[1], along[0]};
    if constexpr (F::D == 3) across = cross(along, whole_numbers());
    if (length(across) == 0) continue;
    typename F::Planes planes;
    const auto add = [&](const Vec<F::D, double>& normal, double offset) {
      if (length(normal) > 0) planes.push_back({vec_cast<T>(normal), T(offset)});
    };
    const double offset = random.below(1000);
    add(across, offset), add(-across, 1 + random.below(1000) - offset);
    for (int k = 0; k < 1 + 2 * F::D; ++k) {
      const auto n = whole_numbers();
      add(dot(n, along) <= 0 ? n : -n, double(random.below(100'000)));
    }
    const Status s = this->build(planes);
    ASSERT_TRUE(s == Status::unbounded || s == Status::flat) << i << ": " << name(s);
  }
}

// Three lines meet in the origin, two of them in a thin corner. The hull of the duals may leave out
// the third one, but only where its displacement is rounding.
TEST(Duals2, L19_thin_corners_exceed_planes_by_rounding_only) {
  const std::vector<Hyperplane<2, double>> planes = {
      {{-567, 334}, 0}, {{921, 369}, 0}, {{-659, -700}, 1}, {{-919, -358}, 0}};
  Polytope<2, double> polytope;
  ASSERT_EQ((HalfSpaceIntersection<2, double>().build(planes, polytope)), Status::ok);
  double size = 0;
  for (const auto& v : polytope.vertices()) size = std::max(size, length(v));
  for (const auto& v : polytope.vertices()) {
    for (const auto& p : planes) {
      EXPECT_LE((dot(p.normal, v) - p.offset) / length(p.normal), size * 0x1p-49);
    }
  }
}

// The rounding of an inverse that was changed step by step looked like a gap.
TEST(Duals2, L19_an_intersection_without_an_interior_is_not_empty) {
  const std::vector<Hyperplane<2, double>> planes = {
      {{270, -286}, 186071185},   {{1, 0}, -1810598},       {{-788, 3}, 1420136415},
      {{788, -3}, -1420136415},   {{-3, 863}, -2031566421}, {{0, -1}, 2362603},
      {{-877, -494}, 2754454370}, {{-299, 210}, 45860551},  {{-1, 0}, 1813511},
      {{0, 1}, -2357175},         {{-788, 3}, 1420136415},  {{-243, -585}, 1820956685}};
  Polytope<2, double> polytope;
  EXPECT_EQ((HalfSpaceIntersection<2, double>().build(planes, polytope)), Status::flat);
}

TYPED_TEST(Duals, L19_plates_thinner_than_rounding_are_flat_or_have_a_volume) {
  using F = TestFixture;
  using T = typename F::Scalar;
  scenes::Pcg32 random(31);
  int plates = 0;
  for (int i = 0; i < 500; ++i) {
    auto planes = F::tangents(8, {}, random);
    for (auto& plane : planes) plane.offset += T(0.5);
    const auto thickness = T(std::ldexp(1, -40 - int(random.below(24))));
    planes.push_back({-planes[0].normal, thickness});
    planes[0].offset = 0;
    const Status status = this->build(planes);
    if (status == Status::flat || status == Status::unbounded) continue;
    ASSERT_EQ(status, Status::ok) << i;
    ++plates;
    ASSERT_GT(F::size_of(this->polytope_), 0) << i << ' ' << thickness;
    const auto& vertices = this->polytope_.vertices();
    for (int k = 0; k < F::D; ++k) {
      const auto by_axis = [k](const auto& p, const auto& q) { return p[k] < q[k]; };
      const auto [low, high] = std::minmax_element(vertices.begin(), vertices.end(), by_axis);
      const T x = this->polytope_.centroid()[k];
      ASSERT_TRUE(x >= (*low)[k] && x <= (*high)[k]) << i << ' ' << x;
    }
  }
  EXPECT_GT(plates, 100);
}

TYPED_TEST(Duals, L19_wrong_input_is_refused) {
  using F = TestFixture;
  using T = typename F::Scalar;
  using Limits = std::numeric_limits<T>;
  const auto with = [&](T normal, T offset) {
    auto planes = F::cube();
    planes.push_back({F::Point::all(normal), offset});
    return this->build(planes);
  };
  EXPECT_EQ(with(Limits::quiet_NaN(), 1), Status::not_finite);
  EXPECT_EQ(with(1, Limits::infinity()), Status::not_finite);
  EXPECT_EQ(with(0, 1), Status::not_positive);
  EXPECT_EQ(with(1, Limits::denorm_min()), Status::out_of_range);
  const auto inside = [&](T x) { return this->build(F::cube(), F::Point::all(x)); };
  EXPECT_EQ(inside(0), Status::ok);
  EXPECT_EQ(inside(T(0.75)), Status::ok);
  EXPECT_EQ(inside(1), Status::out_of_range);
  EXPECT_EQ(inside(2), Status::out_of_range);
  EXPECT_EQ(inside(Limits::quiet_NaN()), Status::not_finite);
  // Refused before any is read.
  const auto one = F::cube();
  const std::span<const typename F::Plane> many(one.data(), (std::size_t(1) << 28) + 1);
  EXPECT_EQ(this->builder_.build(many, this->polytope_), Status::too_many_objects);
}

// Wherever the point inside is; at any power of two, bit for bit.
TYPED_TEST(Duals, L19_thousands_of_half_spaces_are_intersected_correctly) {
  using F = TestFixture;
  using T = typename F::Scalar;
  scenes::Pcg32 random(3);
  for (int round = 0; round < by_tier(60, 2000) && !this->HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const auto center = direction<F::D>(random) * (round % 3 == 0 ? 100.0 : 1.0);
    const auto planes = F::tangents(8 + random.below(100), center, random);
    const Status s = this->build(planes);
    if (s == Status::unbounded) continue;
    ASSERT_EQ(s, Status::ok);
    const double slack = 16 * F::kEpsilon * (round % 3 == 0 ? 200 : 8);
    check_polytope(this->polytope_, F::widened(planes), slack);
    const T size = F::size_of(this->polytope_);
    const std::vector<typename F::Point> vertices(this->polytope_.vertices().begin(),
                                                  this->polytope_.vertices().end());
    ASSERT_EQ(this->build(planes, vec_cast<T>(center)), Status::ok);
    EXPECT_NEAR(double(F::size_of(this->polytope_) / size), 1, 1000 * F::kEpsilon);
    for (const T scale : {T(0x1p-13), T(0x1p13)}) {
      auto scaled = planes;
      for (auto& plane : scaled) plane.offset *= scale;
      ASSERT_EQ(this->build(scaled), Status::ok);
      ASSERT_EQ(this->polytope_.vertices().size(), vertices.size());
      for (std::size_t v = 0; v < vertices.size(); ++v) {
        ASSERT_EQ(this->polytope_.vertices()[v], vertices[v] * scale);
      }
    }
  }
}

template <int D>
struct DualLog : Trace {
  std::vector<std::string> phases;
  std::vector<DualPoint<D>> duals;
  std::vector<BallShrinks<D>> balls;
  std::vector<Vec<D, double>> corners;
  Vec<D, double> center{};

  using Trace::on;
  void on(const PhaseBegins& e) { phases.push_back(e.name); }
  void on(const BallShrinks<D>& e) { balls.push_back(e); }
  void on(const CenterFound<D>& e) { center = e.center; }
  void on(const DualPoint<D>& e) { duals.push_back(e); }
  void on(const CornerAppears<D>& e) { corners.push_back(e.point); }
};

// Three planes that are nearly parallel to a line meet far away, or not at all: rounding leaves the
// decision to the exact sign. Planes that are exactly parallel to a line never meet.
TEST(Duals3, L19_planes_nearly_parallel_to_a_line_meet_where_the_exact_sign_says_so) {
  using Point = Vec<3, double>;
  scenes::Pcg32 random(31);
  int meet[2] = {};
  for (int i = 0; i < 20'000; ++i) {
    Point a{}, b{};
    for (double& x : a.v) x = double(random.below(1u << 26)) - 0x1p25;
    for (double& x : b.v) x = double(random.below(1u << 26)) - 0x1p25;
    const double s = 1 + random.below(7), t = 1 + random.below(7);
    const bool exact = i % 2 == 0;
    const Point c = exact ? -(a * s + b * t) : -(a * (s / 7) + b * (t / 7));
    Point vertex{};
    const int sign = orient3d(a, b, c, Point{});
    const bool meets = detail::intersect(a, b, c, vertex);
    if (exact) {
      ASSERT_EQ(sign, 0);
    }
    if (meets) {
      ASSERT_LT(sign, 0) << i;
    }
    meet[exact ? 0 : 1] += meets;
  }
  EXPECT_EQ(meet[0], 0);
  EXPECT_GT(meet[1], 1000);
}

// The ball of a cube is the one of radius 1; each dual times its plane's distance is the normal.
TYPED_TEST(Duals, L19_half_space_intersection_traces_each_step) {
  using F = TestFixture;
  const auto planes = F::cube();
  DualLog<F::D> log;
  ASSERT_EQ(this->builder_.build(planes, this->polytope_, log), Status::ok);
  EXPECT_EQ(log.phases.front(), "point inside");
  EXPECT_EQ(std::count(log.phases.begin(), log.phases.end(), "hull"), 1);
  EXPECT_EQ(log.phases.back(), "corners");
  EXPECT_GE(log.balls.size(), 2u);
  EXPECT_GE(log.balls.back().radius, 1 - 1e-12);
  ASSERT_EQ(log.duals.size(), planes.size());
  for (std::size_t i = 0; i < planes.size(); ++i) {
    EXPECT_EQ(log.duals[i].plane, i);
    const auto normal = vec_cast<double>(planes[i].normal);
    const double ahead = double(planes[i].offset) - dot(normal, log.center);
    EXPECT_GT(ahead, 0);
    EXPECT_EQ(log.duals[i].point, normal * (1 / ahead));
  }
  ASSERT_EQ(log.corners.size(), this->polytope_.vertices().size());
  for (std::size_t v = 0; v < log.corners.size(); ++v) {
    EXPECT_EQ(vec_cast<typename F::Scalar>(log.corners[v] + log.center),
              this->polytope_.vertices()[v]);
  }
  DualLog<F::D> with_point;
  ASSERT_EQ(this->builder_.build(planes, F::Point::all(0), this->polytope_, with_point),
            Status::ok);
  EXPECT_TRUE(with_point.balls.empty());
  EXPECT_EQ(with_point.phases.front(), "duals");
}

TYPED_TEST(Duals, L19_half_spaces_run_out_of_memory_cleanly) {
  using F = TestFixture;
  using T = typename F::Scalar;
  scenes::Pcg32 random(4);
  const auto planes = F::tangents(60, {}, random);
  FailingAllocator memory;
  bool failed = true;
  for (std::size_t fail_at = 1; failed; ++fail_at) {
    HalfSpaceIntersection<F::D, T> builder(memory.allocator());
    Polytope<F::D, T> polytope(memory.allocator());
    memory.fail(fail_at, true);
    const Status status = builder.build(planes, polytope);
    failed = memory.failures() != 0;
    EXPECT_EQ(status, failed ? Status::out_of_memory : Status::ok);
    EXPECT_EQ(polytope.vertices().empty(), failed);
    memory.fail(FailingAllocator::kNever);
    EXPECT_EQ(builder.build(planes, polytope), Status::ok);
    if (!failed) {
      EXPECT_EQ(memory.calls(), 0u);
    }
  }
}

}  // namespace
}  // namespace masu::test
