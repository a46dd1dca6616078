// SPDX-License-Identifier: MIT
// Algorithms can be watched: each takes a Trace and tells it what it does, step by step. The
// events are small structs declared beside the algorithm; a trace overloads on() for those it
// wants to see.
#pragma once

#include <cstdint>
#include <tuple>
#include <type_traits>

#include <masu/core/platform.hpp>

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
  // Whether it does something with such events.
  template <class Event>
  static constexpr bool sees() {
    return false;
  }
};

// Base of a trace for some events only: `using Trace::on;` and overload.
struct Trace {
  // What on() returns here, by which AnyTrace knows that nothing was done.
  struct Ignored {};
  // Nothing, for events that nobody looks at.
  template <class Event>
  constexpr Ignored on(const Event&) const noexcept {
    return {};
  }
};

// False for NoTrace, true for every other trace.
template <class Trace>
inline constexpr bool kIsWatched = !std::is_same_v<std::remove_cvref_t<Trace>, NoTrace>;

// A trace of any class, for algorithms that are compiled once. `Events` are the events of the
// algorithm. Refers to the trace, which must outlive it. Two pointers: pass it by value.
template <class... Events>
class AnyTrace {
  template <class Trace, class Event>
  static constexpr bool kHasOn = requires(Trace& trace, const Event& event) {
    trace.on(event);
  };

 public:
  // No trace: every event is ignored.
  AnyTrace() = default;
  // An AnyTrace of other events is a trace, too; it ignores those that it lacks.
  template <class Trace>
  requires(!std::is_same_v<std::remove_cvref_t<Trace>, AnyTrace> &&
           (kHasOn<std::remove_reference_t<Trace>, Events> || ...)) AnyTrace(Trace&& trace) {
    if constexpr (kIsWatched<Trace>) {
      if constexpr (requires { trace.operator bool(); }) {
        if (!trace) return;
      }
      trace_ = const_cast<void*>(static_cast<const void*>(&trace));
      on_ = &kFunctions<std::remove_reference_t<Trace>>;
    }
  }

  // False if there is no trace.
  explicit operator bool() const { return trace_ != nullptr; }
  template <class Event>
  requires(std::is_same_v<Event, Events> || ...) void on(const Event& event) const {
    if (sees<Event>()) std::get<Take<Event>> (*on_)(trace_, event);
  }
  // Whether the trace has an on() for `Event`. An algorithm need not build an event that it lacks.
  template <class Event>
  bool sees() const {
    return trace_ != nullptr && std::get<Take<Event>>(*on_) != nullptr;
  }

 private:
  template <class Event>
  using Take = void (*)(void* trace, const Event& event);
  using Functions = std::tuple<Take<Events>...>;

  // nullptr where the trace has no on() for the event, or leaves it to its base, Trace.
  template <class Trace, class Event>
  static constexpr Take<Event> take() {
    constexpr bool kSees = requires(Trace & t, const Event& e) {
      requires !std::is_same_v<decltype(t.on(e)), masu::Trace::Ignored>;
    };
    if constexpr (kSees) {
      return [](void* trace, const Event& event) { static_cast<Trace*>(trace)->on(event); };
    } else {
      return nullptr;
    }
  }
  template <class Trace>
  static constexpr Functions kFunctions{take<Trace, Events>()...};

  void* trace_ = nullptr;
  const Functions* on_ = nullptr;
};

// Calls f(trace), or f(NoTrace) if there is no trace, so that f is compiled for both.
template <class F, class... Events>
auto with_trace(AnyTrace<Events...> trace, F&& f) {
  // A copy of f: the address of the original would keep it in memory.
  const auto watched = [trace](auto copy) MASU_COLD { return copy(trace); };
  if (trace) return watched(f);
  const NoTrace none;
  return f(none);
}

}  // namespace masu
