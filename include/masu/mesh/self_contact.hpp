// SPDX-License-Identifier: MIT
// self_contacts(): where a mesh touches or crosses itself.
#pragma once

#include <masu/core/pair.hpp>
#include <masu/mesh/surface_mesh.hpp>

namespace masu {

namespace detail {

template <int D, class T>
SearchResult put_self_contacts(const SurfaceMesh<D, T>& mesh, PairOutput& out);

}  // namespace detail

// Delivers each pair of pieces that touch but share no vertex, once and exactly, to a PairSink.
// Vertices are the same if their numbers are: pieces with different vertices in the same position
// do touch. Typically O(n log n + k) for k pairs whose boxes overlap. Statuses: stopped and
// out_of_memory from the sink.
template <int D, class T, PairSink Sink>
SearchResult self_contacts(const SurfaceMesh<D, T>& mesh, Sink&& sink) {
  PairOutput out(sink);
  return detail::put_self_contacts(mesh, out);
}

}  // namespace masu
