// SPDX-License-Identifier: MIT
// Feature ids of corners in World: the keys for a solver's impulses.
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <tuple>
#include <vector>

#include <masu/mesh/compound.hpp>
#include <masu/mesh/surface_mesh.hpp>
#include <masu/narrow_phase/manifold.hpp>

#include "tests/support/tier.hpp"
#include "tests/world/world_model.hpp"

namespace masu::test {
namespace {

template <int D, class T>
Vec<D, T> vec(double x, double y, double rest = 0) {
  Vec<D, T> v = Vec<D, T>::all(T(rest));
  v[0] = T(x), v[1] = T(y);
  return v;
}
// About z.
template <int D, class T>
Rotation<D, T> rotation_by(double angle) {
  if constexpr (D == 2) {
    return {T(std::cos(angle)), T(std::sin(angle))};
  } else {
    return {T(0), T(0), T(std::sin(angle / 2)), T(std::cos(angle / 2))};
  }
}

// Sub-shapes of a and b, and the feature id: a corner of a pair, from frame to frame.
using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

// The corners of the world's only pair by their keys, each of which names but one; with the first
// and the second object exchanged if so wished.
template <int D, class T>
std::map<Key, ManifoldPoint<D, T>> corners_by_key(const World<D, T>& world, bool exchanged) {
  std::map<Key, ManifoldPoint<D, T>> all;
  EXPECT_EQ(world.pairs().size(), 1u);
  for (const WorldPair& pair : world.pairs()) {
    for (const auto& c : world.contacts(pair)) {
      for (const auto& corner : world.corners(pair, c)) {
        const Key key = exchanged
                            ? Key(c.sub_shape_b, c.sub_shape_a, std::rotl(corner.feature_id, 16))
                            : Key(c.sub_shape_a, c.sub_shape_b, corner.feature_id);
        EXPECT_TRUE(all.emplace(key, corner).second)
            << std::hex << corner.feature_id << " twice in pieces " << c.sub_shape_a << ", "
            << c.sub_shape_b;
      }
    }
  }
  return all;
}
template <class Map>
std::vector<Key> keys_of(const Map& corners) {
  std::vector<Key> keys;
  for (const auto& [key, corner] : corners) keys.push_back(key);
  return keys;
}

template <int D, class T>
class FeatureIdScene {
 public:
  static constexpr int kD = D;
  using Real = T;
  using W = World<D, T>;
  using Pose = Transform<D, T>;
  using Crate = Box<D, T>;

  // Its upper side is at y = 0.
  static Crate ground() { return Crate{vec<D, T>(4, 1, 4)}; }
  static Pose ground_pose() { return {vec<D, T>(0, -1), {}}; }
  static Crate crate() { return Crate{vec<D, T>(0.5, 0.5, 0.5)}; }
  static Pose crate_pose() { return {vec<D, T>(0.3, 0.49, 0.2), {}}; }

