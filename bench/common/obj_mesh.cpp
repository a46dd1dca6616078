// SPDX-License-Identifier: MIT
#include "obj_mesh.hpp"

#include <stdexcept>
#include <utility>

#include <masu/io/mesh.hpp>

namespace masu_bench {

ObjMesh read_obj_mesh(const std::string& file) {
  masu::io::MeshOptions options;
  options.format = masu::io::MeshFormat::obj;
  options.weld = false;
  masu::io::Mesh read;
  const masu::io::ReadResult result = masu::io::load_mesh(file, read, options);
  if (!result) throw std::runtime_error(result.message);
  if (read.indices.empty()) throw std::runtime_error(file + ": no triangle in it");
  ObjMesh mesh;
  for (const auto& v : read.vertices) mesh.vertices.insert(mesh.vertices.end(), {v[0], v[1], v[2]});
  mesh.corners = std::move(read.indices);
  return mesh;
}

}  // namespace masu_bench
