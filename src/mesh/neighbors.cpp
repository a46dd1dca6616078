// SPDX-License-Identifier: MIT
#include "mesh/neighbors.hpp"

#include <algorithm>

#include <masu/mesh/composite_shape.hpp>

namespace masu::detail {
namespace {

// A connection of two sub-shapes: an edge, in 2D a vertex. Stored at its vertex of the lower
// number.
struct SharedEdge {
  std::uint32_t low;
  std::uint32_t high;
  std::uint32_t slot;  // D i + k
  bool forward;        // the direction in which the sub-shape contains it

  friend bool operator<(const SharedEdge& x, const SharedEdge& y) {
    return x.high != y.high ? x.high < y.high : x.slot < y.slot;
  }
};

template <int D>
SharedEdge shared_edge_at(std::span<const std::uint32_t> corners, std::size_t slot) {
  const std::uint32_t tail = corners[slot];
  if constexpr (D == 2) {
    return {tail, tail, static_cast<std::uint32_t>(slot), slot % 2 == 0};
  } else {
    const std::uint32_t head = corners[slot % 3 == 2 ? slot - 2 : slot + 1];
    return {std::min(tail, head), std::max(tail, head), static_cast<std::uint32_t>(slot),
            tail < head};
  }
}

// Joins the connections stored at one vertex.
template <int D>
bool join(std::span<SharedEdge> edges, std::span<std::uint32_t> neighbors) {
  std::sort(edges.begin(), edges.end());
  bool closed = true;
  for (std::size_t from = 0; from < edges.size();) {
    std::size_t to = from + 1;
    while (to < edges.size() && edges[to].high == edges[from].high) ++to;
    const SharedEdge& x = edges[from];
    const SharedEdge& y = edges[to - 1];
    const bool two = to - from == 2 && x.slot / D != y.slot / D;
    closed = closed && two && x.forward != y.forward;
    if (two) {
      neighbors[x.slot] = y.slot / D;
      neighbors[y.slot] = x.slot / D;
    }
    from = to;
  }
  return closed;
}

}  // namespace

template <int D>
Status find_neighbors(std::span<const std::uint32_t> corners, std::size_t vertex_count,
                      Buffer<std::uint32_t>& neighbors, bool& closed) {
  Buffer<std::uint32_t> first(neighbors.allocator());
  Buffer<SharedEdge> edges(neighbors.allocator());
  const std::size_t size = corners.size();
  if (!first.resize(vertex_count + 1) || !edges.resize(size) || !neighbors.resize(size)) {
    return Status::out_of_memory;
  }
  std::fill(neighbors.begin(), neighbors.end(), kNoSubShape);
  std::fill(first.begin(), first.end(), 0u);
  for (std::size_t s = 0; s < size; ++s) ++first[shared_edge_at<D>(corners, s).low];
  // Each list begins where the ones before end; filling from the back turns counts into begins.
  for (std::size_t v = 1; v <= vertex_count; ++v) first[v] += first[v - 1];
  for (std::size_t s = size; s-- > 0;) {
    const SharedEdge edge = shared_edge_at<D>(corners, s);
    edges[--first[edge.low]] = edge;
  }
  closed = true;
  for (std::size_t v = 0; v < vertex_count; ++v) {
    closed &= join<D>({edges.data() + first[v], edges.data() + first[v + 1]}, neighbors);
  }
  return Status::ok;
}

template Status find_neighbors<2>(std::span<const std::uint32_t>, std::size_t,
                                  Buffer<std::uint32_t>&, bool&);
template Status find_neighbors<3>(std::span<const std::uint32_t>, std::size_t,
                                  Buffer<std::uint32_t>&, bool&);

}  // namespace masu::detail
