// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include <masu/io/mesh.hpp>

namespace masu::io {
namespace {

using Key = std::array<std::uint64_t, 3>;

// Equal for equal coordinates (-0 is 0), with a total order that includes NaN.
Key key_of(const Vec<3, double>& v) {
  return {std::bit_cast<std::uint64_t>(v[0] + 0.0), std::bit_cast<std::uint64_t>(v[1] + 0.0),
          std::bit_cast<std::uint64_t>(v[2] + 0.0)};
}

// Returns for each vertex the first one with its coordinates.
std::vector<std::uint32_t> first_of_its_kind(const std::vector<Vec<3, double>>& vertices) {
  std::vector<Key> keys;
  keys.reserve(vertices.size());
  for (const Vec<3, double>& v : vertices) keys.push_back(key_of(v));
  std::vector<std::uint32_t> order(vertices.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return keys[a] != keys[b] ? keys[a] < keys[b] : a < b;
  });
  std::vector<std::uint32_t> first(vertices.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i != 0 && keys[order[i]] == keys[order[i - 1]];
    first[order[i]] = same ? first[order[i - 1]] : order[i];
  }
  return first;
}

}  // namespace

void weld(Mesh& mesh) {
  std::vector<std::uint32_t> now = first_of_its_kind(mesh.vertices);
  std::uint32_t used = 0;
  for (std::uint32_t v = 0; v < now.size(); ++v) {
    if (now[v] != v) {
      now[v] = now[now[v]];
      continue;
    }
    mesh.vertices[used] = mesh.vertices[v];
    now[v] = used++;
  }
  mesh.vertices.resize(used);
  std::size_t written = 0;
  std::size_t triangle = 0;
  const auto take = [&](std::size_t end) {
    for (; triangle < end; ++triangle) {
      const std::uint32_t a = now[mesh.indices[3 * triangle]];
      const std::uint32_t b = now[mesh.indices[3 * triangle + 1]];
      const std::uint32_t c = now[mesh.indices[3 * triangle + 2]];
      if (a == b || b == c || c == a) continue;
      mesh.indices[written++] = a;
      mesh.indices[written++] = b;
      mesh.indices[written++] = c;
    }
  };
  for (MeshGroup& group : mesh.groups) {
    const std::size_t end = group.first + group.count;
    take(group.first);
    group.first = written / 3;
    take(end);
    group.count = written / 3 - group.first;
  }
  take(mesh.triangle_count());
  mesh.indices.resize(written);
}

}  // namespace masu::io
