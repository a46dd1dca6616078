// SPDX-License-Identifier: MIT
// Algorithms can be watched: each takes a Trace and tells it what it does, step by step. The
// events are small structs declared beside the algorithm; a trace overloads on() for those it
// wants to see.
#pragma once

#include <cstdint>
#include <type_traits>

namespace masu {

// The next phase of an algorithm that has several begins. Its name is a string literal.
struct PhaseBegins {
  const char* name;
};

// A search or a change looks at a node, named as its tree names it.
struct VisitNode {
  std::uint64_t node;
};

// Compiles to nothing.
struct NoTrace {
  // Nothing.
  template <class Event>
  constexpr void on(const Event&) const noexcept {}
};

// Whether somebody watches: false for NoTrace.
template <class Trace>
inline constexpr bool kIsWatched = !std::is_same_v<std::remove_cvref_t<Trace>, NoTrace>;

// Base of a trace that cares for some events only: `using Trace::on;` and overload.
struct Trace {
  // Nothing, for events that nobody looks at.
  template <class Event>
  constexpr void on(const Event&) const noexcept {}
};

}  // namespace masu
