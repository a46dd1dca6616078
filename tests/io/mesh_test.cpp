// SPDX-License-Identifier: MIT
// One cube in every format, and the features of each format.
#include <algorithm>
#include <array>
#include <limits>

#include <masu/mesh/triangle_mesh.hpp>

#include "mesh_files.hpp"

namespace masu::io::testing {
namespace {

using Corners = std::array<std::array<double, 3>, 3>;

// The triangles as points, each from its least corner on, sorted.
std::vector<Corners> triangles_of(const Mesh& mesh) {
  std::vector<Corners> all;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    Corners t;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& p = corner(mesh, i + k);
      t[k] = {p[0], p[1], p[2]};
    }
    std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    all.push_back(t);
  }
  std::sort(all.begin(), all.end());
  return all;
}

TEST_F(Files, every_format_holds_the_same_cube) {
  const Mesh expected = cube();
  const std::string embedded = gltf_json(expected, "\"uri\":\"cube.bin\",");
  write("cube.bin", gltf_buffer(expected));
  for (const auto& [name, bytes] :
       {std::pair<std::string, std::string>("cube.obj", as_obj(expected)),
        {"cube.stl", as_ascii_stl(expected)},
        {"binary.STL", as_binary_stl(expected)},
        {"cube.gltf", embedded},
        {"cube.glb", as_glb(expected)}}) {
    Mesh mesh;
    const ReadResult result = load_mesh(write(name, bytes), mesh);
    ASSERT_TRUE(result) << name << ": " << result.message;
    EXPECT_EQ(result.message, "");
    EXPECT_EQ(mesh.vertices.size(), 8u) << name << " is welded";
    EXPECT_EQ(triangles_of(mesh), triangles_of(expected)) << name;
    ASSERT_EQ(mesh.groups.size(), 1u) << name;
    EXPECT_EQ(mesh.groups[0].count, 12u) << name;
    TriangleMesh<double> solid;
    ASSERT_EQ(solid.build(mesh.vertices, mesh.indices), Status::ok) << name;
    TriangleMesh<float> rounded;
    EXPECT_EQ(rounded.build(vertices_as<float>(mesh), mesh.indices), Status::ok) << name;
  }
}

TEST_F(Files, welding_is_an_option) {
  Mesh mesh;
  MeshOptions raw;
  raw.weld = false;
  ASSERT_TRUE(parse_mesh(as_binary_stl(cube()), "cube.stl", mesh, raw));
  EXPECT_EQ(mesh.vertices.size(), 36u);
  EXPECT_EQ(mesh.triangle_count(), 12u);
  // A triangle of which two corners lie together is left out, and groups follow.
  ASSERT_TRUE(
      parse_mesh("g a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv -0 0 0\nf 1 2 3\nf 1 2 4\n"
                 "g b\nf 4 2 3\n",
                 "m.obj", mesh));
  EXPECT_EQ(mesh.vertices.size(), 3u);
  EXPECT_EQ(mesh.indices, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2}));
  ASSERT_EQ(mesh.groups.size(), 2u);
  EXPECT_EQ(mesh.groups[0].count, 1u);
  EXPECT_EQ(mesh.groups[1].name, "b");
  EXPECT_EQ(mesh.groups[1].first, 1u);
  EXPECT_EQ(mesh.groups[1].count, 1u);
}

TEST_F(Files, coordinates_are_scaled) {
  MeshOptions options;
  options.scale = {0.001, 2, -1};
  Mesh mesh;
  ASSERT_TRUE(parse_mesh("v 1 2 3\nv 4 5 6\nv 7 8 10\nf 1 2 3\n", "m.obj", mesh, options));
  EXPECT_EQ(mesh.vertices[0], (Vec<3, double>{0.001, 4, -3}));
}

// Six times the volume; negative where the triangles are seen from inside.
double volume_of(const Mesh& mesh) {
  double sum = 0;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    sum += dot(corner(mesh, i), cross(corner(mesh, i + 1), corner(mesh, i + 2)));
  }
  return sum;
}

