// SPDX-License-Identifier: MIT
#include <masu/broad_phase/kd_tree.hpp>

#include <masu/core/box_distance.hpp>
#include "broad_phase/indexed_boxes.hpp"
#include "broad_phase/nearest_list.hpp"
#include "broad_phase/pair_input.hpp"
#include "broad_phase/prepared_ray.hpp"

#include "broad_phase/kd_builder.hpp"
#include "broad_phase/kd_join.hpp"
#include "broad_phase/kd_kernels.hpp"
#include "broad_phase/kd_walk.hpp"
#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"

namespace masu {
namespace detail {

// The queries of an index. A default one is empty.
template <int D, class T>
struct KdQueries {
  using Id = std::uint32_t;

  KdView<D, T> tree;
  IndexedView<D, T> objects;

  SearchResult overlapping(const Aabb<D, T>& box, const MaybeFilter& filter,
                           const BlockTarget<Id>& target) const {
    if (objects.period.any()) return overlapping_wrapped(box, filter, target);
    if (box.empty() || tree.node_count == 0) return {};
    return deliver(target, filter, [&](KdCursor& cursor, KdBlock& block) {
      kernels().overlapping(tree, box, cursor, block);
    });
  }

  SearchResult within(const Aabb<D, T>& box, T radius, const MaybeFilter& filter,
                      const BlockTarget<Id>& target) const {
    if (!(radius >= 0)) return {Status::out_of_range, {}};
    const Aabb<D, T> center = wrapped(box);
    if (center.empty()) return {};
    const T most = radius * radius;
    if (is_plain(center)) {
      return deliver(target, filter, [&](KdCursor& cursor, KdBlock& block) {
        kernels().within(tree, center, most, cursor, block);
      });
    }
    QueryStats stats;
    BlockOutput<Id> out(target);
    const auto test = [&](const Aabb<D, T>& b) { return distance(center, b) <= most; };
    kd_objects(tree, stats, test, [&](std::uint32_t index) {
      return !counts(index, filter) || out.push(objects.set.id(index));
    });
    return out.finish(stats);
  }

  SearchResult nearest(const Aabb<D, T>& box, std::span<Neighbor<T, Id>> found,
                       const MaybeFilter& filter) const {
    QueryStats stats;
    const Aabb<D, T> target = wrapped(box);
    if (target.empty() || found.empty()) return {Status::ok, stats};
    NearestList<T> list(found);
    if (is_plain(target) && !filter) {
      KdCursor cursor;
      kernels().nearest(tree, target, list, cursor);
      cursor.count(stats);
    } else {
      search_nearest(target, filter, list, stats);
    }
    stats.results = list.finish();
    for (auto& neighbor : found.first(stats.results)) neighbor.id = objects.set.id(neighbor.id);
    return {Status::ok, stats};
  }

  template <class Hit>
  SearchResult on_ray(const Ray<D, T>& ray, const MaybeFilter& filter,
                      BlockOutput<Hit>& out) const {
    QueryStats stats;
    const Status status = check_ray(ray);
    if (status != Status::ok) return {status, stats};
    const PreparedRay<D, T> prepared(ray);
    std::optional<T> t;
    const auto test = [&](const Aabb<D, T>& b) {
      T enter;
      return prepared.may_hit(b, ray.max_t, enter) && (t = ray_box(ray, b)).has_value();
    };
    kd_objects(tree, stats, test, [&](std::uint32_t index) {
      return !counts(index, filter) || out.push(Hit{objects.set.id(index), *t});
    });
    return out.finish(stats);
  }

  RayCastResult<T, Id> ray_cast(const Ray<D, T>& ray, const MaybeFilter& filter) const {
    RayCastResult<T, Id> hit;
    hit.status = check_ray(ray);
    if (hit.status != Status::ok) return hit;
    const PreparedRay<D, T> prepared(ray);
    const auto measure = [&](const Aabb<D, T>& b, T& value) {
      if (!prepared.may_hit(b, hit.hit ? hit.t : ray.max_t, value)) return false;
      const std::optional<T> t = ray_box(ray, b);
      value = t.value_or(T(0));
      return t.has_value();
    };
    const auto sooner = [&](T t, std::uint32_t least) {
      return !hit.hit || t < hit.t || (t == hit.t && least < hit.id);
    };
    kd_best_first(tree, hit.stats, measure, sooner, [&](std::uint32_t index, T t) {
      if (counts(index, filter)) hit.hit = true, hit.id = index, hit.t = t;
    });
    if (hit.hit) hit.id = objects.set.id(hit.id);
    hit.stats.results = hit.hit ? 1 : 0;
    return hit;
  }

 private:
  static const KdKernels<D, T>& kernels() { return kd_kernels<D, T>(); }

