// SPDX-License-Identifier: MIT
#include "tests/oracle/qhull.hpp"

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include <algorithm>
#include <cstdio>

namespace masu::test {

std::optional<QhullHull> qhull(const std::vector<Vec<3, double>>& points) {
  std::vector<coordT> flat;
  for (const auto& p : points) flat.insert(flat.end(), p.v, p.v + 3);
  // What it says of its troubles.
  std::FILE* silence = std::tmpfile();
  qhT state{};
  qhT* const qh = &state;
  qh_zero(qh, silence);
  char command[] = "qhull Pp";
  const int failed = qh_new_qhull(qh, 3, static_cast<int>(points.size()), flat.data(), False,
                                  command, nullptr, silence);
  std::optional<QhullHull> hull;
  if (failed == 0) {
    hull.emplace();
    vertexT* vertex = nullptr;
    FORALLvertices {
      hull->vertices.push_back(static_cast<std::uint32_t>(qh_pointid(qh, vertex->point)));
    }
    std::sort(hull->vertices.begin(), hull->vertices.end());
    qh_getarea(qh, qh->facet_list);
    hull->volume = qh->totvol;
  }
  qh_freeqhull(qh, !qh_ALL);
  int blocks = 0;
  int bytes = 0;
  qh_memfreeshort(qh, &blocks, &bytes);
  std::fclose(silence);
  return hull;
}

}  // namespace masu::test
