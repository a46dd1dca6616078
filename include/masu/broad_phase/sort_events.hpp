// SPDX-License-Identifier: MIT
// Trace events of sorts and sweeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace masu {

// Event: a sort compares two elements, by their indices before any of them moves.
struct CompareElements {
  std::size_t a;  // the index of one
  std::size_t b;  // the index of the other
};

// Event: a sort has moved an element from one index to another.
template <class Element>
struct MoveElement {
  std::span<const Element> list;  // the list after this step
  std::size_t from;               // its index before
  std::size_t to;                 // its index now
};

// Event: SweepAndPrune has sorted the boxes by their lower ends along the axis. Boxes are numbered
// in the order of the input without the empty ones; periodic images come last. Lists of up to 64
// also show the insertion sort that made the order: MoveElement<std::uint32_t>.
struct SweepOrder {
  int axis;                              // axis along which they are sorted
  std::span<const std::uint32_t> order;  // the boxes
};

// Event: a sweep begins over so many boxes, which were distributed into columns `depth` times.
struct SweepColumn {
  std::size_t boxes;  // of one list or two
  int depth;          // how many times they were distributed
};

// Event: a sweep compares a box with those that begin inside it, a test each.
struct SweepBox {
  std::size_t box;                        // numbered as in SweepOrder, or its slot
  std::span<const std::uint32_t> others;  // numbered likewise
};

// The lower or upper end of a box on one axis. At equal coordinates lower ends come before upper
// ends, since boxes that touch overlap; then they are ordered by slot, so that no two are equal.
template <class T>
struct BoxEnd {
  T at;              // the coordinate
  std::uint32_t id;  // the slot; the top bit is set for the upper end

  static constexpr std::uint32_t kUpper = 0x8000'0000u;  // the bit of an upper end
  // Returns whether it is an upper end.
  bool upper() const { return (id & kUpper) != 0; }
  // Returns the slot of the box's object.
  std::uint32_t slot() const { return id & ~kUpper; }
  // Orders by coordinate, then lower before upper, then by slot.
  friend bool operator<(const BoxEnd& a, const BoxEnd& b) {
    return a.at < b.at || (a.at == b.at && a.id < b.id);
  }
};

// Event: IncrementalSweepAndPrune is about to sort the ends on an axis: their new coordinates in
// the order of the last update. MoveElement<BoxEnd<T>> shows each step.
template <class T>
struct SortEnds {
  int axis;                         // of these ends
  std::span<const BoxEnd<T>> ends;  // lower and upper ones
};

}  // namespace masu
