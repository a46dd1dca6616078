// SPDX-License-Identifier: MIT
// Binary space partitioning: space halved by planes in any direction, down to single faces.
#pragma once

#include <limits>
#include <span>

#include <masu/broad_phase/detail/bsp_builder.hpp>
#include <masu/broad_phase/query_results.hpp>
#include <masu/core/ray.hpp>

namespace masu {

// Of segments (D = 2) or triangles (D = 3). Each node has a plane, the fragments in it, and the two
// half-spaces. A face that straddles a plane is cut in two. (H. Fuchs, Z. M. Kedem, B. F. Naylor,
// "On visible surface generation by a priori tree structures", 1980.)
//
// Build: O(n log n) where planes halve their faces, O(n^2) at worst, as on a convex body, all of
// which is behind each of its planes; up to O(n^2) fragments. Sidedness is decided in double with a
// stated tolerance. Nothing recurses; queries need no memory.
template <int D, class T>
class BspTree {
 public:
  static_assert(D == 2 || D == 3);
  using Face = BspFace<D, T>;
  using Fragment = BspFragment<D>;
  using Point = Vec<D, T>;
  using Id = std::uint32_t;  // place of a face in the input

  explicit BspTree(Allocator allocator = default_allocator()) : tree_(allocator) {}

  // Statuses: out_of_memory, too_many_objects (fragments), out_of_range (options); the tree is
  // empty then. The trace sees BspCut<D>, a node at a time, and the faces left out as BspLeavesOut.
  template <class Trace = NoTrace>
  Status build(std::span<const Face> faces, const BspOptions& options = {}, Trace&& trace = {}) {
    return tree_.build(faces, options, trace);
  }

  std::size_t node_count() const { return tree_.nodes().size(); }
  // Those in the tree, in the order of their nodes.
  std::span<const Fragment> fragments() const { return tree_.fragments(); }
  // Cuts through a face or a fragment of one.
  std::size_t splits() const { return tree_.splits(); }
  // Faces left out: without extent across (a segment no longer, a triangle no higher than the
  // tolerance) or not finite.
  std::size_t degenerate() const { return tree_.degenerate(); }
  // Points no farther than this from a plane lie in it.
  double tolerance() const { return tree_.tolerance(); }
  // Comparisons (sides of corners) of the build.
  const QueryStats& build_stats() const { return tree_.stats(); }

  // visit(fragment) for all: whatever comes later lies in front of, or beside, what came before, as
  // seen from the eye (the painter's order). A visitor may return false to stop. O(fragments).
  template <class Visit>
  SearchResult back_to_front(const Point& eye, Visit&& visit) const {
    return in_order(eye, -1, visit);
  }
  template <class Visit>
  SearchResult front_to_back(const Point& eye, Visit&& visit) const {
    return in_order(eye, 1, visit);
  }

  // Is the point behind the faces? They must close their bodies and face outward. Points within the
  // tolerance of a face may count as either. Without faces: no. O(depth).
  bool in_solid(const Point& point) const {
    const Vec<D, double> p = to_double(point);
    std::uint32_t at = tree_.nodes().empty() ? kNone : 0;
    bool behind = false;
    while (at != kNone) {
      behind = node(at).plane.height(p) < 0;
      at = behind ? node(at).back : node(at).front;
    }
    return behind;
  }

  // The face that the ray meets first, by (t, id); from either side. Rays in the plane of a face
  // miss it. not_finite: the ray is not valid.
  RayCastResult<T, Id> ray_cast(const Ray<D, T>& ray) const {
    RayCastResult<T, Id> hit;
    if (!ray.valid()) {
      hit.status = Status::not_finite;
      return hit;
    }
    const Vec<D, double> o = to_double(ray.origin);
    const Vec<D, double> d = to_double(ray.direction);
    double best = static_cast<double>(ray.max_t);
    walk(
        [&](const Node& n) {
          const double height = n.plane.height(o);
          const double climb = dot(n.plane.normal, d);
          const double slack = tolerance();
          const int near = height < 0 ? -1 : 1;
          const double end = climb == 0 ? height : height + climb * best;
          return Way{near, true, near > 0 ? !(end > slack) : !(end < -slack)};
        },
        [&](const Node& n) {
          ++hit.stats.nodes;
          const double climb = dot(n.plane.normal, d);
          const double t = -n.plane.height(o) / climb;
          if (climb == 0 || !(t >= 0) || !(t <= best)) return true;
          for (const Fragment& f : fragments_of(n)) {
            ++hit.stats.tests;
            const bool closer = !hit.hit || t < best || f.face < hit.id;
            if (!closer || !detail::covers(f, n.plane, o + d * t, tolerance())) continue;
            hit.hit = true;
            hit.id = f.face;
            best = t;
          }
          return true;
        });
    hit.t = hit.hit ? static_cast<T>(best) : T(0);
    hit.stats.results = hit.hit ? 1 : 0;
    return hit;
  }

  // visit(fragment) for each that shares a point with the box, by arithmetic in double.
  template <class Visit>
  SearchResult for_each_overlapping(const Aabb<D, T>& box, Visit&& visit) const {
    QueryStats stats;
    if (box.empty()) return {Status::ok, stats};
    const Aabb<D, double> target{to_double(box.min), to_double(box.max)};
    const bool on = walk([&](const Node& n) { return sides_of(n, target); },
                         [&](const Node& n) {
                           ++stats.nodes;
                           for (const Fragment& f : fragments_of(n)) {
                             ++stats.tests;
                             if (!detail::meets_box(f, n.plane, target)) continue;
                             ++stats.results;
                             if (!goes_on(visit, f)) return false;
                           }
                           return true;
                         });
    return {on ? Status::ok : Status::stopped, stats};
  }

