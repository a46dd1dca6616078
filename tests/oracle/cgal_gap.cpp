// SPDX-License-Identifier: MIT
#include "tests/oracle/cgal_gap.hpp"

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/convex_hull_2.h>
#include <CGAL/convex_hull_3.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace masu::test {
namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Number = Kernel::FT;
using Point3 = Kernel::Point_3;
using Vector3 = Kernel::Vector_3;
using Mesh = CGAL::Surface_mesh<Point3>;

// v + 2 w (q x v) + 2 q x (q x v), over the square of the quaternion's length.
Vector3 rotated(const Vec<3, double>& p, const Rotation<3, double>& r) {
  const Vector3 q(r.x, r.y, r.z);
  const Vector3 v(p[0], p[1], p[2]);
  const Number w = r.w;
  const auto once = CGAL::cross_product(q, v);
  const auto twice = CGAL::cross_product(q, once);
  return v + (once * w + twice) * (Number(2) / (q.squared_length() + w * w));
}

// Over their length, whose square is that of a fraction with a power of two below.
Vector3 rotated(const Vec<2, double>& p, const Rotation<2, double>& r) {
  const Number c = r.cosine, s = r.sine;
  const long double rounded =
      std::sqrt((long double)r.cosine * r.cosine + (long double)r.sine * r.sine);
  const Number length = double(std::round(std::ldexp(rounded, 24))) * 0x1p-24;
  if (length * length != c * c + s * s) std::abort();
  return Vector3((c * p[0] - s * p[1]) / length, (s * p[0] + c * p[1]) / length, 0);
}

Vector3 lifted(const Vec<3, double>& p) {
  return Vector3(p[0], p[1], p[2]);
}
Vector3 lifted(const Vec<2, double>& p) {
  return Vector3(p[0], p[1], 0);
}

template <int D>
std::vector<Vector3> placed(const GapBody<D>& body) {
  std::vector<Vector3> points;
  const Vector3 by = lifted(body.displacement) * Number(body.t);
  for (const auto& p : body.corners) {
    const Vector3 q = rotated(p, body.pose.rotation) + lifted(body.pose.translation);
    if (body.swept || body.t == 0) points.push_back(q);
    if (body.t != 0) points.push_back(q + by);
  }
  return points;
}

Number least(const std::optional<Number>& a, const Number& b) {
  return a && *a < b ? *a : b;
}

// Squared distances of the origin.
Number to_segment(const Vector3& a, const Vector3& b) {
  const Vector3 d = b - a;
  const Number along = -(a * d);
  if (along <= 0) return a.squared_length();
  if (along >= d.squared_length()) return b.squared_length();
  return CGAL::cross_product(a, d).squared_length() / d.squared_length();
}
Number to_triangle(const Vector3& a, const Vector3& b, const Vector3& c) {
  const Vector3 n = CGAL::cross_product(b - a, c - a);
  const auto inner = [&](const Vector3& p, const Vector3& q) {
    return CGAL::cross_product(p - q, p) * n >= 0;
  };
  if (n != CGAL::NULL_VECTOR && inner(a, b) && inner(b, c) && inner(c, a)) {
    const Number height = a * n;
    return height * height / n.squared_length();
  }
  return std::min({to_segment(a, b), to_segment(b, c), to_segment(c, a)});
}

// A root with a sign.
struct Root {
  int sign = 0;
  Number square = 0;
};

// Of the hull of all points, in any plane or line: it is the union of their triangles.
Root flat_gap(const std::vector<Vector3>& points) {
  std::optional<Number> best;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = i; j < points.size(); ++j) {
      for (std::size_t k = j; k < points.size(); ++k) {
        best = least(best, to_triangle(points[i], points[j], points[k]));
      }
    }
  }
  return {*best > 0 ? 1 : 0, *best};
}

