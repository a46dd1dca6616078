// SPDX-License-Identifier: MIT
// Truncated and altered files: refused with a message, or a mesh with valid indices.
#include <cmath>
#include <random>

#include "mesh_files.hpp"

namespace masu::io::testing {
namespace {

struct Sample {
  const char* name;
  std::string bytes;
};

std::vector<Sample> samples() {
  return {{"m.obj", as_obj(cube())},
          {"a.stl", as_ascii_stl(cube())},
          {"b.stl", as_binary_stl(cube())},
          {"m.glb", as_glb(cube())}};
}

void expect_sound(const Sample& sample, const std::string& bytes) {
  Mesh mesh;
  MeshOptions options;
  options.limits.vertices = 10'000;
  options.limits.triangles = 10'000;
  const ReadResult result = parse_mesh(bytes, sample.name, mesh, options);
  EXPECT_EQ(result.message.empty(), static_cast<bool>(result)) << sample.name;
  if (!result) {
    EXPECT_TRUE(mesh.vertices.empty() && mesh.indices.empty());
    return;
  }
  ASSERT_EQ(mesh.indices.size() % 3, 0u);
  for (const std::uint32_t i : mesh.indices) ASSERT_LT(i, mesh.vertices.size()) << sample.name;
  for (const auto& v : mesh.vertices) {
    ASSERT_TRUE(std::isfinite(v[0]) && std::isfinite(v[1]) && std::isfinite(v[2]));
  }
}

TEST(MeshDamage, truncated_files_are_refused) {
  for (const Sample& s : samples()) {
    for (std::size_t size = 0; size < s.bytes.size(); ++size) {
      expect_sound(s, s.bytes.substr(0, size));
    }
  }
}

TEST(MeshDamage, bytes_altered) {
  std::mt19937 random(7);
  for (const Sample& s : samples()) {
    for (int round = 0; round < 4000; ++round) {
      std::string bytes = s.bytes;
      for (unsigned change = 0; change < 1 + random() % 4; ++change) {
        bytes[random() % bytes.size()] = static_cast<char>(random());
      }
      expect_sound(s, bytes);
    }
  }
}

// tinyobjloader ends a line at a carriage return, this reader does not: the rest of a group's name
// would be lines that are not checked. It finds no triangle in the polygon, which makes up for
// three.
TEST(MeshDamage, names_of_groups_in_obj_are_no_lines) {
  const std::string bytes =
      "v -1 -1 0\nv 0 -2 0\nv -2 -1 0\nv -2 -2 0\nv 1 -2 0\nf 1 2 3 4 5\n"
      "g x\rf 1 2 1000\rf 1 2 1000\rf 1 2 1000\n";
  Mesh mesh;
  MeshOptions options;
  options.weld = false;
  (void)parse_mesh(bytes, "m.obj", mesh, options);
  for (const std::uint32_t i : mesh.indices) EXPECT_LT(i, 5u);
  ASSERT_TRUE(parse_mesh("v 0 0 0\nv 1 0 0\nv 0 1 0\ng x\rt a 5/0/0\r\nf 1 2 3\n", "m.obj", mesh));
  ASSERT_EQ(mesh.groups.size(), 1u);
  EXPECT_EQ(mesh.groups[0].name, "x t a 5/0/0");
}

// Numbers of the JSON replaced by others, large and negative.
TEST(MeshDamage, numbers_of_gltf_altered) {
  const std::string valid = as_glb(cube());
  const std::size_t end = valid.find("}]}") + 3;
  for (std::size_t i = 20; i < end; ++i) {
    if (valid[i] < '0' || valid[i] > '9' || (valid[i - 1] >= '0' && valid[i - 1] <= '9')) continue;
    for (const std::string number : {"0", "9", "-1", "4294967295", "1e9", "99999999999999999999"}) {
      std::size_t last = i;
      while (valid[last] >= '0' && valid[last] <= '9') ++last;
      std::string json = valid.substr(20, i - 20) + number + valid.substr(last, end - last);
      expect_sound({"m.gltf", ""}, json);
      // In the binary file too, whose buffer is there.
      const std::string buffer = valid.substr(valid.find("BIN") - 4);
      while (json.size() % 4 != 0) json += ' ';
      std::string bytes = valid.substr(0, 8);
      append(bytes, static_cast<std::uint32_t>(20 + json.size() + buffer.size()));
      append(bytes, static_cast<std::uint32_t>(json.size()));
      expect_sound({"m.glb", ""}, bytes + "JSON" + json + buffer);
    }
  }
}

}  // namespace
}  // namespace masu::io::testing
