// SPDX-License-Identifier: MIT
// A solid with flat faces: vertices, faces, and who lies beside whom.
#pragma once

#include <masu/shapes/cube_table.hpp>
#include <masu/shapes/detail/vertex_set.hpp>
#include <masu/shapes/shape_view.hpp>

namespace masu {

namespace detail {
template <class T>
struct ClimbChords;
}

// All x with normal . x <= offset lie behind it; the normal has length 1.
struct FacePlane {
  Vec<3, double> normal;
  double offset;
};

// Between two vertices, the smaller first; the face `left` runs through it from tail to head, the
// face `right` the other way.
struct PolyhedronEdge {
  std::uint32_t tail;   // the vertex that it leads from
  std::uint32_t head;   // the vertex that it leads to
  std::uint32_t left;   // the face to its left, seen from outside
  std::uint32_t right;  // the face to its right
};

// The other end of an edge at a vertex.
struct PolyhedronSpoke {
  std::uint32_t vertex;
  std::uint32_t edge;  // the edge that leads there
};

// Memory: about 12 + 6 * 40 bytes a vertex in float, where faces are triangles, and 1.5 KiB for the
// table of supports from kTableVertices vertices on.
template <class T>
class ConvexPolyhedron {
 public:
  using Index = std::uint32_t;

  explicit ConvexPolyhedron(Allocator allocator = default_allocator());

  // Faces are loops of places in `points`, counter-clockwise seen from outside: face f has the
  // next counts[f] of `loops`. Points that no face names are left out. Faces may be any convex
  // polygons, beside each other in one plane too. O(n log n), and O(n) more for each edge that
  // rounding might hide a bend of. Statuses: no_points, not_finite, out_of_range (see check()),
  // size_mismatch (counts and loops), bad_index, open_surface (an edge without two faces, a face
  // of fewer than three corners, more or less than one sphere), flat, inverted, not_convex (a point
  // more than 64 units in the last place of the largest coordinate outside a plane, or a face not
  // flat by as much; a face or the faces at a vertex go around more than once), out_of_memory; then
  // it is as before.
  Status build(std::span<const Vec<3, T>> points, std::span<const Index> loops,
               std::span<const Index> counts);
  // The same without the tests whether it is solid and convex, for hulls.
  Status build_hull(std::span<const Vec<3, T>> points, std::span<const Index> loops,
                    std::span<const Index> counts);
  // Becomes a copy of `from`, in memory of its own allocator. O(n log n). out_of_memory: it stays
  // as it was.
  Status copy(const ConvexPolyhedron& from);

  std::size_t vertex_count() const { return vertices_.size(); }
  std::size_t face_count() const { return planes_.size(); }
  std::size_t edge_count() const { return edges_.size(); }
  Vec<3, T> vertex(std::size_t v) const { return vertices_[v]; }
  const FacePlane& plane(std::size_t f) const { return planes_[f]; }
  const PolyhedronEdge& edge(std::size_t e) const { return edges_[e]; }
  // Vertices of a face, counter-clockwise seen from outside.
  std::span<const Index> face(std::size_t f) const {
    return {loops_.data() + face_first_[f], face_first_[f + 1] - face_first_[f]};
  }
  // Its edges: the k-th joins the k-th vertex and the next.
  std::span<const Index> face_edges(std::size_t f) const {
    return {loop_edges_.data() + face_first_[f], face_first_[f + 1] - face_first_[f]};
  }
  // Edges at a vertex, by number.
  std::span<const PolyhedronSpoke> spokes(std::size_t v) const {
    return {spokes_.data() + spoke_first_[v], spoke_first_[v + 1] - spoke_first_[v]};
  }
  const detail::VertexSet<3, T>& vertices() const { return vertices_; }

  // With fewer vertices it is faster to ask all of them (docs/narrow_phase/support.md).
  static constexpr std::size_t kTableVertices = 100;
  // Where climb() may start. Empty for fewer vertices, and where rounding hides whether the surface
  // bends inwards somewhere, or faces are bent by more than rounding: a climb might end there.
  const CubeTable& table() const { return table_; }
  // No edge is nearly flat, no face is a needle (256 times as long as wide) or bent by more than
  // rounding: directions of faces and edges say all about it. What separating_axis() needs.
  bool sharp() const { return sharp_; }

  ShapeView<3, T> view() const { return {.kind = ShapeKind::polyhedron, .object = this}; }

 private:
  friend detail::ClimbChords<T>;
  struct HalfEdge {
    Index low, high, face, slot;
    bool forward;
  };

  Status take(std::span<const Vec<3, T>> points, std::span<const Index> loops,
              std::span<const Index> counts);
  Status take_points(std::span<const Vec<3, T>> points);
  Status make_edges();
  bool make_spokes();
  bool make_planes();
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
  Buffer<Index> chord_first_;  // for each vertex, where its chords begin; empty if there are none
  Buffer<Index> chords_;       // other vertices that climb() measures where edges are level
  double bend_ = 0;            // largest distance of a corner from the plane of its face
  double level_ = 0;           // an edge that leads down by less, along a unit vector, is level
  bool sharp_ = false;
};

}  // namespace masu
