// SPDX-License-Identifier: MIT
// Gaps, depths and casts of convex bodies whose corners are integers below 2^27, in 128-bit
// integers: signs are exact, and the rest except for one division and one root in long double.
// Millions an hour, where CGAL computes thousands.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/lattice.hpp"

namespace masu::test {

using Real = long double;
template <int D>
using Wide = std::array<Int128, D>;

// The hull of `corners`. Segments and triangles lie in it and cover its edges and faces; the edges'
// directions span its faces.
template <int D>
struct LatticeBody {
  std::vector<Lattice<D>> corners;
  std::vector<Lattice<D>> directions;
  std::vector<std::array<int, 2>> segments;
  std::vector<std::array<int, 3>> triangles;

  static LatticeBody hull_of(std::vector<Lattice<D>> points) {
    LatticeBody body{std::move(points), {}, {}, {}};
    const int n = int(body.corners.size());
    for (int i = 0; i < n; ++i) {
      for (int j = i + 1; j < n; ++j) {
        body.segments.push_back({i, j});
        body.directions.push_back(body.corners[j] - body.corners[i]);
        for (int k = j + 1; k < n; ++k) body.triangles.push_back({i, j, k});
      }
    }
    return body;
  }
  static LatticeBody box(const Lattice<D>& center, const Lattice<D>& half) {
    LatticeBody body;
    for (int c = 0; c < 1 << D; ++c) {
      Lattice<D> corner = center;
      for (int k = 0; k < D; ++k) corner[k] += (c >> k & 1) != 0 ? half[k] : -half[k];
      body.corners.push_back(corner);
      for (int k = 0; k < D; ++k) {
        if ((c >> k & 1) == 0) body.segments.push_back({c, c ^ 1 << k});
        for (int l = k + 1; l < D; ++l) body.triangles.push_back({c, c ^ 1 << k, c ^ 1 << l});
      }
    }
    for (int k = 0; k < D; ++k) {
      Lattice<D> axis{};
      axis[k] = half[k] == 0 ? 0 : 1;
      body.directions.push_back(axis);
    }
    return body;
  }
};

template <int D>
Wide<D> widened(const Lattice<D>& v) {
  Wide<D> w{};
  for (int k = 0; k < D; ++k) w[k] = v[k];
  return w;
}
template <int D>
Int128 dot_of(const Wide<D>& a, const Wide<D>& b) {
  Int128 sum = 0;
  for (int k = 0; k < D; ++k) sum += a[k] * b[k];
  return sum;
}
inline Wide<3> cross_of(const Wide<3>& a, const Wide<3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
template <int D>
bool is_zero(const Wide<D>& v) {
  return v == Wide<D>{};
}
// Components of up to 92 bits: their squares need more than 128.
template <int D>
Real length_of(const Wide<D>& v) {
  Real square = 0;
  for (int k = 0; k < D; ++k) square += Real(v[k]) * Real(v[k]);
  return std::sqrt(square);
}

// A half-space that contains the Minkowski difference of two bodies, the points a - b. The
// intersection of all bounds is that difference.
template <int D>
struct Bound {
  Wide<D> normal;
  Int128 gap;    // of b above a along `normal`, times its length; negative if they overlap there
  Real length;   // of `normal`
  bool is_flat;  // the difference has no extent along `normal`: it lies in a plane
};

// The bounds of a - b, unless it has less than D - 1 dimensions: then there are none.
template <int D>
class LatticeGap {
 public:
  LatticeGap(const LatticeBody<D>& a, const LatticeBody<D>& b) : a_(a), b_(b) {
    std::vector<Wide<D>> edges;
    for (const auto* body : {&a, &b}) {
      for (const auto& e : body->directions) {
        if (!is_zero<D>(widened<D>(e))) edges.push_back(widened<D>(e));
      }
    }
    if constexpr (D == 2) {
      for (const auto& e : edges) add({e[1], -e[0]});
      if (!flat_) return;
      for (const auto& e : edges) add(e);
    } else {
      Wide<3> any{};
      for (std::size_t i = 0; i < edges.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          const Wide<3> n = cross_of(edges[i], edges[j]);
          if (!is_zero<3>(n)) add(any = n);
        }
      }
      if (!flat_) return;
      for (const auto& e : edges) {
        if (!is_zero<3>(any)) add(cross_of(any, e));
      }
    }
  }

  bool empty() const { return bounds_.empty(); }
  const std::vector<Bound<D>>& bounds() const { return bounds_; }

  // 1 if they are apart, 0 if they touch, -1 if they overlap. Exact.
  int sign() const {
    int most = -1;
    for (const auto& bound : bounds_) {
      most = std::max(most, bound.gap > 0 ? 1 : (bound.gap < 0 ? -1 : 0));
    }
    return most;
  }
  // The bound of the widest gap, or the least overlap, which is the depth.
  const Bound<D>& widest() const {
    return *std::max_element(bounds_.begin(), bounds_.end(), [](const auto& x, const auto& y) {
      return Real(x.gap) * y.length < Real(y.gap) * x.length;
    });
  }
  // The distance of bodies that are apart, or minus the depth.
  Real exact() const {
    if (sign() <= 0) return Real(widest().gap) / widest().length;
    Real least = std::numeric_limits<Real>::infinity();
    for (const auto& [x, y] : {std::pair{&a_, &b_}, std::pair{&b_, &a_}}) {
      for (const auto& p : x->corners) {
        for (const auto& q : y->corners) least = std::min(least, length_of<D>(widened<D>(p - q)));
        for (const auto& s : y->segments) {
          least = std::min(least, to_segment(p, y->corners[s[0]], y->corners[s[1]]));
        }
        if constexpr (D == 3) {
          for (const auto& t : y->triangles) {
            least = std::min(least,
                             to_triangle(p, y->corners[t[0]], y->corners[t[1]], y->corners[t[2]]));
          }
        }
      }
    }
    if constexpr (D == 3) {
      for (const auto& s : a_.segments) {
        for (const auto& t : b_.segments) {
          least = std::min(least, between_lines(a_.corners[s[0]], a_.corners[s[1]],
                                                b_.corners[t[0]], b_.corners[t[1]]));
        }
      }
    }
    return least;
  }

 private:
  static constexpr Real kFar = std::numeric_limits<Real>::infinity();

  // Both half-spaces across a normal.
  void add(const Wide<D>& normal) {
    Int128 low[2], high[2];
    int i = 0;
    for (const auto* body : {&a_, &b_}) {
      low[i] = high[i] = dot_of<D>(normal, widened<D>(body->corners[0]));
      for (const auto& c : body->corners) {
        const Int128 at = dot_of<D>(normal, widened<D>(c));
        low[i] = std::min(low[i], at), high[i] = std::max(high[i], at);
      }
      ++i;
    }
    const bool flat = low[0] == high[0] && low[1] == high[1];
    flat_ = flat_ || flat;
    const Real length = length_of<D>(normal);
    Wide<D> opposite = normal;
    for (auto& x : opposite) x = -x;
    bounds_.push_back({normal, low[1] - high[0], length, flat});
    bounds_.push_back({opposite, low[0] - high[1], length, flat});
  }

  // Of p to the inside of a segment, of a triangle, of one segment to that of another; else far.
  static Real to_segment(const Lattice<D>& p, const Lattice<D>& a, const Lattice<D>& b) {
    const Wide<D> e = widened<D>(b - a), w = widened<D>(p - a);
    const Int128 along = dot_of<D>(w, e), square = dot_of<D>(e, e);
    if (along <= 0 || along >= square) return kFar;
    return std::sqrt(Real(dot_of<D>(w, w) * square - along * along) / Real(square));
  }
  static Real to_triangle(const Lattice<3>& p, const Lattice<3>& a, const Lattice<3>& b,
                          const Lattice<3>& c) {
    const Wide<3> n = cross_of(widened<3>(b - a), widened<3>(c - a));
    if (is_zero<3>(n)) return kFar;
    for (const auto& [from, to] : {std::pair{&a, &b}, std::pair{&b, &c}, std::pair{&c, &a}}) {
      if (dot_of<3>(cross_of(n, widened<3>(*to - *from)), widened<3>(p - *from)) < 0) return kFar;
    }
    const Int128 height = dot_of<3>(n, widened<3>(p - a));
    return std::abs(Real(height)) / length_of<3>(n);
  }
  static Real between_lines(const Lattice<3>& a, const Lattice<3>& b, const Lattice<3>& c,
                            const Lattice<3>& d) {
    const Wide<3> e = widened<3>(b - a), f = widened<3>(d - c), w = widened<3>(c - a);
    const Wide<3> n = cross_of(e, f);
    const Int128 square = dot_of<3>(n, n);
    const Int128 s = dot_of<3>(cross_of(w, f), n), t = dot_of<3>(cross_of(w, e), n);
    if (square == 0 || s < 0 || s > square || t < 0 || t > square) return kFar;
    return std::abs(Real(dot_of<3>(n, w))) / std::sqrt(Real(square));
  }

  const LatticeBody<D>& a_;
  const LatticeBody<D>& b_;
  std::vector<Bound<D>> bounds_;
  bool flat_ = false;
};

// The times at which b, moved by t times a path, touches a: none if out < in.
struct Contact {
  Real in, out;
  Real cosine;  // of the angle at which a flat difference is met; 1 for others, and along its plane
};

// All bounds except those of a flat difference are `margin` further in, divided by the cosine.
template <int D>
Contact contact_along(const LatticeGap<D>& gap, const Lattice<D>& path, Real margin) {
  constexpr Real kNever = std::numeric_limits<Real>::infinity();
  Contact times{-kNever, kNever, 1};
  const auto speed_along = [&](const Bound<D>& bound) {
    return dot_of<D>(bound.normal, widened<D>(path));
  };
  for (const auto& bound : gap.bounds()) {
    const Int128 speed = speed_along(bound);
    if (!bound.is_flat || speed == 0) continue;
    times.cosine = std::abs(Real(speed)) / bound.length / length_of<D>(widened<D>(path));
  }
  for (const auto& bound : gap.bounds()) {
    const Int128 speed = speed_along(bound);
    const Real further = bound.is_flat ? 0 : margin / times.cosine * bound.length;
    const Real gap_here = Real(bound.gap) + further;
    if (speed == 0 && gap_here > 0) return {1, 0, 1};
    if (speed < 0) times.in = std::max(times.in, gap_here / -Real(speed));
    if (speed > 0) times.out = std::min(times.out, -gap_here / Real(speed));
  }
  return times;
}

// The widest gap at time t: at most the distance.
template <int D>
Real gap_at(const LatticeGap<D>& gap, const Lattice<D>& path, Real t) {
  Real most = -std::numeric_limits<Real>::infinity();
  for (const auto& bound : gap.bounds()) {
    const Int128 speed = dot_of<D>(bound.normal, widened<D>(path));
    most = std::max(most, (Real(bound.gap) + t * Real(speed)) / bound.length);
  }
  return most;
}

}  // namespace masu::test
