// SPDX-License-Identifier: MIT
// tinyobjloader triangulates polygons and keeps the groups. It reads numbers inexactly and treats
// invalid ones as zero, so this file checks the lines and reads the positions itself; tinyobjloader
// gets vertices and faces only, with plain indices. It is compiled with another namespace, as
// programs may have a tinyobjloader of their own.
#define tinyobj masu_io_tinyobj  // NOLINT(readability-identifier-naming): the name is theirs
#define TINYOBJLOADER_IMPLEMENTATION
#define TINYOBJLOADER_USE_DOUBLE
#include <tiny_obj_loader.h>
#undef tinyobj

#include <array>
#include <cmath>
#include <sstream>

#include "mesh_readers.hpp"
#include "text.hpp"

namespace masu::io {
namespace {

namespace tinyobj = ::masu_io_tinyobj;

// Returns the shortest decimal that reads back to the same double; 0 for numbers that are not
// finite.
std::string text_of(double value) {
  if (!std::isfinite(value)) return "0";
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

class ObjLines {
 public:
  ObjLines(const Source& source, Mesh& mesh)
      : options_(source.options), source_(source), mesh_(mesh) {}

  void read(std::string_view bytes) {
    Split lines(bytes, '\n');
    for (std::string_view line; lines.next(line);) {
      ++line_;
      std::string_view rest = line.substr(0, line.find('#'));
      const std::string_view word = next_word(rest);
      if (word == "v") read_vertex(rest);
      if (word == "f") read_face(rest);
      if (word == "g" || word == "o") add_name(word, rest);
      if ((line_ & 0xffff) == 0 && options_.progress) {
        options_.progress(bytes.size() - lines.left(), bytes.size());
      }
    }
  }

  const std::string& clean() const { return clean_; }
  std::size_t triangles() const { return triangles_; }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw ReadError(ReadStatus::malformed,
                    source_.name + ":" + std::to_string(line_) + ": " + what);
  }

  // To tinyobjloader a carriage return ends the line, and what follows is another.
  void add_name(std::string_view word, std::string_view name) {
    while (name.ends_with('\r')) name.remove_suffix(1);
    clean_ += word;
    for (const char c : name) clean_ += c == '\r' ? ' ' : c;
    clean_ += '\n';
  }

  void read_vertex(std::string_view rest) {
    Vec<3, double> p{};
    int count = 0;
    for (std::string_view w = next_word(rest); !w.empty(); w = next_word(rest), ++count) {
      const Number n = parse_number(w, options_.round_to_float);
      if (n.error != NumberError::none) fail("v: '" + std::string(w) + "' " + describe(n.error));
      if (count >= 3) continue;  // a weight or a colour
      if (!std::isfinite(n.value) && !options_.allow_not_finite) {
        fail("v: '" + std::string(w) + "' is not finite");
      }
      p[count] = n.value;
    }
    if (count < 3) fail("v: " + std::to_string(count) + " coordinates, expected 3");
    expect_vertices(source_, mesh_, 1);
    mesh_.vertices.push_back(p);
    clean_ += "v";
    for (int a = 0; a < 3; ++a) clean_.append(" ").append(text_of(p[a]));
    clean_ += "\n";
  }

  void read_face(std::string_view rest) {
    std::size_t count = 0;
    clean_ += "f";
    for (std::string_view w = next_word(rest); !w.empty(); w = next_word(rest), ++count) {
      clean_.append(" ").append(std::to_string(vertex_of(w)));
    }
    clean_ += "\n";
    if (count < 3) fail("f: " + std::to_string(count) + " vertices, expected at least 3");
    triangles_ += count - 2;
    expect_triangles(source_, mesh_, triangles_);
  }

  // Returns the 1-based vertex of "7", "7/1", "7//3", "-1/2/2".
  std::int64_t vertex_of(std::string_view word) const {
    const std::string_view digits = word.substr(0, word.find('/'));
    std::int64_t index = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (error != std::errc() || end != digits.data() + digits.size()) {
      fail("f: '" + std::string(word) + "' is not a vertex index");
    }
    const auto known = static_cast<std::int64_t>(mesh_.vertices.size());
    if (index == 0 || index > known || index < -known) {
      fail("f: vertex " + std::string(digits) + ", but " + std::to_string(known) +
           " are defined so far");
    }
    return index > 0 ? index : known + index + 1;
  }

  const MeshOptions& options_;
  const Source& source_;
  Mesh& mesh_;
  std::string clean_;
  std::size_t line_ = 0;
  std::size_t triangles_ = 0;
};

using Shapes = std::vector<tinyobj::shape_t>;

// Returns groups of triangles; their corners are indices of the vertices read.
Shapes triangles_of(const ObjLines& lines, const Source& source) {
  std::istringstream stream(lines.clean());
  tinyobj::attrib_t attributes;
  Shapes shapes;
  std::vector<tinyobj::material_t> materials;
  std::string warning;
  std::string error;
  if (!tinyobj::LoadObj(&attributes, &shapes, &materials, &warning, &error, &stream)) {
    throw ReadError(ReadStatus::malformed, source.name + ": " + error);
  }
  std::size_t triangles = 0;
  for (const tinyobj::shape_t& shape : shapes) triangles += shape.mesh.indices.size() / 3;
  // A polygon without area cannot be triangulated by ear clipping; a silent hole would lose pairs.
  if (triangles != lines.triangles()) {
    throw ReadError(ReadStatus::malformed,
                    source.name + ": only " + std::to_string(triangles) + " of " +
                        std::to_string(lines.triangles()) +
                        " triangles could be cut from its polygons; triangulate it first");
  }
  return shapes;
}

}  // namespace

void read_obj(std::string_view bytes, const Source& source, Mesh& mesh) {
  ObjLines lines(source, mesh);
  lines.read(bytes);
  const Shapes shapes = triangles_of(lines, source);
  mesh.indices.reserve(3 * lines.triangles());
  for (const tinyobj::shape_t& shape : shapes) {
    const std::size_t first = mesh.triangle_count();
    for (const tinyobj::index_t& corner : shape.mesh.indices) {
      if (corner.vertex_index < 0 ||
          static_cast<std::size_t>(corner.vertex_index) >= mesh.vertices.size()) {
        throw ReadError(ReadStatus::malformed, source.name + ": a vertex that is not defined");
      }
      mesh.indices.push_back(static_cast<std::uint32_t>(corner.vertex_index));
    }
    mesh.groups.push_back({shape.name, first, mesh.triangle_count() - first});
  }
}

}  // namespace masu::io
