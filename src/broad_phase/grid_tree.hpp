// SPDX-License-Identifier: MIT
// Boxes sorted into the cells of a grid; crowded cells are grids again, and so are the boxes that
// are large for their cells.
#pragma once

#include <masu/broad_phase/uniform_grid.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/platform.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/core/trace.hpp>
#include "broad_phase/box_set.hpp"

#include "broad_phase/grid_cells.hpp"

namespace masu::detail {

// One grid: its objects are a stretch of the sorted arrays, those in cells first, those too large
// for them after.
template <int D, class T>
struct GridNode {
  static constexpr std::uint32_t kNone = 0xffff'ffffu;

  GridCells<D, T> cells;
  Vec<D, T> reach{};  // no object in a cell is longer
  Aabb<D, T> bounds = Aabb<D, T>::nothing();
  std::uint32_t first = 0;
  std::uint32_t large_first = 0;  // also the end of those in cells
  std::uint32_t end = 0;
  std::uint32_t starts = 0;  // of its cells: place in starts_ and children_
  std::uint32_t large = kNone;
  std::uint32_t children_first = kNone;
  std::uint32_t children_end = kNone;
  std::uint32_t depth = 0;
  Aabb<D, T> region = Aabb<D, T>::nothing();  // given; else the cells lie over the objects
};

template <int D, class T>
class GridTree {
 public:
  using Box = Aabb<D, T>;
  using Node = GridNode<D, T>;
  static constexpr std::uint32_t kNone = Node::kNone;

  explicit GridTree(Allocator allocator) : allocator_(allocator) {}

  // Holds nothing if it fails. O(n) where no cell is crowded, O(n kMostCuts) at worst.
  template <class Trace>
  Status build(const BoxSet<D, T>& set, const GridOptions<D, T>& options, Trace&& trace) {
    clear();
    crowd_ = std::max<std::uint32_t>(options.crowd, 1);
    if (!boxes_.resize(set.size()) || !places_.resize(set.size())) return fail();
    for (std::size_t i = 0; i < set.size(); ++i) {
      boxes_[i] = set[i];
      places_[i] = static_cast<std::uint32_t>(i);
    }
    if (set.empty()) return Status::ok;
    Node root;
    root.end = static_cast<std::uint32_t>(set.size());
    if (options.region.finite() && !options.region.empty()) root.region = options.region;
    if (!nodes_.push_back(root)) return fail();
    for (std::uint32_t k = 0; k < nodes_.size(); ++k) {
      if (!sort_node(k, options, trace) || !add_children(k)) return fail();
    }
    return Status::ok;
  }

  void clear() {
    nodes_.clear();
    boxes_.clear();
    places_.clear();
    starts_.clear();
    children_.clear();
  }

  std::span<const Node> nodes() const { return {nodes_.data(), nodes_.size()}; }
  std::size_t cell_count() const { return starts_.size() - nodes_.size(); }
  std::size_t size() const { return boxes_.size(); }
  const Box& box(std::uint32_t k) const { return boxes_[k]; }
  // Place in the set.
  std::uint32_t place(std::uint32_t k) const { return places_[k]; }
  std::uint32_t start(const Node& node, std::uint32_t cell) const {
    return starts_[node.starts + cell];
  }
  std::uint32_t child(const Node& node, std::uint32_t cell) const {
    return children_[node.starts + cell];
  }
  std::uint32_t crowd() const { return crowd_; }

