// SPDX-License-Identifier: MIT
// Contact volumes step by step: the trace is consistent with the result, which is the same as
// without one.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <masu/hull/polytope_of.hpp>
#include <masu/narrow_phase/face_clipping.hpp>
#include <masu/narrow_phase/muller_preparata.hpp>

#include "narrow_phase/solids.hpp"

namespace masu::test {
namespace {

// All events, in order.
template <int D>
struct StepLog : Trace {
  using Point = Vec<D, double>;

  std::vector<std::string> phases;
  FrameOfSteps<D> frame{};
  std::vector<FaceSource> taken;  // since the last phase that takes planes
  std::vector<BallShrinks<D>> balls;
  Point center{};
  std::vector<DualPoint<D>> duals;
  std::vector<Point> corners;  // since the last phase
  std::vector<PlaneCuts> cuts;
  std::vector<FaceSource> misses;
  std::size_t vertices_joined = 0;

  using Trace::on;
  void on(const PhaseBegins& e) {
    phases.push_back(e.name);
    const std::string_view name = e.name;
    if (name == "planes" || name == "exact planes") taken.clear();
    if (name == "duals") duals.clear();
    if (name == "cuts") cuts.clear(), misses.clear();
    if (name == "corners" || name == "cuts") corners.clear();
  }
  void on(const FrameOfSteps<D>& e) { frame = e; }
  void on(const PlaneTaken& e) {
    EXPECT_EQ(e.index, taken.size());
    taken.push_back(e.source);
  }
  void on(const BallShrinks<D>& e) { balls.push_back(e); }
  void on(const CenterFound<D>& e) { center = e.center; }
  void on(const DualPoint<D>& e) { duals.push_back(e); }
  void on(const CornerAppears<D>& e) { corners.push_back(e.point); }
  void on(const VertexJoins&) { ++vertices_joined; }
  void on(const ChainPushes&) { ++vertices_joined; }
  void on(const PlaneCuts& e) { cuts.push_back(e); }
  void on(const PlaneMisses& e) { misses.push_back(e.source); }

  Point in_world(const Point& p) const { return frame.rotation * (p + center) + frame.translation; }
};

struct InPlane {
  static constexpr int D = 2;
  static ConvexPolygon<double> body(double x, double y) {
    ConvexPolygon<double> made;
    const Vec2d corners[] = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
    EXPECT_EQ(made.build(corners), Status::ok);
    return made;
  }
  static Transform2d pose_at(double x, double y) { return {{x, y}, {0.8, 0.6}}; }
};
struct InSpace {
  static constexpr int D = 3;
  static ConvexPolyhedron<double> body(double x, double y) { return box_solid<double>(x, y, 1); }
  static Transform3d pose_at(double x, double y) { return {{x, y, 0.25}, {0.1, 0.7, 0.1, 0.7}}; }
};

template <class Space>
class WatchedVolumes : public testing::Test {
 public:
  static constexpr int D = Space::D;
  using Volume = ContactVolume<D, double>;

  // b dips a corner into a.
  ConvexPolytope<D, double> a = Space::body(2, 1);
  ConvexPolytope<D, double> b = Space::body(1, 0.5);
  Transform<D, double> pose_a = Space::pose_at(0.5, 0.25);
  Transform<D, double> pose_b = [] {
    Transform<D, double> pose;
    pose.translation[0] = 1.5, pose.translation[1] = 2;
    return pose;
  }();
  Volume volume;
  StepLog<D> log;

  static std::size_t sides(const Volume& v) {
    if constexpr (D == 2) {
      return v.polytope().edge_count();
    } else {
      return v.polytope().face_count();
    }
  }
  static void expect_same(const Volume& v, const Volume& w) {
    EXPECT_EQ(v.volume(), w.volume());
    EXPECT_EQ(v.centroid(), w.centroid());
    EXPECT_EQ(v.normal(), w.normal());
    ASSERT_EQ(sides(v), sides(w));
    for (std::size_t f = 0; f < sides(v); ++f) EXPECT_EQ(v.source(f), w.source(f));
    ASSERT_TRUE(std::ranges::equal(v.polytope().vertices(), w.polytope().vertices()));
  }

