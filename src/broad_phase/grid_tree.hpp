// SPDX-License-Identifier: MIT
// Boxes sorted into the cells of a grid. Crowded cells are divided by a grid again, and so are the
// boxes that are too large for their cells.
#pragma once

#include <masu/broad_phase/uniform_grid.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/platform.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/core/trace.hpp>
#include "broad_phase/box_set.hpp"

#include "broad_phase/grid_cells.hpp"

namespace masu::detail {

template <int D, class T>
class GridTree {
 public:
  using Node = GridNode<D, T>;
  static constexpr std::uint32_t kNone = Node::kNone;

  explicit GridTree(Allocator allocator) : allocator_(allocator) {}

  // Builds the tree; it is empty after a failure. O(n) if no cell is crowded, else O(n kMostCuts).
  template <class Trace>
  Status build(const BoxSet<D, T>& set, const GridOptions<D, T>& options, Trace&& trace) {
    clear();
    crowd_ = std::max<std::uint32_t>(options.crowd, 1);
    // Reserves one more box, because box_test.hpp reads past the last one.
    if (!boxes_.grow(set.size() + 1) || !boxes_.resize(set.size()) ||
        !indices_.resize(set.size())) {
      return fail();
    }
    if (set.empty()) return Status::ok;
    Node root;
    root.end = static_cast<std::uint32_t>(set.size());
    if (options.region.finite() && !options.region.empty()) root.region = options.region;
    if (!nodes_.push_back(root)) return fail();
    for (std::uint32_t k = 0; k < nodes_.size(); ++k) {
      bool crowded = false;
      const bool sorted = k == 0 ? sort_node(k, set.data(), crowded, options, trace)
                                 : sort_again(k, crowded, options, trace);
      if (!sorted || !add_children(k, crowded)) return fail();
    }
    return Status::ok;
  }

  void clear() {
    nodes_.clear();
    boxes_.clear();
    indices_.clear();
    starts_.clear();
    children_.clear();
  }

  std::span<const Node> nodes() const { return {nodes_.data(), nodes_.size()}; }
  std::size_t cell_count() const { return starts_.size() - 2 * nodes_.size(); }
  std::size_t size() const { return boxes_.size(); }
  const Aabb<D, T>& box(std::uint32_t k) const { return boxes_[k]; }
  // Returns the index in the set.
  std::uint32_t index(std::uint32_t k) const { return indices_[k]; }
  std::uint32_t start(const Node& node, std::uint32_t cell) const {
    return starts_[node.starts + cell];
  }
  std::uint32_t child(const Node& node, std::uint32_t cell) const {
    return node.children_first == node.children_end ? kNone : children_[node.starts + cell];
  }

  using Coords = typename GridCells<D, T>::Coords;
  // The cells whose objects may overlap a box.
  struct Rows {
    Coords lo, hi;
  };
  // Calls f(k) for the objects k that overlap a non-empty box, until f returns false.
  template <class F, class Trace = NoTrace>
  bool search(const Aabb<D, T>& box, QueryStats& stats, F&& f, Trace&& trace = {}) const {
    const auto range = [&](std::uint32_t first, std::uint32_t end) {
      return scan(first, end, box, stats, f, trace);
    };
    return nodes_.empty() ||
           search_node(nodes_[0], rows_of(nodes_[0], box), box, stats, range, trace);
  }
  // Calls f(first, end) for ranges that contain all objects overlapping a non-empty box, until f
  // returns false. Prefetches, assuming that the search is not stopped early.
  template <class F>
  bool search_ranges(const Aabb<D, T>& box, QueryStats& stats, F&& f) const {
    if (nodes_.empty()) return true;
    const Node& root = nodes_[0];
    const Rows rows = rows_of(root, box);
    bool many = false;
    for (int a = 1; a < D; ++a) many |= rows.hi[a] - rows.lo[a] > 1;
    if (many) fetch_rows(root, rows);
    const NoTrace none;
    return search_node(root, rows, box, stats, f, none);
  }

  // Searches nested grids; the outermost one is inlined into its callers.
  template <class F, class Trace>
  MASU_NOINLINE bool search_node(std::uint32_t n, const Aabb<D, T>& box, QueryStats& stats, F& f,
                                 Trace& trace) const {
    return search_node(nodes_[n], rows_of(nodes_[n], box), box, stats, f, trace);
  }
  template <class F, class Trace>
  bool search_node(const Node& node, const Rows& rows, const Aabb<D, T>& box, QueryStats& stats,
                   F& f, Trace& trace) const {
    ++stats.tests;
    trace.on(CompareBounds<D, T>{node.bounds, box});
    if (!overlaps_nonempty(node.bounds, box)) return true;
    if (node.large != kNone ? !search_node(node.large, box, stats, f, trace)
                            : !f(node.large_first, node.end)) {
      return false;
    }
    return search_rows(node, rows, rows.lo, box, stats, f, trace);
  }

