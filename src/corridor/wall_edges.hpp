// SPDX-License-Identifier: MIT
// WallEdges: makes edges between numbered vertices from pieces with coordinates, each once.
#pragma once

#include "corridor/weld_points.hpp"

namespace masu::detail {

template <class T>
class WallEdges {
 public:
  explicit WallEdges(Allocator allocator)
      : allocator_(allocator), table_(allocator), edges_(allocator) {}

  // get(i, piece) for i below `count` sets piece i, or returns false where there is none. Equal
  // ends are counted as `again`. O(n), except for stars: O(d log d) at a vertex of d edges.
  template <class Get>
  Status take(std::size_t count, Get&& get, double weld, ChainReport& report, ChainFault& again) {
    if (!number_ends(count, get)) return Status::out_of_memory;
    if (weld > 0 && !join_ends(weld, report)) return Status::out_of_memory;
    erase_points(report);
    if (!merge_parallel(again)) return Status::out_of_memory;
    report.pieces = edges_.size();
    link(report);
    return Status::ok;
  }

  std::span<WallVertex<T>> vertices() { return table_.vertices(); }
  std::span<const WallEdge> edges() const { return edges_; }

 private:
  template <class Get>
  bool number_ends(std::size_t count, Get& get) {
    constexpr std::size_t kAhead = 12;
    if (!table_.start(2 * count) || !edges_.reserve(count)) return false;
    edges_.clear();
    WallPiece<T> piece;
    std::uint32_t u = 0;
    std::uint32_t v = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (i + kAhead < count && get(i + kAhead, piece)) {
        table_.expect(piece.a);
        table_.expect(piece.b);
      }
      if (!get(i, piece)) continue;
      const std::uint32_t last_u = u;
      const std::uint32_t last_v = v;
      if (!number(piece.a, last_u, last_v, u) || !number(piece.b, last_u, last_v, v)) return false;
      if (!edges_.push_back({u, v, piece.source, piece.votes})) return false;
    }
    table_.release_slots();
    return true;
  }
  // Walls usually continue where the last one ended: no look-up then.
  bool number(const Vec<2, T>& p, std::uint32_t last_u, std::uint32_t last_v, std::uint32_t& id) {
    const auto& vertices = table_.vertices();
    if (!vertices.empty() && vertices[last_v].p == p) return id = last_v, true;
    if (!vertices.empty() && vertices[last_u].p == p) return id = last_u, true;
    return table_.number(p, id);
  }

  bool join_ends(double weld, ChainReport& report) {
    WeldPoints<T> sets(allocator_);
    const auto& vertices = table_.vertices();
    if (!sets.join(vertices, weld)) return false;
    for (std::uint32_t v = 0; v < vertices.size(); ++v) report.welded.count += sets.of(v) != v;
    for (WallEdge& e : edges_) {
      const std::uint32_t u = sets.of(e.u);
      const std::uint32_t v = sets.of(e.v);
      if (u != e.u || v != e.v) report.welded.name(e.source & ~kFlippedWall);
      e.u = u;
      e.v = v;
      if (less_xy(vertices[v].p, vertices[u].p)) flip(e);
    }
    return true;
  }
  static void flip(WallEdge& e) { e = {e.v, e.u, e.source ^ kFlippedWall, -e.votes}; }

  void erase_points(ChainReport& report) {
    std::size_t retained = 0;
    for (const WallEdge& e : edges_) {
      if (e.u == e.v) {
        report.zero_length.add(e.source & ~kFlippedWall);
      } else {
        edges_[retained++] = e;
      }
    }
    edges_.set_size(retained);
  }

  // Sorts edges by the lower number of their ends, then by the other, then in their order.
  bool merge_parallel(ChainFault& again) {
    const std::size_t n = edges_.size();
    Buffer<std::uint32_t> first(allocator_);
    Buffer<std::uint32_t> order(allocator_);
    if (!first.resize(table_.vertices().size() + 1) || !order.resize(n)) return false;
    std::fill(first.begin(), first.end(), 0u);
    for (const WallEdge& e : edges_) ++first[std::min(e.u, e.v)];
    for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
    for (std::size_t e = n; e-- > 0;) {
      order[--first[std::min(edges_[e].u, edges_[e].v)]] = static_cast<std::uint32_t>(e);
    }
    bool some = false;
    for (std::size_t v = 0; v + 1 < first.size(); ++v) {
      if (first[v + 1] - first[v] > 1) {
        some |= merge_bucket({order.data() + first[v], order.data() + first[v + 1]}, again);
      }
    }
    if (some) {
      const auto end = std::remove_if(edges_.begin(), edges_.end(),
                                      [](const WallEdge& e) { return e.source == kNoWall; });
      edges_.set_size(static_cast<std::size_t>(end - edges_.begin()));
    }
    return true;
  }
  bool merge_bucket(std::span<std::uint32_t> bucket, ChainFault& again) {
    const auto high = [&](std::uint32_t e) { return std::max(edges_[e].u, edges_[e].v); };
    const auto source = [&](std::uint32_t e) { return edges_[e].source & ~kFlippedWall; };
    std::sort(bucket.begin(), bucket.end(), [&](std::uint32_t d, std::uint32_t e) {
      if (high(d) != high(e)) return high(d) < high(e);
      // A bent wall may run both ways between two vertices.
      return source(d) != source(e) ? source(d) < source(e) : edges_[d].source < edges_[e].source;
    });
    bool some = false;
    for (std::size_t i = 0, first = 0; i < bucket.size(); ++i) {
      if (high(bucket[i]) != high(bucket[first])) first = i;
      if (i == first) continue;
      // Both run from the lesser point to the greater.
      edges_[bucket[first]].votes += edges_[bucket[i]].votes;
      again.add(source(bucket[i]));
      edges_[bucket[i]].source = kNoWall;
      some = true;
    }
    return some;
  }

  void link(ChainReport& report) {
    auto& vertices = table_.vertices();
    for (std::uint32_t e = 0; e < edges_.size(); ++e) {
      for (const std::uint32_t end : {edges_[e].u, edges_[e].v}) {
        vertices[end].link ^= e;
        ++vertices[end].degree;
      }
    }
    report.open_ends = report.junctions = {};
    for (const WallVertex<T>& v : vertices) {
      report.open_ends.count += v.degree == 1;
      report.junctions.count += v.degree > 2;
    }
    if (report.open_ends.count + report.junctions.count == 0) return;
    for (const WallEdge& e : edges_) {
      for (const std::uint32_t end : {e.u, e.v}) {
        if (vertices[end].degree == 1) report.open_ends.name(e.source & ~kFlippedWall);
        if (vertices[end].degree > 2) report.junctions.name(e.source & ~kFlippedWall);
      }
    }
  }

  Allocator allocator_;
  PointTable<T> table_;
  Buffer<WallEdge> edges_;
};

}  // namespace masu::detail
