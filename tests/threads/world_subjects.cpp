// SPDX-License-Identifier: MIT
// Worlds, and obstacles of movers.
#include <algorithm>

#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/carry.hpp>
#include <masu/world/slide.hpp>
#include <masu/world/world.hpp>
#include <masu/world/world_obstacles.hpp>

#include "tests/threads/subject.hpp"

namespace masu::test {
namespace {

constexpr std::size_t kObjects = 150;
const Circle<float> kCircle{2};
const Box<2, float> kGround{{20, 1}};

// Objects that have moved since the last update: the first query brings the tree up to date.
std::shared_ptr<World<2>> world(std::uint64_t seed) {
  const auto made = std::make_shared<World<2>>();
  const auto boxes = random_boxes<2>(kObjects, seed);
  std::vector<Handle> handles;
  for (std::size_t i = 0; i < kObjects; ++i) {
    const Transform2f pose{boxes[i].min, {}};
    handles.push_back(i % 2 == 0 ? made->add(Circle<float>{0.6f}, pose).handle
                                 : made->add(Box<2, float>{{0.5f, 0.6f}}, pose).handle);
  }
  EXPECT_EQ(made->update().status, Status::ok);
  for (std::size_t i = 0; i < kObjects; i += 2) {
    EXPECT_EQ(made->move(handles[i], {boxes[i].max, {}}), Status::ok);
  }
  EXPECT_EQ(made->remove(handles[9]), Status::ok);
  return made;
}

// Visits come in any order, which depends on whether the tree is up to date.
class Sorted {
 public:
  explicit Sorted(Digest& d) : digest_(d) {}
  bool add(std::uint64_t number) { return numbers_.push_back(number), true; }
  bool add(Handle h) { return add(std::uint64_t(h.index) << 32 | h.generation); }
  ~Sorted() {
    std::ranges::sort(numbers_);
    digest_ << numbers_;
  }

 private:
  Digest& digest_;
  std::vector<std::uint64_t> numbers_;
};

void ask_world(const World<2>& world, Digest& d) {
  const Transform2f pose{{3, 3}, {}};
  const Vec2f point{3, 4};
  const Ray<2, float> ray{{-1, -1}, {1, 1}};
  {
    Sorted found(d);
    const auto each = [&](Handle h) { return found.add(h); };
    d << world.for_each(each);
    (void)world.for_each_overlapping({{1, 1}, {6, 6}}, each);
    (void)world.for_each_touching(kCircle, pose, each);
    (void)world.for_each_at(point, each);
    (void)world.for_each_on_ray(ray, [&](const auto& hit) { return found.add(hit.object); });
    (void)world.for_each_within(point, 3, [&](Handle h, const auto&) { return found.add(h); });
    (void)world.for_each_touching_in(world, [&](Handle a, Handle b) {
      return found.add(std::uint64_t(a.index) << 32 | b.index);
    });
  }
  const auto hit = world.ray_cast(ray);
  d << hit.object << hit.t;
  const auto cast = world.shape_cast(kCircle, {{-4, -4}, {}}, Vec2f{9, 9});
  d << cast.object << cast.t;
  Neighbor<float> nearest[5]{};
  (void)world.nearest(point, nearest);
  d << nearest;
  for (const auto& n : nearest) d << n.id;
  const auto pair = world.closest_pair();
  d << pair.a << pair.b << pair.distance << world.closest_to(kCircle, pose).distance;
  for (const WorldPair& p : world.pairs()) {
    d << p.a << p.b;
    for (const auto& c : world.contacts(p)) d << c.distance << world.corners(p, c).size();
  }
  d << world.hash() << world.validate() << world.size() << world.began().size();
  QueryBatch<Neighbor<float>> found;
  d << world.nearest_many(std::span(&point, 1), 3, found);
  for (const auto& n : found.items) d << n.id;
}

template <class Source>
void walk(const Source& source, Digest& d) {
  CapsuleMover<2, float> mover{.position = {1, 7}, .radius = 0.4f};
  for (int i = 0; i < 6; ++i) {
    d << slide(mover, Vec2f{2, i % 2 == 0 ? -2.f : 1.f}, source).status << mover.position;
  }
}

struct Level {
  PlacedBodies<2, float> bodies;
};
struct ObstaclesOf {
  std::shared_ptr<World<2>> world;
  WorldObstacles<2, float> obstacles{*world};
};

}  // namespace

void add_world_subjects(std::vector<SubjectKind>& list) {
  add_subject(list, {"World", "WorldQueries"}, world, ask_world);
  add_subject(
      list, {"WorldObstacles"},
      [](std::uint64_t seed) { return std::make_shared<ObstaclesOf>(ObstaclesOf{world(seed)}); },
      [](const ObstaclesOf& x, Digest& d) { walk(x.obstacles, d); });
  add_subject(
      list, {"PlacedBodies"},
      [](std::uint64_t seed) {
        std::vector<PlacedBody<2, float>> bodies;
        for (const auto& box : random_boxes<2>(60, seed)) {
          bodies.push_back({kCircle, Transform2f{box.min * 2.f, {}}});
        }
        const auto made = std::make_shared<Level>();
        EXPECT_EQ(made->bodies.build(bodies), Status::ok);
        return made;
      },
      [](const Level& level, Digest& d) { walk(level.bodies, d); });
  add_subject(
      list, {"OneBody"},
      [](std::uint64_t seed) {
        return std::make_shared<OneBody<2, float>>(kGround,
                                                   Transform2f{{0, 0.5f * float(seed)}, {}});
      },
      [](const OneBody<2, float>& body, Digest& d) { walk(body, d); });
}

}  // namespace masu::test
