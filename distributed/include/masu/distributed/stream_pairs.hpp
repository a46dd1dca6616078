// SPDX-License-Identifier: MIT
// stream_pairs(): the pairs of a file of boxes that is larger than memory, on one machine, without
// MPI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <masu/core/function_ref.hpp>
#include <masu/core/status.hpp>

namespace masu::distributed {

// Rows of a file: 2 D scalars each, the lower corner, then the upper one, in the byte order of the
// machine. The id of a box is the number of its row.
struct BoxRows {
  std::string path;          // of the file
  std::uint64_t offset = 0;  // bytes before the first row; a multiple of the size of a scalar
  std::uint64_t count = 0;   // rows
};

// Options of stream_pairs().
struct StreamOptions {
  // Bytes that the search may use, at least 1 MiB. The system takes up to 1 MiB more.
  std::size_t memory = std::size_t(1) << 30;
  std::string folder = "/tmp";  // for temporary files, which are removed
};

// Work of a search.
struct StreamStats {
  std::uint64_t boxes = 0;   // rows, without empty boxes
  std::uint64_t copies = 0;  // records in runs: a box is in each group that it meets
  std::uint64_t large = 0;   // boxes that meet too many cells, compared with the whole file
  std::uint64_t groups = 0;  // ranges of cells, each searched by itself
  std::uint64_t runs = 0;    // sorted parts of the temporary file
  std::uint64_t bytes = 0;   // of the temporary files
  std::uint64_t tests = 0;   // box against box
  std::uint64_t pairs = 0;   // delivered
};

// What stream_pairs() returns.
struct [[nodiscard]] StreamResult {
  Status status = Status::ok;  // ok, or why there are no (or not all) pairs
  StreamStats stats;           // of this search
};

// Calls sink(a, b), a < b, once for each pair of overlapping boxes of the file. Boxes are closed;
// those with min > max overlap nothing.
//
// A grid of cells in Morton order is cut into groups: consecutive cells whose boxes fit the memory
// together. The file is mapped piece by piece; each box goes into a buffer for each group that it
// meets, and full buffers are sorted by group and written to a temporary file as runs. Then each
// group is gathered from all runs and searched with SortedOrthtree. A pair belongs to the group of
// the lower corner of its intersection, as in DistributedPairs. A cell with more boxes than fit is
// searched in blocks, each against the later ones. Boxes in more than 256 cells are compared with
// the whole file.
//
// Time: four passes over the file, and one for each block of large boxes. Temporary files: about
// sizeof(box) + 16 bytes for each copy. Statuses: not_finite: a box has NaN; out_of_range: memory
// below 1 MiB; out_of_memory. Throws std::runtime_error, with a message, if a file cannot be read
// or written or has fewer rows, and std::bad_alloc.
template <int D, class T>
StreamResult stream_pairs(const BoxRows& rows, const StreamOptions& options,
                          FunctionRef<void(std::uint64_t a, std::uint64_t b)> sink);

}  // namespace masu::distributed
