// SPDX-License-Identifier: MIT
// Chipmunk: walls as segment shapes of the space's static body, as thick as the movers, so that
// these are points. Thin walls would be missed: for a query with a radius the tree does not enlarge
// the boxes, so walls next to the path are not tested.
#include <chipmunk/chipmunk.h>

#include <limits>
#include <numeric>
#include <vector>

#include "../peer_kit.hpp"
#include "../slide.hpp"

namespace masu_bench::corridor {
namespace {

class Space {
 public:
  explicit Space(const Map& map) : radius_(double(map.raw.radius)), space_(cpSpaceNew()) {
    cpBody* const ground = cpSpaceGetStaticBody(space_);
    std::vector<std::uint32_t> walls;
    map.for_each_wall([&](std::uint32_t i) { walls.push_back(i); });
    const std::size_t step = stride(walls.size());
    for (std::size_t k = 0, wall = 0; k < walls.size(); ++k, wall = (wall + step) % walls.size()) {
      const Point a = map.vertex(walls[wall]);
      const Point b = map.vertex(walls[wall] + 1);
      cpSpaceAddShape(space_, cpSegmentShapeNew(ground, cpv(double(a[0]), double(a[1])),
                                                cpv(double(b[0]), double(b[1])), radius_));
    }
  }
  Space(const Space&) = delete;
  Space& operator=(const Space&) = delete;
  ~Space() {
    cpSpaceEachShape(
        space_,
        [](cpShape* shape, void* list) {
          static_cast<std::vector<cpShape*>*>(list)->push_back(shape);
        },
        &shapes_);
    for (cpShape* const shape : shapes_) {
      cpSpaceRemoveShape(space_, shape);
      cpShapeFree(shape);
    }
    cpSpaceFree(space_);
  }

  float nearest(const Point& position, float within, double*) {
    cpPointQueryInfo found;
    const cpShape* const wall =
        cpSpacePointQueryNearest(space_, cpv(double(position[0]), double(position[1])),
                                 double(within) - radius_, CP_SHAPE_FILTER_ALL, &found);
    return wall != nullptr ? static_cast<float>(found.distance + radius_)
                           : std::numeric_limits<float>::infinity();
  }

  Point move(const Point& position, const Point& displacement, double*) {
    const auto sweep = [&](const masu::Vec2d& from, const masu::Vec2d& d) {
      cpSegmentQueryInfo hit;
      std::optional<masu::WallImpact> impact;
      if (cpSpaceSegmentQueryFirst(space_, cpv(from[0], from[1]),
                                   cpv(from[0] + d[0], from[1] + d[1]), 0, CP_SHAPE_FILTER_ALL,
                                   &hit) != nullptr) {
        impact = masu::WallImpact{hit.alpha, {hit.normal.x, hit.normal.y}, masu::WallPart::side};
      }
      return impact;
    };
    return masu::vec_cast<float>(slide(masu::vec_cast<double>(position),
                                       masu::vec_cast<double>(displacement), radius_ / 1024,
                                       sweep));
  }

 private:
  // The stride of an order that visits all n, each far from the one before (by the golden section):
  // the tree is not balanced, and in the order of a chain it degenerates almost to a list.
  static std::size_t stride(std::size_t n) {
    auto step = static_cast<std::size_t>(0.6180339887 * static_cast<double>(n));
    while (std::gcd(step, n) != 1) ++step;
    return step;
  }

  double radius_;
  cpSpace* space_;
  std::vector<cpShape*> shapes_;
};

const masu_corridor_peer kPeers[] = {make_peer<Space>("chipmunk", cpVersionString)};

}  // namespace
}  // namespace masu_bench::corridor

MASU_CORRIDOR_EXPORT_PEERS(masu_bench::corridor::kPeers)
