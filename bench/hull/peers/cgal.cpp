// SPDX-License-Identifier: MIT
// CGAL: exact predicates, inexact constructions, the kernel that its manual recommends for hulls.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/convex_hull_2.h>
#include <CGAL/convex_hull_3.h>
#include <CGAL/version.h>

#include <vector>

#include "../peer_kit.hpp"

namespace masu_bench::hull {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

class Solid {
 public:
  Solid(int, const double* x, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      points_.emplace_back(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
  }
  bool run() {
    mesh_.clear();
    CGAL::convex_hull_3(points_.begin(), points_.end(), mesh_);
    return true;
  }
  masu_hull_result result() {
    vertices_.clear();
    for (const auto v : mesh_.vertices()) {
      const auto& p = mesh_.point(v);
      vertices_.insert(vertices_.end(), {p.x(), p.y(), p.z()});
    }
    return {vertices_.data(), mesh_.number_of_vertices(), mesh_.number_of_faces(), 0};
  }

 private:
  std::vector<Kernel::Point_3> points_;
  CGAL::Surface_mesh<Kernel::Point_3> mesh_;
  std::vector<double> vertices_;
};

// convex_hull_2 chooses by itself: Akl-Toussaint for random access, then Bykat's, which is
// quickhull. `Andrew`: its function for the chain.
template <bool andrew>
class Flat {
 public:
  Flat(int, const double* x, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) points_.emplace_back(x[2 * i], x[2 * i + 1]);
  }
  bool run() {
    hull_.clear();
    if constexpr (andrew) {
      CGAL::ch_graham_andrew(points_.begin(), points_.end(), std::back_inserter(hull_));
    } else {
      CGAL::convex_hull_2(points_.begin(), points_.end(), std::back_inserter(hull_));
    }
    return true;
  }
  masu_hull_result result() {
    vertices_.clear();
    for (const auto& p : hull_) vertices_.insert(vertices_.end(), {p.x(), p.y()});
    return {vertices_.data(), hull_.size(), 0, 0};
  }

 private:
  std::vector<Kernel::Point_2> points_;
  std::vector<Kernel::Point_2> hull_;
  std::vector<double> vertices_;
};

template <int D>
bool takes(int dim, std::size_t) {
  return dim == D;
}

}  // namespace
}  // namespace masu_bench::hull

extern "C" __attribute__((visibility("default"))) const masu_hull_peer* masu_hull_peers(
    size_t* count) {
  using namespace masu_bench::hull;
  static const masu_hull_peer peers[] = {
      make_peer<Solid, takes<3>>("cgal", CGAL_VERSION_STR, 8),
      make_peer<Flat<false>, takes<2>>("cgal", CGAL_VERSION_STR, 8),
      make_peer<Flat<true>, takes<2>>("cgal:andrew", CGAL_VERSION_STR, 8)};
  *count = sizeof peers / sizeof *peers;
  return peers;
}
