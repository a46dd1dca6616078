// SPDX-License-Identifier: MIT
// Batches of queries by jobs: on several threads results in lists are buffered by blocks and
// counted, then written to their positions, so that jobs allocate no memory.
#pragma once

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

#include <masu/core/job_system.hpp>
#include <masu/core/platform.hpp>
#include <masu/world/query_hits.hpp>

#include "world/query_order.hpp"

namespace masu::detail {

inline constexpr std::uint32_t kQueriesPerJob = 64;

// Whether jobs may run on threads: in WebAssembly without them the code for that is left out.
#ifdef MASU_NO_THREADS
inline constexpr bool kHasThreads = false;
#else
inline constexpr bool kHasThreads = true;
#endif

// Calls each(i) for every query.
template <class Each>
void for_each_query(std::size_t count, const JobSystem& jobs, Each&& each) {
  auto job = [&](std::uint32_t block) {
    const std::size_t first = std::size_t(block) * kQueriesPerJob;
    const std::size_t last = std::min(count, first + kQueriesPerJob);
    for (std::size_t i = first; i < last; ++i) each(i);
  };
  jobs.for_each(static_cast<std::uint32_t>((count + kQueriesPerJob - 1) / kQueriesPerJob), job);
}
// As above in the order of `keys`. The data of a query is scattered then: hint(i) prefetches it, a
// few queries ahead.
template <class Each, class Hint>
void for_each_query(const QueryKeys& keys, const JobSystem& jobs, Each&& each, Hint&& hint) {
  constexpr std::size_t kAhead = 4;
  for_each_query(keys.size(), jobs, [&](std::size_t i) {
    if (i + kAhead < keys.size()) hint(keys[i + kAhead].item);
    each(keys[i].item);
  });
}

// Prefetches an object of at most two cache lines.
template <class Item>
void prefetch_all(const Item& item) {
  prefetch(&item);
  prefetch(reinterpret_cast<const std::byte*>(&item + 1) - 1);
}

// The refused query with the lowest index, in any order of threads.
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

// Runs queries in order on this thread: each once.
template <class Item, class Ask, class Order>
Status collect_in_order(QueryBatch<Item>& found, Ask&& ask, Order&& order) {
  const std::size_t count = found.first.size() - 1;
  found.first[0] = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t before = found.items.size();
    bool stored = true;
    const Status status = ask(i, [&](const Item& item) {
      if (stored) stored = found.items.push_back(item);
    });
    if (status != Status::ok) return status;
    if (!stored) return Status::out_of_memory;
    if (found.items.size() > 0xffff'ffffu) return Status::too_many_objects;
    found.first[i + 1] = static_cast<std::uint32_t>(found.items.size());
    std::sort(found.items.data() + before, found.items.data() + found.items.size(), order);
  }
  return Status::ok;
}

// Runs queries in waves on several threads. The results of each block of a wave are buffered until
// all are counted and have their positions. Queries of a block with more results than the buffer
// holds are run again: the first wave is short, and says how large buffers should be.
template <class Item, class Ask, class Order>
Status collect_in_waves(QueryBatch<Item>& found, const JobSystem& jobs, Ask&& ask, Order&& order) {
  constexpr std::size_t kBlocks = 64;
  constexpr std::size_t kFirstBlocks = 8;
  constexpr std::size_t kMostStored = std::size_t(64) * kQueriesPerJob;
  const std::size_t count = found.first.size() - 1;
  std::size_t capacity = std::size_t(4) * kQueriesPerJob;  // results buffered per block
  FirstRefusal refused;
  Status status = Status::ok;
  std::uint64_t end = 0;
  std::size_t wave = 0;
  for (std::size_t from = 0; from < count && status == Status::ok; from += wave) {
    wave = std::min(count - from, (from == 0 ? kFirstBlocks : kBlocks) * kQueriesPerJob);
    const auto blocks = static_cast<std::uint32_t>((wave + kQueriesPerJob - 1) / kQueriesPerJob);
    std::size_t totals[kBlocks];
    if (!found.spare.resize(blocks * capacity)) return Status::out_of_memory;
    auto run_block = [&](std::uint32_t b) {
      Item* const stored = found.spare.data() + b * capacity;
      std::size_t total = 0;
      const std::size_t last = std::min(wave, (std::size_t(b) + 1) * kQueriesPerJob);
      for (std::size_t i = from + b * kQueriesPerJob; i < from + last; ++i) {
        const std::size_t before = total;
        refused.note(i, ask(i, [&](const Item& item) {
                       if (total < capacity) stored[total] = item;
                       ++total;
                     }));
        found.first[i] = static_cast<std::uint32_t>(total - before);
      }
      totals[b] = total;
    };
    jobs.for_each(blocks, run_block);
    status = refused.status();
    for (std::size_t i = from; i < from + wave; ++i) {
      end += std::exchange(found.first[i], static_cast<std::uint32_t>(end));
    }
    found.first[from + wave] = static_cast<std::uint32_t>(end);
    if (status == Status::ok && end > 0xffff'ffffu) status = Status::too_many_objects;
    if (status == Status::ok && !found.items.resize(end)) status = Status::out_of_memory;
    if (status != Status::ok) break;
    auto write = [&](std::uint32_t b) {
      const std::size_t first = from + b * kQueriesPerJob;
      const std::size_t last = from + std::min(wave, (std::size_t(b) + 1) * kQueriesPerJob);
      Item* const begin = found.items.data() + found.first[first];
      if (totals[b] <= capacity) std::copy_n(found.spare.data() + b * capacity, totals[b], begin);
      for (std::size_t i = first; i < last; ++i) {
        Item* const own = found.items.data() + found.first[i];
        Item* const to = found.items.data() + found.first[i + 1];
        if (totals[b] > capacity) {
          // A custom shape might have more results than before.
          (void)ask(i, [next = own, to](const Item& item) mutable {
            if (next != to) *next++ = item;
          });
        }
        std::sort(own, to, order);
      }
    };
    jobs.for_each(blocks, write);
    const std::size_t largest = *std::max_element(totals, totals + blocks);
    capacity = std::max(capacity, std::min(kMostStored, largest + largest / 4));
  }
  return status;
}

// Answers queries: ask(query, report) calls report(item) for each result; order(x, y) says which
// comes first.
template <class Item, class Ask, class Order>
Status collect(std::size_t count, QueryBatch<Item>& found, const JobSystem& jobs, Ask&& ask,
               Order&& order) {
  found.items.clear();
  if (!found.first.resize(count + 1)) return found.clear(), Status::out_of_memory;
  const bool shares = kHasThreads && jobs.shares((count + kQueriesPerJob - 1) / kQueriesPerJob);
  const Status status =
      shares ? collect_in_waves(found, jobs, ask, order) : collect_in_order(found, ask, order);
  if (status != Status::ok) found.clear();
  return status;
}

}  // namespace masu::detail
