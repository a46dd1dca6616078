// SPDX-License-Identifier: MIT
// The contact area of two boxes: a parallelogram clipped to a rectangle. The result of
// contact_feature() and cut_features(), in the same order, without their generality.
#if defined(MASU_BOX_CONTACT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_BOX_CONTACT_INL_HPP
#undef MASU_BOX_CONTACT_INL_HPP
#else
#define MASU_BOX_CONTACT_INL_HPP
#endif

#include <masu/narrow_phase/manifold.hpp>

#include "narrow_phase/cut_features.hpp"
#include "narrow_phase/feature_code.hpp"
#include "narrow_phase/simple_pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// Coordinates along the two sides of the rectangle from its center, and the distance of the boxes
// there. A corner is identified by the sum of the codes of the two sides that make it, with those
// of the clipping box in the high half.
struct AreaCorner {
  double position[2];
  double apart;
  SideCodes sides;
};
struct ContactArea {
  static constexpr int kMost = 20;  // eight without rounding

  AreaCorner corner[kMost];
  int count = 0;
};

// Returns the axis nearest to a direction.
struct FaceAxis {
  int axis;
  double sign;
  double facing;

  template <class V>
  static HWY_INLINE FaceAxis along(const V& direction) {
    double d[4];
    direction.spill(d);
    int axis = 0;
    for (int a = 1; a < 3; ++a) axis = std::fabs(d[a]) > std::fabs(d[axis]) ? a : axis;
    return {axis, d[axis] >= 0 ? 1.0 : -1.0, std::fabs(d[axis])};
  }
  HWY_INLINE const BoxFaceCodes& codes() const { return kBoxFaces[axis][sign > 0]; }
};
HWY_INLINE int next_axis(int axis) {
  return axis == 2 ? 0 : axis + 1;
}

// Two boxes in the frame of the one whose face clips; `direction` leads to the other, along the
// normal of the contact or opposite to it.
template <class V>
struct FacingBoxes {
  const V& own_half;
  const V& half;
  V center;
  const RotationMatrix<V>& rotation;  // columns: the other's axes
  V direction;
  FaceAxis face;
  FaceAxis other;
};

// Projects the other's face along the direction onto the plane of this one's.
template <class V>
HWY_INLINE void project_face(const FacingBoxes<V>& f, ContactArea& area) {
  double direction[4], own_half[4], half[4];
  f.direction.spill(direction);
  f.own_half.spill(own_half);
  f.half.spill(half);
  const int u = next_axis(f.other.axis);
  const int w = next_axis(u);
  const V face_center =
      f.center + f.rotation.column[f.other.axis] * (f.other.sign * half[f.other.axis]);
  const V across = f.rotation.column[u] * half[u];
  const V along = f.rotation.column[w] * (f.other.sign * half[w]);
  const V corners[4] = {(face_center - across) - along, (face_center + across) - along,
                        (face_center + across) + along, (face_center - across) + along};
  const int x = next_axis(f.face.axis);
  const int y = next_axis(x);
  const double steep = 1 / f.face.facing;
  const BoxFaceCodes& codes = f.other.codes();
  for (int i = 0; i < 4; ++i) {
    double q[4];
    corners[i].spill(q);
    const double apart = (f.face.sign * q[f.face.axis] - own_half[f.face.axis]) * steep;
    area.corner[i] = {
        {q[x] - direction[x] * apart, q[y] - direction[y] * apart}, apart, codes.corner[i]};
  }
  area.count = 4;
}

