// SPDX-License-Identifier: MIT
// Meshes and other composite shapes.
#include <masu/mesh/composite_aabb.hpp>
#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_impact.hpp>
#include <masu/mesh/composite_intersects.hpp>
#include <masu/mesh/composite_ray_cast.hpp>
#include <masu/mesh/compound.hpp>
#include <masu/mesh/contacts.hpp>
#include <masu/mesh/height_field.hpp>
#include <masu/mesh/self_contact.hpp>
#include <masu/mesh/signed_distance.hpp>
#include <masu/mesh/tile_grid.hpp>
#include <masu/mesh/triangle_mesh.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>

#include "tests/threads/subject.hpp"

namespace masu::test {
namespace {

const Sphere<3, float> kBall{0.6f};
const Box<3, float> kBox{{0.4f, 0.5f, 0.6f}};
const Transform3f kPose{{1.3f, 1.4f, 0.5f}, {}};

constexpr auto ask_body = [](const auto& body, Digest& d) {
  d << body.bounds() << aabb_of(body, kPose);
  d << body.for_each_sub_shape(Aabb3f{{0, 0, -9}, {2, 2, 9}},
                               [&](std::uint32_t id, const auto&) { d << id; });
  d << distance(body, Transform3f{}, kBall, Transform3f{{9, 1, 1}, {}}).distance;
  d << intersects(body, Transform3f{}, kBox, kPose).overlapping;
  d << ray_cast(body, Transform3f{}, Ray<3, float>{{0.5f, 0.3f, 4}, {0.2f, 0.1f, -1}}).t;
  d << shape_cast(body, Transform3f{}, kBall, Transform3f{{1, 1, 9}, {}}, Vec3f{0, 0, -9}).t;
  d << contacts(body, Transform3f{}, kBox, kPose,
                [&](const auto& c) { d << c.sub_shape_a << c.distance << c.normal; },
                {.skip_internal_edges = true});
};

// A closed wavy box: two sheets and the walls between.
std::shared_ptr<SurfaceMesh<3, float>> solid(std::uint64_t seed) {
  std::vector<Vec3f> vertices = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0},
                                 {0, 0, 1}, {4, 0, 1}, {4, 4, 1}, {0, 4, 1}};
  const std::vector<std::uint32_t> corners = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                              1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
  const auto made = std::make_shared<SurfaceMesh<3, float>>();
  EXPECT_EQ(made->build(vertices, corners), Status::ok);
  vertices[6][2] += 0.1f * float(seed);
  EXPECT_EQ(made->set_vertices(vertices), Status::ok);
  return made;
}

}  // namespace

void add_body_subjects(std::vector<SubjectKind>& list) {
  add_subject(list, {"SurfaceMesh"}, solid, [](const SurfaceMesh<3, float>& mesh, Digest& d) {
    ask_body(mesh, d);
    d << signed_distance(mesh, Transform3f{}, Vec3f{1, 1, 0.4f}).distance;
    d << signed_distance(mesh, Transform3f{}, kBall, kPose).distance;
    d << self_contacts(mesh, [&](std::uint32_t a, std::uint32_t b) { d << a << b; });
    d << mesh.check_solid() << mesh.neighbor(0, 0) << mesh.share_vertex(0, 1);
  });
  add_subject(
      list, {"Compound"},
      [](std::uint64_t seed) {
        std::vector<Child<3, float>> children;
        for (int i = 0; i < 20; ++i) {
          children.push_back(child(kBall, Transform3f{{float(i % 5), float(i / 5), 0}, {}}));
        }
        const auto made = std::make_shared<Compound<3, float>>();
        EXPECT_EQ(made->build(children), Status::ok);
        EXPECT_EQ(made->move(3, {{0.1f * float(seed), 1, 1}, {}}), Status::ok);
        return made;
      },
      ask_body);
  add_subject(
      list, {"HeightField"},
      [](std::uint64_t seed) {
        std::vector<float> heights;
        for (int i = 0; i < 81; ++i) heights.push_back(0.25f * float(i * i % 5));
        const auto made = std::make_shared<HeightField<3, float>>();
        EXPECT_EQ(made->build({9, 9}, {1, 1}, heights), Status::ok);
        const float height[] = {0.2f * float(seed)};
        EXPECT_EQ(made->set_heights({1, 1}, {1, 1}, height), Status::ok);
        EXPECT_EQ(made->set_hole({3, 3}, true), Status::ok);
        return made;
      },
      ask_body);
  add_subject(
      list, {"TileGrid"},
      [](std::uint64_t seed) {
        const auto made = std::make_shared<TileGrid<3, float>>();
        EXPECT_EQ(made->build({6, 6, 3}, {1, 1, 1}), Status::ok);
        for (std::uint32_t i = std::uint32_t(seed); i < 108; i += 2) {
          EXPECT_EQ(made->set(made->cell_of(i), Tile::solid), Status::ok);
        }
        return made;
      },
      ask_body);
}

}  // namespace masu::test
