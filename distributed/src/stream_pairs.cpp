// SPDX-License-Identifier: MIT
#include <masu/distributed/stream_pairs.hpp>

#include <span>

#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/core/finite.hpp>

#include "box_records.hpp"
#include "cell_groups.hpp"
#include "corners.hpp"
#include "mapped_rows.hpp"

namespace masu::distributed {
namespace {

constexpr std::size_t kLeastMemory = std::size_t(1) << 20;

template <int D, class T>
class StreamSearch {
  using Record = detail::BoxRecord<D, T>;
  // A record on its way to the run of its group.
  struct Grouped {
    std::uint32_t group;
    Record record;
  };
  using Sink = FunctionRef<void(std::uint64_t, std::uint64_t)>;
  using Accept = FunctionRef<bool(const Aabb<D, T>&, const Aabb<D, T>&)>;

 public:
  StreamSearch(const BoxRows& rows, const StreamOptions& options, Sink sink)
      : rows_(rows, options.memory / 8),
        memory_(options.memory),
        // Half of the memory for two blocks, each with boxes twice and what the finder sorts.
        capacity_(std::max<std::uint64_t>(64, memory_ / 4 / (6 * sizeof(Record)))),
        grouped_(detail::File::temporary(options.folder)),
        starts_(detail::File::temporary(options.folder)),
        large_(detail::File::temporary(options.folder)),
        sink_(sink) {}

  StreamResult run() {
    const Aabb<D, double> bounds = measure();
    if (status_ != Status::ok || stats_.boxes == 0) return {status_, stats_};
    detail::CellGroups<D> groups(bounds, cell_bits());
    for_each_box([&](std::uint64_t, const Aabb<D, T>& box) {
      const auto b = detail::as_double(box);
      if (!groups.large(b)) groups.add(b);
    });
    stats_.groups = groups.make_groups(capacity_);
    write_runs(groups);
    for (std::uint32_t g = 0; g < stats_.groups; ++g) search_group(groups, g);
    search_large(groups);
    stats_.bytes = grouped_.size() + starts_.size() + large_.size();
    return {status_, stats_};
  }

 private:
  template <class Visit>
  void for_each_box(Visit&& visit) const {
    rows_.for_each([&](std::uint64_t id, const Aabb<D, T>& box) {
      if (!box.empty()) visit(id, box);
    });
  }

  // Returns the bounds of the finite coordinates; counts boxes, and finds NaN.
  Aabb<D, double> measure() {
    Aabb<D, double> bounds = Aabb<D, double>::nothing();
    rows_.for_each([&](std::uint64_t, const Aabb<D, T>& box) {
      if (detail::has_nan(box)) status_ = Status::not_finite;
      if (box.empty()) return;
      ++stats_.boxes;
      for (int a = 0; a < D; ++a) {
        for (const auto x : {static_cast<double>(box.min[a]), static_cast<double>(box.max[a])}) {
          if (!is_finite(x)) continue;
          bounds.min[a] = std::min(bounds.min[a], x);
          bounds.max[a] = std::max(bounds.max[a], x);
        }
      }
    });
    return bounds;
  }

  // Some 64 cells for a group, so that groups adapt to the density; their table takes a 16th of the
  // memory at most.
  int cell_bits() const {
    const std::uint64_t cells =
        std::min<std::uint64_t>(64 * (stats_.boxes / capacity_ + 1), memory_ / 64);
    int bits = 1;
    while (std::uint64_t(1) << (D * (bits + 1)) <= cells) ++bits;
    return bits;
  }

  // Writes the runs and the large boxes.
  void write_runs(const detail::CellGroups<D>& groups) {
    std::vector<Grouped> buffer;
    buffer.reserve(static_cast<std::size_t>(memory_ / 4 / sizeof(Grouped)));
    std::vector<Record> large;
    std::vector<std::uint32_t> met;
    for_each_box([&](std::uint64_t id, const Aabb<D, T>& box) {
      const auto b = detail::as_double(box);
      if (groups.large(b)) {
        large.push_back({id, box});
        if (large.size() * sizeof(Record) > memory_ / 16) flush_large(large);
        return;
      }
      groups.groups_of(b, met);
      for (const std::uint32_t group : met) {
        if (buffer.size() == buffer.capacity()) flush_run(buffer);
        buffer.push_back({group, {id, box}});
      }
    });
    flush_run(buffer);
    flush_large(large);
  }

  void flush_large(std::vector<Record>& large) {
    stats_.large += large.size();
    large_.append(large.data(), large.size() * sizeof(Record));
    large.clear();
  }

  // Sorts the buffer by group, writes its records, and where each group begins.
  void flush_run(std::vector<Grouped>& buffer) {
    if (buffer.empty()) return;
    std::sort(buffer.begin(), buffer.end(), [](const Grouped& x, const Grouped& y) {
      return x.group != y.group ? x.group < y.group : x.record.id < y.record.id;
    });
    const std::uint64_t first = stats_.copies;
    std::vector<std::uint64_t> starts;
    std::size_t i = 0;
    for (std::uint64_t g = 0; g <= stats_.groups; ++g) {
      while (i < buffer.size() && buffer[i].group < g) ++i;
      starts.push_back(first + i);
    }
    starts_.append(starts.data(), starts.size() * sizeof starts[0]);
    std::vector<Record> block;
    for (std::size_t at = 0; at < buffer.size(); at += 4096) {
      block.clear();
      for (std::size_t k = at; k < std::min(at + 4096, buffer.size()); ++k)
        block.push_back(buffer[k].record);
      grouped_.append(block.data(), block.size() * sizeof(Record));
    }
    stats_.copies += buffer.size();
    ++stats_.runs;
    buffer.clear();
  }

