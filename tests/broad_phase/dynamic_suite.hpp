// SPDX-License-Identifier: MIT
// The requirements on every dynamic index: the results of a plain list of objects after any
// operations. A family is
//
//   struct Family {
//     static constexpr const char* kName;
//     static constexpr int kVariants;
//     template <int D, class T> using Index;
//     template <int D, class T> static Index<D, T> make_index(int variant,
//                                                             Allocator = default_allocator());
//   };
#pragma once

#include <algorithm>
#include <map>

#include <masu/broad_phase/concepts.hpp>

#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {

// A dynamic index and a list side by side.
template <class Case>
class IndexModel {
 public:
  static constexpr int D = Case::D;
  using T = typename Case::T;
  using Bounds = Aabb<D, T>;
  using Index = typename Case::Family::template Index<D, T>;
  struct Entry {
    Handle handle;
    Bounds box;
    Filter filter;
  };

  IndexModel(int variant, std::uint64_t seed)
      : index_(Case::Family::template make_index<D, T>(variant)), random_(seed) {}

  Index& index() { return index_; }
  const std::map<std::uint32_t, Entry>& objects() const { return objects_; }

  // Mostly unit boxes in a small domain, some odd ones, and steps as well as jumps.
  Bounds any_box() {
    Bounds box;
    const T edge = random_.below(20) == 0 ? T(random_.between(0, 12)) : T(random_.between(0.5, 1));
    for (int a = 0; a < D; ++a) {
      box.min[a] = T(random_.between(-6, 6));
      box.max[a] = box.min[a] + edge;
    }
    return with_odd_boxes<D, T>({box}, random_.next())[0];
  }
  Filter any_filter() { return random_filters(1, random_.next())[0]; }

  void step() {
    const std::uint32_t what = random_.below(100);
    if (what == 0) return insert_many();
    if (what < 25 || objects_.empty()) return insert();
    auto it = objects_.lower_bound(random_.below(objects_.rbegin()->first + 1));
    Entry& e = it->second;
    if (what < 75) {
      Bounds box = e.box;
      for (int a = 0; a < D; ++a) {
        const T d = T(random_.between(-0.1, 0.1));
        box.min[a] += d, box.max[a] += d;
      }
      if (what < 35) box = any_box();
      ASSERT_EQ(index_.move(e.handle, box), Status::ok);
      e.box = box;
    } else if (what < 80) {
      e.box = any_box();
      e.filter = any_filter();
      ASSERT_EQ(index_.update(e.handle, e.box, e.handle.index, e.filter), Status::ok);
    } else if (what < 99 || random_.below(50) != 0) {
      ASSERT_EQ(index_.erase(e.handle), Status::ok);
      stale_.push_back(e.handle);
      objects_.erase(it);
    } else {
      for (const auto& [slot, entry] : objects_) stale_.push_back(entry.handle);
      index_.clear();
      objects_.clear();
    }
    ASSERT_EQ(index_.size(), objects_.size());
  }

  void expect_stale_handles_refused() {
    for (const Handle h : stale_) {
      ASSERT_FALSE(index_.contains(h));
      ASSERT_FALSE(index_.find(h));
      ASSERT_EQ(index_.move(h, {}), Status::stale_handle);
      ASSERT_EQ(index_.update(h, {}, 0, {}), Status::stale_handle);
      ASSERT_EQ(index_.erase(h), Status::stale_handle);
    }
    stale_.clear();
  }

  PairVector pairs() const {
    PairVector all;
    for (auto i = objects_.begin(); i != objects_.end(); ++i) {
      for (auto j = std::next(i); j != objects_.end(); ++j) {
        const Entry &a = i->second, &b = j->second;
        if (overlaps(a.box, b.box) && accepts(a.filter, b.filter)) {
          all.push_back({i->first, j->first});
        }
      }
    }
    return all;
  }

