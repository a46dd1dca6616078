// SPDX-License-Identifier: MIT
// The contact area of two boxes: a parallelogram cut to a rectangle. What contact_feature() and
// cut_features() find, in the same order, without their generality.
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

// Along the two sides of the rectangle from its middle, and how far the boxes are apart there. A
// corner is named by the sum of the steps of the two sides that make it, as long as it lasts; the
// side after it may become another. Steps of the box whose face cuts are in the high halves.
struct AreaCorner {
  double at[2];
  double apart;
  std::uint32_t steps;
  std::uint32_t after;
};
struct ContactArea {
  static constexpr int kMost = 20;  // eight, were it not for rounding

  AreaCorner corner[kMost];
  int count = 0;
};

// The axis that looks along a direction most.
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
};
HWY_INLINE int next_axis(int axis) {
  return axis == 2 ? 0 : axis + 1;
}

// Two boxes as seen from the one whose face cuts; `direction` leads to the other, the normal of the
// contact or against it.
template <class V>
struct FacingBoxes {
  BoxPair<V> boxes;
  V direction;
  FaceAxis face;
  FaceAxis other;
};

// The other's face along the direction onto the plane of this one's.
template <class V>
HWY_INLINE void project_face(const FacingBoxes<V>& f, ContactArea& area) {
  double direction[4], own_half[4], half[4];
  f.direction.spill(direction);
  f.boxes.half_a.spill(own_half);
  f.boxes.half_b.spill(half);
  const int u = next_axis(f.other.axis);
  const int w = next_axis(u);
  const Turn<V>& turn = f.boxes.turn;
  const V middle = f.boxes.centre + turn.column[f.other.axis] * (f.other.sign * half[f.other.axis]);
  const V across = turn.column[u] * half[u];
  const V along = turn.column[w] * (f.other.sign * half[w]);
  const V corners[4] = {(middle - across) - along, (middle + across) - along,
                        (middle + across) + along, (middle - across) + along};
  const int x = next_axis(f.face.axis);
  const int y = next_axis(x);
  const double steep = 1 / f.face.facing;
  const bool up = f.other.sign > 0;
  const std::uint32_t steps[4] = {box_step(w, !up), box_step(u, true), box_step(w, up),
                                  box_step(u, false)};
  for (int i = 0; i < 4; ++i) {
    double q[4];
    corners[i].spill(q);
    const double apart = (f.face.sign * q[f.face.axis] - own_half[f.face.axis]) * steep;
    area.corner[i] = {{q[x] - direction[x] * apart, q[y] - direction[y] * apart},
                      apart,
                      steps[i] + steps[(i + 3) & 3],
                      steps[i]};
  }
  area.count = 4;
}

// Sutherland and Hodgman's cut by one side of the rectangle. False: nothing lies beyond. What does
// so by rounding alone counts as on the side: where two edges rest on each other, either would cut
// the other at any place.
HWY_INLINE bool cut_by_side(int axis, double sign, double half, double slack, std::uint32_t step,
                            const ContactArea& before, ContactArea& area) {
  double beyond[ContactArea::kMost];
  bool cut = false;
  for (int i = 0; i < before.count; ++i) {
    beyond[i] = sign * before.corner[i].at[axis] - half;
    cut |= beyond[i] > slack;
  }
  if (!cut) return false;
  area.count = 0;
  for (int i = 0; i < before.count; ++i) {
    const int next = i + 1 == before.count ? 0 : i + 1;
    const AreaCorner& p = before.corner[i];
    const AreaCorner& q = before.corner[next];
    const bool leaves = beyond[next] > slack;
    if (beyond[i] <= slack) {
      AreaCorner& kept = area.corner[area.count++];
      kept = p;
      kept.after = leaves && beyond[i] >= 0 ? step : p.after;
    }
    const bool crosses = (beyond[i] < 0 && leaves) || (beyond[i] > slack && beyond[next] < 0);
    if (!crosses || (before.count == 2 && i != 0)) continue;
    const double t = beyond[i] / (beyond[i] - beyond[next]);
    area.corner[area.count++] = {
        {p.at[0] + (q.at[0] - p.at[0]) * t, p.at[1] + (q.at[1] - p.at[1]) * t},
        p.apart + (q.apart - p.apart) * t,
        p.after + step,
        leaves ? step : p.after};
  }
  return true;
}

// Two steps of one box make a vertex: those of the other are 0, and what is below 0 in the low half
// has borrowed from the high one.
HWY_INLINE bool at_vertex(const AreaCorner& c) {
  return (c.steps & 0xffff) == 0 || c.steps >> 16 == 0xffff;
}

