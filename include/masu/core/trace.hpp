// SPDX-License-Identifier: MIT
// Traces watch algorithms, which report their steps as events: small structs declared beside them.
// A trace overloads on() for those it handles; where an object changes, on() must not throw.
#pragma once

#include <cstdint>
#include <tuple>
#include <type_traits>

#include <masu/core/platform.hpp>

namespace masu {

// A phase of an algorithm begins. Its name is a string literal.
struct PhaseBegins {
  const char* name;  // such as "sort"
};

// A search or an update visits a node, numbered as in its tree.
struct VisitNode {
  std::uint64_t node;  // its number
};

// The trace that ignores all events; it compiles to nothing.
struct NoTrace {
  // Ignores the event.
  template <class Event>
  constexpr void on(const Event&) const noexcept {}
  // Returns false: this trace handles no event.
  template <class Event>
  static constexpr bool handles() {
    return false;
  }
};

// Base of a trace that handles some events only: write `using Trace::on;`, then overload on().
struct Trace {
  // The result of on() for events without an overload, by which AnyTrace recognises them.
  struct Ignored {};
  // Ignores events without an overload.
  template <class Event>
  constexpr Ignored on(const Event&) const noexcept {
    return {};
  }
};

// False for NoTrace, true for every other trace.
template <class Trace>
inline constexpr bool kIsWatched = !std::is_same_v<std::remove_cvref_t<Trace>, NoTrace>;

// A trace of any class, for algorithms that are compiled once. `Events` are the events of the
// algorithm. Refers to the trace, which must outlive it. Two pointers: pass it by value. Use it as
// the parameter of an algorithm of your own that can be watched.
//
//    struct CountNodes : masu::Trace {
//      using Trace::on;
//      void on(const masu::VisitNode&) { ++nodes; }
//      int nodes = 0;
//    };
//    void search(masu::AnyTrace<masu::VisitNode> trace);  // pass it a CountNodes
//
// One indirect call for an event, one test without a trace. Threads: as the trace itself.
template <class... Events>
class AnyTrace {
  template <class Trace, class Event>
  static constexpr bool kHasOn = requires(Trace& trace, const Event& event) {
    trace.on(event);
  };

 public:
  // No trace: every event is ignored.
  AnyTrace() = default;
  // Refers to `trace`. This may be an AnyTrace of other events; it gets those that both list.
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

  // Returns whether there is a trace.
  explicit operator bool() const { return trace_ != nullptr; }
  // Delivers an event, if the trace has an on() for it.
  template <class Event>
  requires(std::is_same_v<Event, Events> || ...) void on(const Event& event) const {
    if (handles<Event>()) std::get<Take<Event>> (*on_)(trace_, event);
  }
  // Returns whether the trace has an on() for `Event`. If not, the event need not be built.
  template <class Event>
  bool handles() const {
    return trace_ != nullptr && std::get<Take<Event>>(*on_) != nullptr;
  }

 private:
  template <class Event>
  using Take = void (*)(void* trace, const Event& event);
  using Functions = std::tuple<Take<Events>...>;

  // nullptr where the trace has no on() for the event, or leaves it to its base, Trace.
  template <class Trace, class Event>
  static constexpr Take<Event> take() {
    constexpr bool kHandles = requires(Trace & t, const Event& e) {
      requires !std::is_same_v<decltype(t.on(e)), masu::Trace::Ignored>;
    };
    if constexpr (kHandles) {
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

// Returns f(trace), or f(NoTrace) if there is no trace. So f is compiled for both.
template <class F, class... Events>
auto with_trace(AnyTrace<Events...> trace, F&& f) {
  // Copies f: taking the address of the original would keep it in memory.
  const auto watched = [trace](auto copy) MASU_COLD { return copy(trace); };
  if (trace) return watched(f);
  const NoTrace none;
  return f(none);
}

}  // namespace masu
