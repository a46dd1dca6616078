// SPDX-License-Identifier: MIT
// Adapters that give finders with other interfaces the signature of the rest.
#pragma once

#include <cstdint>
#include <vector>

#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/textbook/plain_pass.hpp>

namespace masu::cli {

// Inserts every box into a new dynamic tree and queries it once: the cost of a first frame.
template <int D, class T, class Tree>
class FilledFinder {
 public:
  template <class Sink>
  SearchResult find_pairs(BoxSpan<D, T> boxes, Sink&& sink, const PairOptions<D, T>&) const {
    Tree tree;
    const Status status = insert_all(tree, boxes);
    if (status != Status::ok) return {status, {}};
    return tree.find_pairs(sink);
  }

  template <class Sink>
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, Sink&& sink,
                                  const PairOptions<D, T>&) const {
    Tree first;
    Tree second;
    Status status = insert_all(first, a);
    if (status == Status::ok) status = insert_all(second, b);
    if (status != Status::ok) return {status, {}};
    return first.find_pairs_between(second, sink);
  }

 private:
  // Box i gets slot i of a new tree, so that pairs are indices of boxes.
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

// The search of the article; two sets are inserted as one, with filters that accept only mixed
// pairs.
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
