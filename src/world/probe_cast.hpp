// SPDX-License-Identifier: MIT
// ProbeCast: the first sub-shape that a probe meets on a straight sweep, with the normals of the
// union of all sub-shapes.
#pragma once

#include <algorithm>
#include <optional>

#include "world/near_sub_shapes.hpp"

namespace masu::detail {

template <int D>
struct ProbeContact {
  std::uint32_t body;
  std::uint32_t sub_shape;
  double distance;
  Vec<D, double> normal;
  Vec<D, double> point;
};

template <int D>
struct ProbeHit {
  double t;
  ProbeContact<D> contact;
};

// Distances are to probes' cores. A probe stops at its radius and a skin.
template <int D, class T>
class ProbeCast {
 public:
  // `extent`: the largest error of a coordinate that was rounded to T.
  ProbeCast(AnyBodySource<D, T> source, const MoveStart<D, T>& start, double skin, double extent)
      : near_(source, start),
        skin_(skin),
        same_(kRounding * extent + 0x1p-40 * double(start.mover.radius)) {}

  double skin() const { return skin_; }
  const NearSubShapes<D, T>& sub_shapes() const { return near_; }

  double reach(const Probe<D, T>& probe) const { return probe.radius + skin_; }
  // The rounding error of a direction after its part along a normal was removed.
  static double slow(const Vec<D, double>& d) { return 0x1p-46 * length(d); }

  // The sweep is divided into parts, longer ones where there are few sub-shapes. Where there are
  // always many, as within large bodies, parts grow slowly, so that their number is logarithmic in
  // the length of the sweep.
  std::optional<ProbeHit<D>> cast(const Probe<D, T>& probe, const Vec<D, double>& from,
                                  const Vec<D, double>& d) {
    const double path_length = length(d);
    if (!(path_length > 0)) return std::nullopt;
    const double least = size_of(probe) / path_length;
    double part = 4 * least;
    double begin = 0;
    int many = kMany;
    int parts = 0;
    while (begin < 1) {
      const double end = begin + part < 1 ? begin + part : 1.0;
      std::optional<ProbeHit<D>> first;
      int seen = 0;
      Aabb<D, double> box = Aabb<D, double>::of_point(from + d * begin);
      box = merge(box, Aabb<D, double>::of_point(from + d * end));
      const bool all = near_.for_each(grown(box, probe), [&](const PlacedSubShape<D, T>& p) {
        if (++seen > many && part > least) return false;
        const auto hit = find_hit(probe, p, from, d, begin, first ? first->t : end);
        if (hit && (!first || before(*hit, *first))) first = hit;
        return true;
      });
      if (near_.status() != Status::ok) return std::nullopt;
      if (!all) {
        part = std::max(part / 4, least);
        continue;
      }
      if (first) return first;
      begin = end;
      if (seen > many) many = 2 * seen;
      if (seen < kFew || ++parts % kPatience == 0) part *= 2;
    }
    return std::nullopt;
  }

  // Calls visit(contact) for the sub-shapes no farther than `distance`.
  template <class Visit>
  void touched(const Probe<D, T>& probe, const Vec<D, double>& point, double distance,
               Visit&& visit) {
    near_.for_each(grown(Aabb<D, double>::of_point(point), probe),
                   [&](const PlacedSubShape<D, T>& p) {
                     const Offset<D> o = offset_between(p, probe, point);
                     if (o.distance <= distance)
                       visit(ProbeContact<D>{p.body, p.sub_shape, o.distance, o.normal, o.point});
                     return true;
                   });
  }