// Of the origin to a body: the nearest face, or the plane of a face that is the nearest inside.
Root solid_gap(const std::vector<Vector3>& points) {
  std::vector<Point3> all;
  for (const Vector3& p : points) all.push_back(CGAL::ORIGIN + p);
  Mesh mesh;
  CGAL::convex_hull_3(all.begin(), all.end(), mesh);
  std::optional<Number> outside, inside;
  for (const auto face : mesh.faces()) {
    std::vector<Vector3> corner;
    for (const auto v : CGAL::vertices_around_face(mesh.halfedge(face), mesh)) {
      corner.push_back(mesh.point(v) - CGAL::ORIGIN);
    }
    const Vector3 n = CGAL::cross_product(corner[1] - corner[0], corner[2] - corner[0]);
    const Number height = corner[0] * n;  // the normal points outwards
    if (height < 0) {
      for (std::size_t i = 2; i < corner.size(); ++i) {
        outside = least(outside, to_triangle(corner[0], corner[i - 1], corner[i]));
      }
    } else {
      inside = least(inside, height * height / n.squared_length());
    }
  }
  return outside ? Root{1, *outside} : Root{*inside > 0 ? -1 : 0, *inside};
}

Root plane_gap(const std::vector<Vector3>& points) {
  std::vector<Kernel::Point_2> all, hull;
  for (const Vector3& p : points) all.emplace_back(p.x(), p.y());
  CGAL::convex_hull_2(all.begin(), all.end(), std::back_inserter(hull));
  const auto lift = [](const Kernel::Point_2& p) { return Vector3(p.x(), p.y(), 0); };
  if (hull.size() < 3) return flat_gap({lift(hull.front()), lift(hull.back())});
  std::optional<Number> outside, inside;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Vector3 a = lift(hull[i]), b = lift(hull[(i + 1) % hull.size()]);
    const Number left = CGAL::cross_product(a, b).z();  // > 0: the origin is to the left
    if (left < 0) {
      outside = least(outside, to_segment(a, b));
    } else {
      inside = least(inside, left * left / (b - a).squared_length());
    }
  }
  return outside ? Root{1, *outside} : Root{*inside > 0 ? -1 : 0, *inside};
}

bool is_flat(const std::vector<Vector3>& points) {
  Vector3 u = CGAL::NULL_VECTOR, n = CGAL::NULL_VECTOR;
  for (const Vector3& p : points) {
    const Vector3 v = p - points[0];
    if (u == CGAL::NULL_VECTOR) {
      u = v;
    } else if (n == CGAL::NULL_VECTOR) {
      n = CGAL::cross_product(u, v);
    } else if (n * v != 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

struct ExactGap::Number {
  Root core;
  Kernel::FT radii;
};

template <int D>
ExactGap::ExactGap(const GapBody<D>& a, const GapBody<D>& b) : number_(std::make_unique<Number>()) {
  std::vector<Vector3> difference;
  const std::vector<Vector3> of_b = placed(b);
  for (const Vector3& p : placed(a)) {
    for (const Vector3& q : of_b) difference.push_back(q - p);
  }
  for (const Vector3& p : difference) CGAL::exact(p);
  number_->radii = Kernel::FT(a.radius) + Kernel::FT(b.radius);
  number_->core = D == 2                ? plane_gap(difference)
                  : is_flat(difference) ? flat_gap(difference)
                                        : solid_gap(difference);
}

ExactGap::~ExactGap() = default;

int ExactGap::compare(double x) const {
  const Kernel::FT y = Kernel::FT(x) + number_->radii;
  const Root& core = number_->core;
  if (core.sign > 0) return y < 0 ? 1 : int(CGAL::compare(core.square, y * y));
  return y > 0 ? -1 : -int(CGAL::compare(core.square, y * y));
}

double ExactGap::approximate() const {
  const double root = std::sqrt(CGAL::to_double(number_->core.square));
  return number_->core.sign * root - CGAL::to_double(number_->radii);
}

template ExactGap::ExactGap(const GapBody<2>&, const GapBody<2>&);
template ExactGap::ExactGap(const GapBody<3>&, const GapBody<3>&);

}  // namespace masu::test
