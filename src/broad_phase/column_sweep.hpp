// SPDX-License-Identifier: MIT
// ColumnSweep: the sweep over boxes that are in order along one axis: quicksort's idea above,
// insertion sort's below. While a list needs too many tests it is distributed to columns along the
// axis, which keeps its order; the remaining lists are swept.
#pragma once

#include <masu/broad_phase/sort_events.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/core/status.hpp>
#include <masu/core/trace.hpp>

#include "broad_phase/column_grid.hpp"

namespace masu::detail {

template <int D, class T>
class ColumnSweep {
 public:
  using Record = SweepRecord<D, T>;

  explicit ColumnSweep(Allocator allocator)
      : columns_{Columns(allocator), Columns(allocator)}, indices_(allocator) {
    for (Level& level : levels_) level = Level(allocator);
  }

  // The lists to fill: one, or two to search between, each in ascending order of lo[0].
  Buffer<Record>& records(int side) { return levels_[0].records[side]; }

  // Calls hit(a, b) for each overlapping pair, by their indices, once, until it returns false
  // (Status::stopped). `axes`: 1 is the plain sweep, 2 makes columns along the second axis too, and
  // so on.
  template <class Hit, class Trace>
  Status run(bool two, int axes, QueryStats& stats, Hit&& hit, const Trace& trace) {
    two_ = two;
    axes_ = axes;
    if (!two) levels_[0].records[1].clear();
    Range all[2];
    for (int s = 0; s < 2; ++s) all[s] = {0, static_cast<std::uint32_t>(records(s).size())};
    return search(0, all, kUnknown, stats, hit, trace);
  }

 private:
  using Columns = SweepColumns<D, T>;
  using Grid = ColumnGrid<D, T>;
  struct Range {
    std::uint32_t begin;
    std::uint32_t end;
    std::uint32_t size() const { return end - begin; }
  };
  struct Level {
    explicit Level(Allocator allocator = default_allocator())
        : records{Buffer<Record>(allocator), Buffer<Record>(allocator)},
          ends{Buffer<std::uint32_t>(allocator), Buffer<std::uint32_t>(allocator)} {}
    Buffer<Record> records[2];
    Buffer<std::uint32_t> ends[2];  // ends of the columns, in their order
  };

  // The most levels of columns; each has D - 1 bits of Record::starts.
  static constexpr int kDeals = 6;
  static_assert(kDeals * (D - 1) < 32);
  static constexpr double kFewTests = 24;  // not worth columns
  static constexpr double kUnknown = 1e300;
  // The most replicas per box on one level.
  static constexpr std::uint64_t kCopies = 4;

  template <class Hit, class Trace>
  Status search(int depth, const Range (&range)[2], double expected, QueryStats& stats, Hit& hit,
                const Trace& trace) {
    Grid grid;
    bool dealt = false;
    if (depth < kDeals && expected > kFewTests && worth_dealing(depth, range, grid)) {
      const Status status = deal(depth, range, grid, dealt);
      if (status != Status::ok) return status;
    }
    if (!dealt) return sweep(depth, range, stats, hit, trace);
    const std::uint32_t columns = grid.columns();
    const double each =
        double(levels_[depth + 1].ends[0][columns - 1] + levels_[depth + 1].ends[1][columns - 1]) /
        columns;
    Range column[2] = {};
    for (std::uint32_t c = 0; c < columns; ++c) {
      for (int s = 0; s < 2; ++s) {
        column[s] = {column[s].end, levels_[depth + 1].ends[s][c]};
      }
      const double load = (column[0].size() + column[1].size()) / each;
      const Status status =
          search(depth + 1, column, grid.tests_per_column * load, stats, hit, trace);
      if (status != Status::ok) return status;
    }
    return Status::ok;
  }

  bool worth_dealing(int depth, const Range (&range)[2], Grid& grid) {
    const double boxes = double(range[0].size()) + range[1].size();
    if (D == 1 || axes_ == 1 || boxes < 128) return false;
    if (two_ && (range[0].size() == 0 || range[1].size() == 0)) return false;
    ColumnPlan<D, T> plan;
    double tests = 0;
    for (int s = 0; s < (two_ ? 2 : 1); ++s) {
      const std::uint32_t step = ColumnPlan<D, T>::sample_step(range[s].size());
      double sum = 0, taken = 0;
      for (std::uint32_t i = range[s].begin; i < range[s].end; i += step) {
        plan.add(levels_[depth].records[s][i]);
        sum += two_ ? begin_inside(depth, 1 - s, range[1 - s], s, i)
                    : begin_inside(depth, 0, {i + 1, range[0].end}, 0, i);
        taken += 1;
      }
      tests += sum / taken * range[s].size();
    }
    tests /= boxes;
    return tests > kFewTests && plan.choose(axes_, boxes, tests, grid);
  }

  // Returns how many boxes of `range` of the list `other` begin inside box i of the list `side`.
  double begin_inside(int depth, int other, Range range, int side, std::uint32_t i) const {
    const Record& r = levels_[depth].records[side][i];
    const Record* const first = levels_[depth].records[other].data();
    const Record* const from = std::partition_point(
        first + range.begin, first + range.end, [&](const Record& o) { return o.lo[0] < r.lo[0]; });
    const Record* const to = std::partition_point(
        from, first + range.end, [&](const Record& o) { return o.lo[0] <= r.hi[0]; });
    return static_cast<double>(to - from);
  }

