// SPDX-License-Identifier: MIT
#include <masu/mesh/self_contact.hpp>

#include "core/instantiate.hpp"
#include "mesh/body_access.hpp"
#include "mesh/mesh_sub_shapes_touch.hpp"
#include "mesh/surface_mesh.hpp"

namespace masu {

template <int D, class T>
SearchResult detail::report_self_contacts(const SurfaceMesh<D, T>& mesh, PairOutput& out) {
  struct Context {
    const SurfaceMesh<D, T>& mesh;
    PairOutput& out;
  } context{mesh, out};
  BvhBlock<Pair> block;
  block.context = &context;
  block.flush = [](BvhBlock<Pair>& found) {
    const Context& c = *static_cast<Context*>(found.context);
    for (std::uint32_t n = 0; n < found.size; ++n) {
      const auto [i, k] = found.data[n];
      if (c.mesh.share_vertex(i, k) || !mesh_sub_shapes_touch(c.mesh, i, k)) continue;
      if (!c.out.push_ordered(i, k)) return false;
    }
    found.size = 0;
    return true;
  };
  BvhCounts counts;
  if (bvh_kernels<D, T>().pairs_within(BodyAccess::search(mesh).tree().nodes(), block, counts))
    block.flush(block);
  QueryStats stats;
  stats.nodes = counts.nodes;
  stats.tests = counts.tests;
  return out.finish(stats);
}

#define MASU_INSTANTIATE(D, T) \
  template SearchResult detail::report_self_contacts(const SurfaceMesh<D, T>&, PairOutput&);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
