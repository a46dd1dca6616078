// SPDX-License-Identifier: MIT
// The heart of quickhull in space: triangles, and the points outside of each.
#pragma once

#include <utility>

#include <masu/hull/quickhull3.hpp>

#include "hull/triangle_distance.hpp"
#include "hull/work_points.hpp"

namespace masu::detail {

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
//
// Points are named by their number in work_points(), which leaves most of a solid's inside out.
class GrowingHull {
 public:
  explicit GrowingHull(Allocator allocator) : allocator_(allocator) {}

  // The tetrahedron, which spans space, the points that reach farthest, then all that are outside
  // of these and farther from the hull than `tolerance`, a share of the largest extent: the hull
  // only grows, so what was near it once is so at the end.
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
    fresh_.clear();
    for (std::uint32_t f = 0; f < triangles_.size(); ++f) {
      if (alive(f) && !fresh_.push_back(f)) return false;
    }
    return grow(seeds, trace);
  }

  const WorkPoints& work_points() const { return work_; }
  // On which side of the triangle the point lies, exactly.
  int side(const HullTriangle& t, std::uint32_t i) { return side_(t, work_.point(i)); }
  std::size_t slots() const { return triangles_.size(); }
  bool alive(std::size_t f) const { return triangles_[f].mark != kNoPlace; }
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
  // Of points outside of a new triangle, while it is filled.
  struct List {
    double farthest;
    std::uint32_t last;
  };
  // Of triangles with points outside.
  struct Queue {
    std::uint32_t first = kNoPlace;
    std::uint32_t last = kNoPlace;
  };
  static constexpr std::uint32_t kShort = 128;
  static constexpr std::size_t kBlock = 512;  // candidates that stay in the cache

  // Of the first four points.
  template <class Trace>
  bool start(const Trace& trace) {
    std::uint32_t c[4] = {0, 1, 2, 3};
    if (orient3d(work_.point(0), work_.point(1), work_.point(2), work_.point(3)) > 0) {
      std::swap(c[1], c[2]);
    }
    for (const std::uint32_t i : c) trace.on(VertexJoins{work_.place(i)});
    const int corner[4][3] = {{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}};
    const std::uint32_t twin[4][3] = {{4, 8, 12}, {0, 14, 9}, {1, 6, 13}, {2, 10, 5}};
    fresh_.clear();
    for (std::uint32_t f = 0; f < 4; ++f) {
      HullTriangle* t = make(c[corner[f][0]], c[corner[f][1]], c[corner[f][2]], trace);
      if (t == nullptr) return false;
      for (int k = 0; k < 3; ++k) t->twin[k] = twin[f][k];
    }
    return true;
  }

  // Hands the points from that number on to the triangles in fresh_, then lets points join until
  // none is outside.
  template <class Trace>
  bool grow(std::size_t from, const Trace& trace) {
    side_ = SideTest(work_.points(), work_.size(), *stats_);
    if (!next_point_.resize(work_.size()) || !batch_.grow(work_.size() - from)) return false;
    batch_.clear();
    for (auto i = static_cast<std::uint32_t>(from); i < work_.size(); ++i) take(i);
    if (!hand_on()) return false;
    for (;;) {
      const std::uint32_t f = long_.first != kNoPlace ? long_.first : short_.first;
      if (f == kNoPlace) return true;
      if (!join(f, trace)) return false;
    }
  }