  // Distributes the boxes to the columns of the grid, which keep the order of the sweep. Does
  // nothing if that would make too many copies.
  Status deal(int depth, const Range (&range)[2], const Grid& grid, bool& done) {
    Level& to = levels_[depth + 1];
    const std::uint32_t columns = grid.columns();
    for (int s = 0; s < 2; ++s) {
      const Record* const from = levels_[depth].records[s].data();
      Buffer<std::uint32_t>& ends = to.ends[s];
      if (!ends.resize(columns)) return Status::out_of_memory;
      std::fill(ends.begin(), ends.end(), 0u);
      std::uint64_t copies = 0;
      for (std::uint32_t i = range[s].begin; i < range[s].end; ++i) {
        copies += count_columns(grid, from[i], ends.data());
        if (copies > kCopies * (std::uint64_t(range[s].size()) + 64)) return Status::ok;
      }
      if (copies > 0xffff'ffffu) return Status::ok;
      std::uint32_t sum = 0;
      for (std::uint32_t& e : ends) sum += std::exchange(e, sum);
      if (!to.records[s].resize(sum)) return Status::out_of_memory;
      Record* const out = to.records[s].data();
      const int shift = depth * (D - 1);
      for (std::uint32_t i = range[s].begin; i < range[s].end; ++i) {
        for_each_column(grid, from[i], [&](std::uint32_t column, std::uint32_t begins) {
          Record& copy = out[ends[column]++];
          copy = from[i];
          copy.starts |= begins << shift;
        });
      }
    }
    done = true;
    return Status::ok;
  }

  static std::uint64_t count_columns(const Grid& grid, const Record& r, std::uint32_t* counts) {
    std::uint64_t copies = 0;
    for_each_column(grid, r, [&](std::uint32_t column, std::uint32_t) {
      ++counts[column];
      ++copies;
    });
    return copies;
  }

  template <class Hit, class Trace>
  Status sweep(int depth, const Range (&range)[2], QueryStats& stats, Hit& hit,
               const Trace& trace) {
    if (range[0].size() < (two_ ? 1u : 2u) || (two_ && range[1].size() == 0)) return Status::ok;
    trace.on(SweepColumn{std::size_t(range[0].size()) + range[1].size(), depth});
    ++stats.nodes;
    const Record* list[2];
    for (int s = 0; s < (two_ ? 2 : 1); ++s) {
      list[s] = levels_[depth].records[s].data() + range[s].begin;
      if (!columns_[s].fill(list[s], range[s].size())) return Status::out_of_memory;
    }
    const std::uint32_t all = (std::uint32_t(1) << depth * (D - 1)) - 1;
    const auto check = [&](const Record& a, const Record& b) {
      return ((a.starts | b.starts) & all) != all || hit(a.index, b.index);
    };
    if (!two_) {
      const std::span<const Record> rows(list[0], range[0].size());
      if (!trace_tests(rows, rows, SweepFrom::next_row, trace)) return Status::out_of_memory;
      return pass(0, 0, SweepFrom::next_row, stats,
                  [&](SweepHit h) { return check(list[0][h.row], list[0][h.other]); });
    }
    const std::span<const Record> a(list[0], range[0].size());
    const std::span<const Record> b(list[1], range[1].size());
    if (!trace_tests(a, b, SweepFrom::begin_not_before, trace)) return Status::out_of_memory;
    const Status status = pass(0, 1, SweepFrom::begin_not_before, stats,
                               [&](SweepHit h) { return check(list[0][h.row], list[1][h.other]); });
    if (status != Status::ok) return status;
    if (!trace_tests(b, a, SweepFrom::begin_after, trace)) return Status::out_of_memory;
    return pass(1, 0, SweepFrom::begin_after, stats,
                [&](SweepHit h) { return check(list[0][h.other], list[1][h.row]); });
  }

  // Reports to the trace what the kernel is about to test, which takes many boxes at once. Returns
  // false if out of memory.
  template <class Trace>
  bool trace_tests(std::span<const Record> rows, std::span<const Record> others, SweepFrom from,
                   const Trace& trace) {
    if (!trace.template handles<SweepBox>()) return true;
    if (!indices_.resize(others.size())) return false;
    for (std::size_t i = 0; i < others.size(); ++i) indices_[i] = others[i].index;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Record& row = rows[i];
      const auto first =
          from == SweepFrom::next_row
              ? others.begin() + static_cast<std::ptrdiff_t>(i + 1)
              : std::partition_point(others.begin(), others.end(), [&](const Record& o) {
                  return o.lo[0] < row.lo[0] ||
                         (from == SweepFrom::begin_after && o.lo[0] == row.lo[0]);
                });
      const auto end = std::partition_point(first, others.end(),
                                            [&](const Record& o) { return o.lo[0] <= row.hi[0]; });
      const std::size_t begins = static_cast<std::size_t>(first - others.begin());
      trace.on(SweepBox{row.index, {indices_.data() + begins, std::size_t(end - first)}});
    }
    return true;
  }

  template <class Check>
  Status pass(int rows, int others, SweepFrom from, QueryStats& stats, Check&& check) {
    const auto kernel = sweep_kernels<D, T>().sweep;
    SweepHit hits[kHits];
    SweepCursor cursor;
    const SweepList<D, T>& list = columns_[rows].list();
    while (cursor.row < list.size) {
      const std::uint32_t size = kernel(list, columns_[others].list(), from, cursor, hits, kHits);
      for (std::uint32_t i = 0; i < size; ++i) {
        if (!check(hits[i])) return stats.tests += cursor.tests, Status::stopped;
      }
    }
    stats.tests += cursor.tests;
    return Status::ok;
  }

  static constexpr std::uint32_t kHits = 512;

  Level levels_[kDeals + 1];
  Columns columns_[2];
  Buffer<std::uint32_t> indices_;  // of the boxes reported to a trace
  bool two_ = false;
  int axes_ = D;
};

}  // namespace masu::detail
