// SPDX-License-Identifier: MIT
// Movers of all kinds and speeds in closed rooms: none gets out, and none ends in a wall.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_point.hpp>
#include <masu/mesh/height_field.hpp>
#include <masu/mesh/polyline.hpp>
#include <masu/mesh/tile_grid.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/slide.hpp>
#include <masu/world/world.hpp>
#include <masu/world/world_obstacles.hpp>

#include "mesh/carved_solids.hpp"
#include "support/tier.hpp"

namespace masu::test {
namespace {

template <int D>
Vec<D, double> random_direction(scenes::Pcg32& random) {
  for (;;) {
    Vec<D, double> v;
    for (int a = 0; a < D; ++a) v[a] = random.between(-1, 1);
    const double size = length(v);
    if (size > 0.1 && size < 1) return v * (1 / size);
  }
}

// Balls and capsules; some with weight, that step and are put back on the ground.
template <int D, class T>
CapsuleMover<D, T> random_mover(scenes::Pcg32& random, const Vec<D, double>& position,
                                double radius) {
  CapsuleMover<D, T> m{vec_cast<T>(position), T(radius * random.between(0.3, 1)), {}};
  if (random.below(2) == 0) {
    m.radius = T(double(m.radius) * 0.5);
    m.half_axis = vec_cast<T>(random_direction<D>(random) * (0.5 * radius));
  }
  return m;
}
template <int D, class T>
SlideOptions<D, T> random_options(scenes::Pcg32& random, double radius) {
  SlideOptions<D, T> o;
  if (random.below(2) == 0) return o;
  o.up[1] = 1;
  o.step_height = T(random.below(2) * radius);
  o.snap = T(random.below(2) * radius);
  return o;
}

// `room`: start(random) is a position with `radius` of space around it; inside(p) says whether p is
// still where it must be; gap(mover) how far the mover's core is from the nearest wall.
template <int D, class T, class Source, class Room, class Counts = detail::AllCount>
void expect_no_mover_escapes(const Source& source, const Room& room, double radius, int movers,
                             std::uint64_t seed, const Counts& counts = {}) {
  constexpr int kMoves = 100;
  const double rounding = std::is_same_v<T, float> ? 1e-5 : 1e-10;
  scenes::Pcg32 random(seed);
  std::uint64_t contacts = 0;
  for (int i = 0; i < movers; ++i) {
    auto m = random_mover<D, T>(random, room.start(random), radius);
    const auto options = random_options<D, T>(random, radius);
    for (int k = 0; k < kMoves; ++k) {
      const double speed = std::pow(10.0, random.between(-1, 3)) * radius;
      const auto displacement = vec_cast<T>(random_direction<D>(random) * speed);
      const auto r = slide(m, displacement, source, options, {}, counts);
      contacts += r.contacts;
      ASSERT_TRUE(r.status == Status::ok || r.status == Status::not_converged)
          << describe(r.status) << ", mover " << i << ", move " << k;
      ASSERT_EQ(r.overlap, 0) << "mover " << i << ", move " << k;
      ASSERT_TRUE(room.inside(m.position)) << "mover " << i << ", move " << k;
      if (k % 4 == 0) {
        ASSERT_GE(room.gap(m), double(m.radius) * (1 - rounding)) << i << ", move " << k;
      }
    }
  }
  EXPECT_GT(contacts, std::uint64_t(movers) * kMoves / 2);
}

// How far a body is from the core of a mover.
template <class B, int D, class T>
double gap_to(const B& body, const Transform<D, T>& pose, const CapsuleMover<D, T>& m) {
  const Segment<D, T> core{m.half_axis, -m.half_axis};
  const Transform<D, T> mover_pose{m.position, {}};
  return double(distance(body, pose, core, mover_pose).distance);
}

// The inside of a closed surface, by exact signs.
template <int D, class T>
struct InsideOf {
  const SurfaceMesh<D, T>& mesh;
  double radius;