  // Passes on the blocks that `fill` makes, without a period.
  template <class Fill>
  SearchResult deliver(const BlockTarget<Id>& target, const MaybeFilter& filter,
                       Fill&& fill) const {
    SearchResult result;
    KdCursor cursor;
    KdBlock block;
    const bool all = !filter && objects.set.ids == nullptr;
    do {
      fill(cursor, block);
      if (!all) {
        block.size = static_cast<std::uint32_t>(
            accepted_ids(objects, {block.index, block.size}, filter, block.index));
      }
      if (block.size != 0) {
        result.status = target.take(target.object, {block.index, block.size}, result.stats.results);
      }
    } while (result.status == Status::ok && !cursor.at_end());
    cursor.count(result.stats);
    return result;
  }
  // With a period, the box has images too.
  SearchResult overlapping_wrapped(const Aabb<D, T>& box, const MaybeFilter& filter,
                                   const BlockTarget<Id>& target) const {
    QueryStats stats;
    BlockOutput<Id> out(target);
    const auto search = [&](const Aabb<D, T>& image, auto&& f) {
      KdCursor cursor;
      KdBlock block;
      bool on = true;
      do {
        kernels().overlapping(tree, image, cursor, block);
        for (std::uint32_t i = 0; on && i < block.size; ++i) on = f(block.index[i]);
      } while (on && !cursor.at_end());
      cursor.count(stats);
      return on;
    };
    (void)objects.overlapping(box, filter, stats, search, [&](Id id) { return out.push(id); });
    return out.finish(stats);
  }

  // The cases that the kernels exclude: filters, periods, and targets that are not finite.
  void search_nearest(const Aabb<D, T>& target, const MaybeFilter& filter, NearestList<T>& list,
                      QueryStats& stats) const {
    const auto measure = [&](const Aabb<D, T>& b, T& value) {
      value = distance(target, b);
      return true;
    };
    kd_best_first(
        tree, stats, measure,
        [&](T value, std::uint32_t least) { return list.improves(value, least); },
        [&](std::uint32_t index, T value) {
          if (counts(index, filter)) list.insert(index, value);
        });
  }
  bool is_plain(const Aabb<D, T>& target) const { return target.finite() && !objects.period.any(); }

  Aabb<D, T> wrapped(const Aabb<D, T>& box) const {
    return objects.period.any() ? wrap(box, objects.period) : box;
  }
  // With a period, too, the distance to a box bounds those to the boxes inside it: every gap does.
  T distance(const Aabb<D, T>& a, const Aabb<D, T>& b) const {
    return objects.period.any() ? distance_squared_wrapped(a, b, objects.period)
                                : distance_squared(a, b);
  }
  // An object counts at its own box, not at its images.
  bool counts(std::uint32_t index, const MaybeFilter& filter) const {
    return objects.set.shift(index) == 0 && objects.accepted(index, filter);
  }
  Status check_ray(const Ray<D, T>& ray) const {
    if (objects.period.any()) return Status::out_of_range;
    return ray.valid() ? Status::ok : Status::not_finite;
  }
};

// The index, and the memory of searches for pairs.
template <int D, class T>
class KdState {
 public:
  using Builder = KdBuilder<D, T>;

  explicit KdState(Allocator allocator) : allocator_(allocator) {}

  template <class Trace>
  Status build(BoxSpan<D, T> boxes, const IndexOptions<D, T>& options,
               const KdTreeOptions& tree_options, const Trace& trace) {
    tree_.clear();
    Status status = boxes_.take(boxes, options);
    if (status == Status::ok) status = tree_.build(boxes_.set(), tree_options, trace);
    if (status != Status::ok) boxes_.clear();
    return status;
  }

  template <class Trace>
  SearchResult pairs_within(BoxSpan<D, T> boxes, PairOutput& out, const PairOptions<D, T>& options,
                            const KdTreeOptions& tree_options, const Trace& trace) {
    Status status = input_.take(boxes, options);
    if (status == Status::ok) status = build_one(a_, input_.a(), tree_options, trace);
    if (status != Status::ok) return {status, {}};
    return join(a_, a_, out, trace);
  }

  template <class Trace>
  SearchResult pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, PairOutput& out,
                             const PairOptions<D, T>& options, const KdTreeOptions& tree_options,
                             const Trace& trace) {
    Status status = input_.take(a, b, options);
    if (status == Status::ok) status = build_one(a_, input_.a(), tree_options, trace);
    if (status == Status::ok) status = build_one(b_, input_.b(), tree_options, trace);
    if (status != Status::ok) return {status, {}};
    return join(a_, b_, out, trace);
  }

  const IndexedBoxes<D, T>& boxes() const { return boxes_; }
  const Builder& tree() const { return tree_; }

