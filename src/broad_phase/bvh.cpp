// SPDX-License-Identifier: MIT
#include <masu/broad_phase/bvh.hpp>

#include "broad_phase/indexed_boxes.hpp"
#include "broad_phase/pair_input.hpp"

#include "broad_phase/bvh_buffer.hpp"
#include "broad_phase/bvh_tree.hpp"
#include "broad_phase/bvh_validate.hpp"
#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"

namespace masu {
namespace detail {

// An index, and separately the data of a search for pairs.
template <int D, class T>
class BvhState {
 public:
  explicit BvhState(Allocator allocator) : allocator_(allocator) {}

  Status build(BoxSpan<D, T> boxes, const IndexOptions<D, T>& options, BvhBuilder builder,
               const BvhTrace& trace) {
    tree_.clear();
    const Status status = objects_.take(boxes, options);
    return finish(status == Status::ok ? build_tree(builder, trace) : status);
  }
  Status refit(BoxSpan<D, T> boxes, BvhBuilder builder) {
    if (boxes.size() != objects_.size()) return Status::size_mismatch;
    bool same = false;
    Status status = objects_.move(boxes, same);
    if (status != Status::ok) {
      tree_.clear();
    } else if (same) {
      tree_.refit(objects_.set().data());
    } else {
      status = build_tree(builder, {});
    }
    return finish(status);
  }

  const BvhView<D, T>& view() const { return view_; }
  const BvhShape<D, T>& shape() const { return tree_.shape(); }
  bool validate() const {
    const Aabb<D, T>* const boxes = objects_.set().data();
    return validate_shape(tree_.shape(), boxes, objects_.set().size()) &&
           validate_nodes(tree_.nodes(), boxes, objects_.set().size());
  }

  SearchResult pairs_within(BoxSpan<D, T> boxes, PairOutput& out, const PairOptions<D, T>& options,
                            BvhBuilder builder, const BvhTrace& trace) {
    Status status = input_.take(boxes, options);
    if (status == Status::ok) status = build_over(a_, input_.a(), builder, trace);
    return status == Status::ok ? join(out, trace) : SearchResult{status, {}};
  }
  SearchResult pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, PairOutput& out,
                             const PairOptions<D, T>& options, BvhBuilder builder,
                             const BvhTrace& trace) {
    Status status = input_.take(a, b, options);
    if (status == Status::ok) status = build_over(a_, input_.a(), builder, trace);
    if (status == Status::ok) status = build_over(b_, input_.b(), builder, trace);
    return status == Status::ok ? join(out, trace) : SearchResult{status, {}};
  }

 private:
  Status build_tree(BvhBuilder builder, const BvhTrace& trace) {
    return build_over(tree_, objects_.set(), builder, trace);
  }
  static Status build_over(BvhTree<D, T>& tree, const BoxSet<D, T>& set, BvhBuilder builder,
                           const BvhTrace& trace) {
    return tree.build(set.data(), set.size(), builder, trace);
  }
  Status finish(Status status) {
    if (status != Status::ok) objects_.clear();
    view_ = BvhView<D, T>(tree_.nodes(), objects_.view());
    return status;
  }

