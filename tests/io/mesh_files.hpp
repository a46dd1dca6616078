// SPDX-License-Identifier: MIT
// Meshes as the text or bytes of files, and a folder for files.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <masu/io/mesh.hpp>

namespace masu::io::testing {

// A cube with corners at 0 and 1: eight vertices, twelve triangles, seen from outside.
inline Mesh cube() {
  Mesh mesh;
  for (int v = 0; v < 8; ++v) {
    mesh.vertices.push_back({double(v & 1), double(v >> 1 & 1), double(v >> 2 & 1)});
  }
  mesh.indices = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                  2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  return mesh;
}

inline const Vec<3, double>& corner(const Mesh& mesh, std::size_t i) {
  return mesh.vertices[mesh.indices[i]];
}

inline std::string text_of(const Vec<3, double>& p) {
  return std::to_string(p[0]) + " " + std::to_string(p[1]) + " " + std::to_string(p[2]) + "\n";
}

inline std::string as_obj(const Mesh& mesh) {
  std::string text;
  for (const auto& v : mesh.vertices) text += "v " + text_of(v);
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    text += "f " + std::to_string(mesh.indices[i] + 1) + " " +
            std::to_string(mesh.indices[i + 1] + 1) + " " +
            std::to_string(mesh.indices[i + 2] + 1) + "\n";
  }
  return text;
}

inline std::string as_ascii_stl(const Mesh& mesh) {
  std::string text = "solid a cube\n";
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    text += " facet normal 0 0 0\n  outer loop\n";
    for (std::size_t k = i; k < i + 3; ++k) text += "   vertex " + text_of(corner(mesh, k));
    text += "  endloop\n endfacet\n";
  }
  return text + "endsolid a cube\n";
}

template <class T>
void append(std::string& bytes, T value) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes.append(raw, sizeof(T));
}

inline std::string as_binary_stl(const Mesh& mesh) {
  std::string bytes = "solid, says the head of many binary files";
  bytes.resize(80);
  append(bytes, static_cast<std::uint32_t>(mesh.triangle_count()));
  for (std::size_t i = 0; i < mesh.indices.size(); ++i) {
    if (i % 3 == 0) bytes.append(12, '\0');
    for (int a = 0; a < 3; ++a) append(bytes, static_cast<float>(corner(mesh, i)[a]));
    if (i % 3 == 2) bytes.append(2, '\0');
  }
  return bytes;
}

// Positions, then 16-bit indices.
inline std::string gltf_buffer(const Mesh& mesh) {
  std::string bytes;
  for (const auto& v : mesh.vertices) {
    for (int a = 0; a < 3; ++a) append(bytes, static_cast<float>(v[a]));
  }
  for (const std::uint32_t i : mesh.indices) append(bytes, static_cast<std::uint16_t>(i));
  return bytes;
}

// `uri`: of the buffer, as `"uri":"x.bin",`; `nodes`: of the scene whose root is node 0.
inline std::string gltf_json(const Mesh& mesh, const std::string& uri,
                             const std::string& nodes = R"({"mesh":0,"name":"cube"})") {
  const std::string v = std::to_string(mesh.vertices.size());
  const std::string i = std::to_string(mesh.indices.size());
  const std::string at = std::to_string(12 * mesh.vertices.size());
  const std::string all = std::to_string(gltf_buffer(mesh).size());
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[)" + nodes +
         R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"accessors":[)" +
         R"({"bufferView":0,"componentType":5126,"count":)" + v +
         R"(,"type":"VEC3","min":[0,0,0],"max":[1,1,1]},)" +
         R"({"bufferView":1,"componentType":5123,"count":)" + i + R"(,"type":"SCALAR"}],)" +
         R"("bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":)" + at +
         R"(},{"buffer":0,"byteOffset":)" + at + R"(,"byteLength":)" +
         std::to_string(2 * mesh.indices.size()) + R"(}],"buffers":[{)" + uri + R"("byteLength":)" +
         all + "}]}";
}

inline std::string glb_of(std::string json, std::string buffer) {
  while (json.size() % 4 != 0) json += ' ';
  while (buffer.size() % 4 != 0) buffer += '\0';
  std::string bytes = "glTF";
  append(bytes, std::uint32_t(2));
  append(bytes, static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + buffer.size()));
  append(bytes, static_cast<std::uint32_t>(json.size()));
  bytes += "JSON" + json;
  append(bytes, static_cast<std::uint32_t>(buffer.size()));
  return bytes + std::string("BIN\0", 4) + buffer;
}

inline std::string as_glb(const Mesh& mesh,
                          const std::string& nodes = R"({"mesh":0,"name":"cube"})") {
  return glb_of(gltf_json(mesh, "", nodes), gltf_buffer(mesh));
}

class Files : public ::testing::Test {
 protected:
  void SetUp() override {
    // mkdtemp() replaces the six letters.
    std::string pattern = (std::filesystem::temp_directory_path() / "masu_io_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& bytes) const {
    const std::filesystem::path path = std::filesystem::path(folder_) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
    return path.string();
  }

  std::string folder_;
};

}  // namespace masu::io::testing
