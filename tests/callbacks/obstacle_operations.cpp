// SPDX-License-Identifier: MIT
// Operations on obstacles: slide(), carry() and their sources.
#include <masu/shapes/box.hpp>
#include <masu/world/carry.hpp>
#include <masu/world/placed_bodies.hpp>
#include <masu/world/slide.hpp>
#include <masu/world/world.hpp>
#include <masu/world/world_obstacles.hpp>

#include "tests/callbacks/operation.hpp"

namespace masu::test {
namespace {

using enum UserCode;
using Pose = Transform2f;

const Box<2, float> kGround{{9, 1}};
const Box<2, float> kStep{{0.5f, 0.25f}};
const Box<2, float> kWall{{0.5f, 3}};
// The ground, with steps and a wall; the first step moves.
std::vector<PlacedBody<2, float>> level() {
  return {{kGround, Pose{{0, -1}, {}}},
          {kStep, Pose{{-4, 0}, {}}},
          {kStep, Pose{{2, 0}, {}}},
          {kWall, Pose{{5, 2}, {}}}};
}

// A source that may throw itself.
struct OwnSource {
  Probe& probe;
  const PlacedBodies<2, float>& bodies;
  void for_each_near(const Aabb2f& box, BodyVisit<2, float> visit) const {
    probe.visit();
    bodies.for_each_near(box, visit);
  }
};

template <class Source>
void visit_source(Probe& p, const Source& source) {
  p.attempt(source, [&](Digest& d) {
    (void)source.for_each_near(
        Aabb2f{{-9, -9}, {9, 9}},
        [&](std::uint32_t number, const WorldShape<2, float>&, const Pose& pose) {
          d << number << pose.translation;
          return p.visit();
        });
  });
}

}  // namespace

void add_obstacle_operations(std::vector<Operation>& list) {
  list.push_back({"OneBody::for_each_near", {visitor}, [](Probe& p) {
                    visit_source(p, OneBody<2, float>(kGround, Pose{}));
                  }});
  list.push_back({"PlacedBodies::for_each_near", {visitor}, [](Probe& p) {
                    PlacedBodies<2, float> bodies;
                    EXPECT_EQ(bodies.build(level()), Status::ok);
                    visit_source(p, bodies);
                  }});
  list.push_back({"WorldObstacles::for_each_near", {visitor}, [](Probe& p) {
                    World<2> world;
                    for (const auto& body : level()) world.add(body.shape, body.pose).expect_ok();
                    visit_source(p, WorldObstacles<2, float>(world));
                    EXPECT_TRUE(world.validate());
                  }});
  const SlideOptions<2, float> options{.up = {0, 1}, .step_height = 0.4f, .snap = 0.5f};
  // A mover whose call threw is where it was.
  list.push_back({"slide", {visitor}, [options](Probe& p) {
                    PlacedBodies<2, float> bodies;
                    EXPECT_EQ(bodies.build(level()), Status::ok);
                    const OwnSource source{p, bodies};
                    CapsuleMover<2, float> mover{.position = {-3, 0.6f}, .radius = 0.5f};
                    p.attempt(source, [&](Digest& d) {
                      const auto contact = [&](const auto& c) {
                        p.visit(), d << c.body << c.t << c.normal;
                      };
                      const auto counts = [&](const auto& o) { return p.visit() && o.body() != 9; };
                      d << slide(mover, Vec2f{9, -0.5f}, source, options, contact, counts);
                      d << mover.position;
                    });
                  }});
  list.push_back({"carry", {visitor}, [options](Probe& p) {
                    PlacedBodies<2, float> bodies;
                    EXPECT_EQ(bodies.build(level()), Status::ok);
                    const OwnSource source{p, bodies};
                    const ObstacleMotion<2, float> motions[] = {
                        {1, world_shape(kStep), {Pose{{-6, 0}, {}}, Pose{{-4, 0}, {}}}}};
                    CapsuleMover<2, float> mover{.position = {-4.5f, 0.55f}, .radius = 0.5f};
                    p.attempt(source, [&](Digest& d) {
                      const auto counts = [&](const auto& o) { return p.visit() && o.body() != 9; };
                      d << carry(mover, motions, source, options, counts) << mover.position;
                    });
                  }});
}

}  // namespace masu::test
