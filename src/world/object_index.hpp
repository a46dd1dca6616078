// SPDX-License-Identifier: MIT
// ObjectIndex: the objects of a world in a tree for its queries, updated only when it is queried.
#pragma once

#include <atomic>

#include <masu/broad_phase/query_results.hpp>
#include <masu/core/box_distance.hpp>
#include <masu/core/status.hpp>
#include "broad_phase/walk_kernels.hpp"

#include "world/balls.hpp"
#include "world/object_store.hpp"
#include "world/object_tree.hpp"
#include "world/search_filter.hpp"

namespace masu::detail {

// Results are always those of the objects as they are now. Objects that were added, moved or
// removed are marked as late, which costs next to nothing. Queries test late slots one by one; the
// first query with more than kFewLate of them moves them to their nodes. Queries of other threads
// do not wait meanwhile, but test all objects. After an update() of a world that was queried since
// the update() before, no object is late; the tree of a world that is not queried is left alone.
//
// Queries allocate nothing: reserve() has reserved memory for a new tree. Without a tree queries
// test all objects.
template <int D, class T>
class ObjectIndex {
 public:
  using Store = ObjectStore<D, T>;

  ObjectIndex(bool with_tree, Allocator allocator)
      : marks_(allocator), late_(allocator), with_tree_(with_tree), tree_(allocator) {}
  ObjectIndex(ObjectIndex&& o) noexcept
      : marks_(std::move(o.marks_)),
        late_(std::move(o.late_)),
        with_tree_(o.with_tree_),
        state_(o.state_.load(std::memory_order_relaxed)),
        asked_(o.asked_.load(std::memory_order_relaxed)),
        inserted_(o.inserted_),
        tree_(std::move(o.tree_)) {}
  ObjectIndex& operator=(ObjectIndex&& o) noexcept {
    with_tree_ = o.with_tree_;
    tree_ = std::move(o.tree_);
    late_ = std::move(o.late_);
    marks_ = std::move(o.marks_);
    state_.store(o.state_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    asked_.store(o.asked_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    inserted_ = o.inserted_;
    return *this;
  }

  // Reserves memory for so many slots, so that nothing else needs memory. out_of_memory,
  // too_many_objects: nothing has changed.
  Status reserve(std::size_t slots) {
    if (!with_tree_) return Status::ok;
    if (slots > Tree::kMostSlots) return Status::too_many_objects;
    const bool memory = late_.grow(slots) && marks_.grow(slots) && tree_.reserve(slots);
    if (!memory) return Status::out_of_memory;
    while (marks_.size() < slots) marks_.append_unchecked(0);
    return Status::ok;
  }
  // Marks a slot as late: its object was added, moved or removed.
  void note(std::uint32_t slot) {
    if (mark(slot)) list(slot);
  }
  // The same in two steps, of which jobs may do the first: false if the slot is on the list
  // already.
  bool mark(std::uint32_t slot) {
    if (!with_tree_ || (marks_[slot] & kLate) != 0) return false;
    marks_[slot] |= kLate;
    return true;
  }
  void list(std::uint32_t slot) {
    late_.set_size(late_.size() + 1);
    late_.back() = slot;
    if (late_.size() > kFewLate) state_.store(kStale, std::memory_order_relaxed);
  }
  // At the end of an update(): O(moved) if there was a query since the last one.
  void bring_up_to_date(const Store& objects) {
    if (asked_.load(std::memory_order_relaxed)) update_queried(objects);
  }

  // Calls visit(slot) for each object whose box overlaps `box`, until it returns false.
  template <class Visit>
  SearchResult for_each_overlapping(const Store& objects, const Aabb<D, T>& box,
                                    const SearchFilter& filter, Visit&& visit) const {
    QueryStats stats;
    if (box.empty()) return {Status::ok, stats};
    const auto test = [&](std::uint32_t i) {
      ++stats.tests;
      const Aabb<D, T>& own = objects.slot(i).box;
      if (!overlaps_nonempty(own, box) || own.empty() || !passes(objects, i, filter)) return true;
      ++stats.results;
      return visit(i);
    };
    if (!ready(objects)) {
      const bool on = for_each(objects, test);
      return {on ? Status::ok : Status::stopped, stats};
    }
    if (!for_each_late(objects, test)) return {Status::stopped, stats};
    // `plain`: no object is late, and all pass the filter.
    const auto test_all = [&](auto plain, const BvhBlock<std::uint32_t>& found) {
      for (std::uint32_t k = 0; k < found.size; ++k) objects.prefetch_slot(found.data[k]);
      for (std::uint32_t k = 0; k < found.size; ++k) {
        const std::uint32_t i = found.data[k];
        if (!plain && is_late(i)) continue;
        ++stats.tests;
        if (!overlaps_nonempty(objects.slot(i).box, box)) continue;
        if (!plain && !passes(objects, i, filter)) continue;
        ++stats.results;
        if (!visit(i)) return false;
      }
      return true;
    };
    using Test = decltype(test_all);
    BvhBlock<std::uint32_t> block;
    block.context = const_cast<void*>(static_cast<const void*>(&test_all));
    block.flush = is_plain(filter) ? flush<std::true_type, Test> : flush<std::false_type, Test>;
    BvhCounts counts;
    const bool on =
        bvh_kernels<D, T>().overlapping(tree_.nodes(), box, block, counts) && block.flush(block);
    stats.nodes += counts.nodes;
    return {on ? Status::ok : Status::stopped, stats};
  }

  // Calls visit(slot), which returns the new reach, for objects whose boxes have a gap(box) up to
  // `reach`, roughly in the order of the gaps, as CompositeShape does for sub-shapes.
  template <class Gap, class Visit>
  QueryStats for_each_near(const Store& objects, Gap&& gap, double reach,
                           const SearchFilter& filter, Visit&& visit) const {
    QueryStats stats;
    const auto test = [&](std::uint32_t i) {
      ++stats.tests;
      const Aabb<D, T>& box = objects.slot(i).box;
      if (!box.empty() && gap(box) <= reach && passes(objects, i, filter)) reach = visit(i);
      return reach;
    };
    const auto test_on = [&](std::uint32_t i) { return test(i) >= 0; };
    if (!ready(objects)) {
      (void)for_each(objects, test_on);
    } else if (for_each_late(objects, test_on)) {
      stats += tree_.for_each_near(gap, reach,
                                   [&](std::uint32_t i) { return is_late(i) ? reach : test(i); });
    }
    return stats;
  }
  // The same for objects near a finite point, by squared distance. visit(slot, corner) receives the
  // corner of the box of an object that is a point there and not rotated, and else nullptr.
  template <class Visit>
  QueryStats for_each_near_point(const Store& objects, const Vec<D, T>& point, double reach,
                                 const SearchFilter& filter, Visit&& visit) const {
    // In double, as the reach is: squares of floats overflow sooner.
    const auto point_box = Aabb<D, double>::of_point(vec_cast<double>(point));
    const auto gap = [&](const Aabb<D, T>& box) {
      return distance_squared(
          point_box, Aabb<D, double>{vec_cast<double>(box.min), vec_cast<double>(box.max)});
    };
    const auto walk = [&](T limit, const LeafVisit<D, T>& leaf, BvhCounts& counts) {
      walk_kernels<D, T>().near_point(tree_.nodes(), point, limit, leaf, counts);
    };
    const auto sieve = [&](const BvhNode<D, T>& leaf, std::uint32_t lanes) {
      for (std::uint32_t l = lanes; l != 0; l &= l - 1) {
        const std::uint32_t i = leaf.child[std::countr_zero(l)];
        if ((marks_[i] & kPoint) == 0) objects.prefetch_body(i);
      }
      return lanes;
    };
    const auto visit_in = [&](const BvhNode<D, T>& leaf, std::uint32_t lane) {
      const std::uint32_t i = leaf.child[lane];
      const Vec<D, T> corner = leaf.lane(lane).min;
      return visit(i, (marks_[i] & kPoint) != 0 ? &corner : nullptr);
    };
    const auto visit_late = [&](std::uint32_t i) { return visit(i, nullptr); };
    return walk_near(objects, gap, reach, filter, visit_late, walk, sieve, visit_in);
  }
  // The same along a ray, by t.
  template <class Visit>
  QueryStats for_each_along(const Store& objects, const QueryRay<D, T>& asked, double reach,
                            const SearchFilter& filter, Visit&& visit) const {
    const PreparedRay<D, T>& ray = asked.prepared;
    const auto gap = [&](const Aabb<D, T>& box) {
      T t;
      return ray.may_hit(box, ray.ray.max_t, t) ? double(t)
                                                : std::numeric_limits<double>::infinity();
    };
    const auto walk = [&](T limit, const LeafVisit<D, T>& leaf, BvhCounts& counts) {
      walk_kernels<D, T>().along_ray(tree_.nodes(), ray, T(0), limit, leaf, counts);
    };
    // A ray misses half of the balls whose boxes it hits. For the others the body is read, and the
    // slot, which has the handle.
    const auto sieve = [&](const BvhNode<D, T>& leaf, std::uint32_t lanes) {
      std::uint32_t left = 0;
      for (; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
        const std::uint32_t i = leaf.child[lane];
        if ((marks_[i] & kBall) != 0 && misses_ball_in(leaf.lane(lane), asked)) continue;
        left |= 1u << lane;
        objects.prefetch_body(i), objects.prefetch_slot(i);
      }
      return left;
    };
    const auto visit_in = [&](const BvhNode<D, T>& leaf, std::uint32_t lane) {
      return visit(leaf.child[lane]);
    };
    return walk_near(objects, gap, reach, filter, visit, walk, sieve, visit_in);
  }

  // Calls visit(slot), which returns whether to go on, for objects whose boxes a ray may hit, in no
  // order. Their data is prefetched a few leaves ahead.
  template <class Visit>
  QueryStats for_each_on(const Store& objects, const PreparedRay<D, T>& ray, double reach,
                         const SearchFilter& filter, Visit&& visit) const {
    QueryStats stats;
    const auto test = [&](std::uint32_t i) {
      T t;
      ++stats.tests;
      return !ray.may_hit(objects.slot(i).box, ray.ray.max_t, t) || !passes(objects, i, filter) ||
             visit(i);
    };
    if (!ready(objects)) {
      (void)for_each(objects, test);
      return stats;
    }
    if (!for_each_late(objects, test)) return stats;
    const bool plain = is_plain(filter);
    SlotBlock block;
    const auto ask = [&] {
      bool on = true;
      for (std::uint32_t k = 0; k < block.size && on; ++k) {
        ++stats.tests;
        on = (!plain && !passes(objects, block.slots[k], filter)) || visit(block.slots[k]);
      }
      block.size = 0;
      return on;
    };
    const auto take = [&](const BvhNode<D, T>& leaf, std::uint32_t lanes, const T*, T limit) {
      for (; lanes != 0; lanes &= lanes - 1) {
        const std::uint32_t i = leaf.child[std::countr_zero(lanes)];
        if (!plain && is_late(i)) continue;
        objects.prefetch_body(i), objects.prefetch_slot(i);
        block.slots[block.size++] = i;
      }
      return block.has_space() || ask() ? limit : T(-1);
    };
    BvhCounts counts;
    walk_kernels<D, T>().along_ray(tree_.nodes(), ray, T(0), limit_of<T>(reach), visit_by(take),
                                   counts);
    (void)ask();
    stats.nodes += counts.nodes;
    return stats;
  }

  // Calls visit(box) for each node of the tree and each box in it, parents first.
  template <class Visit>
  void for_each_node(const Store& objects, Visit&& visit) const {
    if (ready(objects)) tree_.for_each_node(visit);
  }

  bool validate(const Store& objects) const {
    if (!with_tree_) return true;
    bool ok = tree_.validate() && marks_.size() >= objects.slots();
    std::size_t late = 0;
    for (std::uint32_t i = 0; i < objects.slots() && ok; ++i) {
      late += is_late(i) ? 1 : 0;
      if (is_late(i)) continue;
      const Aabb<D, T>& box = objects.slot(i).box;
      const bool there = objects.alive(i) && !box.empty();
      ok = there == tree_.contains(i) && (!there || tree_.box(i).contains(box));
      if (ok && (marks_[i] & (kPoint | kBall)) != 0) {
        ok = is_ball(objects.body(i)) && tree_.box(i) == box;
      }
    }
    const bool state_fits = late <= kFewLate || state_.load(std::memory_order_relaxed) == kStale;
    return ok && late == late_.size() && state_fits;
  }

 private:
  using Tree = ObjectTree<D, T>;
  enum State : std::uint8_t { kCurrent, kStale, kBusy };
  // Marks of a slot. kPoint, kBall: an object that is_ball(), without or with a radius, and has not
  // moved since its box was put into the tree, without a margin.
  enum Mark : std::uint8_t { kLate = 1, kRestless = 2, kPoint = 4, kBall = 8 };
  // Slots whose data is being prefetched.
  struct SlotBlock {
    static constexpr std::uint32_t kCapacity = 64;
    bool has_space() const { return size + kBvhWidth <= kCapacity; }
    std::uint32_t slots[kCapacity];
    std::uint32_t size = 0;
  };
  // So many late slots are tested one by one.
  static constexpr std::size_t kFewLate = 16;
  // An object that has moved gets a box enlarged by this share of its longest edge on each side.
  static constexpr T kMargin = T(0.2);
  // If more than this share is late, all boxes are computed again.
  static constexpr std::size_t kManyLate = 4;
  static constexpr std::size_t kManyLeaps = 8;

  // Returns whether the tree is usable; otherwise all objects must be tested.
  bool ready(const Store& objects) const {
    if (!with_tree_) return false;
    if (!asked_.load(std::memory_order_relaxed)) asked_.store(true, std::memory_order_relaxed);
    std::uint8_t state = state_.load(std::memory_order_acquire);
    if (state == kCurrent) return true;
    if (state == kBusy ||
        !state_.compare_exchange_strong(state, std::uint8_t(kBusy), std::memory_order_acquire)) {
      return state == kCurrent;
    }
    insert_late(objects);
    state_.store(kCurrent, std::memory_order_release);
    return true;
  }

  MASU_NOINLINE void update_queried(const Store& objects) {
    asked_.store(false, std::memory_order_relaxed);
    insert_late(objects);
    state_.store(kCurrent, std::memory_order_relaxed);
  }

  // --- Updating late slots: by the query that claimed it -----------------------------------------

  // Objects that move get a margin; those that have not moved since the tree was built have tight
  // boxes.
  Aabb<D, T> box_for(const Store& objects, std::uint32_t i) const {
    if (!objects.alive(i)) return Aabb<D, T>::nothing();
    Aabb<D, T> box = objects.slot(i).box;
    if ((marks_[i] & kRestless) == 0) return box;
    T longest = 0;
    for (int a = 0; a < D; ++a) longest = std::max(longest, box.max[a] - box.min[a]);
    const T margin = kMargin * longest;
    if (!(margin >= 0) || !is_finite(margin)) return box;
    for (int a = 0; a < D; ++a) box.min[a] -= margin, box.max[a] += margin;
    return box;
  }
  void insert_late(const Store& objects) const {
    if (late_.empty()) return;
    const bool many = late_.size() > objects.size() / kManyLate;
    bool sound = !many || !mostly_new(objects);
    std::size_t leaps = 0;
    for (std::size_t k = 0; k < late_.size() && sound; ++k) {
      prefetch_late(objects, k);
      sound = update_box(objects, late_[k], many, leaps);
    }
    if (sound && many) {
      sound = leaps <= objects.size() / kManyLeaps;
      if (sound) tree_.fit_all(), sound = !tree_.worn();
    }
    if (!sound || inserted_ > objects.size() / 2) rebuild(objects);
    for (const std::uint32_t i : late_) clear_marks(i, kLate);
    late_.clear();
  }
  bool mostly_new(const Store& objects) const {
    std::size_t added = 0;
    for (const std::uint32_t i : late_) added += tree_.contains(i) ? 0 : 1;
    return 2 * added > objects.size();
  }
  void mark_shape(const Store& objects, std::uint32_t i) const {
    const auto& body = objects.body(i);
    if (is_ball(body)) marks_[i] |= body.shape.convex.radius > 0 ? kBall : kPoint;
  }
  void clear_marks(std::uint32_t i, int marks) const {
    marks_[i] = static_cast<std::uint8_t>(marks_[i] & ~marks);
  }
  // Returns false if the tree must be built again.
  bool update_box(const Store& objects, std::uint32_t i, bool many, std::size_t& leaps) const {
    const Aabb<D, T>& now = objects.slot(i).box;
    clear_marks(i, kPoint | kBall);
    if (!objects.alive(i) || now.empty()) {
      tree_.erase(i);
      return true;
    }
    if (!tree_.contains(i)) {
      ++inserted_;
      clear_marks(i, kRestless);
      mark_shape(objects, i);
      return tree_.insert(i, now);
    }
    if (tree_.box(i).contains(now)) return true;
    marks_[i] |= kRestless;
    const Aabb<D, T> box = box_for(objects, i);
    if (!many) return tree_.move(i, box);
    leaps += tree_.set_box(i, box) ? 1 : 0;
    return true;
  }
  void rebuild(const Store& objects) const {
    tree_.rebuild(objects.slots(), [&](std::uint32_t i) {
      const bool rests = (marks_[i] & kRestless) == 0 && objects.alive(i);
      const Aabb<D, T> box = box_for(objects, i);
      clear_marks(i, kRestless | kPoint | kBall);
      if (rests) mark_shape(objects, i);
      return box;
    });
    inserted_ = 0;
  }
  // Each hint reads what the one before has prefetched.
  void prefetch_late(const Store& objects, std::size_t k) const {
    constexpr std::size_t kAhead = Store::kAhead;
    if (k + 2 * kAhead < late_.size()) {
      tree_.prefetch_slot(late_[k + 2 * kAhead]);
      objects.prefetch_slot(late_[k + 2 * kAhead]);
    }
    if (k + kAhead < late_.size()) tree_.prefetch_leaf(late_[k + kAhead]);
  }

  // --- Searches ----------------------------------------------------------------------------------

  // No object is late and all pass the filter: everything in the tree counts, and nothing is read
  // to decide that.
  bool is_plain(const SearchFilter& filter) const { return filter.all && late_.empty(); }
  template <class Plain, class Test>
  static bool flush(BvhBlock<std::uint32_t>& full) {
    if (!(*static_cast<const Test*>(full.context))(Plain{}, full)) return false;
    full.size = 0;
    return true;
  }
  bool is_late(std::uint32_t slot) const { return (marks_[slot] & kLate) != 0; }
  // Calls f(slot) for all objects, until it returns false.
  template <class F>
  static bool for_each(const Store& objects, F&& f) {
    for (std::uint32_t i = 0; i < objects.slots(); ++i) {
      if (objects.alive(i) && !f(i)) return false;
    }
    return true;
  }
  template <class F>
  bool for_each_late(const Store& objects, F&& f) const {
    for (const std::uint32_t i : late_) {
      if (objects.alive(i) && !f(i)) return false;
    }
    return true;
  }
  // walk(limit, leaf, counts) descends the tree; sieve(leaf, lanes) returns those that may count,
  // and prefetches what visit_in(leaf, lane) reads. Late objects are tested by their own boxes
  // first.
  template <class Gap, class Visit, class Walk, class Sieve, class VisitIn>
  QueryStats walk_near(const Store& objects, Gap&& gap, double reach, const SearchFilter& filter,
                       Visit&& visit, Walk&& walk, Sieve&& sieve, VisitIn&& visit_in) const {
    QueryStats stats;
    const auto test = [&](std::uint32_t i) {
      ++stats.tests;
      const Aabb<D, T>& box = objects.slot(i).box;
      if (!box.empty() && gap(box) <= reach && passes(objects, i, filter)) reach = visit(i);
      return reach >= 0;
    };
    if (!ready(objects)) {
      (void)for_each(objects, test);
      return stats;
    }
    if (!for_each_late(objects, test)) return stats;
    const bool plain = is_plain(filter);
    const auto take = [&](const BvhNode<D, T>& leaf, std::uint32_t lanes, const T* distances,
                          T limit) {
      lanes = sieve(leaf, lanes);
      while (lanes != 0) {
        int next = std::countr_zero(lanes);
        for (std::uint32_t l = lanes & (lanes - 1); l != 0; l &= l - 1) {
          const int i = std::countr_zero(l);
          next = distances[i] < distances[next] ? i : next;
        }
        if (distances[next] > limit) break;
        lanes &= ~(1u << next);
        const std::uint32_t i = leaf.child[next];
        if (!plain && is_late(i)) continue;
        ++stats.tests;
        if (!plain && !passes(objects, i, filter)) continue;
        reach = visit_in(leaf, static_cast<std::uint32_t>(next));
        limit = limit_of<T>(reach);
        if (limit < 0) break;
      }
      return limit;
    };
    BvhCounts counts;
    walk(limit_of<T>(reach), visit_by(take), counts);
    stats.nodes += counts.nodes;
    return stats;
  }
  template <class Take>
  static LeafVisit<D, T> visit_by(const Take& take) {
    return {[](void* context, const BvhNode<D, T>& node, std::uint32_t lanes, const T* distances,
               T limit) MASU_FLATTEN {
              return (*static_cast<const Take*>(context))(node, lanes, distances, limit);
            },
            const_cast<void*>(static_cast<const void*>(&take))};
  }

  // What note() reads comes first. All but `with_tree_` is changed by queries too, by one at a
  // time, which claims it in state_.
  mutable Buffer<std::uint8_t> marks_;  // by slot
  mutable Buffer<std::uint32_t> late_;
  bool with_tree_;
  mutable std::atomic<std::uint8_t> state_ = kCurrent;
  // Whether there was a query since the last update(); at first set, for draw().
  mutable std::atomic<bool> asked_ = true;
  mutable std::size_t inserted_ = 0;  // since the tree was built
  mutable Tree tree_;
};

}  // namespace masu::detail
