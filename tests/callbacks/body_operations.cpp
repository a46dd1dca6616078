// SPDX-License-Identifier: MIT
// Operations of composite shapes, and of two of them.
#include <masu/mesh/composite_intersects.hpp>
#include <masu/mesh/compound.hpp>
#include <masu/mesh/contacts.hpp>
#include <masu/mesh/height_field.hpp>
#include <masu/mesh/self_contact.hpp>
#include <masu/mesh/tile_grid.hpp>
#include <masu/mesh/triangle_mesh.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>

#include "tests/callbacks/operation.hpp"

namespace masu::test {
namespace {

using enum UserCode;

// A wavy sheet of 2 * 6 * 6 triangles, folded so that it crosses itself.
SurfaceMesh<3, float> mesh() {
  std::vector<Vec3f> vertices;
  std::vector<std::uint32_t> corners;
  for (std::uint32_t y = 0; y < 7; ++y) {
    for (std::uint32_t x = 0; x < 7; ++x) {
      const float fold = x < 5 ? float(x) : 7.5f - float(x);
      vertices.push_back({fold, float(y), 0.5f * float((x * x + y) % 3)});
      if (x == 6 || y == 6) continue;
      const std::uint32_t i = 7 * y + x;
      corners.insert(corners.end(), {i, i + 1, i + 8, i, i + 8, i + 7});
    }
  }
  SurfaceMesh<3, float> made;
  EXPECT_EQ(made.build(vertices, corners), Status::ok);
  return made;
}
Compound<3, float> compound() {
  static const Sphere<3, float> ball{0.6f};
  std::vector<Child<3, float>> children;
  for (int i = 0; i < 12; ++i) {
    children.push_back(child(ball, Transform3f{{float(i % 4), float(i / 4), 0.2f}, {}}));
  }
  Compound<3, float> made;
  EXPECT_EQ(made.build(children), Status::ok);
  return made;
}
HeightField<3, float> field() {
  std::vector<float> heights;
  for (int i = 0; i < 49; ++i) heights.push_back(0.25f * float(i * i % 5));
  HeightField<3, float> made;
  EXPECT_EQ(made.build({7, 7}, {1, 1}, heights), Status::ok);
  return made;
}
TileGrid<3, float> grid() {
  TileGrid<3, float> made;
  EXPECT_EQ(made.build({6, 6, 3}, {1, 1, 1}), Status::ok);
  for (std::uint32_t i = 0; i < 108; i += 2) {
    EXPECT_EQ(made.set(made.cell_of(i), Tile::solid), Status::ok);
  }
  return made;
}

template <class Make>
void add_body(std::vector<Operation>& list, const std::string& of, Make make) {
  const auto add = [&](const char* name, auto&& search) {
    list.push_back({of + "::" + name, {visitor}, [make, search](Probe& p) {
                      const auto body = make();
                      p.attempt(body, [&](Digest& d) { search(p, body, d); });
                    }});
  };
  const auto near = [](Probe& p, Digest& d) {
    return [&](std::uint32_t id, const auto&) {
      p.visit();
      d << id;
      return 4.0;
    };
  };
  add("for_each_sub_shape", [](Probe& p, const auto& body, Digest& d) {
    d << body.for_each_sub_shape(Aabb3f{{0, 0, -9}, {4, 4, 9}},
                                 [&](std::uint32_t id, const auto&) { p.visit(), d << id; });
  });
  add("for_each_sub_shape_near", [near](Probe& p, const auto& body, Digest& d) {
    const auto gap = [&](const Aabb3f& box) { return p.visit(), double(box.min[0]); };
    d << body.for_each_sub_shape_near(gap, 4.0, near(p, d));
  });
  if constexpr (RayWalkedShape<std::remove_cvref_t<decltype(make())>>) {
    add("for_each_sub_shape_along", [near](Probe& p, const auto& body, Digest& d) {
      d << body.for_each_sub_shape_along(Vec3d{0.5, 0.3, 4}, Vec3d{0.5, 0.6, -1}, 9.0, near(p, d));
    });
  }
}

void add_pairs(std::vector<Operation>& list) {
  const auto add = [&](const char* name, auto&& search) {
    list.push_back({name, {visitor}, [search](Probe& p) {
                      const auto a = mesh();
                      const auto b = compound();
                      p.attempt(a, [&](Digest& d) { search(p, a, b, d); });
                    }});
  };
  const Transform3f above{{0.3f, 0.4f, 0.5f}, {}};
  add("contacts", [above](Probe& p, const auto& a, const auto& b, Digest& d) {
    d << contacts(
        a, {}, b, above,
        [&](const auto& c) { p.visit(), d << c.sub_shape_a << c.sub_shape_b << c.distance; },
        {.skip_internal_edges = true});
  });
  add("contact_manifolds", [above](Probe& p, const auto& a, const auto& b, Digest& d) {
    d << contact_manifolds(a, {}, b, above, [&](const auto& c) {
      p.visit();
      d << c.sub_shape_a << c.sub_shape_b << c.count;
    });
  });
  add("touching_sub_shapes", [above](Probe& p, const auto& a, const auto& b, Digest& d) {
    d << touching_sub_shapes(a, {}, b, above,
                             [&](std::uint32_t i, std::uint32_t j) { p.visit(), d << i << j; });
  });
  add("self_contacts", [](Probe& p, const auto& a, const auto&, Digest& d) {
    d << self_contacts(a, [&](std::uint32_t i, std::uint32_t j) { p.visit(), d << i << j; });
  });
}

}  // namespace

void add_body_operations(std::vector<Operation>& list) {
  add_body(list, "SurfaceMesh", mesh);
  add_body(list, "Compound", compound);
  add_body(list, "HeightField", field);
  add_body(list, "TileGrid", grid);
  add_pairs(list);
}

}  // namespace masu::test
