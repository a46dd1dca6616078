// SPDX-License-Identifier: MIT
// P4estPartition: space cut into one part for each rank, by p4est. See LICENSE.md.
#pragma once

#include <mpi.h>

#include <span>
#include <vector>

#include "../src/cell_grid.hpp"

namespace masu::distributed {

// Divides the Morton curve of a grid over the points among ranks, in place of Partition. A part is
// the cells of consecutive leaves of a forest of p4est, not a box. Points that share a cell stay
// together: 2^18 cells on an axis in 3D, 2^29 in 2D. The starts of parts are on all ranks: O(ranks)
// memory. Functions marked collective must be called by all ranks of the communicator.
template <int D>
class P4estPartition {
 public:
  // Before the first cut(), rank 0 owns all of space. Collective.
  explicit P4estPartition(MPI_Comm comm);

  // Cuts space by the points of all ranks, which must be finite; a rank may have none. Up to 2^18
  // of the points, evenly spaced, decide. Collective.
  void cut(std::span<const Vec<D, double>> points);

  bool was_cut() const { return was_cut_; }  // whether there was a cut()
  int ranks() const { return ranks_; }       // number of parts
  int rank() const { return rank_; }         // of the caller
  MPI_Comm comm() const { return comm_; }    // the communicator

  // Returns the rank that owns a point. O(log ranks).
  int owner(const Vec<D, double>& point) const { return owner_of(grid_.code_of(point)); }
  // Appends the ranks whose parts meet a closed, non-empty box; a rank may be appended twice.
  // O(log ranks) for a box in one part, O(ranks) otherwise.
  void append_owners(const Aabb<D, double>& box, std::vector<int>& owners) const;

 private:
  using Cell = typename detail::CellGrid<D>::Cell;
  int owner_of(std::uint64_t code) const;
  std::vector<std::uint64_t> sampled_codes(std::span<const Vec<D, double>> points,
                                           unsigned long long total) const;
  void append_owners_below(const Cell& corner, int bits, const Cell& lo, const Cell& hi,
                           std::vector<int>& owners) const;

  MPI_Comm comm_;
  int ranks_ = 1;
  int rank_ = 0;
  bool was_cut_ = false;
  detail::CellGrid<D> grid_;
  std::vector<std::uint64_t> starts_;  // of the part of each rank; ascending
};

}  // namespace masu::distributed
