// SPDX-License-Identifier: MIT
// Intersections of two convex bodies in exact arithmetic by CGAL: code independent of this library.
#pragma once

#include <vector>

#include <masu/core/transform.hpp>
#include <masu/hull/duality.hpp>

namespace masu::test {

// The hull of the corners, rotated by the rotation that the quaternion is a multiple of, and
// translated.
struct CgalBody {
  std::vector<Vec<3, double>> corners;
  Transform<3, double> pose;
};
struct CgalPolygon {
  std::vector<Vec<2, double>> corners;  // counterclockwise
  Transform<2, double> pose;
};

// The volume of the intersection, rounded once; `inside` must lie inside of it: else -1.
double cgal_common_volume(const CgalBody& a, const CgalBody& b, const Vec<3, double>& inside);
// The area of the intersection: 0 if there is none. Cosine and sine as they are.
double cgal_common_area(const CgalPolygon& a, const CgalPolygon& b);

// The volume of the intersection of half-spaces, rounded once; `inside` as above: else -1.
double cgal_volume(const std::vector<Hyperplane<3, double>>& half_spaces,
                   const Vec<3, double>& inside);

}  // namespace masu::test
