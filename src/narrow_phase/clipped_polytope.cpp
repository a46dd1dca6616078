// SPDX-License-Identifier: MIT
#include "narrow_phase/clipped_polytope.hpp"

namespace masu::detail {

bool ClippedPolygon::clip(const Hyperplane<2, double>& line, std::uint32_t source) {
  const std::size_t count = points_.size();
  if (!height_.resize(count)) return false;
  removed_ = 0;
  for (std::size_t i = 0; i < count; ++i) {
    height_[i] = dot(line.normal, points_[i]) - line.offset;
    removed_ += height_[i] > 0 ? 1 : 0;
  }
  tests_ += count;
  made_.clear();
  if (removed_ == 0) return true;
  new_points_.clear();
  new_sources_.clear();
  if (!new_points_.grow(2 * count) || !new_sources_.grow(2 * count) || !made_.grow(2 * count)) {
    return false;
  }
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
    const Point corner = crossing(points_[behind], height_[behind], points_[front], height_[front]);
    (void)new_points_.push_back(corner);
    (void)made_.push_back(corner);
    (void)new_sources_.push_back(leaves ? source : sources_[i]);
  }
  std::swap(points_, new_points_);
  std::swap(sources_, new_sources_);
  return true;
}

bool ClippedPolyhedron::start(std::size_t vertices, std::size_t edges, std::size_t faces,
                              double size) {
  if (!points_.resize(vertices) || !vertices_.resize(vertices) || !halves_.resize(2 * edges) ||
      !sources_.resize(faces)) {
    return false;
  }
  for (Vertex& v : vertices_) v = {0, kNone, 0, 0};
  for (Index f = 0; f < faces; ++f) sources_[f] = f;
  removed_ = 0;
  tests_ = 0;
  noise_ = 0x1p-45 * size;
  round_ = 0;
  hint_ = 0;
  return true;
}

bool ClippedPolyhedron::clip(const Hyperplane<3, double>& plane, Index source) {
  plane_round_ = ++round_;
  removed_ = 0;
  Index outside = kNone;
  if (!find_outside(plane, outside)) return false;
  if (outside == kNone) return true;
  // Rounding may make borders within borders: the right one has all that is well behind the plane
  // on its other side. Two faces that share two edges are also rounding.
  bool right = false;
  while (!right) {
    Index exit = kNone;
    if (!find_exit(plane, outside, exit)) return false;
    if (exit == kNone) return true;
    if (!walk_border(plane, exit)) return false;
    if (exits_.size() < 3) continue;
    if (!gather(plane, target(exit), right)) return false;
  }
  if (!make_points()) return false;
  for (const Index v : stack_) vertices_[v].half = kNone;
  removed_ = stack_.size();
  return close(source);
}

double ClippedPolyhedron::height(Index v, const Hyperplane<3, double>& plane) {
  Vertex& vertex = vertices_[v];
  if (vertex.seen != plane_round_) {
    ++tests_;
    vertex.seen = plane_round_;
    vertex.height = dot(plane.normal, points_[v]) - plane.offset;
  }
  return vertex.height;
}

// Climbs from vertex to vertex until one is well in front of the plane or all neighbors are lower.
// Edges as short as rounding may hide the ascent, and vertices in front by rounding alone may be
// surrounded by others behind: the climb also continues from vertices of equal height up to
// rounding.
bool ClippedPolyhedron::find_outside(const Hyperplane<3, double>& plane, Index& found) {
  Index top = hint_;
  if (!climb(plane, top)) return false;
  hint_ = top;
  if (vertices_[top].height > 0) found = top;
  return true;
}

bool ClippedPolyhedron::climb(const Hyperplane<3, double>& plane, Index& at) {
  stack_.clear();
  double most = height(at, plane);
  Index v = at;
  vertices_[v].reached = round_;
  for (;;) {
    const Index before = at;
    const Index first = vertices_[v].half;
    Index half = first;
    do {
      const Index w = target(half);
      const double h = height(w, plane);
      if (h >= most - noise_ && vertices_[w].reached != round_) {
        vertices_[w].reached = round_;
        if (!stack_.push_back(w)) return false;
        if (h > most) most = h, at = w;
      }
      half = around(half);
    } while (half != first);
    if (most > noise_) return true;
    v = at;
    if (at != before) continue;
    do {
      if (stack_.empty()) return true;
      v = stack_.back();
      stack_.pop_back();
    } while (vertices_[v].height < most - noise_);
  }
}

