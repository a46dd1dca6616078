// SPDX-License-Identifier: MIT
// Contacts: which there are, when they are recomputed, and how they are drawn.
#include <masu/world/world.hpp>

#include <gtest/gtest.h>

#include <vector>

#include <masu/mesh/composite_ray_cast.hpp>
#include <masu/mesh/compound.hpp>
#include <masu/mesh/contacts.hpp>
#include <masu/mesh/tile_grid.hpp>
#include <masu/mesh/triangle_mesh.hpp>
#include <masu/narrow_phase/manifold.hpp>
#include <masu/shapes/aabb_of.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/sphere.hpp>

#include "tests/world/own_disc.hpp"

namespace masu::test {
namespace {

using Circle2 = Circle<float>;
using Pose2 = Transform2f;

Pose2 pose_at(float x, float y = 0) {
  return {{x, y}, {}};
}

// --- Contacts ------------------------------------------------------------------------------------

TEST(WorldContacts, equal_those_of_penetration_and_manifold) {
  World<3> world({.detail = ContactDetail::areas});
  const Box<3, float> crate{{1, 1, 1}};
  const Transform3f above{{0.5f, 1.75f, 0}, {}};
  (void)world.add(crate, {});
  (void)world.add(crate, above);
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u);
  const WorldPair& pair = world.pairs()[0];
  ASSERT_EQ(world.contacts(pair).size(), 1u);
  const auto& contact = world.contacts(pair)[0];
  const auto expected = manifold(crate, Transform3f{}, crate, above);
  EXPECT_EQ(contact.distance, -0.25f);
  EXPECT_EQ(contact.normal, expected.normal());
  const auto corners = world.corners(pair, contact);
  ASSERT_EQ(corners.size(), std::size_t(expected.count));
  for (std::size_t k = 0; k < corners.size(); ++k) {
    EXPECT_EQ(corners[k].point_a, expected.points[k].point_a);
    EXPECT_EQ(corners[k].distance, expected.points[k].distance);
  }
}

// Pairs of objects at rest are not tested again.
TEST(WorldContacts, are_recomputed_only_where_an_object_has_moved) {
  World<2> world;
  std::vector<Handle> handles;
  for (int i = 0; i < 100; ++i) handles.push_back(world.add(Circle2{0.6f}, pose_at(float(i))));
  UpdateResult r = world.update();
  EXPECT_EQ(r.pairs_tested, 99u);
  r = world.update();
  EXPECT_EQ(r.pairs_tested, 0u);
  ASSERT_EQ(world.move(handles[50], pose_at(50.1f)), Status::ok);
  ASSERT_EQ(world.move(handles[0], pose_at(0)), Status::ok) << "to where it is";
  r = world.update();
  EXPECT_EQ(r.pairs_tested, 2u);
  EXPECT_EQ(world.stayed().size(), 99u);
  for (const Handle h : handles) {
    ASSERT_EQ(world.move(h, {world.find(h)->pose.translation + Vec2f{1, 0}, {}}), Status::ok);
  }
  EXPECT_EQ(world.update().pairs_tested, 99u);
}

TEST(WorldContacts, sensors_have_pairs_and_no_contacts) {
  World<2> world;
  (void)world.add(Circle2{1}, pose_at(0), {.sensor = true});
  (void)world.add(Circle2{1}, pose_at(1));
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u);
  EXPECT_TRUE(world.contacts(world.pairs()[0]).empty());
}

TEST(WorldContacts, fixed_objects_have_no_pairs_with_each_other) {
  World<2> world;
  (void)world.add(Circle2{1}, pose_at(0), {.fixed = true});
  const Handle b = world.add(Circle2{1}, pose_at(1), {.fixed = true});
  const Handle c = world.add(Circle2{1}, pose_at(2));
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 2u);
  ASSERT_EQ(world.move(b, pose_at(1.5f)), Status::ok);
  ASSERT_EQ(world.remove(c), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 0u);
}

TEST(WorldContacts, half_spaces_have_contacts_and_report_unbounded_results) {
  World<2> world;
  (void)world.add(HalfSpace<2, float>{{0, 1}, 0}, {});
  const Handle ball = world.add(Circle2{1}, pose_at(1e6f, 0.75f));
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u);
  EXPECT_EQ(world.contacts(world.pairs()[0])[0].distance, -0.25f);
  ASSERT_EQ(world.remove(ball), Status::ok);
  (void)world.add(HalfSpace<2, float>{{1, 0}, 0}, {});
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u);
  EXPECT_EQ(world.pairs()[0].status, Status::unbounded);
  EXPECT_TRUE(world.contacts(world.pairs()[0]).empty());
}

