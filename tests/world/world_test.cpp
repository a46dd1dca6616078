// SPDX-License-Identifier: MIT
// A world call by call: what it refuses, what it tells, what it keeps.
#include <masu/world/world.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include <masu/mesh/composite_ray_cast.hpp>
#include <masu/mesh/compound.hpp>
#include <masu/mesh/tile_grid.hpp>
#include <masu/mesh/triangle_mesh.hpp>
#include <masu/narrow_phase/manifold.hpp>
#include <masu/shapes/aabb_of.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/convex_polygon.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/sphere.hpp>

namespace masu::test {
namespace {

using Circle2 = Circle<float>;
using At2 = Transform2f;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

At2 at(float x, float y = 0) {
  return {{x, y}, {}};
}

// --- What is refused
// -------------------------------------------------------------------------------

TEST(WorldObjects, stale_and_foreign_handles_are_refused_by_every_call) {
  World<2> world;
  World<2> other({.handle_salt = 7});
  const Handle gone = world.add(Circle2{1}, at(0));
  const Handle foreign = other.add(Circle2{1}, at(0));
  ASSERT_EQ(world.remove(gone), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  const Handle here = world.add(Circle2{1}, at(0));
  EXPECT_EQ(here.index, gone.index) << "its slot is free after the update";
  const Handle none;
  const Handle far{1000, 1};
  for (const Handle h : {gone, foreign, none, far}) {
    EXPECT_FALSE(world.contains(h));
    EXPECT_FALSE(world.find(h));
    EXPECT_EQ(world.move(h, at(1)), Status::stale_handle);
    EXPECT_EQ(world.teleport(h, at(1)), Status::stale_handle);
    EXPECT_EQ(world.set_shape(h, Circle2{2}), Status::stale_handle);
    EXPECT_EQ(world.set_filter(h, {}), Status::stale_handle);
    EXPECT_EQ(world.set_layer(h, 1), Status::stale_handle);
    EXPECT_EQ(world.set_user_data(h, 1), Status::stale_handle);
    EXPECT_EQ(world.remove(h), Status::stale_handle);
    EXPECT_EQ(world.for_each_pair_of(h, [](const WorldPair&) {}), Status::stale_handle);
  }
  EXPECT_TRUE(world.contains(here));
  EXPECT_TRUE(world.validate());
}

TEST(WorldObjects, a_slot_is_not_given_away_before_its_pairs_are_told_as_ended) {
  World<2> world;
  const Handle a = world.add(Circle2{1}, at(0), {.user_data = 11});
  const Handle b = world.add(Circle2{1}, at(1), {.user_data = 22});
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u);
  ASSERT_EQ(world.remove(a), Status::ok);
  ASSERT_EQ(world.remove(a), Status::stale_handle);
  const Handle c = world.add(Circle2{1}, at(0), {.user_data = 33});
  EXPECT_NE(c.index, a.index);
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.ended().size(), 1u);
  EXPECT_EQ(world.ended()[0].a, a);
  EXPECT_EQ(world.ended()[0].user_data_a, 11u);
  EXPECT_EQ(world.ended()[0].user_data_b, 22u);
  ASSERT_EQ(world.begun().size(), 1u);
  EXPECT_EQ(world.begun()[0].a, b);
  EXPECT_EQ(world.begun()[0].b, c);
}

TEST(WorldObjects, bad_places_shapes_and_layers_are_refused_and_nothing_changes) {
  World<2> world;
  const Handle h = world.add(Circle2{1}, at(0));
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.add(Circle2{1}, at(kNan)).status, Status::not_finite);
  EXPECT_EQ(world.add(Circle2{1}, {{0, 0}, {2, 0}}).status, Status::not_unit);
  EXPECT_EQ(world.add(Circle2{-1}, at(0)).status, Status::not_positive);
  EXPECT_EQ(world.add(Circle2{kNan}, at(0)).status, Status::not_finite);
  EXPECT_EQ(world.add(ConvexPolygon<float>(), at(0)).status, Status::no_points);
  EXPECT_EQ(world.add(Compound<2, float>(), at(0)).status, Status::no_points);
  EXPECT_EQ(world.add(Circle2{1}, at(0), {.layer = 64}).status, Status::out_of_range);
  EXPECT_EQ(world.move(h, at(kNan)), Status::not_finite);
  EXPECT_EQ(world.set_shape(h, Circle2{0}), Status::not_positive);
  EXPECT_EQ(world.set_layer(h, 64), Status::out_of_range);
  const Handle two[] = {h, h};
  const At2 one[] = {at(1)};
  EXPECT_EQ(world.move_many(two, one), Status::size_mismatch);
  const At2 bad[] = {at(1), at(kNan)};
  EXPECT_EQ(world.move_many(two, bad), Status::not_finite);
  EXPECT_EQ(world.find(h)->at, at(1)) << "those before it have moved";
  ASSERT_EQ(world.move(h, at(0)), Status::ok);
  EXPECT_EQ(world.size(), 1u);
  EXPECT_TRUE(world.validate());
  EXPECT_EQ(world.update().status, Status::ok);
}

