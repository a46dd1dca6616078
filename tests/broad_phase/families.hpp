// SPDX-License-Identifier: MIT
// The finders of the library, as families for the suites of this folder.
#pragma once

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/concepts.hpp>
#include <masu/broad_phase/linear_orthtree.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/textbook/plain_pass.hpp>

#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {

static_assert(PairFinder<AllPairs<2, float>, 2, float>);
static_assert(PairFinder<SortedOrthtree<3, double>, 3, double>);
static_assert(PairFinder<LinearOctree<float>, 3, float>);
static_assert(SpatialIndex<RegisteredOrthtree<2, double>, 2, double>);
static_assert(SpatialIndex<LinearQuadtree<float>, 2, float>);
static_assert(!PairFinder<RegisteredOrthtree<2, float>, 2, float>);

struct AllPairsFamily {
  static constexpr const char* kName = "AllPairs";
  static constexpr int kVariants = 1;
  template <int D, class T>
  using Finder = AllPairs<D, T>;
  template <int D, class T>
  static Finder<D, T> make(int, Allocator = default_allocator()) {
    return {};
  }
};

// Two registrations, each with two orders of cells.
struct SortedOrthtreeFamily {
  static constexpr const char* kName = "SortedOrthtree";
  static constexpr int kVariants = 4;
  template <int D, class T>
  using Finder = SortedOrthtree<D, T>;
  template <int D, class T>
  static Finder<D, T> make(int variant, Allocator allocator = default_allocator()) {
    SortedOrthtreeOptions options;
    if ((variant & 1) != 0) options.registration = Registration::smallest_cell;
    if ((variant & 2) != 0) options.order = CellOrder::morton;
    return Finder<D, T>(options, allocator);
  }
};

// The sort that large inputs take.
struct TwoPassOrthtreeFamily {
  static constexpr const char* kName = "TwoPassOrthtree";
  static constexpr int kVariants = 1;
  template <int D, class T>
  using Finder = SortedOrthtree<D, T>;
  template <int D, class T>
  static Finder<D, T> make(int, Allocator allocator = default_allocator()) {
    return Finder<D, T>({.two_passes_from = 1}, allocator);
  }
};

// Both faces at once, by the face that takes boxes.
struct LinearOrthtreeFamily {
  static constexpr const char* kName = "LinearOrthtree";
  static constexpr int kVariants = 1;
  template <int D, class T>
  using Finder = LinearOrthtree<D, T>;
  template <int D, class T>
  static Finder<D, T> make(int, Allocator allocator = default_allocator()) {
    return Finder<D, T>({}, allocator);
  }
};

// A registered tree filled for one search, by the four methods of filling a tree.
template <int D, class T>
class FilledRegisteredOrthtree {
 public:
  explicit FilledRegisteredOrthtree(int variant) : variant_(variant) {}

  template <PairSink Sink>
  SearchResult find_pairs(BoxSpan<D, T> boxes, Sink&& sink, const PairOptions<D, T>& options = {}) {
    Tree tree(tree_options(options));
    fill(tree, boxes, options.filters);
    return tree.find_pairs(sink);
  }

  template <PairSink Sink>
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, Sink&& sink,
                                  const PairOptions<D, T>& options = {}) {
    Tree first(tree_options(options));
    Tree second(tree_options(options));
    fill(first, a, options.filters);
    fill(second, b, options.filters_b);
    return first.find_pairs_between(second, sink);
  }

 private:
  using Tree = RegisteredOrthtree<D, T>;

  OrthtreeOptions<D, T> tree_options(const PairOptions<D, T>& options) const {
    OrthtreeOptions<D, T> o;
    o.period = options.period;
    if (variant_ == 1) o.registration = Registration::smallest_cell;
    if (variant_ == 2) {  // a domain that most boxes lie outside of
      o.domain = {Vec<D, T>::all(T(1)), Vec<D, T>::all(T(4))};
      o.depth = 3;
    }
    return o;
  }

  // Variant 3: all are inserted at one point and move to where they belong.
  void fill(Tree& tree, BoxSpan<D, T> boxes, std::span<const Filter> filters) const {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Filter filter = filters.empty() ? Filter{} : filters[i];
      const Aabb<D, T> start = variant_ == 3 ? Aabb<D, T>::of_point({}) : boxes[i];
      const InsertResult inserted = tree.insert(start, i, filter);
      EXPECT_EQ(inserted.status, Status::ok);
      EXPECT_EQ(inserted.handle.index, i) << "slots are handed out in order";
      if (variant_ != 3) continue;
      EXPECT_EQ(tree.move(inserted.handle, boxes[i]), Status::ok);
    }
  }

  int variant_;
};

struct RegisteredOrthtreeFamily {
  static constexpr const char* kName = "RegisteredOrthtree";
  static constexpr int kVariants = 4;
  static constexpr bool kIsIndex = true;  // takes no PairOptions::fixed
  template <int D, class T>
  using Finder = FilledRegisteredOrthtree<D, T>;
  template <int D, class T>
  static Finder<D, T> make(int variant, Allocator = default_allocator()) {
    return Finder<D, T>(variant);
  }
};

}  // namespace masu::test
