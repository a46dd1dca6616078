// SPDX-License-Identifier: MIT
// Polygons with holes of arbitrary numbers: parts are convex and use each edge once, triangles too;
// what is refused has edges that touch, by a test of every pair of them, or a wrong orientation.
#include <map>

#include <masu/core/assert.hpp>
#include <masu/hull/polygon_decomposition.hpp>

#include "fuzz/fuzz_input.hpp"
#include "fuzz/star_loop.hpp"
#include "tests/hull/polygons.hpp"

namespace masu::fuzz {
namespace {

template <class T>
void expect_convex(std::span<const Vec<2, T>> points, std::span<const std::uint32_t> part) {
  const std::size_t n = part.size();
  MASU_ASSERT(n >= 3);
  int bends = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const int side =
        orient2d(points[part[k]], points[part[(k + 1) % n]], points[part[(k + 2) % n]]);
    MASU_ASSERT(side >= 0);
    bends += side;
  }
  MASU_ASSERT(bends >= 3);
}

// Each edge of a part is that of a loop, or another part has it the other way round.
template <class T>
void expect_cover(const test::Polygons<T>& p, const ConvexParts2& parts) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto part = parts.part(i);
    expect_convex<T>(p.points, part);
    for (std::size_t k = 0; k < part.size(); ++k) {
      int& uses = edges[{part[k], part[(k + 1) % part.size()]}];
      MASU_ASSERT(++uses == 1);
    }
  }
  bool all = true;
  p.for_each_edge([&](std::uint32_t a, std::uint32_t b) { all = edges.erase({a, b}) == 1 && all; });
  for (const auto& [edge, count] : edges) all = all && edges.contains({edge.second, edge.first});
  MASU_ASSERT(all);
}

// No edges touch; `most`: the largest number that counts.
template <class T>
bool sound(const test::Polygons<T>& p, T most = std::numeric_limits<T>::max()) {
  for (const auto& v : p.points) {
    if (!(std::fabs(v[0]) <= most && std::fabs(v[1]) <= most)) return false;
  }
  return !p.points.empty() && test::is_simple(p);
}

template <class T>
void decompose(FuzzInput& bytes) {
  test::Polygons<T> p;
  const std::uint32_t loops = 1 + bytes.below(4);
  for (std::uint32_t i = 0; i < loops; ++i) {
    if (bytes.byte() % 4 != 0) {
      const Vec<2, T> center{T(std::int8_t(bytes.byte())) / 16, T(std::int8_t(bytes.byte())) / 16};
      p.add(star_loop<T>(bytes, center, i == 0 ? T(1) : T(1) / 4, i > 0 && bytes.byte() % 8 != 0));
    } else {
      std::vector<Vec<2, T>> loop(bytes.below(12));
      for (auto& v : loop) v = bytes.position<2, T>();
      p.add(loop);
    }
  }
  PolygonDecomposition<T> builder;
  ConvexParts2 parts, triangles;
  const Status status = builder.build(p.points, p.loops, parts);
  MASU_ASSERT(builder.triangulate(p.points, p.loops, triangles) == status);
  if (status != Status::ok) {
    MASU_ASSERT(parts.size() == 0 && triangles.size() == 0);
    // One loop that turns left, and whose edges do not touch.
    const bool valid = loops == 1 && p.points.size() >= 3 && sound(p, T(1024));
    MASU_ASSERT(!valid || !(p.area() > 1e-3));
    return;
  }
  MASU_ASSERT(sound(p));
  expect_cover(p, parts);
  expect_cover(p, triangles);
  MASU_ASSERT(parts.size() <= triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) MASU_ASSERT(triangles.part(i).size() == 3);
}

}  // namespace
}  // namespace masu::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  masu::fuzz::FuzzInput bytes(data, size);
  bytes.flag() ? masu::fuzz::decompose<float>(bytes) : masu::fuzz::decompose<double>(bytes);
  return 0;
}
