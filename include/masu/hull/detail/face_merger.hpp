// SPDX-License-Identifier: MIT
// From triangles to faces: what lies in one plane exactly becomes one polygon of extreme points.
#pragma once

#include <masu/core/detail/radix_sort.hpp>
#include <masu/hull/detail/growing_hull.hpp>
#include <masu/hull/detail/hull3_access.hpp>

namespace masu::detail {

// Triangles that meet at an edge and lie in one plane belong to one face: planes of triangles are
// compared exactly, so that this holds for all in the plane or for none. The border of a face is
// the half-edges whose twins belong to others. A point is extreme when three faces or more meet at
// it: two meet along a line, within one there is no border.
template <class T>
class FaceMerger {
 public:
  using Index = std::uint32_t;
  using Access = Hull3Access<T>;

  explicit FaceMerger(Allocator allocator)
      : label_(allocator),
        stack_(allocator),
        vertex_(allocator),
        first_(allocator),
        edge_(allocator),
        order_(allocator),
        scratch_(allocator) {}

  // False: no memory.
  bool merge(const GrowingHull& surface, std::span<const Vec<3, T>> points, SideTest& side,
             Hull3<T>& hull) {
    surface_ = &surface;
    side_ = &side;
    if (!label_faces() || !name_vertices(points.size(), hull) || !sort_faces()) return false;
    if (!Access::reserve(hull, faces_, count_edges())) return false;
    write_loops(hull);
    write_twins(hull);
    for (std::size_t f = 0; f < faces_; ++f) Access::find_plane(hull, points, f);
    return true;
  }

 private:
  const HullTriangle& triangle(Index f) const { return surface_->triangle(f); }
  Index twin(Index edge) const { return triangle(face_of(edge)).twin[corner_of(edge)]; }
  Index origin(Index edge) const { return triangle(face_of(edge)).corner[corner_of(edge)]; }
  bool on_border(Index edge) const { return label_[face_of(edge)] != label_[face_of(twin(edge))]; }

  bool label_faces() {
    const std::size_t slots = surface_->slots();
    if (!label_.resize(slots) || !stack_.reserve(slots)) return false;
    for (Index& label : label_) label = kNoPlace;
    faces_ = 0;
    for (Index f = 0; f < slots; ++f) {
      if (surface_->alive(f) && label_[f] == kNoPlace) flood(f, faces_++);
    }
    return true;
  }

  void flood(Index seed, Index label) {
    label_[seed] = label;
    stack_.clear();
    push(seed);
    while (!stack_.empty()) {
      const HullTriangle& t = triangle(stack_.back());
      stack_.pop_back();
      for (const Index across : t.twin) {
        const Index f = face_of(across);
        if (label_[f] != kNoPlace) continue;
        const Point3& tip = side_->point(origin(previous_edge(across)));
        if ((*side_)(t, tip) != 0) continue;
        label_[f] = label;
        push(f);
      }
    }
  }

  void push(Index f) {
    stack_[stack_.size()] = f;  // each triangle once: reserved
    stack_.set_size(stack_.size() + 1);
  }

  // vertex_[place] becomes the number of an extreme point, kNoPlace for the others.
  bool name_vertices(std::size_t count, Hull3<T>& hull) {
    if (!vertex_.resize(count)) return false;
    for (Index& v : vertex_) v = 0;
    std::size_t extreme = 0;
    for_each_border_edge([&](Index edge) { extreme += ++vertex_[origin(edge)] == 3; });
    auto& vertices = Access::vertices(hull);
    if (!vertices.grow(extreme)) return false;
    vertices.set_size(extreme);
    Index named = 0;
    for (Index place = 0; place < count; ++place) {
      const bool is_extreme = vertex_[place] > 2;
      vertex_[place] = is_extreme ? named : kNoPlace;
      if (is_extreme) vertices[named++] = place;
    }
    return true;
  }

  template <class F>
  void for_each_border_edge(F&& f) const {
    for (Index t = 0; t < label_.size(); ++t) {
      if (label_[t] == kNoPlace) continue;
      for (Index edge = half_edge(t, 0); edge <= half_edge(t, 2); ++edge) {
        if (on_border(edge)) f(edge);
      }
    }
  }

  // The half-edge after it on the border of its face.
  Index next_on_border(Index edge) const {
    edge = next_edge(edge);
    while (!on_border(edge)) edge = next_edge(twin(edge));
    return edge;
  }

  // The same up to the next extreme point; `last` is the piece that ends there.
  Index next_corner(Index edge, Index& last) const {
    last = edge;
    edge = next_on_border(edge);
    while (vertex_[origin(edge)] == kNoPlace) last = edge, edge = next_on_border(edge);
    return edge;
  }

  // Faces by their first and second vertex: an edge, in one direction, belongs to one face only.
  bool sort_faces() {
    if (!first_.resize(faces_) || !order_.resize(faces_)) return false;
    for (Index& edge : first_) edge = kNoPlace;
    for_each_border_edge([&](Index edge) {
      Index& first = first_[label_[face_of(edge)]];
      const Index v = vertex_[origin(edge)];
      if (v != kNoPlace && (first == kNoPlace || v < vertex_[origin(first)])) first = edge;
    });
    for (Index f = 0; f < faces_; ++f) {
      Index last = 0;
      const Index second = next_corner(first_[f], last);
      order_[f] = {std::uint64_t(vertex_[origin(first_[f])]) << 32 | vertex_[origin(second)], f};
    }
    return radix_sort(order_, scratch_) && edge_.resize(4 * label_.size());
  }

  std::size_t count_edges() const {
    std::size_t edges = 0;
    for_each_border_edge([&](Index edge) { edges += vertex_[origin(edge)] != kNoPlace; });
    return edges;
  }

  // edge_[e] becomes the number of the edge whose first piece e is; twins are pieces for now.
  void write_loops(Hull3<T>& hull) {
    Index count = 0;
    for (const auto& face : order_) {
      Access::begin_face(hull, count);
      const Index first = first_[face.item];
      Index edge = first;
      do {
        Index last = 0;
        const Index next = next_corner(edge, last);
        Access::set_corner(hull, count, vertex_[origin(edge)]);
        Access::twins(hull)[count] = twin(last);
        edge_[edge] = count++;
        edge = next;
      } while (edge != first);
    }
    Access::end_faces(hull);
  }

  void write_twins(Hull3<T>& hull) {
    for (Index& twin : Access::twins(hull)) twin = edge_[twin];
  }

  const GrowingHull* surface_ = nullptr;
  SideTest* side_ = nullptr;
  Index faces_ = 0;
  Buffer<Index> label_;  // face of each triangle
  Buffer<Index> stack_;
  Buffer<Index> vertex_;  // of each place of the input
  Buffer<Index> first_;   // the first half-edge of each face
  Buffer<Index> edge_;
  Buffer<KeyedItem<std::uint64_t>> order_;
  Buffer<KeyedItem<std::uint64_t>> scratch_;
};

}  // namespace masu::detail
