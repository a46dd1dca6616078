// SPDX-License-Identifier: MIT
// Contact volumes of a world: those of the other method, kept until one of the two moves.
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include <masu/hull/polytope_of.hpp>
#include <masu/mesh/compound.hpp>
#include <masu/narrow_phase/muller_preparata.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/triangle.hpp>

#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"
#include "tests/world/world_model.hpp"

namespace masu::test {
namespace {

constexpr WorldOptions<float> kVolumes{.detail = ContactDetail::volumes};

template <int D, class T>
Status hull_of(const std::vector<Vec<D, T>>& points, ConvexPolytope<D, T>& made) {
  if constexpr (D == 2) {
    return polygon_of<T>(points, made);
  } else {
    return polyhedron_of<T>(points, made);
  }
}

template <int D, class T>
std::vector<Vec<D, T>> corners_of(const Box<D, T>& box) {
  std::vector<Vec<D, T>> corners;
  for (int c = 0; c < 1 << D; ++c) {
    Vec<D, T> p = box.center;
    for (int a = 0; a < D; ++a)
      p[a] += (c >> a & 1) != 0 ? box.half_extents[a] : -box.half_extents[a];
    corners.push_back(p);
  }
  return corners;
}

// Boxes and hulls of random points that move; each beside the hull of its corners.
template <int D, class T>
class VolumeModel {
 public:
  using Polytope = ConvexPolytope<D, T>;
  using Volume = WorldVolume<D, T>;

  VolumeModel(std::uint64_t seed, const WorldOptions<T>& options,
              Allocator allocator = default_allocator())
      : random_(seed), world_(options, allocator) {}

  World<D, T>& world() { return world_; }
  std::size_t seen() const { return seen_; }

  void add() {
    const bool box = random_.below(2) == 0;
    Vec<D, T> half{};
    for (int a = 0; a < D; ++a) half[a] = T(random_.between(0.3, 1.2));
    const Box<D, T> shape{half, bodies().random_point() * T(0.05)};
    std::vector<Vec<D, T>> points;
    for (int i = 0; i < 12; ++i) {
      Vec<D, T> p{};
      for (int a = 0; a < D; ++a) p[a] = T(random_.between(-1.2, 1.2));
      points.push_back(p);
    }
    hulls_.emplace_back();
    ASSERT_EQ((hull_of<D, T>(box ? corners_of(shape) : points, hulls_.back())), Status::ok);
    const auto pose = bodies().transform();
    const InsertResult r = box ? world_.add(shape, pose) : world_.add(hulls_.back(), pose);
    ASSERT_EQ(r.status, Status::ok);
    hull_of_.resize(r.handle.index + 1);
    hull_of_[r.handle.index] = &hulls_.back();
    handles_.push_back(r.handle);
  }
  void move(int steps) {
    for (int s = 0; s < steps; ++s) {
      const Handle h = handles_[random_.below(std::uint32_t(handles_.size()))];
      auto pose = world_.find(h)->pose;
      for (int a = 0; a < D; ++a) pose.translation[a] += T(random_.between(-0.4, 0.4));
      if (random_.below(4) == 0) pose = bodies().transform();
      ASSERT_EQ(world_.move(h, pose), Status::ok);
    }
  }
  // Against duals, one by one.
  void expect_same() {
    for (const WorldPair& p : world_.pairs()) {
      ASSERT_EQ(world_.contacts(p).size(), 1u);
      const Volume v = world_.volume(p, world_.contacts(p)[0]);
      const Polytope& a = *hull_of_[p.a.index];
      const Polytope& b = *hull_of_[p.b.index];
      const auto pose_a = world_.find(p.a)->pose;
      const auto pose_b = world_.find(p.b)->pose;
      ContactVolume<D, T> expected;
      ASSERT_EQ(duals_.find(a, pose_a, b, pose_b, expected), v.status);
      if (v.status != Status::ok) continue;
      const double size = 1e-5 * (1 + double(expected.volume()));
      ASSERT_NEAR(v.volume, expected.volume(), size);
      ASSERT_NEAR(v.area, expected.area(), 1e-4 * (1 + double(expected.area())));
      ASSERT_EQ(v.cuts.size(), expected.cut_count());
      if (v.volume > T(1e-3)) {
        for (int k = 0; k < D; ++k) {
          ASSERT_NEAR(v.centroid[k], expected.centroid()[k], 1e-3);
          ASSERT_NEAR(v.normal[k], expected.normal()[k], 1e-2);
        }
      }
      ASSERT_NO_FATAL_FAILURE(expect_closed(v));
      ++seen_;
    }
  }

 private:
  RandomBodies<D, T> bodies() { return {random_, 5}; }