// Finds a half-edge from behind the plane to its front, next to the part in front; not of a border
// that was traversed before.
bool ClippedPolyhedron::find_exit(const Hyperplane<3, double>& plane, Index from, Index& exit) {
  ++round_;
  stack_.clear();
  vertices_[from].reached = round_;
  if (!stack_.push_back(from)) return false;
  while (!stack_.empty()) {
    const Index v = stack_.back();
    stack_.pop_back();
    const Index first = vertices_[v].half;
    Index half = first;
    do {
      const Index w = target(half);
      if (!(height(w, plane) > 0)) {
        if (halves_[half & ~Index(1)].crossed < plane_round_) {
          exit = half ^ 1;
          return true;
        }
      } else if (vertices_[w].reached != round_) {
        vertices_[w].reached = round_;
        if (!stack_.push_back(w)) return false;
      }
      half = around(half);
    } while (half != first);
  }
  return true;
}

// Traverses the faces around the part in front. Each exit has one successor and one predecessor, so
// this comes back to the first.
bool ClippedPolyhedron::walk_border(const Hyperplane<3, double>& plane, Index exit) {
  ++round_;
  exits_.clear();
  entries_.clear();
  Index at = exit;
  do {
    Index entry = halves_[at].next;
    while (height(target(entry), plane) > 0) entry = halves_[entry].next;
    if (!exits_.push_back(at) || !entries_.push_back(entry)) return false;
    halves_[at & ~Index(1)].crossed = round_;
    at = entry ^ 1;
  } while (at != exit);
  return true;
}

// Collects in stack_ all that this border separates from the rest; correct if none of it is well
// behind.
bool ClippedPolyhedron::gather(const Hyperplane<3, double>& plane, Index from, bool& right) {
  const Index border = round_++;
  stack_.clear();
  right = true;
  vertices_[from].reached = round_;
  if (!stack_.push_back(from)) return false;
  for (std::size_t i = 0; i < stack_.size() && right; ++i) {
    const Index first = vertices_[stack_[i]].half;
    Index half = first;
    do {
      const Index w = target(half);
      if (halves_[half & ~Index(1)].crossed != border && vertices_[w].reached != round_) {
        vertices_[w].reached = round_;
        if (!stack_.push_back(w)) return false;
        right = right && height(w, plane) >= -noise_;
      }
      half = around(half);
    } while (half != first);
  }
  return true;
}

// The intersections of the border's edges with the plane.
bool ClippedPolyhedron::make_points() {
  for (const Index exit : exits_) {
    const Index behind = halves_[exit].origin;
    const Index front = target(exit);
    if (!points_.push_back(crossing(points_[behind], vertices_[behind].height, points_[front],
                                    vertices_[front].height))) {
      return false;
    }
  }
  return true;
}

// A half-edge in the plane closes each clipped face; their twins make the plane's own face.
bool ClippedPolyhedron::close(Index source) {
  const auto count = static_cast<Index>(exits_.size());
  const auto first_vertex = static_cast<Index>(vertices_.size());
  const auto first_half = static_cast<Index>(halves_.size());
  const auto face = static_cast<Index>(sources_.size());
  if (!vertices_.resize(first_vertex + count) || !halves_.resize(first_half + 2 * count) ||
      !sources_.push_back(source)) {
    return false;
  }
  for (Index i = 0; i < count; ++i) {
    const Index after = i + 1 == count ? 0 : i + 1;
    const Index before = i == 0 ? count - 1 : i - 1;
    const Index inner = first_half + 2 * i;
    halves_[inner] = {first_vertex + i, entries_[i], halves_[exits_[i]].face, 0};
    halves_[inner + 1] = {first_vertex + after, first_half + 2 * before + 1, face, 0};
    halves_[exits_[i]].next = inner;
    halves_[entries_[i]].origin = first_vertex + after;
    vertices_[first_vertex + after] = {0, entries_[i], 0, 0};
  }
  hint_ = first_vertex;
  return true;
}

bool ClippedPolyhedron::hand_over(ClosedSurface& to) {
  using Access = ClosedSurfaceAccess;
  const auto halves = static_cast<Index>(halves_.size());
  if (!number_.resize(halves) || !stack_.resize(vertices_.size()) ||
      !Access::reserve(to, sources_.size(), halves)) {
    return false;
  }
  Index remaining = 0;
  for (Index v = 0; v < vertices_.size(); ++v) {
    stack_[v] = remaining;
    if (vertices_[v].half != kNone) points_[remaining++] = points_[v];
  }
  points_.set_size(remaining);
  for (Index& n : number_) n = kNone;
  for (Index e = 0; e < halves; ++e) {
    if (number_[e] != kNone || vertices_[halves_[e].origin].half == kNone) continue;
    Access::begin_face(to, sources_[halves_[e].face]);
    Index at = e;
    do {
      number_[at] = Access::add_edge(to, stack_[halves_[at].origin], at ^ 1);
      at = halves_[at].next;
    } while (at != e);
  }
  Access::end_faces(to);
  for (Index& twin : Access::twins(to)) twin = number_[twin];
  return true;
}

}  // namespace masu::detail
