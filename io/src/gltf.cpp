// SPDX-License-Identifier: MIT
// tinygltf reads the JSON and the buffers; the ranges of its accessors are checked here against the
// actual bytes.
#include <tiny_gltf.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <optional>
#include <utility>

#include "bytes.hpp"
#include "gltf_check.hpp"
#include "mesh_readers.hpp"

namespace masu::io {
namespace {

// The transform of a node: row-major 3x4.
using Affine = std::array<std::array<double, 4>, 3>;

constexpr Affine kIdentity{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

Affine operator*(const Affine& a, const Affine& b) {
  Affine c{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 4; ++k) {
      for (std::size_t j = 0; j < 3; ++j) c[i][k] += a[i][j] * b[j][k];
    }
    c[i][3] += a[i][3];
  }
  return c;
}

// Returns whether it turns a closed surface inside out.
bool is_mirrored(const Affine& m) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
             m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
             m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]) <
         0;
}

Affine affine_of(const tinygltf::Node& node) {
  Affine m = kIdentity;
  if (node.matrix.size() == 16) {  // column-major
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 4; ++k) m[i][k] = node.matrix[4 * k + i];
    }
    return m;
  }
  if (node.rotation.size() == 4) {
    const double x = node.rotation[0], y = node.rotation[1], z = node.rotation[2],
                 w = node.rotation[3];
    m = {{{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 0},
          {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 0},
          {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), 0}}};
  }
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3 && node.scale.size() == 3; ++k) m[i][k] *= node.scale[k];
    if (node.translation.size() == 3) m[i][3] = node.translation[i];
  }
  return m;
}

// One accessor, all of whose elements lie inside its buffer.
struct Elements {
  std::string_view bytes{};
  std::size_t count = 0;
  std::size_t stride = 0;

  std::size_t at(std::size_t i) const { return i * stride; }
};

class Gltf {
 public:
  Gltf(const tinygltf::Model& model, const Source& source, Mesh& mesh)
      : model_(model), source_(source), mesh_(mesh) {}

  void read() {
    for (const std::string& extension : model_.extensionsRequired) {
      unsupported("the extension " + extension + " is not supported: export the file without it");
    }
    std::vector<char> seen(model_.nodes.size());
    for (const int root : roots()) walk(root, seen);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw ReadError(ReadStatus::malformed, source_.name + ": " + what);
  }
  [[noreturn]] void unsupported(const std::string& what) const {
    throw ReadError(ReadStatus::unsupported, source_.name + ": " + what);
  }

  // Returns element `index` of a list of the file; throws if it does not exist.
  template <class List>
  const auto& element(const List& list, int index, const std::string& what) const {
    if (index < 0 || static_cast<std::size_t>(index) >= list.size()) {
      fail(what + " " + std::to_string(index) + " does not exist: the file has " +
           std::to_string(list.size()));
    }
    return list[static_cast<std::size_t>(index)];
  }

  // Returns the nodes of the default scene, or of the first; without scenes those without a parent.
  std::vector<int> roots() const {
    if (!model_.scenes.empty()) {
      return element(model_.scenes, std::max(model_.defaultScene, 0), "scene").nodes;
    }
    std::vector<char> child(model_.nodes.size());
    for (const tinygltf::Node& node : model_.nodes) {
      for (const int c : node.children) {
        (void)element(model_.nodes, c, "node");
        child[static_cast<std::size_t>(c)] = 1;
      }
    }
    std::vector<int> all;
    for (std::size_t i = 0; i < child.size(); ++i) {
      if (child[i] == 0) all.push_back(static_cast<int>(i));
    }
    return all;
  }

  struct Visit {
    int node;
    Affine parent;
  };

  // Without recursion: files may be nested arbitrarily deep. Each node has one parent, so none is
  // visited twice.
  void walk(int root, std::vector<char>& seen) {
    std::vector<Visit> open{{root, kIdentity}};
    while (!open.empty()) {
      const Visit visit = open.back();
      open.pop_back();
      const tinygltf::Node& node = element(model_.nodes, visit.node, "node");
      char& was_here = seen[static_cast<std::size_t>(visit.node)];
      if (was_here != 0) fail("node " + std::to_string(visit.node) + " has more than one parent");
      was_here = 1;
      const Affine transform = visit.parent * affine_of(node);
      if (node.mesh >= 0) add_mesh(node, transform);
      for (auto c = node.children.rbegin(); c != node.children.rend(); ++c) {
        open.push_back({*c, transform});
      }
    }
  }

