// SPDX-License-Identifier: MIT
#include "contact/contact.hpp"

#include <cmath>

#include <fmt/format.h>
#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_impact.hpp>
#include <masu/mesh/composite_intersects.hpp>
#include <masu/mesh/contacts.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>

#include "counted.hpp"
#include "errors.hpp"

namespace masu::cli {
namespace {

template <class T>
Rotation<2, T> between(const Rotation<2, T>& p, const Rotation<2, T>& q, T t) {
  const T c = p.cosine + t * (q.cosine - p.cosine);
  const T s = p.sine + t * (q.sine - p.sine);
  const T size = std::sqrt(c * c + s * s);
  return {c / size, s / size};
}
template <class T>
Rotation<3, T> between(const Rotation<3, T>& p, const Rotation<3, T>& q, T t) {
  const T same = p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w < 0 ? T(-1) : T(1);
  Rotation<3, T> r{p.x + t * (same * q.x - p.x), p.y + t * (same * q.y - p.y),
                   p.z + t * (same * q.z - p.z), p.w + t * (same * q.w - p.w)};
  const T size = static_cast<T>(std::sqrt(r.length_squared()));
  return {r.x / size, r.y / size, r.z / size, r.w / size};
}

// Interpolates the pose as Sweep defines it.
template <int D, class T>
Transform<D, T> pose_at(const Sweep<D, T>& sweep, T t) {
  if (t == 0) return sweep.begin;
  if (t == 1) return sweep.end;
  return {sweep.begin.translation + (sweep.end.translation - sweep.begin.translation) * t,
          between(sweep.begin.rotation, sweep.end.rotation, t)};
}

template <int D, class T>
Impact<D, T> impact_of(const Impact<D, T>& impact) {
  return impact;
}
template <int D, class T>
Impact<D, T> impact_of(const SubShapeImpact<D, T>& impact) {
  return impact.impact();
}

template <int D, class T>
Vec<D, T> step_of(const Numbers& numbers) {
  if (numbers.size() != D) {
    throw UsageError(fmt::format("--move: {}, but the shapes are {}D: give {}, separated by commas",
                                 counted(numbers.size(), "number"), D, D));
  }
  Vec<D, T> step{};
  for (int i = 0; i < D; ++i) step[i] = static_cast<T>(numbers[static_cast<std::size_t>(i)]);
  return step;
}

// Computes the motion; `a` and `b` are the views or meshes of c's shapes.
template <int D, class T, class A, class B>
Motion<D, T> motion_of(const Contact<D, T>& c, const A& a, const B& b,
                       const ContactOptions& options) {
  Motion<D, T> m{};
  m.rotates = options.end.has_value();
  m.end = c.b.pose;
  if (m.rotates) {
    m.end = moved(c.b.pose, *options.end);
    m.impact = impact_of(
        time_of_impact(a, Sweep<D, T>{c.a.pose, c.a.pose}, b, Sweep<D, T>{c.b.pose, m.end}));
  } else {
    const Vec<D, T> step = step_of<D, T>(*options.translation);
    m.end.translation = m.end.translation + step;
    m.impact = impact_of(shape_cast(a, c.a.pose, b, c.b.pose, step));
  }
  if (m.impact.status != Status::ok && m.impact.status != Status::not_converged) {
    throw UsageError(fmt::format(
        "{}: {}{}", m.rotates ? "--to" : "--move", describe(m.impact.status),
        m.rotates ? "; rotations must be below 120 degrees (170 in 2D), split larger ones" : ""));
  }
  m.pose_at_impact = pose_at<D, T>({c.b.pose, m.end}, m.impact.t);
  return m;
}

template <int D, class T>
double fan(const Manifold<D, T>& m, bool backwards) {
  const auto at = [&](int i) {
    const auto& p = m.points[backwards ? m.count - 1 - i : i];
    return vec_cast<double>(p.point_a) + vec_cast<double>(p.point_b);  // twice the midpoint
  };
  if constexpr (D == 2) {
    const Vec<2, double> n = vec_cast<double>(m.normal());
    return m.count < 2 ? 0 : 2 * std::fabs(cross(n, at(1) - at(0)));
  } else {
    double sum = 0;
    for (int i = 1; i + 1 < m.count; ++i) {
      sum += dot(cross(at(i) - at(0), at(i + 1) - at(0)), vec_cast<double>(m.normal()));
    }
    return std::fabs(sum) / 2;
  }
}

}  // namespace

template <int D, class T>
double measure(const Manifold<D, T>& m) {
  // The fan in both directions: the sum is the same for either order of the shapes.
  return (fan(m, false) + fan(m, true)) / 8;
}

namespace {

template <int D, class T>
void ask_shapes(Contact<D, T>& c, const ContactOptions& options) {
  c.overlapping = intersects(c.a.view, c.a.pose, c.b.view, c.b.pose).overlapping;
  c.separation = penetration(c.a.view, c.a.pose, c.b.view, c.b.pose);
  c.whole = manifold<ShapeView<D, T>, ShapeView<D, T>, D, T>(c.a.view, c.a.pose, c.b.view, c.b.pose,
                                                             {static_cast<T>(options.margin)});
  if (c.separation.status == Status::ok) c.separation.status = c.whole.separation.status;
  c.manifold = options.most_points > 0 ? reduced(c.whole, options.most_points) : c.whole;
  if (options.translation || options.end) {
    c.motion = motion_of(c, c.a.view, c.b.view, options);
  }
}

// For two shapes; at least one of them is a mesh.
template <int D, class T, class A, class B>
void ask_sub_shapes(Contact<D, T>& c, const A& a, const B& b, const ContactOptions& options) {
  if (options.most_points > 0)
    throw UsageError("--reduce applies to convex shapes only: use --hull");
  SubShapeContacts<D, T>& sub_shapes = c.sub_shapes.emplace();
  c.overlapping = intersects(a, c.a.pose, b, c.b.pose).overlapping;
  sub_shapes.nearest = distance(a, c.a.pose, b, c.b.pose);
  c.separation = sub_shapes.nearest.separation();
  const auto take = [&](const SubShapeContact<D, T>& contact) {
    sub_shapes.touching.push_back(contact);
  };
  const masu::ContactOptions<T> within{static_cast<T>(options.margin)};
  const SearchResult r = contacts(a, c.a.pose, b, c.b.pose, take, within);
  if (r.status != Status::ok) c.separation.status = r.status;
  if (options.translation || options.end) c.motion = motion_of(c, a, b, options);
}

}  // namespace

template <int D, class T>
Contact<D, T> contact_of(const ShapeSource& a, const ShapeSource& b,
                         const ContactOptions& options) {
  Contact<D, T> c{
      make_placed_shape<D, T>(a), make_placed_shape<D, T>(b), false, {}, {}, {}, {}, {}, {}};
  if constexpr (D == 3) {
    if (c.a.mesh && c.b.mesh) ask_sub_shapes(c, *c.a.mesh, *c.b.mesh, options);
    if (c.a.mesh && !c.b.mesh) ask_sub_shapes(c, *c.a.mesh, c.b.view, options);
    if (!c.a.mesh && c.b.mesh) ask_sub_shapes(c, c.a.view, *c.b.mesh, options);
  }
  if (!c.sub_shapes) ask_shapes(c, options);
  if (options.volume) c.common = common_body(c.a, c.b);
  return c;
}

#define MASU_CONTACT(D, T)                                                  \
  template Contact<D, T> contact_of(const ShapeSource&, const ShapeSource&, \
                                    const ContactOptions&);                 \
  template double measure(const Manifold<D, T>&);
MASU_CONTACT(2, float)
MASU_CONTACT(3, float)
MASU_CONTACT(2, double)
MASU_CONTACT(3, double)
#undef MASU_CONTACT

}  // namespace masu::cli