  // The cells whose objects may reach into a box.
  struct Rows {
    typename GridCells<D, T>::Coords lo, hi;
  };
  // f(k) for the objects k whose box overlaps a non-empty one, until f returns false.
  template <class F, class Trace = NoTrace>
  bool search(const Box& box, QueryStats& stats, F&& f, Trace&& trace = {}) const {
    const auto range = [&](std::uint32_t first, std::uint32_t end) {
      return scan(first, end, box, stats, f, trace);
    };
    return nodes_.empty() ||
           search_node(nodes_[0], rows_of(nodes_[0], box), box, stats, range, trace);
  }
  // f(first, end) for ranges of objects among which are those whose boxes overlap a non-empty one,
  // until f returns false. Memory is asked for ahead, as for a search that goes to its end.
  template <class F>
  bool search_ranges(const Box& box, QueryStats& stats, F&& f) const {
    if (nodes_.empty()) return true;
    const Node& root = nodes_[0];
    const Rows rows = rows_of(root, box);
    bool many = false;
    for (int a = 1; a < D; ++a) many |= rows.hi[a] - rows.lo[a] > 1;
    if (many) fetch_rows(root, rows);
    const NoTrace none;
    return search_node(root, rows, box, stats, f, none);
  }

  // Grids in grids; the first is compiled into its callers.
  template <class F, class Trace>
  MASU_NOINLINE bool search_node(std::uint32_t n, const Box& box, QueryStats& stats, F& f,
                                 Trace& trace) const {
    return search_node(nodes_[n], rows_of(nodes_[n], box), box, stats, f, trace);
  }
  template <class F, class Trace>
  bool search_node(const Node& node, const Rows& rows, const Box& box, QueryStats& stats, F& f,
                   Trace& trace) const {
    ++stats.tests;
    trace.on(CompareBounds<D, T>{node.bounds, box});
    if (!overlaps_nonempty(node.bounds, box)) return true;
    if (node.large != kNone ? !search_node(node.large, box, stats, f, trace)
                            : !f(node.large_first, node.end)) {
      return false;
    }
    return search_rows(node, rows, box, 0, stats, f, trace);
  }

  // Only the cells, and of those the ones with an index of at least `from`.
  template <class F, class Trace>
  bool search_cells(const Node& node, const Box& box, std::uint32_t from, QueryStats& stats, F& f,
                    Trace& trace) const {
    return search_rows(node, rows_of(node, box), box, from, stats, f, trace);
  }

  template <class F, class Trace>
  bool scan(std::uint32_t first, std::uint32_t end, const Box& box, QueryStats& stats, F& f,
            Trace& trace) const {
    stats.tests += end - first;
    trace.on(ScanObjects{{places_.data() + first, places_.data() + end}});
    for (std::uint32_t k = first; k < end; ++k) {
      if (overlaps_nonempty(boxes_[k], box) && !f(k)) return false;
    }
    return true;
  }

  // Writes those of the places of objects [first, end) whose boxes overlap the box; there must be
  // room for all. Returns how many they are. No branch depends on the boxes.
  std::uint32_t collect(std::uint32_t first, std::uint32_t end, const Box& box,
                        std::uint32_t* out) const {
    std::uint32_t size = 0;
    for (std::uint32_t k = first; k < end; ++k) {
      out[size] = places_[k];
      size += overlaps_nonempty(boxes_[k], box) ? 1 : 0;
    }
    return size;
  }

  // visit(bounds, depth, objects) for each cell with objects, then object(k) for each of those.
  template <class Visit, class Object>
  void for_each_cell(Visit&& visit, Object&& object) const {
    if (!nodes_.empty()) visit_cells(0, visit, object);
  }

  // True when every invariant holds; for tests. O(n log n).
  bool validate() const;

 private:
  static Rows rows_of(const Node& node, const Box& box) {
    Rows rows;
    for (int a = 0; a < D; ++a) {
      rows.lo[a] = node.cells.coord(box.min[a] - node.reach[a], a);
      rows.hi[a] = node.cells.coord(box.max[a], a);
    }
    return rows;
  }
  // f(first cell, last cell) for the stretches of cells next to each other, until f returns false.
  template <class F>
  static bool for_each_row(const Node& node, const Rows& rows, F&& f) {
    const auto& [lo, hi] = rows;
    auto c = lo;
    const std::uint32_t width = hi[0] - lo[0];
    for (;;) {
      const std::uint32_t row = node.cells.index(c);
      if (!f(row, row + width)) return false;
      int a = 1;
      for (; a < D && c[a] == hi[a]; ++a) c[a] = lo[a];
      if (a >= D) return true;
      ++c[a];
    }
  }
  // Rows lie far from each other: the first ones are asked for together before any is read.
  void fetch_rows(const Node& node, const Rows& rows) const {
    constexpr std::size_t kMost = 16;
    const std::uint32_t* starts[kMost];
    std::size_t count = 0;
    for_each_row(node, rows, [&](std::uint32_t row, std::uint32_t) {
      starts[count] = starts_.data() + node.starts + row;
      prefetch(starts[count]);
      return ++count < kMost;
    });
    for (std::size_t i = 0; i < count; ++i) {
      prefetch(boxes_.data() + *starts[i]);
      prefetch(places_.data() + *starts[i]);
    }
  }

