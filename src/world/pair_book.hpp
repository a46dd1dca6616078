// SPDX-License-Identifier: MIT
// PairBook: the pairs that a broad phase reports, in lists of both objects; those that meet have
// rows.
#pragma once

#include <algorithm>
#include <bit>
#include <utility>

#include <masu/core/buffer.hpp>
#include <masu/core/platform.hpp>
#include <masu/world/world_pair.hpp>

namespace masu::detail {

// Grows a buffer with an element for each pair, with an eighth in reserve: the pairs of a world
// come all at once, and the next few must not reallocate them all. Returns false if out of memory,
// even if there is enough for `count`: an update() fails at the first refused allocation.
template <class E>
[[nodiscard]] bool grow_ahead(Buffer<E>& buffer, std::size_t count) {
  return count <= buffer.capacity() || buffer.grow(count + count / 8);
}

// A pair is a node with a constant number, and two edges, 2 n of its smaller slot and 2 n + 1 of
// the other, in the lists of their objects (as Box2D's contact edges). Searches use the shorter
// list: an object that overlaps everything costs nothing, since its partners have few pairs.
//
// Rows: the pairs in contact. The last `began` rows are new since the last update, so the pairs
// that stay are a prefix, which is not rewritten.
class PairBook {
 public:
  static constexpr std::uint32_t kNone = 0xffff'ffffu;
  // An edge has a number of 32 bits, and a pair has two.
  static constexpr std::size_t kMostNodes = 0x7fff'fff0u;

  // Why a pair is not tested, in one byte: it is no longer in the broad phase; the rules of the
  // world exclude it; it is already in the list of pairs to test.
  enum Skip : std::uint8_t { kRemoved = 1, kExcluded = 2, kListed = 4 };

  // Two nodes per cache line.
  struct alignas(32) Node {
    bool is(Skip why) const { return (skip & why) != 0; }
    void set(Skip why, bool on) { skip = static_cast<std::uint8_t>(on ? skip | why : skip & ~why); }

    std::uint32_t a = kNone;  // slots
    std::uint32_t b = kNone;
    std::uint32_t next[2] = {kNone, kNone};  // edges; next[0] of a free node: the next free one
    std::uint32_t prev[2] = {kNone, kNone};
    std::uint32_t row = kNone;  // kNone: not in contact
    Status status = Status::ok;
    Status row_status = Status::ok;  // the status in its row
    bool touching : 1 = false;       // in the last test
    bool untested : 1 = true;        // never tested in an update that succeeded
    bool alive : 1 = true;
    bool recheck : 1 = false;  // its rules must be checked: it is in rechecks()
    std::uint8_t skip = 0;     // Skip
  };
  static_assert(sizeof(Node) == 32);

  explicit PairBook(Allocator allocator)
      : nodes_(allocator),
        heads_(allocator),
        rechecks_(allocator),
        rows_(allocator),
        free_(allocator) {}

  [[nodiscard]] bool reserve_slots(std::size_t slots) { return heads_.grow(slots); }
  // New slots have no pairs. Precondition: memory is reserved.
  void add_slots(std::size_t slots) {
    for (std::size_t i = heads_.size(); i < slots; ++i) {
      heads_.set_size(i + 1);
      heads_[i] = {};
    }
  }
  // Reserves memory for `nodes` nodes.
  [[nodiscard]] bool reserve(std::size_t nodes) { return grow_ahead(nodes_, nodes); }
  // Reserves memory for the removal of `nodes` nodes.
  [[nodiscard]] bool reserve_removed(std::size_t nodes) { return free_.grow(free_.size() + nodes); }
  // As above for all nodes, and one more.
  [[nodiscard]] bool reserve_all_removed() { return free_.grow(nodes_.size() + 1); }
  // Reserves memory for `pairs` pairs that begin.
  [[nodiscard]] bool reserve_began(std::size_t pairs) {
    return grow_ahead(rows_, rows_.size() + pairs);
  }

  Node& node(std::uint32_t n) { return nodes_[n]; }
  const Node& node(std::uint32_t n) const { return nodes_[n]; }
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(nodes_.size()); }
  std::uint32_t live_nodes() const { return live_; }

