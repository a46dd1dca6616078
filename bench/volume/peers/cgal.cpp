// SPDX-License-Identifier: MIT
// CGAL by half-spaces, with and without exact constructions of the dual points.
#include <CGAL/Convex_hull_3/dual/halfspace_intersection_3.h>
#include <CGAL/Convex_hull_3/dual/halfspace_intersection_with_constructions_3.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/version_macros.h>

#include "../peer_kit.hpp"

namespace {

using namespace masu_bench::volume;
using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Mesh = CGAL::Surface_mesh<Kernel::Point_3>;

template <bool WithConstructions>
class CgalHalfspaces {
 public:
  CgalHalfspaces(const Pair* pairs, std::size_t) : pairs_(pairs) {}

  void ask(std::size_t index, std::vector<double>& vertices) {
    const Pair& pair = pairs_[index];
    planes_.clear();
    for (std::size_t i = 0; i < pair.plane_count; ++i) {
      const double* p = pair.planes + 4 * i;
      planes_.emplace_back(p[0], p[1], p[2], -p[3]);
    }
    const Kernel::Point_3 inside(pair.inside[0], pair.inside[1], pair.inside[2]);
    Mesh mesh;
    if constexpr (WithConstructions) {
      CGAL::halfspace_intersection_with_constructions_3(planes_.begin(), planes_.end(), mesh,
                                                        inside);
    } else {
      CGAL::halfspace_intersection_3(planes_.begin(), planes_.end(), mesh, inside);
    }
    for (const auto v : mesh.vertices()) {
      const auto& p = mesh.point(v);
      vertices.insert(vertices.end(), {p.x(), p.y(), p.z()});
    }
  }

 private:
  const Pair* pairs_;
  std::vector<Kernel::Plane_3> planes_;
};

constexpr masu_volume_peer kPeers[] = {
    make_peer<CgalHalfspaces<false>>("cgal", CGAL_VERSION_STR),
    make_peer<CgalHalfspaces<true>>("cgal:constructions", CGAL_VERSION_STR)};

}  // namespace

MASU_VOLUME_EXPORT_PEERS(kPeers)
