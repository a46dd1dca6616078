// SPDX-License-Identifier: MIT
#include "mesh/pair_search.hpp"

#include <optional>

#include <masu/narrow_phase/triangle_triangle.hpp>

#include "core/instantiate.hpp"
#include "mesh/placed_join.hpp"
#include "mesh/shape_gap.hpp"

namespace masu::detail {
namespace {

template <int D, class T>
bool is_triangle(const ShapeView<D, T>& shape) {
  return D == 3 && shape.kind == ShapeKind::triangle && shape.radius == 0;
}

// The corners of a triangle in the frame of another sub-shape.
struct PlacedCorners {
  Vec<3, double> p[3];

  template <class T>
  explicit PlacedCorners(const Triangle<3, T>& t)
      : p{vec_cast<double>(t.a), vec_cast<double>(t.b), vec_cast<double>(t.c)} {}
  template <class T>
  explicit PlacedCorners(const ShapeView<3, T>& t)
      : PlacedCorners(Triangle<3, T>{t.p[0], t.p[1], t.p[2]}) {}
  template <class S>
  PlacedCorners(const S& triangle, const PairFrame<3>& frame) : PlacedCorners(triangle) {
    for (Vec<3, double>& q : p) q = frame.rotation * q + frame.translation;
  }
};

template <int D, class T>
bool sub_shapes_touch(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairPose<D>& pose,
                      double margin) {
  if constexpr (D == 3) {
    if (margin == 0 && is_triangle(a) && is_triangle(b)) {
      return triangles_touch(PlacedCorners(a).p, PlacedCorners(b, pose).p);
    }
  }
  return placed_within(a, b, pose, margin);
}

// Tests the candidates of two hierarchies.
template <int D, class T>
class SubShapeTouch {
 public:
  SubShapeTouch(const TreeBody<D, T>& a, const TreeBody<D, T>& b, const PairPose<D>& pose,
                double margin)
      : a_(a), b_(b), pose_(pose), margin_(margin) {}

  template <class Visit>
  bool take(std::uint32_t id_a, std::uint32_t id_b, bool, Visit& visit) const {
    const SubShape<D, T> x = a_.sub_shape(id_a);
    const SubShape<D, T> y = b_.sub_shape(id_b);
    const PairPose<D> pose = with_sub_shape_of_b(with_sub_shape_of_a(pose_, x), y);
    if (!sub_shapes_touch(x.shape, y.shape, pose, margin_)) return true;
    return visit(SubShapePair<D, T>{id_a, id_b, x.shape, y.shape, pose});
  }

 private:
  const TreeBody<D, T>& a_;
  const TreeBody<D, T>& b_;
  const PairPose<D>& pose_;
  double margin_;
};

// As SubShapeTouch for triangles of two meshes; the joint search decides whether most of them
// touch.
template <class T>
class TriangleTouch {
 public:
  using Mesh = SurfaceMesh<3, T>;

  TriangleTouch(const Mesh& a, const Mesh& b, const PairPose<3>& pose)
      : a_(a), b_(b), pose_(pose) {}

  template <class Visit>
  bool take(std::uint32_t id_a, std::uint32_t id_b, bool sure, Visit& visit) const {
    const Triangle<3, T> x = a_.triangle(id_a);
    const Triangle<3, T> y = b_.triangle(id_b);
    if (!sure) {
      const PlacedCorners placed(y, pose_);
      if (!triangles_touch(PlacedCorners(x).p, placed.p)) return true;
    }
    const ShapeView<3, T> view_x = x.view();
    const ShapeView<3, T> view_y = y.view();
    return visit(SubShapePair<3, T>{id_a, id_b, view_x, view_y, pose_});
  }

