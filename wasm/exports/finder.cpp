// SPDX-License-Identifier: MIT
// Pair finders without a world: boxes in, pairs out. They do not use masu_broad_phase_find_..(),
// which has no uniform grid and no kd-tree, and has one period for all its searches.
#include <masu/c/masu.h>

#include <cstddef>
#include <cstdlib>
#include <new>

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/auto_finder.hpp>
#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/linear_orthtree.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>
#include <masu/broad_phase/uniform_grid.hpp>

using namespace masu;

// Arguments of one search, as a structure that JavaScript writes.
struct masu_js_search {
  const void* boxes;
  uint32_t count;
  const void* boxes_b;  // null: pairs within the first set
  uint32_t count_b;
  const masu_filter* filters;  // null, or one for each box
  const masu_filter* filters_b;
  double period[3];  // 0 for axes that are not periodic
};

// A finder of any method, dimension and scalar.
struct masu_js_finder {
  virtual ~masu_js_finder() = default;
  virtual SearchResult find(const masu_js_search& search) = 0;

  PairList pairs;
  QueryStats stats;
};

namespace {

template <int D, class T, class Finder>
struct FinderOf final : masu_js_finder {
  SearchResult find(const masu_js_search& s) override {
    static_assert(sizeof(Filter) == sizeof(masu_filter));
    const auto boxes = [](const void* p, uint32_t n) {
      return BoxSpan<D, T>(std::span(static_cast<const Aabb<D, T>*>(p), n));
    };
    const auto filters = [](const masu_filter* p, uint32_t n) {
      return std::span(reinterpret_cast<const Filter*>(p), p == nullptr ? 0 : n);
    };
    PairOptions<D, T> options;
    options.filters = filters(s.filters, s.count);
    for (int a = 0; a < D; ++a) options.period.length[a] = T(s.period[a]);
    if (s.boxes_b == nullptr) return finder.find_pairs(boxes(s.boxes, s.count), pairs, options);
    options.filters_b = filters(s.filters_b, s.count_b);
    return finder.find_pairs_between(boxes(s.boxes, s.count), boxes(s.boxes_b, s.count_b), pairs,
                                     options);
  }

  Finder finder;
};

// Returns null if memory is refused. Without exceptions `new` would end the program then,
// `new (std::nothrow)` too.
template <class Finder>
masu_js_finder* made() {
  static_assert(alignof(Finder) <= alignof(std::max_align_t));
  void* const at = std::malloc(sizeof(Finder));
  return at == nullptr ? nullptr : ::new (at) Finder;
}

template <int D, class T>
masu_js_finder* make(uint32_t method) {
  switch (method) {
    case 3: return made<FinderOf<D, T, Bvh<D, T>>>();
#ifdef MASU_JS_BOXES  // masu/boxes: one method
    case 255: return made<FinderOf<D, T, Bvh<D, T>>>();
#else
    case 0: return made<FinderOf<D, T, AllPairs<D, T>>>();
    case 1: return made<FinderOf<D, T, SweepAndPrune<D, T>>>();
    case 2: return made<FinderOf<D, T, SortedOrthtree<D, T>>>();
    case 4: return made<FinderOf<D, T, UniformGrid<D, T>>>();
    case 5: return made<FinderOf<D, T, KdTree<D, T>>>();
    case 255: return made<FinderOf<D, T, AutoFinder<D, T>>>();
#endif
    default: return nullptr;
  }
}

}  // namespace

extern "C" {

// Return null for an unknown method, and if memory is refused. One for each kind, so that a module
// has the code of its kinds only.
#define MASU_JS_FINDER(of, D, T)                                \
  masu_js_finder* masu_js_finder_create_##of(uint32_t method) { \
    return make<D, T>(method);                                  \
  }
MASU_JS_FINDER(2f, 2, float)
MASU_JS_FINDER(3f, 3, float)
MASU_JS_FINDER(2d, 2, double)
MASU_JS_FINDER(3d, 3, double)
void masu_js_finder_destroy(masu_js_finder* finder) {
  finder->~masu_js_finder();
  std::free(finder);
}
masu_status masu_js_finder_find(masu_js_finder* finder, const masu_js_search* search) {
  const SearchResult r = finder->find(*search);
  finder->stats = r.stats;
  return static_cast<masu_status>(r.status);
}
// Returns the pairs of the last search, valid until the next.
const void* masu_js_finder_pairs(const masu_js_finder* finder, size_t* count) {
  *count = finder->pairs.size();
  return finder->pairs.data();
}
const void* masu_js_finder_stats(const masu_js_finder* finder) {
  return &finder->stats;
}

}  // extern "C"