  // The records of a group in a run.
  struct Piece {
    std::uint64_t first;
    std::uint64_t end;
  };
  std::vector<Piece> pieces_of(std::uint32_t group) const {
    std::vector<Piece> pieces(stats_.runs);
    for (std::uint64_t run = 0; run < stats_.runs; ++run) {
      const std::uint64_t at = run * (stats_.groups + 1) + group;
      starts_.read(at * sizeof(std::uint64_t), &pieces[run], sizeof(Piece));
    }
    return pieces;
  }

  // Reads up to `capacity_` records of a group, from the `skipped`-th on.
  std::vector<Record> read_group(const std::vector<Piece>& pieces, std::uint64_t skipped) const {
    std::vector<Record> records;
    for (const Piece& piece : pieces) {
      std::uint64_t first = piece.first, count = piece.end - first;
      const std::uint64_t passed = std::min(skipped, count);
      first += passed, count -= passed, skipped -= passed;
      count = std::min(count, capacity_ - records.size());
      const std::size_t old = records.size();
      records.resize(old + static_cast<std::size_t>(count));
      grouped_.read(first * sizeof(Record), records.data() + old, count * sizeof(Record));
    }
    return records;
  }

  // Finds the pairs of a group that it owns: block by block, each with the later ones.
  void search_group(const detail::CellGroups<D>& groups, std::uint32_t group) {
    const auto owned = [&](const Aabb<D, T>& a, const Aabb<D, T>& b) {
      return groups.group_of(detail::lower_corner(a, b, {})) == group;
    };
    const std::vector<Piece> pieces = pieces_of(group);
    std::uint64_t size = 0;
    for (const Piece& piece : pieces) size += piece.end - piece.first;
    for (std::uint64_t first = 0; first < size; first += capacity_) {
      const std::vector<Record> block = read_group(pieces, first);
      search_within(block, owned);
      for (std::uint64_t next = first + capacity_; next < size; next += capacity_)
        search_between(block, read_group(pieces, next), owned);
    }
  }

  // Finds the pairs of large boxes with each other, and with all others.
  void search_large(const detail::CellGroups<D>& groups) {
    const auto all = [](const Aabb<D, T>&, const Aabb<D, T>&) { return true; };
    const auto read_large = [&](std::uint64_t first) {
      std::vector<Record> block(std::min(capacity_, stats_.large - first));
      large_.read(first * sizeof(Record), block.data(), block.size() * sizeof(Record));
      return block;
    };
    for (std::uint64_t first = 0; first < stats_.large; first += capacity_) {
      const std::vector<Record> block = read_large(first);
      search_within(block, all);
      for (std::uint64_t next = first + capacity_; next < stats_.large; next += capacity_)
        search_between(block, read_large(next), all);
      std::vector<Record> others;
      for_each_box([&](std::uint64_t id, const Aabb<D, T>& box) {
        if (groups.large(detail::as_double(box))) return;
        others.push_back({id, box});
        if (others.size() < capacity_) return;
        search_between(block, others, all);
        others.clear();
      });
      search_between(block, others, all);
    }
  }

  static std::vector<Aabb<D, T>> boxes_of(const std::vector<Record>& records) {
    std::vector<Aabb<D, T>> boxes;
    boxes.reserve(records.size());
    for (const Record& r : records) boxes.push_back(r.box);
    return boxes;
  }

  void search_within(const std::vector<Record>& records, Accept accept) {
    note(finder_.find_pairs(boxes_of(records), [&](std::uint32_t a, std::uint32_t b) {
      deliver(records[a], records[b], accept);
    }));
  }
  void search_between(const std::vector<Record>& some, const std::vector<Record>& others,
                      Accept accept) {
    const auto each = [&](std::uint32_t a, std::uint32_t b) {
      deliver(some[a], others[b], accept);
    };
    note(finder_.find_pairs_between(boxes_of(some), boxes_of(others), each));
  }
  void deliver(const Record& a, const Record& b, Accept accept) {
    if (!accept(a.box, b.box)) return;
    ++stats_.pairs;
    sink_(std::min(a.id, b.id), std::max(a.id, b.id));
  }
  void note(const SearchResult& result) {
    stats_.tests += result.stats.tests;
    if (status_ == Status::ok) status_ = result.status;
  }

  detail::MappedRows<D, T> rows_;
  std::uint64_t memory_;
  std::uint64_t capacity_;  // boxes in a block
  detail::File grouped_;    // records of all runs
  detail::File starts_;     // in records: for each run groups + 1
  detail::File large_;
  SortedOrthtree<D, T> finder_;
  Sink sink_;
  Status status_ = Status::ok;
  StreamStats stats_;
};

}  // namespace

template <int D, class T>
StreamResult stream_pairs(const BoxRows& rows, const StreamOptions& options,
                          FunctionRef<void(std::uint64_t, std::uint64_t)> sink) {
  if (options.memory < kLeastMemory) return {Status::out_of_range, {}};
  return StreamSearch<D, T>(rows, options, sink).run();
}

using StreamSink = FunctionRef<void(std::uint64_t, std::uint64_t)>;
template StreamResult stream_pairs<2, float>(const BoxRows&, const StreamOptions&, StreamSink);
template StreamResult stream_pairs<2, double>(const BoxRows&, const StreamOptions&, StreamSink);
template StreamResult stream_pairs<3, float>(const BoxRows&, const StreamOptions&, StreamSink);
template StreamResult stream_pairs<3, double>(const BoxRows&, const StreamOptions&, StreamSink);

}  // namespace masu::distributed