// Sutherland-Hodgman clipping by one side of the rectangle. Returns false if nothing lies beyond.
// Points beyond it by rounding alone count as on the side: where two edges rest on each other,
// either would clip the other at any position.
HWY_INLINE bool cut_by_side(int axis, double sign, double half, double slack,
                            const SideCodes& cutting, const ContactArea& before,
                            ContactArea& area) {
  double beyond[ContactArea::kMost + 1];
  const int count = before.count;
  double most = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < count; ++i) {
    beyond[i] = sign * before.corner[i].position[axis] - half;
    most = greater(most, beyond[i]);
  }
  if (!(most > slack)) return false;
  beyond[count] = beyond[0];
  const std::uint32_t code = cutting.after << 16;
  AreaCorner* to = area.corner;
  const auto cross = [&](int i, SideCodes sides) HWY_ATTR {
    if (count == 2 && i != 0) return;
    const AreaCorner& p = before.corner[i];
    const AreaCorner& q = before.corner[i + 1 == count ? 0 : i + 1];
    const double t = beyond[i] / (beyond[i] - beyond[i + 1]);
    *to++ = {{p.position[0] + (q.position[0] - p.position[0]) * t,
              p.position[1] + (q.position[1] - p.position[1]) * t},
             p.apart + (q.apart - p.apart) * t,
             sides};
  };
  for (int i = 0; i < count; ++i) {
    const SideCodes sides = before.corner[i].sides;
    if (beyond[i] > slack) {
      if (beyond[i + 1] < 0) cross(i, {code, sides.after});
      continue;
    }
    *to++ = before.corner[i];
    if (!(beyond[i + 1] > slack)) continue;
    if (beyond[i] < 0) {
      cross(i, {sides.after, code});
    } else {
      to[-1].sides = sides.followed_by(code);  // it lies on the clipping line and keeps its id
    }
  }
  area.count = static_cast<int>(to - area.corner);
  return true;
}

// Two sides of one box make a vertex: those of the other are 0, and a negative low half has
// borrowed from the high one.
HWY_INLINE bool at_vertex(const AreaCorner& c) {
  return (c.sides.sum() & 0xffff) == 0 || c.sides.sum() >> 16 == 0xffff;
}

// Drops corners that are too far apart, and those that repeat the one before; of two equal ones the
// depth is that of the deeper, and it is a vertex if either is.
HWY_INLINE void keep_near(double farthest, double slack, ContactArea& area) {
  const auto same = [&](const AreaCorner& p, const AreaCorner& q) HWY_ATTR {
    return std::fabs(p.position[0] - q.position[0]) <= slack &&
           std::fabs(p.position[1] - q.position[1]) <= slack &&
           std::fabs(p.apart - q.apart) <= slack;
  };
  const auto repeats = [&](const AreaCorner& p, AreaCorner& q) HWY_ATTR {
    if (!same(p, q)) return false;
    q.apart = lesser(q.apart, p.apart);
    if (!at_vertex(q) && at_vertex(p)) q.sides = p.sides;
    return true;
  };
  int count = 0;
  for (int i = 0; i < area.count; ++i) {
    if (area.corner[i].apart > farthest) continue;
    if (count != 0 && repeats(area.corner[i], area.corner[count - 1])) continue;
    if (count != i) area.corner[count] = area.corner[i];
    ++count;
  }
  while (count > 1 && repeats(area.corner[count - 1], area.corner[0])) --count;
  area.count = count;
}

// Returns the center of the deepest corners.
HWY_INLINE AreaCorner deepest_of(const ContactArea& area, double slack) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < area.count; ++i) least = lesser(least, area.corner[i].apart);
  AreaCorner sum{{0, 0}, least, {0, 0}};
  double count = 0;
  for (int i = 0; i < area.count; ++i) {
    if (area.corner[i].apart > least + slack) continue;
    count += 1;
    for (int k = 0; k < 2; ++k) sum.position[k] += area.corner[i].position[k];
  }
  for (double& x : sum.position) x = x / greater(count, 1.0);
  return sum;
}

// The contact area in the frame of the first box, relative to its center.
template <class V>
struct FramedArea {
  ContactArea buffer[2];
  int last = 0;
  V center;
  V side[2];
  V direction;  // from the box whose face clips to the other
  bool by_a;
  double slack;                // of a corner's position
  const BoxFaceCodes* own;     // of the clipping face
  const BoxFaceCodes* others;  // of the clipped face

