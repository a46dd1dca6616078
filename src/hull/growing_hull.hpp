// SPDX-License-Identifier: MIT
// The core of Quickhull in 3D: triangles and the points outside each.
#pragma once

#include <utility>

#include <masu/hull/quickhull3.hpp>

#include "hull/triangle_distance.hpp"
#include "hull/work_points.hpp"

namespace masu::detail {

// A closed surface of triangles that contains all points added so far, exactly convex: neighbors
// may lie in one plane, and corners on lines between others. Functions that return bool return
// false if out of memory.
//
// A new point removes the triangles that see it strictly. They form a disc even if triangles lie in
// one plane, so their border is one loop, and no edge of it is collinear with the point: a triangle
// at that edge that the point is strictly outside of would contain the line. A point left outside
// then is outside a new triangle: walk to it from a removed one that it was outside of, whose
// inside now belongs to the hull; the walk leaves the old hull for good at once, so it leaves the
// new one through a new triangle. So it suffices to redistribute points to new triangles, if signs
// are exact.
//
// Points are identified by their number in work_points(), which leaves out most of a solid's
// inside.
class GrowingHull {
 public:
  explicit GrowingHull(Allocator allocator) : allocator_(allocator) {}

  // Adds a tetrahedron of dimension 3, the extreme points, then all that are outside these and
  // farther from the hull than `tolerance`, a share of the largest extent: the hull only grows, so
  // a point that was near it stays near it.
  template <class Trace>
  bool build(const Point3* points, std::size_t count, const FirstSimplex& simplex, double tolerance,
             HullStats& stats, const Trace& trace) {
    stats_ = &stats;
    tolerance_ = tolerance;
    low_ = simplex.low;
    extent_ = simplex.extent;
    scale_ = 1 / extent_[simplex.widest];
    long_ = short_ = {};
    round_ = 0;
    triangles_.clear();
    free_.clear();
    if (!taken_.resize(kBlock)) return false;
    if (!work_.take_seeds(points, count, simplex) || !start(trace) || !grow(4, trace)) return false;
    const InnerBox box = inner_box(simplex);
    const std::size_t seeds = work_.size();
    if (!work_.take_rest(points, count, simplex, box)) return false;
    added_.clear();
    for (std::uint32_t f = 0; f < triangles_.size(); ++f) {
      if (alive(f) && !added_.push_back(f)) return false;
    }
    return grow(seeds, trace);
  }

  const WorkPoints& work_points() const { return work_; }
  // Returns the side of the triangle on which the point lies, exactly.
  int side(const HullTriangle& t, std::uint32_t i) { return side_(t, work_.point(i)); }
  std::size_t slots() const { return triangles_.size(); }
  bool alive(std::size_t f) const { return triangles_[f].mark != kNoIndex; }
  const HullTriangle& triangle(std::size_t f) const { return triangles_[f]; }

 private:
  struct Candidate {
    Point3 point;
    std::uint32_t number;
  };
  struct Taken {
    double height;
    std::uint32_t number;
  };
  // The points outside a new triangle, while it is filled.
  struct List {
    double farthest;
    std::uint32_t last;
  };
  // A queue of triangles with points outside.
  struct Queue {
    std::uint32_t first = kNoIndex;
    std::uint32_t last = kNoIndex;
  };
  static constexpr std::uint32_t kShort = 128;
  static constexpr std::size_t kBlock = 512;  // candidates that stay in the cache

