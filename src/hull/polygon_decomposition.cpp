// SPDX-License-Identifier: MIT
#include <masu/hull/polygon_decomposition.hpp>

#include "core/opaque-inl.hpp"
#include "hull/chain_triangulation.hpp"
#include "hull/convex_parts2_access.hpp"
#include "hull/left_to_right.hpp"
#include "hull/monotone_sweep.hpp"

namespace masu {
namespace detail {

constexpr std::size_t kMostCorners = std::size_t(1) << 28;

template <class T>
Status check_loops(std::span<const Vec<2, T>> points, std::span<const std::uint32_t> loop_sizes) {
  if (points.empty()) return Status::no_points;
  if (points.size() > kMostCorners) return Status::too_many_objects;
  std::size_t sum = 0;
  for (const std::uint32_t size : loop_sizes) sum += size;
  if (sum != points.size()) return Status::size_mismatch;
  for (const std::uint32_t size : loop_sizes) {
    if (size < 3) return Status::flat;
  }
  return check_points(points);
}

template <class T>
class DecompositionBuilder {
 public:
  using Points = std::span<const Vec<2, T>>;

  explicit DecompositionBuilder(Allocator allocator) : allocator_(allocator) {}

  // Precondition: the loops are checked.
  template <class Trace>
  Status build(Points points, std::span<const std::uint32_t> loop_sizes, bool merge,
               ConvexParts2& parts, const Trace& trace) {
    stats_ = {};
    const Status status = draw_all(points, loop_sizes, trace);
    if (status != Status::ok) return status;
    if (merge) erase_needless(points, trace);
    return deliver(parts);
  }

  const HullStats& stats() const { return stats_; }

 private:
  using Index = PlanarFaces::Index;

  static std::span<const Index> ranks(const Buffer<Index>& b) { return {b.data(), b.size()}; }

  bool sort(Points points) {
    const std::size_t count = points.size();
    if (!rank_.resize(count) || !order_.resize(count)) return false;
    for (std::size_t i = 0; i < count; ++i) order_[i] = static_cast<Index>(i);
    if (!sorter_.sort(points, {order_.data(), count})) return false;
    for (std::size_t i = 0; i < count; ++i) {
      order_[i] = sorter_[i].index;
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

  // Returns whether all corners of a loop lie on a line.
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

  // Calls visit(a half-edge) for each face. Faces may be split meanwhile: new ones are not visited.
  template <class Visit>
  bool for_each_face(Visit&& visit) {
    const Index count = faces_.edge_count();
    for (Index e = 0; e < count; ++e) seen_[e] = 0;
    for (Index e = 0; e < count; ++e) {
      if (seen_[e] != 0 || faces_.origin(e) == PlanarFaces::kNone) continue;
      for (Index f = e; seen_[f] == 0; f = faces_.next(f)) seen_[f] = 1;
      if (!visit(e)) return false;
    }
    return true;
  }

  template <class Trace>
  Status draw_all(Points points, std::span<const std::uint32_t> loop_sizes, const Trace& trace) {
    const auto count = static_cast<Index>(points.size());
    if (!faces_.start(loop_sizes, count) || !triangulation_.start(count) || !sort(points)) {
      return Status::out_of_memory;
    }
    const Status status =
        has_equal(points) ? Status::touching
                          : sweep_.run(points, ranks(order_), ranks(rank_), faces_, stats_, trace);
    if (status == Status::touching && has_flat_loop(points, loop_sizes)) return Status::flat;
    if (status != Status::ok) return status;
    if (!seen_.resize(faces_.edge_count())) return Status::out_of_memory;
    for_each_face([&](Index e) {
      triangulation_.run(points, ranks(rank_), faces_, e, stats_, trace);
      return true;
    });
    return Status::ok;
  }

  template <class Trace>
  void erase_needless(Points points, const Trace& trace) {
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
    auto& begin = ConvexParts2Access::begin(parts);
    auto& corners = ConvexParts2Access::corners(parts);
    const std::size_t edges = faces_.edge_count();
    if (!seen_.resize(edges) || !corners.grow(edges) || !begin.push_back(0)) return false;
    return for_each_face([&](Index first) {
      Index e = first;
      do {
        corners.append_unchecked(faces_.origin(e));
        e = faces_.next(e);
      } while (e != first);
      return begin.push_back(static_cast<Index>(corners.size()));
    });
  }

  HullStats stats_;
  Allocator allocator_;  // of all members below
  LeftToRight<T> sorter_{allocator_};
  Buffer<Index> order_{allocator_};
  Buffer<Index> rank_{allocator_};
  Buffer<std::uint8_t> seen_{allocator_};
  PlanarFaces faces_{allocator_};
  MonotoneSweep<T> sweep_{allocator_};
  ChainTriangulation<T> triangulation_{allocator_};
};

}  // namespace detail

template <class T>
Status PolygonDecomposition<T>::run(Points points, std::span<const std::uint32_t> loop_sizes,
                                    bool merge, ConvexParts2& parts, const DiagonalTrace& trace) {
  stats_ = {};
  parts.clear();
  const Status check_status = detail::check_loops(points, loop_sizes);
  if (check_status != Status::ok) return check_status;
  return detail::with_object(builder_, trace, [&](auto& builder, const auto& t) {
    const Status status = builder.build(points, loop_sizes, merge, parts, t);
    stats_ = builder.stats();
    return status;
  });
}

template <class T>
Status polygon_of_part(std::span<const Vec<2, T>> points, std::span<const std::uint32_t> part,
                       ConvexPolygon<T>& made, Allocator allocator) {
  Buffer<Vec<2, T>> corners(allocator);
  if (!corners.reserve(part.size())) return Status::out_of_memory;
  for (const std::uint32_t v : part) (void)corners.push_back(points[v]);
  return made.build({corners.data(), corners.size()});
}

template class detail::Opaque<detail::DecompositionBuilder<float>>;
template class detail::Opaque<detail::DecompositionBuilder<double>>;
template class PolygonDecomposition<float>;
template class PolygonDecomposition<double>;
template Status polygon_of_part(std::span<const Vec<2, float>>, std::span<const std::uint32_t>,
                                ConvexPolygon<float>&, Allocator);
template Status polygon_of_part(std::span<const Vec<2, double>>, std::span<const std::uint32_t>,
                                ConvexPolygon<double>&, Allocator);

}  // namespace masu
