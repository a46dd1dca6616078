// SPDX-License-Identifier: MIT
// Algorithms can be watched: each takes a Trace and tells it what it does, step by step. The
// events are small structs declared beside the algorithm; a trace overloads on() for those it
// wants to see.
#pragma once

#include <cstdint>
#include <tuple>
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

// A trace of any class, for algorithms that are compiled once: they take an AnyTrace of the events
// that they have. Refers to the trace.
template <class... Events>
class AnyTrace {
 public:
  // Of nothing.
  AnyTrace() = default;
  template <class Trace>
  requires(!std::is_same_v<std::remove_cvref_t<Trace>, AnyTrace>) explicit AnyTrace(Trace& trace) {
    if constexpr (kIsWatched<Trace>) {
      trace_ = const_cast<void*>(static_cast<const void*>(&trace));
      on_ = {[](void* t, const Events& event) { static_cast<Trace*>(t)->on(event); }...};
    }
  }

  // Whether somebody watches; on() must not be called otherwise.
  explicit operator bool() const { return trace_ != nullptr; }
  template <class Event>
  void on(const Event& event) const {
    std::get<Take<Event>>(on_)(trace_, event);
  }

 private:
  template <class Event>
  using Take = void (*)(void* trace, const Event& event);

  void* trace_ = nullptr;
  std::tuple<Take<Events>...> on_{};
};

// Calls f with the trace, or with a NoTrace where nobody watches: f is compiled for both.
template <class F, class... Events>
auto with_trace(const AnyTrace<Events...>& trace, F&& f) {
  if (trace) return f(trace);
  const NoTrace none;
  return f(none);
}

// Base of a trace that cares for some events only: `using Trace::on;` and overload.
struct Trace {
  // Nothing, for events that nobody looks at.
  template <class Event>
  constexpr void on(const Event&) const noexcept {}
};

}  // namespace masu
