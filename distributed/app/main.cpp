// SPDX-License-Identifier: MIT
// masu-mpi: pairs of boxes over MPI.
#include <limits>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <apps/masu/errors.hpp>
#include <apps/masu/output_file.hpp>
#include <apps/masu/progress.hpp>
#include <masu/core/version.hpp>
#include <masu/distributed/session.hpp>
#include <masu/distributed/stream_pairs.hpp>

#include "agreement.hpp"
#include "box_file.hpp"
#include "file_part.hpp"
#include "find_pairs.hpp"
#include "mbox.hpp"
#include "pair_file.hpp"
#include "shared_file.hpp"

namespace masu::distributed::cli {
namespace {

struct PairsArguments {
  std::string file;
  std::string out;
  readers::ReadOptions read;
  bool count = false;
  bool hash = false;
  bool stats = false;
  bool quiet = false;
};

template <class Number>
Number sum(MPI_Comm comm, Number mine) {
  unsigned long long all = mine;
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, comm);
  return static_cast<Number>(all);
}

Totals summed(MPI_Comm comm, const Totals& mine) {
  Totals all;
  all.hash = {sum(comm, mine.hash.count), sum(comm, mine.hash.sum)};
  const DistributedStats& s = mine.stats;
  all.stats.boxes = sum(comm, s.boxes);
  all.stats.received = sum(comm, s.received);
  all.stats.sent = sum(comm, s.sent);
  all.stats.bytes = sum(comm, s.bytes);
  all.stats.tests = sum(comm, s.tests);
  all.stats.found = sum(comm, s.found);
  return all;
}

std::string stats_text(const Totals& all, int ranks) {
  const DistributedStats& s = all.stats;
  const auto boxes = static_cast<double>(s.boxes);
  return fmt::format(
      "{} ranks, {} boxes, {} pairs\n"
      "  replication  {:.3f}: boxes searched, in parts of the boxes given\n"
      "  sent         {} boxes, {} bytes\n"
      "  tests        {}, {:.2f} a box\n"
      "  found twice  {} pairs, by ranks that do not own them\n",
      ranks, s.boxes, all.hash.count, static_cast<double>(s.received) / boxes, s.sent, s.bytes,
      s.tests, static_cast<double>(s.tests) / boxes, s.found - all.hash.count);
}

void run_pairs(MPI_Comm comm, const PairsArguments& args) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  check_output(comm, args.file, args.out);
  using masu::cli::ProgressMode;
  masu::cli::Progress progress(rank == 0 && !args.quiet ? ProgressMode::forced : ProgressMode::off);
  progress.phase("reading");
  const BoxShare share = read_share(comm, args.file, args.read);
  progress.phase("finding pairs");
  std::vector<GlobalPair> pairs;
  const bool list = !args.out.empty();
  const Totals all = summed(comm, find_pairs(comm, share, list ? &pairs : nullptr));
  progress.phase("writing");
  if (list) write_pairs(comm, args.out, pairs, share.total);
  progress.finish();
  if (rank != 0) return;
  if (args.count) fmt::print("{}\n", all.hash.count);
  if (args.hash) fmt::print("{} {:016x}\n", all.hash.count, all.hash.sum);
  if (args.stats) fmt::print(stderr, "{}", stats_text(all, ranks));
}

struct StreamArguments {
  std::string file;
  std::string out;
  StreamOptions options;
  bool count = false;
  bool hash = false;
  bool stats = false;
};

template <int D, class T>
StreamStats stream(const BoxRows& rows, const StreamArguments& args, PairHash& hash) {
  std::optional<masu::cli::OutputFile> out;
  if (!args.out.empty()) out.emplace(args.out);
  const auto found = stream_pairs<D, T>(rows, args.options, [&](std::uint64_t a, std::uint64_t b) {
    hash(a, b);
    if (out) out->write(fmt::format("{},{}\n", a, b));
  });
  if (found.status == Status::not_finite)
    throw readers::InputError(args.file + ": holds a box with NaN");
  masu::cli::expect_ok(found.status, args.file);
  if (out) out->commit();
  return found.stats;
}

void run_stream(MPI_Comm comm, const StreamArguments& args) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  on_all_ranks(comm, [&] {
    if (ranks != 1) throw readers::InputError("stream: is for one rank");
    if (masu::cli::same_file(args.file, args.out)) throw_overwritten(args.out);
    const MboxHeader header = read_mbox_header(FilePart(args.file), args.file);
    const BoxRows rows{args.file, kMboxHeaderBytes, header.count};
    PairHash hash;
    StreamStats stats;
    if (header.dim == 2)
      stats =
          header.single ? stream<2, float>(rows, args, hash) : stream<2, double>(rows, args, hash);
    else
      stats =
          header.single ? stream<3, float>(rows, args, hash) : stream<3, double>(rows, args, hash);
    if (args.count) fmt::print("{}\n", hash.count);
    if (args.hash) fmt::print("{} {:016x}\n", hash.count, hash.sum);
    if (!args.stats) return;
    fmt::print(
        stderr,
        "{} boxes, {} pairs\n  copies  {} in {} groups, {} runs, {} bytes of temporary files\n"
        "  large   {}\n  tests   {}\n",
        stats.boxes, stats.pairs, stats.copies, stats.groups, stats.runs, stats.bytes, stats.large,
        stats.tests);
  });
}

