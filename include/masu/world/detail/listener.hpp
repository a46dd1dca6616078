// SPDX-License-Identifier: MIT
// Which events of an update() a listener wants, whether it says so as it should, and the telling.
#pragma once

#include <masu/world/world_pair.hpp>

namespace masu::detail {

// Members that have the name of an event and cannot be called with it are a mistake, which nobody
// would notice: the event would not be told. So is a listener that wants none.
template <class L, int D, class T>
struct ListenerOf {
  using Impact = WorldImpact<D, T>;

  static constexpr bool kEnds = requires(L & l, const EndedPair& e) { l.on_end(e); };
  static constexpr bool kCrosses = requires(L & l, const Impact& i) { l.on_cross(i); };
  static constexpr bool kImpacts = requires(L & l, const Impact& i) { l.on_impact(i); };
  static constexpr bool kBegins = requires(L & l, const WorldPair& p) { l.on_begin(p); };
  static constexpr bool kStays = requires(L & l, const WorldPair& p) { l.on_stay(p); };
  static constexpr bool kLeaves = requires(L & l, const Handle& h) { l.on_leave(h); };

  static constexpr bool kWantsSome = kEnds || kCrosses || kImpacts || kBegins || kStays || kLeaves;
  static constexpr bool kSound =
      (kEnds || !requires { &L::on_end; }) && (kCrosses || !requires { &L::on_cross; }) &&
      (kImpacts || !requires { &L::on_impact; }) && (kBegins || !requires { &L::on_begin; }) &&
      (kStays || !requires { &L::on_stay; }) && (kLeaves || !requires { &L::on_leave; });

  // Of what the last update() of a world found.
  template <class World>
  static void tell(L& listener, const World& world) {
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
      for (const WorldPair& p : world.begun()) listener.on_begin(p);
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
