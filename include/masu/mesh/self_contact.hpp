// SPDX-License-Identifier: MIT
// Where a surface touches or crosses itself.
#pragma once

#include <masu/core/pair.hpp>
#include <masu/mesh/surface_mesh.hpp>

namespace masu {

namespace detail {

template <int D, class T>
SearchResult put_self_contacts(const SurfaceMesh<D, T>& mesh, PairOutput& out);

}  // namespace detail

// Each pair of pieces that touch and share no vertex once, exactly: to a PairSink. Vertices are the
// same if their numbers are; where they only lie in one place the pieces do touch. O(n log n + k)
// typically for k pairs whose boxes overlap. Statuses: stopped and out_of_memory by the sink.
template <int D, class T, PairSink Sink>
SearchResult self_contacts(const SurfaceMesh<D, T>& mesh, Sink&& sink) {
  PairOutput out(sink);
  return detail::put_self_contacts(mesh, out);
}

}  // namespace masu
