// SPDX-License-Identifier: MIT
// The heart of quickhull in space: triangles, and the points outside of each.
#pragma once

#include <utility>

#include <masu/core/buffer.hpp>
#include <masu/core/trace.hpp>
#include <masu/hull/detail/first_simplex.hpp>

namespace masu {

// A point of the input becomes a vertex.
struct VertexJoins {
  std::uint32_t point;
};
// Triangles come and go; corners are places of the input.
struct TriangleAppears {
  std::uint32_t corner[3];
};
struct TriangleVanishes {
  std::uint32_t corner[3];
};

namespace detail {

// A closed surface of triangles that no point added so far lies outside of, convex exactly:
// neighbours may lie in one plane, and corners on lines between others. Every function that returns
// bool says whether there was memory.
//
// A point that joins removes the triangles that see it strictly. They make a disc whatever lies in
// one plane, so their border is one loop, and no edge of it is in line with the point: a triangle
// of that edge that the point is strictly outside of would contain the line. A point left outside
// then is outside of a new triangle: walk to it from a removed one it was outside of, whose inside
// is the hull's now; the walk leaves the old hull for good at once, so it leaves the new one
// through a new triangle. Hence it suffices to hand points on to new triangles, if signs are exact.
class GrowingHull {
 public:
  explicit GrowingHull(Allocator allocator)
      : triangles_(allocator),
        free_(allocator),
        next_point_(allocator),
        stack_(allocator),
        visible_(allocator),
        border_(allocator),
        fresh_(allocator),
        batch_(allocator) {}

  // The tetrahedron, which spans space, then whatever is outside.
  template <class Trace>
  bool build(const Point3* points, std::size_t count, const FirstSimplex& simplex, SideTest& side,
             HullStats& stats, Trace& trace) {
    points_ = points;
    side_ = &side;
    stats_ = &stats;
    extent_ = simplex.extent;
    long_ = short_ = {};
    round_ = 0;
    triangles_.clear();
    free_.clear();
    if (!batch_.resize(count) || !next_point_.resize(count)) return false;
    if (!start(simplex, count, trace)) return false;
    for (;;) {
      const std::uint32_t f = long_.first != kNoPlace ? long_.first : short_.first;
      if (f == kNoPlace) return true;
      if (!join(f, trace)) return false;
    }
  }

  std::size_t slots() const { return triangles_.size(); }
  bool alive(std::size_t f) const { return triangles_[f].mark != kNoPlace; }
  const HullTriangle& triangle(std::size_t f) const { return triangles_[f]; }

 private:
  struct Candidate {
    Point3 point;
    std::uint32_t place;
  };
  // Of triangles with points outside.
  struct Queue {
    std::uint32_t first = kNoPlace;
    std::uint32_t last = kNoPlace;
  };
  static constexpr std::uint32_t kShort = 128;

  template <class Trace>
  bool start(const FirstSimplex& simplex, std::size_t count, Trace& trace) {
    std::uint32_t c[4] = {simplex.corner[0], simplex.corner[1], simplex.corner[2],
                          simplex.corner[3]};
    if (orient3d(points_[c[0]], points_[c[1]], points_[c[2]], points_[c[3]]) > 0) {
      std::swap(c[1], c[2]);
    }
    for (const std::uint32_t place : c) trace.on(VertexJoins{place});
    const int corner[4][3] = {{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}};
    const std::uint32_t twin[4][3] = {{4, 8, 12}, {0, 14, 9}, {1, 6, 13}, {2, 10, 5}};
    fresh_.clear();
    for (std::uint32_t f = 0; f < 4; ++f) {
      HullTriangle* t = make(c[corner[f][0]], c[corner[f][1]], c[corner[f][2]], trace);
      if (t == nullptr) return false;
      for (int k = 0; k < 3; ++k) t->twin[k] = twin[f][k];
    }
    batch_.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i != c[0] && i != c[1] && i != c[2] && i != c[3]) take(i);
    }
    hand_on();
    return true;
  }

  // The farthest point outside of the triangle becomes a vertex.
  template <class Trace>
  bool join(std::uint32_t f, Trace& trace) {
    const std::uint32_t eye = triangles_[f].outside;
    trace.on(VertexJoins{eye});
    if (!find_visible(f, eye) || !free_.grow(free_.size() + visible_.size())) return false;
    batch_.clear();
    for (const std::uint32_t v : visible_) retire(v, eye, trace);
    if (!cover(eye, trace)) return false;
    hand_on();
    return true;
  }

  // The triangles that see the eye, and the half-edges beyond their border, counterclockwise.
  bool find_visible(std::uint32_t seed, std::uint32_t eye) {
    const Point3 point = points_[eye];
    const std::uint32_t hidden = 2 * ++round_;
    visible_.clear();
    border_.clear();
    stack_.clear();
    triangles_[seed].mark = hidden + 1;
    if (!visible_.push_back(seed) || !stack_.grow(3)) return false;
    for (int k = 3; k-- > 0;) push(triangles_[seed].twin[k]);
    while (!stack_.empty()) {
      const std::uint32_t edge = stack_.back();
      stack_.pop_back();
      const std::uint32_t f = face_of(edge);
      HullTriangle& t = triangles_[f];
      if (t.mark == hidden + 1) continue;
      if (t.mark < hidden) {
        t.mark = hidden + ((*side_)(t, point) > 0 ? 1 : 0);
      }
      if (t.mark == hidden) {
        if (!border_.push_back(edge)) return false;
        continue;
      }
      if (!visible_.push_back(f) || !stack_.grow(stack_.size() + 2)) return false;
      push(t.twin[corner_of(previous_edge(edge))]);
      push(t.twin[corner_of(next_edge(edge))]);
    }
    return true;
  }