  // A surface of four sub-shapes at y = 0; a side of the crate's bottom is above none of their
  // edges.
  static SurfaceMesh<D, T> surface() {
    SurfaceMesh<D, T> mesh;
    std::vector<Vec<D, T>> vertices;
    std::vector<std::uint32_t> indices;
    if constexpr (D == 2) {
      for (int x = -2; x <= 2; ++x) vertices.push_back(vec<D, T>(-x, 0));
      for (std::uint32_t i = 0; i < 4; ++i) indices.insert(indices.end(), {i, i + 1});
    } else {
      for (const double z : {-2., 2.}) {
        for (const double x : {-2., 0., 2.}) vertices.push_back(vec<D, T>(x, 0, z));
      }
      indices = {0, 3, 1, 1, 3, 4, 1, 4, 2, 2, 4, 5};
    }
    EXPECT_EQ(mesh.build(vertices, indices), Status::ok);
    return mesh;
  }
  static Compound<D, T> planks() {
    Compound<D, T> made;
    const Crate plank{vec<D, T>(1, 0.5, 4)};
    const Child<D, T> children[] = {child(plank, Pose{vec<D, T>(-1, -0.5), {}}),
                                    child(plank, Pose{vec<D, T>(1, -0.5), {}})};
    EXPECT_EQ(made.build(children), Status::ok);
    return made;
  }
};

template <class Scene>
class WorldFeatureIds : public ::testing::Test {};
using Scenes = ::testing::Types<FeatureIdScene<2, float>, FeatureIdScene<3, float>,
                                FeatureIdScene<2, double>, FeatureIdScene<3, double>>;
TYPED_TEST_SUITE(WorldFeatureIds, Scenes);

// --- Frame to frame ------------------------------------------------------------------------------

// A jittering crate on the ground has the same keys in each frame, and a corner is where that of
// its key was, except for the jitter.
template <class Scene, class Ground>
void expect_keys_unchanged(const Ground& ground, const typename Scene::Pose& ground_pose,
                           WorldOptions<typename Scene::Real> options = {}) {
  using T = typename Scene::Real;
  constexpr int kD = Scene::kD;
  options.detail = ContactDetail::areas;
  typename Scene::W world(options);
  ASSERT_EQ(world.add(ground, ground_pose, {.fixed = true}).status, Status::ok);
  const Handle crate = world.add(Scene::crate(), Scene::crate_pose());
  ASSERT_EQ(world.update().status, Status::ok);
  const auto first = corners_by_key(world, false);
  ASSERT_GE(first.size(), kD == 2 ? 2u : 4u);
  scenes::Pcg32 random(60);
  const auto tremor = [&] { return random.between(-1, 1) * 1e-4; };
  for (int t = 0; t < 60; ++t) {
    typename Scene::Pose pose = Scene::crate_pose();
    pose.translation = pose.translation + vec<kD, T>(tremor(), tremor());
    pose.rotation = rotation_by<kD, T>(tremor());
    ASSERT_EQ(world.move(crate, pose), Status::ok);
    ASSERT_EQ(world.update().status, Status::ok);
    const auto now = corners_by_key(world, false);
    ASSERT_EQ(keys_of(now), keys_of(first)) << "in frame " << t;
    for (const auto& [key, corner] : now) {
      const auto& before = first.at(key);
      ASSERT_LT(length(corner.point_a - before.point_a), T(1e-3));
      ASSERT_LT(length(corner.point_b - before.point_b), T(1e-3));
    }
  }
}

TYPED_TEST(WorldFeatureIds, of_a_box_that_rests_stay) {
  using S = TypeParam;
  ASSERT_NO_FATAL_FAILURE(expect_keys_unchanged<S>(S::ground(), S::ground_pose()));
}
TYPED_TEST(WorldFeatureIds, of_a_box_on_a_periodic_boundary_stay) {
  using S = TypeParam;
  auto ground_pose = S::ground_pose();
  ground_pose.translation[0] = 31;
  ASSERT_NO_FATAL_FAILURE(
      expect_keys_unchanged<S>(S::ground(), ground_pose, {.period = {32, 0, 0}}));
}
TYPED_TEST(WorldFeatureIds, of_a_box_on_many_sub_shapes_stay) {
  using S = TypeParam;
  for (const bool skip_internal_edges : {true, false}) {
    ASSERT_NO_FATAL_FAILURE(
        expect_keys_unchanged<S>(S::surface(), {}, {.skip_internal_edges = skip_internal_edges}));
    ASSERT_NO_FATAL_FAILURE(
        expect_keys_unchanged<S>(S::planks(), {}, {.skip_internal_edges = skip_internal_edges}));
  }
}

// --- Either object first -------------------------------------------------------------------------

template <class Scene, class A, class B>
std::size_t expect_halves_exchanged(const A& a, const typename Scene::Pose& pose_a, const B& b,
                                    const typename Scene::Pose& pose_b) {
  typename Scene::W there({.detail = ContactDetail::areas, .margin = 0.125});
  typename Scene::W back(there.options());
  EXPECT_EQ(there.add(a, pose_a).status, Status::ok);
  EXPECT_EQ(there.add(b, pose_b).status, Status::ok);
  EXPECT_EQ(back.add(b, pose_b).status, Status::ok);
  EXPECT_EQ(back.add(a, pose_a).status, Status::ok);
  EXPECT_EQ(there.update().status, Status::ok);
  EXPECT_EQ(back.update().status, Status::ok);
  EXPECT_EQ(there.pairs().size(), back.pairs().size());
  if (there.pairs().empty()) return 0;
  const auto corners = corners_by_key(there, false);
  const auto exchanged = corners_by_key(back, true);
  EXPECT_EQ(keys_of(corners), keys_of(exchanged));
  if (keys_of(corners) != keys_of(exchanged)) return 0;
  for (const auto& [key, corner] : corners) {
    const auto& other = exchanged.at(key);
    EXPECT_EQ(corner.point_a, other.point_b);
    EXPECT_EQ(corner.point_b, other.point_a);
    EXPECT_EQ(corner.distance, other.distance);
  }
  return corners.size();
}

TYPED_TEST(WorldFeatureIds, seen_from_either_object_have_their_halves_exchanged) {
  using S = TypeParam;
  scenes::Pcg32 random(23);
  RandomBodies<S::kD, typename S::Real> bodies{random, 1.5};
  const auto surface = S::surface();
  const auto planks = S::planks();
  std::size_t corners = 0;
  for (int i = 0; i < by_tier(300, 20000) && !this->HasFailure(); ++i) {
    SCOPED_TRACE(i);
    const auto shape = bodies.shape();
    const auto pose = bodies.transform();
    corners += expect_halves_exchanged<S>(shape, pose, bodies.shape(), bodies.transform());
    corners += expect_halves_exchanged<S>(shape, pose, surface, bodies.transform());
    corners += expect_halves_exchanged<S>(shape, pose, planks, bodies.transform());
  }
  EXPECT_GT(corners, 500u);
  corners = expect_halves_exchanged<S>(S::ground(), S::ground_pose(), S::crate(), S::crate_pose());
  EXPECT_EQ(corners, S::kD == 2 ? 2u : 4u);
}

// --- Kept with the world -------------------------------------------------------------------------

TYPED_TEST(WorldFeatureIds, equal_those_of_manifold) {
  using S = TypeParam;
  typename S::W world({.detail = ContactDetail::areas});
  ASSERT_EQ(world.add(S::ground(), S::ground_pose()).status, Status::ok);
  ASSERT_EQ(world.add(S::crate(), S::crate_pose()).status, Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  const auto expected = manifold(S::ground(), S::ground_pose(), S::crate(), S::crate_pose());
  const auto found = corners_by_key(world, false);
  ASSERT_EQ(found.size(), std::size_t(expected.count));
  for (const auto& p : expected.all()) {
    const auto corner = found.find({0, 0, p.feature_id});
    ASSERT_NE(corner, found.end());
    EXPECT_EQ(corner->second.point_a, p.point_a);
    EXPECT_NE(p.feature_id >> 16, 0u) << "a box has faces, edges and vertices";
    EXPECT_NE(p.feature_id & 0xffff, 0u);
  }
}

}  // namespace
}  // namespace masu::test