  // Makes the tetrahedron of the first four points.
  template <class Trace>
  bool start(const Trace& trace) {
    std::uint32_t c[4] = {0, 1, 2, 3};
    if (orient3d(work_.point(0), work_.point(1), work_.point(2), work_.point(3)) > 0) {
      std::swap(c[1], c[2]);
    }
    for (const std::uint32_t i : c) trace.on(VertexJoins{work_.input_index(i)});
    const int corner[4][3] = {{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}};
    const std::uint32_t twin[4][3] = {{4, 8, 12}, {0, 14, 9}, {1, 6, 13}, {2, 10, 5}};
    added_.clear();
    for (std::uint32_t f = 0; f < 4; ++f) {
      HullTriangle* t = make(c[corner[f][0]], c[corner[f][1]], c[corner[f][2]], trace);
      if (t == nullptr) return false;
      for (int k = 0; k < 3; ++k) t->twin[k] = twin[f][k];
    }
    return true;
  }

  // Distributes the points from that number on to the triangles in added_, then adds points until
  // none is outside.
  template <class Trace>
  bool grow(std::size_t from, const Trace& trace) {
    side_ = SideTest(work_.points(), work_.size(), *stats_);
    if (!next_point_.resize(work_.size()) || !batch_.grow(work_.size() - from)) return false;
    batch_.clear();
    for (auto i = static_cast<std::uint32_t>(from); i < work_.size(); ++i) take(i);
    if (!hand_on()) return false;
    for (;;) {
      const std::uint32_t f = long_.first != kNoIndex ? long_.first : short_.first;
      if (f == kNoIndex) return true;
      if (!join(f, trace)) return false;
    }
  }

  // Finds a box around the center of all points, shaped as their bounding box, that is certainly
  // inside all planes, because a bound of heights holds for its corners, too.
  InnerBox inner_box(const FirstSimplex& simplex) const {
    const Point3 half = simplex.extent * 0.5;
    const Point3 center = simplex.low + half;
    double scale = 1;
    for (std::size_t f = 0; f < slots(); ++f) {
      if (!alive(f)) continue;
      const TrianglePlane& plane = triangles_[f].plane;
      double reach = 0;
      for (int k = 0; k < 3; ++k) reach += std::abs(plane.normal[k]) * half[k];
      const double share = -(plane.height(center) + 4 * plane.bound) / reach;
      if (!(share >= scale)) scale = share;
    }
    scale *= 1 - 0x1p-20;
    const InnerBox box{center - half * scale, center + half * scale};
    return scale > 0 && is_inside(box) ? box : InnerBox{};
  }
  bool is_inside(const InnerBox& box) const {
    for (std::size_t f = 0; f < slots(); ++f) {
      if (!alive(f)) continue;
      const TrianglePlane& plane = triangles_[f].plane;
      Point3 corner{};
      for (int k = 0; k < 3; ++k) corner[k] = plane.normal[k] > 0 ? box.high[k] : box.low[k];
      if (!(plane.height(corner) < -plane.bound)) return false;
    }
    return true;
  }

  // Adds the farthest point outside the triangle as a vertex.
  template <class Trace>
  bool join(std::uint32_t f, const Trace& trace) {
    const std::uint32_t eye = triangles_[f].outside;
    if (!find_visible(f, eye) || !free_.grow(free_.size() + visible_.size())) return false;
    if (tolerance_ > 0 && is_near(eye)) {
      remove_first(f);
      return true;
    }
    trace.on(VertexJoins{work_.input_index(eye)});
    batch_.clear();
    for (const std::uint32_t v : visible_) retire(v, eye, trace);
    return cover(eye, trace) && hand_on();
  }

