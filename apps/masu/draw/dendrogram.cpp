// SPDX-License-Identifier: MIT
#include "dendrogram.hpp"

#include "colours.hpp"

namespace masu::cli {

void draw_dendrogram(SortPart& part, std::size_t objects, const std::vector<Merge>& merges,
                     double height) {
  const double top = part.y() + 60;
  std::vector<Spot> at(objects + merges.size());
  for (std::size_t i = 0; i < objects; ++i) at[i] = spot(part.middle_of(i), top);
  for (std::size_t k = 0; k < merges.size(); ++k) {
    const Merge& m = merges[k];
    const Spot a = at[m.a];
    const Spot b = at[m.b];
    const Spot here = spot(double(a.x + b.x) / 2, top + height * m.down);
    SvgPath path;
    path.polyline(std::array{a, Spot{a.x, here.y}, Spot{b.x, here.y}, b});
    part.path("cut " + depth_class(m.depth), path);
    at[objects + k] = here;
  }
  part.gap(height + 200);
}

}  // namespace masu::cli
