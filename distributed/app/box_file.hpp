// SPDX-License-Identifier: MIT
// Files of boxes read in parallel: each rank reads its part.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>

#include <scenes/readers/box_table.hpp>

namespace masu::distributed::cli {

// The boxes of this rank: consecutive ones of the file.
struct BoxShare {
  readers::BoxTable table;
  std::uint64_t first = 0;  // number of the first in the file
  std::uint64_t total = 0;  // boxes in the file
};

// A part of a sequence.
struct Part {
  std::uint64_t first;
  std::uint64_t count;
};

// Returns the elements that this rank reads of `total`.
Part part_of(MPI_Comm comm, std::uint64_t total);

// Reads a file of boxes: CSV, masu's binary format (.mbox), or HDF5 (.h5) where it was built in.
// Dimension and scalar of the table are the same on all ranks. Input errors of one rank end all.
// Collective.
BoxShare read_share(MPI_Comm comm, const std::string& path, const readers::ReadOptions& options);

// Returns "csv", "mbox" or "h5": `format`, or what the end of the name says. Throws InputError.
std::string format_of(const std::string& path, const std::string& format);

// Readers, one for each format; each fills the share of one rank. Throw InputError.
void read_csv_share(MPI_Comm comm, const readers::ReadOptions& options, BoxShare& share);
void read_mbox_share(MPI_Comm comm, const readers::ReadOptions& options, BoxShare& share);
void read_hdf5_share(MPI_Comm comm, const readers::ReadOptions& options, BoxShare& share);

}  // namespace masu::distributed::cli
