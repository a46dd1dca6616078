// SPDX-License-Identifier: MIT
// ConvexPolyhedron: a convex solid with flat faces, in 3D.
#pragma once

#include <masu/shapes/cube_table.hpp>
#include <masu/shapes/detail/vertex_set.hpp>
#include <masu/shapes/shape_view.hpp>

namespace masu {

namespace detail {
template <class T>
struct ClimbChords;
}

// The plane of a face: the solid lies in normal . x <= offset; the normal has length 1.
struct FacePlane {
  Vec<3, double> normal;  // unit, outward
  double offset;          // of the plane: normal . x
};

// An edge between two vertices, the one with the smaller index first. The loop of the face `left`
// contains it from tail to head, that of the face `right` in the opposite direction.
struct PolyhedronEdge {
  std::uint32_t tail;   // the first vertex
  std::uint32_t head;   // the second vertex
  std::uint32_t left;   // the face to its left, seen from outside
  std::uint32_t right;  // the face to its right
};

// An edge at a vertex, and the vertex at its other end.
struct PolyhedronSpoke {
  std::uint32_t vertex;  // the other end
  std::uint32_t edge;    // the edge that leads there
};

// A convex polyhedron with its faces, edges and neighbors. Memory: about 12 + 6 * 40 bytes per
// vertex in float, where faces are triangles, and 1.5 KiB for the table of support points from
// kTableVertices vertices on. Use it for convex solids with faces; for a concave one use
// TriangleMesh or decompose().
//
//    masu::ConvexPolyhedron<double> rock;
//    (void)rock.build(vertices, corners, counts);  // counts[f] corners of face f
//    use(masu::distance(rock, {}, b, pose_b).distance);
//
// Cost: O(n log n) to build. Threads: const members are safe in many threads while no thread
// changes the polyhedron.
template <class T>
class ConvexPolyhedron {
 public:
  using Index = std::uint32_t;  // number of a vertex, edge or face

  explicit ConvexPolyhedron(Allocator allocator = default_allocator());  // empty: build() fills it

  // Builds it from points and faces. A face is a loop of indices into `points`, counterclockwise
  // seen from outside. `loops` holds the loops of all faces one after another; counts[f] is the
  // length of that of face f. Points that no face uses are dropped. Faces may be any convex
  // polygons; several may lie in one plane. O(n log n), and O(n) more for each edge so flat that
  // rounding may hide whether it is convex. Statuses; the polyhedron is then unchanged:
  // - no_points; not_finite; out_of_range (see check()); out_of_memory; flat; inverted;
  // - size_mismatch: counts and loops disagree; bad_index;
  // - open_surface: an edge without two faces, a face of fewer than three corners, or a surface
  //   that is not topologically a sphere;
  // - not_convex: a point lies outside the plane of a face by more than 64 units in the last place
  //   of the largest coordinate, a corner of a face is off its plane by more than that, or a face
  //   or the faces at a vertex wind around more than once.
  Status build(std::span<const Vec<3, T>> points, std::span<const Index> loops,
               std::span<const Index> counts);
  // Builds it without checking that it is closed and convex: for faces from a convex hull. Statuses
  // as of build() except inverted, not_convex. `normals`: unit normals of the faces, for needles.
  Status build_hull(std::span<const Vec<3, T>> points, std::span<const Index> loops,
                    std::span<const Index> counts, std::span<const Vec<3, double>> normals = {});
  // Copies `from`, with this polyhedron's allocator. O(n log n). out_of_memory: unchanged.
  Status copy(const ConvexPolyhedron& from);

  std::size_t vertex_count() const { return vertices_.size(); }   // vertices that faces use
  std::size_t face_count() const { return planes_.size(); }       // numbered as given to build()
  std::size_t edge_count() const { return edges_.size(); }        // each counted once
  Vec<3, T> vertex(std::size_t v) const { return vertices_[v]; }  // its coordinates
  const FacePlane& plane(std::size_t f) const { return planes_[f]; }     // outward plane of face f
  const PolyhedronEdge& edge(std::size_t e) const { return edges_[e]; }  // edge e
  // Returns the vertices of a face, counterclockwise seen from outside.
  std::span<const Index> face(std::size_t f) const {
    return {loops_.data() + face_first_[f], face_first_[f + 1] - face_first_[f]};
  }
  // Returns the edges of a face: the k-th joins its k-th vertex and the next.
  std::span<const Index> face_edges(std::size_t f) const {
    return {loop_edges_.data() + face_first_[f], face_first_[f + 1] - face_first_[f]};
  }
  // Returns the edges at a vertex, sorted by index.
  std::span<const PolyhedronSpoke> spokes(std::size_t v) const {
    return {spokes_.data() + spoke_first_[v], spoke_first_[v + 1] - spoke_first_[v]};
  }
  // Returns the vertices as support functions read them.
  const detail::VertexSet<3, T>& vertices() const { return vertices_; }

  // From this many vertices on there is a table; with fewer, a linear scan is faster
  // (docs/narrow_phase/support.md).
  static constexpr std::size_t kTableVertices = 100;
  // Returns the table of start vertices for climb(). It is empty with fewer vertices, and if a
  // climb might stop early, because the surface may be concave within rounding, or faces are bent
  // by more than rounding.
  const CubeTable& table() const { return table_; }
  // Returns whether separating_axis() needs only the directions of faces and edges: no edge is
  // nearly flat, and no face is a needle (256 times as long as wide) or bent by more than rounding.
  bool sharp() const { return sharp_; }

  // Returns a view that refers to the polyhedron, which must outlive it.
  ShapeView<3, T> view() const { return {.kind = ShapeKind::polyhedron, .object = this}; }

 private:
  friend detail::ClimbChords<T>;
  struct HalfEdge {
    Index low, high, face, slot;
    bool forward;
  };

  Status take(std::span<const Vec<3, T>> points, std::span<const Index> loops,
              std::span<const Index> counts, std::span<const Vec<3, double>> normals);
  Status take_points(std::span<const Vec<3, T>> points);
  Status make_edges();
  bool make_spokes();
  bool make_planes(std::span<const Vec<3, double>> normals);
  Status make_table(bool hull);
  bool flat_and_wide(std::size_t f) const;
  bool is_sharp() const;
  Status check_solid() const;
  Status check_convex(double slack, bool& sure) const;
  bool convex_loop(std::size_t f, double slack) const;
  Status check_windings() const;
  void make_cuts(std::span<Vec<3, double>> across) const;
  bool bends_outwards(const PolyhedronEdge& e, Index face_at_edge, Index other, double slack,
                      bool& sure) const;
  double slack() const;

  detail::VertexSet<3, T> vertices_;
  Buffer<FacePlane> planes_;
  Buffer<PolyhedronEdge> edges_;
  Buffer<Index> face_first_;
  Buffer<Index> loops_;
  Buffer<Index> loop_edges_;
  Buffer<Index> spoke_first_;
  Buffer<PolyhedronSpoke> spokes_;
  CubeTable table_;
  Buffer<Index> chord_first_;  // first chord of each vertex; empty if there are none
  Buffer<Index> chords_;       // other vertices that climb() measures where edges are level
  double bend_ = 0;            // largest distance of a corner from the plane of its face
  double level_ = 0;           // an edge that leads down by less, along a unit vector, is level
  bool sharp_ = false;
};

}  // namespace masu
