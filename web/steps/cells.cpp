// SPDX-License-Identifier: MIT
// The linear 2^d-tree of a set of boxes: its cells, their objects, and the candidates of its pass.
#include <vector>

#include <masu/textbook/plain_pass.hpp>

#include "steps/tape.hpp"

namespace masu::steps {
namespace {

// Writes level, Morton code, linear index; minimum corner, maximum corner.
template <int D>
void write_cell(Tape& tape, const DomainGrid<D, float>& grid, CellId<D> cell) {
  tape.write(cell.level(), cell.code(), cell.linear_index());
  const Aabb<D, float> box = grid.bounds(cell);
  for (int a = 0; a < D; ++a) tape.write(box.min[a]);
  for (int a = 0; a < D; ++a) tape.write(box.max[a]);
}

template <int D>
Aabb<D, float> box_in(const double* numbers) {
  Aabb<D, float> box;
  for (int a = 0; a < D; ++a) box.min[a] = static_cast<float>(numbers[a]);
  for (int a = 0; a < D; ++a) box.max[a] = static_cast<float>(numbers[D + a]);
  return box;
}

struct CountedCell {
  std::uint64_t node;
  std::uint64_t candidates;
};

template <int D>
class CellTape {
 public:
  CellTape(std::uint32_t count, int depth) : tree_(depth) {
    const double* from = input().data();
    for (std::uint32_t i = 0; i < count; ++i, from += 2 * D) boxes_.push_back(box_in<D>(from));
    built_ = tree_.build(BoxSpan<D, float>(boxes_), box_in<D>(from)) == Status::ok;
  }

  std::uint32_t write(double focus, std::uint32_t most) {
    Tape& tape = cleared_output();
    if (!built_) return 0;
    cells_.clear();
    const std::uint64_t all = count(0, 0);
    const std::vector<Pair> listed = list(all, focus, most);
    tape.write(all, tree_.used_cells(), cells_.size(), listed.size());
    const Aabb<D, float> domain = tree_.grid().domain();
    for (int a = 0; a < D; ++a) tape.write(domain.min[a]);
    for (int a = 0; a < D; ++a) tape.write(domain.max[a]);
    for (const CountedCell& cell : cells_) write_objects(tape, cell);
    for (const Pair& pair : listed) tape.write(pair.a, pair.b);
    return tape.size();
  }

 private:
  // Lists a cell and those below it, if they hold objects, in the order of the pass. Returns the
  // number of their candidates: a hundred million are too many to enumerate for each picture.
  std::uint64_t count(std::uint64_t node, std::uint64_t above) {
    std::uint64_t objects = 0;
    for (auto i = tree_.first_object(node); i != kNoObject; i = tree_.next_object(i)) ++objects;
    std::uint64_t all = above * objects;
    if (objects > 0) {
      all += objects * (objects - 1) / 2;
      cells_.push_back({node, all});
    }
    tree_.for_each_child(node, [&](std::uint64_t child) {
      all += count(child, above + objects);
      return true;
    });
    return all;
  }

  // Returns the candidates of one cell, or all; none if they are too many.
  std::vector<Pair> list(std::uint64_t all, double focus, std::uint32_t most) {
    std::vector<Pair> pairs;
    if (focus < 0 && all > most) return pairs;
    std::vector<bool> in_focus(boxes_.size(), focus < 0);
    if (focus >= 0 && focus < static_cast<double>(tree_.cell_count())) {
      const auto cell = static_cast<std::uint64_t>(focus);
      for (auto i = tree_.first_object(cell); i != kNoObject; i = tree_.next_object(i)) {
        in_focus[i] = true;
      }
    }
    const auto append = [&](std::uint32_t a, std::uint32_t b) {
      if (in_focus[a] || in_focus[b]) pairs.push_back({a, b});
      return pairs.size() <= most;
    };
    if (tree_.find_candidates(append).status != Status::ok) pairs.clear();
    return pairs;
  }

  // Writes the cell, its candidates, the number of its objects, and the objects.
  void write_objects(Tape& tape, const CountedCell& cell) {
    write_cell(tape, tree_.grid(), CellId<D>::of_linear_index(cell.node));
    tape.write(cell.candidates);
    const std::uint32_t count_at = tape.size();
    tape.write(0);
    for (auto i = tree_.first_object(cell.node); i != kNoObject; i = tree_.next_object(i)) {
      tape.write(i);
      ++tape.at(count_at);
    }
  }

  std::vector<Aabb<D, float>> boxes_{};
  std::vector<CountedCell> cells_{};
  PlainPass<D, float> tree_;
  bool built_ = false;
};

template <int D>
std::uint32_t write_path(std::uint32_t depth) {
  Tape& tape = cleared_output();
  const double* from = input().data();
  const DomainGrid<D, float> grid(box_in<D>(from), static_cast<int>(depth));
  Vec<D, float> p;
  for (int a = 0; a < D; ++a) p[a] = static_cast<float>(from[2 * D + a]);
  const CellId<D> leaf = grid.cell(p);
  for (int level = 0; level <= static_cast<int>(depth); ++level) {
    write_cell(tape, grid, leaf.ancestor(level));
  }
  return tape.size();
}

template <int D>
std::uint32_t write_cell_of_index(double index) {
  Tape& tape = cleared_output();
  const DomainGrid<D, float> grid(box_in<D>(input().data()), 0);
  write_cell(tape, grid, CellId<D>::of_linear_index(static_cast<std::uint64_t>(index)));
  return tape.size();
}

template <int D>
std::uint32_t write_curve(std::uint32_t level) {
  Tape& tape = cleared_output();
  const double cells = static_cast<double>(std::uint64_t(1) << level);
  for (std::uint64_t code = 0; code < std::uint64_t(1) << (D * level); ++code) {
    for (const std::uint32_t x : morton_decode<D>(code)) tape.write((x + 0.5) / cells);
  }
  return tape.size();
}

}  // namespace
}  // namespace masu::steps

using namespace masu::steps;

// Input: boxes, then the domain; an empty one means the bounds of the boxes. Output: candidates,
// cells visited, cells with objects, candidates listed; the domain; cells as write_objects() writes
// them, in depth-first order; the listed candidates, two objects each: those of the cell `focus`,
// or of all if it is negative; none if they are more than `most`.
MASU_STEPS(cells)
std::uint32_t steps_cells(std::uint32_t dimension, std::uint32_t count, std::uint32_t depth,
                          double focus, std::uint32_t most) {
  const int d = static_cast<int>(depth);
  return dimension == 2 ? CellTape<2>(count, d).write(focus, most)
                        : CellTape<3>(count, d).write(focus, most);
}

// Input: a domain, a point in it. Output: the cells that contain the point, from the root to the
// depth.
MASU_STEPS(cell_path)
std::uint32_t steps_cell_path(std::uint32_t dimension, std::uint32_t depth) {
  return dimension == 2 ? write_path<2>(depth) : write_path<3>(depth);
}

// Input: a domain. Output: the cell with this linear index.
MASU_STEPS(cell_of_index)
std::uint32_t steps_cell_of_index(std::uint32_t dimension, double index) {
  return dimension == 2 ? write_cell_of_index<2>(index) : write_cell_of_index<3>(index);
}

// Output: the centers of the cells of a level in Morton order, in a domain of side 1.
MASU_STEPS(curve)
std::uint32_t steps_curve(std::uint32_t dimension, std::uint32_t level) {
  return dimension == 2 ? write_curve<2>(level) : write_curve<3>(level);
}
