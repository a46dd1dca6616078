// SPDX-License-Identifier: MIT
// Two bodies in the frame of the first with 106 bits: for intersections of a millionth of their
// size.
#pragma once

#include <masu/core/transform.hpp>
#include <masu/hull/duality.hpp>
#include <masu/shapes/convex_polytope.hpp>

#include "core/double_double.hpp"

namespace masu::detail {

using Fine = DoubleDouble;

template <int D>
struct FineVec {
  Fine v[D];
};
template <int D>
FineVec<D> operator-(const FineVec<D>& a, const FineVec<D>& b) {
  FineVec<D> r;
  for (int k = 0; k < D; ++k) r.v[k] = a.v[k] - b.v[k];
  return r;
}
template <int D>
Fine dot(const FineVec<D>& a, const FineVec<D>& b) {
  Fine sum = a.v[0] * b.v[0];
  for (int k = 1; k < D; ++k) sum = sum + a.v[k] * b.v[k];
  return sum;
}

// One Newton step from the quotient in double.
inline Fine reciprocal(const Fine& x) {
  const double q = 1 / x.high;
  const Fine left = Fine{1, 0} - Fine{q, 0} * x;
  return Fine{q, 0} + Fine{q * left.high, 0};
}
inline Fine reciprocal_root(const Fine& x) {
  const double q = 1 / std::sqrt(x.high);
  const Fine left = Fine{1, 0} - x * (Fine{q, 0} * Fine{q, 0});
  return Fine{q, 0} + Fine{0.5 * q * left.high, 0};
}

template <int D>
struct FineMatrix {
  FineVec<D> row[D];
};

template <class T>
FineMatrix<2> fine_matrix_of(const Rotation<2, T>& r) {
  const Fine c{double(r.cosine), 0};
  const Fine s{double(r.sine), 0};
  const Fine scale = reciprocal_root(c * c + s * s);
  const Fine minus{-1, 0};
  return {{{{c * scale, s * scale * minus}}, {{s * scale, c * scale}}}};
}

template <class T>
FineMatrix<3> fine_matrix_of(const Rotation<3, T>& r) {
  const Fine q[4] = {{double(r.x), 0}, {double(r.y), 0}, {double(r.z), 0}, {double(r.w), 0}};
  const Fine square = q[0] * q[0] + q[1] * q[1] + (q[2] * q[2] + q[3] * q[3]);
  const Fine scale = Fine{2, 0} * reciprocal(square);
  FineMatrix<3> m{};
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    m.row[i].v[i] = Fine{1, 0} - scale * (q[j] * q[j] + q[k] * q[k]);
    m.row[i].v[j] = scale * (q[i] * q[j] - q[k] * q[3]);
    m.row[j].v[i] = scale * (q[i] * q[j] + q[k] * q[3]);
  }
  return m;
}

// Planes of faces relative to a center in the frame of the first body, computed from the vertices;
// the signs and lengths of normals and offsets are accurate to a few units in the last place of
// each.
template <int D, class T>
class FineFrame {
 public:
  FineFrame(const Transform<D, T>& first_pose, const Transform<D, T>& second_pose,
            const Vec<D, double>& center) {
    const FineMatrix<D> a = fine_matrix_of(first_pose.rotation);
    const FineMatrix<D> b = fine_matrix_of(second_pose.rotation);
    FineVec<D> displacement;
    for (int k = 0; k < D; ++k) {
      displacement.v[k] = double_double_difference(double(second_pose.translation[k]),
                                                   double(first_pose.translation[k]));
      center_.v[k] = {center[k], 0};
    }
    for (int i = 0; i < D; ++i) {
      FineVec<D> column;
      for (int k = 0; k < D; ++k) column.v[k] = a.row[k].v[i];
      translation_.v[i] = dot(column, displacement);
      for (int j = 0; j < D; ++j) {
        FineVec<D> other;
        for (int k = 0; k < D; ++k) other.v[k] = b.row[k].v[j];
        rotation_.row[i].v[j] = dot(column, other);
      }
    }
    translation_ = translation_ - center_;
  }

  FineVec<D> of_first(const Vec<D, T>& p) const {
    FineVec<D> r;
    for (int k = 0; k < D; ++k) r.v[k] = double_double_difference(double(p[k]), center_.v[k].high);
    return r;
  }
  FineVec<D> of_second(const Vec<D, T>& p) const {
    FineVec<D> exact;
    for (int k = 0; k < D; ++k) exact.v[k] = {double(p[k]), 0};
    FineVec<D> r;
    for (int k = 0; k < D; ++k) r.v[k] = dot(rotation_.row[k], exact) + translation_.v[k];
    return r;
  }

 private:
  FineMatrix<D> rotation_;
  FineVec<D> translation_;
  FineVec<D> center_;
};

// Outward; of length 1 up to rounding.
inline FineVec<2> fine_normal(const FineVec<2>& a, const FineVec<2>& b) {
  const FineVec<2> u = b - a;
  return {{u.v[1], Fine{0, 0} - u.v[0]}};
}
inline FineVec<3> fine_normal(const FineVec<3>& a, const FineVec<3>& b, const FineVec<3>& c) {
  const FineVec<3> u = b - a;
  const FineVec<3> v = c - a;
  FineVec<3> n;
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3;
    const int j = (k + 2) % 3;
    n.v[k] = u.v[i] * v.v[j] - u.v[j] * v.v[i];
  }
  return n;
}

template <int D>
bool finish_plane(const FineVec<D>& n, const Fine& offset, Hyperplane<D, double>& plane) {
  const Fine square = dot(n, n);
  if (!(square.high > 0)) return false;
  const Fine scale = reciprocal_root(square);
  Hyperplane<D, double> made{};
  for (int k = 0; k < D; ++k) made.normal[k] = (n.v[k] * scale).high;
  made.offset = (offset * scale).high;
  // If they differ by more than rounding, the three corners do not determine the face well.
  const double cosine = dot(made.normal, plane.normal);
  if (!(cosine > 1 - 0x1p-20) || !(made.offset > 0)) return false;
  plane = made;
  return true;
}

// `map(vertex)` returns a vertex in the frame. Returns false if the three chosen corners are
// collinear.
template <class T, class Map>
bool fine_plane(const ConvexPolygon<T>& p, std::size_t i, Map&& map, Hyperplane<2, double>& plane) {
  const FineVec<2> a = map(p.vertex(i));
  const FineVec<2> n = fine_normal(a, map(p.vertex(i + 1 == p.size() ? 0 : i + 1)));
  return finish_plane(n, dot(n, a), plane);
}
template <class T, class Map>
bool fine_plane(const ConvexPolyhedron<T>& p, std::size_t f, Map&& map,
                Hyperplane<3, double>& plane) {
  const auto loop = p.face(f);
  const FineVec<3> a = map(p.vertex(loop[0]));
  const FineVec<3> n = fine_normal(a, map(p.vertex(loop[loop.size() / 3])),
                                   map(p.vertex(loop[2 * loop.size() / 3])));
  Fine offset = dot(n, a);
  for (std::size_t k = 1; k < loop.size(); ++k) {
    const Fine other = dot(n, map(p.vertex(loop[k])));
    if ((other - offset).high > 0) offset = other;
  }
  return finish_plane(n, offset, plane);
}

}  // namespace masu::detail
