// SPDX-License-Identifier: MIT
#include "obj_mesh.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace masu_bench {
namespace {

// The next corner of a face: "7", "7/1", "-1//2".
std::uint32_t corner_of(const std::string& word, std::size_t vertices) {
  const long long index = std::stoll(word);
  const long long at = index > 0 ? index - 1 : static_cast<long long>(vertices) + index;
  if (at < 0 || at >= static_cast<long long>(vertices)) throw std::out_of_range(word);
  return static_cast<std::uint32_t>(at);
}

void read_line(const std::string& line, ObjMesh& mesh) {
  std::istringstream in(line);
  std::string word;
  in >> word;
  if (word == "v") {
    for (int a = 0; a < 3; ++a) {
      double x = 0;
      if (!(in >> x)) throw std::invalid_argument("three coordinates expected");
      mesh.vertices.push_back(x);
    }
  } else if (word == "f") {
    std::vector<std::uint32_t> face;
    while (in >> word) face.push_back(corner_of(word, mesh.vertices.size() / 3));
    for (std::size_t i = 2; i < face.size(); ++i) {
      mesh.corners.insert(mesh.corners.end(), {face[0], face[i - 1], face[i]});
    }
  }
}

}  // namespace

ObjMesh read_obj_mesh(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file + ": cannot be read");
  ObjMesh mesh;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    try {
      read_line(line, mesh);
    } catch (const std::logic_error& e) {
      throw std::runtime_error(file + ":" + std::to_string(number) + ": bad line: " + e.what());
    }
  }
  if (mesh.corners.empty()) throw std::runtime_error(file + ": no triangle in it");
  return mesh;
}

}  // namespace masu_bench
