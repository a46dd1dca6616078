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

// Consecutive triangles that belong together in the file: a group or object of OBJ, the solid of
// STL, a node of glTF.
struct MeshGroup {
  std::string name{};     // name in the file; empty if it has none
  std::size_t first = 0;  // its first triangle
  std::size_t count = 0;  // its triangles
};

// A mesh as input of TriangleMesh::build() and decompose().
struct Mesh {
  std::vector<Vec<3, double>> vertices{};  // scaled by MeshOptions::scale
  std::vector<std::uint32_t> indices{};    // indices of vertices from 0, three per triangle
  std::vector<MeshGroup> groups{};         // in the order of their triangles

  // Returns the number of triangles.
  std::size_t triangle_count() const { return indices.size() / 3; }
};

// The formats of meshes.
enum class MeshFormat : std::uint8_t {
  by_name,  // by the extension of the file's name: .obj, .stl, .gltf, .glb
  obj,      // Wavefront OBJ
  stl,      // ASCII or binary, by its content
  gltf,     // glTF 2.0 as JSON
  glb,      // glTF 2.0 as one binary file
};

// Options for reading a mesh.
struct MeshOptions {
  MeshFormat format = MeshFormat::by_name;  // of the file
  Vec<3, double> scale{1, 1, 1};            // of each coordinate; negative ones mirror
  // Whether to merge vertices with the same coordinates, in the order of their first use, and to
  // leave out triangles that lose a corner by it. Files repeat vertices for normals and textures,
  // and STL repeats all: without welding closed surfaces look open.
  bool weld = true;
  bool allow_not_finite = false;  // OBJ: NaN and infinite coordinates are no error
  bool round_to_float = false;    // OBJ: decimals become the nearest float, not the nearest double
  ReadLimits limits{};            // of the file and of the mesh
  // Called from time to time with the bytes read and the total; OBJ only. Must not throw.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress{};
};

// Reads the triangles of a file; polygons of OBJ are triangulated, and nodes of glTF are placed by
// their transforms. `path` "-" is standard input. On failure `mesh` is empty. O(n log n).
[[nodiscard]] ReadResult load_mesh(const std::string& path, Mesh& mesh,
                                   const MeshOptions& options = {}) noexcept;

// As above, from memory; `name` is for messages, and its extension decides the format. A glTF file
// must contain its buffers.
[[nodiscard]] ReadResult parse_mesh(std::string_view bytes, const std::string& name, Mesh& mesh,
                                    const MeshOptions& options = {}) noexcept;

// Returns whether load_mesh() supports the extension of this name.
bool is_mesh_name(std::string_view name) noexcept;

// Welds vertices, see MeshOptions::weld. Groups without remaining triangles remain, empty. Throws
// std::bad_alloc.
void weld(Mesh& mesh);

// Returns the vertices in another scalar, for TriangleMesh<float>.
template <class T>
std::vector<Vec<3, T>> vertices_as(const Mesh& mesh) {
  std::vector<Vec<3, T>> vertices;
  vertices.reserve(mesh.vertices.size());
  for (const Vec<3, double>& v : mesh.vertices) vertices.push_back(vec_cast<T>(v));
  return vertices;
}

}  // namespace masu::io