  void expect_same() {
    ASSERT_TRUE(index_.validate());
    PairList found;
    ASSERT_EQ(index_.find_pairs(found).status, Status::ok);
    ASSERT_TRUE(same_pairs(pairs(), to_vector(found)));
    for (const auto& [slot, e] : objects_) {
      ASSERT_TRUE(index_.contains(e.handle));
      ASSERT_EQ(index_.find(e.handle)->filter, e.filter);
    }
    for (int k = 0; k < 10; ++k) expect_same_overlaps(any_box());
  }
  void expect_same_overlaps(const Bounds& box) {
    const MaybeFilter filter = random_.below(2) == 0 ? MaybeFilter{} : any_filter();
    std::vector<std::uint32_t> expected, got;
    for (const auto& [slot, e] : objects_) {
      if (overlaps(box, e.box) && (!filter || accepts(*filter, e.filter))) expected.push_back(slot);
    }
    const auto result = index_.for_each_overlapping(
        box, [&](Handle h) { got.push_back(h.index); }, filter);
    ASSERT_EQ(result.status, Status::ok);
    ASSERT_EQ(result.stats.results, got.size());
    std::sort(got.begin(), got.end());
    ASSERT_EQ(got, expected);
  }

 private:
  void insert() {
    Entry e{{}, any_box(), any_filter()};
    const InsertResult r = index_.insert(e.box, 0, e.filter);
    ASSERT_EQ(r.status, Status::ok);
    e.handle = r.handle;
    ASSERT_FALSE(objects_.contains(e.handle.index));
    objects_[e.handle.index] = e;
  }
  // Mostly few; sometimes as many as there are, which some indices lay out at once. (Not of many:
  // doubled again and again, they would fill the memory.)
  void insert_many() {
    const bool doubled = random_.below(8) == 0 && objects_.size() < 500;
    std::vector<Bounds> boxes(doubled ? objects_.size() : random_.below(9));
    for (Bounds& box : boxes) box = any_box();
    const bool filtered = random_.below(2) == 0;
    const std::vector<Filter> filters = random_filters(filtered ? boxes.size() : 0, random_.next());
    std::vector<std::uint64_t> user_data(random_.below(2) == 0 ? boxes.size() : 0, random_.next());
    const InsertColumns columns{.user_data = user_data, .filters = filters};
    std::vector<Handle> handles(boxes.size() + 1);
    ASSERT_EQ(index_.insert_many(boxes, handles, columns), Status::size_mismatch);
    handles.pop_back();
    if (boxes.size() > 1) {
      const InsertColumns odd{.user_data = {}, .filters = std::span(filters_of_one_)};
      ASSERT_EQ(index_.insert_many(boxes, handles, odd), Status::size_mismatch);
    }
    ASSERT_EQ(index_.insert_many(boxes, handles, columns), Status::ok);
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      ASSERT_FALSE(objects_.contains(handles[k].index));
      ASSERT_EQ(index_.find(handles[k])->user_data, columns.user_data_of(k));
      objects_[handles[k].index] = {handles[k], boxes[k], columns.filter_of(k)};
    }
    ASSERT_EQ(index_.size(), objects_.size());
  }

  Index index_;
  scenes::Pcg32 random_;
  std::map<std::uint32_t, Entry> objects_;
  std::vector<Handle> stale_;
  const Filter filters_of_one_[1] = {};
};

template <class Case>
class DynamicQueries : public testing::Test {};
TYPED_TEST_SUITE_P(DynamicQueries);

