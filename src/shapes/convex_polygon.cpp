// SPDX-License-Identifier: MIT
#include <masu/shapes/convex_polygon.hpp>

#include <limits>

#include "shapes/check_numbers.hpp"
#include "shapes/outline.hpp"

namespace masu {
namespace {

// Copies the points without consecutive duplicates, also of the last and the first.
template <class T>
bool copy_distinct(std::span<const Vec<2, T>> corners, Buffer<Vec<2, T>>& distinct) {
  distinct.clear();
  for (const Vec<2, T>& c : corners) {
    if (!distinct.empty() && distinct.back() == c) continue;
    if (!distinct.push_back(c)) return false;
  }
  while (distinct.size() > 1 && distinct.back() == distinct[0]) distinct.pop_back();
  return true;
}

template <class T>
double largest_coordinate(std::span<const Vec<2, T>> corners) {
  double most = 0;
  for (const Vec<2, T>& c : corners) {
    for (int a = 0; a < 2; ++a) most = std::fmax(most, std::fabs(double(c[a])));
  }
  return most;
}

// Returns twice the area, relative to the first corner; `error` bounds its rounding.
template <class T>
double twice_area(std::span<const Vec<2, T>> c, double& error) {
  double sum = 0;
  error = 0;
  for (std::size_t i = 2; i < c.size(); ++i) {
    const auto a = vec_cast<double>(c[i - 1]) - vec_cast<double>(c[0]);
    const auto b = vec_cast<double>(c[i]) - vec_cast<double>(c[0]);
    sum += cross(a, b);
    error += 0x1p-50 * (std::fabs(a[0] * b[1]) + std::fabs(a[1] * b[0]));
  }
  return sum;
}

// Returns whether from -> to -> next does not turn left at `to`.
template <class T>
bool turns_back(const Vec<2, T>& from, const Vec<2, T>& to, const Vec<2, T>& next) {
  const auto at = vec_cast<double>(to);
  return !(cross(at - vec_cast<double>(from), vec_cast<double>(next) - at) > 0);
}

// Finds the corners of the hull, from the leftmost on, which is repeated at the end. Source: R. L.
// Graham, 1972, but in the order given.
template <class T>
bool make_band(std::span<const Vec<2, T>> c, std::size_t leftmost, Buffer<Vec<2, T>>& band) {
  band.clear();
  if (!band.reserve(c.size() + 1)) return false;
  for (std::size_t i = 0; i <= c.size(); ++i) {
    const Vec<2, T>& next = c[(leftmost + i) % c.size()];
    while (band.size() >= 2 && turns_back(band[band.size() - 2], band.back(), next)) {
      band.pop_back();
    }
    (void)band.push_back(next);
  }
  return true;
}

// Returns the half of the circle of a direction: [0, pi) or [pi, 2 pi).
bool lower_half(const Vec<2, double>& d) {
  return d[1] < 0 || (d[1] == 0 && d[0] < 0);
}

// A loop that always turns left is convex if its sides enter the lower half once.
template <class T>
bool goes_around_once(std::span<const Vec<2, T>> band) {
  const std::size_t sides = band.size() - 1;
  const auto side = [&](std::size_t i) {
    return vec_cast<double>(band[i + 1]) - vec_cast<double>(band[i]);
  };
  int entered = 0;
  for (std::size_t i = 0; i < sides; ++i) {
    entered += !lower_half(side(i)) && lower_half(side((i + 1) % sides));
  }
  return sides >= 3 && entered == 1;
}

// Returns whether each corner that the hull left out lies at a side of it.
template <class T>
bool fills_band(std::span<const Vec<2, T>> c, std::size_t leftmost, std::span<const Vec<2, T>> band,
                double slack) {
  std::size_t side = 0;
  for (std::size_t i = 1; i < c.size(); ++i) {
    const Vec<2, T>& corner = c[(leftmost + i) % c.size()];
    if (corner == band[side + 1]) {
      if (++side + 1 == band.size()) return false;
      continue;
    }
    const auto from = vec_cast<double>(band[side]);
    const auto along = vec_cast<double>(band[side + 1]) - from;
    const auto out = vec_cast<double>(corner) - from;
    const double size = length(along);
    const double part = dot(along, out);
    if (cross(along, out) > slack * size || cross(along, out) < -slack * size) return false;
    if (part < -slack * size || part > (size + slack) * size) return false;
  }
  return side + 2 == band.size();
}

template <class T>
Status check_convex(std::span<const Vec<2, T>> c, double slack, Buffer<Vec<2, T>>& band) {
  std::size_t leftmost = 0;
  for (std::size_t i = 1; i < c.size(); ++i) {
    const bool left = c[i][0] < c[leftmost][0];
    if (left || (c[i][0] == c[leftmost][0] && c[i][1] < c[leftmost][1])) leftmost = i;
  }
  if (!make_band(c, leftmost, band)) return Status::out_of_memory;
  const std::span<const Vec<2, T>> made(band.data(), band.size());
  const bool convex = goes_around_once(made) && fills_band(c, leftmost, made, slack);
  return convex ? Status::ok : Status::not_convex;
}

}  // namespace

template <class T>
Status ConvexPolygon<T>::build(std::span<const Vec<2, T>> corners) {
  if (corners.empty()) return Status::no_points;
  for (const Vec<2, T>& c : corners) {
    if (const Status status = detail::check_numbers(c); status != Status::ok) return status;
  }
  if (!copy_distinct(corners, corners_)) return Status::out_of_memory;
  const std::span<const Vec<2, T>> distinct(corners_.data(), corners_.size());
  const double slack =
      16 * double(std::numeric_limits<T>::epsilon()) * largest_coordinate<T>(distinct);
  double error = 0;
  const double area = twice_area<T>(distinct, error);
  if (distinct.size() < 3 || std::fabs(area) <= error) return Status::flat;
  if (area < 0) return Status::inverted;
  if (const Status status = check_convex<T>(distinct, slack, band_); status != Status::ok)
    return status;
  const std::size_t size = distinct.size();
  const std::span<const Vec<2, T>> band(band_.data(), band_.size() - 1);
  using Outlines = detail::OutlineTable<T>;
  if (!normals_.reserve(size) || !Outlines::reserve(*this, band.size()) ||
      !vertices_.assign(distinct)) {
    return Status::out_of_memory;
  }
  Outlines::assign(*this, band);
  normals_.set_size(size);
  for (std::size_t i = 0; i < size; ++i) {
    const auto edge = vec_cast<double>(distinct[(i + 1) % size]) - vec_cast<double>(distinct[i]);
    const double scale = 1 / length(edge);
    normals_[i] = {edge[1] * scale, -edge[0] * scale};
  }
  return Status::ok;
}

template <class T>
Status ConvexPolygon<T>::copy(const ConvexPolygon& from) {
  ConvexPolygon made(vertices_.allocator());
  Buffer<Vec<2, T>> corners(vertices_.allocator());
  if (!corners.reserve(from.size())) return Status::out_of_memory;
  for (std::size_t i = 0; i < from.size(); ++i) (void)corners.push_back(from.vertex(i));
  const Status status = corners.empty() ? Status::ok : made.build({corners.data(), corners.size()});
  if (status == Status::ok) *this = std::move(made);
  return status;
}

template class ConvexPolygon<float>;
template class ConvexPolygon<double>;

}  // namespace masu
