// SPDX-License-Identifier: MIT
// Requirements on every walk over the features of polyhedra; a Walk has run(a, pose_a, b, pose_b,
// cache).
#pragma once

#include <algorithm>
#include <limits>

#include <masu/hull/polytope_of.hpp>
#include <masu/narrow_phase/closest_features.hpp>
#include <masu/narrow_phase/distance.hpp>

#include "narrow_phase/same_bits.hpp"
#include "narrow_phase/solid.hpp"
#include "narrow_phase/solids.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {

template <class T>
constexpr double kWalkAccuracy = std::is_same_v<T, float> ? 1e-6 : 1e-12;

template <class T>
ConvexPolyhedron<T> scaled(const ConvexPolyhedron<T>& p, double scale) {
  std::vector<Vec<3, T>> points;
  std::vector<std::vector<std::uint32_t>> faces;
  for (std::size_t v = 0; v < p.vertex_count(); ++v) points.push_back(p.vertex(v) * T(scale));
  for (std::size_t f = 0; f < p.face_count(); ++f) {
    faces.emplace_back(p.face(f).begin(), p.face(f).end());
  }
  return polyhedron<T>(points, faces);
}

// A cube whose faces are cut into k x k squares, all in one plane.
template <class T>
ConvexPolyhedron<T> tiled_cube(int k) {
  std::vector<Vec<3, T>> points;
  std::vector<std::vector<std::uint32_t>> faces;
  std::vector<std::uint32_t> index(std::size_t((k + 1) * (k + 1) * (k + 1)), 0xffff'ffffu);
  const auto vertex_at = [&](int x, int y, int z) {
    std::uint32_t& n = index[std::size_t((z * (k + 1) + y) * (k + 1) + x)];
    if (n == 0xffff'ffffu) {
      n = static_cast<std::uint32_t>(points.size());
      points.push_back({T(2.0 * x / k - 1), T(2.0 * y / k - 1), T(2.0 * z / k - 1)});
    }
    return n;
  };
  for (int i = 0; i < k; ++i) {
    for (int j = 0; j < k; ++j) {
      for (const int side : {0, k}) {
        const auto add = [&](std::vector<std::uint32_t> f) {
          if (side == 0) std::swap(f[1], f[3]);
          faces.push_back(f);
        };
        add({vertex_at(side, i, j), vertex_at(side, i + 1, j), vertex_at(side, i + 1, j + 1),
             vertex_at(side, i, j + 1)});
        add({vertex_at(j, side, i), vertex_at(j, side, i + 1), vertex_at(j + 1, side, i + 1),
             vertex_at(j + 1, side, i)});
        add({vertex_at(i, j, side), vertex_at(i + 1, j, side), vertex_at(i + 1, j + 1, side),
             vertex_at(i, j + 1, side)});
      }
    }
  }
  return polyhedron<T>(points, faces);
}

// Of n points on an ellipsoid.
template <class T>
ConvexPolyhedron<T> ball_solid(int n, std::uint64_t seed, double x = 1, double y = 1,
                               double z = 1) {
  scenes::Pcg32 random(seed);
  std::vector<Vec<3, T>> points;
  while (points.size() < std::size_t(n)) {
    const Vec3d p = random_point<double>(random, 1);
    const double size = length(p);
    if (size > 1 || size < 0.1) continue;
    points.push_back({T(x * p[0] / size), T(y * p[1] / size), T(z * p[2] / size)});
  }
  ConvexPolyhedron<T> made;
  EXPECT_EQ(polyhedron_of<T>(points, made), Status::ok);
  return made;
}

template <class T>
std::vector<ConvexPolyhedron<T>> walk_solids() {
  std::vector<ConvexPolyhedron<T>> all;
  all.push_back(box_solid<T>(1, 1, 1));
  all.push_back(box_solid<T>(0.3, 1, 0.7));
  all.push_back(prism<T>(3, 1, 0.5));
  all.push_back(prism<T>(12, 1, 0.1));
  all.push_back(prism<T>(4, 1, 0.8, 0));
  all.push_back(prism<T>(7, 0.2, 1));
  all.push_back(box_solid<T>(1, 1, 1e-5));
  all.push_back(prism<T>(3, 1e-5, 1));
  all.push_back(tiled_cube<T>(3));
  all.push_back(ball_solid<T>(24, 5));
  all.push_back(ball_solid<T>(60, 6, 1, 0.5, 0.2));
  all.push_back(ball_solid<T>(200, 7, 1, 0.8, 0.6));
  all.push_back(prism<T>(80, 1, 0.3));
  return all;
}

template <class T>
struct PosedSolid {
  const ConvexPolyhedron<T>& shape;
  Transform<3, T> pose;
};

struct WalkTally {
  int count = 0;
  int overlapping = 0;
  int fell_back = 0;
  std::uint64_t steps = 0;
};

// What holds: by all pairs of features where those are few, else by GJK, whose bounds are off by
// as much as its answer may be where shapes are thin.
struct Truth {
  Real distance;
  Real lower;
  Real upper;
};

template <class T>
Truth truth_of(const PosedSolid<T>& a, const PosedSolid<T>& b, double size) {
  if (a.shape.edge_count() * b.shape.edge_count() < 1500) {
    const Real d =
        separation_of(placed(solid_of(a.shape), a.pose), placed(solid_of(b.shape), b.pose))
            .distance;
    return {d, std::max(d, Real(0)), std::max(d, Real(0))};
  }
  const auto p = penetration(a.shape, a.pose, b.shape, b.pose);
  EXPECT_EQ(p.status, Status::ok);
  const double slack = 1e-13 * size;
  return {p.distance, std::max(Real(p.lower) - slack, Real(0)),
          std::max(Real(p.upper), Real(0)) + slack};
}

template <class T>
void expect_bounds(const Separation<3, T>& s, const Truth& truth, double size) {
  ASSERT_EQ(s.status, Status::ok);
  EXPECT_NEAR(double(s.distance), std::max(double(truth.distance), 0.0), kWalkAccuracy<T> * size);
  EXPECT_LE(Real(s.lower), truth.upper) << double(Real(s.lower) - truth.upper);
  EXPECT_GE(Real(s.upper), truth.lower) << double(truth.lower - Real(s.upper));
  const bool clear = std::fabs(double(truth.distance)) > 1e-14 * size;
  EXPECT_TRUE(!clear || s.overlapping() == (truth.distance <= 0)) << double(truth.distance);
}

// No plane has the point more than `slack` before it.
template <class T>
void expect_inside(const PosedSolid<T>& s, const Vec<3, T>& point, double slack) {
  const Vec3d x = transposed_times(matrix_of(s.pose.rotation),
                                   vec_cast<double>(point) - vec_cast<double>(s.pose.translation));
  for (std::size_t f = 0; f < s.shape.face_count(); ++f) {
    EXPECT_LE(dot(s.shape.plane(f).normal, x) - s.shape.plane(f).offset, slack);
  }
}

// Every move is to a neighbour, or from a face to the one that a vertex is in front of; what is
// visited next is what was moved to.
template <class T>
struct NeighbourWatch : Trace {
  using Trace::on;
  const ConvexPolyhedron<T>* shapes[2];
  ClosestFeatures expected;
  int moves = 0;
  int visits = 0;

  void on(const FeaturesVisited& e) {
    EXPECT_TRUE(moves == 0 || e.features == expected);
    expected = e.features;
    ++visits;
  }
  void on(const RegionViolated& e) {
    Feature& side = e.side == 0 ? expected.a : expected.b;
    EXPECT_EQ(e.from, side);
    EXPECT_TRUE(touch(*shapes[e.side], e.from, e.to) || touch(*shapes[e.side], e.to, e.from));
    side = e.to;
    ++moves;
  }

  static bool touch(const ConvexPolyhedron<T>& p, const Feature& low, const Feature& high) {
    if (high.kind == FeatureKind::edge && low.kind == FeatureKind::vertex) {
      return p.edge(high.index).tail == low.index || p.edge(high.index).head == low.index;
    }
    if (high.kind != FeatureKind::face) return false;
    if (low.kind == FeatureKind::face) return true;
    const auto of = low.kind == FeatureKind::edge ? p.face_edges(high.index) : p.face(high.index);
    return std::find(of.begin(), of.end(), low.index) != of.end();
  }
};

// The answer against all features, its bounds, its normal, its points, its flip.
template <class Walk, class T>
void check_walk(const PosedSolid<T>& a, const PosedSolid<T>& b, double size, ClosestFeatures& cache,
                WalkTally& tally) {
  const Solid x = placed(solid_of(a.shape), a.pose);
  const Solid y = placed(solid_of(b.shape), b.pose);
  const Truth truth = truth_of(a, b, size);
  const Real exact = truth.distance;
  const FeatureDistance<3, T> got = Walk::run(a.shape, a.pose, b.shape, b.pose, cache);
  const Separation<3, T>& s = got.separation;
  ++tally.count;
  tally.overlapping += exact <= 0;
  tally.fell_back += got.outcome == FeatureOutcome::fell_back;
  tally.steps += got.steps;
  if (got.outcome == FeatureOutcome::fell_back)
    return expect_same_bits(s, distance(a.shape, a.pose, b.shape, b.pose));
  expect_bounds(s, truth, size);
  if (exact > 1e-14 * size) {
    const Point3 n = {Real(s.normal[0]), Real(s.normal[1]), Real(s.normal[2])};
    const double direction_slack = 4e-16 * size * size / double(exact);
    EXPECT_NEAR(double(gap_along(x, y, n)), double(exact),
                4 * kWalkAccuracy<T> * size + direction_slack);
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(s.point_b[k] - s.point_a[k], s.normal[k] * s.distance,
                  2 * kWalkAccuracy<T> * size);
    }
  }
  if (got.outcome == FeatureOutcome::overlapping) {
    EXPECT_EQ(s.point_a, s.point_b);
    expect_inside(a, s.point_a, kWalkAccuracy<T> * size);
    expect_inside(b, s.point_b, kWalkAccuracy<T> * size);
  }
  ClosestFeatures none;
  const auto other = Walk::run(b.shape, b.pose, a.shape, a.pose, none);
  if (other.outcome != FeatureOutcome::fell_back) expect_bounds(other.separation, truth, size);
}

