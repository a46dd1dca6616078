// SPDX-License-Identifier: MIT
// A program with a tinyobjloader of its own, of floats, links masu::io.
#define TINYOBJLOADER_IMPLEMENTATION
#include <tiny_obj_loader.h>

#include <sstream>

#include "mesh_files.hpp"

namespace masu::io::testing {
namespace {

TEST(TinyObj, in_the_program_does_not_clash_with_that_of_the_library) {
  std::istringstream stream(as_obj(cube()));
  tinyobj::attrib_t attributes;
  std::vector<tinyobj::shape_t> shapes;
  std::vector<tinyobj::material_t> materials;
  std::string warning, error;
  ASSERT_TRUE(tinyobj::LoadObj(&attributes, &shapes, &materials, &warning, &error, &stream));
  EXPECT_EQ(attributes.vertices.size(), 24u);
  Mesh mesh;
  ASSERT_TRUE(parse_mesh(as_obj(cube()), "m.obj", mesh));
  EXPECT_EQ(mesh.vertices.size(), 8u);
}

}  // namespace
}  // namespace masu::io::testing
