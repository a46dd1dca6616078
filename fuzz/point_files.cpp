// SPDX-License-Identifier: MIT
// Point and mesh files of arbitrary bytes: they are read, or refused with an InputError.
#include <cmath>

#include <scenes/readers/read_mesh.hpp>
#include <scenes/readers/read_points.hpp>

#include "fuzz/temp_file.hpp"

namespace {

void read(const std::string& path, bool mesh) {
  using namespace masu::readers;
  if (mesh) {
    const MeshTable table = read_mesh(path);
    for (const auto& t : table.triangles) {
      for (const std::uint32_t corner : t) MASU_ASSERT(corner < table.points.size());
    }
    return;
  }
  const PointTable table = read_points(path);
  MASU_ASSERT(table.coordinates.size() == table.size() * std::size_t(table.dim));
  for (const double x : table.coordinates) MASU_ASSERT(std::isfinite(x));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr const char* kEndings[] = {".obj", ".csv", ".npy", ".obj"};
  const unsigned kind = data[0] % 4;
  const masu::fuzz::TempFile file({data + 1, size - 1}, kEndings[kind]);
  try {
    read(file.path(), kind == 3);
  } catch (const masu::readers::InputError& e) {
    MASU_ASSERT(e.what()[0] != 0);
  }
  return 0;
}
