// SPDX-License-Identifier: MIT
// Partition: space cut into one part for each rank, by Zoltan's recursive coordinate bisection.
#pragma once

#include <mpi.h>

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <masu/core/aabb.hpp>

struct Zoltan_Struct;

namespace masu::distributed {

// The part of space that a rank owns: lo < x <= hi on each axis. A bound that is -infinity belongs
// to the part. The regions of all ranks tile space: each point lies in one of them.
template <int D>
struct Region {
  Vec<D, double> lo;  // excluded, except where it is -infinity
  Vec<D, double> hi;  // included

  // Returns whether the rank owns the point.
  constexpr bool contains(const Vec<D, double>& p) const {
    bool in = true;
    for (int a = 0; a < D; ++a) {
      const bool open = lo[a] == -std::numeric_limits<double>::infinity();
      in &= (p[a] > lo[a] || open) && p[a] <= hi[a];
    }
    return in;
  }
};

// Cuts space so that every part has about the same number of points. Source: M. J. Berger and
// S. H. Bokhari, IEEE Transactions on Computers 36 (1987). The tree of cuts is on all ranks:
// O(ranks) memory. Functions marked collective must be called by all ranks of the communicator.
template <int D>
class Partition {
 public:
  // Before the first cut(), rank 0 owns all of space. Collective.
  explicit Partition(MPI_Comm comm);

  // Cuts space by the points of all ranks, which must be finite; a rank may have none. Later cuts
  // keep the directions of the first, so that parts move little. Collective.
  void cut(std::span<const Vec<D, double>> points);

  bool was_cut() const { return was_cut_; }  // whether there was a cut()
  int ranks() const { return ranks_; }       // number of parts
  int rank() const { return rank_; }         // of the caller
  MPI_Comm comm() const { return comm_; }    // the communicator

  // Returns the rank that owns a point. O(log ranks).
  int owner(const Vec<D, double>& point) const;
  // Appends the ranks whose regions meet a closed, non-empty box. O(log ranks) for a box in one
  // region, O(ranks) otherwise.
  void append_owners(const Aabb<D, double>& box, std::vector<int>& owners) const;
  // Returns the region of the calling rank.
  const Region<D>& region() const { return region_; }

 private:
  struct Free {
    void operator()(Zoltan_Struct* zoltan) const;
  };

  MPI_Comm comm_;
  int ranks_ = 1;
  int rank_ = 0;
  bool was_cut_ = false;
  Region<D> region_;
  std::unique_ptr<Zoltan_Struct, Free> zoltan_;
  mutable std::vector<int> found_;  // room for the answers of Zoltan
};

}  // namespace masu::distributed