struct ConvertArguments {
  std::string file;
  std::string to;
  readers::ReadOptions read;
};

void run_convert(MPI_Comm comm, const ConvertArguments& args) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  check_output(comm, args.file, args.to);
  const BoxShare share = read_share(comm, args.file, args.read);
  std::string part;
  if (rank == 0) part = bytes_of({share.table.dim, share.table.single, share.total});
  write_parts(comm, args.to, part + rows_of(share.table, share.table.single));
}

void add_read_options(CLI::App& command, std::string& file, readers::ReadOptions& read) {
  command.add_option("FILE", file, "Boxes: .csv as `masu pairs` reads it, .mbox (binary), .h5")
      ->required();
  command.add_option("--dim", read.dim, "Dimension that the file must have, 2 or 3")
      ->check(CLI::IsMember({2, 3}));
  command.add_option("--format", read.format,
                     "Format, whatever the name of the file: csv, mbox or h5");
  command.add_flag("--float", read.single,
                   "Round coordinates to 32-bit floats before comparing them");
  command.add_flag("--allow-odd", read.allow_odd,
                   "Keep boxes with NaN or min > max (they overlap nothing) and infinite ones");
}

void add_stream_command(CLI::App& app, StreamArguments& args) {
  CLI::App* command = app.add_subcommand("stream",
                                         "Every pair of overlapping boxes of an .mbox file larger "
                                         "than memory, on one rank. Boxes with\n"
                                         "min > max overlap nothing; infinite ones are kept.");
  command->add_option("FILE", args.file, "Boxes: .mbox (binary)")->required();
  command
      ->add_option("--memory", args.options.memory, "Memory for the search, such as 500MB or 2GB")
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::Range(std::uint64_t(1) << 20, std::numeric_limits<std::uint64_t>::max(),
                         "at least 1MB"));
  command->add_option("--folder", args.options.folder, "Folder for temporary files")
      ->capture_default_str();
  command->add_flag("--count", args.count, "Print the number of pairs");
  command->add_flag("--hash", args.hash, "Print the number of pairs and a hash of their set");
  command->add_option("--out,-o", args.out, "Write the pairs to this file: CSV 'a,b', not sorted");
  command->add_flag("--stats", args.stats, "Report work on standard error");
}

void add_convert_command(CLI::App& app, ConvertArguments& args) {
  CLI::App* command = app.add_subcommand("convert", "Writes a file of boxes as .mbox (binary).");
  add_read_options(*command, args.file, args.read);
  command->add_option("TO", args.to, "The file to write")->required();
}

void add_pairs_command(CLI::App& app, PairsArguments& args) {
  CLI::App* command = app.add_subcommand(
      "pairs",
      "Every pair of overlapping boxes, each once, as `masu pairs` finds them. Boxes are closed;\n"
      "coordinates are compared as double unless --float is given or the file holds float32.");
  add_read_options(*command, args.file, args.read);
  command->add_flag("--count", args.count, "Print the number of pairs");
  command->add_flag("--hash", args.hash, "Print the number of pairs and a hash of their set");
  command->add_option("--out,-o", args.out, "Write the pairs to this file: CSV 'a,b', sorted");
  command->add_flag("--stats", args.stats, "Report work and traffic on standard error");
  command->add_flag("--no-progress", args.quiet, "Show no progress on standard error");
}

template <class Arguments>
void expect_purpose(const Arguments& args) {
  if (!args.count && !args.hash && args.out.empty())
    throw CLI::RequiredError("--count, --hash or --out");
}

int run(int argc, char** argv, MPI_Comm comm) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  CLI::App app("Pairs of overlapping boxes over MPI: mpirun -n 8 masu-mpi pairs boxes.csv --count",
               "masu-mpi");
  app.set_version_flag("--version", fmt::format("masu-mpi {}, {}", masu::version(), kEngine));
  app.require_subcommand(1);
  PairsArguments pairs;
  ConvertArguments convert;
  add_pairs_command(app, pairs);
  add_convert_command(app, convert);
  StreamArguments streamed;
  add_stream_command(app, streamed);
  try {
    app.parse(argc, argv);
    if (app.got_subcommand("convert")) {
      run_convert(comm, convert);
    } else if (app.got_subcommand("stream")) {
      expect_purpose(streamed);
      run_stream(comm, streamed);
    } else {
      expect_purpose(pairs);
      run_pairs(comm, pairs);
    }
    return masu::cli::kOk;
  } catch (const CLI::ParseError& e) {
    // All ranks have the same command line; one prints.
    const int code = rank == 0 ? app.exit(e) : e.get_exit_code();
    return code == 0 ? masu::cli::kOk : masu::cli::kBadInput;
  } catch (const readers::InputError& e) {
    // An error that all ranks agreed on.
    if (rank == 0) fmt::print(stderr, "masu-mpi: {}\n", e.what());
    return masu::cli::kBadInput;
  } catch (const std::runtime_error& e) {
    if (ranks > 1) throw;  // the others may wait for this rank
    fmt::print(stderr, "masu-mpi: {}\n", e.what());
    return masu::cli::kFailed;
  }
}

}  // namespace
}  // namespace masu::distributed::cli

int main(int argc, char** argv) {
  return masu::distributed::run_ranks(
      argc, argv, [&](MPI_Comm comm) { return masu::distributed::cli::run(argc, argv, comm); });
}
