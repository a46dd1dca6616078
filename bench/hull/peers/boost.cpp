// SPDX-License-Identifier: MIT
// Boost.Geometry: Graham and Andrew, in 2D.
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/multi_point.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <boost/version.hpp>

#include <vector>

#include "../peer_kit.hpp"

namespace masu_bench::hull {
namespace {

namespace geometry = boost::geometry;
using Point = geometry::model::d2::point_xy<double>;

class Method {
 public:
  Method(int, const double* x, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) points_.emplace_back(x[2 * i], x[2 * i + 1]);
  }
  bool run() {
    geometry::clear(hull_);
    geometry::convex_hull(points_, hull_);
    return true;
  }
  masu_hull_result result() {
    vertices_.clear();
    const auto& ring = hull_.outer();  // closed: its first point is repeated
    for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
      vertices_.insert(vertices_.end(), {ring[i].x(), ring[i].y()});
    }
    return {vertices_.data(), vertices_.size() / 2, 0, 0};
  }

 private:
  geometry::model::multi_point<Point> points_;
  geometry::model::polygon<Point> hull_;
  std::vector<double> vertices_;
};

bool takes(int dim, std::size_t) {
  return dim == 2;
}

}  // namespace
}  // namespace masu_bench::hull

extern "C" __attribute__((visibility("default"))) const masu_hull_peer* masu_hull_peers(
    size_t* count) {
  using namespace masu_bench::hull;
  static const masu_hull_peer peer = make_peer<Method, takes>("boost", BOOST_LIB_VERSION, 8);
  *count = 1;
  return &peer;
}