  // What the faces enclose, by their corners, is the volume; loops of the cut name vertices.
  static void expect_closed(const Volume& v) {
    double sum = 0;
    for (const VolumeLoop& f : v.faces) {
      const auto loop = v.corners(f);
      ASSERT_GE(loop.size(), std::size_t(D));
      const auto from_center = [&](std::size_t k) {
        return vec_cast<double>(v.vertices[loop[k]]) - vec_cast<double>(v.centroid);
      };
      if constexpr (D == 2) {
        sum += cross(from_center(0), from_center(1)) / 2;
      } else {
        for (std::size_t k = 2; k < loop.size(); ++k) {
          sum += dot(from_center(0), cross(from_center(k - 1), from_center(k))) / 6;
        }
      }
    }
    ASSERT_NEAR(sum, v.volume, 1e-5 * (1 + double(v.volume)));
    for (const VolumeLoop& c : v.cuts) {
      for (const std::uint32_t i : v.corners(c)) ASSERT_LT(i, v.vertices.size());
    }
  }

  scenes::Pcg32 random_;
  World<D, T> world_;
  std::deque<Polytope> hulls_;
  std::vector<const Polytope*> hull_of_;  // by slot
  std::vector<Handle> handles_;
  MullerPreparata<D, T> duals_;
  std::size_t seen_ = 0;
};

template <int D, class T>
void run_volumes(std::uint64_t seed, int frames) {
  VolumeModel<D, T> model(seed, {.detail = ContactDetail::volumes});
  for (int i = 0; i < (D == 2 ? 30 : 50); ++i) ASSERT_NO_FATAL_FAILURE(model.add());
  for (int f = 0; f < frames; ++f) {
    ASSERT_NO_FATAL_FAILURE(model.move(f % 5 == 4 ? 60 : 6));
    ASSERT_EQ(model.world().update().status, Status::ok);
    ASSERT_NO_FATAL_FAILURE(model.expect_same());
    ASSERT_TRUE(model.world().validate());
  }
  EXPECT_GT(model.seen(), std::size_t(frames) * 10);
}

TEST(WorldVolume, equals_that_of_duals) {
  ASSERT_NO_FATAL_FAILURE((run_volumes<2, float>(1, by_tier(40, 1000))));
  ASSERT_NO_FATAL_FAILURE((run_volumes<3, float>(2, by_tier(20, 500))));
  ASSERT_NO_FATAL_FAILURE((run_volumes<2, double>(3, by_tier(40, 1000))));
  ASSERT_NO_FATAL_FAILURE((run_volumes<3, double>(4, by_tier(20, 500))));
}

TEST(WorldVolume, names_faces_of_boxes_by_their_normal_axes) {
  World<3> world(kVolumes);
  (void)world.add(Box<3, float>{{1, 1, 1}}, {});
  (void)world.add(Box<3, float>{{1, 1, 1}}, {{1.5f, 0.25f, 0.25f}, {}});
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u);
  const WorldPair pair = world.pairs()[0];
  const auto v = world.volume(pair, world.contacts(pair)[0]);
  ASSERT_EQ(v.status, Status::ok);
  EXPECT_FLOAT_EQ(v.volume, 0.5f * 1.75f * 1.75f);
  EXPECT_FLOAT_EQ(v.centroid[0], 0.75f);
  EXPECT_GT(v.normal[0], 0.9f) << "from a to b";
  EXPECT_EQ(v.vertices.size(), 8u);
  EXPECT_EQ(v.cuts.size(), 1u);
  std::map<int, int> of_a, of_b;
  for (const VolumeLoop& f : v.faces) {
    EXPECT_EQ(v.corners(f).size(), 4u);
    ++(f.source.body == ContactBody::a ? of_a : of_b)[int(f.source.face)];
  }
  EXPECT_EQ(of_a, (std::map<int, int>{{1, 1}, {3, 1}, {5, 1}}));
  EXPECT_EQ(of_b, (std::map<int, int>{{0, 1}, {2, 1}, {4, 1}}));
}

TEST(WorldVolume, reports_why_there_is_none) {
  World<2> world({.detail = ContactDetail::volumes, .margin = 0.5f});
  const Handle box = world.add(Box<2, float>{{1, 1}}, {});
  const auto with = [&](const auto& shape, float x) {
    const Handle h = world.add(shape, {{x, 0}, {}});
    EXPECT_EQ(world.update().status, Status::ok);
    std::optional<Status> s;
    EXPECT_EQ(world.for_each_pair_of(h,
                                     [&](const WorldPair& p) {
                                       EXPECT_EQ(p.a, box);
                                       for (const auto& c : world.contacts(p)) {
                                         const auto v = world.volume(p, c);
                                         EXPECT_EQ(v.vertices.empty(), v.status != Status::ok);
                                         s = v.status;
                                       }
                                     }),
              Status::ok);
    EXPECT_EQ(world.remove(h), Status::ok);
    return s;
  };
  EXPECT_EQ(with(Box<2, float>{{1, 1}}, 1.5f), Status::ok);
  EXPECT_EQ(with(Triangle<2, float>{{-1, -1}, {1, 0}, {-1, 1}}, 1.5f), Status::ok);
  EXPECT_EQ(with(Triangle<2, float>{{-1, 1}, {1, 0}, {-1, -1}}, 1.5f), Status::ok) << "clockwise";
  EXPECT_EQ(with(Box<2, float>{{1, 1}}, 2), Status::touching);
  EXPECT_EQ(with(Box<2, float>{{1, 1}}, 2.25f), Status::apart);
  EXPECT_EQ(with(Circle<float>{1}, 1.5f), Status::out_of_range);
  EXPECT_EQ(with(Box<2, float>{{1, 0}}, 1.5f), Status::flat);
  EXPECT_EQ(with(HalfSpace<2, float>{{0, 1}, 0}, 0), Status::out_of_range);
  EXPECT_EQ(with(Box<2, float>{{1, 1}}, 3), std::nullopt) << "no contact";
}

TEST(WorldVolume, is_absent_for_sensors_and_unless_requested) {
  World<2> world(kVolumes);
  (void)world.add(Box<2, float>{{1, 1}}, {});
  (void)world.add(Box<2, float>{{1, 1}}, {{1, 0}, {}}, {.sensor = true});
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u);
  EXPECT_TRUE(world.contacts(world.pairs()[0]).empty());
  World<2> areas({.detail = ContactDetail::areas});
  (void)areas.add(Box<2, float>{{1, 1}}, {});
  (void)areas.add(Box<2, float>{{1, 1}}, {{1, 0}, {}});
  ASSERT_EQ(areas.update().status, Status::ok);
  const WorldPair pair = areas.pairs()[0];
  EXPECT_EQ(areas.volume(pair, areas.contacts(pair)[0]).status, Status::not_updated);
}