  void push(std::uint32_t edge) {
    stack_[stack_.size()] = edge;
    stack_.set_size(stack_.size() + 1);
  }

  // Its points but the eye are candidates again, its slot is free.
  template <class Trace>
  void retire(std::uint32_t f, std::uint32_t eye, Trace& trace) {
    HullTriangle& t = triangles_[f];
    trace.on(TriangleVanishes{{t.corner[0], t.corner[1], t.corner[2]}});
    if (t.outside != kNoPlace) {
      for (std::uint32_t p = t.outside; p != kNoPlace; p = next_point_[p]) {
        if (p != eye) take(p);
      }
      leave_queue(f);
    }
    t.mark = kNoPlace;
    free_[free_.size()] = f;
    free_.set_size(free_.size() + 1);
  }

  // A triangle from each edge of the border to the eye.
  template <class Trace>
  bool cover(std::uint32_t eye, Trace& trace) {
    fresh_.clear();
    for (const std::uint32_t beyond : border_) {
      const std::uint32_t to = triangles_[face_of(beyond)].corner[corner_of(beyond)];
      const std::uint32_t from = triangles_[face_of(beyond)].corner[corner_of(next_edge(beyond))];
      HullTriangle* t = make(from, to, eye, trace);
      if (t == nullptr) return false;
      t->twin[0] = beyond;
      triangles_[face_of(beyond)].twin[corner_of(beyond)] = half_edge(fresh_.back(), 0);
    }
    std::uint32_t before = fresh_.back();
    for (const std::uint32_t f : fresh_) {
      triangles_[before].twin[1] = half_edge(f, 2);
      triangles_[f].twin[2] = half_edge(before, 1);
      before = f;
    }
    return true;
  }

  template <class Trace>
  HullTriangle* make(std::uint32_t a, std::uint32_t b, std::uint32_t c, Trace& trace) {
    std::uint32_t f = static_cast<std::uint32_t>(triangles_.size());
    if (!free_.empty()) {
      f = free_.back();
      free_.pop_back();
    } else if (!triangles_.resize(triangles_.size() + 1)) {
      return nullptr;
    }
    if (!fresh_.push_back(f)) return nullptr;
    ++stats_->faces;
    trace.on(TriangleAppears{{a, b, c}});
    HullTriangle& t = triangles_[f];
    t.plane = TrianglePlane::through(points_[a], points_[b], points_[c], extent_);
    t.corner[0] = a, t.corner[1] = b, t.corner[2] = c;
    t.outside = kNoPlace;
    t.mark = 0;
    return &t;
  }

  void take(std::uint32_t place) {
    batch_[batch_.size()] = {points_[place], place};  // as large as the input
    batch_.set_size(batch_.size() + 1);
  }

  // Each candidate to the first new triangle that it is outside of; the others are inside the hull
  // and never seen again.
  void hand_on() {
    for (const std::uint32_t f : fresh_) {
      HullTriangle& t = triangles_[f];
      double farthest = 0;
      std::size_t left = 0;
      const std::size_t offered = batch_.size();
      for (const Candidate& c : batch_) {
        const double height = t.plane.height(c.point);
        if ((*side_)(t.plane, t.corner, c.point, height) <= 0) {
          batch_[left++] = c;
        } else if (t.outside == kNoPlace || height > farthest) {
          farthest = height;
          next_point_[c.place] = std::exchange(t.outside, c.place);
        } else {
          next_point_[c.place] = std::exchange(next_point_[t.outside], c.place);
        }
      }
      batch_.set_size(left);
      t.count = static_cast<std::uint32_t>(offered - left);
      if (t.outside != kNoPlace) enter_queue(f);
    }
  }

  // Long lists first in, first out, so that the hull grows on all sides alike: a part finished
  // beside one that is not would see the same many points handed on again and again. Short lists
  // after them, the newest first, while what is around it is in the cache.
  Queue& queue_of(const HullTriangle& t) { return t.count > kShort ? long_ : short_; }
  void enter_queue(std::uint32_t f) {
    HullTriangle& t = triangles_[f];
    Queue& queue = queue_of(t);
    const bool at_end = &queue == &long_;
    t.previous = at_end ? queue.last : kNoPlace;
    t.next = at_end ? kNoPlace : queue.first;
    link(queue, f, t);
  }
  void link(Queue& queue, std::uint32_t f, const HullTriangle& t) {
    (t.previous == kNoPlace ? queue.first : triangles_[t.previous].next) = f;
    (t.next == kNoPlace ? queue.last : triangles_[t.next].previous) = f;
  }
  void leave_queue(std::uint32_t f) {
    const HullTriangle& t = triangles_[f];
    Queue& queue = queue_of(t);
    (t.previous == kNoPlace ? queue.first : triangles_[t.previous].next) = t.next;
    (t.next == kNoPlace ? queue.last : triangles_[t.next].previous) = t.previous;
  }

  const Point3* points_ = nullptr;
  SideTest* side_ = nullptr;
  HullStats* stats_ = nullptr;
  Point3 extent_{};
  Queue long_;
  Queue short_;
  std::uint32_t round_ = 0;
  Buffer<HullTriangle> triangles_;
  Buffer<std::uint32_t> free_;
  Buffer<std::uint32_t> next_point_;
  Buffer<std::uint32_t> stack_;
  Buffer<std::uint32_t> visible_;
  Buffer<std::uint32_t> border_;
  Buffer<std::uint32_t> fresh_;
  Buffer<Candidate> batch_;
};

}  // namespace detail
}  // namespace masu
