// SPDX-License-Identifier: MIT
// SharedPairs: one buffer into which many workers write the pairs that they find, each block by
// block.
#pragma once

#include <algorithm>
#include <atomic>

#include <masu/core/job_system.hpp>
#include "broad_phase/tiles.hpp"

namespace masu::detail {

// Work is divided into chunks, which the workers take in any order; the pairs of each are found by
// its number, so that their order does not depend on the threads. Workers allocate nothing: pairs
// that do not fit are counted, for a second search with enough memory.
class SharedPairs {
 public:
  explicit SharedPairs(Allocator allocator) : pairs_(allocator), pieces_(allocator) {}

  // Reserves memory for a search of `chunks` chunks that may find `pairs` pairs. Returns false if
  // out of memory.
  [[nodiscard]] bool start(std::uint32_t chunks, std::uint32_t workers, std::uint64_t pairs) {
    chunks_ = chunks;
    pairs_.clear();  // nothing to be copied
    pieces_.clear();
    if (!pairs_.grow(blocks_for(workers, pairs) * kBlock)) return false;
    blocks_ = static_cast<std::uint32_t>(pairs_.capacity() / kBlock);
    return pieces_.grow(std::size_t(chunks) + blocks_);
  }
  // Returns whether `pairs` pairs fit, for any division among the workers.
  bool holds(std::uint32_t workers, std::uint64_t pairs) const {
    return blocks_for(workers, pairs) <= blocks_;
  }

  // The writer of one worker. Blocks are taken from `next`, which starts at the number of workers.
  class Writer {
   public:
    Writer(SharedPairs& to, std::uint32_t worker, std::atomic<std::uint32_t>& next)
        : to_(to), next_(next) {
      use(worker);
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    // The block to which the kernels write the pairs of a chunk; then call end().
    PairBlock& begin(std::uint32_t chunk) {
      start_piece(chunk);
      return block_;
    }
    void end() { end_piece(kNone); }
    // The number of pairs found, those that did not fit included.
    std::uint64_t found() const { return found_ + block_.size; }

   private:
    static bool reserve_slots(PairBlock& block) {
      static_cast<Writer*>(block.context)->begin_block();
      return true;
    }
    void begin_block() {
      found_ += block_.size;
      const std::uint32_t b = next_.fetch_add(1, std::memory_order_relaxed);
      if (b >= to_.blocks_) {  // the rest is only counted
        block_.size = 0;
        return;
      }
      end_piece(to_.chunks_ + b);
      use(b);
      start_piece(to_.chunks_ + b);
    }
    void use(std::uint32_t block) {
      base_ = std::size_t(block) * kBlock;
      block_ = {to_.pairs_.data() + base_, 0, kBlock, &reserve_slots, this};
    }
    void start_piece(std::uint32_t piece) {
      piece_ = piece;
      to_.pieces_[piece].begin = base_ + block_.size;
    }
    void end_piece(std::uint32_t next) {
      to_.pieces_[piece_].end = base_ + block_.size;
      to_.pieces_[piece_].next = next;
    }

    SharedPairs& to_;
    std::atomic<std::uint32_t>& next_;
    PairBlock block_;
    std::size_t base_ = 0;
    std::uint32_t piece_ = 0;
    std::uint64_t found_ = 0;
  };

  // Copies all pairs to `out`, chunk by chunk, by jobs. Precondition: holds().
  void copy_to(Pair* out, const JobSystem& jobs) {
    std::size_t size = 0;
    for (std::uint32_t c = 0; c < chunks_; ++c) {
      pieces_[c].before = size;
      for (std::uint32_t p = c; p != kNone; p = pieces_[p].next) size += pieces_[p].size();
    }
    jobs.for_each_block(chunks_, kChunksPerJob, [&](std::size_t first, std::size_t end) {
      Pair* to = out + pieces_[first].before;
      for (std::size_t c = first; c < end; ++c) {
        for (std::size_t p = c; p != kNone; p = pieces_[p].next) {
          to = std::copy_n(pairs_.data() + pieces_[p].begin, pieces_[p].size(), to);
        }
      }
    });
  }

  // Calls deliver(pairs) chunk by chunk until it returns false. Precondition: holds().
  template <class Deliver>
  void for_each(Deliver&& deliver) const {
    for (std::uint32_t c = 0; c < chunks_; ++c) {
      for (std::uint32_t p = c; p != kNone; p = pieces_[p].next) {
        const Piece& piece = pieces_[p];
        if (!deliver({pairs_.data() + piece.begin, piece.size()})) return;
      }
    }
  }

 private:
  static constexpr std::size_t kBlock = 4 * kMostAtOnce;
  static constexpr std::uint32_t kNone = 0xffff'ffffu;
  static constexpr std::size_t kChunksPerJob = 8;

  // A block may be left with less free space than is needed at once; each worker's last may be
  // empty.
  static std::size_t blocks_for(std::uint32_t workers, std::uint64_t pairs) {
    return static_cast<std::size_t>(pairs / (kBlock - kMostAtOnce)) + workers;
  }

  // Consecutive pairs of a chunk. The first piece of a chunk has its number; others begin a block,
  // and have that block's number, after all chunks.
  struct Piece {
    std::size_t begin;
    std::size_t end;
    std::size_t before;  // of a chunk's first piece: the pairs of the chunks before
    std::uint32_t next;

    std::size_t size() const { return end - begin; }
  };

  Buffer<Pair> pairs_;  // used by capacity
  Buffer<Piece> pieces_;
  std::uint32_t chunks_ = 0;
  std::uint32_t blocks_ = 0;
};

}  // namespace masu::detail
