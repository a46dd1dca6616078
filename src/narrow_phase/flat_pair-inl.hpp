// SPDX-License-Identifier: MIT
// Pairs of shapes in 2D: from the shapes to the separation of their outlines, and to the result.
#if defined(MASU_FLAT_PAIR_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_FLAT_PAIR_INL_HPP
#undef MASU_FLAT_PAIR_INL_HPP
#else
#define MASU_FLAT_PAIR_INL_HPP
#endif

#include <masu/shapes/check.hpp>
#include "core/round_outward.hpp"

#include "narrow_phase/kind_order.hpp"
#include "narrow_phase/outline_pair-inl.hpp"
#include "narrow_phase/with_radii.hpp"
#include "shapes/check_numbers.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

using Flat = Vec<2, double>;

// An outline that belongs to no polygon.
struct OutlineStorage {
  OutlineNumbers& numbers;

  HWY_INLINE void set(std::uint32_t i, const Flat& p, const Flat& normal) const {
    numbers[0][i] = p[0];
    numbers[1][i] = p[1];
    numbers[2][i] = normal[0];
    numbers[3][i] = normal[1];
  }
  HWY_INLINE void set(Outline& o, std::uint32_t i, const Flat& p, const Flat& normal) const {
    set(i, p, normal);
    o.reach = larger(o.reach, largest_component(p));
  }
  HWY_INLINE void finish(Outline& o, std::uint32_t corners, std::uint32_t sides) const {
    for (auto& axis : numbers) {
      for (std::uint32_t i = corners; i < Outline::kBlock; ++i) axis[i] = axis[0];
    }
    o.x = numbers[0];
    o.y = numbers[1];
    o.normal_x = numbers[2];
    o.normal_y = numbers[3];
    o.corners = corners;
    o.sides = sides;
  }
};

// The normal to the right of the direction from p to q.
HWY_INLINE Flat outward(const Flat& p, const Flat& q) {
  const Flat along = q - p;
  const double size = length(along);
  return {along[1] / size, -along[0] / size};
}

template <class T>
HWY_INLINE void outline_of_segment(const ShapeView<2, T>& s, const OutlineStorage& storage,
                                   Outline& o) {
  const auto p = vec_cast<double>(s.p[0]);
  const auto q = vec_cast<double>(s.kind == ShapeKind::point ? s.p[0] : s.p[1]);
  const bool point = p == q;
  const Flat normal = point ? Flat{} : outward(p, q);
  storage.set(o, 0, p, normal);
  storage.set(o, 1, q, -normal);
  storage.finish(o, point ? 1 : 2, point ? 0 : 2);
}

// Returns false if it is flat, as far as double can resolve.
template <class T>
HWY_INLINE bool outline_of_triangle(const ShapeView<2, T>& s, const OutlineStorage& storage,
                                    Outline& o) {
  const auto p = vec_cast<double>(s.p[0]);
  auto q = vec_cast<double>(s.p[1]);
  auto r = vec_cast<double>(s.p[2]);
  const Flat u = q - p;
  const Flat v = r - p;
  const double area = cross(u, v);
  if (std::fabs(area) <= 0x1p-50 * (std::fabs(u[0] * v[1]) + std::fabs(u[1] * v[0]))) return false;
  if (area < 0) std::swap(q, r);
  storage.set(o, 0, p, outward(p, q));
  storage.set(o, 1, q, outward(q, r));
  storage.set(o, 2, r, outward(r, p));
  storage.finish(o, 3, 3);
  return true;
}

template <class T>
HWY_INLINE void outline_of_box(const ShapeView<2, T>& s, const OutlineStorage& storage,
                               Outline& o) {
  const auto half = vec_cast<double>(s.p[0]);
  const auto center = vec_cast<double>(s.p[1]);
  const Flat low = center - half;
  const Flat high = center + half;
  storage.set(0, low, {0, -1});
  storage.set(1, {high[0], low[1]}, {1, 0});
  storage.set(2, high, {0, 1});
  storage.set(3, {low[0], high[1]}, {-1, 0});
  o.reach = larger(largest_component(low), largest_component(high));
  storage.finish(o, 4, 4);
}

