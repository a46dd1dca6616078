// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/detail/clipped_polytope.hpp>

namespace masu::detail {

bool ClippedPolygon::clip(const Hyperplane<2, double>& line, std::uint32_t source) {
  const std::size_t count = points_.size();
  if (!height_.resize(count)) return false;
  bool any = false;
  for (std::size_t i = 0; i < count; ++i) {
    height_[i] = dot(line.normal, points_[i]) - line.offset;
    any = any || height_[i] > 0;
  }
  if (!any) return true;
  new_points_.clear();
  new_sources_.clear();
  if (!new_points_.grow(2 * count) || !new_sources_.grow(2 * count)) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t next = i + 1 == count ? 0 : i + 1;
    const bool leaves = height_[i] <= 0 && height_[next] > 0;
    if (height_[i] <= 0) {
      (void)new_points_.push_back(points_[i]);
      (void)new_sources_.push_back(sources_[i]);
    }
    if (!leaves && (height_[i] <= 0 || height_[next] > 0)) continue;
    const std::size_t behind = leaves ? i : next;
    const std::size_t front = leaves ? next : i;
    (void)new_points_.push_back(
        crossing(points_[behind], height_[behind], points_[front], height_[front]));
    (void)new_sources_.push_back(leaves ? source : sources_[i]);
  }
  std::swap(points_, new_points_);
  std::swap(sources_, new_sources_);
  return true;
}

bool ClippedPolyhedron::clip(const Hyperplane<3, double>& plane, Index source) {
  if (!measure(plane)) return false;
  if (inside_ == points_.size()) return true;
  if (!keep_points() || !cut_faces()) return false;
  close(source);
  take_over();
  return true;
}

bool ClippedPolyhedron::measure(const Hyperplane<3, double>& plane) {
  if (!height_.resize(points_.size())) return false;
  inside_ = 0;
  for (std::size_t v = 0; v < points_.size(); ++v) {
    height_[v] = dot(plane.normal, points_[v]) - plane.offset;
    inside_ += !(height_[v] > 0);
  }
  return true;
}

bool ClippedPolyhedron::keep_points() {
  const std::size_t edges = surface_.edge_count();
  if (!place_.resize(points_.size()) || !new_points_.grow(inside_ + edges / 2) ||
      !number_.resize(edges) || !cut_.resize(edges)) {
    return false;
  }
  new_points_.clear();
  for (Index v = 0; v < points_.size(); ++v) {
    place_[v] = static_cast<Index>(new_points_.size());
    if (!outside(v)) (void)new_points_.push_back(points_[v]);
  }
  for (Index& c : cut_) c = kNone;
  return true;
}

// Of both half-edges the same.
ClippedPolyhedron::Index ClippedPolyhedron::point_on(Index edge) {
  if (cut_[edge] != kNone) return cut_[edge];
  Index behind = surface_.origin(edge);
  Index front = surface_.origin(surface_.twin(edge));
  if (outside(behind)) std::swap(behind, front);
  const auto made = static_cast<Index>(new_points_.size());
  (void)new_points_.push_back(
      crossing(points_[behind], height_[behind], points_[front], height_[front]));
  return cut_[edge] = cut_[surface_.twin(edge)] = made;
}

// What is left of each face, closed by half-edges in the plane, whose twins come later. For the
// others twins are those of the old surface until take_over().
bool ClippedPolyhedron::cut_faces() {
  using Access = ClosedSurfaceAccess;
  // A face gains an edge for each that leaves it, and the plane's own face as many.
  const std::size_t most = 2 * surface_.edge_count();
  if (!Access::reserve(new_surface_, surface_.face_count() + surface_.edge_count() / 2, most) ||
      !enters_.resize(inside_ + surface_.edge_count() / 2)) {
    return false;
  }
  for (Index& e : enters_) e = kNone;
  for (std::size_t f = 0; f < surface_.face_count(); ++f) {
    const Index begin = surface_.first_edge(f);
    const auto count = static_cast<Index>(surface_.face(f).size());
    bool begun = false;
    Index first_entry = kNone;
    Index open = kNone;  // a half-edge in the plane that waits for where it ends
    for (Index e = begin; e < begin + count; ++e) {
      const bool from_outside = outside(surface_.origin(e));
      const bool to_outside = outside(surface_.origin(surface_.next(e)));
      if (from_outside && to_outside) continue;
      if (!begun) Access::begin_face(new_surface_, surface_.source(f)), begun = true;
      if (!from_outside) {
        number_[e] = Access::add_edge(new_surface_, place_[surface_.origin(e)], surface_.twin(e));
      } else {
        const Index entry = point_on(e);
        number_[e] = Access::add_edge(new_surface_, entry, surface_.twin(e));
        if (open != kNone) {
          enters_[entry] = open;
        } else {
          first_entry = entry;
        }
        open = kNone;
      }
      if (to_outside && !from_outside) {
        open = Access::add_edge(new_surface_, point_on(e), kNone);
      }
    }
    if (open != kNone) enters_[first_entry] = open;
  }
  return true;
}

// The plane's own face: the twins of the half-edges in the plane, from where each ends to where it
// begins, which is where the one of the face beyond ends. One loop, but for rounding.
void ClippedPolyhedron::close(Index source) {
  using Access = ClosedSurfaceAccess;
  auto& twins = Access::twins(new_surface_);
  for (Index v = static_cast<Index>(inside_); v < new_points_.size(); ++v) {
    Index at = v;
    if (enters_[at] == kNone) continue;
    Access::begin_face(new_surface_, source);
    while (enters_[at] != kNone) {
      const Index inner = std::exchange(enters_[at], kNone);
      // Marked, so that take_over() tells it from those of the old surface.
      const Index outer = Access::add_edge(new_surface_, at, inner | kPlane);
      twins[inner] = outer | kPlane;
      at = new_surface_.origin(inner);
    }
  }
  Access::end_faces(new_surface_);
}

void ClippedPolyhedron::take_over() {
  for (Index& twin : ClosedSurfaceAccess::twins(new_surface_)) {
    twin = (twin & kPlane) != 0 ? twin & ~kPlane : number_[twin];
  }
  std::swap(points_, new_points_);
  std::swap(surface_, new_surface_);
}

}  // namespace masu::detail
