// SPDX-License-Identifier: MIT
// The dynamic tree filled for one search, by each method of filling it.
#pragma once

#include <masu/broad_phase/concepts.hpp>
#include <masu/broad_phase/dynamic_bvh.hpp>
#include "broad_phase/pair_input.hpp"

#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {

static_assert(DynamicIndex<DynamicBvh<2, float>, 2, float>);
static_assert(DynamicIndex<DynamicBvh<4, double>, 4, double>);
static_assert(RayIndex<DynamicBvh<3, float>, 3, float>);
static_assert(NearestIndex<DynamicBvh<3, double>, 3, double>);

// The tree knows no torus: images are objects of their own here, and pairs are judged after.
template <int D, class T>
class FilledDynamicBvh {
 public:
  explicit FilledDynamicBvh(int variant) : variant_(variant), input_(default_allocator()) {}

  template <PairSink Sink>
  SearchResult find_pairs(BoxSpan<D, T> boxes, Sink&& sink, const PairOptions<D, T>& options = {}) {
    const Status status = input_.take(boxes, options);
    if (status != Status::ok) return {status, {}};
    Tree tree = empty_tree();
    fill(tree, input_.a());
    PairOutput pairs(sink);
    masu::detail::PairJudge out(input_, pairs);
    const auto add = [&](std::uint32_t i, std::uint32_t j) { return out.push(i, j); };
    const SearchResult found = variant_ == 1 ? tree.find_pairs_of_moved(add) : tree.find_pairs(add);
    return out.finish(found.stats);
  }

  template <PairSink Sink>
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, Sink&& sink,
                                  const PairOptions<D, T>& options = {}) {
    const Status status = input_.take(a, b, options);
    if (status != Status::ok) return {status, {}};
    Tree first = empty_tree();
    Tree second = empty_tree();
    fill(first, input_.a());
    fill(second, input_.b());
    PairOutput pairs(sink);
    masu::detail::PairJudge out(input_, pairs);
    const auto add = [&](std::uint32_t i, std::uint32_t j) { return out.push(i, j); };
    return out.finish(first.find_pairs_between(second, add).stats);
  }

 private:
  using Tree = DynamicBvh<D, T>;

  Tree empty_tree() const {
    DynamicBvhOptions<D, T> options;
    if (variant_ == 1) options.margin = 1, options.prediction = 2;
    return Tree(options);
  }
  // Variant 1: all are inserted at one position and then move to their own; some trees are rebuilt
  // then.
  void fill(Tree& tree, const masu::detail::BoxSet<D, T>& boxes) const {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Aabb<D, T> start = variant_ == 1 ? Aabb<D, T>::of_point({}) : boxes[i];
      const InsertResult inserted = tree.insert(start, i);
      EXPECT_EQ(inserted.status, Status::ok);
      EXPECT_EQ(inserted.handle.index, i) << "slots are handed out in order";
      if (variant_ != 1) continue;
      EXPECT_EQ(tree.move(inserted.handle, boxes[i]), Status::ok);
    }
    if (variant_ == 1 && boxes.size() % 2 == 0) tree.optimize();
    EXPECT_TRUE(tree.validate());
  }

  int variant_;
  masu::detail::PairInput<D, T> input_;
};

struct DynamicBvhFamily {
  static constexpr const char* kName = "DynamicBvh";
  static constexpr int kVariants = 2;
  template <int D, class T>
  using Finder = FilledDynamicBvh<D, T>;
  template <int D, class T>
  static Finder<D, T> make(int variant, Allocator = default_allocator()) {
    return Finder<D, T>(variant);
  }
};

}  // namespace masu::test