TEST(WorldObjects, a_margin_that_is_none_is_refused) {
  for (const float margin : {-1.0f, kNan}) {
    World<2> world({.margin = margin});
    EXPECT_EQ(world.update().status, Status::out_of_range);
  }
}

TEST(WorldObjects, a_world_can_be_moved) {
  World<2> first;
  const Handle a = first.add(Circle2{1}, at(0));
  (void)first.add(Circle2{1}, at(1));
  ASSERT_EQ(first.update().status, Status::ok);
  World<2> world = std::move(first);
  ASSERT_EQ(world.pairs().size(), 1u);
  ASSERT_EQ(world.move(a, at(9)), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.ended().size(), 1u);
  EXPECT_TRUE(world.validate());
}

TEST(WorldObjects, what_an_object_is_can_be_asked) {
  World<2> world;
  const Handle h = world.add(Circle2{1}, at(3), {.user_data = 5, .filter = {2, 6}, .sensor = true});
  const auto object = world.find(h);
  ASSERT_TRUE(object);
  EXPECT_EQ(object->at, at(3));
  EXPECT_EQ(object->box, (Aabb2f{{2, -1}, {4, 1}}));
  EXPECT_EQ(object->shape.convex.radius, 1.0f);
  EXPECT_EQ(object->options.user_data, 5u);
  EXPECT_EQ(object->options.filter, (Filter{2, 6}));
  EXPECT_TRUE(object->options.sensor);
  EXPECT_FALSE(object->options.fixed);
  ASSERT_EQ(world.set_user_data(h, 6), Status::ok);
  EXPECT_EQ(world.find(h)->options.user_data, 6u);
}

// --- Callbacks
// -------------------------------------------------------------------------------------

struct Meddler {
  World<2>& world;
  Handle handle;
  std::vector<Status> answers;
  int begins = 0;

  void on_begin(const WorldPair&) {
    ++begins;
    answers.push_back(world.add(Circle2{1}, at(0)).status);
    answers.push_back(world.move(handle, at(9)));
    answers.push_back(world.remove(handle));
    answers.push_back(world.set_shape(handle, Circle2{2}));
    answers.push_back(world.set_filter(handle, {}));
    answers.push_back(world.set_layers({}));
    answers.push_back(world.update().status);
    const Handle some[] = {handle};
    const At2 places[] = {at(9)};
    answers.push_back(world.move_many(some, places));
  }
};

TEST(WorldCallbacks, may_ask_but_not_change) {
  World<2> world;
  const Handle h = world.add(Circle2{1}, at(0));
  (void)world.add(Circle2{1}, at(1));
  Meddler meddler{world, h, {}};
  ASSERT_EQ(world.update(meddler).status, Status::ok);
  EXPECT_EQ(meddler.begins, 1);
  EXPECT_EQ(meddler.answers.size(), 8u);
  for (const Status s : meddler.answers) EXPECT_EQ(s, Status::busy);
  EXPECT_TRUE(world.validate());
  EXPECT_EQ(world.move(h, at(9)), Status::ok) << "afterwards it may";
  int asked = 0;
  EXPECT_EQ(world
                .for_each_overlapping({{-9, -9}, {9, 9}},
                                      [&](Handle found) {
                                        ++asked;
                                        EXPECT_EQ(world.remove(found), Status::busy);
                                        EXPECT_EQ(world.set_bounds({}), Status::busy);
                                      })
                .status,
            Status::ok);
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(world.remove(h), Status::ok);
}