  Vec<D, double> start(scenes::Pcg32& random) const {
    const auto box = mesh.bounds();
    for (;;) {
      Vec<D, double> p;
      for (int a = 0; a < D; ++a) p[a] = random.between(double(box.min[a]), double(box.max[a]));
      const auto q = vec_cast<T>(p);
      const bool in = inside(q);
      if (in && double(closest_point(mesh, {}, q).distance) > 1.05 * radius) return p;
    }
  }
  bool inside(const Vec<D, T>& p) const { return point_inside(mesh, Transform<D, T>{}, p).inside; }
  double gap(const CapsuleMover<D, T>& m) const { return gap_to(mesh, Transform<D, T>{}, m); }
};

const int kMovers = by_tier(100, 1000);

template <class T>
void inside_carved(std::string_view name, double radius, int movers) {
  SCOPED_TRACE(name);
  const Solid3 solid = carved(name, 3);
  Surface<T> s;
  for (const auto& v : solid.vertices) s.vertices.push_back(vec_cast<T>(v));
  s.corners = solid.corners;
  const auto mesh = s.mesh();
  ASSERT_TRUE(mesh.closed());
  const InsideOf<3, T> room{mesh, radius};
  expect_no_mover_escapes<3, T>(OneBody<3, T>(mesh, {}), room, radius, movers, 51);
}
TEST(SlideEscape, no_mover_leaves_carved_solids) {
  for (const std::string_view name : scenes::kCarvedNames) {
    ASSERT_NO_FATAL_FAILURE(inside_carved<float>(name, 0.04, kMovers / 5));
    ASSERT_NO_FATAL_FAILURE(inside_carved<double>(name, 0.04, kMovers / 5));
  }
}

template <class T>
void inside_star(int movers) {
  std::vector<Vec<2, T>> p;
  std::vector<std::uint32_t> c;
  scenes::Pcg32 random(4);
  constexpr std::uint32_t kCorners = 97;
  for (std::uint32_t i = 0; i < kCorners; ++i) {
    const double angle = 2 * kPi * i / kCorners;
    const double r = random.between(0.6, 2);
    p.push_back({T(r * std::cos(angle)), T(r * std::sin(angle))});
    c.insert(c.end(), {i, (i + 1) % kCorners});
  }
  Polyline<T> star;
  ASSERT_EQ(star.build(p, c), Status::ok);
  const InsideOf<2, T> room{star, 0.05};
  expect_no_mover_escapes<2, T>(OneBody<2, T>(star, {}), room, 0.05, movers, 52);
}
TEST(SlideEscape, no_mover_leaves_a_star_in_2D) {
  inside_star<float>(kMovers);
  inside_star<double>(kMovers);
}

// A cave of tiles, a third of them solid, and a solid border.
template <int D, class T>
struct TileCave {
  TileGrid<D, T> grid{};

