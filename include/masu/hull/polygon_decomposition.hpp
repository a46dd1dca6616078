// SPDX-License-Identifier: MIT
// Polygons with holes, cut into convex parts.
#pragma once

#include <masu/core/trace.hpp>
#include <masu/hull/convex_parts2.hpp>
#include <masu/hull/detail/chain_triangulation.hpp>
#include <masu/hull/detail/convex_parts2_access.hpp>
#include <masu/hull/detail/left_to_right.hpp>
#include <masu/hull/detail/monotone_sweep.hpp>

namespace masu {

// First all diagonals of a triangulation, then each is erased that is not needed at either end (S.
// Hertel, K. Mehlhorn, "Fast Triangulation of Simple Polygons", 1983). A corner where the boundary
// bends inwards needs at most two, so that r such corners leave at most 2 r diagonals, where r / 2
// are always needed: at most four times as many, and in a polygon without holes, whose parts are
// one more than its diagonals, at most four times the fewest possible parts.
//
// Every sign is exact: parts are convex and cover the polygons for every finite input, without new
// points.
template <class T>
class PolygonDecomposition {
 public:
  using Points = std::span<const Vec<2, T>>;

  explicit PolygonDecomposition(Allocator allocator = default_allocator())
      : sorter_(allocator),
        order_(allocator),
        rank_(allocator),
        seen_(allocator),
        faces_(allocator),
        sweep_(allocator),
        triangulation_(allocator) {}

  // Loops of corners, the next loop_sizes[k] of `points` each: outlines counterclockwise, holes
  // clockwise, so that the inside is always to the left. Islands may lie in holes, and so on. All
  // corners differ, and no two edges touch but those next to each other in a loop, at their common
  // corner.
  //
  // Statuses: no_points; not_finite; size_mismatch; flat, a loop of fewer than three corners or
  // whose corners all lie on a line; touching, corners are equal, or edges cross or touch;
  // inverted, a loop runs the wrong way for where it lies: a hole outside of all outlines or in a
  // hole does, too; too_many_objects, more than 2^28 corners; out_of_memory. Then `parts` is empty.
  // The trace sees DiagonalDrawn and DiagonalErased. O(n log n) and a memmove of the edges above at
  // each corner. No allocation once it has seen as large a task.
  template <class Trace = NoTrace>
  Status build(Points points, std::span<const std::uint32_t> loop_sizes, ConvexParts2& parts,
               Trace&& trace = {}) {
    const Status good = draw_all(points, loop_sizes, parts, trace);
    if (good != Status::ok) return good;
    erase_needless(points, trace);
    return deliver(parts);
  }
  // One outline.
  Status build(Points outline, ConvexParts2& parts) {
    const auto size = static_cast<std::uint32_t>(outline.size());
    return build(outline, {&size, 1}, parts);
  }

  // The same before diagonals are erased: triangles, all of some area.
  template <class Trace = NoTrace>
  Status triangulate(Points points, std::span<const std::uint32_t> loop_sizes, ConvexParts2& parts,
                     Trace&& trace = {}) {
    const Status good = draw_all(points, loop_sizes, parts, trace);
    return good == Status::ok ? deliver(parts) : good;
  }

  // Of the last build; faces: diagonals.
  const HullStats& stats() const { return stats_; }

 private:
  using Index = detail::PlanarFaces::Index;
  static constexpr std::size_t kMostCorners = std::size_t(1) << 28;

  static Status check(Points points, std::span<const std::uint32_t> loop_sizes) {
    if (points.empty()) return Status::no_points;
    if (points.size() > kMostCorners) return Status::too_many_objects;
    std::size_t sum = 0;
    for (const std::uint32_t size : loop_sizes) sum += size;
    if (sum != points.size()) return Status::size_mismatch;
    for (const std::uint32_t size : loop_sizes) {
      if (size < 3) return Status::flat;
    }
    return detail::check_points(points);
  }

  static std::span<const Index> ranks(const Buffer<Index>& b) { return {b.data(), b.size()}; }