TEST(WorldCallbacks, what_they_throw_passes_through_and_the_world_stays_valid) {
  struct Thrower {
    void on_begin(const WorldPair&) { throw std::runtime_error("no"); }
  };
  World<2> world;
  const Handle h = world.add(Circle2{1}, at(0));
  (void)world.add(Circle2{1}, at(1));
  EXPECT_THROW((void)world.update(Thrower{}), std::runtime_error);
  EXPECT_TRUE(world.validate());
  EXPECT_EQ(world.begun().size(), 1u);
  EXPECT_THROW((void)world.for_each([](Handle) { throw std::runtime_error("no"); }),
               std::runtime_error);
  EXPECT_EQ(world.remove(h), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.ended().size(), 1u);
}

TEST(WorldCallbacks, tell_what_the_lists_tell) {
  struct Listener {
    int begun = 0, stayed = 0, ended = 0;
    void on_begin(const WorldPair&) { ++begun; }
    void on_stay(const WorldPair&) { ++stayed; }
    void on_end(const EndedPair&) { ++ended; }
  } listener;
  World<2> world;
  const Handle a = world.add(Circle2{1}, at(0));
  (void)world.add(Circle2{1}, at(1));
  (void)world.add(Circle2{1}, at(1.5f));
  ASSERT_EQ(world.update(listener).status, Status::ok);
  EXPECT_EQ(listener.begun, 3);
  ASSERT_EQ(world.update(listener).status, Status::ok);
  EXPECT_EQ(listener.stayed, 3);
  ASSERT_EQ(world.remove(a), Status::ok);
  ASSERT_EQ(world.update(listener).status, Status::ok);
  EXPECT_EQ(listener.begun, 3);
  EXPECT_EQ(listener.stayed, 4);
  EXPECT_EQ(listener.ended, 2);
}

// --- Filters
// ---------------------------------------------------------------------------------------

TEST(WorldFilters, layers_meet_as_the_matrix_says_and_masks_narrow_it) {
  World<2> world;
  LayerMatrix layers;
  layers.set(1, 1, false);
  layers.set(1, 2, false);
  ASSERT_EQ(world.set_layers(layers), Status::ok);
  const Handle a = world.add(Circle2{1}, at(0), {.layer = 1});
  const Handle b = world.add(Circle2{1}, at(0.25f), {.layer = 1});
  const Handle c = world.add(Circle2{1}, at(0.5f), {.layer = 2});
  const Handle d = world.add(Circle2{1}, at(0.75f), {.layer = 3});
  ASSERT_EQ(world.update().status, Status::ok);
  const auto meet = [&](Handle x, Handle y) {
    bool found = false;
    EXPECT_EQ(world.for_each_pair_of(x, [&](const WorldPair& p) { found |= p.a == y || p.b == y; }),
              Status::ok);
    return found;
  };
  EXPECT_FALSE(meet(a, b));
  EXPECT_FALSE(meet(a, c));
  EXPECT_TRUE(meet(a, d));
  EXPECT_TRUE(meet(c, d));
  ASSERT_EQ(world.set_layer(c, 2, 1ull << 4), Status::ok);
  layers.set(1, 1, true);
  layers.set(1, 3, false);
  ASSERT_EQ(world.set_layers(layers), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_TRUE(meet(a, b));
  EXPECT_FALSE(meet(a, d));
  EXPECT_FALSE(meet(c, d)) << "its mask leaves layer 3 out";
  EXPECT_TRUE(world.validate());
}

TEST(WorldFilters, another_filter_that_lets_a_pair_be_ends_and_begins_nothing) {
  World<2> world;
  const Handle a = world.add(Circle2{1}, at(0));
  const Handle b = world.add(Circle2{1}, at(1));
  ASSERT_EQ(world.update().status, Status::ok);
  const std::uint32_t id = world.pairs()[0].id;
  ASSERT_EQ(world.set_filter(a, {1, 3}), Status::ok);
  ASSERT_EQ(world.set_filter(a, {1, 5}), Status::ok);
  ASSERT_EQ(world.set_filter(b, {1, 7}), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.stayed().size(), 1u);
  EXPECT_EQ(world.stayed()[0].id, id);
  EXPECT_EQ(world.ended().size(), 0u);
  ASSERT_EQ(world.set_filter(a, {2, 2}), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.ended().size(), 1u);
}

// --- Contacts
// --------------------------------------------------------------------------------------

TEST(WorldContacts, are_those_of_penetration_and_manifold) {
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
  EXPECT_EQ(contact.separation.distance, -0.25f);
  EXPECT_EQ(contact.separation.normal, expected.normal());
  const auto corners = world.corners(pair, contact);
  ASSERT_EQ(corners.size(), std::size_t(expected.count));
  for (std::size_t k = 0; k < corners.size(); ++k) {
    EXPECT_EQ(corners[k].point_a, expected.points[k].point_a);
    EXPECT_EQ(corners[k].distance, expected.points[k].distance);
  }
}

// Pairs of things that rest are not looked at again.
TEST(WorldContacts, are_found_anew_only_where_an_end_has_moved) {
  World<2> world;
  std::vector<Handle> handles;
  for (int i = 0; i < 100; ++i) handles.push_back(world.add(Circle2{0.6f}, at(float(i))));
  UpdateResult r = world.update();
  EXPECT_EQ(r.pairs_looked_at, 99u);
  r = world.update();
  EXPECT_EQ(r.pairs_looked_at, 0u);
  ASSERT_EQ(world.move(handles[50], at(50.1f)), Status::ok);
  ASSERT_EQ(world.move(handles[0], at(0)), Status::ok) << "to where it is";
  r = world.update();
  EXPECT_EQ(r.pairs_looked_at, 2u);
  EXPECT_EQ(world.stayed().size(), 99u);
  for (const Handle h : handles) {
    ASSERT_EQ(world.move(h, {world.find(h)->at.translation + Vec2f{1, 0}, {}}), Status::ok);
  }
  EXPECT_EQ(world.update().pairs_looked_at, 99u);
}

TEST(WorldContacts, sensors_have_pairs_and_no_contacts) {
  World<2> world;
  (void)world.add(Circle2{1}, at(0), {.sensor = true});
  (void)world.add(Circle2{1}, at(1));
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u);
  EXPECT_TRUE(world.contacts(world.pairs()[0]).empty());
}

