// SPDX-License-Identifier: MIT
// Readers of single formats: from bytes to triangles as in the file (unscaled, not welded).
#pragma once

#include <string>
#include <string_view>

#include <masu/io/mesh.hpp>

#include "read_error.hpp"

namespace masu::io {

// The name for messages, and the options.
struct Source {
  const std::string& name;
  const MeshOptions& options;
};

// All throw ReadError.
void read_obj(std::string_view bytes, const Source& source, Mesh& mesh);
void read_stl(std::string_view bytes, const Source& source, Mesh& mesh);
// `folder`: where external buffers are; null: the file must contain its buffers.
void read_gltf(std::string_view bytes, bool binary, const std::string* folder, const Source& source,
               Mesh& mesh);

// Throws ReadError unless `more` additional elements are within the limits.
void expect_vertices(const Source& source, const Mesh& mesh, std::size_t more);
void expect_triangles(const Source& source, const Mesh& mesh, std::size_t more);

}  // namespace masu::io
