// SPDX-License-Identifier: MIT
// Binary space partitioning: space halved by planes in any direction, down to single faces.
#pragma once

#include <cstdint>
#include <span>

#include <masu/broad_phase/query_results.hpp>
#include <masu/core/block_target.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/core/ray.hpp>
#include <masu/core/trace.hpp>

namespace masu {

namespace detail {
template <int D, class T>
class BspState;
}  // namespace detail

// A segment in 2D, a triangle in 3D. Its front is to the right on the way from the first corner to
// the second (2D), or the side from which the corners run counterclockwise (3D).
template <int D, class T>
struct BspFace {
  Vec<D, T> corner[D];  // its ends, or its corners
};

// The points p with dot(normal, p) = offset; the normal has length 1. Positive half-space: dot
// above.
template <int D>
struct BspPlane {
  Vec<D, double> normal;
  double offset;

  // Returns how far a point lies in front of the plane; below zero: behind it.
  double height(const Vec<D, double>& p) const { return dot(normal, p) - offset; }
};

// A piece of the face of that number.
template <int D>
struct BspFragment {
  Vec<D, double> corner[D];  // its ends, or its corners
  std::uint32_t face;        // the number of the face

  Aabb<D, double> bounds() const {
    Aabb<D, double> box = Aabb<D, double>::of_point(corner[0]);
    for (int i = 1; i < D; ++i) box = merge(box, Aabb<D, double>::of_point(corner[i]));
    return box;
  }
};

// Where planes come from (L).
enum class BspPlanes : std::uint8_t {
  faces,            // the planes of the faces themselves
  vertex_and_edge,  // through a corner of one and an edge (2D: the end of one) of another, where
                    // that halves well; else as above
};

struct BspOptions {
  BspPlanes planes = BspPlanes::faces;  // where planes come from
  // Planes tried at each node: that of least 8 splits + |front - back| is taken. At least 1.
  std::uint32_t candidates = 8;
  // Points no farther than this from a plane lie in it; 0: 2^-36 of the largest coordinate.
  double tolerance = 0;
  // More are refused: cutting can make O(n^2) of them.
  std::size_t most_fragments = std::size_t(1) << 31;
};

// Event: a node was made.
template <int D>
struct BspCut {
  BspPlane<D> plane;   // the node's
  std::size_t on;      // pieces in the plane
  std::size_t front;   // pieces in front of it
  std::size_t back;    // pieces behind it
  std::size_t splits;  // faces that it cut in two
};
// Event: a face was left out.
struct BspLeavesOut {
  std::uint32_t face;  // the number of the face
};

// Of segments (D = 2) or triangles (D = 3). Each node has a plane, the fragments in it, and the two
// half-spaces. A face that straddles a plane is cut in two. (H. Fuchs, Z. M. Kedem, B. F. Naylor,
// "On visible surface generation by a priori tree structures", 1980.)
//
// Build: O(n log n) where planes halve their faces, O(n^2) at worst, as on a convex body, all of
// which is behind each of its planes; up to O(n^2) fragments. Sidedness is decided in double with a
// stated tolerance. Nothing recurses; queries need no memory.
template <int D, class T>
class BspTree {
  static_assert(D == 2 || D == 3);
  using BuildTrace = AnyTrace<BspCut<D>, BspLeavesOut>;
  using Target = BlockTarget<BspFragment<D>>;
  using SeeCut = FunctionRef<void(const BspFace<2, double>&, int depth, std::size_t count)>;

 public:
  using Face = BspFace<D, T>;
  using Fragment = BspFragment<D>;
  using Point = Vec<D, T>;
  using Id = std::uint32_t;  // index of a face in the input

  explicit BspTree(Allocator allocator = default_allocator()) : state_(allocator) {}

  // Statuses: out_of_memory, too_many_objects (fragments), out_of_range (options); the tree is
  // empty then. The trace sees BspCut<D>, a node at a time, and the faces left out as BspLeavesOut.
  Status build(std::span<const Face> faces, const BspOptions& options = {}, BuildTrace trace = {});

  std::size_t node_count() const;
  // Those in the tree, in the order of their nodes.
  std::span<const Fragment> fragments() const;
  // Cuts through a face or a fragment of one.
  std::size_t splits() const;
  // Faces left out: without extent across (a segment no longer, a triangle no higher than the
  // tolerance) or not finite.
  std::size_t degenerate() const;
  // Points no farther than this from a plane lie in it.
  double tolerance() const;
  // Comparisons (sides of corners) of the build.
  const QueryStats& build_stats() const;

  // visit(fragment) for all: whatever comes later lies in front of, or beside, what came before, as
  // seen from the eye (the painter's order). A visitor may return false to stop. O(fragments).
  SearchResult back_to_front(const Point& eye, const Target& visit) const {
    return in_order(eye, -1, visit);
  }
  SearchResult front_to_back(const Point& eye, const Target& visit) const {
    return in_order(eye, 1, visit);
  }

  // Is the point behind the faces? They must close their bodies and face outward. Points within the
  // tolerance of a face may count as either. Without faces: no. O(depth).
  bool in_solid(const Point& point) const;

  // The face that the ray meets first, by (t, id); from either side. Rays in the plane of a face
  // miss it. not_finite: the ray is not valid.
  RayCastResult<T, Id> ray_cast(const Ray<D, T>& ray) const;

  // visit(fragment) for each that shares a point with the box, by arithmetic in double.
  SearchResult for_each_overlapping(const Aabb<D, T>& box, const Target& visit) const;

  // The tree, for drawing and for learning: visit(plane, depth, fragments in it) for each node,
  // parents before children, the root at depth 0; then object(fragment) for each of those. O(n).
  void for_each_node(FunctionRef<void(const BspPlane<D>&, int depth, std::size_t count)> visit,
                     FunctionRef<void(const Fragment&)> object = IgnoreObjects{}) const;

  // The same in 2D: visit(cut, depth, fragments), the cut being what of the node's line lies in its
  // region, within a finite box; nodes with a region outside of it are left out. O(n depth).
  void for_each_cut(const Aabb<D, T>& within, SeeCut visit,
                    FunctionRef<void(const Fragment&)> object = IgnoreObjects{}) const
      requires(D == 2) {
    show_cuts(within, visit, object);
  }

  // Links both ways, fragments in the planes of their nodes and on the right side of those above.
  // O(fragments depth).
  bool validate() const;

 private:
  SearchResult in_order(const Point& eye, int nearest, const Target& target) const;
  void show_cuts(const Aabb<D, T>& within, SeeCut visit,
                 FunctionRef<void(const Fragment&)> object) const;

  detail::Opaque<detail::BspState<D, T>> state_;
};

}  // namespace masu
