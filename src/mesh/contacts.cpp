// SPDX-License-Identifier: MIT
#include <masu/mesh/contacts.hpp>

#include <optional>

#include <masu/core/answered.hpp>

#include "core/instantiate.hpp"
#include "mesh/pair_search.hpp"

namespace masu::detail {
namespace {

// Which contacts at internal edges are delivered: those of the surface; if there are none also
// those of its planes, which extend beyond the faces; if there are still none, those of single
// sub-shapes.
enum class NormalCorrection : std::uint8_t { of_surface, of_planes, of_sub_shapes };

template <int D, class T>
bool corrects_normals(const BodyRef<D, T>& body) {
  if (!body.is_composite()) return false;
  return body.was_view || body.sub_shapes.functions()->corrected_normal != nullptr;
}

// Returns the normal that a body allows in place of `normal`, which points away from it; all in the
// frame of its sub-shape.
template <int D, class T>
Vec<D, double> body_normal(const BodyRef<D, T>& body, std::uint32_t id, const Vec<D, double>& point,
                           const Vec<D, double>& normal) {
  return corrects_normals(body) ? body.sub_shapes.corrected_normal(id, point, normal) : normal;
}

// Returns a contact's point in the frame of sub-shape a.
template <int D, class T>
Vec<D, double> in_a(const PairPose<D>& pose, const Vec<D, T>& point) {
  return transposed_times(pose.rotation_a, vec_cast<double>(point) - pose.origin);
}

// Returns the normal of a contact, in the frame of sub-shape a. nullopt: the present normal is
// allowed. Zero: the contact is a ghost contact, to be discarded. Half-spaces have only one normal.
template <int D, class T>
std::optional<Vec<D, double>> corrected_normal(const BodyRef<D, T>& a, const BodyRef<D, T>& b,
                                               const SubShapePair<D, T>& pair,
                                               const Separation<D, T>& s,
                                               NormalCorrection correction) {
  const bool plane = pair.a.kind == ShapeKind::half_space || pair.b.kind == ShapeKind::half_space;
  if (correction == NormalCorrection::of_sub_shapes || plane || s.normal == Vec<D, T>{})
    return std::nullopt;
  if (!corrects_normals(a) && !corrects_normals(b)) return std::nullopt;
  const PairPose<D>& pose = pair.pose;
  const auto to_b = [&](const Vec<D, double>& v) { return transposed_times(pose.rotation, v); };
  const Vec<D, double> original = transposed_times(pose.rotation_a, vec_cast<double>(s.normal));
  const Vec<D, double> of_a = body_normal(a, pair.id_a, in_a(pose, s.point_a), original);
  if (of_a == Vec<D, double>{}) return of_a;
  const Vec<D, double> back = -to_b(of_a);
  const Vec<D, double> of_b =
      body_normal(b, pair.id_b, to_b(in_a(pose, s.point_b) - pose.translation), back);
  if (of_a == original && of_b == back) return std::nullopt;
  return of_b == back ? of_a : -(pose.rotation * of_b);
}

// Returns whether a point, in the frame of a sub-shape, lies on it.
template <int D, class T>
bool on_sub_shape(const ShapeView<D, T>& sub_shape, const Vec<D, double>& point) {
  constexpr double kNear = 0x1p-10;
  const auto same = Matrix<D, double>::identity();
  const Aabb<D, double> box = box_of_b(sub_shape, PairFrame<D>{same, same, {}});
  return placed_within(sub_shape, ShapeView<D, T>{}, PairPose<D>{{same, same, point}, {}},
                       kNear * largest_component(box.max - box.min));
}

// Along a replaced normal the deepest points of two sub-shapes may miss each other: then the shape
// touches another sub-shape. Contact areas always lie on both.
template <int D, class T>
bool faces_sub_shape(const BodyRef<D, T>& a, const BodyRef<D, T>& b, const SubShapePair<D, T>& pair,
                     const Manifold<D, T>& m, NormalCorrection correction) {
  if (m.count != 1 || correction != NormalCorrection::of_surface) return m.count != 0;
  const PairPose<D>& pose = pair.pose;
  if (corrects_normals(a) && !on_sub_shape(pair.a, in_a(pose, m.points[0].point_a))) return false;
  const Vec<D, double> p = in_a(pose, m.points[0].point_b) - pose.translation;
  return !corrects_normals(b) || on_sub_shape(pair.b, transposed_times(pose.rotation, p));
}

// Delivers measure(x, y, pair, seams, bad) for the pairs of sub-shapes of two bodies, in canonical
// order; a pair for which it returns nullopt is skipped.
template <class Contact, int D, class T, class Measure>
SearchResult contacts_by(const BodyRef<D, T>& a, const Transform<D, T>& pose_a,
                         const BodyRef<D, T>& b, const Transform<D, T>& pose_b,
                         const ContactOptions<T>& options, TakeContact<Contact> take,
                         Measure&& measure) {
  const T margin = options.margin;
  if (!is_finite(margin)) return {Status::not_finite, {}};
  if (!(margin >= 0)) return {Status::out_of_range, {}};
  return ask_in_order(
      a, pose_a, b, pose_b,
      [&](const BodyRef<D, T>& x, const BodyRef<D, T>& y, const PairPose<D>& pose,
          bool flipped) -> SubShapeSearch {
        Status bad = Status::ok;
        Status taken = Status::ok;
        bool reported = false;
        bool left_out = false;
        NormalCorrection correction = options.skip_internal_edges ? NormalCorrection::of_surface
                                                                  : NormalCorrection::of_sub_shapes;
        const auto visit = [&](const SubShapePair<D, T>& pair) {
          const std::optional<Contact> c = measure(x, y, pair, correction, bad);
          if (bad != Status::ok) return false;
          left_out |= !c;
          reported |= c.has_value();
          if (c) taken = take(flipped ? c->flipped() : *c);
          return taken == Status::ok;
        };
        const auto search = [&] {
          left_out = false;
          return for_each_touching<D, T>(x, y, pose, double(margin), visit).stats;
        };
        QueryStats stats = search();
        while (left_out && !reported && bad == Status::ok) {
          correction = correction == NormalCorrection::of_surface ? NormalCorrection::of_planes
                                                                  : NormalCorrection::of_sub_shapes;
          stats += search();
        }
        return {{bad != Status::ok ? bad : taken, stats}};
      },
      [](Status s) -> SubShapeSearch {
        return {{s, {}}};
      });
}

void keep_worst(Status s, Status& bad) {
  if (!answered(s)) bad = s;
}

}  // namespace

template <int D, class T>
SearchResult contacts_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& pose_a,
                                const BodyRef<D, T>& b, const Transform<D, T>& pose_b,
                                const ContactOptions<T>& options,
                                TakeContact<SubShapeContact<D, T>> take) {
  using Contact = SubShapeContact<D, T>;
  return contacts_by<Contact>(
      a, pose_a, b, pose_b, options, take,
      [&](const BodyRef<D, T>& x, const BodyRef<D, T>& y, const SubShapePair<D, T>& pair,
          NormalCorrection correction, Status& bad) -> std::optional<Contact> {
        const auto s = placed_penetration(pair.a, pair.b, pair.pose);
        keep_worst(s.status, bad);
        const auto normal = corrected_normal(x, y, pair, s, correction);
        if (normal && *normal == Vec<D, double>{}) return std::nullopt;
        if (!normal) return Contact{{pair.id_a, pair.id_b}, s};
        const auto along =
            placed_manifold_along(pair.a, pair.b, pair.pose, options.margin, *normal);
        if (!faces_sub_shape(x, y, pair, along, correction)) return std::nullopt;
        return Contact{{pair.id_a, pair.id_b}, along.separation};
      });
}