  TileCave() {
    constexpr std::uint32_t kSize = D == 2 ? 40 : 14;
    EXPECT_EQ(grid.build(filled(kSize), Vec<D, T>::all(T(0.7))), Status::ok);
    scenes::Pcg32 random(6);
    std::uint32_t cells = 1;
    for (int a = 0; a < D; ++a) cells *= kSize;
    for (std::uint32_t id = 0; id < cells; ++id) {
      const auto cell = grid.cell_of(id);
      bool border = false;
      for (int a = 0; a < D; ++a) border = border || cell[a] == 0 || cell[a] + 1 == kSize;
      if (border || random.below(3) == 0) {
        EXPECT_EQ(grid.set(cell, Tile::solid), Status::ok);
      }
    }
  }
  static CellCoords<D> filled(std::uint32_t n) {
    CellCoords<D> c;
    for (int a = 0; a < D; ++a) c[a] = n;
    return c;
  }
  CellCoords<D> cell_at(const Vec<D, double>& p) const {
    CellCoords<D> c;
    for (int a = 0; a < D; ++a) c[a] = std::uint32_t(std::int64_t(std::floor(p[a] / 0.7)));
    return c;
  }
  Vec<D, double> start(scenes::Pcg32& random) const {
    for (;;) {
      CellCoords<D> c;
      Vec<D, double> p;
      for (int a = 0; a < D; ++a) {
        c[a] = random.below(grid.size()[a]);
        p[a] = 0.7 * (c[a] + 0.5);
      }
      if (grid.tile(c) == Tile::empty) return p;
    }
  }
  // Between the borders, and in no solid cell.
  bool inside(const Vec<D, T>& p) const {
    const auto c = cell_at(vec_cast<double>(p));
    bool in = true;
    for (int a = 0; a < D; ++a) in = in && c[a] < grid.size()[a];
    return in && grid.tile(c) == Tile::empty;
  }
  double gap(const CapsuleMover<D, T>& m) const { return gap_to(grid, Transform<D, T>{}, m); }
};
TEST(SlideEscape, no_mover_leaves_caves_of_tiles) {
  const auto wander = []<int D, class T>(const TileCave<D, T>& cave) {
    expect_no_mover_escapes<D, T>(OneBody<D, T>(cave.grid, {}), cave, 0.2, kMovers, 53);
  };
  wander(TileCave<2, float>());
  wander(TileCave<2, double>());
  wander(TileCave<3, float>());
  wander(TileCave<3, double>());
}

// The same caves with platforms that hold from above alone.
template <class T>
void among_one_way_tiles() {
  const TileCave<2, T> cave;
  TileGrid<2, T> grid;
  ASSERT_EQ(grid.build(cave.grid.size(), Vec<2, T>::all(T(0.7))), Status::ok);
  std::uint32_t platforms = 0;
  for (std::uint32_t id = 0; id < 40 * 40; ++id) {
    const auto cell = grid.cell_of(id);
    const bool solid = cave.grid.tile(cell) == Tile::solid;
    if (!solid && id % 3 != 0) continue;
    platforms += solid ? 0 : 1;
    ASSERT_EQ(grid.set(cell, solid ? Tile::solid : Tile::one_way), Status::ok);
  }
  ASSERT_GT(platforms, 200u);
  std::uint64_t passed = 0;
  const auto counts = [&](const SlideObstacle<2, T>& o) {
    if (grid.tile(grid.cell_of(o.sub_shape())) != Tile::one_way) return true;
    const bool above = o.gap({0, 1}) >= 0;
    passed += above ? 0 : 1;
    return above;
  };
  expect_no_mover_escapes<2, T>(OneBody<2, T>(grid, {}), cave, 0.2, kMovers, 57, counts);
  EXPECT_GT(passed, 1000u);
}
template <class T>
void among_one_way_plates() {
  const TileCave<3, T> cave;
  const Box<3, T> plate{{T(1), T(0.05), T(1.5)}};
  std::vector<PlacedBody<3, T>> bodies{{cave.grid}};
  scenes::Pcg32 random(8);
  for (int i = 0; i < 60; ++i) {
    Vec<3, T> position;
    for (int a = 0; a < 3; ++a) position[a] = T(random.between(1, 9));
    bodies.push_back({plate, {position, {}}});
  }
  PlacedBodies<3, T> source;
  ASSERT_EQ(source.build(bodies), Status::ok);
  std::uint64_t passed = 0;
  const auto counts = [&](const SlideObstacle<3, T>& o) {
    const bool here = o.body() == 0 || o.gap({0, 1, 0}) >= 0;
    passed += here ? 0 : 1;
    return here;
  };
  expect_no_mover_escapes<3, T>(source, cave, 0.2, kMovers, 58, counts);
  EXPECT_GT(passed, 1000u);
}
TEST(SlideEscape, no_mover_leaves_caves_with_one_way_platforms) {
  among_one_way_tiles<float>();
  among_one_way_tiles<double>();
  among_one_way_plates<float>();
  among_one_way_plates<double>();
}

// A floor and a ceiling of heights, and four planes around.
template <class T>
class FieldCave {
 public:
  FieldCave() {
    scenes::Pcg32 random(7);
    std::vector<T> low;
    std::vector<T> high;
    for (std::uint32_t i = 0; i < kSamples * kSamples; ++i) {
      low.push_back(T(random.between(0, 0.6)));
      high.push_back(T(-random.between(1, 1.6)));
    }
    const T cell = T(kCell);
    EXPECT_EQ(floor_.build({kSamples, kSamples}, {cell, cell}, std::span<const T>(low)),
              Status::ok);
    EXPECT_EQ(ceiling_.build({kSamples, kSamples}, {cell, cell}, std::span<const T>(high)),
              Status::ok);
    const T size = T(kCell * (kSamples - 1));
    const HalfSpace<3, T> walls[] = {{{1, 0, 0}, T(kCell)},
                                     {{-1, 0, 0}, T(kCell) - size},
                                     {{0, 0, 1}, T(kCell)},
                                     {{0, 0, -1}, T(kCell) - size}};
    std::vector<PlacedBody<3, T>> bodies{{floor_}, {ceiling_, ceiling_pose_}};
    for (const auto& w : walls) bodies.push_back({w});
    ceiling_pose_.translation = {0, 0, size};
    bodies[1].pose = ceiling_pose_;
    EXPECT_EQ(bodies_.build(bodies), Status::ok);
  }
  const PlacedBodies<3, T>& bodies() const { return bodies_; }

