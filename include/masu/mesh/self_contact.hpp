// SPDX-License-Identifier: MIT
// Where a surface touches or crosses itself.
#pragma once

#include <masu/hull/predicates.hpp>
#include <masu/mesh/surface_mesh.hpp>
#include <masu/narrow_phase/triangle_triangle.hpp>

namespace masu {

namespace detail {

template <class T>
bool mesh_pieces_touch(const SurfaceMesh<3, T>& mesh, std::uint32_t i, std::uint32_t k) {
  return triangles_touch(mesh.triangle(i), mesh.triangle(k));
}
template <class T>
bool mesh_pieces_touch(const SurfaceMesh<2, T>& mesh, std::uint32_t i, std::uint32_t k) {
  const Segment<2, T> p = mesh.segment(i);
  const Segment<2, T> q = mesh.segment(k);
  return segments_touch(widen(p.a), widen(p.b), widen(q.a), widen(q.b));
}

}  // namespace detail

// Each pair of pieces that touch and share no vertex once, exactly: to a PairSink. Vertices are the
// same if their numbers are; where they only lie in one place the pieces do touch. O(n log n + k)
// typically for k pairs whose boxes overlap. Statuses: stopped and out_of_memory by the sink.
template <int D, class T, PairSink Sink>
SearchResult self_contacts(const SurfaceMesh<D, T>& mesh, Sink&& sink) {
  struct Context {
    const SurfaceMesh<D, T>& mesh;
    PairOutput<Sink> out;
  } context{mesh, PairOutput<Sink>(sink)};
  detail::BvhBlock<Pair> block;
  block.context = &context;
  block.flush = [](detail::BvhBlock<Pair>& found) {
    Context& c = *static_cast<Context*>(found.context);
    for (std::uint32_t n = 0; n < found.size; ++n) {
      const auto [i, k] = found.data[n];
      if (c.mesh.share_vertex(i, k) || !detail::mesh_pieces_touch(c.mesh, i, k)) continue;
      if (!(i < k ? c.out.put(i, k) : c.out.put(k, i))) return false;
    }
    found.size = 0;
    return true;
  };
  detail::BvhCounts counts;
  const bool on = detail::bvh_kernels<D, T>().pairs_within(mesh.tree().nodes(), block, counts) &&
                  block.flush(block);
  QueryStats stats;
  stats.nodes = counts.nodes;
  stats.tests = counts.tests;
  stats.results = context.out.results();
  return {on ? Status::ok : context.out.status(), stats};
}

}  // namespace masu
