// SPDX-License-Identifier: MIT
// All queries on two shapes of arbitrary numbers: statuses, finite results, symmetry.
#include <masu/core/answered.hpp>
#include <masu/core/assert.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/narrow_phase/manifold.hpp>
#include <masu/narrow_phase/point_query.hpp>
#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>
#include <masu/shapes/aabb_of.hpp>
#include <masu/shapes/check.hpp>

#include "fuzz/feature_ids.hpp"
#include "fuzz/fuzz_shape.hpp"

namespace masu::fuzz {
namespace {

// `far`: the result may be beyond the range of T.
template <int D, class T>
void expect_finite(const Separation<D, T>& s, bool far) {
  if (!answered(s.status) || far) return;
  MASU_ASSERT(is_finite(s.distance) && is_finite(s.normal));
  MASU_ASSERT(is_finite(s.point_a) && is_finite(s.point_b));
  MASU_ASSERT(s.lower <= s.upper);
}
template <int D, class T>
void expect_equal(const Separation<D, T>& x, const Separation<D, T>& y, bool far) {
  // If both shapes are invalid, the status is about the first one.
  MASU_ASSERT(answered(x.status) ? x.status == y.status : !answered(y.status));
  if (!answered(x.status) || far) return;
  MASU_ASSERT(x.distance == y.distance && x.lower == y.lower && x.upper == y.upper);
  MASU_ASSERT(x.normal == y.normal && x.point_a == y.point_a && x.point_b == y.point_b);
}

template <int D, class T>
struct PosedShape {
  const ShapeView<D, T>& shape;
  Transform<D, T> pose;
};

// "if shapes and transforms are the same bits, both calls are one": then nothing can be flipped.
template <int D, class T>
bool same_bits(const PosedShape<D, T>& a, const PosedShape<D, T>& b) {
  bool same = a.shape.kind == b.shape.kind && a.shape.radius == b.shape.radius && a.pose == b.pose;
  for (int k = 0; k < 3; ++k) same = same && a.shape.p[k] == b.shape.p[k];
  return same;
}

template <int D, class T>
void ask_pair(const PosedShape<D, T>& a, const PosedShape<D, T>& b, T margin, bool far) {
  const Separation<D, T> apart = distance(a.shape, a.pose, b.shape, b.pose);
  const Separation<D, T> deep = penetration(a.shape, a.pose, b.shape, b.pose);
  const Manifold<D, T> area =
      manifold(a.shape, a.pose, b.shape, b.pose, ManifoldOptions<T>{margin});
  const Intersection intersection = intersects(a.shape, a.pose, b.shape, b.pose);
  expect_finite(apart, far);
  expect_finite(deep, far);
  expect_finite(area.separation, far);
  MASU_ASSERT(area.count >= 0 && area.count <= kMostManifoldPoints<D>);
  expect_unique_ids(area.points, std::size_t(area.count));
  for (const auto& p : area.all()) {
    MASU_ASSERT(far || (is_finite(p.point_a) && is_finite(p.point_b) && is_finite(p.distance)));
  }
  if (answered(apart.status)) {
    MASU_ASSERT(apart.distance >= 0 && answered(intersection.status));
    // Both are correct within their rounding, which the bounds include.
    if (apart.status == Status::ok && !far) {
      MASU_ASSERT(intersection.overlapping ? apart.lower <= 0 : apart.upper > 0);
    }
    if (apart.distance > 0 && !far) MASU_ASSERT(deep.status != Status::ok || deep.distance > 0);
  }
  if (same_bits(a, b)) return;
  expect_equal(apart.flipped(), distance(b.shape, b.pose, a.shape, a.pose), far);
  expect_equal(deep.flipped(), penetration(b.shape, b.pose, a.shape, a.pose), far);
}

template <int D, class T>
void ask_sweeps(const PosedShape<D, T>& a, const PosedShape<D, T>& b, FuzzInput& bytes) {
  const Impact<D, T> cast = shape_cast(a.shape, a.pose, b.shape, b.pose, bytes.position<D, T>());
  const Sweep<D, T> of_b{b.pose, bytes.transform<D, T>()};
  const Impact<D, T> rotating = time_of_impact(a.shape, {a.pose, a.pose}, b.shape, of_b);
  for (const Impact<D, T>& i : {cast, rotating}) {
    MASU_ASSERT(i.t >= 0 && i.t <= 1);
    if (i.hit && !bytes.far())
      MASU_ASSERT(is_finite(i.point_a) && is_finite(i.point_b) && is_finite(i.normal));
  }
}

template <int D, class T>
void ask_one(const PosedShape<D, T>& a, FuzzInput& bytes) {
  const Vec<D, T> point = bytes.position<D, T>();
  const SurfacePoint<D, T> near = closest_point(a.shape, a.pose, point);
  const PointInside in = point_inside(a.shape, a.pose, point);
  if (answered(near.status) && !bytes.far()) {
    MASU_ASSERT(is_finite(near.point) && is_finite(near.normal) && is_finite(near.distance));
    MASU_ASSERT(answered(in.status));
  }
  const Ray<D, T> ray{point, bytes.position<D, T>()};
  const RayCast<D, T> cast = ray_cast(a.shape, a.pose, ray);
  if (!cast.hit) return;
  MASU_ASSERT(answered(cast.status) && cast.t >= 0 && is_finite(cast.t));
  MASU_ASSERT(is_finite(cast.normal));
}

template <int D, class T>
void ask(FuzzInput& bytes) {
  const FuzzShape<D, T> first(bytes);
  const PosedShape<D, T> a{first.view(), bytes.transform<D, T>()};
  const FuzzShape<D, T> second(bytes);
  const PosedShape<D, T> b{second.view(), bytes.transform<D, T>()};
  const bool valid = check(a.shape) == Status::ok && check(b.shape) == Status::ok &&
                     a.pose.check() == Status::ok && b.pose.check() == Status::ok;
  const Separation<D, T> answer = distance(a.shape, a.pose, b.shape, b.pose);
  MASU_ASSERT(valid || !answered(answer.status));
  ask_one(a, bytes);
  ask_sweeps(a, b, bytes);
  ask_pair(a, b, T(bytes.byte()) / 64, bytes.far());
  if (valid) MASU_ASSERT(!aabb_of(a.shape, a.pose).empty());
}

}  // namespace
}  // namespace masu::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  masu::fuzz::FuzzInput bytes(data, size);
  switch (bytes.byte() % 4) {
    case 0: masu::fuzz::ask<2, float>(bytes); break;
    case 1: masu::fuzz::ask<3, float>(bytes); break;
    case 2: masu::fuzz::ask<2, double>(bytes); break;
    default: masu::fuzz::ask<3, double>(bytes);
  }
  return 0;
}
