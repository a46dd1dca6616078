// SPDX-License-Identifier: MIT
// A closed surface built polygon by polygon, and its canonical order.
#pragma once

#include "core/radix_sort.hpp"

#include "hull/hull3_access.hpp"

namespace masu::detail {

// Half-edges without a twin so far are in a list that is searched from its end: gift wrapping tests
// all points for each face, and there are fewer edges than points in the list. Functions that
// return bool return false if out of memory.
template <class T>
class PolygonSurface {
 public:
  using Index = std::uint32_t;
  using Access = Hull3Access<T>;
  // A half-edge between two indices of the input; its number counts the corners of all faces.
  struct OpenEdge {
    Index from;
    Index to;
    Index number;
  };

  explicit PolygonSurface(Allocator allocator) : allocator_(allocator) {}

  void clear() {
    corner_.clear();
    begin_.clear();
    twin_.clear();
    open_.clear();
  }

  bool closed() const { return open_.empty(); }
  const OpenEdge& open_edge() const { return open_.back(); }

  // Adds a face counterclockwise from outside: first its corners, then its end.
  bool add_corner(Index index) { return corner_.push_back(index) && twin_.push_back(kNoIndex); }
  bool end_face() {
    const Index begin = static_cast<Index>(begin_.empty() ? 0 : begin_.back());
    const Index end = static_cast<Index>(corner_.size());
    for (Index e = begin; e < end; ++e) {
      if (!link({corner_[e], corner_[e + 1 < end ? e + 1 : begin], e})) return false;
    }
    return begin_.push_back(end);
  }
  // The last face.
  std::span<const Index> last_face() const {
    const Index begin = begin_.size() < 2 ? 0 : begin_[begin_.size() - 2];
    return {corner_.data() + begin, begin_.back() - begin};
  }

  bool write(std::span<const Vec<3, T>> points, Hull3<T>& hull) {
    if (!number_vertices(points.size(), hull) || !sort_faces()) return false;
    if (!Access::reserve(hull, begin_.size(), corner_.size())) return false;
    Index count = 0;
    for (const auto& face : order_) {
      Access::begin_face(hull, count);
      const Index begin = begin_of(face.item);
      const Index size = begin_[face.item] - begin;
      const Index first = least_corner(face.item);
      for (Index k = 0; k < size; ++k) {
        const Index e = begin + (first - begin + k) % size;
        Access::set_corner(hull, count, vertex_[corner_[e]]);
        Access::twins(hull)[count] = twin_[e];
        edge_[e] = count++;
      }
    }
    Access::end_faces(hull);
    for (Index& twin : Access::twins(hull)) twin = edge_[twin];
    for (std::size_t f = 0; f < begin_.size(); ++f) Access::find_plane(hull, points, f);
    return true;
  }

 private:
  Index begin_of(std::size_t f) const { return f == 0 ? 0 : begin_[f - 1]; }

  bool link(const OpenEdge& edge) {
    for (std::size_t i = open_.size(); i-- > 0;) {
      if (open_[i].from != edge.to || open_[i].to != edge.from) continue;
      twin_[edge.number] = open_[i].number;
      twin_[open_[i].number] = edge.number;
      open_[i] = open_.back();
      open_.pop_back();
      return true;
    }
    return open_.push_back(edge);
  }

  // Sets vertex_[index] to the number of a corner.
  bool number_vertices(std::size_t count, Hull3<T>& hull) {
    if (!vertex_.resize(count)) return false;
    for (Index& v : vertex_) v = kNoIndex;
    for (const Index index : corner_) vertex_[index] = 0;
    auto& vertices = Access::vertices(hull);
    for (Index index = 0; index < count; ++index) {
      if (vertex_[index] == kNoIndex) continue;
      vertex_[index] = static_cast<Index>(vertices.size());
      if (!vertices.push_back(index)) return false;
    }
    return true;
  }

  Index least_corner(Index face) const {
    Index least = begin_of(face);
    for (Index e = least + 1; e < begin_[face]; ++e) {
      if (corner_[e] < corner_[least]) least = e;
    }
    return least;
  }

  bool sort_faces() {
    if (!order_.resize(begin_.size()) || !edge_.resize(corner_.size())) return false;
    for (Index f = 0; f < begin_.size(); ++f) {
      const Index first = least_corner(f);
      const Index second = first + 1 < begin_[f] ? first + 1 : begin_of(f);
      order_[f] = {std::uint64_t(corner_[first]) << 32 | corner_[second], f};
    }
    return radix_sort(order_, scratch_);
  }

  Allocator allocator_;  // of all members below
  Buffer<Index> corner_{allocator_};
  Buffer<Index> begin_{allocator_};  // of the face after each
  Buffer<Index> twin_{allocator_};
  Buffer<OpenEdge> open_{allocator_};
  Buffer<Index> vertex_{allocator_};
  Buffer<Index> edge_{allocator_};
  Buffer<KeyedItem<std::uint64_t>> order_{allocator_};
  Buffer<KeyedItem<std::uint64_t>> scratch_{allocator_};
};

}  // namespace masu::detail
