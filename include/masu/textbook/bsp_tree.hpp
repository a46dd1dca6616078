// SPDX-License-Identifier: MIT
// BspTree: binary space partitioning of faces by planes in any direction.
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

// A segment in 2D, a triangle in 3D. Its front is to the right of the direction from the first
// corner to the second (2D), or the side from which the corners are counterclockwise (3D).
template <int D, class T>
struct BspFace {
  Vec<D, T> corner[D];  // its two ends (2D) or three corners (3D)
};

// The points p with dot(normal, p) = offset; the normal has length 1. In front of it the dot
// product is greater than the offset.
template <int D>
struct BspPlane {
  Vec<D, double> normal;  // towards its front
  double offset;          // of the plane from the origin

  // Returns the distance of a point from the plane; negative behind it.
  double height(const Vec<D, double>& p) const { return dot(normal, p) - offset; }
};

// A fragment of face `face`.
template <int D>
struct BspFragment {
  Vec<D, double> corner[D];  // its two ends (2D) or three corners (3D)
  std::uint32_t face;        // the number of the face

  // Returns the box around the fragment.
  Aabb<D, double> bounds() const {
    Aabb<D, double> box = Aabb<D, double>::of_point(corner[0]);
    for (int i = 1; i < D; ++i) box = merge(box, Aabb<D, double>::of_point(corner[i]));
    return box;
  }
};

// Candidates for the planes of nodes (L).
enum class BspPlanes : std::uint8_t {
  faces,            // the planes of the faces themselves
  vertex_and_edge,  // through a corner of one and an edge (2D: an end) of another face, where
                    // that divides well; else as above
};

// Options of BspTree::build().
struct BspOptions {
  BspPlanes planes = BspPlanes::faces;  // candidates for the planes of nodes
  // Planes tried at each node: the one with the least 8 splits + |front - back| is taken. At least
  // 1.
  std::uint32_t candidates = 8;
  // Points at most this far from a plane lie in it; 0: 2^-36 of the largest coordinate.
  double tolerance = 0;
  // More fragments are refused: splitting can make O(n^2) of them.
  std::size_t most_fragments = std::size_t(1) << 31;
};

// Event: a node was made.
template <int D>
struct BspCut {
  BspPlane<D> plane;   // plane of the node
  std::size_t on;      // fragments in the plane
  std::size_t front;   // fragments in front of it
  std::size_t back;    // fragments behind it
  std::size_t splits;  // fragments that it splits in two
};
// Event: a face was left out.
struct BspLeavesOut {
  std::uint32_t face;  // the number of the face
};

// A BSP tree of segments (D = 2) or triangles (D = 3). Each node has a plane, the fragments in it,
// and the two half-spaces. A face that straddles a plane is split in two. (H. Fuchs, Z. M. Kedem,
// B. F. Naylor, "On visible surface generation by a priori tree structures", 1980.) Use it for
// depth order, or for a point in a solid; for the faces of a mesh as obstacles use TriangleMesh.
//
//    masu::BspTree<2, float> tree;
//    (void)tree.build(faces);
//    (void)tree.back_to_front({0, 0}, [](const masu::BspFragment<2>& f) { draw(f.corner); });
//
// Build: O(n log n) if planes halve their faces, O(n^2) at worst, as on a convex body, which lies
// behind each of its planes; up to O(n^2) fragments. Sides are decided in double with a stated
// tolerance. Nothing is recursive; queries need no memory.
//
// Threads: const members are safe in many threads while no thread changes the tree.
template <int D, class T>
class BspTree {
  static_assert(D == 2 || D == 3);
  using BuildTrace = AnyTrace<BspCut<D>, BspLeavesOut>;
  using Target = BlockTarget<BspFragment<D>>;
  using VisitCut = FunctionRef<void(const BspFace<2, double>&, int depth, std::size_t count)>;

 public:
  using Face = BspFace<D, T>;       // type of the input
  using Fragment = BspFragment<D>;  // what traversals visit
  using Point = Vec<D, T>;          // type of points
  using Id = std::uint32_t;         // index of a face in the input

  // Creates a tree without faces: build() fills it.
  explicit BspTree(Allocator allocator = default_allocator()) : state_(allocator) {}

  // Builds the tree. Statuses: out_of_memory, too_many_objects (fragments), out_of_range (options);
  // the tree is empty then. The trace receives BspCut<D> for each node and BspLeavesOut for faces
  // left out.
  Status build(std::span<const Face> faces, const BspOptions& options = {}, BuildTrace trace = {});

  std::size_t node_count() const;  // number of nodes
  // Returns all fragments, in the order of their nodes.
  std::span<const Fragment> fragments() const;
  // Returns the number of splits of faces and fragments.
  std::size_t splits() const;
  // Returns the number of faces left out: degenerate ones (a segment no longer, a triangle no
  // higher than the tolerance) and those that are not finite.
  std::size_t degenerate() const;
  // Returns the tolerance: points at most this far from a plane lie in it.
  double tolerance() const;
  // Returns the counters of the build: comparisons are tests of a corner against a plane.
  const QueryStats& build_stats() const;

  // Calls visit(fragment) for all in the painter's order: seen from the eye, none is hidden by an
  // earlier one; front_to_back() in reverse. The visitor may return false to stop (stopped).
  // O(fragments).
  SearchResult back_to_front(const Point& eye, const Target& visit) const {
    return in_order(eye, -1, visit);
  }
  SearchResult front_to_back(const Point& eye, const Target& visit) const {
    return in_order(eye, 1, visit);
  }

  // Returns whether the point lies behind the faces, which must enclose solids and face outward.
  // Points within the tolerance of a face may count as either side. False without faces. O(depth).
  bool in_solid(const Point& point) const;

  // Returns the first face that the ray hits, by (t, id), from either side. Rays in the plane of a
  // face miss it. not_finite: the ray is not valid.
  RayCastResult<T, Id> ray_cast(const Ray<D, T>& ray) const;

  // Calls visit(fragment) for each fragment that touches the box, computed in double. stopped.
  SearchResult for_each_overlapping(const Aabb<D, T>& box, const Target& visit) const;

  // Shows the tree, for drawing and learning: visit(plane, depth, number of fragments in it) for
  // each node, parents before children, the root at depth 0; then object(fragment) for each of
  // those. O(n).
  void for_each_node(FunctionRef<void(const BspPlane<D>&, int depth, std::size_t count)> visit,
                     FunctionRef<void(const Fragment&)> object = IgnoreObjects{}) const;

  // As above, in 2D: visit(cut, depth, fragments), where the cut is the part of the node's line in
  // its region, within a finite box; nodes whose region lies outside it are left out. O(n depth).
  void for_each_cut(const Aabb<D, T>& within, VisitCut visit,
                    FunctionRef<void(const Fragment&)> object = IgnoreObjects{}) const
      requires(D == 2) {
    show_cuts(within, visit, object);
  }

  // Checks the links, and that fragments lie in the planes of their nodes and on the right side of
  // those above. O(fragments depth).
  bool validate() const;

 private:
  SearchResult in_order(const Point& eye, int nearest, const Target& target) const;
  void show_cuts(const Aabb<D, T>& within, VisitCut visit,
                 FunctionRef<void(const Fragment&)> object) const;

  detail::Opaque<detail::BspState<D, T>> state_;
};

}  // namespace masu
