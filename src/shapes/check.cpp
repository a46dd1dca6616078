// SPDX-License-Identifier: MIT
#include <masu/shapes/check.hpp>

#include <masu/shapes/convex_polytope.hpp>

#include "shapes/sound.hpp"

namespace masu {
namespace {

// Checks the first `count` numbers.
template <int D, class T>
Status positive(const Vec<D, T>& v, int count, bool or_zero) {
  for (int a = 0; a < count; ++a) {
    if (!(v[a] > 0) && !(or_zero && v[a] == 0)) return Status::not_positive;
  }
  return Status::ok;
}

// Checks a custom shape by its first results.
template <int D, class T>
Status check_support(const ShapeView<D, T>& s) {
  if (s.object == nullptr || s.functions == nullptr) return Status::no_points;
  Vec<D, T> d{};
  for (int a = 0; a < D; ++a) d[a] = 1;
  return is_finite(s.functions->support(s.object, d)) ? Status::ok : Status::not_finite;
}

template <int D, class T>
Status check_sizes(const ShapeView<D, T>& s) {
  switch (s.kind) {
    case ShapeKind::box: return positive(s.p[0], D, true);
    case ShapeKind::ellipsoid: return positive(s.p[0], D, false);
    case ShapeKind::cylinder:
    case ShapeKind::cone: return D == 3 ? positive(s.p[0], 2, false) : Status::out_of_range;
    case ShapeKind::half_space: {
      const double off = length_squared(vec_cast<double>(s.p[0])) - 1;
      return off <= 0x1p-10 && off >= -0x1p-10 ? Status::ok : Status::not_unit;
    }
    case ShapeKind::polygon:
    case ShapeKind::polyhedron: {
      if ((s.kind == ShapeKind::polygon) != (D == 2)) return Status::out_of_range;
      const auto* polytope = static_cast<const ConvexPolytope<D, T>*>(s.object);
      const bool built = polytope != nullptr && polytope->vertices().size() != 0;
      return built ? Status::ok : Status::no_points;
    }
    case ShapeKind::custom: return check_support(s);
    default: return Status::ok;
  }
}

// Returns how many of p[] the kind uses.
int numbers_of(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::polygon:
    case ShapeKind::polyhedron:
    case ShapeKind::custom: return 0;
    case ShapeKind::segment:
    case ShapeKind::box:
    case ShapeKind::half_space: return 2;
    case ShapeKind::triangle: return 3;
    default: return 1;
  }
}

template <int D, class T>
Status check_all_numbers(const ShapeView<D, T>& shape, int count) {
  if (const Status s = detail::check_number(shape.radius); s != Status::ok) return s;
  for (int i = 0; i < count; ++i) {
    if (const Status s = detail::check_numbers(shape.p[i]); s != Status::ok) return s;
  }
  return Status::ok;
}

}  // namespace

template <int D, class T>
Status check_view(const ShapeView<D, T>& shape) {
  const int count = numbers_of(shape.kind);
  detail::NumberRange<T> numbers;
  numbers.add(shape.radius);
  for (int i = 0; i < count; ++i) numbers.add(shape.p[i]);
  if (!numbers.sound()) return check_all_numbers(shape, count);
  if (shape.radius < 0) return Status::not_positive;
  return check_sizes(shape);
}

template Status check_view(const ShapeView<2, float>&);
template Status check_view(const ShapeView<3, float>&);
template Status check_view(const ShapeView<2, double>&);
template Status check_view(const ShapeView<3, double>&);

}  // namespace masu