// Returns false if there is none, or the shape is not valid.
template <class T>
HWY_INLINE bool outline_of(const ShapeView<2, T>& s, OutlineNumbers& numbers, Outline& o) {
  const double radius = double(s.radius);
  if (s.kind == ShapeKind::polygon) {
    if (radius != 0 && !(radius >= kSmallestNumber && radius <= kLargestNumber)) return false;
    if (s.object == nullptr) return false;
    o = OutlineTable<T>::of(*static_cast<const ConvexPolygon<T>*>(s.object));
    return o.corners != 0;
  }
  if (check_view(s) != Status::ok) return false;
  const OutlineStorage storage{numbers};
  o.reach = 0;
  if (s.kind == ShapeKind::triangle) return outline_of_triangle(s, storage, o);
  if (s.kind == ShapeKind::box) {
    outline_of_box(s, storage, o);
  } else {
    outline_of_segment(s, storage, o);
  }
  return true;
}

// Two outlines and their poses.
struct FlatPoses {
  SeenOutline seen[2];
  Flat rotation[2];  // cosine and sine
  Flat origin[2];
  double size;

  HWY_INLINE Flat rotated(int k, const Flat& d) const {
    return {rotation[k][0] * d[0] - rotation[k][1] * d[1],
            rotation[k][1] * d[0] + rotation[k][0] * d[1]};
  }
  HWY_INLINE Flat to_world(int k, const Flat& p) const { return rotated(k, p) + origin[k]; }
};

template <class T>
HWY_INLINE bool sound(const Transform<2, T>& pose) {
  const double off = pose.rotation.length_squared() - 1;
  const double x = std::fabs(double(pose.translation[0]));
  const double y = std::fabs(double(pose.translation[1]));
  return (off <= 0x1p-10) & (off >= -0x1p-10) & (x <= kLargestNumber) & (y <= kLargestNumber);
}

// Cosine and sine of a rotation near length 1, as in matrix_of(); the omitted terms are below 2^-61
// where the length is 1 up to rounding.
template <class T>
HWY_INLINE Flat cosine_and_sine(const Rotation<2, T>& r) {
  const double e = r.length_squared() - 1;
  if (!(std::fabs(e) < 0x1p-20)) {
    const Matrix<2, double> m = matrix_of(r);
    return {m.row[0][0], m.row[1][0]};
  }
  const double scale = 1 - e * (0.5 - e * 0.375);
  return {double(r.cosine) * scale, double(r.sine) * scale};
}

// Swapped shapes give the swapped numbers; so 0 must not be -0 on one side only.
template <class T>
HWY_INLINE void set_poses(const Transform<2, T>& pose_a, const Transform<2, T>& pose_b,
                          FlatPoses& p) {
  p.rotation[0] = cosine_and_sine(pose_a.rotation);
  p.rotation[1] = cosine_and_sine(pose_b.rotation);
  p.origin[0] = vec_cast<double>(pose_a.translation);
  p.origin[1] = vec_cast<double>(pose_b.translation);
  const Flat displacement = p.origin[1] - p.origin[0];
  const double cosine = p.rotation[0][0] * p.rotation[1][0] + p.rotation[0][1] * p.rotation[1][1];
  const double sine = p.rotation[0][0] * p.rotation[1][1] - p.rotation[0][1] * p.rotation[1][0];
  const auto seen_from = [&](int k, double sign) HWY_ATTR {
    const Flat rotation = p.rotation[k];
    p.seen[k].cosine = cosine;
    p.seen[k].sine = sine * sign + 0.0;
    p.seen[k].translation = {
        (rotation[0] * displacement[0] + rotation[1] * displacement[1]) * sign + 0.0,
        (rotation[0] * displacement[1] - rotation[1] * displacement[0]) * sign + 0.0};
  };
  seen_from(0, 1);
  seen_from(1, -1);
  p.size = largest_component(displacement) + (p.seen[0].outline.reach + p.seen[1].outline.reach);
}