// Corners that are too far apart, and those that repeat the one before, go; what is left of two is
// as deep as the deeper, and a vertex if either is.
HWY_INLINE void keep_near(double farthest, double slack, ContactArea& area) {
  const auto same = [&](const AreaCorner& p, const AreaCorner& q) HWY_ATTR {
    return std::fabs(p.at[0] - q.at[0]) <= slack && std::fabs(p.at[1] - q.at[1]) <= slack &&
           std::fabs(p.apart - q.apart) <= slack;
  };
  const auto repeats = [&](const AreaCorner& p, AreaCorner& q) HWY_ATTR {
    if (!same(p, q)) return false;
    q.apart = lesser(q.apart, p.apart);
    if (!at_vertex(q) && at_vertex(p)) q.steps = p.steps;
    return true;
  };
  int kept = 0;
  for (int i = 0; i < area.count; ++i) {
    if (area.corner[i].apart > farthest) continue;
    if (kept != 0 && repeats(area.corner[i], area.corner[kept - 1])) continue;
    area.corner[kept++] = area.corner[i];
  }
  while (kept > 1 && repeats(area.corner[kept - 1], area.corner[0])) --kept;
  area.count = kept;
}

// The middle of the corners that are deepest.
HWY_INLINE AreaCorner deepest_of(const ContactArea& area, double slack) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < area.count; ++i) least = lesser(least, area.corner[i].apart);
  AreaCorner sum{{0, 0}, least, 0, 0};
  double count = 0;
  for (int i = 0; i < area.count; ++i) {
    if (area.corner[i].apart > least + slack) continue;
    count += 1;
    for (int k = 0; k < 2; ++k) sum.at[k] += area.corner[i].at[k];
  }
  for (double& x : sum.at) x = x / greater(count, 1.0);
  return sum;
}

// The area in the frame of the first box, from its middle.
template <class V>
struct PlacedArea {
  ContactArea buffer[2];
  int last = 0;
  V middle;
  V side[2];
  V direction;  // from the box whose face cuts to the other
  bool by_a;
  double slack;         // of a corner's place
  std::uint32_t faces;  // the codes of the two, that of the one that cuts in the high half

  HWY_INLINE ContactArea& area() { return buffer[last]; }
  HWY_INLINE const ContactArea& area() const { return buffer[last]; }
  HWY_INLINE void cut(int axis, double sign, double half, std::uint32_t step) {
    if (cut_by_side(axis, sign, half, slack, step << 16, buffer[last], buffer[1 - last])) {
      last = 1 - last;
    }
  }
  HWY_INLINE V point(const AreaCorner& c) const {
    return middle + (side[0] * c.at[0] + side[1] * c.at[1]);
  }
};

// False: neither faces the normal, the area is a point.
template <class V>
HWY_INLINE bool area_of(const BoxPair<V>& p, const V& normal, PlacedArea<V>& r) {
  const V seen = p.back * normal;
  const FaceAxis of_a = FaceAxis::along(normal);
  const FaceAxis of_b = FaceAxis::along(opposite(seen));
  const bool may_a = of_a.facing >= kFacing;
  const bool may_b = of_b.facing >= kFacing;
  if (!may_a && !may_b) return false;
  r.by_a = may_a != may_b ? may_a : of_a.facing >= of_b.facing;
  const FacingBoxes<V> f = r.by_a ? FacingBoxes<V>{p, normal, of_a, of_b}
                                  : FacingBoxes<V>{p.swapped(), opposite(seen), of_b, of_a};
  project_face(f, r.area());
  double half[4];
  f.boxes.half_a.spill(half);
  const int k = f.face.axis;
  const int u = next_axis(k);
  const int w = next_axis(u);
  const bool up = f.face.sign > 0;
  r.cut(1, -f.face.sign, half[w], box_step(w, !up));
  r.cut(0, 1, half[u], box_step(u, true));
  r.cut(1, f.face.sign, half[w], box_step(w, up));
  r.cut(0, -1, half[u], box_step(u, false));
  r.faces = feature_id_of(kBoxCode<3> + box_step(k, up),
                          kBoxCode<3> + box_step(f.other.axis, f.other.sign > 0));
  const double height = f.face.sign * half[k];
  if (r.by_a) {
    r.middle = unit_axis<V>(k) * height;
    r.side[0] = unit_axis<V>(u);
    r.side[1] = unit_axis<V>(w);
    r.direction = normal;
  } else {
    r.middle = p.centre + p.turn.column[k] * height;
    r.side[0] = p.turn.column[u];
    r.side[1] = p.turn.column[w];
    r.direction = opposite(normal);
  }
  return true;
}

// Where the deepest corner of the area is what the separating axis says, it is the deepest contact.
template <class V>
HWY_INLINE bool deepest_in_area(const BoxPair<V>& p, const PlacedArea<V>& placed,
                                const SeparatingAxis<V>& axis, ClosedForm<V>& r) {
  const double slack = p.size * kRestPart;
  const AreaCorner deepest = deepest_of(placed.area(), slack);
  if (!(magnitude(deepest.apart - axis.gap) <= slack)) return false;
  const V own = placed.point(deepest);
  const V other = own + placed.direction * axis.gap;
  r.normal = axis.normal;
  r.distance = r.lower = axis.gap;
  r.point_a = placed.by_a ? own : other;
  r.point_b = placed.by_a ? other : own;
  return true;
}