TEST_F(Files, mirrored_meshes_keep_outward_normals) {
  const std::string mirror = R"({"mesh":0,"scale":[1,-1,1]})";
  const std::string twice = R"({"children":[1],"scale":[-1,1,1]},)" + mirror;
  const std::string matrix =
      R"({"mesh":0,"matrix":[0,1,0,0,1,0,0,0,0,0,1,0,0,0,0,1]})";  // swaps x and y
  for (const double x : {1, -1}) {
    for (const double z : {1, -1}) {
      MeshOptions options;
      options.scale = {x, 1, z};
      for (const auto& [name, bytes] :
           {std::pair<std::string, std::string>("m.obj", as_obj(cube())),
            {"m.stl", as_binary_stl(cube())},
            {"m.glb", as_glb(cube())},
            {"mirror.glb", as_glb(cube(), mirror)},
            {"twice.glb", as_glb(cube(), twice)},
            {"matrix.glb", as_glb(cube(), matrix)}}) {
        Mesh mesh;
        ASSERT_TRUE(parse_mesh(bytes, name, mesh, options));
        EXPECT_EQ(volume_of(mesh), 6) << name << " " << x << " " << z;
      }
    }
  }
}

TEST_F(Files, strips_of_gltf_have_outward_normals) {
  Mesh strip = cube();
  strip.indices = {6, 7, 2, 3, 1, 7, 5, 6, 4, 2, 0, 1, 4, 5};
  for (const std::string node : {R"({"mesh":0})", R"({"mesh":0,"scale":[1,1,-1]})"}) {
    std::string json = gltf_json(strip, "", node);
    json.insert(json.find("\"indices\""), "\"mode\":5,");
    Mesh mesh;
    ASSERT_TRUE(parse_mesh(glb_of(json, gltf_buffer(strip)), "m.glb", mesh));
    EXPECT_EQ(mesh.triangle_count(), 12u);
    EXPECT_EQ(volume_of(mesh), 6) << node;
  }
}

TEST_F(Files, nodes_of_gltf_are_placed) {
  // Turned by 90 degrees about z, doubled, moved; below a node that moves on by a matrix.
  const std::string nodes =
      R"({"children":[1,2],"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,10,0,0,1]},)"
      R"({"mesh":0,"name":"turned","rotation":[0,0,0.70710678118654757,0.70710678118654757],)"
      R"("scale":[2,2,2],"translation":[0,5,0]},{"mesh":0,"name":"plain"})";
  Mesh mesh;
  const ReadResult result = parse_mesh(as_glb(cube(), nodes), "two.glb", mesh);
  ASSERT_TRUE(result) << result.message;
  ASSERT_EQ(mesh.groups.size(), 2u);
  EXPECT_EQ(mesh.groups[0].name, "turned");
  EXPECT_EQ(mesh.triangle_count(), 24u);
  Vec<3, double> least{1e9, 1e9, 1e9}, most{-1e9, -1e9, -1e9};
  for (std::size_t i = 0; i < 36; ++i) {
    for (int a = 0; a < 3; ++a) {
      least[a] = std::min(least[a], corner(mesh, i)[a]);
      most[a] = std::max(most[a], corner(mesh, i)[a]);
    }
  }
  const double expected_least[] = {8, 5, 0}, expected_most[] = {10, 7, 2};
  for (int a = 0; a < 3; ++a) {
    EXPECT_NEAR(least[a], expected_least[a], 1e-12);
    EXPECT_NEAR(most[a], expected_most[a], 1e-12);
  }
  EXPECT_EQ(corner(mesh, 36), (Vec<3, double>{10, 0, 0}));
}

