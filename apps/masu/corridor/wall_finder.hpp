// SPDX-License-Identifier: MIT
// WallFinder: methods of finding the walls near movers, by name.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <masu/corridor/chain_tree.hpp>
#include <masu/corridor/wall_chains.hpp>

namespace masu::cli {

// Finds walls near movers. All methods return the same results bit for bit.
class WallFinder {
 public:
  virtual ~WallFinder() = default;
  // Returns the nearest wall within `reach` of mover `mover` at p. One mover at a time.
  virtual NearestWall<float> nearest(std::size_t mover, const Vec<2, float>& p, float reach) = 0;
  // Returns how many box tests a node in its statistics stands for.
  virtual int boxes_of_node() const { return 1; }
};

struct WallMethod {
  std::string_view name;
  std::string_view description;
  // Makes a finder. `reach` is the longest that queries will use. The chains must outlive the
  // finder. Throws std::bad_alloc, or std::runtime_error with the error of the index.
  std::unique_ptr<WallFinder> (*make)(const WallChains<float>& walls, std::size_t movers,
                                      float reach);
};

std::span<const WallMethod> wall_methods();
// Returns a method by name; accepts earlier names. Throws UsageError for an unknown one.
const WallMethod& wall_method_named(const std::string& word);
// Returns a table of names and descriptions, one per line.
std::string list_of_wall_methods();

}  // namespace masu::cli