  // Returns the node of a pair; kNone: there is no such pair.
  std::uint32_t find(std::uint32_t i, std::uint32_t j) const {
    const bool from_i = heads_[i].degree <= heads_[j].degree;
    const std::uint32_t here = from_i ? i : j;
    const std::uint32_t there = from_i ? j : i;
    for (std::uint32_t e = heads_[here].first; e != kNone; e = next(e)) {
      const Node& n = nodes_[e >> 1];
      if ((e % 2 == 0 ? n.b : n.a) == there) return e >> 1;
    }
    return kNone;
  }
  // Calls f(node) for each pair of an object, whose pairs must not change meanwhile.
  template <class F>
  bool for_each_of(std::uint32_t slot, F&& f) const {
    for (std::uint32_t e = heads_[slot].first; e != kNone; e = next(e)) {
      if (!f(e >> 1)) return false;
    }
    return true;
  }

  std::size_t slots() const { return heads_.size(); }
  std::uint32_t degree(std::uint32_t slot) const { return heads_[slot].degree; }
  // Returns one of its pairs. Precondition: it has some.
  std::uint32_t first_of(std::uint32_t slot) const { return heads_[slot].first >> 1; }

  // As for_each_of() for the pairs of several objects at a time, in steps: while the memory of one
  // loads, others are processed.
  template <class F>
  void for_each_of_some(std::span<const std::uint32_t> slots, F&& f) const {
    constexpr std::size_t kMost = 8;
    std::uint32_t cursor[kMost];
    for (std::size_t k = 0; k < slots.size(); k += kMost) {
      std::size_t open = std::min(kMost, slots.size() - k);
      for (std::size_t i = 0; i < open; ++i) cursor[i] = heads_[slots[k + i]].first;
      while (open > 0) {
        std::size_t left = 0;
        for (std::size_t i = 0; i < open; ++i) {
          if (cursor[i] == kNone) continue;
          f(cursor[i] >> 1);
          const std::uint32_t e = next(cursor[i]);
          if (e != kNone) masu::prefetch(&nodes_[e >> 1]);
          cursor[left++] = e;
        }
        open = left;
      }
    }
  }

  // Prefetches; the second one for when the first has arrived.
  void prefetch_list(std::uint32_t slot) const { masu::prefetch(&heads_[slot]); }
  void prefetch_first(std::uint32_t slot) const {
    const std::uint32_t e = heads_[slot].first;
    if (e != kNone) prefetch_for_write(&nodes_[e >> 1]);
  }

  // Prefetches what find() and add() read first, for when the lists have arrived.
  void prefetch_pair(std::uint32_t i, std::uint32_t j) const {
    const std::uint32_t e = heads_[heads_[i].degree <= heads_[j].degree ? i : j].first;
    if (e != kNone) masu::prefetch(&nodes_[e >> 1]);
  }
  void prefetch_add(std::uint32_t i, std::uint32_t j, std::size_t k) const {
    prefetch_for_write(nodes_.data() + next_node(k));
    prefetch_first(i);
    prefetch_first(j);
  }
  // Prefetches what remove() writes; the second one for when the node has arrived.
  void prefetch_node(std::uint32_t n) const { prefetch_for_write(&nodes_[n]); }
  void prefetch_neighbours(std::uint32_t n) const {
    for (const std::uint32_t e :
         {nodes_[n].next[0], nodes_[n].next[1], nodes_[n].prev[0], nodes_[n].prev[1]}) {
      if (e != kNone) prefetch_for_write(&nodes_[e >> 1]);
    }
    prefetch_for_write(&heads_[nodes_[n].a]);
    prefetch_for_write(&heads_[nodes_[n].b]);
  }
  // Returns the node that the k-th add() from here on takes.
  std::uint32_t next_node(std::size_t k) const {
    if (k < free_.size()) return free_[free_.size() - 1 - k];
    return static_cast<std::uint32_t>(nodes_.size() + (k - free_.size()));
  }

