// SPDX-License-Identifier: MIT
// Walls, and structures of masu/textbook.
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/corridor/corridor.hpp>
#include <masu/corridor/wall_chains.hpp>
#include <masu/textbook/all_walls.hpp>
#include <masu/textbook/boxed_walls.hpp>
#include <masu/textbook/bsp_tree.hpp>
#include <masu/textbook/projection_groups.hpp>
#include <masu/textbook/spherical_region.hpp>
#include <masu/textbook/wall_groups.hpp>

#include "tests/threads/subject.hpp"

namespace masu::test {
namespace {

// Two zigzag walls.
struct Walls {
  std::vector<Vec2f> vertices;
  std::vector<WallChain> chains;
  explicit Walls(std::uint64_t seed) {
    for (const float y : {-2.f, 2.f}) {
      chains.push_back({std::uint32_t(vertices.size()), 41});
      for (int i = 0; i <= 40; ++i) {
        vertices.push_back({float(i), y + (i % 2 == 0 ? 0.f : 0.2f * float(seed))});
      }
    }
  }
};

constexpr auto ask_walls = [](const auto& walls, Digest& d) {
  for (float x = 0; x < 40; x += 3) {
    const Vec2f p{x, 0.1f};
    const auto nearest = walls.nearest(p);
    d << nearest.wall << nearest.distance;
    d << walls.for_each_within(p, 3, [&](std::uint32_t wall, float s) { d << wall << s; });
    if constexpr (requires { walls.ray_cast(Ray<2, float>{}); }) {
      d << walls.ray_cast(Ray<2, float>{p, {0.3f, 1}}).t;
      d << walls.capsule_cast(p, {0.1f, 0}, 0.2f, {2, 3}).t;
    }
  }
};

template <class Structure>
std::shared_ptr<Structure> built(std::uint64_t seed) {
  const Walls walls(seed);
  const auto made = std::make_shared<Structure>();
  EXPECT_EQ(made->build(walls.vertices, walls.chains), Status::ok);
  return made;
}

struct AllWallsOf {
  Walls walls;
  AllWalls<float> all{walls.vertices, walls.chains};
};

}  // namespace

void add_wall_subjects(std::vector<SubjectKind>& list) {
  add_subject(
      list, {"ChainTree"},
      [](std::uint64_t seed) {
        const auto made = built<ChainTree<float>>(seed);
        const Vec2f moved[] = {{5, 1}, {6, 1.5f}};
        EXPECT_EQ(made->set_vertices(5, moved), Status::ok);
        EXPECT_EQ(made->insert(moved).status, Status::ok);
        return made;
      },
      [](const ChainTree<float>& tree, Digest& d) {
        ask_walls(tree, d);
        d << tree.bounds() << tree.wall_count() << tree.is_wall(3);
      });
  add_subject(
      list, {"Corridor"},
      [](std::uint64_t seed) {
        const auto made = built<Corridor<float>>(seed);
        const Vec2f moved[] = {{5, 1}, {6, 1.5f}};
        EXPECT_EQ(made->set_vertices(45, moved), Status::ok);
        return made;
      },
      [](const Corridor<float>& corridor, Digest& d) {
        Mover<float> mover{.position = {1, 0.3f}, .radius = 0.2f};
        for (int i = 0; i < 12; ++i) {
          d << corridor.move(mover, {3, i % 2 == 0 ? 4.f : -4.f}) << mover.position;
        }
        d << corridor.chain_of(50) << corridor.kind(3).material;
      });
  add_subject(
      list, {"WallChains"},
      [](std::uint64_t seed) {
        std::vector<Segment<2, float>> walls;
        for (const auto& box : random_boxes<2>(60, seed)) walls.push_back({box.min, box.max});
        const auto made = std::make_shared<WallChains<float>>();
        EXPECT_EQ(made->build(walls), Status::ok);
        return made;
      },
      [](const WallChains<float>& chains, Digest& d) {
        d << chains.vertices();
        for (std::uint32_t i = 0; i < chains.vertices().size(); ++i) {
          d << chains.chain_of(i) << (chains.has_wall(i) ? chains.source(i) : 0);
        }
      });
  add_subject(
      list, {"AllWalls"},
      [](std::uint64_t seed) { return std::make_shared<AllWallsOf>(AllWallsOf{Walls(seed)}); },
      [](const AllWallsOf& walls, Digest& d) { ask_walls(walls.all, d); });
  add_subject(list, {"BoxedWalls"}, built<BoxedWalls<float, KdTree<2, float>>>, ask_walls);
  add_subject(list, {"ProjectionGroups"}, built<ProjectionGroups<float>>,
              [](const ProjectionGroups<float>& groups, Digest& d) {
                ask_walls(groups, d);
                std::vector<std::uint32_t> indices(groups.run_count());
                d << groups.nearest(indices, {9, 0}, 9).wall;
              });
  add_subject(
      list, {"WallGroups"},
      [](std::uint64_t seed) {
        const auto made = std::make_shared<WallGroups>();
        EXPECT_EQ(made->build(Walls(seed).chains, std::uint32_t(seed) + 2), Status::ok);
        return made;
      },
      [](const WallGroups& groups, Digest& d) {
        for (const WallGroup& g : groups.groups()) d << g.chain << g.first << g.count;
      });
  add_subject(
      list, {"BspTree"},
      [](std::uint64_t seed) {
        std::vector<BspFace<2, float>> faces;
        for (const auto& box : random_boxes<2>(40, seed)) faces.push_back({{box.min, box.max}});
        const auto made = std::make_shared<BspTree<2, float>>();
        EXPECT_EQ(made->build(faces), Status::ok);
        return made;
      },
      [](const BspTree<2, float>& tree, Digest& d) {
        const auto each = [&](const BspFragment<2>& f) { d << f.face; };
        d << tree.back_to_front({1, 1}, each) << tree.in_solid({2, 2});
        d << tree.for_each_overlapping(window<2>(20), each);
        d << tree.ray_cast({{0, 0}, {1, 1}});
      });
  add_subject(
      list, {"SphericalRegion"},
      [](std::uint64_t seed) {
        const float x = 0.1f * float(seed);
        const Vec3f corners[] = {{1, x, 0}, {0, 1, x}, {x, 0, 1}};
        const auto made = std::make_shared<SphericalRegion<float>>();
        EXPECT_EQ(made->build(corners, {1, 1, 1}), Status::ok);
        return made;
      },
      [](const SphericalRegion<float>& region, Digest& d) {
        for (const auto& box : random_boxes<3>(50)) d << region.contains(box.min - box.max * 0.4f);
      });
}

}  // namespace masu::test
