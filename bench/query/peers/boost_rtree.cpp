// SPDX-License-Identifier: MIT
// Boost.Geometry: an R-tree bulk-loaded with all objects (sort-tile-recursive).
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <boost/version.hpp>

#include "../peer_kit.hpp"

namespace masu_bench::query {
namespace {

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

template <int D, class T>
using Point = bg::model::point<T, D, bg::cs::cartesian>;

template <int D, class T>
Point<D, T> point_of(const T* p) {
  Point<D, T> point;
  bg::set<0>(point, p[0]);
  bg::set<1>(point, p[1]);
  if constexpr (D == 3) bg::set<2>(point, p[2]);
  return point;
}

// Holds boxes or points, by the tree's type.
template <int D, class T, class Shape>
class Rtree {
 public:
  static constexpr bool kHasPoints = std::is_same_v<Shape, Point<D, T>>;
  static constexpr std::uint32_t kKinds = kHasPoints ? kPoints : kBoxes;
  static constexpr std::uint32_t kTasks = kHasPoints ? kKnn | kRadius : kBox | kRayAll;
  explicit Rtree(int) {}

  bool build(const Objects<T>& objects) {
    values_.clear();
    for (std::size_t i = 0; i < objects.size(); ++i) {
      if constexpr (kHasPoints) {
        values_.emplace_back(point_of<D>(objects.min(i)), static_cast<std::uint32_t>(i));
      } else {
        values_.emplace_back(Shape(point_of<D>(objects.min(i)), point_of<D>(objects.max(i))),
                             static_cast<std::uint32_t>(i));
      }
    }
    tree_ = Tree(values_.begin(), values_.end());
    return true;
  }

  void ask(const Questions<T>& questions, Answers& answers) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if constexpr (kHasPoints) {
        const Point<D, T> point = point_of<D>(questions[i]);
        if (questions.task() == MASU_QUERY_KNN) {
          nearest(point, questions.raw.k, answers);
        } else {
          within(point, static_cast<T>(questions.raw.radius), answers);
        }
      } else if (questions.task() == MASU_QUERY_BOX) {
        const T* q = questions[i];
        collect(bgi::intersects(Shape(point_of<D>(q), point_of<D>(q + D))), answers);
      } else {
        collect(bgi::intersects(segment_of(questions[i])), answers);
      }
      answers.end();
    }
  }

 private:
  using Value = std::pair<Shape, std::uint32_t>;
  using Tree = bgi::rtree<Value, bgi::quadratic<16>>;

  static bg::model::segment<Point<D, T>> segment_of(const T* ray) {
    T end[D];
    for (int a = 0; a < D; ++a) end[a] = ray[a] + ray[2 * D] * ray[D + a];
    return {point_of<D>(ray), point_of<D, T>(end)};
  }

  template <class Predicate>
  void collect(const Predicate& predicate, Answers& answers) {
    tree_.query(predicate, boost::make_function_output_iterator(
                               [&](const Value& value) { answers.add(value.second); }));
  }
  // Results come in no particular order: sorted, since the task requires it.
  void nearest(const Point<D, T>& point, std::uint32_t k, Answers& answers) {
    found_.clear();
    tree_.query(bgi::nearest(point, k),
                boost::make_function_output_iterator([&](const Value& value) {
                  found_.emplace_back(bg::comparable_distance(point, value.first), value.second);
                }));
    std::sort(found_.begin(), found_.end());
    for (const auto& [distance, id] : found_) answers.add(id, distance);
  }
  void within(const Point<D, T>& point, T radius, Answers& answers) {
    T low[D];
    T high[D];
    low[0] = bg::get<0>(point) - radius, high[0] = bg::get<0>(point) + radius;
    low[1] = bg::get<1>(point) - radius, high[1] = bg::get<1>(point) + radius;
    if constexpr (D == 3) low[2] = bg::get<2>(point) - radius, high[2] = bg::get<2>(point) + radius;
    const bg::model::box<Point<D, T>> around(point_of<D, T>(low), point_of<D, T>(high));
    tree_.query(bgi::intersects(around),
                boost::make_function_output_iterator([&](const Value& value) {
                  if (bg::comparable_distance(point, value.first) <= radius * radius)
                    answers.add(value.second);
                }));
  }

  std::vector<Value> values_;
  std::vector<std::pair<T, std::uint32_t>> found_;
  Tree tree_;
};

template <int D, class T>
constexpr masu_query_peer boxes() {
  return make_peer<Rtree<D, T, bg::model::box<Point<D, T>>>, T>("boost:rtree", BOOST_LIB_VERSION,
                                                                1u << D);
}
template <int D, class T>
constexpr masu_query_peer points() {
  return make_peer<Rtree<D, T, Point<D, T>>, T>("boost:rtree", BOOST_LIB_VERSION, 1u << D);
}

const masu_query_peer kPeers[] = {boxes<2, float>(),   boxes<3, float>(),  points<2, float>(),
                                  points<3, float>(),  boxes<2, double>(), boxes<3, double>(),
                                  points<2, double>(), points<3, double>()};

}  // namespace
}  // namespace masu_bench::query

MASU_QUERY_EXPORT_PEERS(masu_bench::query::kPeers)
