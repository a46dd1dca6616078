// SPDX-License-Identifier: MIT
// Finders whose own calls are shaped otherwise, with the signature of the rest.
#pragma once

#include <cstdint>
#include <vector>

#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/textbook/plain_pass.hpp>

namespace masu::cli {

// Puts every box into a fresh dynamic tree and asks it once: what a first frame costs.
template <int D, class T, class Tree>
class FilledFinder {
 public:
  template <class Sink>
  SearchResult find_pairs(BoxSpan<D, T> boxes, Sink&& sink, const PairOptions<D, T>&) const {
    Tree tree;
    const Status good = insert_all(tree, boxes);
    if (good != Status::ok) return {good, {}};
    return tree.find_pairs(sink);
  }

  template <class Sink>
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, Sink&& sink,
                                  const PairOptions<D, T>&) const {
    Tree first;
    Tree second;
    Status good = insert_all(first, a);
    if (good == Status::ok) good = insert_all(second, b);
    if (good != Status::ok) return {good, {}};
    return first.find_pairs_between(second, sink);
  }

 private:
  // Box i gets slot i of a fresh tree, so pairs name boxes.
  static Status insert_all(Tree& tree, BoxSpan<D, T> boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const InsertResult inserted = tree.insert(boxes[i]);
      if (inserted.status != Status::ok) return inserted.status;
    }
    return Status::ok;
  }
};

template <int D, class T>
using RegisteredFinder = FilledFinder<D, T, RegisteredOrthtree<D, T>>;
template <int D, class T>
using DynamicBvhFinder = FilledFinder<D, T, DynamicBvh<D, T>>;

// The document's pass; two sets go in as one, with filters that let only mixed pairs through.
template <int D, class T>
class PlainFinder {
 public:
  template <class Sink>
  SearchResult find_pairs(BoxSpan<D, T> boxes, Sink&& sink, const PairOptions<D, T>& options) {
    return pass_.find_pairs(boxes, sink, options);
  }

  template <class Sink>
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, Sink&& sink,
                                  PairOptions<D, T> options) {
    std::vector<Aabb<D, T>> boxes;
    std::vector<Filter> filters(a.size(), Filter{1, 2});
    for (std::size_t i = 0; i < a.size(); ++i) boxes.push_back(a[i]);
    for (std::size_t i = 0; i < b.size(); ++i) boxes.push_back(b[i]);
    filters.resize(boxes.size(), Filter{2, 1});
    options.filters = filters;
    const SearchResult result = pass_.find_pairs(BoxSpan<D, T>(boxes), sink, options);
    if constexpr (requires { sink[0].b; }) {
      for (auto& pair : sink) pair.b -= static_cast<std::uint32_t>(a.size());
    }
    return result;
  }

 private:
  PlainPass<D, T> pass_;
};

}  // namespace masu::cli
