// SPDX-License-Identifier: MIT
#include <scenes/readers/wall_table.hpp>

#include <masu/core/finite.hpp>

namespace masu::readers {

void WallWriter::add(const Point& a, const Point& b, std::uint32_t flags) {
  for (const double x : {a[0], a[1], b[0], b[1]}) {
    if (!is_finite(x)) {
      const WallSource& from = table_.sources.back();
      fail(from.kind + " '" + from.name + "': coordinate " + text_of(x) + " is not finite");
    }
  }
  table_.walls.push_back({a, b});
  table_.marks.push_back({static_cast<std::uint32_t>(table_.sources.size() - 1), flags});
}

void WallWriter::add_line(const std::vector<Point>& points) {
  for (std::size_t i = 1; i < points.size(); ++i) add(points[i - 1], points[i]);
}

void WallWriter::add_ring(const std::vector<Point>& points) {
  add_line(points);
  if (points.size() > 1 && points.back() != points.front()) add(points.back(), points.front());
}

}  // namespace masu::readers
