// SPDX-License-Identifier: MIT
// The calls of walls and corridors that are the same for both scalars.
#include "c/corridor.hpp"

using namespace masu;
using namespace masu::c;

extern "C" {

masu_status masu_wall_chains_destroy(masu_wall_chains* chains) {
  if (chains == nullptr) return MASU_OK;
  if (chains->tag() != Tag::wall_chains) return MASU_WRONG_FORMAT;
  chains->destroy();
  return MASU_OK;
}
const masu_wall_chain* masu_wall_chains_list(const masu_wall_chains* chains, size_t* count) {
  if (count != nullptr) *count = 0;
  const masu_wall_chain* list = nullptr;
  (void)on_any_walls(chains, [&](auto& c) {
    list = plain(give(c.chains.chains(), count));
    return MASU_OK;
  });
  return list;
}
masu_status masu_wall_chains_source(const masu_wall_chains* chains, uint32_t wall, uint32_t* source,
                                    int* flipped) {
  if (!all(source, flipped)) return MASU_OUT_OF_RANGE;
  return on_any_walls(chains, [&](auto& c) {
    if (wall >= c.chains.vertices().size() || !c.chains.has_wall(wall)) return Status::bad_index;
    *source = c.chains.source(wall);
    *flipped = c.chains.flipped(wall) ? 1 : 0;
    return Status::ok;
  });
}

masu_status masu_chain_tree_destroy(masu_chain_tree* tree) {
  if (tree == nullptr) return MASU_OK;
  const masu_status status = on_any_walls(tree, [](auto& t) {
    if (t.of_corridor) return Status::wrong_format;
    return t.visitors.any() ? Status::busy : Status::ok;
  });
  if (status == MASU_OK) tree->destroy();
  return status;
}
size_t masu_chain_tree_vertex_count(const masu_chain_tree* tree) {
  std::size_t count = 0;
  (void)on_any_walls(tree, [&](auto& t) {
    count = t.tree().vertex_count();
    return MASU_OK;
  });
  return count;
}
size_t masu_chain_tree_wall_count(const masu_chain_tree* tree) {
  std::size_t count = 0;
  (void)on_any_walls(tree, [&](auto& t) {
    count = t.tree().wall_count();
    return MASU_OK;
  });
  return count;
}
int masu_chain_tree_is_wall(const masu_chain_tree* tree, uint32_t wall) {
  bool is = false;
  (void)on_any_walls(tree, [&](auto& t) {
    is = wall < t.tree().vertex_count() && t.tree().is_wall(wall);
    return MASU_OK;
  });
  return is ? 1 : 0;
}
masu_status masu_chain_tree_erase(masu_chain_tree* tree, const masu_wall_chain* chain) {
  if (chain == nullptr) return MASU_OUT_OF_RANGE;
  const auto erase = [&](auto& t) { return t.erase(cpp(*chain)); };
  const masu_status status = change_tree<float>(tree, erase);
  return status == MASU_WRONG_FORMAT ? change_tree<double>(tree, erase) : status;
}

masu_status masu_corridor_destroy(masu_corridor* corridor) {
  if (corridor == nullptr) return MASU_OK;
  const masu_status status = on_any_walls(
      corridor, [](auto& c) { return c.walls().visitors.any() ? Status::busy : Status::ok; });
  if (status == MASU_OK) corridor->destroy();
  return status;
}
const masu_chain_tree* masu_corridor_walls(const masu_corridor* corridor) {
  const masu_chain_tree* walls = nullptr;
  (void)on_any_walls(corridor, [&](auto& c) {
    walls = &c.walls();
    return MASU_OK;
  });
  return walls;
}
masu_status masu_corridor_chain_of(const masu_corridor* corridor, uint32_t wall, uint32_t* chain) {
  if (chain == nullptr) return MASU_OUT_OF_RANGE;
  return on_any_walls(corridor, [&](auto& c) {
    if (wall >= c.corridor.walls().vertex_count()) return Status::bad_index;
    *chain = c.corridor.chain_of(wall);
    return Status::ok;
  });
}

}  // extern "C"
