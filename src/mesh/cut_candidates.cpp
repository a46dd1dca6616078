// SPDX-License-Identifier: MIT
#include "mesh/cut_candidates.hpp"

#include <algorithm>
#include <limits>

namespace masu::detail {
namespace {

// Returns the unit vector along v; zero for zero.
Point3d unit(const Point3d& v) {
  const double size = length(v);
  return size > 0 ? v * (1 / size) : Point3d{};
}

// Returns whether a triangle is so thin that its normal is meaningless.
bool is_needle(const Point3d (&p)[3], double width) {
  const double twice_area = length(cross(p[1] - p[0], p[2] - p[0]));
  const double longest = std::max({length(p[1] - p[0]), length(p[2] - p[1]), length(p[0] - p[2])});
  return twice_area <= width * longest;
}

Point3d normal_of(const SubShapeView& sub_shape, std::size_t t) {
  const Point3d& a = sub_shape.vertices[sub_shape.corners[3 * t]];
  const Point3d& b = sub_shape.vertices[sub_shape.corners[3 * t + 1]];
  const Point3d& c = sub_shape.vertices[sub_shape.corners[3 * t + 2]];
  return unit(cross(b - a, c - a));
}

}  // namespace

double exit_distance(std::span<const CutPlane> hull, const Point3d& from, const Point3d& along) {
  // The ray leaves through another face than those that it hardly approaches.
  constexpr double kLeast = 1e-6;
  double distance = std::numeric_limits<double>::max();
  for (const CutPlane& p : hull) {
    const double speed = dot(p.normal, along);
    const double gap = p.offset - dot(p.normal, from);
    if (speed > kLeast && gap < distance * speed) distance = gap / speed;
  }
  return distance < std::numeric_limits<double>::max() && distance > 0 ? distance : 0;
}

double pocket_depth(const SubShapeView& sub_shape, double slack) {
  double deepest = 0;
  for (std::size_t t = 0; 3 * t < sub_shape.corners.size(); ++t) {
    const Point3d normal = normal_of(sub_shape, t);
    Point3d corner[3];
    for (std::size_t k = 0; k < 3; ++k)
      corner[k] = sub_shape.vertices[sub_shape.corners[3 * t + k]];
    if (is_needle(corner, 1e3 * slack)) continue;
    const Point3d centroid = (corner[0] + corner[1] + corner[2]) * (1.0 / 3);
    deepest = std::max(deepest, exit_distance(sub_shape.hull, centroid, normal));
    for (int k = 0; k < 3; ++k) {
      const Point3d half = (corner[k] + corner[(k + 1) % 3]) * 0.5;
      deepest = std::max(deepest, exit_distance(sub_shape.hull, half, normal));
      deepest = std::max(deepest, exit_distance(sub_shape.hull, corner[k], normal));
    }
  }
  return deepest;
}

bool CutCandidates::find(const SubShapeView& sub_shape, double slack) {
  planes_.clear();
  notch_count_ = 0;
  return add_across(sub_shape) && sort_edges(sub_shape.corners) && add_notches(sub_shape, slack);
}

bool CutCandidates::add(const Point3d& normal, const Point3d& through) {
  const Point3d n = unit(normal);
  return n == Point3d{} || planes_.push_back({n, dot(n, through)});
}

bool CutCandidates::add_across(const SubShapeView& sub_shape) {
  Point3d low = sub_shape.vertices[0];
  Point3d high = low;
  for (const Point3d& v : sub_shape.vertices) low = min(low, v), high = max(high, v);
  int longest = 0;
  for (int axis = 1; axis < 3; ++axis) {
    if (high[axis] - low[axis] > high[longest] - low[longest]) longest = axis;
  }
  half_ = std::size_t(longest) * std::size_t(kAcross) + std::size_t(kAcross / 2);
  for (int axis = 0; axis < 3; ++axis) {
    for (int i = 1; i <= kAcross; ++i) {
      Point3d normal{};
      normal[axis] = 1;
      if (!add(normal, low + (high - low) * (double(i) / (kAcross + 1)))) return false;
    }
  }
  return true;
}

bool CutCandidates::sort_edges(std::span<const std::uint32_t> corners) {
  edges_.clear();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const std::uint32_t a = corners[i];
    const std::uint32_t b = corners[i - i % 3 + (i + 1) % 3];
    const std::uint64_t key = (std::uint64_t(std::min(a, b)) << 32) | std::max(a, b);
    if (!edges_.push_back({key, static_cast<std::uint32_t>(i / 3)})) return false;
  }
  std::sort(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) {
    return a.key != b.key ? a.key < b.key : a.triangle < b.triangle;
  });
  return true;
}

bool CutCandidates::add_notches(const SubShapeView& sub_shape, double slack) {
  for (std::size_t i = 0; i + 1 < edges_.size(); ++i) {
    if (edges_[i].key != edges_[i + 1].key) continue;
    const Point3d& a = sub_shape.vertices[edges_[i].key >> 32];
    const Point3d& b = sub_shape.vertices[static_cast<std::uint32_t>(edges_[i].key)];
    const Point3d face_a = normal_of(sub_shape, edges_[i].triangle);
    const Point3d face_b = normal_of(sub_shape, edges_[i + 1].triangle);
    double rise = 0;  // of the second triangle above the first
    for (std::size_t k = 0; k < 3; ++k) {
      const Point3d& v = sub_shape.vertices[sub_shape.corners[3 * edges_[i + 1].triangle + k]];
      rise = std::max(rise, dot(face_a, v - a));
    }
    const Point3d outward = unit(face_a + face_b);
    if (rise <= slack || outward == Point3d{}) continue;
    const Point3d midpoint = (a + b) * 0.5;
    keep_deepest(
        {exit_distance(sub_shape.hull, midpoint, outward), midpoint, unit(b - a), face_a, face_b});
  }
  for (std::size_t i = 0; i < notch_count_; ++i) {
    const Notch& n = deepest_[i];
    if (!add(n.face_a, n.midpoint) || !add(n.face_b, n.midpoint) ||
        !add(cross(n.along, n.face_a + n.face_b), n.midpoint)) {
      return false;
    }
    for (std::size_t k = 0; k < i && 2 * i < most_notches_; ++k) {
      if (!add(cross(n.along, deepest_[k].midpoint - n.midpoint), n.midpoint)) return false;
    }
  }
  return true;
}

void CutCandidates::keep_deepest(const Notch& notch) {
  const std::size_t most = most_notches_;
  if (notch_count_ == most && notch.depth <= deepest_[most - 1].depth) return;
  std::size_t to = notch_count_ < most ? notch_count_++ : most - 1;
  for (; to > 0 && deepest_[to - 1].depth < notch.depth; --to) deepest_[to] = deepest_[to - 1];
  deepest_[to] = notch;
}

}  // namespace masu::detail