  // Adds a pair of slots, a < b. Precondition: memory is reserved.
  std::uint32_t add(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t n = next_node(0);
    if (n == nodes()) {
      nodes_.set_size(n + 1);
    } else {
      free_.pop_back();
    }
    nodes_[n] = Node{.a = a, .b = b};
    link(2 * n, a);
    link(2 * n + 1, b);
    ++live_;
    return n;
  }
  // Removes a node without a row. Precondition: reserve_removed().
  void remove(std::uint32_t n) {
    unlink(2 * n, nodes_[n].a);
    unlink(2 * n + 1, nodes_[n].b);
    nodes_[n].alive = false;
    nodes_[n].next[0] = free_node();
    free_.set_size(free_.size() + 1);
    free_.back() = n;
    --live_;
  }

  // --- Rows --------------------------------------------------------------------------------------

  std::span<const WorldPair> rows() const { return {rows_.data(), rows_.size()}; }
  // Returns the row of a pair with that node, even if the user changed the pair; kNone: there is
  // none. O(1).
  std::uint32_t row_of(const WorldPair& pair) const {
    if (pair.id >= nodes_.size()) return kNone;
    const std::uint32_t row = nodes_[pair.id].row;  // a free node has none
    if (row == kNone) return kNone;
    return same(rows_[row].a, pair.a) && same(rows_[row].b, pair.b) ? row : kNone;
  }
  std::size_t began() const { return began_; }
  void begin_rows() { began_ = 0; }
  // Removes the row of a node; the last row replaces it. Precondition: no begin() yet in this
  // update.
  void end(std::uint32_t n) {
    const std::uint32_t row = nodes_[n].row;
    rows_[row] = rows_.back();
    nodes_[rows_[row].id].row = row;
    rows_.pop_back();
    nodes_[n].row = kNone;
  }
  // Adds a row. The handles are those of its slots.
  void begin(std::uint32_t n, Handle a, Handle b) {
    Node& node = nodes_[n];
    node.row = static_cast<std::uint32_t>(rows_.size());
    rows_.set_size(rows_.size() + 1);
    rows_.back() = {a, b, n, node.status};
    node.row_status = node.status;
    ++began_;
  }
  void set_status(std::uint32_t n) {
    Node& node = nodes_[n];
    if (node.row_status == node.status) return;
    rows_[node.row].status = node.row_status = node.status;
  }

  // --- Rules -------------------------------------------------------------------------------------

  // Reserves memory for `nodes` more calls of recheck(). Returns false if out of memory.
  [[nodiscard]] bool reserve_rechecks(std::size_t nodes) {
    return rechecks_.grow(rechecks_.size() + nodes);
  }
  // Lists a node whose rules may have changed.
  void recheck(std::uint32_t n) {
    if (nodes_[n].recheck) return;
    nodes_[n].recheck = true;
    rechecks_.set_size(rechecks_.size() + 1);
    rechecks_.back() = n;
  }
  // The nodes listed since the last update that succeeded.
  std::span<const std::uint32_t> rechecks() const { return {rechecks_.data(), rechecks_.size()}; }
  // Sorts them by slots.
  void sort_rechecks() {
    const auto key = [&](std::uint32_t n) { return std::pair(nodes_[n].a, nodes_[n].b); };
    std::sort(rechecks_.begin(), rechecks_.end(),
              [&](std::uint32_t x, std::uint32_t y) { return key(x) < key(y); });
  }
  // Clears the list after an update that succeeded.
  void end_rechecks() {
    for (const std::uint32_t n : rechecks_) nodes_[n].recheck = nodes_[n].untested = false;
    rechecks_.clear();
  }
  void release_rechecks() { rechecks_.release(); }

