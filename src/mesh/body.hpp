// SPDX-License-Identifier: MIT
// Shared parts of queries of two bodies: gaps, candidates, the order of the two.
#pragma once

#include <masu/mesh/detail/body_ref.hpp>
#include <masu/mesh/sub_shape_results.hpp>
#include <masu/shapes/check.hpp>

#include "mesh/body_access.hpp"
#include "mesh/compound.hpp"
#include "mesh/fingerprint.hpp"
#include "mesh/height_field.hpp"
#include "mesh/surface_mesh.hpp"
#include "mesh/tile_grid.hpp"
#include "narrow_phase/placed_pair.hpp"

namespace masu::detail {

// Returns the new reach.
template <int D, class T>
using NearVisit = typename BodyFunctions<D, T>::NearVisit;
// Returns false to stop.
template <int D, class T>
using SubShapeVisit = typename BodyFunctions<D, T>::Visit;

// for_each_sub_shape_near(), without an indirect call for each box for the library's own bodies.
template <int D, class T, class Gap>
QueryStats sub_shapes_near(const BodyView<D, T>& body, const Gap& gap, double reach,
                           NearVisit<D, T> visit) {
  const auto search = [&]<class B>(const B* own) {
    return BodyAccess::search(*own).for_each_sub_shape_near(gap, reach, visit);
  };
  const void* const object = body.object();
  switch (body.functions()->kind) {
    case BodyKind::surface_mesh: return search(static_cast<const SurfaceMesh<D, T>*>(object));
    case BodyKind::compound: return search(static_cast<const Compound<D, T>*>(object));
    case BodyKind::height_field: return search(static_cast<const HeightField<D, T>*>(object));
    case BodyKind::tile_grid: return search(static_cast<const TileGrid<D, T>*>(object));
    case BodyKind::custom: break;
  }
  return body.for_each_sub_shape_near(gap, reach, visit);
}

template <int D, class T>
Status check_body(const BodyRef<D, T>& body) {
  if (!body.is_composite()) return check_view(body.convex);
  return body.sub_shapes.bounds().empty() ? Status::no_points : Status::ok;
}

// Returns the bounding box of a composite shape, as a shape.
template <int D, class T>
ShapeView<D, double> box_shape(const BodyView<D, T>& body) {
  const Aabb<D, T> bounds = body.bounds();
  const auto low = vec_cast<double>(bounds.min);
  const auto high = vec_cast<double>(bounds.max);
  const Vec<D, double> half = (high - low) * 0.5;
  return ShapeView<D, double>{.kind = ShapeKind::box, .p = {half, low + half}};
}

// A lower bound of the distance between a convex shape and the boxes in a body's frame.
template <int D>
class BoxGap {
 public:
  BoxGap() = default;
  template <class T>
  BoxGap(const ShapeView<D, T>& shape, const PairFrame<D>& frame) {
    if (shape.kind != ShapeKind::half_space) {
      box_ = box_of_b(shape, frame);
      return;
    }
    plane_ = true;
    const auto n = vec_cast<double>(shape.p[0]);
    const double scale = 1 / length(n);
    normal_ = frame.rotation * n * scale;
    offset_ = double(shape.p[1][0]) + double(shape.radius) + dot(normal_, frame.translation);
    offset_ += kSlack * (std::fabs(offset_) + largest_component(frame.translation));
  }

  // Makes the gap to a body, in a frame in which the body's frame is `frame`.
  template <class T>
  static BoxGap around(const BodyRef<D, T>& body, const PairFrame<D>& frame) {
    return body.is_composite() ? BoxGap(box_shape(body.sub_shapes), frame)
                               : BoxGap(body.convex, frame);
  }

  bool bounded() const { return !plane_; }
  const Aabb<D, double>& box() const { return box_; }

  template <class T>
  double operator()(const Aabb<D, T>& other) const {
    double sum = 0;
    if (plane_) {
      double lowest = -offset_;
      double size = 0;
      for (int a = 0; a < D; ++a) {
        lowest += normal_[a] * double((normal_[a] > 0 ? other.min : other.max)[a]);
        size += std::fabs(double(other.min[a])) + std::fabs(double(other.max[a]));
      }
      lowest -= kSlack * size;
      sum = lowest > 0 ? lowest * lowest : 0;
    } else {
      for (int a = 0; a < D; ++a) {
        const double below = box_.min[a] - double(other.max[a]);
        const double above = double(other.min[a]) - box_.max[a];
        const double gap = larger(larger(below, above), 0.0);
        sum += gap * gap;
      }
    }
    return sum * (1 - 0x1p-40);
  }

