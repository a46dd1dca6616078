// SPDX-License-Identifier: MIT
// The bounding volume hierarchy: a binary search tree of boxes, and one range of the order a node.
#pragma once

#include <masu/broad_phase/bvh_builder.hpp>
#include <masu/broad_phase/bvh_view.hpp>
#include <masu/broad_phase/detail/bvh_buffer.hpp>
#include <masu/broad_phase/detail/bvh_tree.hpp>
#include <masu/broad_phase/detail/bvh_validate.hpp>
#include <masu/broad_phase/detail/pair_input.hpp>
#include <masu/core/trace.hpp>

namespace masu {

// An index over boxes that are known at once, and a finder of all their pairs. Queries take O(log
// n) where boxes are small and apart, O(n) at worst: all boxes may meet, or one be long. Builders
// make a binary tree; it is then collapsed into nodes of eight, which queries read with SIMD. The
// builder decides the speed only: all answer alike.
//
// Memory: about 130 bytes a box in 3D float, kept between calls. An allocation that fails leaves an
// index empty, and a finder as it was.
template <int D, class T>
class Bvh {
 public:
  using Box = Aabb<D, T>;
  using Id = std::uint32_t;
  using View = BvhView<D, T>;

  explicit Bvh(Allocator allocator = default_allocator())
      : objects_(allocator), tree_(allocator), input_(allocator), a_(allocator), b_(allocator) {}

  BvhBuilder builder = BvhBuilder::morton;

  // Ids are places in `boxes`. Statuses: too_many_objects (see largest_input()), size_mismatch
  // (filters), out_of_range (period), out_of_memory; it is empty then. The trace sees what the
  // builder does: SplitObjects; MergeNodes, QueuePair, DropPair.
  template <class Trace = NoTrace>
  Status build(BoxSpan<D, T> boxes, const IndexOptions<D, T>& options = {}, Trace&& trace = {}) {
    tree_.clear();
    Status good = objects_.take(boxes, options);
    if (good == Status::ok) {
      good = tree_.build(objects_.set().data(), objects_.set().size(), builder, trace);
    }
    if (good != Status::ok) objects_.clear();
    return good;
  }

  // The same objects elsewhere, in the same tree: O(n), and slower queries the farther they went.
  // Filters and period stay. Objects that become empty or stop being so, or reach over other
  // seams, need another tree: it is built anew. size_mismatch: not as many boxes; nothing changes.
  Status refit(BoxSpan<D, T> boxes) {
    if (boxes.size() != objects_.size()) return Status::size_mismatch;
    bool same = false;
    const Status good = objects_.move(boxes, same);
    if (good != Status::ok) {
      tree_.clear();
      return good;
    }
    if (same) {
      tree_.refit(objects_.set().data());
      return Status::ok;
    }
    NoTrace trace;
    const Status built = tree_.build(objects_.set().data(), objects_.set().size(), builder, trace);
    if (built != Status::ok) objects_.clear();
    return built;
  }

  std::size_t size() const { return objects_.size(); }
  // For queries; valid until the next build or refit.
  View view() const { return {tree_.nodes(), objects_.view()}; }

  // The index as one piece of memory, which map_bvh() takes: `out` is written_size() bytes, aligned
  // to 64. Statuses: size_mismatch, wrong_format (alignment).
  std::size_t written_size() const {
    const detail::BvhFacts facts = detail::bvh_facts(view(), objects_.filter_count());
    return index_size(detail::bvh_sections(view(), facts));
  }
  Status write(std::span<std::byte> out) const {
    const detail::BvhFacts facts = detail::bvh_facts(view(), objects_.filter_count());
    return write_index(out, IndexKind::bvh, D, sizeof(T), detail::bvh_sections(view(), facts));
  }

