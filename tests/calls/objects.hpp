// SPDX-License-Identifier: MIT
// The objects of a story of calls: worlds, bodies and so on. They take memory that can be refused.
#pragma once

#include <masu/c/masu.h>

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <vector>

#include "tests/support/failing_allocator.hpp"

namespace masu::test {

// Undoes masu_NAME_create().
inline masu_status destroy(masu_world* p) {
  return masu_world_destroy(p);
}
inline masu_status destroy(masu_body* p) {
  return masu_body_release(p);
}
inline masu_status destroy(masu_results* p) {
  return masu_results_destroy(p);
}
inline masu_status destroy(masu_broad_phase* p) {
  return masu_broad_phase_destroy(p);
}
inline masu_status destroy(masu_convex_hull* p) {
  return masu_convex_hull_destroy(p);
}
inline masu_status destroy(masu_wall_chains* p) {
  return masu_wall_chains_destroy(p);
}
inline masu_status destroy(masu_chain_tree* p) {
  return masu_chain_tree_destroy(p);
}
inline masu_status destroy(masu_corridor* p) {
  return masu_corridor_destroy(p);
}
inline masu_status destroy(masu_thread_pool* p) {
  return masu_thread_pool_destroy(p);
}

class Objects {
 public:
  static constexpr std::size_t kFirst = 8;  // bodies that a story makes at its start

  // A system with little memory, so that numbers which ask for gigabytes, or for millions of
  // threads, are refused on every machine.
  Objects() { memory_.set_limit(std::size_t(64) << 20); }
  Objects(const Objects&) = delete;
  Objects& operator=(const Objects&) = delete;
  ~Objects() {
    memory_.fail(FailingAllocator::kNever);
    std::apply([](auto&... lists) { (destroy_all(lists), ...); }, lists_);
  }

  template <class T>
  std::vector<T*>& all() {
    return std::get<std::vector<T*>>(lists_);
  }
  // Keeps those made first, and two more of each type: another one replaces the older of these.
  template <class T>
  void adopt(T* made) {
    auto& list = all<T>();
    constexpr bool kBody = std::is_same_v<T, masu_body>;
    constexpr std::size_t first = kBody ? kFirst : 2;
    if (list.size() == first + 2) {
      EXPECT_EQ(destroy(list[first]), MASU_OK);
      list.erase(list.begin() + first);
    }
    list.push_back(made);
  }
  template <class T>
  void forget(T* destroyed) {
    std::erase(all<T>(), destroyed);
  }
  bool valid() {
    return std::ranges::all_of(all<masu_world>(),
                               [](masu_world* w) { return masu_world_validate(w) == 1; });
  }
  FailingAllocator& memory() { return memory_; }

 private:
  template <class T>
  static void destroy_all(std::vector<T*>& list) {
    for (T* p : list) EXPECT_EQ(destroy(p), MASU_OK);
  }

  FailingAllocator memory_;
  // Worlds and compounds keep bodies alive; they go first all the same.
  std::tuple<std::vector<masu_body*>, std::vector<masu_world*>, std::vector<masu_results*>,
             std::vector<masu_broad_phase*>, std::vector<masu_convex_hull*>,
             std::vector<masu_wall_chains*>, std::vector<masu_chain_tree*>,
             std::vector<masu_corridor*>, std::vector<masu_thread_pool*>>
      lists_;
};

template <class T>
concept Opaque = std::is_same_v<T, masu_world> || std::is_same_v<T, masu_body> ||
    std::is_same_v<T, masu_results> || std::is_same_v<T, masu_broad_phase> ||
    std::is_same_v<T, masu_convex_hull> || std::is_same_v<T, masu_wall_chains> ||
    std::is_same_v<T, masu_chain_tree> || std::is_same_v<T, masu_corridor> ||
    std::is_same_v<T, masu_thread_pool>;

}  // namespace masu::test
