// SPDX-License-Identifier: MIT
#include "contact/solid.hpp"

namespace masu::cli {

bool smooth(const Body<3>& body, const Facet& f, const Facet& g) {
  return dot(f.normal, g.normal) > (body.smooth ? 0.8 : 0.9999);
}

std::vector<SolidTriangle> triangles_of(const Body<3>& body) {
  std::vector<std::vector<std::uint32_t>> around(body.points.size());
  for (std::uint32_t f = 0; f < body.facets.size(); ++f) {
    for (const std::uint32_t v : body.facets[f].corners) around[v].push_back(f);
  }
  const auto normal_at = [&](const Facet& facet, std::uint32_t v) {
    Vec<3, double> sum{};
    for (const std::uint32_t f : around[v]) {
      if (smooth(body, facet, body.facets[f])) sum = sum + body.facets[f].normal;
    }
    const double size = length(sum);
    return size > 0 ? sum * (1 / size) : facet.normal;
  };
  std::vector<SolidTriangle> all;
  for (const Facet& f : body.facets) {
    for (std::size_t i = 1; i + 1 < f.corners.size(); ++i) {
      SolidTriangle t;
      const std::array corners = {f.corners[0], f.corners[i], f.corners[i + 1]};
      for (std::size_t k = 0; k < 3; ++k) {
        t.corner[k] = body.points[corners[k]];
        t.normal[k] = normal_at(f, corners[k]);
      }
      all.push_back(t);
    }
  }
  return all;
}

}  // namespace masu::cli
