// SPDX-License-Identifier: MIT
// The kd-tree: a set divided along one axis at a time, which is quicksort among the broad phases.
#pragma once

#include <masu/broad_phase/detail/indexed_boxes.hpp>
#include <masu/broad_phase/detail/kd_builder.hpp>
#include <masu/broad_phase/detail/kd_join.hpp>
#include <masu/broad_phase/detail/kd_kernels.hpp>
#include <masu/broad_phase/detail/kd_walk.hpp>
#include <masu/broad_phase/detail/nearest_list.hpp>
#include <masu/broad_phase/detail/pair_input.hpp>
#include <masu/broad_phase/detail/prepared_ray.hpp>
#include <masu/core/box_distance.hpp>
#include <masu/core/ray.hpp>

namespace masu {

// Holds boxes, or points, which are boxes of no extent: when all are, half the memory and half the
// tests. Objects are divided by their centres, nodes keep tight bounds, so that the tree stays
// balanced whatever the boxes are; three binary levels make one node of eight children. Build:
// O(n log n) expected. Queries: O(log n + k) expected for k results where boxes are no larger than
// their spacing; O(n) at worst, when all boxes meet or are long. (J. L. Bentley,
// "Multidimensional binary search trees used for associative searching", 1975.)
//
// All rules of division give the same answers, in other orders; the order depends on the input
// alone. Pairs are found by walking down two subtrees at once; the boxes of the index are not
// touched by that.
template <int D, class T>
class KdTree {
 public:
  using Id = std::uint32_t;  // place in the input
  using Box = Aabb<D, T>;

  explicit KdTree(Allocator allocator = default_allocator())
      : boxes_(allocator), tree_(allocator), input_(allocator), a_(allocator), b_(allocator) {}

  // How the next build or search divides, and how many objects a leaf holds at most, 1 to 32;
  // more than 16 only if all are points in float.
  KdSplit split = KdSplit::median_widest;
  std::uint32_t leaf_size = detail::kKdMostSlots;

  // Statuses: out_of_memory, too_many_objects, size_mismatch (filters), out_of_range (period, leaf
  // size); the index is empty then. The trace sees PartitionStep<KdItem<D, T>>.
  template <class Trace = NoTrace>
  Status build(BoxSpan<D, T> boxes, const IndexOptions<D, T>& options = {}, Trace&& trace = {}) {
    tree_.clear();
    Status good = boxes_.take(boxes, options);
    if (good == Status::ok) good = build_tree(tree_, boxes_.set(), trace);
    if (good != Status::ok) boxes_.clear();
    return good;
  }

  // Boxes given, empty ones included.
  std::size_t size() const { return boxes_.size(); }
  // What the build took: comparisons.
  const QueryStats& build_stats() const { return tree_.stats(); }

  // visit(id) for each object that overlaps the box, on the torus in a periodic world; a visitor
  // may return false to stop.
  template <class Visit>
  SearchResult for_each_overlapping(const Box& box, Visit&& visit,
                                    const MaybeFilter& filter = {}) const {
    QueryStats stats;
    const auto search = [&](const Box& target, auto&& f) {
      return for_each_block(
          stats,
          [&](detail::KdCursor& cursor, detail::KdBlock& block) {
            kernels().overlapping(tree_.view(), target, cursor, block);
          },
          f);
    };
    return boxes_.overlapping(box, filter, stats, search, visit);
  }

  // visit(id) for each object with distance_squared(box, object) <= radius^2, on the torus in a
  // periodic world. An empty box is near nothing. out_of_range: radius negative or NaN.
  template <class Visit>
  SearchResult for_each_within(const Box& box, T radius, Visit&& visit,
                               const MaybeFilter& filter = {}) const {
    QueryStats stats;
    if (!(radius >= 0)) return {Status::out_of_range, stats};
    const Box target = wrapped(box);
    if (target.empty()) return {Status::ok, stats};
    const T most = radius * radius;
    const auto deliver = [&](std::uint32_t place) {
      if (!counts(place, filter)) return true;
      ++stats.results;
      return goes_on(visit, id_of(place));
    };
    const auto test = [&](const Box& b) { return distance(target, b) <= most; };
    const auto fill = [&](detail::KdCursor& cursor, detail::KdBlock& block) {
      kernels().within(tree_.view(), target, most, cursor, block);
    };
    const bool on = is_plain(target) ? for_each_block(stats, fill, deliver)
                                     : detail::kd_objects(tree_.view(), stats, test, deliver);
    return {on ? Status::ok : Status::stopped, stats};
  }