 private:
  const Mesh& a_;
  const Mesh& b_;
  const PairPose<3>& pose_;
};

// Delivers the candidates that touch; `join(block, counts)` finds them.
template <class Touch, class Visit, class Join>
SearchResult touching_by(const Touch& touch, Visit& visit, Join&& join) {
  struct Context {
    const Touch& touch;
    Visit& visit;
    std::uint64_t tested = 0;
  } context{touch, visit};
  JoinBlock block;
  block.context = &context;
  block.flush = [](JoinBlock& found) {
    Context& c = *static_cast<Context*>(found.context);
    for (std::uint32_t i = 0; i < found.size; ++i) {
      ++c.tested;
      const bool sure = (found.sure >> i & 1) != 0;
      if (!c.touch.take(found.data[i].a, found.data[i].b, sure, c.visit)) return false;
    }
    found.size = 0;
    return true;
  };
  BvhCounts counts;
  const bool on = join(block, counts);
  return {on ? Status::ok : Status::stopped,
          {.nodes = counts.nodes, .tests = counts.tests, .results = context.tested}};
}

template <int D, class T, class Visit>
SearchResult touching_in_trees(const TreeBody<D, T>& a, const TreeBody<D, T>& b,
                               const PairPose<D>& pose, const JoinFrame<D, T>& frame, double margin,
                               Visit& visit) {
  if constexpr (D == 3) {
    if (margin == 0 && a.mesh() != nullptr && b.mesh() != nullptr) {
      const TriangleTouch<T> touch(*a.mesh(), *b.mesh(), pose);
      return touching_by(touch, visit, [&](auto& block, auto& counts) {
        return triangle_join_kernels<T>().join(BodyAccess::search(*a.mesh()).leaves(),
                                               BodyAccess::search(*b.mesh()).leaves(), frame, block,
                                               counts);
      });
    }
  }
  const SubShapeTouch<D, T> touch(a, b, pose, margin);
  return touching_by(touch, visit, [&](auto& block, auto& counts) {
    return join_kernels<D, T>().join(a.nodes(), b.nodes(), frame, block, counts);
  });
}

// Returns the largest number in the boxes of a body.
template <int D, class T>
double largest_of(const BodyRef<D, T>& body) {
  if (!body.is_composite()) return 0;
  const Aabb<D, T> box = body.sub_shapes.bounds();
  return larger(largest_component(vec_cast<double>(box.min)),
                largest_component(vec_cast<double>(box.max)));
}

// Rejects most sub-shapes of a that overlap only the axis-aligned box of b. It is not made for the
// first few sub-shapes, which cost less than it does.
template <int D, class T>
class TouchSieve {
 public:
  TouchSieve(const BodyRef<D, T>& a, const BodyRef<D, T>& b, const PairPose<D>& pose, double margin)
      : a_(a), b_(b), pose_(pose), margin_(margin) {}

  bool apart(const SubShape<D, T>& sub_shape_a) {
    if (seen_ < kFew && ++seen_ < kFew) return false;
    if (!gap_) gap_.emplace(ShapeGap<D>::around(b_, pose_, largest_of(a_)));
    return (*gap_)(sub_shape_a) > margin_ * margin_;
  }

 private:
  static constexpr int kFew = 6;
  const BodyRef<D, T>& a_;
  const BodyRef<D, T>& b_;
  const PairPose<D>& pose_;
  double margin_;
  std::optional<ShapeGap<D>> gap_;
  int seen_ = 0;
};

// The cost of a box for one of the searches.
template <int D>
class NearGap {
 public:
  template <class T>
  NearGap(const BodyRef<D, T>& other, const PairFrame<D>& frame, double largest, NearSearch search)
      : search_(search) {
    if (search != NearSearch::boxes) shape_.emplace(ShapeGap<D>::around(other, frame, largest));
    if (search != NearSearch::nearest) box_ = BoxGap<D>::around(other, frame);
  }

  template <class T>
  double operator()(const Aabb<D, T>& box) const {
    if (search_ == NearSearch::boxes) return box_(box);
    const double bound = (*shape_)(box);
    if (search_ == NearSearch::nearest) return bound;
    return bound > 0 ? std::numeric_limits<double>::infinity() : box_(box);
  }
  // Returns whether a sub-shape is beyond reach.
  template <class T>
  bool beyond(const SubShape<D, T>& sub_shape, double reach) const {
    if (search_ == NearSearch::boxes) return false;
    return (*shape_)(sub_shape) > (search_ == NearSearch::overlap ? 0 : reach);
  }
  template <class T>
  void set_direction(const Vec<D, double>& direction, const ShapeView<D, T>& shape,
                     const PairFrame<D>& frame) {
    shape_->set_direction(direction, shape, frame);
  }

