// SPDX-License-Identifier: MIT
#include "mesh/mesh_sub_shapes.hpp"

#include <algorithm>
#include <cmath>

namespace masu::detail {

MeshSubShapes::MeshSubShapes(Allocator allocator, double slack)
    : slack_(slack),
      vertices_(allocator),
      corners_(allocator),
      sub_shapes_(allocator),
      side_(allocator),
      index_(allocator),
      crossings_(allocator),
      points_(allocator),
      triangles_(allocator),
      sides_(allocator),
      leaving_(allocator),
      loop_sizes_(allocator),
      loop_points_(allocator),
      flat_(allocator),
      label_(allocator),
      parent_(allocator),
      cutter_(allocator),
      cap_(allocator) {}

void MeshSubShapes::truncate(std::size_t count) {
  if (count >= sub_shapes_.size()) return;
  vertices_.set_size(sub_shapes_[count].first_vertex);
  corners_.set_size(sub_shapes_[count].first_corner);
  sub_shapes_.set_size(count);
}

bool MeshSubShapes::add(std::span<const Point3d> vertices, std::span<const Index> corners) {
  if (!points_.resize(vertices.size()) || !triangles_.resize(corners.size())) return false;
  std::copy(vertices.begin(), vertices.end(), points_.begin());
  std::copy(corners.begin(), corners.end(), triangles_.begin());
  bool clean = true;
  return add_connected(clean);
}

bool MeshSubShapes::cut(const MeshSubShape& sub_shape, const CutPlane& plane, bool& clean) {
  const MeshSubShape whole = sub_shape;  // pieces_ may grow
  const CutPlane back{-plane.normal, -plane.offset};
  if (!keep_beyond(whole, plane, clean)) return false;
  return !clean || keep_beyond(whole, back, clean);
}

bool MeshSubShapes::keep_beyond(const MeshSubShape& sub_shape, const CutPlane& plane, bool& clean) {
  points_.clear();
  triangles_.clear();
  sides_.clear();
  if (!measure(sub_shape, plane) || !collect_crossings(sub_shape) || !make_points(sub_shape) ||
      !clip(sub_shape)) {
    return false;
  }
  clean = retained_count_ > 0 && !sides_.empty();
  if (clean && !close(plane, clean)) return false;
  return !clean || add_connected(clean);
}

bool MeshSubShapes::measure(const MeshSubShape& sub_shape, const CutPlane& plane) {
  const auto all = vertices(sub_shape);
  if (!side_.resize(all.size())) return false;
  for (std::size_t v = 0; v < all.size(); ++v) {
    const double s = dot(plane.normal, all[v]) - plane.offset;
    side_[v] = std::abs(s) <= slack_ ? 0 : s;
  }
  return true;
}

// A crossing at a vertex of the mesh is identified by that vertex, so that all its edges share it.
std::uint64_t MeshSubShapes::key_of(Index retained, Index out) const {
  const Index other = side_[out] == 0 ? out : retained;
  return (std::uint64_t(std::min(other, out)) << 32) | std::max(other, out);
}

MeshSubShapes::Index MeshSubShapes::crossing(Index retained, Index out) const {
  const auto* found = std::lower_bound(crossings_.begin(), crossings_.end(), key_of(retained, out));
  return retained_count_ + static_cast<Index>(found - crossings_.begin());
}

bool MeshSubShapes::collect_crossings(const MeshSubShape& sub_shape) {
  crossings_.clear();
  const auto all = corners(sub_shape);
  for (std::size_t t = 0; t < all.size(); t += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Index a = all[t + k];
      const Index b = all[t + (k + 1) % 3];
      if (retained(a) == retained(b)) continue;
      if (!crossings_.push_back(retained(a) ? key_of(a, b) : key_of(b, a))) return false;
    }
  }
  std::sort(crossings_.begin(), crossings_.end());
  crossings_.set_size(
      std::size_t(std::unique(crossings_.begin(), crossings_.end()) - crossings_.begin()));
  return true;
}