  // Returns whether a contact is a ghost. Where sub-shapes join in one surface, rounding can make
  // the edge of the next sub-shape a contact, with a normal that leans back. The union has no such
  // normal: a sub-shape that contains the contact point rises over the plane through it, so that
  // sub-shape is nearer and has its own contact.
  bool ghost(const Probe<D, T>& probe, const ProbeContact<D>& contact) {
    const double lean = std::max(0x1p-26, 4 * same_ / probe.radius);
    Aabb<D, double> box = Aabb<D, double>::of_point(contact.point);
    for (int a = 0; a < D; ++a) box.min[a] -= same_, box.max[a] += same_;
    return !near_.for_each(box, [&](const PlacedSubShape<D, T>& p) {
      if (p.body == contact.body && p.sub_shape == contact.sub_shape) return true;
      const double reach = double(p.shape.radius) + same_;
      if (!cores_within(p.shape, ShapeView<D, T>{}, frame_with(p, contact.point), reach, nullptr)) {
        return true;
      }
      if (p.shape.kind == ShapeKind::half_space) {
        return length(p.rotation * vec_cast<double>(p.shape.p[0]) - contact.normal) <= lean;
      }
      const auto top = support_of_core(p.shape, transposed_times(p.rotation, contact.normal)).point;
      const Vec<D, double> up =
          p.rotation * top + p.origin + contact.normal * double(p.shape.radius) - contact.point;
      const double rise = dot(up, contact.normal);
      if (!(rise > 4 * same_)) return true;
      return !(rise > lean * length(up) || rises_near(probe, p, contact));
    });
  }

 private:
  // The highest corner of a long sub-shape may be far along a level edge. Returns whether the
  // sub-shape rises over the plane within the probe's radius: its point nearest to one above the
  // contact lies uphill.
  bool rises_near(const Probe<D, T>& probe, const PlacedSubShape<D, T>& p,
                  const ProbeContact<D>& contact) const {
    const Probe<D, T> point{{.kind = ShapeKind::point}, {}, 0};
    const Offset<D> o = offset_between(p, point, contact.point + contact.normal * probe.radius);
    const double least = std::max(4 * same_, 0x1p-20 * probe.radius);
    return o.distance > 0 && length(o.point - contact.point) > least;
  }

  // The error of two coordinates that were rounded to T, and of points that are computed in double:
  // from the mover's position, and from sub-shapes some thousand times its size (2^-40 of its
  // radius).
  static constexpr double kRounding =
      std::max(2.0, 0x1p-48 / double(std::numeric_limits<T>::epsilon()));
  static constexpr int kMany = 96;
  static constexpr int kFew = 8;
  static constexpr int kPatience = 16;
  static constexpr int kRounds = 96;

  static double size_of(const Probe<D, T>& probe) { return probe.radius + length(probe.half); }

  // Orders equal times by body and sub-shape, so that the order of visits does not matter.
  static bool before(const ProbeHit<D>& a, const ProbeHit<D>& b) {
    if (a.t != b.t) return a.t < b.t;
    return a.contact.body != b.contact.body ? a.contact.body < b.contact.body
                                            : a.contact.sub_shape < b.contact.sub_shape;
  }

  Aabb<D, double> grown(Aabb<D, double> box, const Probe<D, T>& probe) const {
    for (int a = 0; a < D; ++a) {
      const double by = probe.half[a] + probe.radius + 2 * skin_;
      box.min[a] -= by, box.max[a] += by;
    }
    return box;
  }

  // Conservative advancement from `begin` on: the gap along the normal closes no faster than the
  // probe moves along it. Ghosts are passed through, a 16th of the skin at a time, up to half.
  std::optional<ProbeHit<D>> find_hit(const Probe<D, T>& probe, const PlacedSubShape<D, T>& p,
                                      const Vec<D, double>& from, const Vec<D, double>& d,
                                      double begin, double end) {
    const double slack = skin_ / 64;
    double target = reach(probe);
    double t = begin;
    Offset<D> o{};
    for (int round = 0; round < kRounds; ++round) {
      o = offset_between(p, probe, from + d * t);
      const double closing = -dot(o.normal, d);
      if (closing <= slow(d)) return std::nullopt;
      if (o.distance <= target + slack) {
        const ProbeContact<D> contact{p.body, p.sub_shape, o.distance, o.normal, o.point};
        if (o.distance < probe.radius + skin_ / 2 || !ghost(probe, contact))
          return ProbeHit<D>{t, contact};
        target = std::min(target, o.distance) - skin_ / 16;
      }
      t += std::max(o.lower - target, slack / 2) / closing;
      if (!(t <= end)) return std::nullopt;
    }
    return ProbeHit<D>{t, {p.body, p.sub_shape, o.distance, o.normal, o.point}};
  }

  NearSubShapes<D, T> near_;
  double skin_;
  double same_;
};

}  // namespace masu::detail