  // Recursion ends after kMostCuts grids.
  template <class Visit, class Object>
  void visit_cells(std::uint32_t n, Visit& visit, Object& object) const {
    const Node& node = nodes_[n];
    const auto tell = [&](const Box& bounds, std::uint32_t first, std::uint32_t end) {
      visit(bounds, static_cast<int>(node.depth), std::size_t(end - first));
      for (std::uint32_t k = first; k < end; ++k) object(k);
    };
    for (std::uint32_t c = 0; c < node.cells.count(); ++c) {
      if (child(node, c) != kNone) {
        visit_cells(child(node, c), visit, object);
      } else if (start(node, c) != start(node, c + 1)) {
        tell(node.cells.region_of(c), start(node, c), start(node, c + 1));
      }
    }
    if (node.large != kNone) return visit_cells(node.large, visit, object);
    Box bounds = Box::nothing();
    for (std::uint32_t k = node.large_first; k < node.end; ++k) bounds = merge(bounds, boxes_[k]);
    if (node.large_first != node.end) tell(bounds, node.large_first, node.end);
  }

  template <class F, class Trace>
  bool search_rows(const Node& node, const Rows& rows, const Box& box, std::uint32_t from,
                   QueryStats& stats, F& f, Trace& trace) const {
    return for_each_row(node, rows, [&](std::uint32_t row, std::uint32_t last) {
      if (last < from) return true;
      const std::uint32_t first = std::max(row, from);
      stats.nodes += last + 1 - first;
      if constexpr (kIsWatched<Trace>) {
        const Box region = merge(node.cells.region_of(first), node.cells.region_of(last));
        trace.on(ReadCells<D, T>{first, last, region});
      }
      return search_row(node, first, last, box, stats, f, trace);
    });
  }
  // Objects of cells that follow each other in a row lie one after the other.
  template <class F, class Trace>
  bool search_row(const Node& node, std::uint32_t cell, std::uint32_t last, const Box& box,
                  QueryStats& stats, F& f, Trace& trace) const {
    const std::uint32_t first = start(node, cell);
    const std::uint32_t end = start(node, last + 1);
    if (end - first <= crowd_) return f(first, end);
    for (; cell <= last; ++cell) {
      const std::uint32_t grid = child(node, cell);
      if (grid != kNone ? !search_node(grid, box, stats, f, trace)
                        : !f(start(node, cell), start(node, cell + 1))) {
        return false;
      }
    }
    return true;
  }

  static T longest(const Box& box) {
    T most = 0;
    for (int a = 0; a < D; ++a) most = std::max(most, box.max[a] - box.min[a]);
    return most;
  }

  // The middle one of some lengths.
  T typical_length(const Node& node) const {
    constexpr std::uint32_t kSamples = 65;
    T sorted[kSamples];
    const std::uint32_t size = node.end - node.first;
    const std::uint32_t samples = std::min(size, kSamples);
    for (std::uint32_t i = 0; i < samples; ++i) {
      const std::uint64_t k = std::uint64_t(i) * size / samples;
      const T length = longest(boxes_[node.first + static_cast<std::uint32_t>(k)]);
      std::uint32_t j = i;
      for (; j > 0 && sorted[j - 1] > length; --j) sorted[j] = sorted[j - 1];
      sorted[j] = length;
    }
    return sorted[samples / 2];
  }

