// SPDX-License-Identifier: MIT
// Runs the join over all nodes and hands the pairs on: in order, whatever the number of threads.
#pragma once

#include <atomic>

#include <masu/broad_phase/detail/shared_pairs.hpp>
#include <masu/broad_phase/detail/tile_set.hpp>

namespace masu::detail {

// Nodes a worker takes at a time.
inline constexpr std::uint32_t kNodesPerChunk = 8;

template <int D, class T>
class TileSearch {
 public:
  explicit TileSearch(Allocator allocator) : scratch_(allocator), shared_(allocator) {}

  template <class Sink>
  SearchResult run(const JoinTask<D, T>& task, Sink& sink, const JobSystem& jobs) {
    constexpr bool kDirect = std::same_as<std::remove_cvref_t<Sink>, PairList>;
    const std::uint32_t nodes = (task.receivers.tile_count + kTileSize - 1) / kTileSize;
    PairOutput<Sink> out(sink);
    if (jobs.run != nullptr && jobs.workers > 1 && nodes > kNodesPerChunk) {
      if constexpr (std::same_as<std::remove_cvref_t<Sink>, CountPairs>) {
        return count_parallel(task, sink, nodes, jobs);
      } else {
        return run_parallel(task, out, nodes, jobs);
      }
    }
    if constexpr (kDirect) {
      return run_into(task, nodes, sink);
    } else {
      return run_through(task, nodes, out);
    }
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

  template <class Output>
  struct Stream {
    Output* out;
    // Hands the block on and starts it anew.
    static bool flush(PairBlock& block) {
      Stream& self = *static_cast<Stream*>(block.context);
      const bool more = deliver(*self.out, {block.data, block.size});
      block.size = 0;
      return more;
    }
  };

  template <class Output>
  SearchResult run_through(const JoinTask<D, T>& task, std::uint32_t nodes, Output& out) {
    if (!scratch_.resize(kBlock)) return {Status::out_of_memory, {}};
    Stream<Output> stream{&out};
    PairBlock block{scratch_.data(), 0, kBlock, &Stream<Output>::flush, &stream};
    JoinCounts counts;
    if (tile_kernels<D, T>().join(task, 0, nodes, block, counts)) {
      deliver(out, {block.data, block.size});
    }
    return {out.status(), stats_of(counts, out.results())};
  }

  template <class Output>
  static bool deliver(Output& out, std::span<const Pair> pairs) {
    return pairs.empty() || out.put(pairs);
  }

  static bool count_block(PairBlock& block) {
    *static_cast<std::uint64_t*>(block.context) += block.size;
    block.size = 0;
    return true;
  }

  // Nothing is kept, so there is no order to wait for.
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

  template <class Output>
  SearchResult run_parallel(const JoinTask<D, T>& task, Output& out, std::uint32_t nodes,
                            const JobSystem& jobs) {
    const std::uint32_t chunks = (nodes + kNodesPerChunk - 1) / kNodesPerChunk;
    const std::uint32_t workers = jobs.workers < kMaxWorkers ? jobs.workers : kMaxWorkers;
    JoinCounts all;
    std::uint64_t found = std::uint64_t(nodes) * kTileSize * kTileSize;  // at first, one a box
    do {
      if (!shared_.start(chunks, workers, found)) return {Status::out_of_memory, {}};
      found = search_chunks(task, nodes, chunks, workers, jobs, all);
    } while (!shared_.holds(workers, found));
    shared_.for_each([&](std::span<const Pair> pairs) { return deliver(out, pairs); });
    return {out.status(), stats_of(all, out.results())};
  }
  // How many it found, all of which are kept where there is room.
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
      JoinCounts mine;  // a worker's own: neighbours in an array would share a line of cache
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