  HWY_INLINE ContactArea& area() { return buffer[last]; }
  HWY_INLINE const ContactArea& area() const { return buffer[last]; }
  HWY_INLINE void cut(int number, int axis, double sign, double half) {
    if (cut_by_side(axis, sign, half, slack, own->corner[number], buffer[last], buffer[1 - last])) {
      last = 1 - last;
    }
  }
  HWY_INLINE V point(const AreaCorner& c) const {
    return center + (side[0] * c.position[0] + side[1] * c.position[1]);
  }
};

// Returns false if neither faces the normal: the area is a point.
template <class V>
HWY_INLINE bool area_of(const BoxPair<V>& p, const V& normal, FramedArea<V>& r) {
  const V seen = p.back * normal;
  const FaceAxis of_a = FaceAxis::along(normal);
  const FaceAxis of_b = FaceAxis::along(opposite(seen));
  const bool may_a = of_a.facing >= kFacing;
  const bool may_b = of_b.facing >= kFacing;
  if (!may_a && !may_b) return false;
  r.by_a = may_a != may_b ? may_a : of_a.facing >= of_b.facing;
  const FacingBoxes<V> f =
      r.by_a
          ? FacingBoxes<V>{p.half_a, p.half_b, p.center, p.rotation, normal, of_a, of_b}
          : FacingBoxes<V>{p.half_b, p.half_a, opposite(p.back * p.center), p.back, opposite(seen),
                           of_b,     of_a};
  project_face(f, r.area());
  double half[4];
  f.own_half.spill(half);
  const int k = f.face.axis;
  const int u = next_axis(k);
  const int w = next_axis(u);
  r.own = &f.face.codes();
  r.others = &f.other.codes();
  r.cut(0, 1, -f.face.sign, half[w]);
  r.cut(1, 0, 1, half[u]);
  r.cut(2, 1, f.face.sign, half[w]);
  r.cut(3, 0, -1, half[u]);
  const double height = f.face.sign * half[k];
  if (r.by_a) {
    r.center = unit_axis<V>(k) * height;
    r.side[0] = unit_axis<V>(u);
    r.side[1] = unit_axis<V>(w);
    r.direction = normal;
  } else {
    r.center = p.center + p.rotation.column[k] * height;
    r.side[0] = p.rotation.column[u];
    r.side[1] = p.rotation.column[w];
    r.direction = opposite(normal);
  }
  return true;
}

// Where the deepest corner of the area agrees with the separating axis, it is the deepest contact.
template <class V>
HWY_INLINE bool deepest_in_area(const BoxPair<V>& p, const FramedArea<V>& framed,
                                const SeparatingAxis<V>& axis, ClosedForm<V>& r) {
  const double slack = p.size * kRestPart;
  const AreaCorner deepest = deepest_of(framed.area(), slack);
  if (!(magnitude(deepest.apart - axis.gap) <= slack)) return false;
  const V own = framed.point(deepest);
  const V other = own + framed.direction * axis.gap;
  r.normal = axis.normal;
  r.distance = r.lower = axis.gap;
  r.point_a = framed.by_a ? own : other;
  r.point_b = framed.by_a ? other : own;
  return true;
}

template <class V>
HWY_INLINE void transform_area(const RotationMatrix<V>& rotation, const V& origin,
                               FramedArea<V>& r) {
  r.center = rotation * r.center + origin;
  r.side[0] = rotation * r.side[0];
  r.side[1] = rotation * r.side[1];
  r.direction = rotation * r.direction;
}

// Writes the corners in the order of the result: counterclockwise around the normal, which points
// from b to a if `flip`.
template <class T, class V>
HWY_INLINE void write_area(const FramedArea<V>& framed, double radius_a, double radius_b, bool flip,
                           Manifold<3, T>& m) {
  const ContactArea& area = framed.area();
  const double own = framed.by_a ? radius_a : radius_b;
  const double others = framed.by_a ? radius_b : radius_a;
  const bool own_first = framed.by_a != flip;
  const std::uint32_t faces = feature_id_of(framed.own->face, framed.others->face);
  const int shift = own_first ? 0 : 16;  // see flipped_feature_id()
  // Corners of b run clockwise around the normal, those of a counterclockwise; see cut_features().
  for (int i = 0; i < area.count; ++i) {
    const AreaCorner& c = area.corner[own_first ? area.count - 1 - i : i];
    ManifoldPoint<3, T>& to = m.points[i];
    const V p = framed.point(c);
    const V near = p + framed.direction * own;
    const V far = p + framed.direction * (c.apart - others);
    (own_first ? near : far).store_over(to.point_a);
    (own_first ? far : near).store_over(to.point_b);
    to.distance = static_cast<T>(c.apart - (radius_a + radius_b));
    to.feature_id = std::rotl(faces + c.sides.sum(), shift);
  }
  m.count = area.count;
}