  static Box lower_corners(const Box* boxes, std::size_t size) {
    Box region = Box::nothing();
    for (std::size_t i = 0; i < size; ++i) {
      const Vec<D, T>& p = boxes[i].min;
      if (!is_finite(p)) continue;
      region.min = min(region.min, p);
      region.max = max(region.max, p);
    }
    return region;
  }

  // Divides the node, and returns the length from which on an object is too large for its cells:
  // more than twice the typical length, and longer than the cells that would hold about one each.
  T choose_cells(Node& node, const GridOptions<D, T>& options) {
    const std::size_t size = node.end - node.first;
    const Box* boxes = boxes_.data() + node.first;
    Box region = node.region;
    if (region.empty()) region = lower_corners(boxes, size);
    if (region.empty()) return T(-1);
    const Vec<D, T> range = region.max - region.min;
    const bool given = node.depth == 0 && options.cell > 0;
    const T edge = given ? fitting_edge(range, options.cell, T(2), size)
                         : fitting_edge(range, T(0), T(1.125), size);
    const T most = std::max(2 * typical_length(node), edge);
    if (options.per_axis > 0) {
      divide_evenly(node.cells, region, options.per_axis, size);
      return most;
    }
    if (given) {
      divide(node.cells, region, Vec<D, T>::all(edge));
      return most;
    }
    T kept = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const T length = longest(boxes[i]);
      kept = length <= most ? std::max(kept, length) : kept;
    }
    const T wide = fitting_edge(range, std::max(edge, kept), T(1.125), size);
    divide(node.cells, region, Vec<D, T>::all(wide));
    return most;
  }

  // A counting sort of the node's objects by cell.
  template <class Trace>
  bool sort_node(std::uint32_t n, const GridOptions<D, T>& options, Trace& trace) {
    Node node = nodes_[n];
    const T most = choose_cells(node, options);
    const std::uint32_t size = node.end - node.first;
    const std::uint32_t cells = node.cells.count();
    node.starts = static_cast<std::uint32_t>(starts_.size());
    if (starts_.size() + cells + 1 >= kNone || !starts_.resize(starts_.size() + cells + 1) ||
        !children_.resize(starts_.size()) || !from_boxes_.resize(size) ||
        !from_places_.resize(size) || !keys_.resize(size)) {
      return false;
    }
    trace.on(CutIntoCells{static_cast<int>(node.depth), size, cells});
    std::uint32_t* starts = starts_.data() + node.starts;
    for (std::uint32_t c = 0; c <= cells; ++c) starts[c] = 0, children_[node.starts + c] = kNone;
    take_keys(node, most, starts);
    std::uint32_t sum = node.first;
    for (std::uint32_t c = 0; c <= cells; ++c) sum += std::exchange(starts[c], sum);
    for (std::uint32_t i = 0; i < size; ++i) {
      const std::uint32_t to = starts[keys_[i]]++;
      const bool beside = keys_[i] == cells;
      trace.on(PutInCell{from_places_[i], static_cast<int>(node.depth),
                         beside ? PutInCell::kBeside : keys_[i]});
      boxes_[to] = from_boxes_[i];
      places_[to] = from_places_[i];
    }
    for (std::uint32_t c = cells; c > 0; --c) starts[c] = starts[c - 1];
    starts[0] = node.first;
    node.large_first = starts[cells];
    nodes_[n] = node;
    return true;
  }

  // Copies the objects of the node, with the cell of each, and counts them by cell.
  void take_keys(Node& node, T most, std::uint32_t* counts) {
    const std::uint32_t cells = node.cells.count();
    for (std::uint32_t i = 0; i < node.end - node.first; ++i) {
      const Box& box = boxes_[node.first + i];
      const T length = longest(box);
      const bool fits = length <= most && is_finite(length);
      const std::uint32_t key = fits ? node.cells.index(node.cells.coords(box.min)) : cells;
      from_boxes_[i] = box;
      from_places_[i] = places_[node.first + i];
      keys_[i] = key;
      ++counts[key];
      node.bounds = merge(node.bounds, box);
      for (int a = 0; fits && a < D; ++a) {
        // A difference rounds down by less than this; reaching further is safe.
        constexpr T kUp = 1 + 2 * std::numeric_limits<T>::epsilon();
        node.reach[a] = std::max(node.reach[a], (box.max[a] - box.min[a]) * kUp);
      }
    }
  }

