// SPDX-License-Identifier: MIT
#include <masu/shapes/convex_polygon.hpp>

#include <limits>

namespace masu {
namespace {

// Without what repeats; the last is not the first either.
template <class T>
bool drop_repeated(std::span<const Vec<2, T>> corners, Buffer<Vec<2, T>>& kept) {
  kept.clear();
  for (const Vec<2, T>& c : corners) {
    if (!kept.empty() && kept.back() == c) continue;
    if (!kept.push_back(c)) return false;
  }
  while (kept.size() > 1 && kept.back() == kept[0]) kept.pop_back();
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

// Twice the area, from the first corner on.
template <class T>
double twice_area(std::span<const Vec<2, T>> c) {
  double sum = 0;
  for (std::size_t i = 2; i < c.size(); ++i) {
    sum += cross(vec_cast<double>(c[i - 1]) - vec_cast<double>(c[0]),
                 vec_cast<double>(c[i]) - vec_cast<double>(c[0]));
  }
  return sum;
}

// Which half of the circle a direction points into: [0, pi) or [pi, 2 pi).
bool lower_half(const Vec<2, double>& d) {
  return d[1] < 0 || (d[1] == 0 && d[0] < 0);
}

// Directions of edges go around once: they enter the lower half at most once.
template <class T>
Status check_turns(std::span<const Vec<2, T>> c, double slack) {
  const std::size_t n = c.size();
  int entered = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto at = vec_cast<double>(c[i]);
    const auto next = vec_cast<double>(c[(i + 1) % n]);
    const auto edge = next - at;
    const auto after = vec_cast<double>(c[(i + 2) % n]) - next;
    if (cross(edge, after) < -slack * length(edge)) return Status::not_convex;
    if (cross(edge, after) == 0 && dot(edge, after) < 0) return Status::not_convex;
    entered += !lower_half(edge) && lower_half(after);
  }
  return entered <= 1 ? Status::ok : Status::not_convex;
}

}  // namespace

template <class T>
Status ConvexPolygon<T>::build(std::span<const Vec<2, T>> corners) {
  for (const Vec<2, T>& c : corners) {
    if (!is_finite(c)) return Status::not_finite;
  }
  if (corners.empty()) return Status::no_points;
  if (!drop_repeated(corners, corners_)) return Status::out_of_memory;
  const std::span<const Vec<2, T>> kept(corners_.data(), corners_.size());
  const double slack = 16 * double(std::numeric_limits<T>::epsilon()) * largest_coordinate<T>(kept);
  const double area = twice_area<T>(kept);
  if (kept.size() < 3 || area == 0) return Status::flat;
  if (area < 0) return Status::inverted;
  if (const Status turns = check_turns<T>(kept, slack); turns != Status::ok) return turns;
  const std::size_t size = kept.size();
  if (!normals_.reserve(size) || !vertices_.assign(kept)) return Status::out_of_memory;
  normals_.set_size(size);
  for (std::size_t i = 0; i < size; ++i) {
    const auto edge = vec_cast<double>(kept[(i + 1) % size]) - vec_cast<double>(kept[i]);
    const double scale = 1 / length(edge);
    normals_[i] = {edge[1] * scale, -edge[0] * scale};
  }
  return Status::ok;
}

template class ConvexPolygon<float>;
template class ConvexPolygon<double>;

}  // namespace masu
