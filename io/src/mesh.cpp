// SPDX-License-Identifier: MIT
#include <masu/io/mesh.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include "bytes.hpp"
#include "mesh_readers.hpp"

namespace masu::io {
namespace {

struct Ending {
  std::string_view name;
  MeshFormat format;
};

constexpr std::array kEndings = {Ending{".obj", MeshFormat::obj}, Ending{".stl", MeshFormat::stl},
                                 Ending{".gltf", MeshFormat::gltf},
                                 Ending{".glb", MeshFormat::glb}};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool ends_with(std::string_view name, std::string_view ending) {
  return name.size() >= ending.size() &&
         std::equal(ending.begin(), ending.end(), name.end() - static_cast<long>(ending.size()),
                    [](char a, char b) { return a == lower(b); });
}

MeshFormat format_of(const std::string& name, const MeshOptions& options) {
  if (options.format != MeshFormat::by_name) return options.format;
  for (const Ending& e : kEndings) {
    if (ends_with(name, e.name)) return e.format;
  }
  throw ReadError(ReadStatus::unsupported,
                  name + ": meshes are read from files that end in .obj, .stl, .gltf or .glb");
}

void expect_finite(const Source& source, const Mesh& mesh) {
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    for (int a = 0; a < 3; ++a) {
      if (std::isfinite(mesh.vertices[i][a])) continue;
      throw ReadError(ReadStatus::malformed,
                      source.name + ": vertex " + std::to_string(i) + " is not finite");
    }
  }
}

// Mirroring turns a surface inside out: the order of its triangles' corners is reversed.
void scale(const Vec<3, double>& by, Mesh& mesh) {
  for (Vec<3, double>& v : mesh.vertices) {
    for (int a = 0; a < 3; ++a) v[a] *= by[a];
  }
  const bool mirrored = ((by[0] < 0) != (by[1] < 0)) != (by[2] < 0);
  for (std::size_t i = 0; mirrored && i + 2 < mesh.indices.size(); i += 3) {
    std::swap(mesh.indices[i + 1], mesh.indices[i + 2]);
  }
}

void read(std::string_view bytes, const std::string* folder, const Source& source, Mesh& mesh) {
  const MeshOptions& options = source.options;
  switch (format_of(source.name, options)) {
    case MeshFormat::stl: read_stl(bytes, source, mesh); break;
    case MeshFormat::gltf: read_gltf(bytes, false, folder, source, mesh); break;
    case MeshFormat::glb: read_gltf(bytes, true, folder, source, mesh); break;
    default: read_obj(bytes, source, mesh);
  }
  scale(options.scale, mesh);
  if (!options.allow_not_finite) expect_finite(source, mesh);
  if (options.weld) weld(mesh);
}

void expect_fits(const Source& source, std::size_t have, std::size_t more, std::size_t limit,
                 const char* what) {
  const std::size_t most = std::min<std::size_t>(limit, std::numeric_limits<std::uint32_t>::max());
  if (more <= most && have <= most - more) return;
  throw ReadError(ReadStatus::too_large, source.name + ": has more than the limit of " +
                                             std::to_string(most) + " " + what);
}

}  // namespace

void expect_vertices(const Source& source, const Mesh& mesh, std::size_t more) {
  expect_fits(source, mesh.vertices.size(), more, source.options.limits.vertices, "vertices");
}

void expect_triangles(const Source& source, const Mesh& mesh, std::size_t more) {
  expect_fits(source, mesh.triangle_count(), more, source.options.limits.triangles, "triangles");
}

ReadResult load_mesh(const std::string& path, Mesh& mesh, const MeshOptions& options) noexcept {
  return result_of(mesh, [&](Mesh& output) {
    (void)format_of(path, options);  // before the file is read
    const std::string bytes = load_file(path, options.limits.file_bytes);
    const std::string name = path == "-" ? "standard input" : path;
    const std::string folder = std::filesystem::path(path).parent_path().string();
    MeshOptions known = options;
    known.format = format_of(path, options);
    read(bytes, &folder, {name, known}, output);
  });
}

ReadResult parse_mesh(std::string_view bytes, const std::string& name, Mesh& mesh,
                      const MeshOptions& options) noexcept {
  return result_of(mesh, [&](Mesh& output) {
    if (bytes.size() > options.limits.file_bytes) {
      throw ReadError(ReadStatus::too_large, name + ": is larger than the limit of " +
                                                 std::to_string(options.limits.file_bytes) +
                                                 " bytes");
    }
    read(bytes, nullptr, {name, options}, output);
  });
}

bool is_mesh_name(std::string_view name) noexcept {
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](const Ending& e) { return ends_with(name, e.name); });
}

}  // namespace masu::io
