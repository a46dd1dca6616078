// SPDX-License-Identifier: MIT
// WallCutting: divides chains into pieces again, cut where vertices lie inside walls.
#pragma once

#include "corridor/wall_touches.hpp"

namespace masu::detail {

template <class T>
class WallCutting {
 public:
  explicit WallCutting(Allocator allocator) : pieces_(allocator) {}

  std::span<const WallPiece<T>> pieces() const { return pieces_; }

  // Makes pieces in ascending order of their sources. Reports each cut once.
  Status run(const ChainDraft<T>& draft, Buffer<WallCut<T>>& cuts, ChainReport& report) {
    sort(draft, cuts);
    const std::size_t walls = draft.points.size() - draft.chains.size();
    if (walls + cuts.size() > kMostWalls) return Status::too_many_objects;
    pieces_.clear();
    if (!pieces_.reserve(walls + cuts.size())) return Status::out_of_memory;
    std::size_t cut = 0;
    for (std::uint32_t slot = 0; slot < draft.size(); ++slot) {
      if (!draft.has_wall(slot)) continue;
      Vec<2, T> from = draft.points[slot];
      for (; cut < cuts.size() && cuts[cut].slot == slot; ++cut) {
        report.cuts.add(draft.source(slot));
        add(draft, slot, from, cuts[cut].point);
        from = cuts[cut].point;
      }
      add(draft, slot, from, draft.points[slot + 1]);
    }
    return Status::ok;
  }

 private:
  using Cut = WallCut<T>;

  // Sorts by wall, then along it: with a weld, cuts lie beside it.
  void sort(const ChainDraft<T>& draft, Buffer<Cut>& cuts) {
    const auto along = [&](const Cut& c) {
      const auto& a = draft.points[c.slot];
      const auto& b = draft.points[c.slot + 1];
      const bool forward = less_xy(a, b);
      const auto from = widen(forward ? a : b);
      const double distance = dot(widen(c.point) - from, widen(forward ? b : a) - from);
      return forward ? distance : -distance;
    };
    const auto less = [&](const Cut& c, const Cut& d) {
      if (c.slot != d.slot) return c.slot < d.slot;
      const double x = along(c);
      const double y = along(d);
      if (x != y) return x < y;
      const bool forward = less_xy(draft.points[c.slot], draft.points[c.slot + 1]);
      return forward ? less_xy(c.point, d.point) : less_xy(d.point, c.point);
    };
    std::sort(cuts.begin(), cuts.end(), less);
    const auto end = std::unique(cuts.begin(), cuts.end(), [](const Cut& c, const Cut& d) {
      return c.slot == d.slot && c.point == d.point;
    });
    cuts.set_size(static_cast<std::size_t>(end - cuts.begin()));
  }

  void add(const ChainDraft<T>& draft, std::uint32_t slot, const Vec<2, T>& p, const Vec<2, T>& q) {
    const std::uint32_t source = draft.sources[slot];
    const std::int32_t votes = draft.votes[slot];
    const bool forward = less_xy(p, q);
    pieces_.data()[pieces_.size()] = forward ? WallPiece<T>{p, q, source, votes}
                                             : WallPiece<T>{q, p, source ^ kFlippedWall, -votes};
    pieces_.set_size(pieces_.size() + 1);
  }

  Buffer<WallPiece<T>> pieces_;
};

}  // namespace masu::detail
