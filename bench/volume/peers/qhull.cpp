// SPDX-License-Identifier: MIT
// Qhull by half-spaces: about a feasible point, dual, hull, dual.
#include "../peer_kit.hpp"

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace {

using namespace masu_bench::volume;

// Silent: Qhull writes errors to a file.
std::FILE* silence() {
  static std::FILE* file = std::tmpfile();
  return file;
}

class QhullHalfspaces {
 public:
  QhullHalfspaces(const Pair* pairs, std::size_t) : pairs_(pairs) {}

  void ask(std::size_t index, std::vector<double>& vertices) {
    const Pair& pair = pairs_[index];
    duals_.clear();
    for (std::size_t i = 0; i < pair.plane_count; ++i) {
      const double* plane = pair.planes + 4 * i;
      double ahead = plane[3];
      for (int k = 0; k < 3; ++k) ahead -= plane[k] * pair.inside[k];
      for (int k = 0; k < 3; ++k) duals_.push_back(plane[k] / ahead);
    }
    qhT state{};
    qhT* const qh = &state;
    qh_zero(qh, silence());
    char command[] = "qhull Pp";
    const int failed = qh_new_qhull(qh, 3, static_cast<int>(pair.plane_count), duals_.data(), False,
                                    command, nullptr, silence());
    if (failed == 0) {
      const facetT* facet = nullptr;
      FORALLfacets {
        for (int k = 0; k < 3; ++k) {
          vertices.push_back(pair.inside[k] - facet->normal[k] / facet->offset);
        }
      }
    }
    qh_freeqhull(qh, !qh_ALL);
    int blocks = 0;
    int bytes = 0;
    qh_memfreeshort(qh, &blocks, &bytes);
  }

 private:
  const Pair* pairs_;
  std::vector<double> duals_;
};

constexpr masu_volume_peer kPeers[] = {make_peer<QhullHalfspaces>("qhull", "2020.2")};

}  // namespace

MASU_VOLUME_EXPORT_PEERS(kPeers)