  // Finds the triangles that see the eye, and the half-edges beyond their border, counterclockwise.
  bool find_visible(std::uint32_t seed, std::uint32_t eye) {
    const Point3 point = work_.point(eye);
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
        t.mark = hidden + (side_(t, point) > 0 ? 1 : 0);
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

  // The nearest point of the hull lies on a triangle that the eye sees.
  bool is_near(std::uint32_t eye) const {
    const Point3 p = scaled(eye);
    for (const std::uint32_t f : visible_) {
      const auto& c = triangles_[f].corner;
      const double squared = triangle_distance_squared(scaled(c[0]), scaled(c[1]), scaled(c[2]), p);
      if (squared <= tolerance_ * tolerance_) return true;
    }
    return false;
  }
  // Divided by the largest extent, from 0 to 1.
  Point3 scaled(std::uint32_t i) const { return (work_.point(i) - low_) * scale_; }

  void remove_first(std::uint32_t f) {
    leave_queue(f);
    HullTriangle& t = triangles_[f];
    t.outside = next_point_[t.outside];
    --t.count;
    if (t.outside != kNoIndex) enter_queue(f);
  }

  void push(std::uint32_t edge) { stack_.append_unchecked(edge); }

  // Removes a triangle: its points except the eye become candidates again, its slot is free.
  template <class Trace>
  void retire(std::uint32_t f, std::uint32_t eye, const Trace& trace) {
    HullTriangle& t = triangles_[f];
    trace.on(TriangleVanishes{{work_.input_index(t.corner[0]), work_.input_index(t.corner[1]),
                               work_.input_index(t.corner[2])}});
    if (t.outside != kNoIndex) {
      for (std::uint32_t p = t.outside; p != kNoIndex; p = next_point_[p]) {
        if (p != eye) take(p);
      }
      leave_queue(f);
    }
    t.mark = kNoIndex;
    free_.append_unchecked(f);
  }

  // Adds a triangle from each edge of the border to the eye.
  template <class Trace>
  bool cover(std::uint32_t eye, const Trace& trace) {
    added_.clear();
    for (const std::uint32_t beyond : border_) {
      const std::uint32_t to = triangles_[face_of(beyond)].corner[corner_of(beyond)];
      const std::uint32_t from = triangles_[face_of(beyond)].corner[corner_of(next_edge(beyond))];
      HullTriangle* t = make(from, to, eye, trace);
      if (t == nullptr) return false;
      t->twin[0] = beyond;
      triangles_[face_of(beyond)].twin[corner_of(beyond)] = half_edge(added_.back(), 0);
    }
    std::uint32_t before = added_.back();
    for (const std::uint32_t f : added_) {
      triangles_[before].twin[1] = half_edge(f, 2);
      triangles_[f].twin[2] = half_edge(before, 1);
      before = f;
    }
    return true;
  }

  template <class Trace>
  HullTriangle* make(std::uint32_t a, std::uint32_t b, std::uint32_t c, const Trace& trace) {
    std::uint32_t f = static_cast<std::uint32_t>(triangles_.size());
    if (!free_.empty()) {
      f = free_.back();
      free_.pop_back();
    } else if (!triangles_.resize(triangles_.size() + 1)) {
      return nullptr;
    }
    if (!added_.push_back(f)) return nullptr;
    ++stats_->faces;
    trace.on(TriangleAppears{{work_.input_index(a), work_.input_index(b), work_.input_index(c)}});
    HullTriangle& t = triangles_[f];
    t.plane = TrianglePlane::through(work_.point(a), work_.point(b), work_.point(c), extent_);
    t.corner[0] = a, t.corner[1] = b, t.corner[2] = c;
    t.outside = kNoIndex;
    t.count = 0;
    t.mark = 0;
    return &t;
  }

  void take(std::uint32_t i) {
    batch_.append_unchecked({work_.point(i), i});  // as large as all points
  }

  // Assigns each candidate to the first new triangle that it is outside of; the others are inside
  // the hull and dropped. Works in blocks: the first batch is as large as the input.
  bool hand_on() {
    if (!lists_.resize(added_.size())) return false;
    for (std::size_t from = 0; from < batch_.size(); from += kBlock) {
      const std::size_t rest = batch_.size() - from;
      std::size_t offered = rest < kBlock ? rest : kBlock;
      for (std::size_t k = 0; k < added_.size() && offered > 0; ++k) {
        const std::size_t left = split(triangles_[added_[k]], &batch_[from], offered);
        append(triangles_[added_[k]], lists_[k], offered - left);
        offered = left;
      }
    }
    for (std::size_t k = 0; k < added_.size(); ++k) {
      if (triangles_[added_[k]].outside == kNoIndex) continue;
      next_point_[lists_[k].last] = kNoIndex;
      enter_queue(added_[k]);
    }
    return true;
  }

  // Moves those outside to taken_, the others to the front; returns their number. The outcome is
  // random, so there is no branch.
  std::size_t split(const HullTriangle& t, Candidate* candidates, std::size_t count) {
    const TrianglePlane plane = t.plane;
    std::size_t left = 0;
    std::size_t out = 0;
    Taken* const taken = taken_.data();
    for (std::size_t i = 0; i < count; ++i) {
      const Candidate c = candidates[i];
      const double height = plane.height(c.point);
      bool outside = height > plane.bound;
      if (!(std::abs(height) > plane.bound)) {
        outside = side_.in_doubt(plane, t.corner, c.point, height) > 0;
      }
      candidates[left] = c;
      left += outside ? 0 : 1;
      taken[out] = {height, c.number};
      out += outside ? 1 : 0;
    }
    stats_->tests += count;
    return left;
  }

  // In their order, except that the farthest comes first.
  void append(HullTriangle& t, List& list, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const Taken& p = taken_[i];
      if (t.outside == kNoIndex) {
        t.outside = list.last = p.number;
        list.farthest = p.height;
      } else if (p.height > list.farthest) {
        list.farthest = p.height;
        next_point_[p.number] = std::exchange(t.outside, p.number);
      } else {
        next_point_[list.last] = p.number;
        list.last = p.number;
      }
    }
    t.count += static_cast<std::uint32_t>(count);
  }

