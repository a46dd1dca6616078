// SPDX-License-Identifier: MIT
// DistributedPairs: all overlapping pairs of the boxes of all ranks of an MPI communicator.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/core/function_ref.hpp>
#include <masu/core/period.hpp>
#include <masu/core/status.hpp>
#include <masu/distributed/pair_hash.hpp>
#include <masu/distributed/partition.hpp>

namespace masu::distributed {

namespace detail {
template <int D, class T>
struct BoxRecord;
}  // namespace detail

// Options of DistributedPairs; the same on all ranks.
template <int D, class T>
struct DistributedOptions {
  Period<D, T> period{};  // length of the domain on axes that wrap around
  // Space is cut again when the rank with most boxes has more than this times the mean. At least 1;
  // below 1: before every search.
  double imbalance = 1.3;
};

// Work and traffic of a search on one rank. Add those of all ranks up for totals.
struct DistributedStats {
  std::uint64_t boxes = 0;     // given to this rank, without empty ones
  std::uint64_t received = 0;  // searched on this rank: its own and copies
  std::uint64_t sent = 0;      // boxes sent to other ranks, copies included
  std::uint64_t bytes = 0;     // of `sent`
  std::uint64_t migrated = 0;  // of `boxes`, those whose home is another rank
  std::uint64_t tests = 0;     // box against box
  std::uint64_t found = 0;     // pairs found on this rank, owned or not
  std::uint64_t pairs = 0;     // pairs delivered: owned by this rank
  bool repartitioned = false;  // whether space was cut again

  // Adds each counter of `o`.
  DistributedStats& operator+=(const DistributedStats& o);
};

// What find_pairs() returns. `status` is the same on all ranks.
struct [[nodiscard]] DistributedResult {
  Status status = Status::ok;  // ok, or why there are no (or not all) pairs
  DistributedStats stats;      // of this rank
};

// Finds each overlapping pair of boxes once, whichever ranks hold them. Use it when the boxes do
// not fit one machine: below some 10^8 boxes, SortedOrthtree on one machine is faster.
//
//   DistributedPairs<3, float> finder(MPI_COMM_WORLD);
//   PairHash hash;
//   DistributedResult r = finder.find_pairs(boxes, ids, hash);  // on all ranks
//
// Space is cut into a region for each rank (Partition), by the lower corners of the boxes. A box is
// copied to each rank whose region it meets. A rank searches its boxes with SortedOrthtree and
// delivers the pairs that it owns: those whose intersection has its lower corner in the region of
// the rank. Both boxes contain this corner, so the owner has both; and the regions tile space, so
// there is one owner. In a periodic domain the corner is that of the image inside [0, length).
//
// Time: a sort on each rank and O((n + copies) / ranks) messages. A box that spans many regions is
// copied to all of them. Memory per rank: about 4 times that of the boxes that it receives. All
// functions are collective and not thread-safe. An allocation that fails throws std::bad_alloc;
// run_ranks() ends the job then.
//
// `Parts` cuts space: Partition, or a class with its cut(), owner() and append_owners(), whose
// parts need not be boxes. The library has code for Partition.
template <int D, class T, class Parts = Partition<D>>
class DistributedPairs {
 public:
  // Receives a pair of global ids, a < b.
  using Sink = FunctionRef<void(std::uint64_t a, std::uint64_t b)>;

  // Creates a finder for the ranks of the communicator, which must outlive it.
  explicit DistributedPairs(MPI_Comm comm, const DistributedOptions<D, T>& options = {});

  // Calls sink(a, b) on the owner of each pair; pairs of a rank come in an order that depends on
  // the input and the cuts alone. `boxes` and `ids` are those of this rank; ids are unique among
  // all ranks. Boxes with min > max overlap nothing. Statuses, on all ranks alike: not_finite: a
  // rank has a box with NaN; size_mismatch: boxes and ids differ in number; too_many_objects: more
  // than 2^31 - 1 boxes on one rank; out_of_range: period or imbalance; out_of_memory: in a search.
  //
  // What `sink` throws passes through, and the other ranks do not know of it: see run_ranks().
  DistributedResult find_pairs(std::span<const Aabb<D, T>> boxes,
                               std::span<const std::uint64_t> ids, Sink sink);

  // Moves boxes to their home, the rank that owns their lower corner; returns how many of this
  // rank's moved away. Precondition: as many ids as boxes. Then find_pairs() migrates only boxes
  // that crossed a boundary since. Boxes with min > max stay. Before the first search, all have
  // their home on rank 0.
  std::uint64_t migrate(std::vector<Aabb<D, T>>& boxes, std::vector<std::uint64_t>& ids);

  // The cuts of the last search.
  const Parts& partition() const { return partition_; }

 private:
  using Record = detail::BoxRecord<D, T>;
  bool balanced(const std::vector<Vec<D, double>>& points) const;
  void cut(const std::vector<Record>& records, DistributedStats& stats);
  std::vector<Record> distribute(const std::vector<Record>& records, DistributedStats& stats) const;
  Status search(const std::vector<Record>& records, Sink sink, DistributedStats& stats);

  DistributedOptions<D, T> options_;
  Parts partition_;
  SortedOrthtree<D, T> finder_;
};

}  // namespace masu::distributed