inline ClosestFeatures any_features(scenes::Pcg32& random) {
  const auto any = [&] { return Feature{FeatureKind(random.below(3)), random.below(12)}; };
  return random.below(2) == 0 ? ClosestFeatures{} : ClosestFeatures{any(), any()};
}

template <class T>
Rotation<3, T> some_rotation(scenes::Pcg32& random) {
  return random.below(3) == 0 ? Rotation<3, T>{} : random_rotation<T>(random);
}

template <class Walk, class T>
void walk_at_random() {
  scenes::Pcg32 random(31);
  for (const double scale : {1.0, 0x1p-13, 0x1p13}) {
    WalkTally tally;
    std::vector<ConvexPolyhedron<T>> all;
    for (const auto& p : walk_solids<T>()) all.push_back(scaled(p, scale));
    for (int i = 0; i < by_tier(400, 20000); ++i) {
      const auto& a = all[random.below(static_cast<std::uint32_t>(all.size()))];
      const auto& b = all[random.below(static_cast<std::uint32_t>(all.size()))];
      const Transform<3, T> pose_a{random_point<T>(random, scale), some_rotation<T>(random)};
      const Transform<3, T> pose_b{pose_a.translation + random_point<T>(random, 1.3 * scale),
                                   some_rotation<T>(random)};
      ClosestFeatures cache = any_features(random);
      check_walk<Walk, T>({a, pose_a}, {b, pose_b}, 2 * scale, cache, tally);
      if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(tally.overlapping, tally.count / 5);
    EXPECT_LT(tally.overlapping, tally.count * 4 / 5);
    EXPECT_LE(tally.fell_back, tally.count / 20);
  }
}

// b is moved along the normal until the gap has the required value, including zero; often the two
// have the same rotation, so that faces and edges are parallel.
template <class Walk, class T>
void walk_small_gaps() {
  scenes::Pcg32 random(32);
  const auto all = walk_solids<T>();
  WalkTally tally;
  for (int i = 0; i < by_tier(1200, 40000); ++i) {
    const auto& a = all[random.below(static_cast<std::uint32_t>(all.size()))];
    const auto& b = all[random.below(static_cast<std::uint32_t>(all.size()))];
    const Transform<3, T> pose_a{{}, some_rotation<T>(random)};
    Transform<3, T> pose_b{random_point<T>(random, 2.5),
                           random.below(2) == 0 ? pose_a.rotation : some_rotation<T>(random)};
    const auto now = penetration(a, pose_a, b, pose_b);
    constexpr double kGaps[] = {0, 1e-15, 1e-9, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2};
    const Real gap = (random.below(2) == 0 ? 1 : -1) * kGaps[random.below(8)];
    for (int k = 0; k < 3; ++k) {
      pose_b.translation[k] = T(Real(pose_b.translation[k]) + now.normal[k] * (gap - now.distance));
    }
    ClosestFeatures cache = any_features(random);
    check_walk<Walk, T>({a, pose_a}, {b, pose_b}, 2, cache, tally);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(tally.overlapping, tally.count / 5);
  EXPECT_LT(tally.overlapping, tally.count * 4 / 5);
}

// Lattices: faces, edges and corners that touch exactly, or lie exactly in line.
template <class Walk, class T>
void walk_on_a_lattice() {
  scenes::Pcg32 random(33);
  std::vector<ConvexPolyhedron<T>> all;
  all.push_back(box_solid<T>(1, 1, 1));
  all.push_back(box_solid<T>(0.5, 1, 2));
  all.push_back(tiled_cube<T>(2));
  all.push_back(tiled_cube<T>(4));
  all.push_back(prism<T>(4, 1, 1, 0));
  WalkTally tally;
  for (int i = 0; i < by_tier(600, 20000); ++i) {
    const auto& a = all[random.below(static_cast<std::uint32_t>(all.size()))];
    const auto& b = all[random.below(static_cast<std::uint32_t>(all.size()))];
    Transform<3, T> pose_b;
    for (int k = 0; k < 3; ++k) pose_b.translation[k] = T(random.below(13)) / 2 - 3;
    if (random.below(2) == 0) pose_b.rotation = {T(0.5), T(0.5), T(0.5), T(0.5)};
    ClosestFeatures cache = any_features(random);
    check_walk<Walk, T>({a, {}}, {b, pose_b}, 4, cache, tally);
    if (testing::Test::HasFailure()) return;
  }
}

// One orbits the other and rotates: answers are those of a cold start, steps few.
template <class Walk, class T>
void walk_frames(const ConvexPolyhedron<T>& a, const ConvexPolyhedron<T>& b, double speed) {
  ClosestFeatures cache;
  WalkTally tally;
  for (int i = 0; i < by_tier(500, 10000); ++i) {
    const double angle = speed * i;
    const double c = std::cos(angle), s = std::sin(angle);
    const Transform<3, T> pose_b{{T(2.5 * c), T(2.5 * s), T(0.3 * s)}, {T(s), 0, 0, T(c)}};
    const auto warm = Walk::run(a, {}, b, pose_b, cache);
    ClosestFeatures none;
    const auto cold = Walk::run(a, {}, b, pose_b, none);
    ASSERT_NEAR(warm.separation.distance, cold.separation.distance, kWalkAccuracy<T>);
    ASSERT_NEAR(warm.separation.distance, distance(a, {}, b, pose_b).distance, kWalkAccuracy<T>);
    tally.steps += i == 0 ? 0 : warm.steps;
    tally.fell_back += warm.outcome == FeatureOutcome::fell_back;
    tally.fell_back += cold.outcome == FeatureOutcome::fell_back;
    ++tally.count;
  }
  EXPECT_LT(double(tally.steps) / tally.count, 3);
  EXPECT_GT(tally.steps, 3u);
  EXPECT_LT(tally.fell_back, tally.count / 50);
}

template <class Walk, class T>
void walk_from_frame_to_frame() {
  for (const int n : {8, 32, 128, 1000}) {
    const auto a = ball_solid<T>(n, 7);
    const auto b = ball_solid<T>(n, 8, 0.8, 1, 0.6);
    for (const double speed : {2e-3, 2e-2}) walk_frames<Walk>(a, b, speed);
  }
}

// From any features to the closest, by way of neighbours.
template <class Walk, class T>
void walk_goes_to_neighbours() {
  const auto a = ball_solid<T>(60, 9);
  const auto b = prism<T>(7, 0.5, 1);
  scenes::Pcg32 random(34);
  int moves = 0;
  for (int i = 0; i < 200; ++i) {
    const Transform<3, T> pose_b{random_point<T>(random, 3), random_rotation<T>(random)};
    NeighbourWatch<T> watch;
    watch.shapes[0] = &a, watch.shapes[1] = &b;
    ClosestFeatures cache = any_features(random);
    const auto got = Walk::run(a, {}, b, pose_b, cache, watch);
    if (got.outcome == FeatureOutcome::fell_back) continue;
    EXPECT_EQ(cache, watch.expected);
    EXPECT_EQ(int(got.steps), watch.moves);
    EXPECT_EQ(watch.visits, watch.moves + 1);
    EXPECT_GT(got.tests, 0u);
    moves += watch.moves;
    // From its end, there is nowhere to go.
    EXPECT_EQ(Walk::run(a, {}, b, pose_b, cache).steps, 0u);
  }
  EXPECT_GT(moves, 200);
}

// The apex of a pyramid over the middle of a face; then the edges of two boxes, crosswise.
template <class Walk, class T>
void walk_finds_the_features() {
  const auto box = box_solid<T>(1, 1, 1);
  const auto pyramid = prism<T>(4, 1, 0.5, 0);
  Transform<3, T> below;  // upside down would be needed above
  below.translation[1] = -2;
  ClosestFeatures cache;
  const auto apex = Walk::run(box, {}, pyramid, below, cache);
  EXPECT_EQ(cache.a.kind, FeatureKind::face);
  EXPECT_EQ(cache.b, (Feature{FeatureKind::vertex, 4}));
  EXPECT_EQ(box.plane(cache.a.index).normal, (Vec3d{0, -1, 0}));
  EXPECT_EQ(apex.separation.distance, T(0.5));
  EXPECT_EQ(apex.separation.normal, (Vec<3, T>{0, -1, 0}));
  // Turned by a right angle about z, then an eighth about x: edge against edge at the top.
  const T h = T(std::sqrt(0.5));
  const Transform<3, T> pose_a{
      {}, {T(std::sin(0.39269908169872414)), 0, 0, T(std::cos(0.39269908169872414))}};
  const Transform<3, T> pose_b{
      {0, 0, 4}, {0, T(std::sin(0.39269908169872414)), 0, T(std::cos(0.39269908169872414))}};
  const auto edges = Walk::run(box, pose_a, box, pose_b, cache);
  EXPECT_EQ(cache.a.kind, FeatureKind::edge);
  EXPECT_EQ(cache.b.kind, FeatureKind::edge);
  EXPECT_NEAR(edges.separation.distance, 4 - 4 * h, 8 * kWalkAccuracy<T>);
}

template <class Walk, class T>
void walk_refuses_bad_input() {
  const auto valid = box_solid<T>(1, 1, 1);
  const ConvexPolyhedron<T> empty;
  Transform<3, T> broken;
  Transform<3, T> sheared;
  broken.translation[1] = std::numeric_limits<T>::quiet_NaN();
  sheared.rotation.w = 2;
  const ClosestFeatures stale{{FeatureKind::face, 6}, {FeatureKind::edge, 12}};
  ClosestFeatures cache = stale;
  EXPECT_EQ(Walk::run(valid, {}, empty, {}, cache).separation.status, Status::no_points);
  EXPECT_EQ(Walk::run(empty, {}, valid, {}, cache).separation.status, Status::no_points);
  EXPECT_EQ(Walk::run(valid, broken, valid, {}, cache).separation.status, Status::not_finite);
  EXPECT_EQ(Walk::run(valid, {}, valid, sheared, cache).separation.status, Status::not_unit);
  EXPECT_EQ(cache, stale);
  Transform<3, T> away;
  away.translation[0] = 5;
  const auto got = Walk::run(valid, {}, valid, away, cache);
  EXPECT_EQ(got.separation.status, Status::ok);
  EXPECT_EQ(got.separation.distance, 3);
  EXPECT_TRUE(cache.a.valid() && cache.b.valid());
}

}  // namespace masu::test
