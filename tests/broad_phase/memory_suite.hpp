// SPDX-License-Identifier: MIT
// A failure of every allocation of every call in turn, and no allocation once warm.
#pragma once

#include <functional>

#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {

template <class Case>
class FinderMemory : public testing::Test {
 public:
  static constexpr int D = Case::D;
  using Scalar = typename Case::T;
  using Boxes = typename Case::Boxes;
  using Options = typename Case::Options;
  using Finder = typename Case::Family::template Finder<D, Scalar>;
  using Call = std::function<SearchResult(Finder&, PairList&)>;

  // Every public call, in every option that takes other paths. The boxes and filters live here.
  std::vector<Call> calls() const {
    const Options filtered{.filters = filters_};
    const Options wrapped{.period = {Vec<D, Scalar>::all(Scalar(7))}};
    return {
        [this](Finder& f, PairList& out) { return f.find_pairs(boxes_, out); },
        [this, filtered](Finder& f, PairList& out) { return f.find_pairs(boxes_, out, filtered); },
        [this, wrapped](Finder& f, PairList& out) { return f.find_pairs(boxes_, out, wrapped); },
        [this](Finder& f, PairList& out) { return f.find_pairs_between(boxes_, few_, out); },
        [this, wrapped](Finder& f, PairList& out) {
          return f.find_pairs_between(few_, boxes_, out, wrapped);
        },
        [this](Finder& f, PairList& out) {  // through a function, into the same list
          out.clear();
          bool fits = true;
          const SearchResult result = f.find_pairs(boxes_, [&](std::uint32_t a, std::uint32_t b) {
            fits = fits && out.push_back({a, b});
          });
          return fits ? result : SearchResult{Status::out_of_memory, {}};
        },
    };
  }

  Boxes boxes_ = scenes::make_scene<D, Scalar>("pile", 300, 1);
  Boxes few_ = scenes::make_scene<D, Scalar>("uniform", 40, 2);
  std::vector<Filter> filters_ = random_filters(300, 3);
};
TYPED_TEST_SUITE_P(FinderMemory);

TYPED_TEST_P(FinderMemory, every_failed_allocation_is_reported_and_survived) {
  using Fixture = FinderMemory<TypeParam>;
  for (const auto& call : this->calls()) {
    for (int v = 0; v < TypeParam::Family::kVariants; ++v) {
      PairList expected;
      auto calm = TypeParam::Family::template make<Fixture::D, typename Fixture::Scalar>(v);
      ASSERT_EQ(call(calm, expected).status, Status::ok);
      bool failed = true;
      for (std::size_t k = 1; failed; ++k) {
        ASSERT_LT(k, 1000u);
        FailingAllocator memory;
        PairList pairs(memory.allocator());
        auto finder = TypeParam::Family::template make<Fixture::D, typename Fixture::Scalar>(
            v, memory.allocator());
        memory.fail(k, true);
        const Status status = call(finder, pairs).status;
        failed = memory.failures() != 0;
        ASSERT_EQ(status, failed ? Status::out_of_memory : Status::ok) << "allocation " << k;
        memory.fail(FailingAllocator::kNever);
        ASSERT_EQ(call(finder, pairs).status, Status::ok) << "after allocation " << k;
        ASSERT_EQ(to_vector(pairs), to_vector(expected)) << "after allocation " << k;
      }
    }
  }
}

// One refusal, then memory again: a finder may do without, but the result must be right or the
// failure reported.
TYPED_TEST_P(FinderMemory, one_failed_allocation_is_reported_or_made_up_for) {
  using Fixture = FinderMemory<TypeParam>;
  for (const auto& call : this->calls()) {
    PairList expected;
    auto calm = TypeParam::Family::template make<Fixture::D, typename Fixture::Scalar>(0);
    ASSERT_EQ(call(calm, expected).status, Status::ok);
    bool failed = true;
    for (std::size_t k = 1; failed; ++k) {
      ASSERT_LT(k, 1000u);
      FailingAllocator memory;
      PairList pairs(memory.allocator());
      auto finder = TypeParam::Family::template make<Fixture::D, typename Fixture::Scalar>(
          0, memory.allocator());
      memory.fail(k);
      const Status status = call(finder, pairs).status;
      failed = memory.failures() != 0;
      if (status == Status::ok) {
        ASSERT_EQ(to_vector(pairs), to_vector(expected)) << "allocation " << k;
      } else {
        ASSERT_EQ(status, Status::out_of_memory) << "allocation " << k;
      }
    }
  }
}

TYPED_TEST_P(FinderMemory, nothing_is_allocated_after_warm_up) {
  using Fixture = FinderMemory<TypeParam>;
  for (const auto& call : this->calls()) {
    for (int v = 0; v < TypeParam::Family::kVariants; ++v) {
      FailingAllocator memory;
      PairList pairs(memory.allocator());
      auto finder = TypeParam::Family::template make<Fixture::D, typename Fixture::Scalar>(
          v, memory.allocator());
      ASSERT_EQ(call(finder, pairs).status, Status::ok);
      memory.fail(1, true);
      for (int again = 0; again < 3; ++again) EXPECT_EQ(call(finder, pairs).status, Status::ok);
      EXPECT_EQ(memory.calls(), 0u);
    }
  }
}

REGISTER_TYPED_TEST_SUITE_P(FinderMemory, every_failed_allocation_is_reported_and_survived,
                            one_failed_allocation_is_reported_or_made_up_for,
                            nothing_is_allocated_after_warm_up);

}  // namespace masu::test
