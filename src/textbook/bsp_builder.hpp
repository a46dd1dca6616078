// SPDX-License-Identifier: MIT
// Builds a BSP tree top down, with an explicit stack.
#pragma once

#include <algorithm>
#include <span>

#include <masu/core/buffer.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/core/status.hpp>

#include "textbook/bsp_geometry.hpp"

namespace masu::detail {

inline constexpr std::uint32_t kBspNone = 0xffff'ffffu;

template <int D>
struct BspNode {
  BspPlane<D> plane;
  std::uint32_t front;  // kBspNone: empty
  std::uint32_t back;
  std::uint32_t parent;
  std::uint32_t first;  // fragments in the plane; none in one through a vertex and an edge
  std::uint32_t count;
};

template <int D, class T>
class BspBuilder {
 public:
  using Fragment = BspFragment<D>;
  using Plane = BspPlane<D>;
  using Node = BspNode<D>;

  explicit BspBuilder(Allocator allocator) : allocator_(allocator) {}

  template <class Trace>
  Status build(std::span<const BspFace<D, T>> faces, const BspOptions& options, Trace& trace) {
    clear();
    if (options.candidates == 0 || !(options.tolerance >= 0)) return Status::out_of_range;
    if (faces.size() >= kBspNone) return Status::too_many_objects;
    options_ = options;
    Status status = take(faces, trace);
    if (status == Status::ok) status = divide_all(trace);
    if (status != Status::ok) clear();
    return status;
  }

  std::span<const Node> nodes() const { return nodes_; }
  std::span<const Fragment> fragments() const { return fragments_; }
  std::size_t splits() const { return splits_; }
  std::size_t degenerate() const { return degenerate_; }
  double tolerance() const { return tolerance_; }
  const QueryStats& stats() const { return stats_; }

  bool validate() const {
    std::size_t placed = 0;
    for (std::uint32_t k = 0; k < nodes_.size(); ++k) {
      const Node& n = nodes_[k];
      if ((n.parent == kBspNone) != (k == 0) || n.first != placed) return false;
      for (const std::uint32_t child : {n.front, n.back}) {
        if (child != kBspNone && (child >= nodes_.size() || nodes_[child].parent != k))
          return false;
      }
      placed += n.count;
      for (std::uint32_t i = n.first; i < placed; ++i) {
        if (!belongs(fragments_[i], k)) return false;
      }
    }
    return placed == fragments_.size();
  }

 private:
  struct Waiting {
    std::size_t count;  // fragments at the end of work_
    std::uint32_t parent;
    bool front;
  };
  // The effect of a plane on a list.
  struct Balance {
    std::size_t front = 0;
    std::size_t back = 0;
    std::size_t splits = 0;
    std::size_t cost() const { return 8 * splits + (front > back ? front - back : back - front); }
  };

  void clear() {
    nodes_.clear();
    fragments_.clear();
    work_.clear();
    waiting_.clear();
    stats_ = {};
    splits_ = degenerate_ = 0;
    tolerance_ = 0;
  }

  bool belongs(const Fragment& f, std::uint32_t node) const {
    const double slack = 4 * tolerance_;  // corners were cut and rounded
    const BspSides<D> on(f, nodes_[node].plane, slack);
    if (on.front || on.back) return false;
    for (std::uint32_t k = node; nodes_[k].parent != kBspNone; k = nodes_[k].parent) {
      const Node& above = nodes_[nodes_[k].parent];
      const BspSides<D> sides(f, above.plane, slack);
      if (above.front == k ? sides.back : sides.front) return false;
    }
    return true;
  }

  template <class Trace>
  Status take(std::span<const BspFace<D, T>> faces, Trace& trace) {
    if (!work_.reserve(faces.size()) || !planes_.resize(faces.size())) return Status::out_of_memory;
    double most = 0;
    for (const auto& face : faces) {
      for (const auto& corner : face.corner) {
        for (int a = 0; a < D && is_finite(corner); ++a) {
          most = std::max(most, std::abs(static_cast<double>(corner[a])));
        }
      }
    }
    tolerance_ = options_.tolerance != 0 ? options_.tolerance : most * 0x1p-36;
    for (std::uint32_t i = 0; i < faces.size(); ++i) {
      Fragment f;
      f.face = i;
      bool finite = true;
      for (int k = 0; k < D; ++k) {
        for (int a = 0; a < D; ++a) {
          f.corner[k][a] = static_cast<double>(faces[i].corner[k][a]);
        }
        finite = finite && is_finite(f.corner[k]);
      }
      if (!finite || !plane_through(f.corner, tolerance_, planes_[i])) {
        trace.on(BspLeavesOut{i});
        ++degenerate_;
      } else if (!work_.push_back(f)) {
        return Status::out_of_memory;
      }
    }
    return Status::ok;
  }

  template <class Trace>
  Status divide_all(Trace& trace) {
    if (work_.empty()) return Status::ok;
    if (!waiting_.push_back({work_.size(), kBspNone, false})) return Status::out_of_memory;
    while (!waiting_.empty()) {
      const Waiting next = waiting_.back();
      waiting_.pop_back();
      const auto number = static_cast<std::uint32_t>(nodes_.size());
      if (next.parent != kBspNone) {
        (next.front ? nodes_[next.parent].front : nodes_[next.parent].back) = number;
      }
      const Status status = divide(next, number, trace);
      if (status != Status::ok) return status;
    }
    return Status::ok;
  }