// One for each two sub-shapes that touch: parts that are rotated and moved in the compound.
TEST(WorldVolume, of_bodies_of_many_sub_shapes) {
  std::deque<ConvexPolyhedron<double>> hulls;
  std::vector<Child<3, double>> children;
  RandomBodies<3, double> bodies{*new scenes::Pcg32(5), 4};
  const std::unique_ptr<scenes::Pcg32> owner(&bodies.random);
  std::vector<Box<3, double>> boxes;
  for (int i = 0; i < 12; ++i) {
    boxes.push_back({{0.8, 0.5, 0.6}, {0.25, 0, 0}});
    children.push_back(child(boxes.back(), bodies.transform()));
  }
  Compound<3, double> body;
  ASSERT_EQ(body.build(children), Status::ok);
  World<3, double> world({.detail = ContactDetail::volumes});
  const Box<3, double> probe{{1.5, 1.5, 1.5}};
  const Transform3d pose{{10, 20, 30}, {0.1, 0.5, 0.5, 0.7}};
  const Handle whole = world.add(body, pose);
  const Handle one = world.add(probe, pose);
  std::size_t seen = 0;
  for (int round = 0; round < 20; ++round) {
    Transform3d other{pose * bodies.random_point(), bodies.rotation()};
    ASSERT_EQ(world.move(one, other), Status::ok);
    ASSERT_EQ(world.update().status, Status::ok);
    if (world.pairs().empty()) continue;
    const WorldPair pair = world.pairs()[0];
    ASSERT_EQ(pair.a, whole);
    for (const auto& c : world.contacts(pair)) {
      const auto v = world.volume(pair, c);
      const Child<3, double>& part = children[c.sub_shape_a];
      std::vector<Vec3d> corners;
      for (const Vec3d& p : corners_of(boxes[c.sub_shape_a]))
        corners.push_back(pose * (part.pose * p));
      ConvexPolyhedron<double> a, b;
      ASSERT_EQ((hull_of<3, double>(corners, a)), Status::ok);
      ASSERT_EQ((hull_of<3, double>(corners_of(probe), b)), Status::ok);
      MullerPreparata<3, double> duals;
      ContactVolume<3, double> expected;
      ASSERT_EQ(duals.find(a, {}, b, other, expected), v.status);
      ASSERT_NEAR(v.volume, expected.volume(), 1e-12);
      ++seen;
    }
  }
  EXPECT_GT(seen, 20u);
}