TYPED_TEST_P(DynamicQueries, operations_give_the_answers_of_a_brute_force_list) {
  for (int v = 0; v < TypeParam::Family::kVariants; ++v) {
    IndexModel<TypeParam> model(v, 1);
    for (int step = 0; step < by_tier(3000, 100'000); ++step) {
      ASSERT_NO_FATAL_FAILURE(model.step());
      if (step % 16 == 0) {
        ASSERT_TRUE(model.index().validate());
      }
      if (step % 97 == 0) {
        ASSERT_NO_FATAL_FAILURE(model.expect_same());
      }
      if (step % 500 == 0) {
        ASSERT_NO_FATAL_FAILURE(model.expect_stale_handles_refused());
      }
    }
    ASSERT_NO_FATAL_FAILURE(model.expect_same());
  }
}

// Those with an end that was inserted, moved or updated since the last call.
TYPED_TEST_P(DynamicQueries, pairs_of_moved_objects_are_those_of_a_brute_force_list) {
  for (int v = 0; v < TypeParam::Family::kVariants; ++v) {
    IndexModel<TypeParam> model(v, 2);
    PairVector before;
    std::map<std::uint32_t, typename IndexModel<TypeParam>::Entry> then;
    std::size_t reported = 0;
    for (int round = 0; round < 60; ++round) {
      for (int k = 0; k < 20; ++k) ASSERT_NO_FATAL_FAILURE(model.step());
      PairList found;
      ASSERT_EQ(model.index().find_pairs_of_moved(found).status, Status::ok);
      reported += found.size();
      const PairVector all = model.pairs();
      for (const Pair& p : to_vector(found)) {
        ASSERT_TRUE(std::binary_search(all.begin(), all.end(), p));
      }
      // A pair that is not reported has ends that are as they were.
      const PairVector some = sorted(to_vector(found));
      ASSERT_EQ(std::adjacent_find(some.begin(), some.end()), some.end()) << "each once";
      for (const Pair& p : all) {
        if (std::binary_search(some.begin(), some.end(), p)) continue;
        for (const std::uint32_t end : {p.a, p.b}) {
          ASSERT_TRUE(then.contains(end));
          ASSERT_EQ(then.at(end).handle, model.objects().at(end).handle);
          ASSERT_EQ(then.at(end).box, model.objects().at(end).box);
        }
      }
      then = model.objects();
    }
    EXPECT_GT(reported, 100u);
  }
}

TYPED_TEST_P(DynamicQueries, calls_that_run_out_of_memory_change_nothing) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const auto boxes = scenes::make_scene<D, T>("pile", 60, 1);
  for (int v = 0; v < TypeParam::Family::kVariants; ++v) {
    for (std::size_t k = 1; k < 40; ++k) {
      FailingAllocator memory;
      auto index = TypeParam::Family::template make_index<D, T>(v, memory.allocator());
      memory.fail(k, true);
      std::vector<Handle> handles;
      for (const auto& box : boxes) {
        const InsertResult r = index.insert(box);
        if (r.status == Status::ok) {
          handles.push_back(r.handle);
          continue;
        }
        ASSERT_EQ(r.status, Status::out_of_memory);
        ASSERT_TRUE(index.validate());
        memory.fail(FailingAllocator::kNever);
        handles.push_back(index.insert(box));
        memory.fail(1, true);
      }
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        auto far = boxes[i];
        for (int a = 0; a < D; ++a)
          far.min[a] += T(1000 * (i + 1)), far.max[a] += T(1000 * (i + 1));
        const Status status = index.move(handles[i], far);
        ASSERT_TRUE(status == Status::ok || status == Status::out_of_memory);
        ASSERT_EQ(index.find(handles[i])->box, status == Status::ok ? far : boxes[i]);
        ASSERT_TRUE(index.validate());
      }
      ASSERT_EQ(index.size(), boxes.size());
    }
  }
}

TYPED_TEST_P(DynamicQueries, coincident_objects_are_inserted_moved_and_erased) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const std::size_t n = by_tier(2000, 20'000);
  for (int v = 0; v < TypeParam::Family::kVariants; ++v) {
    auto index = TypeParam::Family::template make_index<D, T>(v);
    std::vector<Handle> handles;
    const auto point = Aabb<D, T>::of_point(Vec<D, T>::all(T(3)));
    for (std::size_t i = 0; i < n; ++i) handles.push_back(index.insert(point));
    ASSERT_TRUE(index.validate());
    std::size_t found = 0;
    ASSERT_EQ(index.for_each_overlapping(point, [&](Handle) { ++found; }).status, Status::ok);
    ASSERT_EQ(found, n);
    for (std::size_t i = 0; i < n; i += 2) {
      const auto away = Aabb<D, T>::of_point(Vec<D, T>::all(T(i)));
      ASSERT_EQ(index.move(handles[i], away), Status::ok);
    }
    ASSERT_TRUE(index.validate());
    for (const Handle h : handles) ASSERT_EQ(index.erase(h), Status::ok);
    ASSERT_EQ(index.size(), 0u);
    ASSERT_TRUE(index.validate());
    PairList pairs;
    ASSERT_EQ(index.find_pairs(pairs).status, Status::ok);
    ASSERT_TRUE(pairs.empty());
  }
}

REGISTER_TYPED_TEST_SUITE_P(DynamicQueries, operations_give_the_answers_of_a_brute_force_list,
                            pairs_of_moved_objects_are_those_of_a_brute_force_list,
                            calls_that_run_out_of_memory_change_nothing,
                            coincident_objects_are_inserted_moved_and_erased);

}  // namespace masu::test