  // The nearest objects, as many as `found` has places, by (distance, id); stats.results says how
  // many there are. Distances as in for_each_within(). Expected O(log n + k).
  SearchResult nearest(const Box& box, std::span<Neighbor<T, Id>> found,
                       const MaybeFilter& filter = {}) const {
    QueryStats stats;
    const Box target = wrapped(box);
    if (target.empty() || found.empty()) return {Status::ok, stats};
    detail::NearestList<T> list(found);
    if (is_plain(target) && !filter) {
      detail::KdCursor cursor;
      kernels().nearest(tree_.view(), target, list, cursor);
      cursor.count(stats);
    } else {
      look_for_nearest(target, filter, list, stats);
    }
    stats.results = list.finish();
    for (auto& neighbor : found.first(stats.results)) neighbor.id = id_of(neighbor.id);
    return {Status::ok, stats};
  }

  // visit(id, t) for each object that the ray meets by ray_box(), in no particular order.
  // not_finite: the ray is not valid; out_of_range: the world is periodic, rays do not wrap.
  template <class Visit>
  SearchResult for_each_on_ray(const Ray<D, T>& ray, Visit&& visit,
                               const MaybeFilter& filter = {}) const {
    QueryStats stats;
    const Status good = check_ray(ray);
    if (good != Status::ok) return {good, stats};
    const detail::PreparedRay<D, T> prepared(ray);
    std::optional<T> t;
    const auto test = [&](const Box& b) {
      T enter;
      return prepared.may_meet(b, ray.max_t, enter) && (t = ray_box(ray, b)).has_value();
    };
    const bool on = detail::kd_objects(tree_.view(), stats, test, [&](std::uint32_t place) {
      if (!counts(place, filter)) return true;
      ++stats.results;
      return goes_on(visit, id_of(place), *t);
    });
    return {on ? Status::ok : Status::stopped, stats};
  }

  // The object that the ray meets first, by (t, id). Errors as above.
  RayCastResult<T, Id> ray_cast(const Ray<D, T>& ray, const MaybeFilter& filter = {}) const {
    RayCastResult<T, Id> hit;
    hit.status = check_ray(ray);
    if (hit.status != Status::ok) return hit;
    const detail::PreparedRay<D, T> prepared(ray);
    const auto measure = [&](const Box& b, T& value) {
      if (!prepared.may_meet(b, hit.hit ? hit.t : ray.max_t, value)) return false;
      const std::optional<T> t = ray_box(ray, b);
      value = t.value_or(T(0));
      return t.has_value();
    };
    const auto sooner = [&](T t, std::uint32_t least) {
      return !hit.hit || t < hit.t || (t == hit.t && least < hit.id);
    };
    detail::kd_best_first(tree_.view(), hit.stats, measure, sooner, [&](std::uint32_t place, T t) {
      if (counts(place, filter)) hit.hit = true, hit.id = place, hit.t = t;
    });
    if (hit.hit) hit.id = id_of(hit.id);
    hit.stats.results = hit.hit ? 1 : 0;
    return hit;
  }

  // Each unordered pair of overlapping boxes once, a < b. Statuses: those of build(), stopped (by
  // the sink). The trace sees the build, and after PhaseBegins{"join"} each VisitNode,
  // CompareBounds and CompareObjects.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs(BoxSpan<D, T> boxes, Sink&& sink, const PairOptions<D, T>& options = {},
                          Trace&& trace = {}) {
    Status good = input_.take(boxes, options);
    if (good == Status::ok) good = build_tree(a_, input_.a(), trace);
    if (good != Status::ok) return {good, {}};
    return join(a_, a_, sink, trace);
  }