TEST(WorldContacts, fixed_objects_do_not_meet_each_other) {
  World<2> world;
  (void)world.add(Circle2{1}, at(0), {.fixed = true});
  const Handle b = world.add(Circle2{1}, at(1), {.fixed = true});
  const Handle c = world.add(Circle2{1}, at(2));
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 2u);
  ASSERT_EQ(world.move(b, at(1.5f)), Status::ok);
  ASSERT_EQ(world.remove(c), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 0u);
}

TEST(WorldContacts, half_spaces_hold_what_is_on_them_and_say_when_there_is_no_end) {
  World<2> world;
  (void)world.add(HalfSpace<2, float>{{0, 1}, 0}, {});
  const Handle ball = world.add(Circle2{1}, at(1e6f, 0.75f));
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u);
  EXPECT_EQ(world.contacts(world.pairs()[0])[0].separation.distance, -0.25f);
  ASSERT_EQ(world.remove(ball), Status::ok);
  (void)world.add(HalfSpace<2, float>{{1, 0}, 0}, {});
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u);
  EXPECT_EQ(world.pairs()[0].status, Status::unbounded);
  EXPECT_TRUE(world.contacts(world.pairs()[0]).empty());
}

// A body of many pieces in a world has the contacts that contacts() finds for it.
template <int D, class T, class B>
void expect_contacts_of(const B& body, const Transform<D, T>& place) {
  World<D, T> world({.seam_free = false});
  const Sphere<D, T> ball{T(0.75)};
  const Handle ground = world.add(body, place);
  for (int step = -20; step <= 20; ++step) {
    Transform<D, T> where;
    where.translation = Vec<D, T>::all(T(0.5));
    where.translation[0] += T(step) * T(0.25);
    const Handle h = world.add(ball, where);
    ASSERT_EQ(world.update().status, Status::ok);
    Buffer<PieceContact<D, T>> expected;
    ASSERT_EQ(contacts(body, place, ball, where, expected).status, Status::ok);
    ASSERT_EQ(world.pairs().size(), expected.empty() ? 0u : 1u);
    if (!expected.empty()) {
      const WorldPair& pair = world.pairs()[0];
      ASSERT_EQ(pair.a, ground);
      const auto found = world.contacts(pair);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t k = 0; k < found.size(); ++k) {
        EXPECT_EQ(found[k].piece_a, expected[k].piece_a);
        EXPECT_EQ(found[k].separation.distance, expected[k].separation.distance);
        EXPECT_EQ(found[k].separation.normal, expected[k].separation.normal);
      }
    }
    ASSERT_EQ(world.remove(h), Status::ok);
  }
}