  SearchResult join(PairOutput& out, const BvhTrace& trace) {
    if (trace) trace.on(PhaseBegins{"join"});
    struct Context {
      const PairInput<D, T>& input;
      PairOutput& out;
    } context{input_, out};
    BvhBlock<Pair> block;
    block.context = &context;
    block.flush = [](BvhBlock<Pair>& found) {
      const Context& c = *static_cast<Context*>(found.context);
      const std::uint32_t size = to_ids(c.input, found.data, std::exchange(found.size, 0));
      return c.out.push(std::span<const Pair>(found.data, size));
    };
    const BvhKernels<D, T>& kernels = bvh_kernels<D, T>();
    BvhCounts counts;
    const bool on = input_.two_sets() ? kernels.pairs_between(a_.nodes(), b_.nodes(), block, counts)
                                      : kernels.pairs_within(a_.nodes(), block, counts);
    if (on) block.flush(block);
    QueryStats stats;
    stats.nodes = counts.nodes;
    stats.tests = counts.tests;
    return out.finish(stats);
  }
  // Converts the accepted pairs of indices to pairs of ids; returns how many.
  static std::uint32_t to_ids(const PairInput<D, T>& input, Pair* pairs, std::uint32_t size) {
    const BoxSetView<D, T> set_a = input.a().view();
    const BoxSetView<D, T> set_b = input.b().view();
    const bool accepts_all = input.accepts_all();
    const bool ordered = !input.two_sets();
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
      if (!accepts_all && !input.accepted(pairs[i].a, pairs[i].b)) continue;
      const Pair ids{set_a.id(pairs[i].a), set_b.id(pairs[i].b)};
      pairs[count++] = ordered && ids.b < ids.a ? Pair{ids.b, ids.a} : ids;
    }
    return count;
  }

  Allocator allocator_;  // of all members below
  IndexedBoxes<D, T> objects_{allocator_};
  BvhTree<D, T> tree_{allocator_};
  BvhView<D, T> view_;  // of the two above
  PairInput<D, T> input_{allocator_};
  BvhTree<D, T> a_{allocator_};
  BvhTree<D, T> b_{allocator_};
};

}  // namespace detail

template <int D, class T>
Status Bvh<D, T>::build(BoxSpan<D, T> boxes, const IndexOptions<D, T>& options, BvhTrace trace) {
  auto* const state = state_.need();
  if (state == nullptr) return Status::out_of_memory;
  return state->build(boxes, options, options_.builder, trace);
}

template <int D, class T>
Status Bvh<D, T>::refit(BoxSpan<D, T> boxes) {
  auto* const state = state_.need();
  return state == nullptr ? Status::out_of_memory : state->refit(boxes, options_.builder);
}

template <int D, class T>
const BvhView<D, T>& Bvh<D, T>::view() const {
  static constexpr View kNone;
  const auto* const state = state_.get();
  return state == nullptr ? kNone : state->view();
}

template <int D, class T>
std::size_t Bvh<D, T>::written_size() const {
  return index_size(detail::BvhParts<D, T>(view()).sections());
}
template <int D, class T>
Status Bvh<D, T>::write(std::span<std::byte> out) const {
  const detail::BvhParts<D, T> parts(view());
  return write_index(out, IndexKind::bvh, D, sizeof(T), parts.sections());
}

template <int D, class T>
double Bvh<D, T>::sah_cost() const {
  const auto* const state = state_.get();
  return state == nullptr ? 0 : detail::sah_cost(state->shape());
}
template <int D, class T>
double Bvh<D, T>::surface_sum() const {
  const auto* const state = state_.get();
  return state == nullptr ? 0 : detail::surface_sum(state->shape());
}
template <int D, class T>
bool Bvh<D, T>::validate() const {
  const auto* const state = state_.get();
  return state == nullptr || state->validate();
}

template <int D, class T>
SearchResult Bvh<D, T>::find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                                   const PairOptions<D, T>& options, BvhTrace trace) {
  PairOutput out(sink);
  auto* const state = state_.need();
  if (state == nullptr) return {Status::out_of_memory, {}};
  return state->pairs_within(boxes, out, options, options_.builder, trace);
}
template <int D, class T>
SearchResult Bvh<D, T>::find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, const PairTarget& sink,
                                           const PairOptions<D, T>& options, BvhTrace trace) {
  PairOutput out(sink);
  auto* const state = state_.need();
  if (state == nullptr) return {Status::out_of_memory, {}};
  return state->pairs_between(a, b, out, options, options_.builder, trace);
}

#define MASU_INSTANTIATE(D, T)                           \
  template class detail::Opaque<detail::BvhState<D, T>>; \
  template class Bvh<D, T>;
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