  Vec<3, double> start(scenes::Pcg32& random) const {
    const double far = kCell * (kSamples - 3);
    return {random.between(2 * kCell, far), 0.8, random.between(2 * kCell, far)};
  }
  bool inside(const Vec<3, T>& p) const {
    const double size = kCell * (kSamples - 1);
    const double x = double(p[0]);
    const double z = double(p[2]);
    if (!(x > kCell && x < size - kCell && z > kCell && z < size - kCell)) return false;
    return double(p[1]) > height(floor_, x, z) && double(p[1]) < -height(ceiling_, x, size - z);
  }
  double gap(const CapsuleMover<3, T>& m) const {
    return std::min(gap_to(floor_, Transform<3, T>{}, m), gap_to(ceiling_, ceiling_pose_, m));
  }

 private:
  static constexpr std::uint32_t kSamples = 33;
  static constexpr double kCell = 0.25;

  // Of the ground, its cells cut from the first corner to the last.
  static double height(const HeightField<3, T>& field, double x, double z) {
    const auto i = std::uint32_t(x / kCell);
    const auto k = std::uint32_t(z / kCell);
    const double u = x / kCell - i;
    const double v = z / kCell - k;
    const auto h = [&](std::uint32_t a, std::uint32_t b) {
      return double(field.height({i + a, k + b}));
    };
    const double corner = u > v ? h(1, 0) : h(0, 1);
    const double first = u > v ? u - v : v - u;
    return h(0, 0) * (1 - std::max(u, v)) + corner * first + h(1, 1) * std::min(u, v);
  }

  HeightField<3, T> floor_;
  HeightField<3, T> ceiling_;
  Transform<3, T> ceiling_pose_{{}, {1, 0, 0, 0}};
  PlacedBodies<3, T> bodies_;
};
TEST(SlideEscape, no_mover_leaves_caves_of_heights) {
  const FieldCave<float> coarse;
  expect_no_mover_escapes<3, float>(coarse.bodies(), coarse, 0.1, kMovers, 54);
  const FieldCave<double> fine;
  expect_no_mover_escapes<3, double>(fine.bodies(), fine, 0.1, kMovers, 55);
}

// The same cave as objects of a world.
TEST(SlideEscape, no_mover_leaves_the_objects_of_a_world) {
  const auto wander = []<class T>(const FieldCave<T>& cave) {
    World<3, T> world;
    for (std::size_t i = 0; i < cave.bodies().size(); ++i) {
      const PlacedBody<3, T>& body = cave.bodies()[i];
      ASSERT_EQ(world.add(body.shape, body.pose, {.fixed = true}).status, Status::ok);
    }
    ASSERT_EQ(world.update().status, Status::ok);
    expect_no_mover_escapes<3, T>(WorldObstacles<3, T>(world), cave, 0.1, kMovers / 2, 56);
  };
  wander(FieldCave<float>());
  wander(FieldCave<double>());
}

}  // namespace
}  // namespace masu::test
