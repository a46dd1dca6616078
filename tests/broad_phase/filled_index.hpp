// SPDX-License-Identifier: MIT
// A dynamic index filled for one search, so that it can be compared with the pair finders.
#pragma once

#include <gtest/gtest.h>

#include <masu/broad_phase/pair_options.hpp>
#include <masu/broad_phase/query_results.hpp>

namespace masu::test {

// `make(options)` makes an empty index for a search with these options. With `moving`, all objects
// are inserted at one point and move to where they belong.
template <int D, class T, class Make>
class FilledIndex {
 public:
  explicit FilledIndex(Make make, bool moving = false) : make_(make), moving_(moving) {}

  template <PairSink Sink>
  SearchResult find_pairs(BoxSpan<D, T> boxes, Sink&& sink, const PairOptions<D, T>& options = {}) {
    auto index = make_(options);
    fill(index, boxes, options.filters);
    return index.find_pairs(sink);
  }

  template <PairSink Sink>
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, Sink&& sink,
                                  const PairOptions<D, T>& options = {}) {
    auto first = make_(options);
    auto second = make_(options);
    fill(first, a, options.filters);
    fill(second, b, options.filters_b);
    return first.find_pairs_between(second, sink);
  }

 private:
  template <class Index>
  void fill(Index& index, BoxSpan<D, T> boxes, std::span<const Filter> filters) const {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Filter filter = filters.empty() ? Filter{} : filters[i];
      const Aabb<D, T> start = moving_ ? Aabb<D, T>::of_point({}) : boxes[i];
      const InsertResult inserted = index.insert(start, i, filter);
      EXPECT_EQ(inserted.status, Status::ok);
      EXPECT_EQ(inserted.handle.index, i) << "slots are handed out in order";
      if (moving_) {
        EXPECT_EQ(index.move(inserted.handle, boxes[i]), Status::ok);
      }
    }
  }

  Make make_;
  bool moving_;
};

}  // namespace masu::test
