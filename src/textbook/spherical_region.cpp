// SPDX-License-Identifier: MIT
#include <masu/textbook/spherical_region.hpp>

#include <utility>

#include <masu/core/finite.hpp>
#include <masu/hull/predicates.hpp>

namespace masu {
namespace {

template <class T>
Status check(const Vec<3, T>& d) {
  if (!is_finite(d)) return Status::not_finite;
  return d == Vec<3, T>{} ? Status::not_positive : Status::ok;
}
template <class T>
int side(const Vec<3, T>& a, const Vec<3, T>& b, const Vec<3, T>& c) {
  return orient3d(Vec<3, T>{}, a, b, c);
}
template <class T>
double cosine(const Vec<3, T>& a, const Vec<3, T>& b) {
  const auto x = vec_cast<double>(a);
  const auto y = vec_cast<double>(b);
  return dot(x, y) / (length(x) * length(y));
}
template <class T>
bool parallel(const Vec<3, T>& a, const Vec<3, T>& b) {
  for (int k = 0; k < 3; ++k) {
    Vec<3, T> e{};
    e[k] = 1;
    if (side(a, b, e) != 0) return false;
  }
  return true;
}
template <class T>
bool same(const Vec<3, T>& a, const Vec<3, T>& b) {
  return parallel(a, b) && cosine(a, b) > 0;
}
template <class T>
bool opposite(const Vec<3, T>& a, const Vec<3, T>& b) {
  return parallel(a, b) && cosine(a, b) < 0;
}
template <class T>
bool nearly_opposite(const Vec<3, T>& a, const Vec<3, T>& b) {
  return cosine(a, b) < -0.9;
}
template <class T>
Vec<3, T> across(const Vec<3, T>& d) {
  int axis = 0;
  for (int k = 1; k < 3; ++k) axis = std::fabs(d[k]) < std::fabs(d[axis]) ? k : axis;
  Vec<3, T> e{};
  e[axis] = 1;
  return e;
}
// Returns whether p is on the arc from a to b, including its ends: in its plane, and no farther
// from either end than they are from each other.
template <class T>
bool on_arc(const Vec<3, T>& a, const Vec<3, T>& b, const Vec<3, T>& d) {
  if (side(a, b, d) != 0) return false;
  const double whole = cosine(a, b);
  return same(a, d) || same(b, d) || (cosine(a, d) > whole && cosine(b, d) > whole);
}

template <class T>
Vec<3, double> halfway(const Vec<3, T>& q, const Vec<3, T>& p) {
  const auto x = vec_cast<double>(q);
  const auto y = vec_cast<double>(p);
  return x * (1 / length(x)) + y * (1 / length(y));
}
// Returns a direction between a and b in the plane of q and p, approximately.
template <class T>
Vec<3, double> where(const Vec<3, T>& q, const Vec<3, T>& p, const Vec<3, T>& a,
                     const Vec<3, T>& b) {
  const auto n = cross(vec_cast<double>(q), vec_cast<double>(p));
  const auto x = vec_cast<double>(a);
  const auto y = vec_cast<double>(b);
  return x * std::fabs(dot(n, y)) + y * std::fabs(dot(n, x));
}

}  // namespace

template <class T>
Status SphericalRegion<T>::build(std::span<const Direction> corners, const Direction& inside) {
  if (const Status s = check(inside); s != Status::ok) return s;
  for (const Direction& c : corners) {
    if (const Status s = check(c); s != Status::ok) return s;
  }
  Buffer<Direction> distinct(corners_.allocator());
  if (!distinct.reserve(corners.size())) return Status::out_of_memory;
  for (const Direction& c : corners) {
    if (distinct.empty() || !same(distinct.back(), c)) (void)distinct.push_back(c);
  }
  while (distinct.size() > 1 && same(distinct.back(), distinct[0])) distinct.pop_back();
  if (distinct.size() < 3) return Status::no_points;
  for (std::size_t i = 0; i < distinct.size(); ++i) {
    const Direction& a = distinct[i];
    const Direction& b = distinct[i + 1 == distinct.size() ? 0 : i + 1];
    if (opposite(a, b) || on_arc(a, b, inside)) return Status::out_of_range;
  }
  corners_ = std::move(distinct);
  inside_ = inside;
  return Status::ok;
}

template <class T>
bool SphericalRegion<T>::contains(const Direction& d) const {
  if (check(d) != Status::ok || corners_.empty()) return false;
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    if (on_arc(corners_[i], next(i), d)) return true;
  }
  if (!nearly_opposite(inside_, d)) return crossings(inside_, d) % 2 == 0;
  // The shortest arc is not well defined: over a third direction, perpendicular to both.
  const Direction between = across(d);
  return (crossings(inside_, between) + crossings(between, d)) % 2 == 0;
}

// Returns how often the arc from q to p crosses the boundary. A corner in its plane counts to one
// side, and so does `between` in the plane of an arc: a passage is counted once.
template <class T>
int SphericalRegion<T>::crossings(const Direction& q, const Direction& p) const {
  const auto midpoint = halfway(q, p);
  int count = 0;
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    const Direction& a = corners_[i];
    const Direction& b = next(i);
    const bool a_left = side(q, p, a) >= 0;
    const bool b_left = side(q, p, b) >= 0;
    if (a_left == b_left) continue;
    if ((side(a, b, q) >= 0) == (side(a, b, p) >= 0)) continue;
    // Both arcs cross the intersection line of their planes; count it if they do on the same side.
    count += dot(where(q, p, a, b), midpoint) > 0;
  }
  return count;
}

template class SphericalRegion<float>;
template class SphericalRegion<double>;

}  // namespace masu