template <class V>
HWY_INLINE void turn_area(const Turn<V>& turn, const V& origin, PlacedArea<V>& r) {
  r.middle = turn * r.middle + origin;
  r.side[0] = turn * r.side[0];
  r.side[1] = turn * r.side[1];
  r.direction = turn * r.direction;
}

// The corners as the answer has them: counter-clockwise around the normal, which goes from b to a
// if `flip`.
template <class T, class V>
HWY_INLINE void write_area(const PlacedArea<V>& placed, double radius_a, double radius_b, bool flip,
                           Manifold<3, T>& m) {
  const ContactArea& area = placed.area();
  const double own = placed.by_a ? radius_a : radius_b;
  const double others = placed.by_a ? radius_b : radius_a;
  const bool own_first = placed.by_a != flip;
  // Corners of b run clockwise around the normal, those of a the other way; see cut_features().
  for (int i = 0; i < area.count; ++i) {
    const AreaCorner& c = area.corner[own_first ? area.count - 1 - i : i];
    ManifoldPoint<3, T>& to = m.points[i];
    const V p = placed.point(c);
    const V near = p + placed.direction * own;
    const V far = p + placed.direction * (c.apart - others);
    (own_first ? near : far).store_over(to.point_a);
    (own_first ? far : near).store_over(to.point_b);
    to.distance = static_cast<T>(c.apart - (radius_a + radius_b));
    const std::uint32_t id = placed.faces + c.steps;
    to.feature_id = own_first ? id : flipped_feature_id(id);
  }
  m.count = area.count;
}

// Is one corner as deep as the deepest points, and none deeper?
template <class T>
HWY_INLINE bool holds_deepest(const ContactArea& area, double radii, const Separation<3, T>& s) {
  double least = area.corner[0].apart;
  for (int i = 1; i < area.count; ++i) least = lesser(least, area.corner[i].apart);
  const T deepest = static_cast<T>(least - radii);
  return deepest >= s.lower && deepest <= s.upper;
}

// How the boxes lie, and the area that goes with it if there is one.
template <class V>
HWY_INLINE ClosedForm<V> form_with_area(const BoxPair<V>& p, PlacedArea<V>& placed, bool& area) {
  const SeparatingAxis<V> axis = best_axis(p);
  ClosedForm<V> form;
  if (axis.gap > 0) {
    form = between_boxes(p, Ask::depth, 0);
    area = form.exact && area_of(p, V(form.normal), placed);
    return form;
  }
  form.size = p.size;
  area = area_of(p, axis.normal, placed);
  form.exact = (area && deepest_in_area(p, placed, axis, form)) || deepest_points(p, axis, form);
  return form;
}

// Of a pair of points: the features that lie farthest along the normal, in the frame of the first.
template <class V>
HWY_INLINE std::uint32_t support_id(const BoxPair<V>& p, const V& normal) {
  double of_a[4], of_b[4];
  normal.spill(of_a);
  opposite(p.back * normal).spill(of_b);
  return feature_id_of(box_support_code<3>(of_a), box_support_code<3>(of_b));
}

template <class T>
bool box_contact_kernel(const ShapeView<3, T>& first, const Transform<3, T>& at_first,
                        const ShapeView<3, T>& second, const Transform<3, T>& at_second, T margin,
                        Manifold<3, T>& m) {
  using V = RegisterVec<3>;
  const bool flip = !in_order(first, at_first, second, at_second);
  const SimpleShape<3, T> a(flip ? second : first, flip ? at_second : at_first);
  const SimpleShape<3, T> b(flip ? first : second, flip ? at_first : at_second);
  if (!a.sound_with(b)) return false;
  const Turn<V> turn = a.spin.turn();
  const BoxFrame<V> frame = {turn, turn.transposed(), b.place - a.place};
  const BoxPair<V> p = boxes_in_frame(a, b, frame);
  PlacedArea<V> placed;
  placed.slack = 4 * double(std::numeric_limits<T>::epsilon()) * p.size;
  bool area = false;
  const ClosedForm<V> form = form_with_area(p, placed, area);
  if (!form.exact) return false;
  answer(a, b, from_box(a, frame, form), flip, m.separation);
  if (m.separation.distance > margin) return true;
  if (area) {
    const double radii = a.radius + b.radius;
    keep_near(double(margin) + radii + placed.slack, placed.slack, placed.area());
    if (placed.area().count != 0 && !holds_deepest(placed.area(), radii, m.separation))
      return false;
    turn_area(turn, turn * a.q + a.place, placed);
    write_area(placed, a.radius, b.radius, flip, m);
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
