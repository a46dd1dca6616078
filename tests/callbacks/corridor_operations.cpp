// SPDX-License-Identifier: MIT
// Operations among walls.
#include <masu/corridor/chain_tree.hpp>
#include <masu/corridor/corridor.hpp>
#include <masu/corridor/mover_batch.hpp>
#include <masu/corridor/wall_query_batch.hpp>

#include "tests/callbacks/operation.hpp"
#include "tests/callbacks/zigzag.hpp"

namespace masu::test {
namespace {

using enum UserCode;

// After the walls a bar that can be moved.
struct Walls : Zigzag {
  Walls() : Zigzag(40) {
    chains.push_back({std::uint32_t(vertices.size()), 2});
    vertices.push_back({0.5f, -1.5f});
    vertices.push_back({0.5f, 1.5f});
  }
};
struct Scene {
  Walls walls;
  Corridor<float> corridor;
  std::vector<Mover<float>> movers;
  std::vector<Vec2f> steps;

  explicit Scene(std::size_t count) {
    EXPECT_EQ(corridor.build(walls.vertices, walls.chains), Status::ok);
    for (std::size_t i = 0; i < count; ++i) {
      const float x = 1.2f + float(i % 37);
      movers.push_back({.position = {x, 0.3f * float(i % 5) - 0.6f}, .radius = 0.1f});
      steps.push_back({float(i % 7) - 3, 5 - float(i % 11)});
    }
  }
};

void add_positions(Digest& d, const std::vector<Mover<float>>& movers) {
  for (const auto& mover : movers) d << mover.position;
}

void add_tree(std::vector<Operation>& list) {
  const auto add = [&](const char* name, std::vector<UserCode> codes, auto&& search) {
    list.push_back({name, std::move(codes), [search](Probe& p) {
                      const Scene x(0);
                      p.attempt(x, [&](Digest& d) { search(p, x.corridor.walls(), d); });
                    }});
  };
  add("ChainTree::for_each_within", {visitor}, [](Probe& p, const auto& tree, Digest& d) {
    d << tree.for_each_within({9, 0}, 5, [&](std::uint32_t wall, float distance) {
      p.visit();
      d << wall << distance;
    });
  });
  add("ChainTree::for_each_on_path", {visitor, trace}, [](Probe& p, const auto& tree, Digest& d) {
    const auto measure = [&](std::uint32_t wall, double t) {
      p.visit();
      d << wall;
      return wall % 9 == 0 ? 0.75 * t : t;
    };
    d << tree.for_each_on_path({1, 0}, {30, 3}, 1, 1, measure, p.trace());
  });
  add("ChainTree::for_each_box", {visitor}, [](Probe& p, const auto& tree, Digest& d) {
    tree.for_each_box([&](const Aabb2f& box, std::uint32_t level, std::uint64_t node,
                          std::uint32_t first, std::uint32_t walls) {
      p.visit();
      d << box << level << node << first << walls;
    });
  });
}

void add_query_batches(std::vector<Operation>& list) {
  const auto add = [&](const char* name, auto&& ask) {
    list.push_back({name, {jobs}, [ask](Probe& p) {
                      const Scene x(3000);
                      std::vector<Vec2f> points;
                      for (const auto& mover : x.movers) points.push_back(mover.position);
                      WallQueryBatch<float> batch;
                      p.attempt(batch, [&](Digest& d) {
                        ask(batch, x.corridor.walls(), points, x.steps, p.jobs(), d);
                      });
                    }});
  };
  add("WallQueryBatch::nearest",
      [](auto& batch, auto& tree, auto& points, auto&, auto&& jobs, Digest& d) {
        std::vector<NearestWall<float>> found(points.size());
        d << batch.nearest(tree, points, 9, found, jobs);
        for (const auto& f : found) d << f.wall << f.distance << f.point;
      });
  add("WallQueryBatch::ray_cast",
      [](auto& batch, auto& tree, auto& points, auto& steps, auto&& jobs, Digest& d) {
        std::vector<Ray<2, float>> rays;
        for (std::size_t i = 0; i < points.size(); ++i) rays.push_back({points[i], steps[i]});
        std::vector<WallHit<float>> found(points.size());
        d << batch.ray_cast(tree, rays, found, jobs) << found;
      });
  add("WallQueryBatch::circle_cast",
      [](auto& batch, auto& tree, auto& points, auto& steps, auto&& jobs, Digest& d) {
        std::vector<WallHit<float>> found(points.size());
        d << batch.circle_cast(tree, points, 0.1f, steps, found, jobs) << found;
      });
}

}  // namespace

void add_corridor_operations(std::vector<Operation>& list) {
  add_tree(list);
  add_query_batches(list);
  list.push_back({"Corridor::move", {visitor}, [](Probe& p) {
                    Scene x(9);
                    std::vector<std::uint64_t> digests;
                    // A mover whose call threw is where it was, and moves again.
                    p.attempt(x, [&](Digest& d) {
                      for (std::size_t i = digests.size(); i < x.movers.size(); ++i) {
                        Digest of_move;
                        const auto contact = [&](const WallContact& c) {
                          p.visit();
                          of_move << c.wall << c.t;
                        };
                        of_move << x.corridor.move(x.movers[i], x.steps[i], {}, contact);
                        digests.push_back(of_move.value());
                      }
                      d << digests;
                      add_positions(d, x.movers);
                    });
                  }});
  list.push_back({"Corridor::move_walls", {visitor}, [](Probe& p) {
                    Scene x(30);
                    bool done = false;
                    // The walls have moved, and pushed every mover, even if a visitor throws.
                    p.attempt(x, [&](Digest& d) {
                      if (!done) {
                        done = true;
                        EXPECT_EQ(
                            x.corridor.move_walls(x.walls.chains[2], {6, 0}, x.movers,
                                                  [&](std::uint32_t, const auto&) { p.visit(); }),
                            Status::ok);
                      }
                      d << x.corridor.walls().vertex(x.walls.chains[2].first);
                      add_positions(d, x.movers);
                    });
                  }});
  list.push_back({"MoverBatch::move", {visitor, jobs}, [](Probe& p) {
                    Scene x(p.size(9, 3000));
                    MoverBatch<float> batch;
                    p.attempt(batch, [&](Digest& d) {
                      auto movers = x.movers;
                      std::vector<MoveResult<float>> results(movers.size());
                      const auto contact = [&](std::uint32_t, const WallContact&) { p.visit(); };
                      d << batch.move(x.corridor, movers, x.steps, results, {}, p.jobs(), contact);
                      add_positions(d, movers);
                    });
                  }});
}

}  // namespace masu::test
