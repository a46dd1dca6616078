// SPDX-License-Identifier: MIT
// DynamicChange: changes of a DynamicBvh: which objects keep their fat AABBs, get new ones, or are
// inserted again.
#pragma once

#include <algorithm>

#include <masu/broad_phase/dynamic_bvh.hpp>

#include "broad_phase/dynamic_tree.hpp"

namespace masu::detail {

// The objects and the tree of a DynamicBvh, for changes.
template <int D, class T, class Trace>
struct DynamicChange {
  using Table = ObjectTable<D, T>;

  static constexpr std::size_t kManyLeaps = 8;
  static constexpr std::size_t kAhead = 8;

  const DynamicBvhOptions<D, T>& options;
  Table& table;
  DynamicTree<D, T>& tree;
  const Trace& trace;

  // Returns the box with its margins, extended by the predicted step from an old box. Rounding may
  // move a bound by less than half of its last place, never past the box's own.
  Aabb<D, T> fat(const Aabb<D, T>& box, const Aabb<D, T>& old) const {
    T longest = 0;
    for (int a = 0; a < D; ++a) longest = std::max(longest, box.max[a] - box.min[a]);
    T margin = options.margin + options.margin_share * longest;
    if (!(margin >= 0) || !is_finite(margin)) margin = 0;
    Aabb<D, T> b = box;
    for (int a = 0; a < D; ++a) {
      b.min[a] -= margin;
      b.max[a] += margin;
      const T ahead = options.prediction * (box.min[a] - old.min[a]);
      if (ahead < 0) b.min[a] += ahead;
      if (ahead > 0) b.max[a] += ahead;
    }
    return b;
  }

  void insert(std::uint32_t i, const Aabb<D, T>& box) const {
    if (!box.empty()) tree.insert(table, i, fat(box, box), trace);
  }
  void move(std::uint32_t i, const Aabb<D, T>& box) const {
    const Aabb<D, T> old = table.box(i);
    const std::uint32_t link = table.link(i);
    table.set_box(i, box);
    if (link == Table::kNoLink) return insert(i, box);
    if (box.empty()) return tree.remove(table, i, trace);
    const Aabb<D, T> held = tree.box(link);
    if (held.contains(box)) return;
    if (overlaps_nonempty(held, box)) return tree.set_box(table, i, fat(box, old), trace);
    tree.remove(table, i, trace);
    tree.insert(table, i, fat(box, box), trace);
  }
  void rebuild() const {
    tree.rebuild(table, [&](const Aabb<D, T>& box) { return fat(box, box); });
  }

  void move_many(std::span<const Handle> handles,
                 FunctionRef<Aabb<D, T>(std::size_t)> box_of) const {
    std::size_t leaps = 0;
    RefitIfThrown refit{*this};
    for (std::size_t k = 0; k < handles.size(); ++k) {
      if (k + kAhead < handles.size() && handles[k + kAhead].index < table.slots()) {
        table.prefetch(handles[k + kAhead].index);
      }
      const std::uint32_t i = handles[k].index;
      const Aabb<D, T> box = box_of(k);
      if (!table.contains(handles[k]) || box == table.box(i)) continue;
      table.mark_moved(i);
      const std::uint32_t link = table.link(i);
      if (link == Table::kNoLink || box.empty()) {
        move(i, box);
        continue;
      }
      const Aabb<D, T> old = table.box(i);
      table.set_box(i, box);
      const Aabb<D, T> held = tree.box(link);
      if (held.contains(box)) continue;
      const bool near = overlaps_nonempty(held, box);
      leaps += near ? 0 : 1;
      tree.write_box(link, fat(box, near ? old : box));
    }
    refit.thrown = false;
    if (leaps > table.size() / kManyLeaps) return rebuild();
    tree.refit_all(table, trace);
  }
  // If box_of() throws, the boxes above the leaves moved so far are wrong: searches would miss
  // them.
  struct RefitIfThrown {
    const DynamicChange& change;
    bool thrown = true;
    ~RefitIfThrown() {
      const NoTrace none;
      if (thrown) change.tree.refit_all(change.table, none);
    }
  };
};

}  // namespace masu::detail