TEST_F(Files, messages_name_position_and_fault) {
  struct Case {
    std::string name, bytes;
    ReadStatus status;
    std::string message;
  };
  const std::string facet = "facet normal 0 0 1\nouter loop\n";
  const std::string buffer = "\"uri\":\"none.bin\",";
  const Case cases[] = {
      {"m.obj", "v 0 0 0\nv 1 x 0\n", ReadStatus::malformed, "m.obj:2: v: 'x' is not a number"},
      {"m.obj", "v 0 0 nan\n", ReadStatus::malformed, "m.obj:1: v: 'nan' is not finite"},
      {"m.obj", "v 0 0 0\nf 1 1 2\n", ReadStatus::malformed, "m.obj:2: f: vertex 2, but 1"},
      {"m.stl", "solid\n" + facet + "vertex 0 0\n", ReadStatus::malformed,
       "m.stl:4: vertex: '' is not a number"},
      {"m.stl", "solid\n" + facet + "vertex 0 0 0\nendloop\n", ReadStatus::malformed,
       "m.stl:5: a loop of 1 vertices, expected 3"},
      {"m.stl", "solid\n" + facet, ReadStatus::malformed,
       "m.stl:4: truncated: the file ends inside"},
      {"m.stl", "solid\nfacet normal 0 0 1\nvertex 0 0 0\n", ReadStatus::malformed,
       "m.stl:3: 'vertex' is out of place"},
      {"m.stl", "hello\n", ReadStatus::malformed, "m.stl: is neither ASCII STL"},
      {"m.stl", as_binary_stl(cube()).substr(0, 300), ReadStatus::malformed,
       "m.stl: truncated: 12 triangles are 684 bytes, the file has 300"},
      {"m.gltf", "{", ReadStatus::malformed, "m.gltf: "},
      {"m.gltf", gltf_json(cube(), buffer), ReadStatus::malformed, "m.gltf: File not found"},
      {"m.glb", as_glb(cube(), R"({"mesh":3})"), ReadStatus::malformed,
       "m.glb: mesh 3 does not exist: the file has 1"},
      {"m.glb", as_glb(cube(), R"({"children":[1,1]},{"mesh":0})"), ReadStatus::malformed,
       "m.glb: node 1 has more than one parent"},
      {"m.glb", as_glb(cube(), R"({"children":[0]})"), ReadStatus::malformed,
       "m.glb: node 0 has more than one parent"},
      {"m.ply", "ply\n", ReadStatus::unsupported, "m.ply: meshes are read from files that end in"}};
  for (const Case& c : cases) {
    Mesh mesh = cube();
    const ReadResult result = parse_mesh(c.bytes, c.name, mesh);
    EXPECT_EQ(result.status, c.status) << c.message << "\n  said: " << result.message;
    EXPECT_EQ(result.message.rfind(c.message, 0), 0u)
        << "expected: " << c.message << "\n  said: " << result.message;
    EXPECT_TRUE(mesh.vertices.empty() && mesh.indices.empty() && mesh.groups.empty());
  }
  Mesh mesh;
  const ReadResult none = load_mesh(folder_ + "/none.obj", mesh);
  EXPECT_EQ(none.status, ReadStatus::cannot_read);
  EXPECT_NE(none.message.find("none.obj: cannot be read: No such file"), std::string::npos);
}

TEST_F(Files, limits_are_checked_before_memory_is_taken) {
  Mesh mesh;
  MeshOptions few;
  few.limits.triangles = 11;
  for (const auto& [name, bytes] : {std::pair<std::string, std::string>("m.obj", as_obj(cube())),
                                    {"a.stl", as_ascii_stl(cube())},
                                    {"b.stl", as_binary_stl(cube())},
                                    {"m.glb", as_glb(cube())}}) {
    const ReadResult result = parse_mesh(bytes, name, mesh, few);
    EXPECT_EQ(result.status, ReadStatus::too_large) << name;
    EXPECT_EQ(result.message, name + ": has more than the limit of 11 triangles");
  }
  few = {};
  few.limits.vertices = 7;
  EXPECT_EQ(parse_mesh(as_obj(cube()), "m.obj", mesh, few).status, ReadStatus::too_large);
  EXPECT_EQ(parse_mesh(as_glb(cube()), "m.glb", mesh, few).status, ReadStatus::too_large);
  few = {};
  few.limits.file_bytes = 100;
  const std::string path = write("m.obj", as_obj(cube()));
  EXPECT_EQ(load_mesh(path, mesh, few).status, ReadStatus::too_large);
  EXPECT_EQ(parse_mesh(as_obj(cube()), "m.obj", mesh, few).status, ReadStatus::too_large);
  few.limits.file_bytes = as_obj(cube()).size();
  EXPECT_TRUE(load_mesh(path, mesh, few));
}

}  // namespace
}  // namespace masu::io::testing