  bool sort(Points points) {
    const std::size_t count = points.size();
    if (!rank_.resize(count) || !order_.resize(count)) return false;
    for (std::size_t i = 0; i < count; ++i) order_[i] = static_cast<Index>(i);
    if (!sorter_.sort(points, {order_.data(), count})) return false;
    for (std::size_t i = 0; i < count; ++i) {
      order_[i] = sorter_[i].place;
      rank_[order_[i]] = static_cast<Index>(i);
    }
    return true;
  }
  bool has_equal(Points points) const {
    for (std::size_t i = 1; i < order_.size(); ++i) {
      if (points[order_[i - 1]] == points[order_[i]]) return true;
    }
    return false;
  }

  // Is there a loop whose corners all lie on a line?
  static bool has_flat_loop(Points points, std::span<const std::uint32_t> loop_sizes) {
    for (const std::uint32_t size : loop_sizes) {
      const Points loop = points.first(size);
      points = points.subspan(size);
      std::size_t other = 1;  // a corner that differs from the first
      while (other + 1 < size && loop[other] == loop[0]) ++other;
      bool flat = true;
      for (std::size_t i = other + 1; i < size && flat; ++i) {
        flat = orient2d(loop[0], loop[other], loop[i]) == 0;
      }
      if (flat) return true;
    }
    return false;
  }

  // visit(a half-edge of it). Faces may be cut meanwhile: the new ones are not visited.
  template <class Visit>
  bool for_each_face(Visit&& visit) {
    const Index count = faces_.edge_count();
    for (Index e = 0; e < count; ++e) seen_[e] = 0;
    for (Index e = 0; e < count; ++e) {
      if (seen_[e] != 0 || faces_.origin(e) == detail::PlanarFaces::kNone) continue;
      for (Index f = e; seen_[f] == 0; f = faces_.next(f)) seen_[f] = 1;
      if (!visit(e)) return false;
    }
    return true;
  }

  template <class Trace>
  Status draw_all(Points points, std::span<const std::uint32_t> loop_sizes, ConvexParts2& parts,
                  Trace& trace) {
    stats_ = {};
    parts.clear();
    if (const Status good = check(points, loop_sizes); good != Status::ok) return good;
    const auto count = static_cast<Index>(points.size());
    if (!faces_.start(loop_sizes, count) || !triangulation_.start(count) || !sort(points)) {
      return Status::out_of_memory;
    }
    const Status good =
        has_equal(points) ? Status::touching
                          : sweep_.run(points, ranks(order_), ranks(rank_), faces_, stats_, trace);
    if (good == Status::touching && has_flat_loop(points, loop_sizes)) return Status::flat;
    if (good != Status::ok) return good;
    if (!seen_.resize(faces_.edge_count())) return Status::out_of_memory;
    for_each_face([&](Index e) {
      triangulation_.run(points, ranks(rank_), faces_, e, stats_, trace);
      return true;
    });
    return Status::ok;
  }

  template <class Trace>
  void erase_needless(Points points, Trace& trace) {
    for (Index e = faces_.corner_count(); e < faces_.edge_count(); e += 2) {
      if (!faces_.is_needless(points, e, stats_)) continue;
      trace.on(DiagonalErased{faces_.origin(e), faces_.head(e)});
      faces_.erase(e);
    }
  }

  Status deliver(ConvexParts2& parts) {
    if (write(parts)) return Status::ok;
    parts.clear();
    return Status::out_of_memory;
  }
  bool write(ConvexParts2& parts) {
    auto& begin = detail::ConvexParts2Access::begin(parts);
    auto& corners = detail::ConvexParts2Access::corners(parts);
    if (!seen_.resize(faces_.edge_count()) || !begin.push_back(0)) return false;
    return for_each_face([&](Index first) {
      Index e = first;
      do {
        if (!corners.push_back(faces_.origin(e))) return false;
        e = faces_.next(e);
      } while (e != first);
      return begin.push_back(static_cast<Index>(corners.size()));
    });
  }

  HullStats stats_;
  detail::LeftToRight<T> sorter_;
  Buffer<Index> order_;
  Buffer<Index> rank_;
  Buffer<std::uint8_t> seen_;
  detail::PlanarFaces faces_;
  detail::MonotoneSweep<T> sweep_;
  detail::ChainTriangulation<T> triangulation_;
};

}  // namespace masu