  // Searches only the cells.
  template <class F, class Trace>
  bool search_cells(const Node& node, const Aabb<D, T>& box, QueryStats& stats, F& f,
                    Trace& trace) const {
    const Rows rows = rows_of(node, box);
    return search_rows(node, rows, rows.lo, box, stats, f, trace);
  }
  // Searches the objects after object k: in its cell, which has these coordinates, unless that cell
  // is a grid, and in later cells. If possible, its cell and the rest of the row are one range.
  template <class F, class Trace>
  bool search_after(const Node& node, std::uint32_t k, const Coords& coords, QueryStats& stats,
                    F& f, Trace& trace) const {
    const Aabb<D, T>& box = boxes_[k];
    const Rows rows = rows_of(node, box);
    const std::uint32_t cell = node.cells.index(coords);
    const std::uint32_t last = cell + (rows.hi[0] - coords[0]);
    const std::uint32_t end = start(node, cell + 1);
    const std::uint32_t row_end = start(node, last + 1);
    const bool whole = child(node, cell) == kNone;
    if (!kIsWatched<Trace> && whole && row_end - end <= crowd_) {
      stats.nodes += last - cell;
      if (!f(k + 1, row_end)) return false;
    } else {
      if (whole && !f(k + 1, end)) return false;
      if (last != cell && !read_cells(node, cell + 1, last, box, stats, f, trace)) return false;
    }
    if constexpr (D > 1) {
      Coords next = coords;
      ++next[1];
      return search_rows(node, rows, next, box, stats, f, trace);
    }
    return true;
  }

  template <class F, class Trace>
  bool scan(std::uint32_t first, std::uint32_t end, const Aabb<D, T>& box, QueryStats& stats, F& f,
            Trace& trace) const {
    stats.tests += end - first;
    trace.on(ScanObjects{{indices_.data() + first, indices_.data() + end}});
    for (std::uint32_t k = first; k < end; ++k) {
      if (overlaps_nonempty(boxes_[k], box) && !f(k)) return false;
    }
    return true;
  }

  // Writes the indices of the objects in [first, end) that overlap the box, and returns their
  // number. `out` must have space for all of them. No branch depends on the boxes.
  std::uint32_t collect(std::uint32_t first, std::uint32_t end, const Aabb<D, T>& box,
                        std::uint32_t* out) const {
    std::uint32_t size = 0;
    for (std::uint32_t k = first; k < end; ++k) {
      out[size] = indices_[k];
      size += overlaps_nonempty(boxes_[k], box) ? 1 : 0;
    }
    return size;
  }

  // Calls visit(bounds, depth, number of objects) for each cell that is not empty, then object(k)
  // for each of its objects.
  template <class Visit, class Object>
  void for_each_cell(Visit&& visit, Object&& object) const {
    if (!nodes_.empty()) visit_cells(0, visit, object);
  }

  // True when every invariant holds; for tests. O(n log n).
  bool validate() const;

 private:
  static Rows rows_of(const Node& node, const Aabb<D, T>& box) {
    Rows rows;
    for (int a = 0; a < D; ++a) {
      rows.lo[a] = node.cells.coord(box.min[a] - node.reach[a], a);
      rows.hi[a] = node.cells.coord(box.max[a], a);
    }
    return rows;
  }
  // Calls f(first cell, last cell) for each row of adjacent cells, starting at the row of `from`,
  // until f returns false.
  template <class F>
  static bool for_each_row(const Node& node, const Rows& rows, const Coords& from, F&& f) {
    if constexpr (D == 1) {
      return f(rows.lo[0], rows.hi[0]);
    } else {
      return for_each_row<D - 1>(node, rows, from, true, 0, f);
    }
  }
  // The same for one value of the higher coordinates. `above`: these coordinates as an index.
  // `begins`: they equal those of `from`.
  template <int kAxis, class F>
  static bool for_each_row(const Node& node, const Rows& rows, const Coords& from, bool begins,
                           std::uint32_t above, F& f) {
    const std::uint32_t base = above * node.cells.dims[kAxis];
    for (std::uint32_t c = begins ? from[kAxis] : rows.lo[kAxis]; c <= rows.hi[kAxis]; ++c) {
      if constexpr (kAxis <= 1) {
        const std::uint32_t row = (base + c) * node.cells.dims[0];
        if (!f(row + rows.lo[0], row + rows.hi[0])) return false;
      } else {
        if (!for_each_row<kAxis - 1>(node, rows, from, begins, base + c, f)) return false;
        begins = false;
      }
    }
    return true;
  }
  // Prefetches the first rows together before any is read, since rows lie far apart in memory.
  void fetch_rows(const Node& node, const Rows& rows) const {
    constexpr std::size_t kMost = 16;
    const std::uint32_t* starts[kMost];
    std::size_t count = 0;
    for_each_row(node, rows, rows.lo, [&](std::uint32_t row, std::uint32_t) {
      starts[count] = starts_.data() + node.starts + row;
      prefetch(starts[count]);
      return ++count < kMost;
    });
    for (std::size_t i = 0; i < count; ++i) {
      prefetch(boxes_.data() + *starts[i]);
      prefetch(indices_.data() + *starts[i]);
    }
  }