  // Around the middle of all points, shaped as the box around them, inside of all planes: certain,
  // because a bound of heights holds for its corners too.
  InnerBox inner_box(const FirstSimplex& simplex) const {
    const Point3 half = simplex.extent * 0.5;
    const Point3 middle = simplex.low + half;
    double scale = 1;
    for (std::size_t f = 0; f < slots(); ++f) {
      if (!alive(f)) continue;
      const TrianglePlane& plane = triangles_[f].plane;
      double reach = 0;
      for (int k = 0; k < 3; ++k) reach += std::abs(plane.normal[k]) * half[k];
      const double share = -(plane.height(middle) + 4 * plane.bound) / reach;
      if (!(share >= scale)) scale = share;
    }
    scale *= 1 - 0x1p-20;
    const InnerBox box{middle - half * scale, middle + half * scale};
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

  // The farthest point outside of the triangle becomes a vertex.
  template <class Trace>
  bool join(std::uint32_t f, const Trace& trace) {
    const std::uint32_t eye = triangles_[f].outside;
    if (!find_visible(f, eye) || !free_.grow(free_.size() + visible_.size())) return false;
    if (tolerance_ > 0 && is_near(eye)) {
      drop_first(f);
      return true;
    }
    trace.on(VertexJoins{work_.place(eye)});
    batch_.clear();
    for (const std::uint32_t v : visible_) retire(v, eye, trace);
    return cover(eye, trace) && hand_on();
  }

  // The triangles that see the eye, and the half-edges beyond their border, counterclockwise.
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

  // The nearest point of the hull is on a triangle that the eye sees.
  bool is_near(std::uint32_t eye) const {
    const Point3 p = scaled(eye);
    for (const std::uint32_t f : visible_) {
      const auto& c = triangles_[f].corner;
      const double squared = triangle_distance_squared(scaled(c[0]), scaled(c[1]), scaled(c[2]), p);
      if (squared <= tolerance_ * tolerance_) return true;
    }
    return false;
  }
  // By the largest extent, from 0 to 1.
  Point3 scaled(std::uint32_t i) const { return (work_.point(i) - low_) * scale_; }

  void drop_first(std::uint32_t f) {
    leave_queue(f);
    HullTriangle& t = triangles_[f];
    t.outside = next_point_[t.outside];
    --t.count;
    if (t.outside != kNoPlace) enter_queue(f);
  }

  void push(std::uint32_t edge) { stack_.append_unchecked(edge); }

  // Its points but the eye are candidates again, its slot is free.
  template <class Trace>
  void retire(std::uint32_t f, std::uint32_t eye, const Trace& trace) {
    HullTriangle& t = triangles_[f];
    trace.on(TriangleVanishes{
        {work_.place(t.corner[0]), work_.place(t.corner[1]), work_.place(t.corner[2])}});
    if (t.outside != kNoPlace) {
      for (std::uint32_t p = t.outside; p != kNoPlace; p = next_point_[p]) {
        if (p != eye) take(p);
      }
      leave_queue(f);
    }
    t.mark = kNoPlace;
    free_.append_unchecked(f);
  }

  // A triangle from each edge of the border to the eye.
  template <class Trace>
  bool cover(std::uint32_t eye, const Trace& trace) {
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
  HullTriangle* make(std::uint32_t a, std::uint32_t b, std::uint32_t c, const Trace& trace) {
    std::uint32_t f = static_cast<std::uint32_t>(triangles_.size());
    if (!free_.empty()) {
      f = free_.back();
      free_.pop_back();
    } else if (!triangles_.resize(triangles_.size() + 1)) {
      return nullptr;
    }
    if (!fresh_.push_back(f)) return nullptr;
    ++stats_->faces;
    trace.on(TriangleAppears{{work_.place(a), work_.place(b), work_.place(c)}});
    HullTriangle& t = triangles_[f];
    t.plane = TrianglePlane::through(work_.point(a), work_.point(b), work_.point(c), extent_);
    t.corner[0] = a, t.corner[1] = b, t.corner[2] = c;
    t.outside = kNoPlace;
    t.count = 0;
    t.mark = 0;
    return &t;
  }

  void take(std::uint32_t i) {
    batch_.append_unchecked({work_.point(i), i});  // as large as all points
  }

  // Each candidate to the first new triangle that it is outside of; the others are inside the hull
  // and never seen again. Block by block: the first batch is as large as the input.
  bool hand_on() {
    if (!lists_.resize(fresh_.size())) return false;
    for (std::size_t from = 0; from < batch_.size(); from += kBlock) {
      const std::size_t rest = batch_.size() - from;
      std::size_t offered = rest < kBlock ? rest : kBlock;
      for (std::size_t k = 0; k < fresh_.size() && offered > 0; ++k) {
        const std::size_t left = split(triangles_[fresh_[k]], &batch_[from], offered);
        append(triangles_[fresh_[k]], lists_[k], offered - left);
        offered = left;
      }
    }
    for (std::size_t k = 0; k < fresh_.size(); ++k) {
      if (triangles_[fresh_[k]].outside == kNoPlace) continue;
      next_point_[lists_[k].last] = kNoPlace;
      enter_queue(fresh_[k]);
    }
    return true;
  }

  // Those outside go to taken_, the others to the front; how many of them. As good as random, so
  // without a branch.
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

  // In their order, but for the farthest, which comes first.
  void append(HullTriangle& t, List& list, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const Taken& p = taken_[i];
      if (t.outside == kNoPlace) {
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

  Allocator allocator_;  // of all below
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
  Buffer<std::uint32_t> fresh_{allocator_};
  Buffer<List> lists_{allocator_};  // of fresh_
  Buffer<Candidate> batch_{allocator_};
  Buffer<Taken> taken_{allocator_};
};

}  // namespace masu::detail
