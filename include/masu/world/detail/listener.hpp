// SPDX-License-Identifier: MIT
// ListenerOf: which events of an update() a listener has, whether they can be called, and the
// calls.
#pragma once

#include <type_traits>

#include <masu/world/world_pair.hpp>

namespace masu::detail {

// The names of all events, and a class that has each of them twice if L has it, even overloaded or
// as a template: the name is then ambiguous.
struct EventNames {
  int on_end, on_cross, on_impact, on_begin, on_stay, on_leave;
};
template <class L>
struct WithEventNames : L, EventNames {};

// Rejects mistakes that would go unnoticed, since the event would never be reported: a member with
// the name of an event that cannot be called with it, and a listener without any event.
template <class Listener, int D, class T>
struct ListenerOf {
  using L = Listener;
  using Impact = WorldImpact<D, T>;

  static constexpr bool kEnds = requires(L & l, const EndedPair& e) { l.on_end(e); };
  static constexpr bool kCrosses = requires(L & l, const Impact& i) { l.on_cross(i); };
  static constexpr bool kImpacts = requires(L & l, const Impact& i) { l.on_impact(i); };
  static constexpr bool kBegins = requires(L & l, const WorldPair& p) { l.on_begin(p); };
  static constexpr bool kStays = requires(L & l, const WorldPair& p) { l.on_stay(p); };
  static constexpr bool kLeaves = requires(L & l, const Handle& h) { l.on_leave(h); };

  static constexpr bool kDerives = std::is_class_v<L> && !std::is_final_v<L>;
  using Named = std::conditional_t<kDerives, WithEventNames<std::remove_cv_t<L>>, L>;
  static constexpr bool kNamesEnd = kEnds || kDerives != requires { &Named::on_end; };
  static constexpr bool kNamesCross = kCrosses || kDerives != requires { &Named::on_cross; };
  static constexpr bool kNamesImpact = kImpacts || kDerives != requires { &Named::on_impact; };
  static constexpr bool kNamesBegin = kBegins || kDerives != requires { &Named::on_begin; };
  static constexpr bool kNamesStay = kStays || kDerives != requires { &Named::on_stay; };
  static constexpr bool kNamesLeave = kLeaves || kDerives != requires { &Named::on_leave; };

  static constexpr bool kHasEvents =
      kNamesEnd || kNamesCross || kNamesImpact || kNamesBegin || kNamesStay || kNamesLeave;

  // Fails to compile with a message that says what is wrong.
  static constexpr void check() {
    static_assert(
        kHasEvents,
        "masu: the listener has no event; its members may be on_begin(const WorldPair&), "
        "on_stay(const WorldPair&), on_end(const EndedPair&), on_cross(const WorldImpact&),"
        " on_impact(const WorldImpact&) and on_leave(Handle)");
    static_assert(kEnds || !kNamesEnd, "masu: expected a public on_end(const EndedPair&)");
    static_assert(kCrosses || !kNamesCross,
                  "masu: expected a public on_cross(const WorldImpact<D, T>&)");
    static_assert(kImpacts || !kNamesImpact,
                  "masu: expected a public on_impact(const WorldImpact<D, T>&)");
    static_assert(kBegins || !kNamesBegin,
                  "masu: expected a public on_begin(const WorldPair&); its handles are pair.a and "
                  "pair.b");
    static_assert(kStays || !kNamesStay,
                  "masu: expected a public on_stay(const WorldPair&); its handles are pair.a and "
                  "pair.b");
    static_assert(kLeaves || !kNamesLeave, "masu: expected a public on_leave(Handle)");
  }

  // Calls the listener with the results of the world's last update().
  template <class World>
  static void notify(L& listener, const World& world) {
    if constexpr (kEnds) {
      for (const EndedPair& e : world.ended()) listener.on_end(e);
    }
    if constexpr (kCrosses) {
      for (const Impact& c : world.crossed()) listener.on_cross(c);
    }
    if constexpr (kImpacts) {
      for (const Impact& i : world.impacts()) listener.on_impact(i);
    }
    if constexpr (kBegins) {
      for (const WorldPair& p : world.began()) listener.on_begin(p);
    }
    if constexpr (kStays) {
      for (const WorldPair& p : world.stayed()) listener.on_stay(p);
    }
    if constexpr (kLeaves) {
      for (const Handle h : world.left()) listener.on_leave(h);
    }
  }
};

}  // namespace masu::detail
