// SPDX-License-Identifier: MIT
#include "box_file.hpp"

#include <algorithm>

#include <scenes/readers/formats.hpp>

#include "agreement.hpp"
#include "file_part.hpp"
#include "mbox.hpp"

namespace masu::distributed::cli {
namespace {

using readers::InputError;

std::uint64_t sum_of_lower_ranks(MPI_Comm comm, std::uint64_t mine) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  std::uint64_t sum = 0;
  MPI_Exscan(&mine, &sum, 1, MPI_UINT64_T, MPI_SUM, comm);
  return rank == 0 ? 0 : sum;
}

int from_rank_0(MPI_Comm comm, int value) {
  MPI_Bcast(&value, 1, MPI_INT, 0, comm);
  return value;
}

}  // namespace

Part part_of(MPI_Comm comm, std::uint64_t total) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const auto p = static_cast<std::uint64_t>(ranks);
  const auto start = [&](int r) {
    return total / p * std::uint64_t(r) + total % p * std::uint64_t(r) / p;
  };
  return {start(rank), start(rank + 1) - start(rank)};
}

std::string format_of(const std::string& path, const std::string& format) {
  const std::size_t dot = path.rfind('.');
  std::string name = format.empty() && dot != path.npos ? path.substr(dot + 1) : format;
  if (name == "hdf5") name = "h5";
  if (name == "csv" || name == "mbox" || name == "h5") return name;
  throw InputError(path + ": unknown format '" + name + "', expected csv, mbox or h5");
}

void read_csv_share(MPI_Comm comm, const readers::ReadOptions& requested, BoxShare& share) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  std::string text;
  on_all_ranks(comm, [&] {
    const FilePart file(share.table.source);
    if (file.size() == 0) throw InputError(share.table.source + ": is empty");
    const Part part = part_of(comm, file.size());
    // Rank 0 has the first row, however small its part: it says what columns there are.
    const std::uint64_t row = file.after_first_row();
    const std::uint64_t first = rank == 0 ? 0 : std::max(row, file.line_start(part.first));
    const std::uint64_t end = std::max(row, file.line_start(part.first + part.count));
    text.resize(static_cast<std::size_t>(end - first));
    file.read(first, text.data(), text.size());
  });
  const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  readers::ReadOptions options = requested;
  options.first_line = sum_of_lower_ranks(comm, lines);
  on_all_ranks(comm, [&] { readers::read_csv(text, options, share.table); });
  const int dim = from_rank_0(comm, share.table.dim);
  on_all_ranks(comm, [&] {
    options.dim = dim;
    if (share.table.size() > 0) readers::set_dimension(share.table, share.table.dim, options);
    share.table.dim = dim;
  });
}

void read_mbox_share(MPI_Comm comm, const readers::ReadOptions& options, BoxShare& share) {
  on_all_ranks(comm, [&] {
    const FilePart file(share.table.source);
    const MboxHeader header = read_mbox_header(file, share.table.source);
    readers::set_dimension(share.table, header.dim, options);
    share.table.single = header.single || options.single;
    const auto [first, count] = part_of(comm, header.count);
    read_mbox_rows(file, header, first, count, options, share.table);
  });
}

BoxShare read_share(MPI_Comm comm, const std::string& path, const readers::ReadOptions& options) {
  BoxShare share;
  share.table.source = path;
  on_all_ranks(comm, [&] { share.table.format = format_of(path, options.format); });
  if (share.table.format == "csv") read_csv_share(comm, options, share);
  if (share.table.format == "mbox") read_mbox_share(comm, options, share);
  if (share.table.format == "h5") read_hdf5_share(comm, options, share);
  share.total = share.table.size();
  MPI_Allreduce(MPI_IN_PLACE, &share.total, 1, MPI_UINT64_T, MPI_SUM, comm);
  on_all_ranks(comm, [&] {
    if (share.total == 0) throw InputError(path + ": holds no boxes");
  });
  share.first = sum_of_lower_ranks(comm, share.table.size());
  return share;
}

}  // namespace masu::distributed::cli
