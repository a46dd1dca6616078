// SPDX-License-Identifier: MIT
// Movers along surfaces: internal edges have no effect, creases and corners hold, and invalid input
// does nothing.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/compound.hpp>
#include <masu/mesh/height_field.hpp>
#include <masu/mesh/polyline.hpp>
#include <masu/mesh/tile_grid.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/slide.hpp>

#include "mesh/meshes.hpp"
#include "support/tier.hpp"
#include "world/random_rotation.hpp"

namespace masu::test {
namespace {

template <class T>
constexpr double kFine = std::is_same_v<T, float> ? 2e-5 : 1e-9;

// Goes on for `moves`; the floor is y = 0. Whatever the position, it stays at one height and goes
// as far each time as it wants to.
template <int D, class T, class Source>
void expect_even_slide(const Source& floor, CapsuleMover<D, T> mover, Vec<D, T> displacement,
                       int moves, bool with_up) {
  SlideOptions<D, T> options;
  if (with_up) options.up[1] = 1;
  double height = 0;
  for (int i = 0; i < moves; ++i) {
    const Vec<D, T> before = mover.position;
    const SlideResult<D, T> r = slide(mover, displacement, floor, options);
    ASSERT_EQ(r.status, Status::ok);
    ASSERT_EQ(r.overlap, 0);
    if (i == 0) height = double(mover.position[1]);
    ASSERT_NEAR(double(mover.position[1]), height, kFine<T>) << "move " << i;
    for (int a = 0; a < D; ++a) {
      if (a == 1) continue;
      ASSERT_NEAR(double(mover.position[a] - before[a]), double(displacement[a]), kFine<T>)
          << "move " << i;
    }
    ASSERT_EQ(r.on_ground, with_up) << "move " << i;
    if (with_up) {
      ASSERT_NEAR(double(r.ground_normal[1]), 1, kFine<T>);
    }
  }
  const double foot = double(mover.radius) + std::fabs(double(mover.half_axis[1]));
  EXPECT_GE(height, foot);
  EXPECT_LT(height, foot * 1.02);
}

template <class T>
void slide_over_triangles() {
  const auto mesh = floor_of<T>(71, [](double, double) { return 0; }).mesh();
  ASSERT_GT(mesh.sub_shape_count(), 10'000u);
  const OneBody<3, T> floor(mesh, {});
  const CapsuleMover<3, T> ball{{T(-0.9), T(0.0502), T(-0.9)}, T(0.05)};
  const CapsuleMover<3, T> man{{T(-0.9), T(0.1502), T(-0.9)}, T(0.05), {0, T(0.1), 0}};
  const CapsuleMover<3, T> log{{T(-0.8), T(0.0502), T(-0.8)}, T(0.05), {T(0.06), 0, T(0.03)}};
  for (const bool up : {false, true}) {
    expect_even_slide(floor, ball, {T(0.0043), T(-0.01), T(0.0031)}, 400, up);
    expect_even_slide(floor, ball, {T(0.31), T(-0.4), T(0.29)}, 5, up);
    expect_even_slide(floor, man, {T(0.0171), T(-0.01), T(0.0131)}, 100, up);
    expect_even_slide(floor, log, {T(0.0171), T(-0.01), T(0.0131)}, 90, up);
  }
  // Along a row of edges, and along diagonals.
  expect_even_slide(floor, ball, {T(0.0125), T(-0.02), 0}, 140, true);
  expect_even_slide(floor, ball, {T(0.0125), T(-0.02), T(0.0125)}, 140, true);
}
TEST(Slide, ten_thousand_triangles_act_as_one_floor) {
  slide_over_triangles<float>();
  slide_over_triangles<double>();
}

template <int D, class T>
void slide_over_tiles() {
  CellCoords<D> size;
  for (int a = 0; a < D; ++a) size[a] = a == 1 ? 2 : 40;
  TileGrid<D, T> grid;
  ASSERT_EQ(grid.build(size, Vec<D, T>::all(T(0.3))), Status::ok);
  std::uint32_t cells = 1;
  for (int a = 0; a < D; ++a) cells *= size[a];
  for (std::uint32_t id = 0; id < cells; ++id) {
    const CellCoords<D> cell = grid.cell_of(id);
    if (cell[1] == 0) {
      ASSERT_EQ(grid.set(cell, Tile::solid), Status::ok);
    }
  }
  // The upper side of the row is y = 0.
  const T top = grid.box_of(CellCoords<D>{}).max[1];
  Transform<D, T> pose;
  pose.translation[1] = -top;
  const OneBody<D, T> floor(grid, pose);
  CapsuleMover<D, T> ball;
  ball.position = Vec<D, T>::all(1);
  ball.position[1] = T(0.2505);
  ball.radius = T(0.25);
  Vec<D, T> displacement = Vec<D, T>::all(T(0.037));
  displacement[1] = T(-0.05);
  expect_even_slide(floor, ball, displacement, 250, true);
  expect_even_slide(floor, ball, displacement, 250, false);
  expect_even_slide(floor, ball, displacement * T(50), 5, true);
}
TEST(Slide, tiles_act_as_one_floor) {
  slide_over_tiles<2, float>();
  slide_over_tiles<2, double>();
  slide_over_tiles<3, float>();
  slide_over_tiles<3, double>();
}

TEST(Slide, bodies_side_by_side_act_as_one_floor) {
  const Box<3, double> slab{{0.5, 0.5, 4}};
  std::vector<PlacedBody<3, double>> bodies;
  for (int i = 0; i < 40; ++i) bodies.push_back({slab, {{double(i), -0.5, 0}, {}}});
  PlacedBodies<3, double> floor;
  ASSERT_EQ(floor.build(bodies), Status::ok);
  expect_even_slide<3, double>(floor, {{0, 0.4005, 0}, 0.4}, {0.171, -0.3, 0.01}, 200, true);
  expect_even_slide<3, double>(floor, {{0, 0.4005, 0}, 0.4}, {0.171, -0.3, 0.01}, 200, false);
}

TEST(Slide, segments_of_a_polyline_and_triangles_of_a_field_act_as_one_wall) {
  std::vector<Vec2d> p;
  std::vector<std::uint32_t> c;
  for (std::uint32_t i = 0; i <= 200; ++i) p.push_back({0.1 * (200 - i), 0});
  for (std::uint32_t i = 0; i < 200; ++i) c.insert(c.end(), {i, i + 1});
  Polyline<double> line;
  ASSERT_EQ(line.build(p, c), Status::ok);
  expect_even_slide<2, double>(OneBody<2, double>(line, {}), {{1, 0.2505}, 0.25}, {0.07, -0.03},
                               250, true);
  HeightField<3, float> field;
  const std::vector<float> flat(101 * 101, 0.0f);
  ASSERT_EQ(field.build({101, 101}, {0.1f, 0.1f}, std::span<const float>(flat)), Status::ok);
  expect_even_slide<3, float>(OneBody<3, float>(field, {}), {{1, 0.2505f, 1}, 0.25f},
                              {0.037f, -0.03f, 0.021f}, 200, true);
}

// The walls x = 0 and z = 0 of a floor y = 0, and a lid.
template <class T>
PlacedBodies<3, T> corner_of_room(T lid) {
  const HalfSpace<3, T> floor{{0, 1, 0}, 0};
  const HalfSpace<3, T> left{{1, 0, 0}, 0};
  const HalfSpace<3, T> back{{0, 0, 1}, 0};
  const HalfSpace<3, T> above{{0, -1, 0}, -lid};
  PlacedBodies<3, T> room;
  const PlacedBody<3, T> bodies[] = {{floor}, {left}, {back}, {above}};
  EXPECT_EQ(room.build(bodies), Status::ok);
  return room;
}

TEST(Slide, goes_along_creases_and_stops_in_corners) {
  const auto room = corner_of_room<double>(10);
  CapsuleMover<3, double> ball{{5, 5, 5}, 0.5};
  std::vector<SlideContact<3>> seen;
  const auto note = [&](const SlideContact<3>& c) { seen.push_back(c); };
  // Down to the floor, along it to the wall, along the crease, to the corner.
  auto r = slide(ball, {-12, -20, -30}, room, {}, note);
  ASSERT_EQ(r.status, Status::ok);
  for (int a = 0; a < 3; ++a) EXPECT_NEAR(ball.position[a], 0.5 + 0.5 / 128, 1e-3);
  EXPECT_EQ(seen.size(), 3u);
  EXPECT_EQ(r.contacts, 3u);
  for (std::size_t i = 1; i < seen.size(); ++i) EXPECT_LT(seen[i - 1].t, seen[i].t);
  EXPECT_EQ(length(r.displacement), 0);
  // Out along a crease.
  const Vec3d corner = ball.position;
  r = slide(ball, {-1, 3, -1}, room);
  EXPECT_NEAR(ball.position[1], corner[1] + 3, 1e-9);
  EXPECT_NEAR(ball.position[0], corner[0], 1e-9);
  EXPECT_NEAR(r.displacement[1], 3, 1e-9);
  // And free.
  r = slide(ball, {1, 1, 1}, room);
  EXPECT_EQ(r.contacts, 0u);
  EXPECT_NEAR(ball.position[0], corner[0] + 1, 1e-9);
}

TEST(Slide, a_wedge_of_two_walls_stops_a_mover_in_2D) {
  const std::vector<Vec2d> p{{4, 1}, {0, 0}, {4, -1}};
  const std::vector<std::uint32_t> c{0, 1, 1, 2};
  Polyline<double> wedge;
  ASSERT_EQ(wedge.build(p, c), Status::ok);
  for (const Vec2d displacement : {Vec2d{-10, 0}, Vec2d{-10, 0.3}, Vec2d{-50, -3}}) {
    CapsuleMover<2, double> ball{{3, 0.1}, 0.25};
    const auto r = slide(ball, displacement, OneBody<2, double>(wedge, {}));
    EXPECT_EQ(r.status, Status::ok);
    EXPECT_LT(r.contacts, 8u);
    EXPECT_NEAR(ball.position[1], 0, 1e-2);
    EXPECT_NEAR(ball.position[0], 0.25 * std::sqrt(17), 2e-2);
    EXPECT_EQ(r.overlap, 0);
  }
}

TEST(Slide, fast_movers_do_not_tunnel_through_thin_walls) {
  // A single triangle, met at 10^6 radii a move.
  const Triangle<3, double> wall{{0, -50, -50}, {0, 50, -50}, {0, 0, 50}};
  for (const double far : {1.0, 1e3, 1e6}) {
    CapsuleMover<3, double> ball{{-0.5 * far, 0, 0}, 1};
    if (far == 1) ball.position[0] = -1.5;
    const auto r = slide(ball, {far, 0, 0}, OneBody<3, double>(wall, {}));
    EXPECT_EQ(r.status, Status::ok);
    EXPECT_NEAR(ball.position[0], -1 - 1.0 / 128, 2e-4) << far;
    EXPECT_EQ(r.contacts, 1u);
  }
}

// Movers that slide along walls which lean over by 1e-2 to 1e-8: the wall and its level normal are
// two planes, and all but one.
template <class T>
void slide_along_leaning_walls(std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    SCOPED_TRACE(i);
    scenes::Pcg32 random(i);
    const Matrix<3, double> axes = matrix_of(random_rotation<3, double>(random));
    const auto rotated = [&](double x, double y, double z) {
      return vec_cast<T>(axes * Vec<3, double>{x, y, z});
    };
    const double lean = std::pow(10.0, -random.between(2, 8));
    const HalfSpace<3, T> wall{rotated(-1, lean, 0), 0};
    SlideOptions<3, T> options{.up = rotated(0, random.between(0.5, 2), 0)};
    if (random.below(2) == 0) options.step_height = options.snap = T(0.3);
    CapsuleMover<3, T> m;
    m.radius = T(0.3);
    if (random.below(3) > 0) {
      const auto half = [&] { return random.between(-0.5, 0.5); };
      m.half_axis = rotated(half(), half(), half());
    }
    const double off = 0.35 + std::fabs(double(dot(m.half_axis, rotated(1, 0, 0))));
    m.position = rotated(-off, 0, 0);
    const double gravity = random.below(3) == 0 ? 0 : random.between(1e-3, 0.1);
    const Vec<3, T> displacement =
        rotated(random.between(0.01, 0.3), -gravity, random.between(-0.3, 0.3));
    for (int k = 0; k < 12; ++k) {
      const auto r = slide(m, displacement, OneBody<3, T>(wall, {}), options);
      ASSERT_EQ(r.status, Status::ok);
      ASSERT_EQ(r.overlap, 0);
      ASSERT_LE(r.contacts, 3u);
    }
  }
}
// Once, the crease of two planes that all but coincide led into them by rounding: 64 contacts with
// one wall at one time.
TEST(Slide, a_leaning_wall_is_hit_once) {
  slide_along_leaning_walls<float>(by_tier(5'000u, 200'000u));
  slide_along_leaning_walls<double>(by_tier(5'000u, 200'000u));
}

TEST(Slide, a_mover_that_begins_in_a_body_is_separated_from_it) {
  const Box<2, float> box{{2, 2}};
  const OneBody<2, float> source(box, {});
  CapsuleMover<2, float> disc{{2.1f, 0.25f}, 0.5f};
  auto r = slide(disc, {0, 0}, source);
  EXPECT_EQ(r.status, Status::ok);
  EXPECT_EQ(r.overlap, 0);
  EXPECT_NEAR(disc.position[0], 2.5f, 0.01f);
  EXPECT_EQ(disc.position[1], 0.25f);
  disc.position = {-1.25f, 0.5f};  // its centre too
  r = slide(disc, {0, 0}, source);
  EXPECT_EQ(r.overlap, 0);
  EXPECT_NEAR(disc.position[0], -2.5f, 0.01f);
  // Between two walls that are too near there is no space.
  const auto slit = [](float gap) {
    const HalfSpace<3, float> low{{0, 1, 0}, 0};
    const HalfSpace<3, float> high{{0, -1, 0}, -gap};
    PlacedBodies<3, float> s;
    const PlacedBody<3, float> bodies[] = {{low}, {high}};
    EXPECT_EQ(s.build(bodies), Status::ok);
    return s;
  };
  CapsuleMover<3, float> ball{{0, 0.4f, 0}, 0.5f};
  const auto held = slide(ball, {1, 0, 0}, slit(0.9f));
  EXPECT_EQ(held.status, Status::ok);
  EXPECT_NEAR(held.overlap, 0.05f, 0.051f);
  EXPECT_GT(held.overlap, 0);
  EXPECT_GT(ball.position[1], 0);
  EXPECT_LT(ball.position[1], 0.9f);
}

// Two walls as near as each other, in either order of the source: the one of lower number.
TEST(Slide, of_bodies_that_overlap_as_deeply_the_first_is_reported) {
  struct Backwards {
    const PlacedBodies<2, double>& bodies;
    void for_each_near(const Aabb2d&, BodyVisit<2, double> visit) const {
      for (std::uint32_t i = 2; i-- > 0;) {
        if (!visit(i, bodies[i].shape, bodies[i].pose)) return;
      }
    }
  };
  const Box<2, double> wall{{1, 1}};
  const PlacedBody<2, double> both[] = {{wall, {{-1.25, 0}, {}}}, {wall, {{1.25, 0}, {}}}};
  PlacedBodies<2, double> bodies;
  ASSERT_EQ(bodies.build(both), Status::ok);
  CapsuleMover<2, double> disc{{0, 0}, 0.5};
  const auto expect_first = [&](const auto& source) {
    disc.position = {};
    const auto r = slide(disc, {0, 0}, source);
    EXPECT_EQ(r.overlap, 0.25);
    EXPECT_EQ(r.overlap_body, 0u);
  };
  expect_first(bodies);
  expect_first(Backwards{bodies});
}

// Its cost depends on the sub-shapes near the path, not on the length of the path.
TEST(Slide, long_sweeps_among_large_bodies_test_few_sub_shapes) {
  for (const int count : {10, 120}) {
    const double size = count == 10 ? 1e6 : 1e5;
    std::vector<PlacedBody<2, double>> nested;
    std::vector<Box<2, double>> boxes;
    for (int i = 0; i < count; ++i) boxes.push_back({{size + i, size + i}});
    for (const auto& box : boxes) nested.push_back(box);
    PlacedBodies<2, double> bodies;
    ASSERT_EQ(bodies.build(nested), Status::ok);
    CapsuleMover<2, double> mover{{0.5, 0.25}, 1};
    const auto r = slide(mover, {1, 0}, bodies);
    EXPECT_EQ(r.status, Status::ok);
    EXPECT_EQ(r.overlap, 0);
    EXPECT_GT(mover.position[0], size + count);
    EXPECT_LT(r.stats.tests, 1000u * std::uint64_t(count));
  }
}

TEST(Slide, bad_input_moves_nothing) {
  const Box<2, float> box{{1, 1}};
  const OneBody<2, float> source(box, {});
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  const auto status_of = [&](CapsuleMover<2, float> m, Vec2f displacement, SlideOptions<2, float> o,
                             const OneBody<2, float>& s) {
    const CapsuleMover<2, float> before = m;
    const auto r = slide(m, displacement, s, o);
    EXPECT_EQ(std::memcmp(&m.position, &before.position, sizeof(Vec2f)), 0);
    EXPECT_EQ(r.contacts, 0u);
    return r.status;
  };
  const CapsuleMover<2, float> valid{{3, 0}, 0.5f};
  const Vec2f displacement{-0.5f, 0};
  EXPECT_EQ(status_of({{nan, 0}, 0.5f}, displacement, {}, source), Status::not_finite);
  EXPECT_EQ(status_of({{3, 0}, nan}, displacement, {}, source), Status::not_finite);
  EXPECT_EQ(status_of({{3, 0}, 0.5f, {0, inf}}, displacement, {}, source), Status::not_finite);
  EXPECT_EQ(status_of(valid, {nan, 0}, {}, source), Status::not_finite);
  EXPECT_EQ(status_of(valid, {-inf, 0}, {}, source), Status::not_finite);
  EXPECT_EQ(status_of(valid, displacement, {.up = {0, nan}}, source), Status::not_finite);
  EXPECT_EQ(status_of(valid, displacement, {.step_height = inf}, source), Status::not_finite);
  EXPECT_EQ(status_of({{3, 0}, 0}, displacement, {}, source), Status::not_positive);
  EXPECT_EQ(status_of({{3, 0}, -1}, displacement, {}, source), Status::not_positive);
  EXPECT_EQ(status_of(valid, displacement, {.walkable_cosine = 0}, source), Status::out_of_range);
  EXPECT_EQ(status_of(valid, displacement, {.walkable_cosine = 1.5f}, source),
            Status::out_of_range);
  EXPECT_EQ(status_of(valid, displacement, {.step_height = -1}, source), Status::out_of_range);
  EXPECT_EQ(status_of(valid, displacement, {.snap = -1}, source), Status::out_of_range);
  EXPECT_EQ(status_of(valid, displacement, {.skin = -1}, source), Status::out_of_range);
  // So far that float cannot tell a mover's width there.
  EXPECT_EQ(status_of(valid, {-1e9f, 0}, {}, source), Status::out_of_range);
  EXPECT_EQ(status_of({{1e30f, 0}, 0.5f}, displacement, {}, source), Status::out_of_range);
  const OneBody<2, float> lost(box, {{nan, 0}, {}});
  EXPECT_EQ(status_of(valid, displacement, {}, lost), Status::not_finite);
  const OneBody<2, float> rotated(box, {{}, {2, 0}});
  EXPECT_EQ(status_of(valid, displacement, {}, rotated), Status::not_unit);
  const PlacedBody<2, float> bad[] = {{box, {{nan, 0}, {}}}};
  PlacedBodies<2, float> bodies;
  EXPECT_EQ(bodies.build(bad), Status::not_finite);
  EXPECT_EQ(bodies.size(), 0u);
  // Nothing around at all is no fault.
  CapsuleMover<2, float> alone = valid;
  EXPECT_EQ(slide(alone, displacement, bodies).status, Status::ok);
  EXPECT_EQ(alone.position, (Vec2f{2.5f, 0}));
}

TEST(Slide, too_many_contacts_end_the_path_at_a_safe_position) {
  const auto ball = bent_sphere<double>(60, 60, [](double, double) { return 4; }).mesh();
  const OneBody<3, double> room(ball, {});
  CapsuleMover<3, double> mover{{3, 0.5, 0}, 0.5};
  SlideOptions<3, double> options;
  options.max_contacts = 3;
  const auto r = slide(mover, {40, 100, 17}, room, options);
  EXPECT_EQ(r.status, Status::not_converged);
  EXPECT_EQ(r.contacts, 3u);
  EXPECT_EQ(r.overlap, 0);
  EXPECT_LT(length(mover.position), 3.51);
}

}  // namespace
}  // namespace masu::test