bool MeshSubShapes::make_points(const MeshSubShape& sub_shape) {
  const auto all = vertices(sub_shape);
  if (!index_.resize(all.size())) return false;
  for (Index v = 0; v < all.size(); ++v) {
    index_[v] = static_cast<Index>(points_.size());
    if (retained(v) && !points_.push_back(all[v])) return false;
  }
  retained_count_ = static_cast<Index>(points_.size());
  for (const std::uint64_t key : crossings_) {
    const auto a = static_cast<Index>(key >> 32);
    const auto b = static_cast<Index>(key);
    // If both are equal, or one lies on the plane, the crossing is exactly that one.
    const double part = a == b ? 0 : side_[a] / (side_[a] - side_[b]);
    if (!points_.push_back(all[a] + (all[b] - all[a]) * part)) return false;
  }
  return true;
}

bool MeshSubShapes::clip(const MeshSubShape& sub_shape) {
  const auto all = corners(sub_shape);
  for (std::size_t t = 0; t < all.size(); t += 3) {
    const Index v[] = {all[t], all[t + 1], all[t + 2]};
    const int count = int(retained(v[0])) + int(retained(v[1])) + int(retained(v[2]));
    if (count == 0) continue;
    if (count == 3) {
      if (!push_triangle(index_[v[0]], index_[v[1]], index_[v[2]])) return false;
      continue;
    }
    int k = 0;  // the corner alone on its side
    while (retained(v[k]) != (count == 1)) ++k;
    const Index a = v[k];
    const Index b = v[(k + 1) % 3];
    const Index c = v[(k + 2) % 3];
    if (!(count == 1 ? clip_one_retained(a, b, c) : clip_two_retained(b, c, a))) return false;
  }
  return true;
}

bool MeshSubShapes::clip_one_retained(Index a, Index b, Index c) {
  const Index leaves = crossing(a, b);
  const Index comes = crossing(a, c);
  return push_triangle(index_[a], leaves, comes) &&
         (leaves == comes || sides_.push_back({comes, leaves}));
}

bool MeshSubShapes::clip_two_retained(Index a, Index b, Index c) {
  const Index leaves = crossing(b, c);
  const Index comes = crossing(a, c);
  return push_triangle(index_[a], index_[b], leaves) && push_triangle(index_[a], leaves, comes) &&
         (leaves == comes || sides_.push_back({comes, leaves}));
}

bool MeshSubShapes::push_triangle(Index a, Index b, Index c) {
  if (a == b || b == c || c == a) return true;
  return triangles_.push_back(a) && triangles_.push_back(b) && triangles_.push_back(c);
}

// Closes the section in two coordinates: that of the normal's largest component is dropped, so that
// nothing is rounded.
bool MeshSubShapes::close(const CutPlane& plane, bool& clean) {
  if (!chain_loops(clean)) return false;
  if (!clean) return true;
  int axis = 0;
  for (int k = 1; k < 3; ++k) {
    if (std::abs(plane.normal[k]) > std::abs(plane.normal[axis])) axis = k;
  }
  // Seen from the side cut off, against the normal.
  const bool swap = plane.normal[axis] > 0;
  const int u = (axis + (swap ? 2 : 1)) % 3;
  const int w = (axis + (swap ? 1 : 2)) % 3;
  flat_.clear();
  for (const Index p : loop_points_) {
    if (!flat_.push_back({points_[p][u], points_[p][w]})) return false;
  }
  return make_cap(clean);
}

bool MeshSubShapes::chain_loops(bool& clean) {
  const std::size_t count = points_.size() - retained_count_;
  loop_sizes_.clear();
  loop_points_.clear();
  if (!leaving_.resize(count)) return false;
  for (Index& l : leaving_) l = kNone;
  for (Index s = 0; s < sides_.size(); ++s) {
    Index& slot = leaving_[sides_[s].from - retained_count_];
    clean = clean && slot == kNone;
    slot = s;
  }
  for (Index p = 0; p < count && clean; ++p) {
    const std::size_t first = loop_points_.size();
    for (Index q = p; leaving_[q] != kNone;) {
      if (!loop_points_.push_back(retained_count_ + q)) return false;
      const Side side = sides_[leaving_[q]];
      leaving_[q] = kNone;
      q = side.to - retained_count_;
      clean = clean && (q == p || leaving_[q] != kNone);
    }
    const std::size_t size = loop_points_.size() - first;
    if (size > 0 && !loop_sizes_.push_back(static_cast<Index>(size))) return false;
  }
  return true;
}

