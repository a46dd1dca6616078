// SPDX-License-Identifier: MIT
// The readers of single formats: bytes in, triangles as the file has them (unscaled, not welded)
// out.
#pragma once

#include <string>
#include <string_view>

#include <masu/io/mesh.hpp>

#include "read_error.hpp"

namespace masu::io {

// What is read, for the messages, and how.
struct Source {
  const std::string& name;
  const MeshOptions& options;
};

// All throw ReadError.
void read_obj(std::string_view bytes, const Source& source, Mesh& mesh);
void read_stl(std::string_view bytes, const Source& source, Mesh& mesh);
// `folder`: of the buffers that the file names; empty: it must hold them itself.
void read_gltf(std::string_view bytes, bool binary, const std::string* folder, const Source& source,
               Mesh& mesh);

// Throw ReadError unless so many more fit into the limits.
void expect_vertices(const Source& source, const Mesh& mesh, std::size_t more);
void expect_triangles(const Source& source, const Mesh& mesh, std::size_t more);

}  // namespace masu::io