  // Steps to the point inside: smaller and smaller balls, and planes that are there.
  void check_center() const {
    ASSERT_GE(log.balls.size(), 2u);
    for (std::size_t i = 0; i < log.balls.size(); ++i) {
      ASSERT_LT(log.balls[i].plane, log.taken.size());
      if (i > 0) {
        EXPECT_LE(log.balls[i].radius, log.balls[i - 1].radius * (1 + 1e-12));
      }
    }
    // Its position is that of the ball that ended the search, or of one before.
    const auto is_center = [&](const auto& ball) { return ball.center == log.center; };
    EXPECT_TRUE(std::ranges::any_of(log.balls, is_center));
  }
};
using Spaces = testing::Types<InPlane, InSpace>;
TYPED_TEST_SUITE(WatchedVolumes, Spaces);

TYPED_TEST(WatchedVolumes, L19_duals_trace_planes_points_and_corners) {
  constexpr int kD = TestFixture::D;
  auto& steps = this->log;
  MullerPreparata<kD, double> duals;
  ASSERT_EQ(duals.find(this->a, this->pose_a, this->b, this->pose_b, this->volume, steps),
            Status::ok);
  std::vector<std::string> phases = steps.phases;
  std::erase_if(phases,
                [](const std::string& p) { return p.find("chain") != p.npos || p == "sort"; });
  EXPECT_EQ(phases,
            (std::vector<std::string>{"planes", "point inside", "duals", "hull", "corners"}));
  this->check_center();
  EXPECT_EQ(steps.duals.size(), steps.taken.size());
  // A dual is its plane's normal over the distance from the center: all corners lie behind it, the
  // corners of its face on it.
  const auto vertices = this->volume.polytope().vertices();
  ASSERT_EQ(steps.corners.size(), vertices.size());
  for (const auto& dual : steps.duals) {
    const FaceSource source = steps.taken[dual.plane];
    std::size_t on_it = 0;
    for (const auto& corner : steps.corners) {
      EXPECT_LE(dot(dual.point, corner), 1 + 1e-12);
      on_it += dot(dual.point, corner) > 1 - 1e-12;
    }
    bool is_face = false;
    for (std::size_t f = 0; f < this->sides(this->volume); ++f) {
      is_face = is_face || this->volume.source(f) == source;
    }
    if (is_face) {
      EXPECT_GE(on_it, std::size_t(kD));
    }
  }
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    EXPECT_EQ(steps.in_world(steps.corners[v]), vertices[v]);
  }
  EXPECT_GE(steps.vertices_joined, this->sides(this->volume));
  typename TestFixture::Volume unwatched;
  ASSERT_EQ(duals.find(this->a, this->pose_a, this->b, this->pose_b, unwatched), Status::ok);
  this->expect_same(this->volume, unwatched);
}

TYPED_TEST(WatchedVolumes, L19_cuts_trace_what_each_plane_removed) {
  constexpr int kD = TestFixture::D;
  auto& steps = this->log;
  FaceClipping<kD, double> clipping;
  ASSERT_EQ(clipping.find(this->a, this->pose_a, this->b, this->pose_b, this->volume, steps),
            Status::ok);
  EXPECT_EQ(steps.phases, (std::vector<std::string>{"planes", "point inside", "cuts"}));
  this->check_center();
  ASSERT_FALSE(steps.cuts.empty());
  // Corners of the body that was cut, less what went, and what was made.
  const ContactBody cutter = steps.cuts[0].source.body;
  const auto& first = cutter == ContactBody::b ? this->a : this->b;
  const auto& second = cutter == ContactBody::b ? this->b : this->a;
  std::size_t corners = first.vertices().size();
  std::size_t made = 0;
  for (const PlaneCuts& cut : steps.cuts) {
    EXPECT_EQ(cut.source.body, cutter);
    EXPECT_GE(cut.removed, 1u);
    EXPECT_GE(cut.added, std::size_t(kD));
    corners += cut.added - cut.removed;
    made += cut.added;
  }
  EXPECT_EQ(corners, this->volume.polytope().vertices().size());
  EXPECT_EQ(made, steps.corners.size());
  for (const FaceSource& source : steps.misses) EXPECT_EQ(source.body, cutter);
  const auto faces_of = [](const auto& body) {
    if constexpr (kD == 2) {
      return body.size();
    } else {
      return body.face_count();
    }
  };
  EXPECT_LE(steps.cuts.size() + steps.misses.size(), faces_of(second));
  EXPECT_EQ(clipping.stats().faces, faces_of(first) + steps.cuts.size());
  EXPECT_GE(clipping.stats().tests, steps.cuts.size() + steps.misses.size());
  typename TestFixture::Volume unwatched;
  ASSERT_EQ(clipping.find(this->a, this->pose_a, this->b, this->pose_b, unwatched), Status::ok);
  this->expect_same(this->volume, unwatched);
}

// An overlap a millionth deep is computed twice.
TYPED_TEST(WatchedVolumes, L19_small_overlaps_get_exact_planes) {
  constexpr int kD = TestFixture::D;
  this->pose_b = this->pose_a;
  Vec<kD, double> by{};
  by[1] = 1.5 - 1e-6;
  this->pose_b.translation = this->pose_a.translation + matrix_of(this->pose_a.rotation) * by;
  MullerPreparata<kD, double> duals;
  ASSERT_EQ(duals.find(this->a, this->pose_a, this->b, this->pose_b, this->volume, this->log),
            Status::ok);
  EXPECT_EQ(std::ranges::count(this->log.phases, "exact planes"), 1);
  EXPECT_EQ(std::ranges::count(this->log.phases, "duals"), 2);
  EXPECT_EQ(this->log.taken.size(), this->sides(this->volume));
  StepLog<kD> cuts;
  FaceClipping<kD, double> clipping;
  ASSERT_EQ(clipping.find(this->a, this->pose_a, this->b, this->pose_b, this->volume, cuts),
            Status::ok);
  EXPECT_EQ(std::ranges::count(cuts.phases, "exact planes"), 1);
  EXPECT_EQ(std::ranges::count(cuts.phases, "cuts"), 2);
}

// Bodies that touch end at the ball, those that are apart before it.
TYPED_TEST(WatchedVolumes, E16_end_early_without_a_point_inside) {
  constexpr int kD = TestFixture::D;
  MullerPreparata<kD, double> duals;
  Transform<kD, double> pose;
  pose.translation[0] = 3;  // a reaches to 2, b to 1
  ASSERT_EQ(duals.find(this->a, {}, this->b, pose, this->volume, this->log), Status::touching);
  EXPECT_EQ(this->log.phases, (std::vector<std::string>{"planes", "point inside"}));
  EXPECT_TRUE(this->log.duals.empty());
  this->log.phases.clear();
  pose.translation[0] = 4;
  ASSERT_EQ(duals.find(this->a, {}, this->b, pose, this->volume, this->log), Status::apart);
  EXPECT_EQ(this->log.phases, std::vector<std::string>{"planes"});
}

}  // namespace
}  // namespace masu::test
