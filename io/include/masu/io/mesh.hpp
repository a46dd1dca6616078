// SPDX-License-Identifier: MIT
// Triangles from OBJ, STL and glTF files.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <masu/core/vec.hpp>
#include <masu/io/result.hpp>

namespace masu::io {

// Consecutive triangles that the file names together: a group or object of OBJ, the solid of STL, a
// node of glTF.
struct MeshGroup {
  std::string name{};     // as the file has it; empty where it has none
  std::size_t first = 0;  // its first triangle
  std::size_t count = 0;  // its triangles
};

// What TriangleMesh::build() and decompose() take.
struct Mesh {
  std::vector<Vec<3, double>> vertices{};  // scaled by MeshOptions::scale
  std::vector<std::uint32_t> indices{};    // of vertices, three a triangle, from 0
  std::vector<MeshGroup> groups{};         // in the order of their triangles

  // The number of triangles.
  std::size_t triangle_count() const { return indices.size() / 3; }
};

// The formats of meshes.
enum class MeshFormat : std::uint8_t {
  by_name,  // by the ending of the file's name: .obj, .stl, .gltf, .glb
  obj,      // Wavefront OBJ
  stl,      // ASCII or binary, by its content
  gltf,     // glTF 2.0 as JSON
  glb,      // glTF 2.0 as one binary file
};

// How a mesh is read.
struct MeshOptions {
  MeshFormat format = MeshFormat::by_name;  // of the file
  Vec<3, double> scale{1, 1, 1};            // of each coordinate; negative ones mirror
  // Makes vertices with the same coordinates one, in the order of their first use, and leaves out
  // triangles that lose a corner by it. Files repeat vertices for normals and textures, and STL
  // repeats all: without it closed surfaces look open.
  bool weld = true;
  bool allow_not_finite = false;  // OBJ: NaN and infinite coordinates are no error
  bool round_to_float = false;    // OBJ: decimals become the nearest float, not the nearest double
  ReadLimits limits{};            // of the file and of the mesh
  // Called now and then with bytes read and bytes in all; OBJ only. Must not throw.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress{};
};

// Reads the triangles of a file; polygons of OBJ are cut into triangles, nodes of glTF are placed
// by their transforms. `path` "-" is standard input. On failure `mesh` is empty. O(n log n).
[[nodiscard]] ReadResult load_mesh(const std::string& path, Mesh& mesh,
                                   const MeshOptions& options = {}) noexcept;

// The same from memory; `name` is for messages, and its ending says the format. A glTF file must
// hold its buffers itself.
[[nodiscard]] ReadResult parse_mesh(std::string_view bytes, const std::string& name, Mesh& mesh,
                                    const MeshOptions& options = {}) noexcept;

// Whether load_mesh() knows the ending of this name.
bool is_mesh_name(std::string_view name) noexcept;

// See MeshOptions::weld. Groups without a triangle left stay, empty. Throws std::bad_alloc.
void weld(Mesh& mesh);

// The vertices as another scalar, for TriangleMesh<float>.
template <class T>
std::vector<Vec<3, T>> vertices_as(const Mesh& mesh) {
  std::vector<Vec<3, T>> vertices;
  vertices.reserve(mesh.vertices.size());
  for (const Vec<3, double>& v : mesh.vertices) vertices.push_back(vec_cast<T>(v));
  return vertices;
}

}  // namespace masu::io