 private:
  // The builder is compiled for the events of a build only.
  template <class Trace>
  static Status build_one(Builder& tree, const BoxSet<D, T>& set, const KdTreeOptions& tree_options,
                          const Trace& trace) {
    if constexpr (kIsWatched<Trace>) {
      return tree.build(set, tree_options, AnyTrace<PartitionStep<KdItem<D, T>>>(trace));
    } else {
      return tree.build(set, tree_options, trace);
    }
  }

  template <class Trace>
  SearchResult join(const Builder& a, const Builder& b, PairOutput& pairs, const Trace& trace) {
    PairJudge out(input_, pairs);
    QueryStats stats = a.stats();
    if (&a != &b) stats += b.stats();
    const auto report = [&](std::uint32_t i, std::uint32_t j) { return out.push(i, j); };
    trace.on(PhaseBegins{"join"});
    kd_join(a.view(), b.view(), &a == &b, stats, report, trace);
    return out.finish(stats);
  }

  Allocator allocator_;  // of all members below
  IndexedBoxes<D, T> boxes_{allocator_};
  Builder tree_{allocator_};
  PairInput<D, T> input_{allocator_};
  Builder a_{allocator_};
  Builder b_{allocator_};
};

template <int D, class T>
KdQueries<D, T> queries(const KdState<D, T>* state) {
  if (state == nullptr) return {};
  return {state->tree().view(), state->boxes().view()};
}

}  // namespace detail

template <int D, class T>
Status KdTree<D, T>::build(BoxSpan<D, T> boxes, const IndexOptions<D, T>& options,
                           BuildTrace trace) {
  return detail::with_object(state_, trace, [&](auto& state, const auto& t) {
    return state.build(boxes, options, options_, t);
  });
}

template <int D, class T>
std::size_t KdTree<D, T>::size() const {
  return state_.get() == nullptr ? 0 : state_.get()->boxes().size();
}

template <int D, class T>
const QueryStats& KdTree<D, T>::build_stats() const {
  static constexpr QueryStats kNone;
  return state_.get() == nullptr ? kNone : state_.get()->tree().stats();
}

template <int D, class T>
SearchResult KdTree<D, T>::for_each_overlapping(const Aabb<D, T>& box, const BlockTarget<Id>& visit,
                                                const MaybeFilter& filter) const {
  return queries(state_.get()).overlapping(box, filter, visit);
}

template <int D, class T>
SearchResult KdTree<D, T>::for_each_within(const Aabb<D, T>& box, T radius,
                                           const BlockTarget<Id>& visit,
                                           const MaybeFilter& filter) const {
  return queries(state_.get()).within(box, radius, filter, visit);
}

template <int D, class T>
SearchResult KdTree<D, T>::nearest(const Aabb<D, T>& box, std::span<Neighbor> found,
                                   const MaybeFilter& filter) const {
  return queries(state_.get()).nearest(box, found, filter);
}

template <int D, class T>
SearchResult KdTree<D, T>::for_each_on_ray(const Ray<D, T>& ray,
                                           const BlockTarget<RayMeeting<T, Id>>& visit,
                                           const MaybeFilter& filter) const {
  BlockOutput<RayMeeting<T, Id>> out(visit);
  return queries(state_.get()).on_ray(ray, filter, out);
}

template <int D, class T>
auto KdTree<D, T>::ray_cast(const Ray<D, T>& ray, const MaybeFilter& filter) const
    -> RayCastResult<T, Id> {
  return queries(state_.get()).ray_cast(ray, filter);
}

template <int D, class T>
SearchResult KdTree<D, T>::find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                                      const PairOptions<D, T>& options, PairTrace trace) {
  PairOutput out(sink, bool(trace));
  return detail::with_object(state_, trace, [&](auto& state, const auto& t) {
    return state.pairs_within(boxes, out, options, options_, t);
  });
}

template <int D, class T>
SearchResult KdTree<D, T>::find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b,
                                              const PairTarget& sink,
                                              const PairOptions<D, T>& options, PairTrace trace) {
  PairOutput out(sink, bool(trace));
  return detail::with_object(state_, trace, [&](auto& state, const auto& t) {
    return state.pairs_between(a, b, out, options, options_, t);
  });
}

template <int D, class T>
void KdTree<D, T>::for_each_node(FunctionRef<void(const Aabb<D, T>&, int, std::size_t)> visit,
                                 FunctionRef<void(Id)> object) const {
  const auto index = queries(state_.get());
  detail::kd_nodes(index.tree, visit, [&](std::uint32_t i) { object(index.objects.set.id(i)); });
}

template <int D, class T>
bool KdTree<D, T>::validate() const {
  const auto* const state = state_.get();
  return state == nullptr || state->tree().validate(state->boxes().set());
}

#define MASU_INSTANTIATE(D, T)                          \
  template class detail::Opaque<detail::KdState<D, T>>; \
  template class KdTree<D, T>;
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
