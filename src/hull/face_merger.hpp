// SPDX-License-Identifier: MIT
// Merges triangles into faces: what lies in one plane exactly becomes one polygon of extreme
// points.
#pragma once

#include <bit>

#include "core/radix_sort.hpp"

#include "hull/face_regions.hpp"
#include "hull/hull3_access.hpp"

namespace masu::detail {

// Triangles that share an edge and lie in one plane belong to one face: planes of triangles are
// compared exactly, so that this holds for all in the plane or for none. The border of a face is
// the half-edges that are not flat. A point is extreme if borders of three faces or more meet at
// it: those of two meet along a line, and there is none within one. A triangle without flat edges
// is a face with extreme corners: a corner that is not extreme has half a turn of the plane around
// it, more than the angle of a triangle.
template <class T>
class FaceMerger {
 public:
  using Index = std::uint32_t;
  using Access = Hull3Access<T>;

  explicit FaceMerger(Allocator allocator) : allocator_(allocator) {}

  // Returns false if out of memory.
  bool merge(GrowingHull& surface, std::span<const Vec<3, T>> points, Hull3<T>& hull) {
    surface_ = &surface;
    if (!find_borders() || !label_faces() || !write(hull)) return false;
    for (std::size_t f = 0; f < faces_; ++f) Access::find_plane(hull, points, f);
    return true;
  }

  // Makes the faces of the regions, each in the plane of its first triangle.
  bool merge(GrowingHull& surface, const FaceRegions& regions, std::span<const Vec<3, T>> points,
             Hull3<T>& hull) {
    surface_ = &surface;
    if (!take_regions(regions) || !write(hull)) return false;
    for (std::size_t f = 0; f < faces_; ++f) {
      const HullTriangle& t = triangle(regions.seed(order_[f].item));
      const auto index = [&](int k) { return surface_->work_points().input_index(t.corner[k]); };
      Access::set_plane(hull, f, points[index(0)], points[index(1)], points[index(2)]);
    }
    return true;
  }

 private:
  bool write(Hull3<T>& hull) {
    if (!number_vertices(hull) || !sort_faces()) return false;
    if (!Access::reserve(hull, faces_, edges_)) return false;
    write_loops(hull);
    write_twins(hull);
    return true;
  }

  const HullTriangle& triangle(Index f) const { return surface_->triangle(f); }
  Index twin(Index edge) const { return triangle(face_of(edge)).twin[corner_of(edge)]; }
  Index origin(Index edge) const { return triangle(face_of(edge)).corner[corner_of(edge)]; }
  bool on_border(Index edge) const { return (flat_[face_of(edge)] >> corner_of(edge) & 1) == 0; }
  bool is_single(Index f) const { return flat_[f] == 0; }

  // Sets flat_, a bit for each edge of a triangle, and counts the borders at each point in vertex_.
  bool find_borders() {
    const std::size_t slots = surface_->slots();
    const std::size_t points = surface_->work_points().size();
    if (!flat_.resize(slots) || !vertex_.resize(points)) return false;
    for (std::uint8_t& bits : flat_) bits = 0;
    for (Index& v : vertex_) v = 0;
    for (Index f = 0; f < slots; ++f) {
      if (!surface_->alive(f)) continue;
      const HullTriangle& t = triangle(f);
      for (Index k = 0; k < 3; ++k) {
        const Index across = t.twin[k];
        if (face_of(across) < f) continue;  // counted from there
        if (surface_->side(t, origin(previous_edge(across))) == 0) {
          flat_[f] = static_cast<std::uint8_t>(flat_[f] | 1u << k);
          flat_[face_of(across)] =
              static_cast<std::uint8_t>(flat_[face_of(across)] | 1u << corner_of(across));
        } else {
          ++vertex_[t.corner[k]];
          ++vertex_[t.corner[k == 2 ? 0 : k + 1]];
        }
      }
    }
    return true;
  }

  bool label_faces() {
    const std::size_t slots = surface_->slots();
    if (!label_.resize(slots) || !stack_.reserve(slots)) return false;
    for (Index& label : label_) label = kNoIndex;
    faces_ = 0;
    for (Index f = 0; f < slots; ++f) {
      if (surface_->alive(f) && label_[f] == kNoIndex) flood(f, faces_++);
    }
    return true;
  }

  // As above, for regions. Where only two of them meet there is no vertex, unless one would have
  // fewer than three.
  bool take_regions(const FaceRegions& regions) {
    const std::size_t slots = surface_->slots();
    if (!flat_.resize(slots) || !label_.resize(slots) || !first_.resize(regions.size()) ||
        !vertex_.resize(surface_->work_points().size())) {
      return false;
    }
    faces_ = static_cast<Index>(regions.size());
    for (Index& v : vertex_) v = 0;
    for (Index f = 0; f < slots; ++f) {
      label_[f] = regions.label(f);
      flat_[f] = 0;
      for (Index k = 0; k < 3 && label_[f] != kNoIndex; ++k) {
        const Index across = triangle(f).twin[k];
        const bool flat = regions.label(face_of(across)) == label_[f];
        flat_[f] = static_cast<std::uint8_t>(flat_[f] | (flat ? 1u : 0u) << k);
        if (!flat) ++vertex_[triangle(f).corner[k]];
      }
    }
    keep_small_faces();
    return true;
  }