// A body of many sub-shapes in a world has the contacts that contacts() finds for it.
template <int D, class T, class B>
void expect_contacts_of(const B& body, const Transform<D, T>& pose) {
  World<D, T> world({.skip_internal_edges = false});
  const Sphere<D, T> ball{T(0.75)};
  const Handle ground = world.add(body, pose);
  for (int step = -20; step <= 20; ++step) {
    Transform<D, T> where;
    where.translation = Vec<D, T>::all(T(0.5));
    where.translation[0] += T(step) * T(0.25);
    const Handle h = world.add(ball, where);
    ASSERT_EQ(world.update().status, Status::ok);
    Buffer<SubShapeContact<D, T>> expected;
    ASSERT_EQ(contacts(body, pose, ball, where, expected).status, Status::ok);
    ASSERT_EQ(world.pairs().size(), expected.empty() ? 0u : 1u);
    if (!expected.empty()) {
      const WorldPair& pair = world.pairs()[0];
      ASSERT_EQ(pair.a, ground);
      const auto found = world.contacts(pair);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t k = 0; k < found.size(); ++k) {
        EXPECT_EQ(found[k].sub_shape_a, expected[k].sub_shape_a);
        EXPECT_EQ(found[k].distance, expected[k].distance);
        EXPECT_EQ(found[k].normal, expected[k].normal);
      }
    }
    ASSERT_EQ(world.remove(h), Status::ok);
  }
}

TEST(WorldContacts, of_bodies_of_many_sub_shapes) {
  TriangleMesh<float> mesh;
  const std::vector<Vec3f> corners = {{0, 0, 0}, {2, 0, 0}, {2, 0, 2}, {0, 0, 2}};
  const std::vector<std::uint32_t> faces = {0, 2, 1, 0, 3, 2};
  ASSERT_EQ(mesh.build(corners, faces), Status::ok);
  ASSERT_NO_FATAL_FAILURE((expect_contacts_of<3, float>(mesh, Transform3f{})));
  TileGrid<2, double> tiles;
  ASSERT_EQ(tiles.build({4, 2}, {1, 1}), Status::ok);
  ASSERT_EQ(tiles.set({1, 0}, Tile::solid), Status::ok);
  ASSERT_EQ(tiles.set({2, 1}, Tile::floor_rising), Status::ok);
  ASSERT_NO_FATAL_FAILURE((expect_contacts_of<2, double>(tiles, Transform2d{{-1, 0}, {}})));
  Compound<2, float> compound;
  const Child<2, float> children[] = {child(Circle2{1}), child(Circle2{0.5f}, pose_at(2))};
  ASSERT_EQ(compound.build(children), Status::ok);
  ASSERT_NO_FATAL_FAILURE((expect_contacts_of<2, float>(compound, pose_at(0))));
}

// Queries ask bodies as the verbs do.
TEST(WorldContacts, bodies_of_many_sub_shapes_answer_queries) {
  TriangleMesh<float> mesh;
  const std::vector<Vec3f> corners = {{0, 0, 0}, {2, 0, 0}, {2, 0, 2}, {0, 0, 2}};
  const std::vector<std::uint32_t> faces = {0, 2, 1, 0, 3, 2};
  ASSERT_EQ(mesh.build(corners, faces), Status::ok);
  World<3> world;
  const Transform3f pose{{0, 1, 0}, {}};
  const Handle h = world.add(mesh, pose);
  const Ray<3, float> ray{{1.5f, 5, 0.5f}, {0, -1, 0}};
  const auto expected = ray_cast(mesh, pose, ray);
  const auto hit = world.ray_cast(ray);
  ASSERT_TRUE(hit.hit);
  EXPECT_EQ(hit.object, h);
  EXPECT_EQ(hit.sub_shape, expected.sub_shape);
  EXPECT_EQ(hit.t, 4.0f);
  const auto cast = world.shape_cast(Sphere<3, float>{0.5f}, {{1, 5, 1.25f}, {}}, {0, -10, 0});
  ASSERT_TRUE(cast.hit);
  EXPECT_EQ(cast.t, 0.35f);
  EXPECT_EQ(cast.normal, (Vec3f{0, 1, 0}));
  Neighbor<float> near[1];
  ASSERT_EQ(world.nearest({1, 3, 1}, near).stats.results, 1u);
  EXPECT_EQ(near[0].distance_squared, 4.0f);
  const auto closest = world.closest_to(mesh, {{0, 4, 0}, {}});
  EXPECT_EQ(closest.a, h);
  EXPECT_EQ(closest.distance, 3.0f);
}