  // Recursion ends after kMostCuts grids.
  template <class Visit, class Object>
  void visit_cells(std::uint32_t n, Visit& visit, Object& object) const {
    const Node& node = nodes_[n];
    const auto show = [&](const Aabb<D, T>& bounds, std::uint32_t first, std::uint32_t end) {
      visit(bounds, static_cast<int>(node.depth), std::size_t(end - first));
      for (std::uint32_t k = first; k < end; ++k) object(k);
    };
    for (std::uint32_t c = 0; c < node.cells.count(); ++c) {
      if (child(node, c) != kNone) {
        visit_cells(child(node, c), visit, object);
      } else if (start(node, c) != start(node, c + 1)) {
        show(node.cells.region_of(c), start(node, c), start(node, c + 1));
      }
    }
    if (node.large != kNone) return visit_cells(node.large, visit, object);
    Aabb<D, T> bounds = Aabb<D, T>::nothing();
    for (std::uint32_t k = node.large_first; k < node.end; ++k) bounds = merge(bounds, boxes_[k]);
    if (node.large_first != node.end) show(bounds, node.large_first, node.end);
  }

  template <class F, class Trace>
  bool search_rows(const Node& node, const Rows& rows, const Coords& begin, const Aabb<D, T>& box,
                   QueryStats& stats, F& f, Trace& trace) const {
    return for_each_row(node, rows, begin, [&](std::uint32_t first, std::uint32_t last) {
      return read_cells(node, first, last, box, stats, f, trace);
    });
  }
  // Searches adjacent cells of a row.
  template <class F, class Trace>
  bool read_cells(const Node& node, std::uint32_t first, std::uint32_t last, const Aabb<D, T>& box,
                  QueryStats& stats, F& f, Trace& trace) const {
    stats.nodes += last + 1 - first;
    if constexpr (kIsWatched<Trace>) {
      const Aabb<D, T> region = merge(node.cells.region_of(first), node.cells.region_of(last));
      trace.on(ReadCells<D, T>{first, last, region});
    }
    return search_row(node, first, last, box, stats, f, trace);
  }
  // Searches adjacent cells of a row, as one range if it is short: their objects are contiguous.
  template <class F, class Trace>
  bool search_row(const Node& node, std::uint32_t cell, std::uint32_t last, const Aabb<D, T>& box,
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

  // Divides the node. Returns the length above which an object is too large for its cells: more
  // than twice the typical length, and longer than cells with about one object each.
  static T choose_cells(Node& node, const Aabb<D, T>* boxes, const GridOptions<D, T>& options) {
    const std::uint32_t size = node.end - node.first;
    const GridMeasures<D, T> all(boxes, size);
    const Aabb<D, T> region = node.region.empty() ? all.corners : node.region;
    if (region.empty()) return T(-1);
    const Vec<D, T> range = region.max - region.min;
    const bool has_cell = node.depth == 0 && options.cell > 0;
    const T edge = has_cell ? fitting_edge(range, options.cell, T(2), size)
                            : fitting_edge(range, T(0), T(1.125), size);
    const T most = std::max(2 * typical_edge(boxes, size), edge);
    if (options.per_axis > 0) {
      divide_evenly(node.cells, region, options.per_axis, size);
      return most;
    }
    if (has_cell) {
      divide(node.cells, region, Vec<D, T>::all(edge));
      return most;
    }
    const T longest = all.longest <= most ? all.longest : longest_edge_up_to(most, boxes, size);
    const T wide = fitting_edge(range, std::max(edge, longest), T(1.125), size);
    divide(node.cells, region, Vec<D, T>::all(wide));
    return most;
  }

  // Sorts a node whose objects already occupy their range of the sorted arrays.
  template <class Trace>
  bool sort_again(std::uint32_t n, bool& crowded, const GridOptions<D, T>& options, Trace& trace) {
    const std::uint32_t first = nodes_[n].first;
    const std::uint32_t size = nodes_[n].end - first;
    if (!from_boxes_.resize(size) || !from_indices_.resize(size)) return false;
    for (std::uint32_t i = 0; i < size; ++i) {
      from_boxes_[i] = boxes_[first + i];
      from_indices_[i] = indices_[first + i];
    }
    return sort_node(n, from_boxes_.data(), crowded, options, trace);
  }

  // Sorts the node's objects by cell with a counting sort. `crowded`: whether some cell is.
  template <class Trace>
  bool sort_node(std::uint32_t n, const Aabb<D, T>* from, bool& crowded,
                 const GridOptions<D, T>& options, Trace& trace) {
    Node node = nodes_[n];
    const T most = choose_cells(node, from, options);
    const std::uint32_t size = node.end - node.first;
    const std::uint32_t cells = node.cells.count();
    node.starts = static_cast<std::uint32_t>(starts_.size());
    if (starts_.size() + cells + 2 >= kNone || !starts_.resize(starts_.size() + cells + 2) ||
        !keys_.resize(size)) {
      return false;
    }
    trace.on(CutIntoCells{static_cast<int>(node.depth), size, cells});
    // The write position of a cell is stored one entry after its start: when all objects are
    // written, it is the start of the next cell.
    std::uint32_t* const starts = starts_.data() + node.starts;
    std::uint32_t* const next = starts + 1;
    std::fill_n(starts, cells + 2, 0u);
    take_keys(node, from, most, next);
    starts[0] = node.first;
    std::uint32_t sum = node.first;
    std::uint32_t fullest = 0;
    for (std::uint32_t c = 0; c < cells; ++c) {
      fullest = std::max(fullest, next[c]);
      sum += std::exchange(next[c], sum);
    }
    crowded = fullest > crowd_;
    node.large_first = next[cells] = sum;
    for (std::uint32_t i = 0; i < size; ++i) {
      const std::uint32_t to = next[keys_[i]]++;
      const std::uint32_t index = n == 0 ? i : from_indices_[i];
      const bool beside = keys_[i] == cells;
      trace.on(InsertIntoCell{index, static_cast<int>(node.depth),
                              beside ? InsertIntoCell::kBeside : keys_[i]});
      boxes_[to] = from[i];
      indices_[to] = index;
    }
    nodes_[n] = node;
    return true;
  }

  // Computes the cell of each object and the number of objects of each cell.
  void take_keys(Node& node, const Aabb<D, T>* from, T most, std::uint32_t* counts) {
    const GridCells<D, T> cells = node.cells;
    const std::uint32_t beside = cells.count();
    const std::uint32_t size = node.end - node.first;
    Aabb<D, T> bounds = Aabb<D, T>::nothing();
    Vec<D, T> reach{};
    for (std::uint32_t i = 0; i < size; ++i) {
      const Aabb<D, T>& box = from[i];
      const T length = longest_edge(box);
      const bool fits = length <= most && is_finite(length);
      const std::uint32_t key = fits ? cells.index(cells.coords(box.min)) : beside;
      keys_[i] = key;
      ++counts[key];
      bounds = merge(bounds, box);
      for (int a = 0; a < D; ++a) {
        reach[a] = std::max(reach[a], fits ? box.max[a] - box.min[a] : T(0));
      }
    }
    node.bounds = bounds;
    // The rounding of a difference is less than this factor; a larger reach is safe.
    constexpr T kUp = 1 + 2 * std::numeric_limits<T>::epsilon();
    for (int a = 0; a < D; ++a) node.reach[a] = reach[a] * kUp;
  }

  // Adds grids for crowded cells that can be divided, and for the large objects.
  bool add_children(std::uint32_t n, bool crowded) {
    const Node node = nodes_[n];
    if (node.depth >= GridOptions<D, T>::kMostCuts) return true;
    const std::uint32_t cells = crowded ? node.cells.count() : 0;
    if (crowded && !children_.resize(starts_.size())) return false;
    for (std::uint32_t c = 0; c < cells; ++c) children_[node.starts + c] = kNone;
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

  // Returns whether cells help: at least half of the objects are much shorter than the range of
  // their lower corners.
  bool divisible(std::uint32_t first, std::uint32_t end) const {
    const Aabb<D, T> region = GridMeasures<D, T>(boxes_.data() + first, end - first).corners;
    T range = 0;
    for (int a = 0; a < D; ++a) range = std::max(range, region.max[a] - region.min[a]);
    std::uint32_t shorter = 0;
    for (std::uint32_t k = first; k < end; ++k)
      shorter += 2 * longest_edge(boxes_[k]) < range ? 1 : 0;
    return 2 * shorter >= end - first;
  }

  Status fail() {
    clear();
    return Status::out_of_memory;
  }

  Allocator allocator_;  // of all below
  Buffer<Node> nodes_{allocator_};
  Buffer<Aabb<D, T>> boxes_{allocator_};
  Buffer<std::uint32_t> indices_{allocator_};
  Buffer<std::uint32_t> starts_{allocator_};
  Buffer<std::uint32_t> children_{allocator_};
  Buffer<Aabb<D, T>> from_boxes_{allocator_};
  Buffer<std::uint32_t> from_indices_{allocator_};
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