TEST(WorldContacts, of_bodies_of_many_pieces) {
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
  const Child<2, float> children[] = {child(Circle2{1}), child(Circle2{0.5f}, at(2))};
  ASSERT_EQ(compound.build(children), Status::ok);
  ASSERT_NO_FATAL_FAILURE((expect_contacts_of<2, float>(compound, at(0))));
}

// Queries ask bodies as the verbs do.
TEST(WorldContacts, bodies_of_many_pieces_answer_queries) {
  TriangleMesh<float> mesh;
  const std::vector<Vec3f> corners = {{0, 0, 0}, {2, 0, 0}, {2, 0, 2}, {0, 0, 2}};
  const std::vector<std::uint32_t> faces = {0, 2, 1, 0, 3, 2};
  ASSERT_EQ(mesh.build(corners, faces), Status::ok);
  World<3> world;
  const Transform3f place{{0, 1, 0}, {}};
  const Handle h = world.add(mesh, place);
  const Ray<3, float> ray{{1.5f, 5, 0.5f}, {0, -1, 0}};
  const auto expected = ray_cast(mesh, place, ray);
  const auto hit = world.ray_cast(ray);
  ASSERT_TRUE(hit.hit());
  EXPECT_EQ(hit.object, h);
  EXPECT_EQ(hit.piece, expected.piece);
  EXPECT_EQ(hit.cast.t, 4.0f);
  const auto cast = world.shape_cast(Sphere<3, float>{0.5f}, {{1, 5, 1.25f}, {}}, {0, -10, 0});
  ASSERT_TRUE(cast.hit());
  EXPECT_EQ(cast.impact.t, 0.35f);
  EXPECT_EQ(cast.impact.normal, (Vec3f{0, 1, 0}));
  Neighbor<float> near[1];
  ASSERT_EQ(world.nearest({1, 3, 1}, near).stats.results, 1u);
  EXPECT_EQ(near[0].distance_squared, 4.0f);
  const auto closest = world.closest_to(mesh, {{0, 4, 0}, {}});
  EXPECT_EQ(closest.a, h);
  EXPECT_EQ(closest.separation.separation.distance, 3.0f);
}

// Shapes that the library knows nothing of.
struct OwnDisc {
  static constexpr int kDimension = 2;
  using Scalar = float;
  Vec2f support(const Vec2f& d) const {
    const float size = length(d);
    return {d[0] / size, d[1] / size};
  }
  Aabb2f aabb(const At2& place) const {
    const Vec2f p = place.translation;
    return {p - Vec2f{1.01f, 1.01f}, p + Vec2f{1.01f, 1.01f}};
  }
};
struct OwnBody {
  static constexpr int kDimension = 2;
  using Scalar = float;
  Circle2 discs[2] = {{1, {0, 0}}, {1, {5, 0}}};
  Aabb2f bounds() const { return {{-1, -1}, {6, 1}}; }
  template <class Visit>
  SearchResult for_each_piece(const Aabb2f& box, Visit&& visit) const {
    for (std::uint32_t i = 0; i < 2; ++i) {
      const Piece<2, float> piece{discs[i].view(), nullptr};
      if (overlaps(box, aabb_of(discs[i], At2{})) && !goes_on(visit, i, piece)) {
        return {Status::stopped, {}};
      }
    }
    return {};
  }
  template <class Gap, class Visit>
  QueryStats for_each_piece_near(Gap&& gap, double reach, Visit&& visit) const {
    for (std::uint32_t i = 0; i < 2; ++i) {
      if (gap(aabb_of(discs[i], At2{})) <= reach)
        reach = visit(i, Piece<2, float>{discs[i].view(), nullptr});
    }
    return {};
  }
};

TEST(WorldContacts, of_shapes_and_bodies_of_the_users) {
  const OwnDisc disc;
  const OwnBody body;
  World<2> world;
  (void)world.add(disc, at(0, 1.5f));
  (void)world.add(body, at(0));
  (void)world.add(Circle2{1}, at(5, 1.5f));
  (void)world.add(body, at(5, 3));
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 3u);
  EXPECT_EQ(world.contacts(world.pairs()[0])[0].piece_b, 0u);
  EXPECT_NEAR(world.contacts(world.pairs()[0])[0].separation.distance, -0.5f, 1e-3f);
  EXPECT_EQ(world.contacts(world.pairs()[1])[0].piece_a, 1u);
}