 private:
  static constexpr double kSlack = 0x1p-46;
  Aabb<D, double> box_{};
  Vec<D, double> normal_{};
  double offset_ = 0;
  bool plane_ = false;
};

template <class T, int D>
Aabb<D, T> box_rounded_out(const Aabb<D, double>& box, double margin) {
  Aabb<D, T> r;
  for (int a = 0; a < D; ++a) {
    r.min[a] = round_down<T>(box.min[a] - margin);
    r.max[a] = round_up<T>(box.max[a] + margin);
  }
  return r;
}

// Calls visit(id, sub-shape), until it returns false, for the sub-shapes of a body whose boxes are
// at most `margin` from the shape of `gap`.
template <int D, class T>
SearchResult sub_shapes_within(const BodyRef<D, T>& body, const BoxGap<D>& gap, double margin,
                               SubShapeVisit<D, T> visit) {
  if (!body.is_composite()) {
    const bool on = visit(0u, SubShape<D, T>{body.convex, nullptr});
    return {on ? Status::ok : Status::stopped, {}};
  }
  if (gap.bounded()) {
    const Aabb<D, T> box = box_rounded_out<T>(gap.box(), margin);
    return body.sub_shapes.functions()->for_each_sub_shape(body.sub_shapes.object(), box, visit);
  }
  bool on = true;
  const double reach = margin * margin;
  const auto take = [&](std::uint32_t id, const SubShape<D, T>& sub_shape) {
    on = on && visit(id, sub_shape);
    return on ? reach : -1.0;
  };
  const QueryStats stats = sub_shapes_near<D, T>(body.sub_shapes, gap, reach, take);
  return {on ? Status::ok : Status::stopped, stats};
}

// As sub_shapes_within(), nearest first; `visit` returns the new reach, in the unit of `gap`.
template <int D, class T, class Gap>
QueryStats sub_shapes_near(const BodyRef<D, T>& body, const Gap& gap, double reach,
                           NearVisit<D, T> visit) {
  if (body.is_composite()) return sub_shapes_near<D, T>(body.sub_shapes, gap, reach, visit);
  visit(0u, SubShape<D, T>{body.convex, nullptr});
  return {};
}

template <int D, class T>
PairPose<D> with_sub_shape_of_a(const PairPose<D>& pose, const SubShape<D, T>& sub_shape) {
  return sub_shape.pose == nullptr ? pose : pose.with_part_of_a(*sub_shape.pose);
}
template <int D, class T>
PairPose<D> with_sub_shape_of_b(const PairPose<D>& pose, const SubShape<D, T>& sub_shape) {
  return sub_shape.pose == nullptr ? pose : pose.with_part_of_b(*sub_shape.pose);
}

// Returns a hash of the bits of a body's sub-shapes: equal bodies have equal fingerprints.
template <int D, class T>
std::uint64_t fingerprint(const BodyView<D, T>& body) {
  std::uint64_t sum = 0;
  (void)body.for_each_sub_shape(
      Aabb<D, T>::everything(), [&](std::uint32_t id, const auto& sub_shape) {
        std::uint64_t x = mixed_bits(id + (std::uint64_t(sub_shape.shape.kind) << 32));
        x = mixed_bits(x ^ bits_of(sub_shape.shape.radius));
        for (const auto& p : sub_shape.shape.p) {
          for (int a = 0; a < D; ++a) x = mixed_bits(x ^ bits_of(p[a]));
        }
        if (sub_shape.pose != nullptr) x = mixed_bits(x ^ fingerprint(*sub_shape.pose));
        sum += x;
      });
  return sum;
}

// The canonical order: composite shapes before convex ones; then by transform, bounds and
// fingerprint.
template <int D, class T>
bool bodies_in_order(const BodyRef<D, T>& a, const Transform<D, T>& pose_a, const BodyRef<D, T>& b,
                     const Transform<D, T>& pose_b) {
  if (a.is_composite() != b.is_composite()) return a.is_composite();
  if (const auto c = compare_bits(pose_a.translation, pose_b.translation); c != 0) return c < 0;
  if (const auto c = compare_bits(pose_a.rotation, pose_b.rotation); c != 0) return c < 0;
  const Aabb<D, T> x = a.sub_shapes.bounds();
  const Aabb<D, T> y = b.sub_shapes.bounds();
  if (const auto c = compare_bits(x.min, y.min); c != 0) return c < 0;
  if (const auto c = compare_bits(x.max, y.max); c != 0) return c < 0;
  if (a.sub_shapes.object() == b.sub_shapes.object()) return true;
  return fingerprint(a.sub_shapes) <= fingerprint(b.sub_shapes);
}

// A result for ask_in_order() that needs no flip: results sent to a sink are flipped there.
struct SubShapeSearch : SearchResult {
  SubShapeSearch flipped() const { return *this; }
};

// Calls ask(a, b, at, flipped) with checked bodies in canonical order and flips the result back.
// `refuse` makes a result of a status.
template <int D, class T, class Ask, class Refuse>
auto ask_in_order(const BodyRef<D, T>& a, const Transform<D, T>& pose_a, const BodyRef<D, T>& b,
                  const Transform<D, T>& pose_b, Ask&& ask, Refuse&& refuse) {
  for (const Status s : {check_body(a), check_body(b), pose_a.check(), pose_b.check()}) {
    if (s != Status::ok) return refuse(s);
  }
  if (bodies_in_order(a, pose_a, b, pose_b)) return ask(a, b, pair_pose(pose_a, pose_b), false);
  return ask(b, a, pair_pose(pose_b, pose_a), true).flipped();
}

}  // namespace masu::detail