  // Long lists are first in, first out, so that the hull grows on all sides evenly: a part finished
  // next to one that is not would have the same many points redistributed repeatedly. Short lists
  // come after them, the newest first, while its surroundings are in the cache.
  Queue& queue_of(const HullTriangle& t) { return t.count > kShort ? long_ : short_; }
  void enter_queue(std::uint32_t f) {
    HullTriangle& t = triangles_[f];
    Queue& queue = queue_of(t);
    const bool at_end = &queue == &long_;
    t.previous = at_end ? queue.last : kNoIndex;
    t.next = at_end ? kNoIndex : queue.first;
    link(queue, f, t);
  }
  void link(Queue& queue, std::uint32_t f, const HullTriangle& t) {
    (t.previous == kNoIndex ? queue.first : triangles_[t.previous].next) = f;
    (t.next == kNoIndex ? queue.last : triangles_[t.next].previous) = f;
  }
  void leave_queue(std::uint32_t f) {
    const HullTriangle& t = triangles_[f];
    Queue& queue = queue_of(t);
    (t.previous == kNoIndex ? queue.first : triangles_[t.previous].next) = t.next;
    (t.next == kNoIndex ? queue.last : triangles_[t.next].previous) = t.previous;
  }

  Allocator allocator_;  // of all members below
  WorkPoints work_{allocator_};
  SideTest side_;
  HullStats* stats_ = nullptr;
  double tolerance_ = 0;
  double scale_ = 1;
  Point3 low_{};
  Point3 extent_{};
  Queue long_;
  Queue short_;
  std::uint32_t round_ = 0;
  Buffer<HullTriangle> triangles_{allocator_};
  Buffer<std::uint32_t> free_{allocator_};
  Buffer<std::uint32_t> next_point_{allocator_};
  Buffer<std::uint32_t> stack_{allocator_};
  Buffer<std::uint32_t> visible_{allocator_};
  Buffer<std::uint32_t> border_{allocator_};
  Buffer<std::uint32_t> added_{allocator_};
  Buffer<List> lists_{allocator_};  // of added_
  Buffer<Candidate> batch_{allocator_};
  Buffer<Taken> taken_{allocator_};
};

}  // namespace masu::detail
