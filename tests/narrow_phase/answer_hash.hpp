// SPDX-License-Identifier: MIT
// Hashes of narrow-phase results: every bit counts.
#pragma once

#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/narrow_phase/manifold.hpp>
#include <masu/narrow_phase/point_query.hpp>
#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>

#include "tests/support/golden.hpp"

namespace masu::test {

class AnswerHash {
 public:
  std::uint64_t value() const { return hash_.value(); }

  void add(std::uint64_t word) { hash_.add(word); }
  void add(Status status) { hash_.add(static_cast<std::uint64_t>(status)); }
  void add(bool yes) { hash_.add(static_cast<std::uint64_t>(yes)); }
  void add(float x) { hash_.add(x); }
  void add(double x) { hash_.add(x); }
  template <int D, class T>
  void add(const Vec<D, T>& v) {
    for (int a = 0; a < D; ++a) add(v[a]);
  }
  template <int D, class T>
  void add(const Separation<D, T>& s) {
    add(s.status), add(s.distance), add(s.lower), add(s.upper);
    add(s.normal), add(s.point_a), add(s.point_b);
  }
  template <int D, class T>
  void add(const Manifold<D, T>& m) {
    add(m.separation);
    for (int i = 0; i < m.count; ++i) {
      add(m.points[i].point_a), add(m.points[i].point_b), add(m.points[i].distance);
    }
  }
  template <int D, class T>
  void add(const Impact<D, T>& m) {
    add(m.status), add(m.hit), add(m.t), add(m.normal), add(m.point_a), add(m.point_b);
  }
  template <int D, class T>
  void add(const RayCast<D, T>& r) {
    add(r.status), add(r.hit), add(r.t), add(r.point), add(r.normal);
  }
  template <int D, class T>
  void add(const SurfacePoint<D, T>& p) {
    add(p.status), add(p.distance), add(p.point), add(p.normal);
  }
  void add(const PointInside& p) { add(p.status), add(p.inside); }
  void add(const Intersection& i) { add(i.status), add(i.overlapping); }

 private:
  Hash hash_;
};

}  // namespace masu::test