// Returns whether one corner is as deep as the deepest points, and none deeper.
template <class T>
HWY_INLINE bool holds_deepest(const ContactArea& area, double radii, const Separation<3, T>& s) {
  double least = area.corner[0].apart;
  for (int i = 1; i < area.count; ++i) least = lesser(least, area.corner[i].apart);
  const T deepest = static_cast<T>(least - radii);
  return deepest >= s.lower && deepest <= s.upper;
}

// Computes the separation of the boxes and, if there is one, the contact area; no corner farther
// apart than `reach`.
template <class V>
HWY_INLINE ClosedForm<V> form_with_area(const BoxPair<V>& p, double reach, FramedArea<V>& framed,
                                        bool& area) {
  const SeparatingAxis<V> axis = best_axis(p);
  ClosedForm<V> form;
  if (axis.gap > 0) {
    form = between_boxes(p, Ask::depth, 0);
    area = form.exact && form.distance <= reach && area_of(p, V(form.normal), framed);
    return form;
  }
  form.size = p.size;
  area = area_of(p, axis.normal, framed);
  form.exact = (area && deepest_in_area(p, framed, axis, form)) || deepest_points(p, axis, form);
  return form;
}

// The id of a pair of points: the features that lie farthest along the normal, in the frame of the
// first.
template <class V>
HWY_INLINE std::uint32_t support_id(const BoxPair<V>& p, const V& normal) {
  double of_a[4], of_b[4];
  normal.spill(of_a);
  opposite(p.back * normal).spill(of_b);
  return feature_id_of(box_support_code<3>(of_a), box_support_code<3>(of_b));
}

template <class T>
bool box_contact_kernel(const ShapeView<3, T>& first, const Transform<3, T>& first_pose,
                        const ShapeView<3, T>& second, const Transform<3, T>& second_pose, T margin,
                        Manifold<3, T>& m) {
  using V = RegisterVec<3>;
  const bool flip = !same_kind_in_order(first, first_pose, second, second_pose);
  const SimpleShape<3, T> a(one_of(flip, first, second), one_of(flip, first_pose, second_pose));
  const SimpleShape<3, T> b(one_of(flip, second, first), one_of(flip, second_pose, first_pose));
  if (!a.sound_with(b)) return false;
  const RotationMatrix<V> rotation = a.spin.matrix();
  const BoxFrame<V> frame = {rotation, rotation.transposed(), b.translation - a.translation};
  const BoxPair<V> p = boxes_in_frame(a, b, frame);
  FramedArea<V> framed;
  framed.slack = 4 * double(std::numeric_limits<T>::epsilon()) * p.size;
  bool area = false;
  const double radii = a.radius + b.radius;
  const double reach = double(margin) + radii + framed.slack;
  const ClosedForm<V> form = form_with_area(p, reach, framed, area);
  if (!form.exact) return false;
  answer(a, b, from_box(a, frame, form), flip, m.separation);
  if (m.separation.distance > margin) return true;
  if (area) {
    keep_near(reach, framed.slack, framed.area());
    if (framed.area().count != 0 && !holds_deepest(framed.area(), radii, m.separation))
      return false;
    transform_area(rotation, rotation * a.q + a.translation, framed);
    write_area(framed, a.radius, b.radius, flip, m);
  }
  if (m.count == 0) {
    const std::uint32_t id = support_id(p, V(form.normal));
    m.points[0] = {m.separation.point_a, m.separation.point_b, m.separation.distance,
                   flip ? flipped_feature_id(id) : id};
    m.count = 1;
  }
  return true;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
