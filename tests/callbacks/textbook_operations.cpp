// SPDX-License-Identifier: MIT
// Operations of masu/textbook.
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/textbook/all_walls.hpp>
#include <masu/textbook/boxed_walls.hpp>
#include <masu/textbook/bsp_tree.hpp>
#include <masu/textbook/plain_pass.hpp>
#include <masu/textbook/projection_groups.hpp>
#include <masu/textbook/wall_groups.hpp>

#include "tests/callbacks/operation.hpp"
#include "tests/callbacks/zigzag.hpp"

namespace masu::test {
namespace {

using enum UserCode;

void add_walls(std::vector<Operation>& list) {
  const auto add = [&](const char* name, std::vector<UserCode> codes, auto&& search) {
    list.push_back({name, std::move(codes), [search](Probe& p) {
                      const Zigzag walls(20);
                      p.attempt(walls, [&](Digest& d) {
                        search(p, walls, d, [&](std::uint32_t wall, float distance) {
                          p.visit();
                          d << wall << distance;
                        });
                      });
                    }});
  };
  add("AllWalls::for_each_within", {visitor}, [](Probe&, auto& w, Digest& d, auto&& visit) {
    d << AllWalls<float>(w.vertices, w.chains).for_each_within({9, 0}, 5, visit);
  });
  add("BoxedWalls::for_each_within", {visitor}, [](Probe&, auto& w, Digest& d, auto&& visit) {
    BoxedWalls<float, KdTree<2, float>> boxed;
    EXPECT_EQ(boxed.build(w.vertices, w.chains), Status::ok);
    d << boxed.for_each_within({9, 0}, 5, visit);
  });
  add("ProjectionGroups::for_each_within", {visitor, trace},
      [](Probe& p, auto& w, Digest& d, auto&& visit) {
        ProjectionGroups<float> groups;
        EXPECT_EQ(groups.build(w.vertices, w.chains, 4), Status::ok);
        d << groups.for_each_within({9, 0}, 5, visit);
        // With a cache of indices, which the search changes: any is right.
        std::vector<std::uint32_t> indices(groups.run_count());
        d << groups.for_each_within(indices, {9, 0}, 5, visit, p.trace());
      });
  add("ProjectionGroups::for_each_group", {visitor}, [](Probe& p, auto& w, Digest& d, auto&&) {
    ProjectionGroups<float> groups;
    EXPECT_EQ(groups.build(w.vertices, w.chains, 4), Status::ok);
    groups.for_each_group([&](const Aabb2f& box, std::uint32_t first, std::uint32_t count,
                              std::uint32_t run) { p.visit(), d << box << first << count << run; });
  });
  add("WallGroups::for_each_wall", {visitor}, [](Probe& p, auto& w, Digest& d, auto&&) {
    WallGroups groups;
    EXPECT_EQ(groups.build(w.chains, 4), Status::ok);
    for (const WallGroup& group : groups.groups()) {
      WallGroups::for_each_wall(w.chains, group, [&](std::uint32_t i) { p.visit(), d << i; });
    }
  });
}

void add_bsp_tree(std::vector<Operation>& list) {
  using Tree = BspTree<2, float>;
  const auto faces = [] {
    std::vector<Tree::Face> made;
    for (const auto& box : random_boxes<2>(20)) made.push_back({{box.min, box.max}});
    return made;
  };
  list.push_back({"BspTree::build", {trace}, [faces](Probe& p) {
                    Tree tree;
                    p.attempt(tree, [&](Digest& d) {
                      d << tree.build(faces(), {}, p.trace()) << tree.node_count();
                    });
                  }});
  const auto add = [&](const char* name, auto&& search) {
    list.push_back({std::string("BspTree::") + name, {visitor}, [faces, search](Probe& p) {
                      Tree tree;
                      EXPECT_EQ(tree.build(faces()), Status::ok);
                      p.attempt(tree, [&](Digest& d) {
                        const auto fragment = [&](const BspFragment<2>& f) {
                          p.visit();
                          d << f.face << f.corner[0];
                        };
                        search(p, tree, d, fragment);
                      });
                    }});
  };
  add("back_to_front", [](Probe&, auto& tree, Digest& d, auto&& visit) {
    d << tree.back_to_front({1, 1}, visit);
  });
  add("front_to_back", [](Probe&, auto& tree, Digest& d, auto&& visit) {
    d << tree.front_to_back({1, 1}, visit);
  });
  add("for_each_overlapping", [](Probe&, auto& tree, Digest& d, auto&& visit) {
    d << tree.for_each_overlapping(window<2>(20), visit);
  });
  add("for_each_node", [](Probe& p, auto& tree, Digest& d, auto&& visit) {
    tree.for_each_node(
        [&](const BspPlane<2>& plane, int depth, std::size_t n) {
          p.visit();
          d << plane.offset << depth << n;
        },
        visit);
  });
  add("for_each_cut", [](Probe& p, auto& tree, Digest& d, auto&& visit) {
    tree.for_each_cut(
        window<2>(20),
        [&](const auto& face, int depth, std::size_t n) {
          p.visit();
          d << face.corner[0] << depth << n;
        },
        visit);
  });
}

}  // namespace

void add_textbook_operations(std::vector<Operation>& list) {
  add_walls(list);
  add_bsp_tree(list);
  list.push_back({"PlainPass::find_candidates", {visitor, trace}, [](Probe& p) {
                    PlainPass<2, float> pass;
                    EXPECT_EQ(pass.build(random_boxes<2>(30)), Status::ok);
                    p.attempt(pass, [&](Digest& d) {
                      d << pass.find_candidates(
                          [&](std::uint32_t a, std::uint32_t b) { p.visit(), d << a << b; },
                          p.trace());
                    });
                  }});
  list.push_back({"PlainPass::for_each_child", {visitor}, [](Probe& p) {
                    PlainPass<2, float> pass;
                    EXPECT_EQ(pass.build(random_boxes<2>(30)), Status::ok);
                    p.attempt(pass, [&](Digest& d) {
                      (void)pass.for_each_child(0, [&](std::uint64_t cell) {
                        d << cell;
                        return p.visit();
                      });
                    });
                  }});
}

}  // namespace masu::test