TEST(WorldVolume, allocates_nothing_once_it_is_warm) {
  FailingAllocator memory;
  VolumeModel<3, float> model(7, kVolumes, memory.allocator());
  for (int i = 0; i < 30; ++i) ASSERT_NO_FATAL_FAILURE(model.add());
  std::vector<Handle> all;
  World<3>& world = model.world();
  ASSERT_EQ(world.for_each([&](Handle h) { all.push_back(h); }), Status::ok);
  const auto frame = [&](int t) {
    for (const Handle h : all) {
      auto pose = world.find(h)->pose;
      pose.translation[0] += t % 8 < 4 ? 0.0625f : -0.0625f;
      ASSERT_EQ(h.index % 3 == 0 ? world.move(h, pose) : Status::ok, Status::ok);
    }
    ASSERT_EQ(world.update().status, Status::ok);
  };
  int t = 0;
  for (; t < 160; ++t) ASSERT_NO_FATAL_FAILURE(frame(t));
  memory.fail(FailingAllocator::kNever);
  for (; t < 200; ++t) ASSERT_NO_FATAL_FAILURE(frame(t));
  EXPECT_EQ(memory.calls(), 0u);
  EXPECT_GT(world.pairs().size(), 10u);
}

// From one allocation on, or that one alone.
TEST(WorldVolume, failed_allocations_lose_none) {
  std::uint64_t expected = 0;
  const auto run = [&](std::size_t k, bool forever, std::size_t& failures, std::size_t& failed) {
    FailingAllocator memory;
    VolumeModel<2, float> model(8, kVolumes, memory.allocator());
    for (int i = 0; i < 20; ++i) ASSERT_NO_FATAL_FAILURE(model.add());
    memory.fail(k, forever);
    Status s = model.world().update().status;
    failures = memory.failures();
    memory.fail(FailingAllocator::kNever);
    ASSERT_TRUE(model.world().validate());
    if (s == Status::out_of_memory) s = model.world().update().status, ++failed;
    ASSERT_EQ(s, Status::ok);
    ASSERT_NO_FATAL_FAILURE(model.expect_same());
    if (expected == 0) expected = model.world().hash();
    ASSERT_EQ(model.world().hash(), expected);
  };
  std::size_t failures = 0;
  std::size_t failed = 0;
  ASSERT_NO_FATAL_FAILURE(run(FailingAllocator::kNever, true, failures, failed));
  for (const bool forever : {true, false}) {
    failures = 1;
    for (std::size_t k = 1; failures != 0; ++k) {
      SCOPED_TRACE(k);
      ASSERT_NO_FATAL_FAILURE(run(k, forever, failures, failed));
    }
  }
  EXPECT_GT(failed, 40u);
}

// A snapshot holds none: they follow from the rest, bit for bit.
TEST(WorldVolume, is_restored_from_a_snapshot) {
  VolumeModel<3, float> model(9, kVolumes);
  for (int i = 0; i < 30; ++i) ASSERT_NO_FATAL_FAILURE(model.add());
  ASSERT_EQ(model.world().update().status, Status::ok);
  Buffer<std::byte> saved;
  ASSERT_EQ(model.world().save(saved), Status::ok);
  const std::uint64_t hash = model.world().hash();
  ASSERT_NO_FATAL_FAILURE(model.move(60));
  ASSERT_EQ(model.world().update().status, Status::ok);
  ASSERT_NE(model.world().hash(), hash);
  ASSERT_EQ(model.world().restore({saved.data(), saved.size()}), Status::ok);
  EXPECT_EQ(model.world().hash(), hash);
  ASSERT_NO_FATAL_FAILURE(model.expect_same());
  EXPECT_GT(model.seen(), 5u);
}

TEST(WorldVolume, is_recomputed_only_where_an_object_moved) {
  World<2> world(kVolumes);
  std::vector<Handle> row;
  for (int i = 0; i < 40; ++i) {
    row.push_back(world.add(Box<2, float>{{0.6f, 1}}, {{float(i), 0}, {}}));
  }
  ASSERT_EQ(world.update().pairs_tested, 39u);
  const auto first = [&] {
    const WorldPair p = world.pairs()[0];
    return world.volume(p, world.contacts(p)[0]).vertices.data();
  };
  const auto* const before = first();
  ASSERT_EQ(world.move(row[20], {{20, 0.5f}, {}}), Status::ok);
  ASSERT_EQ(world.update().pairs_tested, 2u);
  EXPECT_EQ(first(), before) << "not written again";
  float sum = 0;
  for (const WorldPair& p : world.pairs()) sum += world.volume(p, world.contacts(p)[0]).volume;
  EXPECT_NEAR(sum, 37 * 0.4f + 2 * 0.2f * 1.5f, 1e-4f);
}

}  // namespace
}  // namespace masu::test