bool MeshSubShapes::make_cap(bool& clean) {
  const Status status = cutter_.triangulate({flat_.data(), flat_.size()},
                                            {loop_sizes_.data(), loop_sizes_.size()}, cap_);
  if (status == Status::out_of_memory) return false;
  clean = status == Status::ok;
  for (std::size_t i = 0; i < cap_.size(); ++i) {
    const auto t = cap_.part(i);
    if (!push_triangle(loop_points_[t[0]], loop_points_[t[1]], loop_points_[t[2]])) return false;
  }
  return true;
}

bool MeshSubShapes::add_connected(bool& clean) {
  Index labels = 0;
  bool hollow = false;
  if (!label_vertices(labels, hollow)) return false;
  if (hollow) {
    for (Index& l : label_) l = 0;
    labels = 1;
  }
  clean = labels <= kMostSubShapes;
  for (Index l = 0; l < labels && clean; ++l) {
    if (!add_sub_shape(l)) return false;
  }
  return true;
}

MeshSubShapes::Index MeshSubShapes::root(Index v) {
  while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
  return v;
}

bool MeshSubShapes::label_vertices(Index& labels, bool& hollow) {
  const auto count = static_cast<Index>(points_.size());
  if (!parent_.resize(count) || !label_.resize(count)) return false;
  for (Index v = 0; v < count; ++v) parent_[v] = v, label_[v] = kNone;
  for (std::size_t t = 0; t < triangles_.size(); t += 3) {
    for (std::size_t k = 1; k < 3; ++k) {
      const Index a = root(triangles_[t]);
      const Index b = root(triangles_[t + k]);
      parent_[std::max(a, b)] = std::min(a, b);
    }
  }
  // The root of a tree is its smallest point. Points without triangles have no label.
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    const Index r = root(triangles_[i]);
    if (label_[r] == kNone) label_[r] = labels++;
    label_[triangles_[i]] = label_[r];
  }
  double volumes[kMostSubShapes] = {};
  for (std::size_t t = 0; t < triangles_.size() && labels <= kMostSubShapes; t += 3) {
    const Index* c = triangles_.data() + t;
    const Point3d& base = points_[0];
    volumes[label_[c[0]]] +=
        dot(points_[c[0]] - base, cross(points_[c[1]] - base, points_[c[2]] - base));
  }
  for (const double v : volumes) hollow = hollow || v < 0;
  return true;
}

bool MeshSubShapes::add_sub_shape(Index label) {
  MeshSubShape made{static_cast<Index>(vertices_.size()), 0, static_cast<Index>(corners_.size()),
                    0};
  for (std::size_t v = 0; v < points_.size(); ++v) {
    parent_[v] = made.vertex_count;  // no longer needed as a forest
    if (label_[v] != label) continue;
    if (!vertices_.push_back(points_[v])) return false;
    ++made.vertex_count;
  }
  for (std::size_t t = 0; t < triangles_.size(); t += 3) {
    if (label_[triangles_[t]] != label) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      if (!corners_.push_back(parent_[triangles_[t + k]])) return false;
    }
    made.corner_count += 3;
  }
  return sub_shapes_.push_back(made);
}

double volume_of(std::span<const Point3d> vertices, std::span<const std::uint32_t> corners) {
  double six = 0;
  for (std::size_t t = 0; t < corners.size(); t += 3) {
    const Point3d& base = vertices[0];
    six += dot(vertices[corners[t]] - base,
               cross(vertices[corners[t + 1]] - base, vertices[corners[t + 2]] - base));
  }
  return six / 6;
}

}  // namespace masu::detail
