// SPDX-License-Identifier: MIT
// The walls and corridors of the C interface, and how its calls access them.
#pragma once

#include <masu/corridor/corridor.hpp>
#include <masu/world/world_queries.hpp>

#include "c/body.hpp"
#include "c/call.hpp"
#include "c/corridor_layout.hpp"
#include "c/object.hpp"
#include "c/results.hpp"

struct masu_wall_chains : masu::c::Object {
  masu_wall_chains(const masu::c::Memory& memory, std::uint32_t kind_)
      : Object(masu::c::Tag::wall_chains, memory), kind(kind_) {}
  std::uint32_t kind;
};

// A tree made by C, or that of a corridor, which C may neither change nor destroy.
struct masu_chain_tree : masu::c::Object {
  masu_chain_tree(const masu::c::Memory& memory, std::uint32_t kind_, bool of_corridor_)
      : Object(masu::c::Tag::chain_tree, memory), kind(kind_), of_corridor(of_corridor_) {}
  std::uint32_t kind;
  bool of_corridor;
  masu::detail::BusyCount visitors;  // in progress, those of the corridor included
};

struct masu_corridor : masu::c::Object {
  masu_corridor(const masu::c::Memory& memory, std::uint32_t kind_)
      : Object(masu::c::Tag::corridor, memory), kind(kind_) {}
  virtual masu_chain_tree& walls() = 0;
  std::uint32_t kind;
};

namespace masu::c {

template <class T>
class WallChainsOf final : public masu_wall_chains {
 public:
  explicit WallChainsOf(const Memory& storage)
      : masu_wall_chains(storage, kKind<2, T>), chains(memory().allocator()) {}
  void destroy() override { destroy_as(this); }

  WallChains<T> chains;
};

template <class T>
class TreeOf : public masu_chain_tree {
 public:
  using masu_chain_tree::masu_chain_tree;
  virtual const ChainTree<T>& tree() const = 0;
};

template <class T>
class OwnTree final : public TreeOf<T> {
 public:
  explicit OwnTree(const Memory& storage)
      : TreeOf<T>(storage, kKind<2, T>, false), own(this->memory().allocator()) {}
  void destroy() override { destroy_as(this); }
  const ChainTree<T>& tree() const override { return own; }

  ChainTree<T> own;
};

template <class T>
class CorridorOf final : public masu_corridor {
 public:
  explicit CorridorOf(const Memory& storage)
      : masu_corridor(storage, kKind<2, T>),
        corridor(memory().allocator()),
        walls_(storage, corridor) {}
  void destroy() override { destroy_as(this); }
  masu_chain_tree& walls() override { return walls_; }
  detail::BusyCount& visitors() { return walls_.visitors; }

  Corridor<T> corridor;

 private:
  class Walls final : public TreeOf<T> {
   public:
    Walls(const Memory& storage, const Corridor<T>& corridor_)
        : TreeOf<T>(storage, kKind<2, T>, true), corridor(corridor_) {}
    void destroy() override {}
    const ChainTree<T>& tree() const override { return corridor.walls(); }

    const Corridor<T>& corridor;
  };

  Walls walls_;
};

// Calls f(X), which returns a status of C or C++, if the object has this tag and kind.
template <class X, class O, class F>
masu_status on_walls(const O* object, Tag tag, std::uint32_t kind, F&& f) {
  if (object == nullptr) return MASU_OUT_OF_RANGE;
  if (object->tag() != tag || object->kind != kind) return MASU_WRONG_FORMAT;
  return code(f(*static_cast<X*>(const_cast<O*>(object))));
}
template <class T, class F>
masu_status on(const masu_wall_chains* chains, F&& f) {
  return on_walls<WallChainsOf<T>>(chains, Tag::wall_chains, kKind<2, T>, f);
}
template <class T, class F>
masu_status on(const masu_chain_tree* tree, F&& f) {
  return on_walls<TreeOf<T>>(tree, Tag::chain_tree, kKind<2, T>, f);
}
template <class T, class F>
masu_status on(const masu_corridor* corridor, F&& f) {
  return on_walls<CorridorOf<T>>(corridor, Tag::corridor, kKind<2, T>, f);
}
// Changes a tree by change(ChainTree), if it may be changed now.
template <class T, class Change>
masu_status change_tree(masu_chain_tree* tree, Change&& change) {
  return on<T>(tree, [&](auto& t) {
    if (t.of_corridor) return Status::wrong_format;
    if (t.visitors.any()) return Status::busy;
    return change(static_cast<OwnTree<T>&>(t).own);
  });
}
// Calls f(X<T>) for either scalar.
template <class O, class F>
masu_status on_any_walls(const O* object, F&& f) {
  const masu_status status = on<float>(object, f);
  return status == MASU_WRONG_FORMAT ? on<double>(object, f) : status;
}

}  // namespace masu::c
