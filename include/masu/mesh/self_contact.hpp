// SPDX-License-Identifier: MIT
// self_contacts(): where a mesh touches or crosses itself.
#pragma once

#include <masu/core/pair.hpp>
#include <masu/mesh/surface_mesh.hpp>

namespace masu {

namespace detail {

template <int D, class T>
SearchResult report_self_contacts(const SurfaceMesh<D, T>& mesh, PairOutput& out);

}  // namespace detail

// Delivers each pair of sub-shapes that touch but share no vertex, once, to a PairSink. The test is
// exact. Sub-shapes share a vertex if they have the same vertex index; sub-shapes with different
// vertices at the same position touch. Typically O(n log n + k) for k pairs whose boxes overlap.
// Statuses: stopped and out_of_memory from the sink.
template <int D, class T, PairSink Sink>
SearchResult self_contacts(const SurfaceMesh<D, T>& mesh, Sink&& sink) {
  PairOutput out(sink);
  return detail::report_self_contacts(mesh, out);
}

}  // namespace masu