  // The tree, for drawing and for learning: visit(plane, depth, fragments in it) for each node,
  // parents before children, the root at depth 0; then object(fragment) for each of those. O(n).
  template <class Visit, class Each = IgnoreObjects>
  void for_each_node(Visit&& visit, Each&& object = {}) const {
    down([&](const Node& n, int depth) {
      visit(n.plane, depth, std::size_t(n.count));
      for (const Fragment& f : fragments_of(n)) object(f);
    });
  }

  // The same in the plane: visit(cut, depth, fragments), the cut being what of the node's line lies
  // in its region, within a finite box; nodes with a region outside of it are left out. O(n depth).
  template <class Visit, class Each = IgnoreObjects>
  requires(D == 2) void for_each_cut(const Aabb<D, T>& within, Visit&& visit,
                                     Each&& object = {}) const {
    const Aabb<D, double> box{to_double(within.min), to_double(within.max)};
    down([&](const Node& n, int depth) {
      BspFace<2, double> cut;
      if (!detail::line_in_box(n.plane, box, cut)) return;
      const Node* below = &n;
      for (std::uint32_t k = n.parent; k != kNone; below = &node(k), k = node(k).parent) {
        const bool front = node(k).front != kNone && &node(node(k).front) == below;
        if (!detail::keep_side(cut, node(k).plane, front ? 1 : -1)) return;
      }
      visit(cut, depth, std::size_t(n.count));
      for (const Fragment& f : fragments_of(n)) object(f);
    });
  }

  // Links both ways, fragments in the planes of their nodes and on the right side of those above.
  // O(fragments depth).
  bool validate() const { return tree_.validate(); }

 private:
  using Node = detail::BspNode<D>;
  static constexpr std::uint32_t kNone = detail::kBspNone;

  // How a walk passes a node: the side it comes to first, and which sides it enters.
  struct Way {
    int first;
    bool enter_first;
    bool enter_last;
  };

  static Vec<D, double> to_double(const Point& p) {
    Vec<D, double> r;
    for (int a = 0; a < D; ++a) r[a] = static_cast<double>(p[a]);
    return r;
  }
  const Node& node(std::uint32_t i) const { return tree_.nodes()[i]; }
  std::span<const Fragment> fragments_of(const Node& n) const {
    return tree_.fragments().subspan(n.first, n.count);
  }

  // Visits nodes in order, up and down by the links, whatever the depth. `visit` returns false to
  // stop. way(node) is asked again on the way up; it may have changed only to enter less.
  template <class WayOf, class Visit>
  bool walk(WayOf&& way_of, Visit&& visit) const {
    std::uint32_t at = tree_.nodes().empty() ? kNone : 0;
    std::uint32_t from = kNone;
    while (at != kNone) {
      const Node& n = node(at);
      const Way way = way_of(n);
      const std::uint32_t first = way.first > 0 ? n.front : n.back;
      const std::uint32_t last = way.first > 0 ? n.back : n.front;
      const bool down = from == n.parent;
      if (down && first != kNone && way.enter_first) {
        from = std::exchange(at, first);
      } else if (!down && from == last) {
        from = std::exchange(at, n.parent);
      } else {
        if (!visit(n)) return false;
        const bool enter = last != kNone && way_of(n).enter_last;
        from = std::exchange(at, enter ? last : n.parent);
      }
    }
    return true;
  }

  // f(node, depth) for all, parents first, the front before the back; by the links.
  template <class F>
  void down(F&& f) const {
    std::uint32_t at = tree_.nodes().empty() ? kNone : 0;
    std::uint32_t from = kNone;
    int depth = 0;
    while (at != kNone) {
      const Node& n = node(at);
      const bool first = from == n.parent;
      if (first) f(n, depth);
      std::uint32_t next = kNone;
      if (first) next = n.front;
      if (next == kNone && from != n.back) next = n.back;
      depth += next == kNone ? -1 : 1;
      from = std::exchange(at, next == kNone ? n.parent : next);
    }
  }

  template <class Visit>
  SearchResult in_order(const Point& eye, int nearest, Visit& visit) const {
    QueryStats stats;
    const Vec<D, double> e = to_double(eye);
    const bool on = walk(
        [&](const Node& n) {
          return Way{n.plane.height(e) < 0 ? -nearest : nearest, true, true};
        },
        [&](const Node& n) {
          ++stats.nodes;
          for (const Fragment& f : fragments_of(n)) {
            ++stats.results;
            if (!goes_on(visit, f)) return false;
          }
          return true;
        });
    return {on ? Status::ok : Status::stopped, stats};
  }

  // The half-spaces that a box reaches, with room for rounding. Infinite boxes reach both.
  Way sides_of(const Node& n, const Aabb<D, double>& box) const {
    const detail::HeightRange r = detail::heights(box, n.plane.normal);
    // Fragments of a side may reach over the plane by the tolerance.
    const double slack = 2 * tolerance();
    return Way{1, !(r.high < n.plane.offset - slack), !(r.low > n.plane.offset + slack)};
  }

  detail::BspBuilder<D, T> tree_;
};

}  // namespace masu