  // Grids of their own for crowded cells that can be divided, and for the large objects.
  bool add_children(std::uint32_t n) {
    const Node node = nodes_[n];
    if (node.depth >= GridOptions<D, T>::kMostCuts) return true;
    const std::uint32_t cells = node.cells.count();
    nodes_[n].children_first = static_cast<std::uint32_t>(nodes_.size());
    for (std::uint32_t c = 0; c < cells; ++c) {
      const std::uint32_t first = start(node, c);
      const std::uint32_t end = start(node, c + 1);
      if (end - first <= crowd_ || !divisible(first, end)) continue;
      Node child;
      if (!node.region.empty()) child.region = node.cells.region_of(c);
      children_[node.starts + c] = static_cast<std::uint32_t>(nodes_.size());
      if (!add_child(child, node, first, end)) return false;
    }
    nodes_[n].children_end = static_cast<std::uint32_t>(nodes_.size());
    const std::uint32_t large = node.end - node.large_first;
    if (large <= crowd_ || large == node.end - node.first) return true;
    Node child;
    child.region = node.region;
    nodes_[n].large = static_cast<std::uint32_t>(nodes_.size());
    return add_child(child, node, node.large_first, node.end);
  }
  bool add_child(Node& child, const Node& parent, std::uint32_t first, std::uint32_t end) {
    child.first = first;
    child.end = end;
    child.depth = parent.depth + 1;
    return nodes_.push_back(child);
  }

  // Cells help where objects are shorter than the stretch they start in; half of them, say.
  bool divisible(std::uint32_t first, std::uint32_t end) const {
    const Box region = lower_corners(boxes_.data() + first, end - first);
    T range = 0;
    for (int a = 0; a < D; ++a) range = std::max(range, region.max[a] - region.min[a]);
    std::uint32_t shorter = 0;
    for (std::uint32_t k = first; k < end; ++k) shorter += 2 * longest(boxes_[k]) < range ? 1 : 0;
    return 2 * shorter >= end - first;
  }

  Status fail() {
    clear();
    return Status::out_of_memory;
  }

  Allocator allocator_;  // of all below
  Buffer<Node> nodes_{allocator_};
  Buffer<Box> boxes_{allocator_};
  Buffer<std::uint32_t> places_{allocator_};
  Buffer<std::uint32_t> starts_{allocator_};
  Buffer<std::uint32_t> children_{allocator_};
  Buffer<Box> from_boxes_{allocator_};
  Buffer<std::uint32_t> from_places_{allocator_};
  Buffer<std::uint32_t> keys_{allocator_};
  std::uint32_t crowd_ = 1;
};

template <int D, class T>
bool GridTree<D, T>::validate() const {
  for (const Node& node : nodes_) {
    const std::uint32_t cells = node.cells.count();
    if (cells > most_cells<D, T>(node.end - node.first)) return false;
    if (start(node, 0) != node.first || start(node, cells) != node.large_first) return false;
    for (std::uint32_t k = node.first; k < node.end; ++k) {
      if (merge(node.bounds, boxes_[k]) != node.bounds) return false;
    }
    for (std::uint32_t c = 0; c < cells; ++c) {
      if (start(node, c) > start(node, c + 1)) return false;
      for (std::uint32_t k = start(node, c); k < start(node, c + 1); ++k) {
        if (node.cells.index(node.cells.coords(boxes_[k].min)) != c) return false;
        for (int a = 0; a < D; ++a) {
          if (boxes_[k].max[a] - boxes_[k].min[a] > node.reach[a]) return false;
        }
      }
      const std::uint32_t grid = child(node, c);
      if (grid != kNone &&
          (nodes_[grid].first != start(node, c) || nodes_[grid].end != start(node, c + 1))) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace masu::detail