  void keep_small_faces() {
    for (Index& corners : first_) corners = 0;
    const auto for_each = [&](auto&& visit) {
      for (Index edge = 0; edge < 4 * label_.size(); ++edge) {
        if (corner_of(edge) < 3 && label_[face_of(edge)] != kNoIndex && on_border(edge))
          visit(edge);
      }
    };
    for_each([&](Index edge) { first_[label_[face_of(edge)]] += vertex_[origin(edge)] > 2; });
    for_each([&](Index edge) {
      if (first_[label_[face_of(edge)]] < 3) vertex_[origin(edge)] = 3;
    });
  }

  void flood(Index seed, Index label) {
    label_[seed] = label;
    if (is_single(seed)) return;
    stack_.clear();
    push(seed);
    while (!stack_.empty()) {
      const Index f = stack_.back();
      stack_.pop_back();
      for (Index edge = half_edge(f, 0); edge <= half_edge(f, 2); ++edge) {
        const Index beyond = face_of(twin(edge));
        if (on_border(edge) || label_[beyond] != kNoIndex) continue;
        label_[beyond] = label;
        push(beyond);
      }
    }
  }

  void push(Index f) {
    stack_.append_unchecked(f);  // each triangle once: reserved
  }

  // Sets vertex_[i] to the number of an extreme point, in order of index; kNoIndex for the others.
  bool number_vertices(Hull3<T>& hull) {
    const WorkPoints& work = surface_->work_points();
    std::size_t count = 0;
    for (const Index borders : vertex_) count += borders > 2;
    auto& vertices = Access::vertices(hull);
    if (!extreme_.resize(count) || !vertices.resize(count)) return false;
    count = 0;
    for (Index i = 0; i < vertex_.size(); ++i) {
      if (vertex_[i] > 2) extreme_[count++] = {work.input_index(i), i};
      vertex_[i] = kNoIndex;
    }
    if (!radix_sort(extreme_, extreme_scratch_)) return false;
    for (Index v = 0; v < count; ++v) {
      vertices[v] = extreme_[v].key;
      vertex_[extreme_[v].item] = v;
    }
    return true;
  }

  // Of all faces except single triangles.
  template <class F>
  void for_each_border_edge(F&& f) const {
    for (Index t = 0; t < label_.size(); ++t) {
      if (label_[t] == kNoIndex || is_single(t)) continue;
      for (Index edge = half_edge(t, 0); edge <= half_edge(t, 2); ++edge) {
        if (on_border(edge)) f(edge);
      }
    }
  }

  // Returns the next half-edge on the border of its face.
  Index next_on_border(Index edge) const {
    edge = next_edge(edge);
    while (!on_border(edge)) edge = next_edge(twin(edge));
    return edge;
  }

  // As above, up to the next extreme point; `last` is the half-edge that ends there.
  Index next_corner(Index edge, Index& last) const {
    last = edge;
    if (is_single(face_of(edge))) return next_edge(edge);
    edge = next_on_border(edge);
    while (vertex_[origin(edge)] == kNoIndex) last = edge, edge = next_on_border(edge);
    return edge;
  }

  // Sorts faces by first and second vertex: an edge in one direction belongs to only one face.
  bool sort_faces() {
    if (!first_.resize(faces_) || !order_.resize(faces_)) return false;
    for (Index& edge : first_) edge = kNoIndex;
    edges_ = 0;
    for_each_border_edge([&](Index edge) {
      const Index v = vertex_[origin(edge)];
      if (v == kNoIndex) return;
      ++edges_;
      Index& first = first_[label_[face_of(edge)]];
      if (first == kNoIndex || v < vertex_[origin(first)]) first = edge;
    });
    for (Index t = 0; t < label_.size(); ++t) {
      if (label_[t] != kNoIndex && is_single(t)) first_[label_[t]] = least_edge(t), edges_ += 3;
    }
    const auto bits = static_cast<int>(std::bit_width(extreme_.size()));
    for (Index f = 0; f < faces_; ++f) {
      Index last = 0;
      const Index second = next_corner(first_[f], last);
      order_[f] = {std::uint64_t(vertex_[origin(first_[f])]) << bits | vertex_[origin(second)], f};
    }
    return radix_sort(order_, scratch_) && edge_.resize(4 * label_.size());
  }

  Index least_edge(Index t) const {
    Index least = half_edge(t, 0);
    for (Index edge = least + 1; edge <= half_edge(t, 2); ++edge) {
      if (vertex_[origin(edge)] < vertex_[origin(least)]) least = edge;
    }
    return least;
  }

  // Sets edge_[e] to the number of the edge whose first half-edge is e; twins are half-edges for
  // now.
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

  GrowingHull* surface_ = nullptr;
  Index faces_ = 0;
  std::size_t edges_ = 0;
  Allocator allocator_;                    // of all members below
  Buffer<std::uint8_t> flat_{allocator_};  // of each triangle
  Buffer<Index> label_{allocator_};        // face of each triangle
  Buffer<Index> stack_{allocator_};
  Buffer<Index> vertex_{allocator_};  // of each point
  Buffer<Index> first_{allocator_};   // the first half-edge of each face
  Buffer<Index> edge_{allocator_};
  Buffer<KeyedItem<std::uint64_t>> order_{allocator_};
  Buffer<KeyedItem<std::uint64_t>> scratch_{allocator_};
  Buffer<KeyedItem<Index>> extreme_{allocator_};
  Buffer<KeyedItem<Index>> extreme_scratch_{allocator_};
};

}  // namespace masu::detail
