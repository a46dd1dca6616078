// SPDX-License-Identifier: MIT
// The input and output code shared by finders and indices, with brute force over prepared boxes
// between them. A failure here would be one in all of them.
#include "broad_phase/indexed_boxes.hpp"
#include "broad_phase/pair_input.hpp"

#include "tests/broad_phase/contract_suite.hpp"
#include "tests/broad_phase/index_suite.hpp"
#include "tests/broad_phase/memory_suite.hpp"
#include "tests/broad_phase/set_suite.hpp"

namespace masu::test {
namespace {

template <int D, class T>
class PreparedPairs {
 public:
  explicit PreparedPairs(Allocator allocator) : input_(allocator) {}

  template <class Sink>
  SearchResult find_pairs(BoxSpan<D, T> boxes, Sink&& sink, const PairOptions<D, T>& options = {}) {
    const Status status = input_.take(boxes, options);
    return status == Status::ok ? search(sink) : SearchResult{status, {}};
  }
  template <class Sink>
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, Sink&& sink,
                                  const PairOptions<D, T>& options = {}) {
    const Status status = input_.take(a, b, options);
    return status == Status::ok ? search(sink) : SearchResult{status, {}};
  }

 private:
  template <class Sink>
  SearchResult search(Sink& sink) {
    PairOutput pairs(sink);
    masu::detail::PairJudge out(input_, pairs);
    for (std::uint32_t i = 0; i < input_.a().size(); ++i) {
      for (std::uint32_t j = input_.two_sets() ? 0 : i + 1; j < input_.b().size(); ++j) {
        const bool overlapping = overlaps_nonempty(input_.a()[i], input_.b()[j]);
        if (overlapping && !out.push(i, j)) return out.finish({});
      }
    }
    return out.finish({});
  }

  masu::detail::PairInput<D, T> input_;
};

template <int D, class T>
class PreparedIndex {
 public:
  using Id = std::uint32_t;

  explicit PreparedIndex(Allocator allocator) : boxes_(allocator) {}
  Status build(BoxSpan<D, T> boxes, const IndexOptions<D, T>& options = {}) {
    return boxes_.take(boxes, options);
  }
  std::size_t size() const { return boxes_.size(); }
  bool validate() const { return true; }
  template <class Visit>
  SearchResult for_each_overlapping(const Aabb<D, T>& box, Visit&& visit,
                                    const MaybeFilter& filter = {}) const {
    QueryStats stats;
    const auto search = [&](const Aabb<D, T>& target, auto&& f) {
      for (std::uint32_t i = 0; i < boxes_.set().size(); ++i) {
        if (overlaps_nonempty(boxes_.set()[i], target) && !f(i)) return false;
      }
      return true;
    };
    return boxes_.overlapping(box, filter, stats, search, visit);
  }

 private:
  masu::detail::IndexedBoxes<D, T> boxes_;
};

struct PreparedFamily {
  static constexpr const char* kName = "Prepared";
  static constexpr int kVariants = 1;
  template <int D, class T>
  using Finder = PreparedPairs<D, T>;
  template <int D, class T>
  using Index = PreparedIndex<D, T>;
  template <int D, class T>
  static Finder<D, T> make(int, Allocator allocator = default_allocator()) {
    return Finder<D, T>(allocator);
  }
  template <int D, class T>
  static PreparedIndex<D, T> make_index(int, Allocator allocator = default_allocator()) {
    return PreparedIndex<D, T>(allocator);
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Prepared, FinderSets, TierCases<PreparedFamily>, CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(Prepared, FinderContract, TierCases<PreparedFamily>, CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(Prepared, FinderMemory, TierCases<PreparedFamily>, CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(Prepared, IndexQueries, TierCases<PreparedFamily>, CaseNames);

}  // namespace
}  // namespace masu::test