// Cores that overlap have a common point, and no normal. Returns false if none was found. Cores
// that touch within rounding get the nearest point of the other, so that distance() and
// penetration() agree on which shapes touch.
HWY_INLINE bool forget_depth(const FlatPoses& p, FlatContact& c) {
  constexpr double kTouching = 0x1p-46;
  if (!(c.distance <= 0)) return true;
  const Outline& own = p.seen[c.own_is_b].outline;
  if (c.distance < -(kTouching * c.size) && !holds(own, c.on_other)) return false;
  c.distance = c.lower = c.upper = 0;
  c.normal = {};
  c.on_own = c.on_other;
  return true;
}

// The signed result for a and b; the contact is in terms of own and other.
template <class T>
struct FlatAnswer {
  const FlatPoses& poses;
  const FlatContact& contact;
  double radius[2];

  HWY_INLINE double radii() const { return radius[0] + radius[1]; }
  HWY_INLINE Vec<2, T> on_own(const Flat& p) const {
    const int k = contact.own_is_b;
    return vec_cast<T>(poses.to_world(k, p + contact.normal * radius[k]));
  }
  HWY_INLINE Vec<2, T> on_other(const Flat& p) const {
    const int k = contact.own_is_b;
    return vec_cast<T>(poses.to_world(k, p - contact.normal * radius[1 - k]));
  }
  HWY_INLINE void separation(Separation<2, T>& r) const {
    const FlatContact& c = contact;
    const double slack = kBoundSlack * (c.size + radii());
    r.status = Status::ok;
    r.distance = static_cast<T>(c.distance - radii());
    r.lower = round_down<T>(c.lower - radii() - slack);
    r.upper = round_up<T>(c.upper - radii() + slack);
    const Flat normal = poses.rotated(c.own_is_b, c.normal);
    static constexpr double kSign[2] = {1, -1};
    r.normal = vec_cast<T>(normal * kSign[c.own_is_b]);
    Vec<2, T>* const to[2] = {&r.point_a, &r.point_b};
    *to[c.own_is_b] = on_own(c.on_own);
    *to[!c.own_is_b] = on_other(c.on_other);
  }
};

template <class T>
struct FlatPair {
  alignas(64) OutlineNumbers numbers[2];
  FlatPoses poses;
  FlatContact contact;

  // Returns false if another method must be used.
  HWY_INLINE bool find(const ShapeView<2, T>& a, const Transform<2, T>& pose_a,
                       const ShapeView<2, T>& b, const Transform<2, T>& pose_b) {
    if (!outline_of(a, numbers[0], poses.seen[0].outline)) return false;
    if (!outline_of(b, numbers[1], poses.seen[1].outline)) return false;
    if (!sound(pose_a) || !sound(pose_b)) return false;
    set_poses(pose_a, pose_b, poses);
    contact.size = poses.size;
    SideGaps gaps[2];
    return between_outlines(
        poses.seen, [&]() { return in_order(a, pose_a, b, pose_b); }, gaps, contact);
  }
};

template <class T>
bool flat_pair_kernel(const ShapeView<2, T>& a, const Transform<2, T>& pose_a,
                      const ShapeView<2, T>& b, const Transform<2, T>& pose_b, Depth depth,
                      Separation<2, T>& r) {
  FlatPair<T> pair;
  if (!pair.find(a, pose_a, b, pose_b)) return false;
  if (depth == Depth::none && !forget_depth(pair.poses, pair.contact)) return false;
  FlatAnswer<T>{pair.poses, pair.contact, {double(a.radius), double(b.radius)}}.separation(r);
  return true;
}

template <class T>
Overlap flat_overlap_kernel(const ShapeView<2, T>& a, const Transform<2, T>& pose_a,
                            const ShapeView<2, T>& b, const Transform<2, T>& pose_b) {
  FlatPair<T> pair;
  if (!pair.find(a, pose_a, b, pose_b)) return Overlap::unknown;
  const double radii = double(a.radius) + double(b.radius);
  return pair.contact.distance <= radii ? Overlap::yes : Overlap::no;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