// A mesh that changes its vertices says so by set_shape().
TEST(WorldContacts, a_body_that_has_changed_is_told_by_set_shape) {
  Compound<2, float> compound;
  const Child<2, float> children[] = {child(Circle2{1}), child(Circle2{1}, at(4))};
  ASSERT_EQ(compound.build(children), Status::ok);
  World<2> world;
  const Handle h = world.add(compound, at(0));
  (void)world.add(Circle2{1}, at(8));
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 0u);
  ASSERT_EQ(compound.move(1, at(7)), Status::ok);
  ASSERT_EQ(world.set_shape(h, compound), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 1u);
}

// --- On the way
// ------------------------------------------------------------------------------------

TEST(WorldWays, a_bullet_that_passes_a_wall_and_a_sensor_within_a_frame_is_seen) {
  World<2> world;
  const Handle sensor = world.add(Box<2, float>{{0.1f, 5}}, at(5), {.sensor = true, .fixed = true});
  const Handle wall = world.add(Box<2, float>{{0.1f, 5}}, at(10), {.fixed = true});
  const Handle bullet = world.add(Circle2{0.5f}, at(0), {.continuous = true});
  const Handle slow = world.add(Circle2{0.5f}, at(0, 3));
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.move(bullet, at(20)), Status::ok);
  ASSERT_EQ(world.move(slow, at(20, 3)), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 0u);
  ASSERT_EQ(world.crossed().size(), 2u) << "sensors see all that moves";
  EXPECT_EQ(world.crossed()[0].a, sensor);
  EXPECT_EQ(world.crossed()[0].b, bullet);
  EXPECT_NEAR(world.crossed()[0].first.impact.t, 4.4f / 20, 1e-4f);
  ASSERT_EQ(world.impacts().size(), 1u);
  EXPECT_EQ(world.impacts()[0].a, wall);
  EXPECT_NEAR(world.impacts()[0].first.impact.t, 9.4f / 20, 1e-4f);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.crossed().size() + world.impacts().size(), 0u);
  ASSERT_EQ(world.move(wall, at(10.1f)), Status::ok);
  EXPECT_EQ(world.update().pairs_looked_at, 0u) << "nobody is on that way any more";
  ASSERT_EQ(world.teleport(bullet, at(0)), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.crossed().size() + world.impacts().size(), 0u) << "it went no way";
}

TEST(WorldWays, bullets_hit_each_other_and_the_earliest_comes_first) {
  World<3> world;
  const Sphere<3, float> ball{0.1f};
  const ObjectOptions bullet{.continuous = true};
  std::vector<Handle> left, right;
  for (int i = 0; i < 5; ++i) {
    left.push_back(world.add(ball, {{0, float(i), 0}, {}}, bullet));
    right.push_back(world.add(ball, {{10.0f + float(5 - i), float(i), 0}, {}}, bullet));
  }
  ASSERT_EQ(world.update().status, Status::ok);
  for (std::size_t i = 0; i < 5; ++i) {
    ASSERT_EQ(world.move(left[i], {{20, float(i), 0}, {}}), Status::ok);
    ASSERT_EQ(world.move(right[i], {{-10, float(i), 0}, {}}), Status::ok);
  }
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.impacts().size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(world.impacts()[k].a, left[4 - k]);
}

// A stick that turns by more than a third of a turn: its way is cut in two.
TEST(WorldWays, a_turning_stick_hits_what_its_ends_do_not) {
  World<2> world;
  const Handle stick = world.add(Box<2, float>{{4, 0.1f}}, at(0), {.continuous = true});
  const Handle post = world.add(Circle2{0.2f}, at(0, 3));
  ASSERT_EQ(world.update().status, Status::ok);
  const float c = 0.99999f;
  ASSERT_EQ(world.move(stick, {{0, 0}, {-c, std::sqrt(1 - c * c)}}), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 0u);
  ASSERT_EQ(world.impacts().size(), 1u);
  EXPECT_EQ(world.impacts()[0].b, post);
  EXPECT_NEAR(world.impacts()[0].first.impact.t, 0.5f, 0.1f);
}

// --- What there is to see
// --------------------------------------------------------------------------

TEST(WorldDraw, shows_objects_pairs_and_contacts) {
  World<2> world({.detail = ContactDetail::areas});
  (void)world.add(Box<2, float>{{1, 1}}, at(0));
  (void)world.add(Box<2, float>{{1, 1}}, at(1.5f));
  (void)world.add(Circle2{1}, at(9), {.sensor = true});
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