 private:
  std::optional<ShapeGap<D>> shape_;  // nullopt: only boxes
  BoxGap<D> box_;
  NearSearch search_;
};

void add_search(QueryStats& all, const QueryStats& part) {
  all.nodes += part.nodes;
  all.tests += part.tests;
}

}  // namespace

template <int D, class T>
SearchResult for_each_touching(const BodyRef<D, T>& a, const BodyRef<D, T>& b,
                               const PairPose<D>& pose, double margin,
                               FunctionRef<bool(const SubShapePair<D, T>& pair)> visit) {
  const TreeBody<D, T> tree_a(a);
  const TreeBody<D, T> tree_b(b);
  if (tree_a && tree_b) {
    JoinFrame<D, T> frame;
    if (make_join_frame(pose, tree_a.bounds(), tree_b.bounds(), margin, frame)) {
      return touching_in_trees(tree_a, tree_b, pose, frame, margin, visit);
    }
  }
  QueryStats stats;
  TouchSieve<D, T> sieve(a, b, pose, margin);
  const auto of_a = [&](std::uint32_t id_a, const SubShape<D, T>& sub_shape_a) {
    if (sieve.apart(sub_shape_a)) return true;
    const PairPose<D> from_sub_shape = with_sub_shape_of_a(pose, sub_shape_a);
    const auto of_b = [&](std::uint32_t id_b, const SubShape<D, T>& sub_shape_b) {
      const PairPose<D> sub_pose = with_sub_shape_of_b(from_sub_shape, sub_shape_b);
      ++stats.results;
      if (!sub_shapes_touch(sub_shape_a.shape, sub_shape_b.shape, sub_pose, margin)) return true;
      return visit(SubShapePair<D, T>{id_a, id_b, sub_shape_a.shape, sub_shape_b.shape, sub_pose});
    };
    if (!b.is_composite()) return of_b(0, SubShape<D, T>{b.convex, nullptr});
    const BoxGap<D> gap(sub_shape_a.shape, from_sub_shape.flipped());
    const SearchResult r = sub_shapes_within<D, T>(b, gap, margin, of_b);
    add_search(stats, r.stats);
    return r.status == Status::ok;
  };
  const SearchResult r = sub_shapes_within<D, T>(a, BoxGap<D>::around(b, pose), margin, of_a);
  add_search(stats, r.stats);
  return {r.status, stats};
}

template <int D, class T>
QueryStats for_each_pair_near(const BodyRef<D, T>& a, const BodyRef<D, T>& b,
                              const PairPose<D>& pose, NearSearch search,
                              FunctionRef<PairReach<D>(const SubShapePair<D, T>& pair)> visit) {
  QueryStats stats;
  double reach = std::numeric_limits<double>::infinity();
  NearGap<D> near_a(b, pose, largest_of(a), search);
  const auto of_a = [&](std::uint32_t id_a, const SubShape<D, T>& sub_shape_a) {
    stats.tests += search != NearSearch::boxes;
    if (near_a.beyond(sub_shape_a, reach)) return reach;
    const PairPose<D> from_sub_shape = with_sub_shape_of_a(pose, sub_shape_a);
    const auto of_b = [&](std::uint32_t id_b, const SubShape<D, T>& sub_shape_b) {
      const PairPose<D> sub_pose = with_sub_shape_of_b(from_sub_shape, sub_shape_b);
      ++stats.results;
      const PairReach<D> next =
          visit(SubShapePair<D, T>{id_a, id_b, sub_shape_a.shape, sub_shape_b.shape, sub_pose});
      reach = next.reach;
      if (!b.is_composite() && search == NearSearch::nearest) {
        near_a.set_direction(transposed_times(pose.rotation_a, next.direction), b.convex, pose);
      }
      return reach;
    };
    if (!b.is_composite()) return of_b(0, SubShape<D, T>{b.convex, nullptr});
    const NearGap<D> near_b(BodyRef<D, T>{sub_shape_a.shape}, from_sub_shape.flipped(),
                            largest_of(b), search);
    add_search(stats, sub_shapes_near<D, T>(b.sub_shapes, near_b, reach, of_b));
    return reach;
  };
  add_search(stats, sub_shapes_near<D, T>(a, near_a, reach, of_a));
  return stats;
}

#define MASU_INSTANTIATE(D, T)                                                           \
  template SearchResult for_each_touching(const BodyRef<D, T>&, const BodyRef<D, T>&,    \
                                          const PairPose<D>&, double,                    \
                                          FunctionRef<bool(const SubShapePair<D, T>&)>); \
  template QueryStats for_each_pair_near(const BodyRef<D, T>&, const BodyRef<D, T>&,     \
                                         const PairPose<D>&, NearSearch,                 \
                                         FunctionRef<PairReach<D>(const SubShapePair<D, T>&)>);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
