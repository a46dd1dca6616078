// SPDX-License-Identifier: MIT
// An oracle that uses another method than brute force: boxes sorted by their lower x, each tested
// against those that start before it ends. Exact, simple, and fast enough for 10^5 boxes of similar
// size.
#pragma once

#include <algorithm>
#include <vector>

#include <masu/broad_phase/pair_options.hpp>

namespace masu::test {

// The signature of the library's finders. Tests: n times the boxes that a box meets along x.
template <int D, class T>
class SortByX {
 public:
  template <PairSink Sink>
  SearchResult find_pairs(BoxSpan<D, T> boxes, Sink&& sink, const PairOptions<D, T>& options = {}) {
    const Status status = check_input(boxes.size(), options.filters, options.period);
    if (status != Status::ok) return {status, {}};
    return sweep(starts_of(boxes, 0, options), options.filters, options.filters, options, sink);
  }

  template <PairSink Sink>
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, Sink&& sink,
                                  const PairOptions<D, T>& options = {}) {
    Status status = check_input(a.size(), options.filters, options.period);
    if (status == Status::ok) status = check_input(b.size(), options.filters_b, options.period);
    const bool filtered = !options.filters.empty();
    if (status == Status::ok && filtered == options.filters_b.empty() && !a.empty() && !b.empty()) {
      status = Status::size_mismatch;
    }
    if (status != Status::ok) return {status, {}};
    std::vector<Start> starts = starts_of(a, 1, options);
    const std::vector<Start> others = starts_of(b, 2, options);
    starts.insert(starts.end(), others.begin(), others.end());
    return sweep(std::move(starts), options.filters, options.filters_b, options, sink);
  }

 private:
  // A box, or its image one period to the left. `set`: 1 and 2 meet each other, 0 meets 0.
  struct Start {
    T x;
    T end;
    Aabb<D, T> box;
    std::size_t index;
    int set;
  };

  static std::vector<Start> starts_of(BoxSpan<D, T> boxes, int set,
                                      const PairOptions<D, T>& options) {
    std::vector<Start> starts;
    const T length = options.period.length[0];
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Aabb<D, T> box = wrap(boxes[i], options.period);
      if (box.empty()) continue;
      starts.push_back({box.min[0], box.max[0], box, i, set});
      if (length != 0 && is_finite(box.min[0])) {
        starts.push_back({box.min[0] - length, box.max[0] - length, box, i, set});
      }
    }
    return starts;
  }

  template <class Sink>
  static SearchResult sweep(std::vector<Start> starts, std::span<const Filter> filters_a,
                            std::span<const Filter> filters_b, const PairOptions<D, T>& options,
                            Sink& sink) {
    std::sort(starts.begin(), starts.end(), [](const Start& s, const Start& t) {
      return s.x != t.x ? s.x < t.x : s.index < t.index;
    });
    QueryStats stats;
    std::vector<Pair> pairs;
    for (auto s = starts.begin(); s != starts.end(); ++s) {
      for (auto t = s + 1; t != starts.end() && t->x <= s->end; ++t) {
        const bool in_order = s->set != 0 ? s->set < t->set : s->index < t->index;
        const Start& a = in_order ? *s : *t;
        const Start& b = in_order ? *t : *s;
        if ((a.set == 0 ? a.index == b.index : a.set == b.set)) continue;
        ++stats.tests;
        if (!overlaps_wrapped(a.box, b.box, options.period)) continue;
        if (!filters_a.empty() && !accepts(filters_a[a.index], filters_b[b.index])) continue;
        pairs.push_back({static_cast<std::uint32_t>(a.index), static_cast<std::uint32_t>(b.index)});
      }
    }
    // On a torus two boxes may meet along x twice.
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    PairOutput out(sink);
    out.push(pairs);
    return out.finish(stats);
  }
};

}  // namespace masu::test