  void add_mesh(const tinygltf::Node& node, const Affine& transform) {
    const tinygltf::Mesh& mesh = element(model_.meshes, node.mesh, "mesh");
    const std::size_t first = mesh_.triangle_count();
    for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
      where_ = "mesh " + std::to_string(node.mesh) + " ('" + mesh.name + "'), primitive " +
               std::to_string(p) + ": ";
      add_primitive(mesh.primitives[p], transform);
    }
    where_.clear();
    const std::string& name = node.name.empty() ? mesh.name : node.name;
    mesh_.groups.push_back({name, first, mesh_.triangle_count() - first});
  }

  void add_primitive(const tinygltf::Primitive& p, const Affine& transform) {
    const int mode = p.mode < 0 ? TINYGLTF_MODE_TRIANGLES : p.mode;
    const bool list = mode == TINYGLTF_MODE_TRIANGLES;
    const bool strip = mode == TINYGLTF_MODE_TRIANGLE_STRIP;
    if (!list && !strip && mode != TINYGLTF_MODE_TRIANGLE_FAN) return;  // points and lines
    const auto position = p.attributes.find("POSITION");
    if (position == p.attributes.end()) return;
    const std::uint32_t first = add_positions(position->second, transform);
    const std::vector<std::uint32_t> corners = corners_of(p, first);
    if (list && corners.size() % 3 != 0)
      fail(where_ + "the number of indices is not a multiple of 3");
    const std::size_t count =
        list ? corners.size() / 3 : std::max<std::size_t>(corners.size(), 2) - 2;
    expect_triangles(source_, mesh_, count);
    const bool mirrored = is_mirrored(transform);
    for (std::size_t t = 0; t < count; ++t) {
      const std::size_t a = list ? 3 * t : strip ? t : 0;
      std::size_t b = list ? 3 * t + 1 : t + 1, c = b + 1;
      if ((strip && t % 2 == 1) != mirrored) std::swap(b, c);
      mesh_.indices.insert(mesh_.indices.end(), {corners[a], corners[b], corners[c]});
    }
  }

  // Adds positions and returns the index of the first.
  std::uint32_t add_positions(int accessor, const Affine& transform) {
    const Elements e = elements(accessor, TINYGLTF_TYPE_VEC3);
    if (component(accessor) != TINYGLTF_COMPONENT_TYPE_FLOAT) {
      unsupported(where_ + "positions are not floats");
    }
    expect_vertices(source_, mesh_, e.count);
    const auto first = static_cast<std::uint32_t>(mesh_.vertices.size());
    for (std::size_t i = 0; i < e.count; ++i) {
      Vec<3, double> p{};
      const double x = load_float32(e.bytes, e.at(i));
      const double y = load_float32(e.bytes, e.at(i) + 4);
      const double z = load_float32(e.bytes, e.at(i) + 8);
      for (std::size_t a = 0; a < 3; ++a) {
        p[static_cast<int>(a)] =
            transform[a][0] * x + transform[a][1] * y + transform[a][2] * z + transform[a][3];
      }
      mesh_.vertices.push_back(p);
    }
    return first;
  }

  std::vector<std::uint32_t> corners_of(const tinygltf::Primitive& p, std::uint32_t first) const {
    const auto vertices = static_cast<std::uint32_t>(mesh_.vertices.size()) - first;
    std::vector<std::uint32_t> corners;
    if (p.indices < 0) {
      for (std::uint32_t i = 0; i < vertices; ++i) corners.push_back(first + i);
      return corners;
    }
    const Elements e = elements(p.indices, TINYGLTF_TYPE_SCALAR);
    const int kind = component(p.indices);
    corners.reserve(e.count);
    for (std::size_t i = 0; i < e.count; ++i) {
      const std::uint32_t v = index_at(e, i, kind);
      if (v >= vertices) {
        fail(where_ + "index " + std::to_string(v) + ", but there are " + std::to_string(vertices) +
             " vertices");
      }
      corners.push_back(first + v);
    }
    return corners;
  }

  std::uint32_t index_at(const Elements& e, std::size_t i, int kind) const {
    switch (kind) {
      case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
        return load_integer<std::uint8_t>(e.bytes, e.at(i));
      case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
        return load_integer<std::uint16_t>(e.bytes, e.at(i));
      case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
        return load_integer<std::uint32_t>(e.bytes, e.at(i));
      default: fail(where_ + "indices are not unsigned integers");
    }
  }

  int component(int accessor) const {
    return element(model_.accessors, accessor, "accessor").componentType;
  }

  Elements elements(int accessor, int type) const {
    const tinygltf::Accessor& a = element(model_.accessors, accessor, "accessor");
    const std::string name = where_ + "accessor " + std::to_string(accessor) + ": ";
    if (a.sparse.isSparse)
      unsupported(name + "sparse accessors are not supported: export without them");
    if (a.type != type) fail(name + "has another type than it is used for");
    const tinygltf::BufferView& view = element(model_.bufferViews, a.bufferView, "buffer view");
    const tinygltf::Buffer& buffer = element(model_.buffers, view.buffer, "buffer");
    const int components = tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(a.type));
    const int bytes =
        tinygltf::GetComponentSizeInBytes(static_cast<std::uint32_t>(a.componentType));
    if (components <= 0 || bytes <= 0) fail(name + "has an unknown type");
    const std::size_t size = static_cast<std::size_t>(components) * static_cast<std::size_t>(bytes);
    const std::size_t stride = view.byteStride == 0 ? size : view.byteStride;
    const std::size_t have = buffer.data.size();
    const bool inside =
        stride >= size && view.byteOffset <= have && view.byteLength <= have - view.byteOffset &&
        a.byteOffset <= view.byteLength &&
        (a.count == 0 || (size <= view.byteLength - a.byteOffset &&
                          a.count - 1 <= (view.byteLength - a.byteOffset - size) / stride));
    if (!inside) fail(name + "reaches beyond its buffer");
    const auto* data = reinterpret_cast<const char*>(buffer.data.data());
    return {std::string_view(data, have).substr(view.byteOffset + a.byteOffset), a.count, stride};
  }

  const tinygltf::Model& model_;
  const Source& source_;
  Mesh& mesh_;
  std::string where_{};
};

