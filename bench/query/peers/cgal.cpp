// SPDX-License-Identifier: MIT
// CGAL: the AABB tree, with boxes as primitives.
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/version.h>

#include <boost/iterator/function_output_iterator.hpp>
#include <boost/variant/apply_visitor.hpp>

#include "../peer_kit.hpp"

namespace masu_bench::query {
namespace {

using Kernel = CGAL::Simple_cartesian<double>;
using Point = Kernel::Point_3;
using Cuboid = Kernel::Iso_cuboid_3;

Point point_of(const double* p) {
  return {p[0], p[1], p[2]};
}

struct Primitive {
  using Id = std::uint32_t;
  using Point = Kernel::Point_3;
  using Datum = Cuboid;
  Cuboid box;
  std::uint32_t index = 0;
  Id id() const { return index; }
  const Datum& datum() const { return box; }
  Point reference_point() const { return (box.min)(); }
};

class AabbTree {
 public:
  static constexpr std::uint32_t kKinds = kBoxes;
  static constexpr std::uint32_t kTasks = kBox | kRayAll | kRayFirst;
  explicit AabbTree(int) {}

  bool build(const Objects<double>& objects) {
    primitives_.clear();
    for (std::size_t i = 0; i < objects.size(); ++i) {
      primitives_.push_back({Cuboid(point_of(objects.min(i)), point_of(objects.max(i)), 0),
                             static_cast<std::uint32_t>(i)});
    }
    tree_.clear();
    for (const Primitive& p : primitives_) tree_.insert(p);
    tree_.build();
    return true;
  }

  void ask(const Questions<double>& questions, Answers& answers) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const double* q = questions[i];
      const auto add =
          boost::make_function_output_iterator([&](std::uint32_t index) { answers.add(index); });
      switch (questions.task()) {
        case MASU_QUERY_BOX:
          tree_.all_intersected_primitives(CGAL::Bbox_3(q[0], q[1], q[2], q[3], q[4], q[5]), add);
          break;
        case MASU_QUERY_RAY_ALL: tree_.all_intersected_primitives(segment_of(q), add); break;
        default: first(q, answers);
      }
      answers.end();
    }
  }

 private:
  using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

  static Kernel::Segment_3 segment_of(const double* q) {
    const Point from = point_of(q);
    return {from, from + q[6] * Kernel::Vector_3(q[3], q[4], q[5])};
  }

  // Returns where along the ray the nearer end of the intersection lies.
  struct Along {
    using result_type = double;
    const double* ray;
    double operator()(const Point& p) const {
      double t = 0;
      for (int a = 0; a < 3; ++a) t += (p[a] - ray[a]) * ray[3 + a];
      return t;
    }
    double operator()(const Kernel::Segment_3& s) const {
      return std::min((*this)(s.source()), (*this)(s.target()));
    }
  };

  void first(const double* q, Answers& answers) {
    const Kernel::Ray_3 ray(point_of(q), Kernel::Vector_3(q[3], q[4], q[5]));
    const auto hit = tree_.first_intersection(ray);
    if (!hit) return;
    const double t = boost::apply_visitor(Along{q}, hit->first);
    if (t <= q[6]) answers.add(hit->second, std::max(t, 0.0));
  }

  std::vector<Primitive> primitives_;
  Tree tree_;
};

const masu_query_peer kPeers[] = {
    make_peer<AabbTree, double>("cgal:aabb_tree", CGAL_VERSION_STR, kSolid)};

}  // namespace
}  // namespace masu_bench::query

MASU_QUERY_EXPORT_PEERS(masu_bench::query::kPeers)