  // Each overlapping pair of one box of `a` and one of `b`.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, Sink&& sink,
                                  const PairOptions<D, T>& options = {}, Trace&& trace = {}) {
    Status good = input_.take(a, b, options);
    if (good == Status::ok) good = build_tree(a_, input_.a(), trace);
    if (good == Status::ok) good = build_tree(b_, input_.b(), trace);
    if (good != Status::ok) return {good, {}};
    return join(a_, b_, sink, trace);
  }

  // What the index cut the objects into, for drawing and for learning: visit(bounds, depth,
  // objects) for each node, parents before children, the root at depth 0; `objects` is 0 for inner
  // nodes. object(id) follows for each object of a leaf; on a torus images are objects too. O(n).
  template <class Visit, class Each = IgnoreObjects>
  void for_each_node(Visit&& visit, Each&& object = {}) const {
    detail::kd_nodes(tree_.view(), visit,
                     [&](std::uint32_t place) { object(boxes_.set().id(place)); });
  }

  // Every object in one leaf, bounds tight all the way up, leaves no fuller than allowed. O(n) and
  // a bit for each object.
  bool validate() const { return tree_.validate(boxes_.set()); }

 private:
  using Builder = detail::KdBuilder<D, T>;

  template <class Trace>
  Status build_tree(Builder& tree, const detail::BoxSet<D, T>& set, Trace& trace) const {
    if (leaf_size == 0 || leaf_size > detail::kKdMostSlots) return Status::out_of_range;
    return tree.build(set, split, leaf_size, trace);
  }

  template <class Sink, class Trace>
  SearchResult join(const Builder& a, const Builder& b, Sink& sink, Trace& trace) {
    detail::PairJudge<D, T, Sink> out(input_, sink);
    QueryStats stats = a.stats();
    if (&a != &b) stats += b.stats();
    const auto put = [&](std::uint32_t i, std::uint32_t j) { return out.put(i, j); };
    trace.on(PhaseBegins{"join"});
    detail::kd_join(a.view(), b.view(), &a == &b, stats, put, trace);
    return out.finish(stats);
  }

  static const detail::KdKernels<D, T>& kernels() { return detail::kd_kernels<D, T>(); }

  // f(place) for all places of the blocks that `fill` makes, until it returns false.
  template <class Fill, class F>
  static bool for_each_block(QueryStats& stats, Fill&& fill, F&& f) {
    detail::KdCursor cursor;
    detail::KdBlock block;
    bool on = true;
    do {
      fill(cursor, block);
      for (std::uint32_t i = 0; on && i < block.size; ++i) on = f(block.place[i]);
    } while (on && block.size != 0);
    cursor.count(stats);
    return on;
  }

  // What the kernels leave out: filters, tori, and targets that are not finite.
  void look_for_nearest(const Box& target, const MaybeFilter& filter, detail::NearestList<T>& list,
                        QueryStats& stats) const {
    const auto measure = [&](const Box& b, T& value) {
      value = distance(target, b);
      return true;
    };
    detail::kd_best_first(
        tree_.view(), stats, measure,
        [&](T value, std::uint32_t least) { return list.wants(value, least); },
        [&](std::uint32_t place, T value) {
          if (counts(place, filter)) list.put(place, value);
        });
  }
  bool is_plain(const Box& target) const { return target.finite() && !boxes_.period().any(); }

  std::uint32_t id_of(std::uint32_t place) const { return boxes_.set().id(place); }

  Box wrapped(const Box& box) const {
    return boxes_.period().any() ? wrap(box, boxes_.period()) : box;
  }
  // On a torus the distance to a box bounds those to the boxes inside it as well: every gap does.
  T distance(const Box& a, const Box& b) const {
    return boxes_.period().any() ? distance_squared_wrapped(a, b, boxes_.period())
                                 : distance_squared(a, b);
  }
  // An object counts at its own box, not at its images.
  bool counts(std::uint32_t place, const MaybeFilter& filter) const {
    return boxes_.set().shift(place) == 0 && boxes_.accepted(place, filter);
  }
  Status check_ray(const Ray<D, T>& ray) const {
    if (boxes_.period().any()) return Status::out_of_range;
    return ray.valid() ? Status::ok : Status::not_finite;
  }

  detail::IndexedBoxes<D, T> boxes_;
  Builder tree_;
  detail::PairInput<D, T> input_;
  Builder a_;
  Builder b_;
};

}  // namespace masu