// ---- external files ----

bool is_picture(const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  for (const char* e : {".png", ".jpg", ".jpeg", ".ktx2", ".webp", ".basis", ".dds"}) {
    if (ending == e) return true;
  }
  return false;
}

struct Files {
  const Source& source;
  std::string folder;  // absolute, with a slash at its end; empty: no file may be read
  std::uint64_t left;  // bytes that may still be read
  std::optional<ReadError> error{};
};

// Returns the absolute path, so that files tinygltf searches in the working directory lie outside.
std::string absolute_folder(const std::string& folder) {
  namespace fs = std::filesystem;
  return (fs::absolute(folder.empty() ? "." : folder) / "").lexically_normal().string();
}

bool exists(const std::string& file, void* user) {
  const auto& files = *static_cast<Files*>(user);
  if (files.folder.empty()) return false;
  std::error_code none;
  return is_picture(file) ||
         (file.starts_with(files.folder) && std::filesystem::exists(file, none));
}

std::string normal(const std::string& file, void*) {
  return std::filesystem::path(file).lexically_normal().string();
}

// Images do not matter for collision: a single byte replaces them.
bool load(std::vector<unsigned char>* to, std::string*, const std::string& file, void* user) {
  auto& files = *static_cast<Files*>(user);
  if (is_picture(file)) {
    to->assign(1, 0);
    return true;
  }
  const std::uint64_t limit = files.source.options.limits.file_bytes;
  try {
    const std::string bytes = load_file(file, files.left);
    files.left -= bytes.size();
    to->assign(bytes.begin(), bytes.end());
    return true;
  } catch (const ReadError& e) {
    const bool large = e.status == ReadStatus::too_large;
    files.error = large ? ReadError(e.status, "its buffers are larger than the limit of " +
                                                  std::to_string(limit) + " bytes")
                        : e;
    return false;
  }
}

bool no_write(std::string*, const std::string&, const std::vector<unsigned char>&, void*) {
  return false;
}

bool no_picture(tinygltf::Image*, int, std::string*, std::string*, int, int, const unsigned char*,
                int, void*) {
  return true;
}

[[maybe_unused]] bool size_of(std::size_t* size, std::string*, const std::string& file, void*) {
  std::error_code error;
  *size = is_picture(file) ? 1 : static_cast<std::size_t>(std::filesystem::file_size(file, error));
  return !error;
}

// Newer versions of tinygltf have an additional member in the middle.
template <class Callbacks>
Callbacks callbacks_of(Files& files) {
  Callbacks c{};
  c.FileExists = &exists;
  c.ExpandFilePath = &normal;
  c.ReadWholeFile = &load;
  c.WriteWholeFile = &no_write;
  if constexpr (requires { c.GetFileSizeInBytes; }) c.GetFileSizeInBytes = &size_of;
  c.user_data = &files;
  return c;
}

// Returns the text in one line: messages of tinygltf end with a newline.
std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (char& c : text) c = c == '\n' ? ' ' : c;
  return text.empty() ? "is not a glTF file" : text;
}

}  // namespace

void read_gltf(std::string_view bytes, bool binary, const std::string* folder, const Source& source,
               Mesh& mesh) {
  if (bytes.size() > std::numeric_limits<unsigned>::max() / 2) {
    throw ReadError(ReadStatus::too_large, source.name + ": is larger than 2 GiB");
  }
  check_gltf(bytes, binary, source);
  const std::string base = folder == nullptr ? "" : absolute_folder(*folder);
  Files files{source, base, source.options.limits.file_bytes};
  tinygltf::TinyGLTF reader;
  reader.SetFsCallbacks(callbacks_of<tinygltf::FsCallbacks>(files));
  reader.SetImageLoader(&no_picture, nullptr);
  tinygltf::Model model;
  std::string error, warning;
  const auto size = static_cast<unsigned>(bytes.size());
  const bool ok =
      binary ? reader.LoadBinaryFromMemory(&model, &error, &warning,
                                           reinterpret_cast<const unsigned char*>(bytes.data()),
                                           size, base)
             : reader.LoadASCIIFromString(&model, &error, &warning, bytes.data(), size, base);
  if (files.error) throw ReadError(files.error->status, source.name + ": " + files.error->what());
  if (!ok) throw ReadError(ReadStatus::malformed, source.name + ": " + one_line(error));
  Gltf(model, source, mesh).read();
}

}  // namespace masu::io
