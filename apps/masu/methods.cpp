// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/auto_finder.hpp>
#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>
#include <masu/broad_phase/uniform_grid.hpp>
#include "finders.hpp"
#include "method_names.hpp"
#include "methods.hpp"
#include "progress.hpp"

namespace masu::cli {
namespace {

// Reports to the progress bar how many of the n (n - 1) / 2 tests of AllPairs are done.
struct WatchRows : Trace {
  using Trace::on;
  Progress& progress;
  std::uint64_t rows;
  std::uint64_t columns;
  bool triangle;

  WatchRows(Progress& p, std::uint64_t r, std::uint64_t c, bool t)
      : progress(p), rows(r), columns(c), triangle(t) {}

  void on(const CompareWithOthers& e) const {
    const std::uint64_t row = e.object;
    if (triangle) progress.step(row * (2 * rows - row - 1) / 2, rows * (rows - 1) / 2);
    if (!triangle) progress.step(row * columns, rows * columns);
  }
};

template <class Finder, int D, class T, class... Watch>
void find_with(Finder& finder, Search<D, T>& s, Watch&&... watch) {
  const PairOptions<D, T> options;
  const auto run = [&](auto& sink) {
    return s.b == nullptr ? finder.find_pairs(s.a, sink, options, watch...)
                          : finder.find_pairs_between(s.a, *s.b, sink, options, watch...);
  };
  std::vector<double> times;
  for (int i = 0; i < s.repeat && s.result.status == Status::ok; ++i) {
    s.count.count = 0;
    const auto start = std::chrono::steady_clock::now();
    s.result = s.list == nullptr ? run(s.count) : run(*s.list);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    times.push_back(spent.count());
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  s.seconds = times[times.size() / 2];
  if (s.list != nullptr) s.count.count = s.list->size();
}

// `Make::make<D, T>()` returns a finder.
template <class Make, int D, class T>
void find(Search<D, T>& s, Progress& progress) {
  auto finder = Make::template make<D, T>();
  if constexpr (Make::kWatchable) {
    if (progress.enabled()) {
      const std::uint64_t columns = s.b == nullptr ? 0 : s.b->size();
      return find_with(finder, s, WatchRows(progress, s.a.size(), columns, s.b == nullptr));
    }
  }
  find_with(finder, s);
}

template <template <int, class> class Finder, bool Watchable = false>
struct MakeFinder {
  static constexpr bool kWatchable = Watchable;
  template <int D, class T>
  static Finder<D, T> make() {
    return Finder<D, T>{};
  }
};

template <int D, class T>
using AllPairsFinder = AllPairs<D, T>;
template <int D, class T>
using SweepFinder = SweepAndPrune<D, T>;
template <int D, class T>
using GridFinder = UniformGrid<D, T>;

template <int D, class T>
using BvhFinder = Bvh<D, T>;

template <int D, class T>
using ChoosingFinder = AutoFinder<D, T>;
template <int D, class T>
using KdFinder = KdTree<D, T>;

template <Registration Registered, CellOrder Order>
struct MakeTree {
  static constexpr bool kWatchable = false;
  template <int D, class T>
  static SortedOrthtree<D, T> make() {
    return SortedOrthtree<D, T>({.registration = Registered, .order = Order});
  }
};

template <class Make>
constexpr Method method(std::string_view name) {
  return {name, &find<Make, 2, float>, &find<Make, 3, float>, &find<Make, 2, double>,
          &find<Make, 3, double>};
}

using Tree = MakeTree<Registration::by_extent, CellOrder::hilbert>;
using TreeMorton = MakeTree<Registration::by_extent, CellOrder::morton>;
using TreeSmallest = MakeTree<Registration::smallest_cell, CellOrder::hilbert>;
using TreeSmallestMorton = MakeTree<Registration::smallest_cell, CellOrder::morton>;

constexpr std::array kMethods = {
    method<Tree>("sorted_orthtree"),
    method<TreeMorton>("sorted_orthtree:morton"),
    method<TreeSmallest>("sorted_orthtree:smallest_cell"),
    method<TreeSmallestMorton>("sorted_orthtree:smallest_cell:morton"),
    method<MakeFinder<RegisteredFinder>>("registered_orthtree"),
    method<MakeFinder<GridFinder>>("uniform_grid"),
    method<MakeFinder<DynamicBvhFinder>>("dynamic_bvh"),
    method<MakeFinder<PlainFinder>>("plain_pass"),
    method<MakeFinder<BvhFinder>>("bvh"),
    method<MakeFinder<KdFinder>>("kd_tree"),
    method<MakeFinder<SweepFinder>>("sweep_and_prune"),
    method<MakeFinder<ChoosingFinder>>("auto"),
    method<MakeFinder<AllPairsFinder, true>>("all_pairs"),
};

}  // namespace

std::span<const Method> methods() {
  return kMethods;
}

const Method& method_named(const std::string& word) {
  const std::string name = method_name(word, kPairs);
  for (const Method& m : kMethods) {
    if (m.name == name) return m;
  }
  throw std::logic_error(name + ": in the table of names, but not among the finders");
}

}  // namespace masu::cli
