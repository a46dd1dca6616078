// SPDX-License-Identifier: MIT
// Boost.Geometry: an R-tree packed from the frame's boxes, then one query per object, in the tree's
// own order, so that consecutive queries share the cache.
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <boost/version.hpp>

#include "../peer_kit.hpp"

namespace masu_bench {
namespace {

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

template <class T>
class BoostRtree {
 public:
  BoostRtree(int, Boxes<T>, int) {}

  void frame(Boxes<T> boxes, Moved, Pairs& pairs) {
    if (boxes.dim == 2) {
      search<2>(boxes, flat_, pairs);
    } else {
      search<3>(boxes, solid_, pairs);
    }
  }

 private:
  template <int D>
  using Box = bg::model::box<bg::model::point<T, D, bg::cs::cartesian>>;
  template <int D>
  using Value = std::pair<Box<D>, std::uint32_t>;

  template <int D>
  static Box<D> box_of(Boxes<T> boxes, std::size_t i) {
    const T* lo = boxes.min(i);
    const T* hi = boxes.max(i);
    if constexpr (D == 2) {
      return {{lo[0], lo[1]}, {hi[0], hi[1]}};
    } else {
      return {{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}};
    }
  }

  template <int D>
  static void search(Boxes<T> boxes, std::vector<Value<D>>& values, Pairs& pairs) {
    values.clear();
    for (std::size_t i = 0; i < boxes.size; ++i) {
      values.emplace_back(box_of<D>(boxes, i), static_cast<std::uint32_t>(i));
    }
    const bgi::rtree<Value<D>, bgi::quadratic<16>> tree(values.begin(), values.end());
    for (const Value<D>& me : tree) {
      tree.query(bgi::intersects(me.first),
                 boost::make_function_output_iterator([&](const Value<D>& other) {
                   if (me.second < other.second) add(pairs, me.second, other.second);
                 }));
    }
  }

  std::vector<Value<2>> flat_;
  std::vector<Value<3>> solid_;
};

const masu_peer kPeers[] = {
    make_peer<BoostRtree<float>, float>("boost:rtree", BOOST_LIB_VERSION, kFlat | kSolid),
    make_peer<BoostRtree<double>, double>("boost:rtree", BOOST_LIB_VERSION, kFlat | kSolid)};

}  // namespace
}  // namespace masu_bench

MASU_BENCH_EXPORT_PEERS(masu_bench::kPeers)
