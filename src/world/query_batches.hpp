// SPDX-License-Identifier: MIT
// Many questions by jobs: answers in lists are counted first, then written, so that jobs take no
// memory.
#pragma once

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

#include <masu/core/job_system.hpp>
#include <masu/world/query_hits.hpp>

namespace masu::detail {

inline constexpr std::uint32_t kQueriesPerJob = 64;

template <class Each>
void for_each_query(std::size_t count, const JobSystem& jobs, Each&& each) {
  auto job = [&](std::uint32_t block) {
    const std::size_t first = std::size_t(block) * kQueriesPerJob;
    const std::size_t last = std::min(count, first + kQueriesPerJob);
    for (std::size_t i = first; i < last; ++i) each(i);
  };
  jobs.for_each(static_cast<std::uint32_t>((count + kQueriesPerJob - 1) / kQueriesPerJob), job);
}

// Counts become places, if they fit. Of a zero for each query and one.
inline Status add_up(std::span<std::uint32_t> first) {
  std::uint64_t sum = 0;
  for (std::uint32_t& f : first) {
    sum += std::exchange(f, static_cast<std::uint32_t>(sum));
    if (sum > 0xffff'ffffu) return Status::too_many_objects;
  }
  return Status::ok;
}

// The first query that was refused, by its number, whichever thread sees it first.
class FirstRefusal {
 public:
  void note(std::size_t query, Status s) {
    if (s == Status::ok) return;
    const std::uint64_t now = std::uint64_t(query) << 8 | std::uint64_t(s);
    std::uint64_t then = first_.load(std::memory_order_relaxed);
    while (now < then && !first_.compare_exchange_weak(then, now, std::memory_order_relaxed)) {
    }
  }
  Status status() const {
    const std::uint64_t first = first_.load(std::memory_order_relaxed);
    return first == kNone ? Status::ok : static_cast<Status>(first & 0xff);
  }

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t(0);
  std::atomic<std::uint64_t> first_ = kNone;
};

// ask(query, put) tells put(item) of each answer; twice. order(x, y): which comes first.
template <class Item, class Ask, class Order>
Status collect(std::size_t count, QueryBatch<Item>& found, const JobSystem& jobs, Ask&& ask,
               Order&& order) {
  found.items.clear();
  if (!found.first.resize(count + 1)) return found.first.clear(), Status::out_of_memory;
  found.first.back() = 0;
  FirstRefusal refused;
  for_each_query(count, jobs, [&](std::size_t i) {
    std::uint32_t answers = 0;
    refused.note(i, ask(i, [&](const Item&) { ++answers; }));
    found.first[i] = answers;
  });
  Status good = refused.status();
  if (good == Status::ok) good = add_up({found.first.data(), found.first.size()});
  if (good == Status::ok && !found.items.resize(found.first.back())) good = Status::out_of_memory;
  if (good != Status::ok) return found.first.clear(), good;
  for_each_query(count, jobs, [&](std::size_t i) {
    Item* const begin = found.items.data() + found.first[i];
    Item* end = begin;
    (void)ask(i, [&](const Item& item) { *end++ = item; });
    std::sort(begin, end, order);
  });
  return Status::ok;
}

}  // namespace masu::detail