// Shapes that the library knows nothing of.
struct OwnBody {
  static constexpr int kDimension = 2;
  using Scalar = float;
  Circle2 discs[2] = {{1, {0, 0}}, {1, {5, 0}}};
  Aabb2f bounds() const { return {{-1, -1}, {6, 1}}; }
  template <class Visit>
  SearchResult for_each_sub_shape(const Aabb2f& box, Visit&& visit) const {
    for (std::uint32_t i = 0; i < 2; ++i) {
      const SubShape<2, float> sub_shape{discs[i].view(), nullptr};
      if (overlaps(box, aabb_of(discs[i], Pose2{})) && !goes_on(visit, i, sub_shape)) {
        return {Status::stopped, {}};
      }
    }
    return {};
  }
  template <class Gap, class Visit>
  QueryStats for_each_sub_shape_near(Gap&& gap, double reach, Visit&& visit) const {
    for (std::uint32_t i = 0; i < 2; ++i) {
      if (gap(aabb_of(discs[i], Pose2{})) <= reach)
        reach = visit(i, SubShape<2, float>{discs[i].view(), nullptr});
    }
    return {};
  }
};

TEST(WorldContacts, sensors_find_sub_shapes_whichever_came_first) {
  Compound<2, float> walls;
  const Child<2, float> children[] = {child(Box<2, float>{{1, 1}}, pose_at(-3, 0)),
                                      child(Box<2, float>{{1, 1}}, pose_at(3, 0))};
  ASSERT_EQ(walls.build(children), Status::ok);
  for (const bool walls_first : {true, false}) {
    World<2> world;
    const auto add_walls = [&] { (void)world.add(walls, {}, {.fixed = true}); };
    if (walls_first) add_walls();
    const Handle ball = world.add(Circle2{1}, pose_at(0), {.sensor = true});
    if (!walls_first) add_walls();
    for (const float x : {0.0f, 0.9f, 1.1f, -1.1f, 3.0f, 5.5f}) {
      ASSERT_EQ(world.move(ball, pose_at(x)), Status::ok);
      ASSERT_EQ(world.update().status, Status::ok);
      EXPECT_EQ(world.pairs().size(), x > -1 && x < 1 ? 0u : (x > 5 ? 0u : 1u)) << x;
    }
  }
}

TEST(WorldContacts, of_shapes_and_bodies_defined_by_users) {
  const OwnDisc disc;
  const OwnBody body;
  World<2> world;
  (void)world.add(disc, pose_at(0, 1.5f));
  (void)world.add(body, pose_at(0));
  (void)world.add(Circle2{1}, pose_at(5, 1.5f));
  (void)world.add(body, pose_at(5, 3));
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 3u);
  EXPECT_EQ(world.contacts(world.pairs()[0])[0].sub_shape_b, 0u);
  EXPECT_NEAR(world.contacts(world.pairs()[0])[0].distance, -0.5f, 1e-3f);
  EXPECT_EQ(world.contacts(world.pairs()[1])[0].sub_shape_a, 1u);
}

// A mesh that changes its vertices says so by set_shape().
TEST(WorldContacts, a_body_that_has_changed_is_reported_by_set_shape) {
  Compound<2, float> compound;
  const Child<2, float> children[] = {child(Circle2{1}), child(Circle2{1}, pose_at(4))};
  ASSERT_EQ(compound.build(children), Status::ok);
  World<2> world;
  const Handle h = world.add(compound, pose_at(0));
  (void)world.add(Circle2{1}, pose_at(8));
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 0u);
  ASSERT_EQ(compound.move(1, pose_at(7)), Status::ok);
  ASSERT_EQ(world.set_shape(h, compound), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 1u);
}

// --- What there is to see ------------------------------------------------------------------------

TEST(WorldDraw, shows_objects_pairs_and_contacts) {
  World<2> world({.detail = ContactDetail::areas});
  (void)world.add(Box<2, float>{{1, 1}}, pose_at(0));
  (void)world.add(Box<2, float>{{1, 1}}, pose_at(1.5f));
  (void)world.add(Circle2{1}, pose_at(9), {.sensor = true});
  ASSERT_EQ(world.update().status, Status::ok);
  struct Seen {
    int of[7] = {};
  } seen;
  DebugDraw<2, float> draw;
  draw.context = &seen;
  world.draw(draw);
  draw.box = [](void* c, const Aabb2f& box, DrawKind kind) {
    EXPECT_FALSE(box.empty());
    ++static_cast<Seen*>(c)->of[int(kind)];
  };
  world.draw(draw);
  draw.box = nullptr;
  draw.line = [](void* c, const Vec2f& from, const Vec2f& to, DrawKind kind) {
    EXPECT_TRUE(is_finite(from) && is_finite(to));
    ++static_cast<Seen*>(c)->of[int(kind)];
  };
  world.draw(draw);
  EXPECT_EQ(seen.of[int(DrawKind::object)], 2);
  EXPECT_EQ(seen.of[int(DrawKind::sensor)], 1);
  EXPECT_GE(seen.of[int(DrawKind::node)], 3);
  EXPECT_EQ(seen.of[int(DrawKind::pair)], 1);
  EXPECT_EQ(seen.of[int(DrawKind::contact)], 1);
  EXPECT_EQ(seen.of[int(DrawKind::normal)], 1);
  EXPECT_EQ(seen.of[int(DrawKind::corner)], 2);
}

}  // namespace
}  // namespace masu::test