  // See BvhView.
  template <class Visit>
  SearchResult for_each_overlapping(const Box& box, Visit&& visit,
                                    const MaybeFilter& filter = {}) const {
    return view().for_each_overlapping(box, visit, filter);
  }
  template <class Visit>
  SearchResult for_each_within(const Box& box, T radius, Visit&& visit,
                               const MaybeFilter& filter = {}) const {
    return view().for_each_within(box, radius, visit, filter);
  }
  SearchResult nearest(const Box& box, std::span<Neighbor<T, Id>> found,
                       const MaybeFilter& filter = {}) const {
    return view().nearest(box, found, filter);
  }
  template <class Visit>
  SearchResult for_each_on_ray(const Ray<D, T>& ray, Visit&& visit,
                               const MaybeFilter& filter = {}) const {
    return view().for_each_on_ray(ray, visit, filter);
  }
  RayCastResult<T, Id> ray_cast(const Ray<D, T>& ray, const MaybeFilter& filter = {}) const {
    return view().ray_cast(ray, filter);
  }
  template <class Cast>
  requires std::is_invocable_r_v<std::optional<T>, Cast&, Id, T, T> RayCastResult<T, Id> ray_cast(
      const Ray<D, T>& ray, Cast&& cast, const MaybeFilter& filter = {}) const {
    return view().ray_cast(ray, cast, filter);
  }
  template <class Visit, class Each = IgnoreObjects>
  void for_each_node(Visit&& visit, Each&& object = {}) const {
    view().for_each_node(visit, object);
  }

  // Expected work of a query by the surface area heuristic: nodes visited and boxes tested, as
  // sums of half_surface() over that of the root. Of the binary tree, leaves of up to 8 boxes;
  // bottom-up ones end in single boxes. O(n). Source: J. Goldsmith and J. Salmon, 1987; J. D.
  // MacDonald and K. S. Booth, 1990.
  double sah_cost() const { return detail::sah_cost(tree_.shape()); }
  // The sum of half_surface() over all nodes with children: what bottom-up builders keep small.
  double surface_sum() const { return detail::surface_sum(tree_.shape()); }

  // All invariants of the tree. O(n).
  bool validate() const {
    return detail::validate_shape(tree_.shape(), objects_.set().data(), objects_.set().size()) &&
           detail::validate_nodes(tree_.nodes(), objects_.set().data(), objects_.set().size());
  }

  // Each unordered pair of overlapping boxes once, a < b; the index above is left alone. Statuses:
  // as build(), and stopped (by the sink). The trace sees the builder, and PhaseBegins: "join".
  // Typically O(n log n + k) for k pairs; O(n^2) at worst, as for long boxes anywhere, without any.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs(BoxSpan<D, T> boxes, Sink&& sink, const PairOptions<D, T>& options = {},
                          Trace&& trace = {}) {
    Status good = input_.take(boxes, options);
    if (good == Status::ok) good = build_over(a_, input_.a(), trace);
    return good == Status::ok ? search(sink, trace) : SearchResult{good, {}};
  }

  // Each overlapping pair of one box of `a` and one of `b`.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, Sink&& sink,
                                  const PairOptions<D, T>& options = {}, Trace&& trace = {}) {
    Status good = input_.take(a, b, options);
    if (good == Status::ok) good = build_over(a_, input_.a(), trace);
    if (good == Status::ok) good = build_over(b_, input_.b(), trace);
    return good == Status::ok ? search(sink, trace) : SearchResult{good, {}};
  }

 private:
  using Tree = detail::BvhTree<D, T>;
  using Set = detail::BoxSet<D, T>;

  template <class Trace>
  Status build_over(Tree& tree, const Set& set, Trace& trace) {
    return tree.build(set.data(), set.size(), builder, trace);
  }

  template <class Sink, class Trace>
  SearchResult search(Sink& sink, Trace& trace) {
    trace.on(PhaseBegins{"join"});
    using Judge = detail::PairJudge<D, T, Sink>;
    Judge judge(input_, sink);
    detail::BvhBlock<Pair> block;
    block.context = &judge;
    block.flush = [](detail::BvhBlock<Pair>& found) {
      Judge& j = *static_cast<Judge*>(found.context);
      for (std::uint32_t i = 0; i < found.size; ++i) {
        if (!j.put(found.data[i].a, found.data[i].b)) return false;
      }
      found.size = 0;
      return true;
    };
    const detail::BvhKernels<D, T>& kernels = detail::bvh_kernels<D, T>();
    detail::BvhCounts counts;
    const bool on = input_.two_sets() ? kernels.pairs_between(a_.nodes(), b_.nodes(), block, counts)
                                      : kernels.pairs_within(a_.nodes(), block, counts);
    if (on) block.flush(block);
    QueryStats stats;
    stats.nodes = counts.nodes;
    stats.tests = counts.tests;
    return judge.finish(stats);
  }

  detail::IndexedBoxes<D, T> objects_;
  Tree tree_;
  detail::PairInput<D, T> input_;
  Tree a_;
  Tree b_;
};

}  // namespace masu