  // Returns whether every list is valid, and every row has its node. O(nodes).
  bool validate() const {
    std::size_t ends = 0;
    std::size_t with_row = 0;
    for (std::uint32_t i = 0; i < heads_.size(); ++i) {
      std::uint32_t here = 0;
      std::uint32_t before = kNone;
      for (std::uint32_t e = heads_[i].first; e != kNone; before = e, e = next(e)) {
        if (e / 2 >= nodes_.size() || ++here > heads_[i].degree) return false;
        const Node& n = nodes_[e >> 1];
        if (!n.alive || (e % 2 == 0 ? n.a : n.b) != i || n.prev[e % 2] != before) return false;
      }
      if (here != heads_[i].degree) return false;
      ends += here;
    }
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      const Node& node = nodes_[n];
      if (!node.alive || node.row == kNone) continue;
      if (node.row >= rows_.size() || rows_[node.row].id != n) return false;
      if (rows_[node.row].a.index != node.a || rows_[node.row].b.index != node.b) return false;
      ++with_row;
    }
    return ends == 2 * std::size_t(live_) && with_row == rows_.size() && began_ <= rows_.size();
  }

  // --- Snapshots ---------------------------------------------------------------------------------

  std::uint32_t free_node() const { return free_.empty() ? kNone : free_.back(); }
  // Restores all nodes, and the results of free_node(), rows() and began(), over the same slots.
  // out_of_memory; damaged: they are inconsistent. Then the object must not be used.
  Status restore(std::span<const Node> nodes, std::uint32_t free, std::span<const WorldPair> rows,
                 std::size_t began, std::size_t slots) {
    if (rows.size() > nodes.size() || began > rows.size()) return Status::damaged;
    const auto dead = std::count_if(nodes.begin(), nodes.end(), [](auto& n) { return !n.alive; });
    if (!nodes_.resize(nodes.size()) || !rows_.grow(rows.size()) ||
        !free_.grow(static_cast<std::size_t>(dead)) || !heads_.grow(slots)) {
      return Status::out_of_memory;
    }
    heads_.clear();
    add_slots(slots);
    std::copy(nodes.begin(), nodes.end(), nodes_.begin());
    rows_.set_size(rows.size());
    std::copy(rows.begin(), rows.end(), rows_.begin());
    began_ = began;
    live_ = 0;
    return relink() && take_free(free) && validate() ? Status::ok : Status::damaged;
  }

 private:
  struct Head {
    std::uint32_t first = kNone;
    std::uint32_t degree = 0;
  };

  // Compares both halves at once.
  static bool same(Handle x, Handle y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  }
  std::uint32_t next(std::uint32_t edge) const { return nodes_[edge >> 1].next[edge % 2]; }
  void link(std::uint32_t edge, std::uint32_t slot) {
    Head& head = heads_[slot];
    nodes_[edge >> 1].next[edge % 2] = head.first;
    nodes_[edge >> 1].prev[edge % 2] = kNone;
    if (head.first != kNone) nodes_[head.first >> 1].prev[head.first % 2] = edge;
    head.first = edge;
    ++head.degree;
  }
  void unlink(std::uint32_t edge, std::uint32_t slot) {
    const std::uint32_t before = nodes_[edge >> 1].prev[edge % 2];
    const std::uint32_t after = next(edge);
    (before == kNone ? heads_[slot].first : nodes_[before >> 1].next[before % 2]) = after;
    if (after != kNone) nodes_[after >> 1].prev[after % 2] = before;
    --heads_[slot].degree;
  }
  // Makes the lists again: the order within a list affects no result.
  bool relink() {
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      const Node& node = nodes_[n];
      if (!node.alive) continue;
      if (node.a >= node.b || node.b >= heads_.size()) return false;
      link(2 * n, node.a);
      link(2 * n + 1, node.b);
      ++live_;
    }
    return true;
  }
  // Makes the list of free nodes from their links; the first becomes the last.
  bool take_free(std::uint32_t first) {
    free_.clear();
    for (std::uint32_t n = first; n != kNone; n = nodes_[n].next[0]) {
      if (n >= nodes_.size() || nodes_[n].alive || free_.size() + live_ == nodes_.size())
        return false;
      free_.set_size(free_.size() + 1);
      free_.back() = n;
    }
    std::reverse(free_.begin(), free_.end());
    return free_.size() + live_ == nodes_.size();
  }

  Buffer<Node> nodes_;
  Buffer<Head> heads_;  // by slot
  Buffer<std::uint32_t> rechecks_;
  std::uint32_t live_ = 0;
  std::size_t began_ = 0;
  Buffer<WorldPair> rows_;
  Buffer<std::uint32_t> free_;  // the last is taken first; also linked, for snapshots
};

}  // namespace masu::detail
