// SPDX-License-Identifier: MIT
// A convex polygon that is expanded by points outside.
#pragma once

#include <masu/narrow_phase/epa_result.hpp>

#include "narrow_phase/nearest_on_simplex.hpp"
#include "narrow_phase/start_simplex.hpp"

namespace masu::detail {

// Corners are counterclockwise; face i leads from corner i to the next.
class ExpandingPolygon {
 public:
  void start(const DifferencePoint<2>& a, const DifferencePoint<2>& b,
             const DifferencePoint<2>& c) {
    corner_[0] = a;
    corner_[1] = b;
    corner_[2] = c;
    count_ = 3;
    for (int i = 0; i < 3; ++i) size_ = larger(size_, size_of(corner_[i]));
    for (int i = 0; i < 3; ++i) measure(i);
  }

  // Returns the face with the smallest signed distance of its line from the origin. O(n).
  int nearest() const {
    int best = 0;
    for (int i = 1; i < count_; ++i) best = distance_[i] < distance_[best] ? i : best;
    return best;
  }
  // As above, among faces whose normals are more than an angle of that cosine from `from`; -1:
  // none.
  int nearest_away(const Vec<2, double>& from, double cosine) const {
    int best = -1;
    for (int f = 0; f < count_; ++f) {
      if (best >= 0 && !(distance_[f] < distance_[best])) continue;
      if (dot(normal_[f], from) < cosine) best = f;
    }
    return best;
  }
  const Vec<2, double>& normal(int face) const { return normal_[face]; }
  double distance(int face) const { return distance_[face]; }
  double size() const { return size_; }
  // Returns a bound of the rounding error of the face's line at a point of it: the normal of a
  // short edge is rotated by the rounding of its ends over its length.
  double error_at(int face, const Vec<2, double>& p) const {
    const Vec<2, double> along = corner_[after(face)].w - corner_[face].w;
    return 0x1p-50 * size_ * (1 + length(p - corner_[face].w) / length(along));
  }
  // Returns how much it may have added to the distance.
  double error(int face) const { return error_at(face, normal_[face] * distance_[face]); }

  // Returns a certain lower bound of the extent of the polygon around the origin: to the line of
  // `face`, the nearest, unless rounding moved that of a short one farther away. O(n).
  double surely_around(int face) const {
    constexpr double kMostError = 0x1p-26;
    double least = distance(face) - error(face);
    const double most = distance(face) + kMostError * size_;
    for (int f = 0; f < count_; ++f) {
      if (!(distance_[f] <= most) || f == face) continue;
      const double here = distance_[f] - error(f);
      if (here >= least) continue;
      const double own = std::sqrt(nearest_on_face(f, {}).squared) - 0x1p-48 * size_;
      least = std::fmin(least, larger(here, own));
    }
    return least;
  }

  bool known(const Vec<2, double>& w) const {
    for (int i = 0; i < count_; ++i) {
      if (corner_[i].w == w) return true;
    }
    return false;
  }

  // Inserts a point beyond a face between its ends. Returns false if there is no space.
  bool add(const DifferencePoint<2>& p, int face) {
    if (count_ == kMostEpaVertices) return false;
    for (int i = count_; i > face + 1; --i) {
      corner_[i] = corner_[i - 1];
      normal_[i] = normal_[i - 1];
      distance_[i] = distance_[i - 1];
    }
    corner_[face + 1] = p;
    ++count_;
    size_ = larger(size_, size_of(p));
    measure(face);
    measure(face + 1);
    return true;
  }

  // Returns both corners of the face, or of a neighbor on its line, on which the nearest point of
  // the line lies; one that is not needed has weight 0.
  Simplex<2> simplex(int face) const {
    constexpr double kSame = 0x1p-40;
    const double slack = kSame * size_ + error(face);
    int holder = face;
    NearestOnSimplex<2> best = nearest_on_face(face, {});
    for (int f = 0; f < count_; ++f) {
      const bool beside =
          distance_[f] - distance_[face] <= slack && dot(normal_[f], normal_[face]) >= 1 - kSame;
      if (!beside) continue;
      const NearestOnSimplex<2> here = nearest_on_face(f, {});
      if (here.squared < best.squared) best = here, holder = f;
    }
    return corners_of(holder, best);
  }
  // Over all faces.
  Simplex<2> nearest_to(const Vec<2, double>& to) const {
    int holder = 0;
    NearestOnSimplex<2> best = nearest_on_face(0, to);
    for (int f = 1; f < count_; ++f) {
      const NearestOnSimplex<2> here = nearest_on_face(f, to);
      if (here.squared < best.squared) best = here, holder = f;
    }
    return corners_of(holder, best);
  }

 private:
  NearestOnSimplex<2> nearest_on_face(int f, const Vec<2, double>& to) const {
    const Vec<2, double> p[2] = {corner_[f].w - to, corner_[after(f)].w - to};
    return nearest_on_segment(p, 0, 1);
  }
  Simplex<2> corners_of(int face, const NearestOnSimplex<2>& nearest) const {
    Simplex<2> s;
    s.p[0] = corner_[face];
    s.p[1] = corner_[after(face)];
    s.weight[0] = s.weight[1] = 0;
    for (int i = 0; i < nearest.size; ++i) s.weight[nearest.index[i]] = nearest.weight[i];
    s.size = 2;
    return s;
  }
  int after(int i) const { return i + 1 == count_ ? 0 : i + 1; }

  void measure(int i) {
    const Vec<2, double> along = corner_[after(i)].w - corner_[i].w;
    const double size = length(along);
    normal_[i] = Vec<2, double>{along[1], -along[0]} * (1 / size);
    distance_[i] = dot(normal_[i], corner_[i].w);
  }

  DifferencePoint<2> corner_[kMostEpaVertices];
  Vec<2, double> normal_[kMostEpaVertices];
  double distance_[kMostEpaVertices];
  int count_ = 0;
  double size_ = 0;
};

}  // namespace masu::detail
