// SPDX-License-Identifier: MIT
#include "drawings.hpp"

#include <array>
#include <numeric>
#include <stdexcept>

#include "method_names.hpp"

namespace masu::cli {
namespace {

constexpr std::array kDrawings = {
    Drawing{"all_pairs", "uniform", 24, "selection sort", draw_all_pairs},
    Drawing{"sweep_and_prune", "uniform", 40, "insertion sort (radix sort when many)",
            draw_sweep_and_prune},
    Drawing{"incremental_sweep_and_prune", "brownian", 24,
            "insertion sort of the last frame's order", draw_incremental_sweep},
    Drawing{"uniform_grid", "uniform", 48, "bucket sort", draw_uniform_grid},
    Drawing{"hash_grid", "sizes", 48, "bucket sort, kept up to date", draw_hash_grid},
    Drawing{"linear_orthtree", "uniform", 48, "radix sort", draw_linear_orthtree},
    Drawing{"kd_tree", "uniform", 36, "quicksort", draw_kd_tree},
    Drawing{"bsp_tree", "fast", 20, "quicksort by planes of any direction", draw_bsp_tree},
    Drawing{"bvh", "uniform", 32, "merge sort (built bottom-up)", draw_bvh},
    Drawing{"dynamic_bvh", "uniform", 32, "tree sort: insertion into a search tree",
            draw_dynamic_bvh},
};

}  // namespace

std::vector<std::uint32_t> DrawInput::indices() const {
  std::vector<std::uint32_t> all(size());
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

std::span<const Drawing> drawings() {
  return kDrawings;
}

const Drawing& drawing_named(const std::string& word) {
  const std::string name = method_name(word, kDraw);
  for (const Drawing& d : kDrawings) {
    if (d.name == name) return d;
  }
  throw std::logic_error(name + ": in the table of names, but not among the drawings");
}

}  // namespace masu::cli
