// SPDX-License-Identifier: MIT
// Radii as in the released source of Doom (info.c, mobjinfo).
#include <array>

#include <scenes/readers/doom_things.hpp>

namespace masu::readers {
namespace {

struct Entry {
  int first;
  int last;
  DoomThing thing;
};

constexpr DoomThing kDecoration{16, BoxKind::decoration};
constexpr DoomThing kRemains{20, BoxKind::decoration};
constexpr DoomThing kItem{20, BoxKind::item};

constexpr DoomThing monster(int radius) {
  return {radius, BoxKind::monster};
}

constexpr std::array kThings = {
    Entry{1, 4, {16, BoxKind::player}},  // starts of players
    Entry{5, 6, kItem},                  // keys
    Entry{7, 7, monster(128)},           // spider mastermind
    Entry{8, 8, kItem},                  // backpack
    Entry{9, 9, monster(20)},            // shotgun guy
    Entry{10, 10, kRemains},
    Entry{11, 11, {16, BoxKind::player}},  // deathmatch start
    Entry{12, 12, kRemains},
    Entry{13, 13, kItem},
    Entry{14, 14, {20, BoxKind::other}},  // teleport landing
    Entry{15, 15, kRemains},
    Entry{16, 16, monster(40)},  // cyberdemon
    Entry{17, 17, kItem},        // cell pack
    Entry{18, 24, kRemains},
    Entry{25, 33, kDecoration},
    Entry{34, 34, kRemains},  // candle
    Entry{35, 37, kDecoration},
    Entry{38, 40, kItem},  // skull keys
    Entry{41, 53, kDecoration},
    Entry{54, 54, {32, BoxKind::decoration}},  // large tree
    Entry{55, 57, kDecoration},
    Entry{58, 58, monster(30)},                // spectre
    Entry{59, 63, kDecoration},                // hanging bodies
    Entry{64, 64, monster(20)},                // arch-vile
    Entry{65, 65, monster(20)},                // chaingunner
    Entry{66, 66, monster(20)},                // revenant
    Entry{67, 67, monster(48)},                // mancubus
    Entry{68, 68, monster(64)},                // arachnotron
    Entry{69, 69, monster(24)},                // hell knight
    Entry{70, 70, {10, BoxKind::decoration}},  // burning barrel
    Entry{71, 71, monster(31)},                // pain elemental
    Entry{72, 72, monster(16)},                // Commander Keen
    Entry{73, 78, kDecoration},
    Entry{79, 81, kRemains},
    Entry{82, 83, kItem},        // super shotgun, megasphere
    Entry{84, 84, monster(20)},  // SS
    Entry{85, 86, kDecoration},
    Entry{87, 87, {20, BoxKind::other}},  // spawn target
    Entry{88, 88, monster(16)},           // boss brain
    Entry{89, 89, {20, BoxKind::other}},  // spawner
    Entry{2001, 2027, kItem},
    Entry{2028, 2028, kDecoration},                // floor lamp
    Entry{2035, 2035, {10, BoxKind::decoration}},  // barrel
    Entry{2045, 2049, kItem},
    Entry{3001, 3001, monster(20)},  // imp
    Entry{3002, 3002, monster(30)},  // demon
    Entry{3003, 3003, monster(24)},  // baron of hell
    Entry{3004, 3004, monster(20)},  // zombieman
    Entry{3005, 3005, monster(31)},  // cacodemon
    Entry{3006, 3006, monster(16)},  // lost soul
};

}  // namespace

DoomThing doom_thing(int type) {
  for (const Entry& e : kThings) {
    if (e.first <= type && type <= e.last) return e.thing;
  }
  return {20, BoxKind::other};
}

}  // namespace masu::readers
