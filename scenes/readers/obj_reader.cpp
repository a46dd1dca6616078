// SPDX-License-Identifier: MIT
// tinyobjloader cuts polygons into triangles and keeps the groups. It reads numbers inexactly and
// takes bad ones for zero, so the lines are checked, and the positions read, here; it gets
// vertices and faces only, with plain indices.
#define TINYOBJLOADER_IMPLEMENTATION
#define TINYOBJLOADER_USE_DOUBLE
#include <tiny_obj_loader.h>

#include <array>
#include <cmath>
#include <limits>
#include <sstream>

#include <scenes/readers/bytes.hpp>
#include <scenes/readers/formats.hpp>
#include <scenes/readers/read_mesh.hpp>
#include <scenes/readers/text.hpp>

namespace masu::readers {
namespace {

using Position = std::array<double, 3>;

class ObjLines {
 public:
  ObjLines(const ReadOptions& options, const std::string& source)
      : options_(options), source_(source) {}

  void read(std::string_view bytes) {
    Split lines(bytes, '\n');
    for (std::string_view line; lines.next(line);) {
      ++line_;
      std::string_view rest = line.substr(0, line.find('#'));
      const std::string_view word = next_word(rest);
      if (word == "v") read_vertex(rest);
      if (word == "f") read_face(rest);
      if (word == "g" || word == "o") clean_.append(word).append(rest).append("\n");
      if ((line_ & 0xffff) == 0 && options_.progress) {
        options_.progress(bytes.size() - lines.left(), bytes.size());
      }
    }
  }

  const std::vector<Position>& positions() const { return positions_; }
  const std::string& clean() const { return clean_; }
  std::size_t triangles() const { return triangles_; }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(source_ + ":" + std::to_string(line_) + ": " + what);
  }

  void read_vertex(std::string_view rest) {
    Position p{};
    int count = 0;
    for (std::string_view w = next_word(rest); !w.empty(); w = next_word(rest), ++count) {
      const Number n = parse_number(w, options_.single);
      if (n.error != NumberError::none) fail("v: '" + std::string(w) + "' " + describe(n.error));
      if (count >= 3) continue;  // a weight or a colour
      if (!std::isfinite(n.value) && !options_.allow_odd) {
        fail("v: '" + std::string(w) + "' is not finite; --allow-odd keeps such triangles");
      }
      p[count] = n.value;
    }
    if (count < 3) fail("v: " + std::to_string(count) + " coordinates, expected 3");
    positions_.push_back(p);
    clean_ += "v";
    for (const double x : p) clean_.append(" ").append(std::isfinite(x) ? text_of(x) : "0");
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
  }

  // The 1-based vertex of "7", "7/1", "7//3", "-1/2/2".
  std::int64_t vertex_of(std::string_view word) const {
    const std::string_view digits = word.substr(0, word.find('/'));
    std::int64_t index = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (error != std::errc() || end != digits.data() + digits.size()) {
      fail("f: '" + std::string(word) + "' is not a vertex index");
    }
    const auto known = static_cast<std::int64_t>(positions_.size());
    if (index == 0 || index > known || index < -known) {
      fail("f: vertex " + std::string(digits) + ", but " + std::to_string(known) +
           " are defined so far");
    }
    return index > 0 ? index : known + index + 1;
  }

  const ReadOptions& options_;
  const std::string& source_;
  std::vector<Position> positions_;
  std::string clean_;
  std::size_t line_ = 0;
  std::size_t triangles_ = 0;
};

// Bounds of points; one NaN makes the axis NaN, and so the box empty.
class Bounds {
 public:
  void add(const Position& p) {
    for (int a = 0; a < 3; ++a) {
      const bool odd = std::isnan(p[a]) || std::isnan(row_[a]);
      row_[a] = odd ? std::numeric_limits<double>::quiet_NaN() : std::min(row_[a], p[a]);
      row_[a + 3] = odd ? row_[a] : std::max(row_[a + 3], p[a]);
    }
  }
  const std::array<double, 6>& row() const { return row_; }

 private:
  static constexpr double kInf = std::numeric_limits<double>::infinity();
  std::array<double, 6> row_{kInf, kInf, kInf, -kInf, -kInf, -kInf};
};

using Shapes = std::vector<tinyobj::shape_t>;

// Groups of triangles; their corners are places of lines.positions().
Shapes triangles_of(const ObjLines& lines, const std::string& source) {
  std::istringstream stream(lines.clean());
  tinyobj::attrib_t attributes;
  Shapes shapes;
  std::vector<tinyobj::material_t> materials;
  std::string warning;
  std::string error;
  if (!tinyobj::LoadObj(&attributes, &shapes, &materials, &warning, &error, &stream)) {
    throw InputError(source + ": " + error);
  }
  std::size_t triangles = 0;
  for (const tinyobj::shape_t& shape : shapes) triangles += shape.mesh.indices.size() / 3;
  // A polygon without area cannot be cut by ears; a silent hole would lose pairs.
  if (triangles != lines.triangles()) {
    throw InputError(source + ": only " + std::to_string(triangles) + " of " +
                     std::to_string(lines.triangles()) +
                     " triangles could be cut from its polygons; triangulate it first");
  }
  return shapes;
}

std::uint32_t corner(const tinyobj::shape_t& shape, std::size_t i) {
  return static_cast<std::uint32_t>(shape.mesh.indices[i].vertex_index);
}

}  // namespace

void read_obj(std::string_view bytes, const ReadOptions& options, BoxTable& table) {
  set_dimension(table, 3, options);
  table.single = options.single;
  ObjLines lines(options, table.source);
  lines.read(bytes);
  const auto add = [&](const Bounds& box) {
    append(table, box.row(), options,
           [&] { return table.source + ": box " + std::to_string(table.size()); });
  };
  for (const tinyobj::shape_t& shape : triangles_of(lines, table.source)) {
    const std::size_t corners = shape.mesh.indices.size();
    Bounds group;
    for (std::size_t i = 0; i + 3 <= corners; i += 3) {
      Bounds triangle;
      for (std::size_t k = i; k < i + 3; ++k) {
        const Position& p = lines.positions()[corner(shape, k)];
        triangle.add(p);
        group.add(p);
      }
      if (options.obj == ObjBoxes::triangle) add(triangle);
    }
    if (options.obj == ObjBoxes::group && corners != 0) add(group);
  }
}

MeshTable read_mesh(const std::string& path) {
  MeshTable mesh;
  mesh.source = path == "-" ? "standard input" : path;
  const std::string bytes = load_file(path);
  const ReadOptions options;
  ObjLines lines(options, mesh.source);
  lines.read(bytes);
  for (const tinyobj::shape_t& shape : triangles_of(lines, mesh.source)) {
    for (std::size_t i = 0; i + 3 <= shape.mesh.indices.size(); i += 3) {
      mesh.triangles.push_back({corner(shape, i), corner(shape, i + 1), corner(shape, i + 2)});
    }
  }
  mesh.points = lines.positions();
  if (mesh.points.empty()) throw InputError(mesh.source + ": holds no vertices");
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    for (const double x : mesh.points[i]) {
      if (std::isfinite(x)) continue;
      throw InputError(mesh.source + ": vertex " + std::to_string(i + 1) + " is not finite");
    }
  }
  return mesh;
}

}  // namespace masu::readers