template <int D, class T>
SearchResult contacts_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& pose_a,
                                const BodyRef<D, T>& b, const Transform<D, T>& pose_b,
                                const ContactOptions<T>& options,
                                TakeContact<SubShapeManifold<D, T>> take) {
  using Contact = SubShapeManifold<D, T>;
  return contacts_by<Contact>(
      a, pose_a, b, pose_b, options, take,
      [&](const BodyRef<D, T>& x, const BodyRef<D, T>& y, const SubShapePair<D, T>& pair,
          NormalCorrection correction, Status& bad) -> std::optional<Contact> {
        auto m = placed_manifold(pair.a, pair.b, pair.pose, options.margin);
        keep_worst(m.separation.status, bad);
        const auto normal = corrected_normal(x, y, pair, m.separation, correction);
        if (normal && *normal == Vec<D, double>{}) return std::nullopt;
        if (normal) {
          m = placed_manifold_along(pair.a, pair.b, pair.pose, options.margin, *normal);
          if (!faces_sub_shape(x, y, pair, m, correction)) return std::nullopt;
        }
        return Contact{{pair.id_a, pair.id_b}, m};
      });
}

#define MASU_INSTANTIATE(D, T)                                                                    \
  template SearchResult contacts_of_bodies(                                                       \
      const BodyRef<D, T>&, const Transform<D, T>&, const BodyRef<D, T>&, const Transform<D, T>&, \
      const ContactOptions<T>&, TakeContact<SubShapeContact<D, T>>);                              \
  template SearchResult contacts_of_bodies(                                                       \
      const BodyRef<D, T>&, const Transform<D, T>&, const BodyRef<D, T>&, const Transform<D, T>&, \
      const ContactOptions<T>&, TakeContact<SubShapeManifold<D, T>>);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
