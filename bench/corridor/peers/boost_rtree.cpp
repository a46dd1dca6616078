// SPDX-License-Identifier: MIT
// Boost.Geometry: an R-tree of segments, bulk-loaded (sort-tile-recursive).
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <boost/version.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "../peer_kit.hpp"
#include "../slide.hpp"

namespace masu_bench::corridor {
namespace {

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

class Rtree {
 public:
  explicit Rtree(const Map& map) : radius_(map.raw.radius) {
    std::vector<Wall> walls;
    map.for_each_wall([&](std::uint32_t i) {
      walls.push_back({boost_point(map.vertex(i)), boost_point(map.vertex(i + 1))});
    });
    tree_ = Tree(walls.begin(), walls.end());
  }

  // The box limits the search to walls within the maximum distance.
  float nearest(const Point& position, float within, double*) {
    const BoostPoint p = boost_point(position);
    float square = std::numeric_limits<float>::infinity();
    const Box around(BoostPoint(position[0] - within, position[1] - within),
                     BoostPoint(position[0] + within, position[1] + within));
    tree_.query(bgi::nearest(p, 1) && bgi::intersects(around),
                boost::make_function_output_iterator(
                    [&](const Wall& wall) { square = bg::comparable_distance(p, wall); }));
    const float distance = std::sqrt(square);
    return distance <= within ? distance : std::numeric_limits<float>::infinity();
  }

  Point move(const Point& position, const Point& displacement, double*) {
    const auto near = [&](const masu::Vec2d& low, const masu::Vec2d& high, auto&& f) {
      const Box box(BoostPoint(static_cast<float>(low[0]), static_cast<float>(low[1])),
                    BoostPoint(static_cast<float>(high[0]), static_cast<float>(high[1])));
      const auto take = [&](const Wall& wall) {
        f(masu::Vec2d{wall.first.get<0>(), wall.first.get<1>()},
          masu::Vec2d{wall.second.get<0>(), wall.second.get<1>()});
      };
      tree_.query(bgi::intersects(box), boost::make_function_output_iterator(take));
    };
    return masu::vec_cast<float>(slide_among(masu::vec_cast<double>(position),
                                             masu::vec_cast<double>(displacement), double(radius_),
                                             near));
  }

 private:
  using BoostPoint = bg::model::point<float, 2, bg::cs::cartesian>;
  using Wall = bg::model::segment<BoostPoint>;
  using Box = bg::model::box<BoostPoint>;
  using Tree = bgi::rtree<Wall, bgi::quadratic<16>>;

  static BoostPoint boost_point(const Point& p) { return {p[0], p[1]}; }

  float radius_;
  Tree tree_;
};

constexpr masu_corridor_peer kPeers[] = {make_peer<Rtree>("boost:rtree", BOOST_LIB_VERSION)};

}  // namespace
}  // namespace masu_bench::corridor

MASU_CORRIDOR_EXPORT_PEERS(masu_bench::corridor::kPeers)
