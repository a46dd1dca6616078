// SPDX-License-Identifier: MIT
// TileSearch: runs the join over all nodes and delivers the pairs in the same order for any number
// of threads.
#pragma once

#include <atomic>

#include "broad_phase/shared_pairs.hpp"
#include "broad_phase/tile_set.hpp"

namespace masu::detail {

// Nodes that a worker takes at a time.
inline constexpr std::uint32_t kNodesPerChunk = 8;

template <int D, class T>
class TileSearch {
 public:
  explicit TileSearch(Allocator allocator) : scratch_(allocator), shared_(allocator) {}

  SearchResult run(const JoinTask<D, T>& task, PairOutput& out, const JobSystem& jobs) {
    const std::uint32_t nodes = (task.receivers.tile_count + kTileSize - 1) / kTileSize;
    if (jobs.run != nullptr && jobs.workers > 1 && nodes > kNodesPerChunk) {
      return out.counter() != nullptr ? count_parallel(task, *out.counter(), nodes, jobs)
                                      : run_parallel(task, out, nodes, jobs);
    }
    return out.list() != nullptr ? run_into(task, nodes, *out.list())
                                 : run_through(task, nodes, out);
  }

 private:
  static constexpr std::uint32_t kMaxWorkers = 64;
  static constexpr std::size_t kBlock = 4096;

  static bool grow_list(PairBlock& block) {
    PairList& list = *static_cast<PairList*>(block.context);
    list.set_size(block.size);
    if (!list.grow(block.size + 4 * kBlock)) return false;
    block.data = list.data();
    block.capacity = list.capacity();
    return true;
  }

  static PairBlock block_of(PairList& list) {
    return {list.data(), list.size(), list.capacity(), &grow_list, &list};
  }

  SearchResult run_into(const JoinTask<D, T>& task, std::uint32_t nodes, PairList& list) {
    SearchResult result;
    PairBlock block = block_of(list);
    JoinCounts counts;
    const bool done = tile_kernels<D, T>().join(task, 0, nodes, block, counts);
    list.set_size(block.size);
    if (!done) result.status = Status::out_of_memory;
    result.stats = stats_of(counts, block.size);
    return result;
  }

  // Delivers the block and empties it.
  static bool deliver_block(PairBlock& block) {
    const std::size_t size = std::exchange(block.size, 0);
    return static_cast<PairOutput*>(block.context)->push(std::span<const Pair>(block.data, size));
  }

  SearchResult run_through(const JoinTask<D, T>& task, std::uint32_t nodes, PairOutput& out) {
    if (!scratch_.resize(kBlock)) return {Status::out_of_memory, {}};
    PairBlock block{scratch_.data(), 0, kBlock, &deliver_block, &out};
    JoinCounts counts;
    if (tile_kernels<D, T>().join(task, 0, nodes, block, counts)) deliver_block(block);
    return {out.status(), stats_of(counts, out.results())};
  }

  static bool count_block(PairBlock& block) {
    *static_cast<std::uint64_t*>(block.context) += block.size;
    block.size = 0;
    return true;
  }

  // Only counts, so the order does not matter.
  SearchResult count_parallel(const JoinTask<D, T>& task, CountPairs& sink, std::uint32_t nodes,
                              const JobSystem& jobs) {
    const std::uint32_t workers = jobs.workers < kMaxWorkers ? jobs.workers : kMaxWorkers;
    if (!scratch_.resize(workers * kBlock)) return {Status::out_of_memory, {}};
    std::atomic<std::uint32_t> next{0};
    JoinCounts counts[kMaxWorkers];
    std::uint64_t found[kMaxWorkers] = {};
    jobs.for_each(workers, [&](std::uint32_t w) {
      std::uint64_t pairs = 0;
      JoinCounts mine;
      PairBlock block{scratch_.data() + w * kBlock, 0, kBlock, &count_block, &pairs};
      for (;;) {
        const std::uint32_t first = next.fetch_add(kNodesPerChunk, std::memory_order_relaxed);
        if (first >= nodes) break;
        const std::uint32_t last = first + kNodesPerChunk < nodes ? first + kNodesPerChunk : nodes;
        (void)tile_kernels<D, T>().join(task, first, last, block, mine);
      }
      found[w] = pairs + block.size;
      counts[w] = mine;
    });
    JoinCounts all;
    std::uint64_t pairs = 0;
    for (std::uint32_t w = 0; w < workers; ++w) {
      all.nodes += counts[w].nodes;
      all.tests += counts[w].tests;
      pairs += found[w];
    }
    sink.count += pairs;
    return {Status::ok, stats_of(all, pairs)};
  }

  SearchResult run_parallel(const JoinTask<D, T>& task, PairOutput& out, std::uint32_t nodes,
                            const JobSystem& jobs) {
    const std::uint32_t chunks = (nodes + kNodesPerChunk - 1) / kNodesPerChunk;
    const std::uint32_t workers = jobs.workers < kMaxWorkers ? jobs.workers : kMaxWorkers;
    JoinCounts all;
    std::uint64_t found = std::uint64_t(nodes) * kTileSize * kTileSize;  // at first, one per box
    do {
      if (!shared_.start(chunks, workers, found)) return {Status::out_of_memory, {}};
      found = search_chunks(task, nodes, chunks, workers, jobs, all);
    } while (!shared_.holds(workers, found));
    if (PairList* const list = out.list(); list != nullptr) {
      if (!list->resize(static_cast<std::size_t>(found))) return {Status::out_of_memory, {}};
      shared_.copy_to(list->data(), jobs);
      return {Status::ok, stats_of(all, found)};
    }
    shared_.for_each([&](std::span<const Pair> pairs) { return out.push(pairs); });
    return {out.status(), stats_of(all, out.results())};
  }
  // Returns how many pairs it found, all of which are stored if they fit.
  std::uint64_t search_chunks(const JoinTask<D, T>& task, std::uint32_t nodes, std::uint32_t chunks,
                              std::uint32_t workers, const JobSystem& jobs, JoinCounts& all) {
    struct Hand {
      JoinCounts counts;
      std::uint64_t found = 0;
    };
    Hand hands[kMaxWorkers];
    std::atomic<std::uint32_t> next_chunk{0};
    std::atomic<std::uint32_t> next_block{workers};
    jobs.for_each(workers, [&](std::uint32_t w) {
      SharedPairs::Writer writer(shared_, w, next_block);
      JoinCounts mine;  // a worker's own: adjacent array elements would share a cache line
      for (;;) {
        const std::uint32_t c = next_chunk.fetch_add(1, std::memory_order_relaxed);
        if (c >= chunks) break;
        const std::uint32_t first = c * kNodesPerChunk;
        const std::uint32_t last = first + kNodesPerChunk < nodes ? first + kNodesPerChunk : nodes;
        (void)tile_kernels<D, T>().join(task, first, last, writer.begin(c), mine);
        writer.end();
      }
      hands[w] = {mine, writer.found()};
    });
    all = {};
    std::uint64_t found = 0;
    for (std::uint32_t w = 0; w < workers; ++w) {
      all.nodes += hands[w].counts.nodes;
      all.tests += hands[w].counts.tests;
      found += hands[w].found;
    }
    return found;
  }

  static QueryStats stats_of(const JoinCounts& counts, std::uint64_t results) {
    QueryStats stats;
    stats.nodes = counts.nodes;
    stats.tests = counts.tests;
    stats.results = results;
    return stats;
  }

  PairList scratch_;
  SharedPairs shared_;
};

}  // namespace masu::detail
