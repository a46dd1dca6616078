// SPDX-License-Identifier: MIT
// Boxes of the triangles or groups of a mesh, and meshes themselves, read by masu_io.
#include <masu/io/mesh.hpp>

#include <array>
#include <cmath>
#include <limits>

#include <scenes/readers/formats.hpp>
#include <scenes/readers/read_mesh.hpp>

namespace masu::readers {
namespace {

using Position = Vec<3, double>;

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

io::MeshOptions options_of(const ReadOptions& options, io::MeshFormat format) {
  io::MeshOptions mesh;
  mesh.format = format;
  mesh.weld = false;
  mesh.allow_not_finite = options.allow_odd;
  mesh.round_to_float = options.single;
  mesh.progress = options.progress;
  return mesh;
}

// Reads boxes of the triangles, or of the groups.
void read_boxes_of(io::MeshFormat format, std::string_view bytes, const ReadOptions& options,
                   BoxTable& table) {
  set_dimension(table, 3, options);
  table.single = options.single;
  io::Mesh mesh;
  const io::ReadResult result =
      io::parse_mesh(bytes, table.source, mesh, options_of(options, format));
  if (result.status == io::ReadStatus::out_of_memory) throw std::bad_alloc();
  if (!result) {
    const bool odd = result.message.ends_with("is not finite");
    throw InputError(result.message + (odd ? "; --allow-odd keeps such triangles" : ""));
  }
  const auto add = [&](const Bounds& box) {
    append(table, box.row(), options,
           [&] { return table.source + ": box " + std::to_string(table.size()); });
  };
  for (const io::MeshGroup& g : mesh.groups) {
    Bounds group;
    for (std::size_t t = g.first; t < g.first + g.count; ++t) {
      Bounds triangle;
      for (std::size_t k = 3 * t; k < 3 * t + 3; ++k) {
        const Position& p = mesh.vertices[mesh.indices[k]];
        triangle.add(p);
        group.add(p);
      }
      if (options.obj == ObjBoxes::triangle) add(triangle);
    }
    if (options.obj == ObjBoxes::group && g.count != 0) add(group);
  }
}

}  // namespace

void read_obj(std::string_view bytes, const ReadOptions& options, BoxTable& table) {
  read_boxes_of(io::MeshFormat::obj, bytes, options, table);
}
void read_stl(std::string_view bytes, const ReadOptions& options, BoxTable& table) {
  read_boxes_of(io::MeshFormat::stl, bytes, options, table);
}
void read_gltf(std::string_view bytes, const ReadOptions& options, BoxTable& table) {
  read_boxes_of(io::MeshFormat::gltf, bytes, options, table);
}
void read_glb(std::string_view bytes, const ReadOptions& options, BoxTable& table) {
  read_boxes_of(io::MeshFormat::glb, bytes, options, table);
}

MeshTable read_mesh(const std::string& path) {
  MeshTable table;
  table.source = path == "-" ? "standard input" : path;
  io::MeshOptions options;
  options.weld = false;
  // A file without a known extension is read as OBJ.
  if (!io::is_mesh_name(path)) options.format = io::MeshFormat::obj;
  io::Mesh mesh;
  const io::ReadResult result = io::load_mesh(path, mesh, options);
  if (result.status == io::ReadStatus::out_of_memory) throw std::bad_alloc();
  if (!result) throw InputError(result.message);
  if (mesh.vertices.empty()) throw InputError(table.source + ": holds no vertices");
  for (const Position& p : mesh.vertices) table.points.push_back({p[0], p[1], p[2]});
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    table.triangles.push_back({mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2]});
  }
  return table;
}

}  // namespace masu::readers
