// SPDX-License-Identifier: MIT
#include "mesh/neighbors.hpp"

#include <algorithm>

#include <masu/mesh/composite_shape.hpp>

namespace masu::detail {
namespace {

// An edge of a triangle, kept with its vertex of lower number.
struct HalfEdge {
  std::uint32_t high;
  std::uint32_t slot;  // 3 i + k
  bool upwards;        // from the lower to the higher number

  friend bool operator<(const HalfEdge& x, const HalfEdge& y) {
    return x.high != y.high ? x.high < y.high : x.slot < y.slot;
  }
};

// Those at one lower vertex.
bool join(std::span<HalfEdge> edges, std::span<std::uint32_t> neighbors) {
  std::sort(edges.begin(), edges.end());
  bool closed = true;
  for (std::size_t from = 0; from < edges.size();) {
    std::size_t to = from + 1;
    while (to < edges.size() && edges[to].high == edges[from].high) ++to;
    const HalfEdge& x = edges[from];
    const HalfEdge& y = edges[to - 1];
    const bool two = to - from == 2 && x.slot / 3 != y.slot / 3;
    closed = closed && two && x.upwards != y.upwards;
    if (two) {
      neighbors[x.slot] = y.slot / 3;
      neighbors[y.slot] = x.slot / 3;
    }
    from = to;
  }
  return closed;
}

}  // namespace

Status find_neighbors(std::span<const std::uint32_t> corners, std::size_t vertex_count,
                      Buffer<std::uint32_t>& neighbors, bool& closed) {
  Buffer<std::uint32_t> first(neighbors.allocator());
  Buffer<HalfEdge> edges(neighbors.allocator());
  const std::size_t size = corners.size();
  if (!first.resize(vertex_count + 1) || !edges.resize(size) || !neighbors.resize(size)) {
    return Status::out_of_memory;
  }
  std::fill(neighbors.begin(), neighbors.end(), kNoPiece);
  std::fill(first.begin(), first.end(), 0u);
  const auto ends = [&](std::size_t slot) {
    const std::uint32_t tail = corners[slot];
    const std::uint32_t head = corners[slot % 3 == 2 ? slot - 2 : slot + 1];
    return std::pair(tail, head);
  };
  for (std::size_t s = 0; s < size; ++s) {
    const auto [tail, head] = ends(s);
    ++first[std::min(tail, head)];
  }
  // Each begins where the ones before end; filled from the back, each count becomes its begin.
  for (std::size_t v = 1; v <= vertex_count; ++v) first[v] += first[v - 1];
  for (std::size_t s = size; s-- > 0;) {
    const auto [tail, head] = ends(s);
    edges[--first[std::min(tail, head)]] = {std::max(tail, head), static_cast<std::uint32_t>(s),
                                            tail < head};
  }
  closed = true;
  for (std::size_t v = 0; v < vertex_count; ++v) {
    closed &= join({edges.data() + first[v], edges.data() + first[v + 1]}, neighbors);
  }
  return Status::ok;
}

}  // namespace masu::detail