  // Takes the last fragments of work_, and pushes those of the back again, with those of the
  // front behind them.
  template <class Trace>
  Status divide(const Waiting& next, std::uint32_t number, Trace& trace) {
    if (!list_.resize(next.count)) return Status::out_of_memory;
    const std::size_t begin = work_.size() - next.count;
    std::copy(work_.begin() + begin, work_.end(), list_.begin());
    work_.set_size(begin);
    Plane plane;
    std::size_t owner = 0;
    const Balance balance = choose(plane, owner);
    Node node{plane, kBspNone, kBspNone, next.parent, static_cast<std::uint32_t>(fragments_.size()),
              0};
    // The face that the plane is from counts as in it, whatever rounding says.
    for (std::size_t i = 0; i < list_.size(); ++i) {
      const BspSides<D> sides(list_[i], plane, tolerance_);
      if (i != owner && (sides.front || sides.back)) continue;
      if (!fragments_.push_back(list_[i])) return Status::out_of_memory;
      ++node.count;
    }
    splits_ += balance.splits;
    std::size_t pieces[2];
    for (const bool front : {false, true}) {
      const std::size_t before = work_.size();
      if (!gather(plane, owner, front ? 1 : -1)) return Status::out_of_memory;
      pieces[front ? 1 : 0] = work_.size() - before;
    }
    if (fragments_.size() + work_.size() > std::min<std::size_t>(options_.most_fragments, kBspNone))
      return Status::too_many_objects;
    if (!nodes_.push_back(node)) return Status::out_of_memory;
    trace.on(BspCut<D>{plane, node.count, pieces[1], pieces[0], balance.splits});
    for (const bool front : {false, true}) {
      const std::size_t count = pieces[front ? 1 : 0];
      if (count != 0 && !waiting_.push_back({count, number, front})) return Status::out_of_memory;
    }
    return Status::ok;
  }

  bool gather(const Plane& plane, std::size_t owner, int side) {
    for (std::size_t i = 0; i < list_.size(); ++i) {
      const BspSides<D> sides(list_[i], plane, tolerance_);
      if (i == owner || !(side > 0 ? sides.front : sides.back)) continue;
      if (!(sides.front && sides.back)) {
        if (!work_.push_back(list_[i])) return false;
        continue;
      }
      Fragment pieces[D - 1];
      const int count = clip(list_[i], sides, side, pieces);
      for (int k = 0; k < count; ++k) {
        if (!work_.push_back(pieces[k])) return false;
      }
    }
    return true;
  }

  static constexpr std::size_t kNoOwner = ~std::size_t(0);

  // Returns the best of the planes that are tried; `owner` is the fragment it belongs to.
  Balance choose(Plane& best, std::size_t& owner) {
    const std::size_t n = list_.size();
    const std::size_t tries = std::min<std::size_t>(n, options_.candidates);
    Balance result;
    std::size_t least = ~std::size_t(0);
    for (std::size_t k = 0; k < tries; ++k) {
      const std::size_t i = (2 * k + 1) * n / (2 * tries);
      const Plane plane = planes_[list_[i].face];
      const Balance balance = weigh(plane, i);
      if (balance.cost() >= least) continue;
      least = balance.cost();
      result = balance;
      best = plane;
      owner = i;
    }
    if (options_.planes == BspPlanes::vertex_and_edge) {
      for (std::size_t k = 0; k + 1 < tries; ++k) {
        Plane plane;
        if (!plane_of_two(list_[k * n / tries], list_[(k + 1) * n / tries], plane)) continue;
        const Balance balance = weigh(plane, kNoOwner);
        // Such a plane contains no face: it must leave clearly fewer on both sides.
        const std::size_t most = n - n / 4;
        if (balance.front == 0 || balance.back == 0 || balance.splits > n / 8 ||
            balance.front > most || balance.back > most || balance.cost() >= least) {
          continue;
        }
        least = balance.cost();
        result = balance;
        best = plane;
        owner = kNoOwner;
      }
    }
    return result;
  }

  // A plane through a corner of one and an edge of the other; in 2D through a corner of each.
  bool plane_of_two(const Fragment& one, const Fragment& other, Plane& plane) const {
    Vec<D, double> corners[D];
    corners[0] = one.corner[0];
    for (int i = 1; i < D; ++i) corners[i] = other.corner[i];
    return plane_through(corners, tolerance_, plane);
  }

  Balance weigh(const Plane& plane, std::size_t owner) {
    Balance balance;
    for (std::size_t i = 0; i < list_.size(); ++i) {
      if (i == owner) continue;
      const BspSides<D> sides(list_[i], plane, tolerance_);
      stats_.comparisons += D;
      balance.front += sides.front ? 1 : 0;
      balance.back += sides.back ? 1 : 0;
      balance.splits += sides.front && sides.back ? 1 : 0;
    }
    return balance;
  }

  Allocator allocator_;  // of all members below
  Buffer<Node> nodes_{allocator_};
  Buffer<Fragment> fragments_{allocator_};
  Buffer<Fragment> work_{allocator_};
  Buffer<Fragment> list_{allocator_};
  Buffer<Waiting> waiting_{allocator_};
  Buffer<Plane> planes_{allocator_};  // by face: fragments may be too thin to compute theirs
  BspOptions options_;
  QueryStats stats_;
  std::size_t splits_ = 0;
  std::size_t degenerate_ = 0;
  double tolerance_ = 0;
};

}  // namespace masu::detail
