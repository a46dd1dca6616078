// SPDX-License-Identifier: MIT
// What moves among walls, and what it meets.
#pragma once

#include <array>
#include <cstdint>

#include <masu/core/filter.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/core/status.hpp>
#include <masu/core/vec.hpp>
#include <masu/corridor/wall_chain.hpp>

namespace masu {

// Chains that a mover is passing through from their open side: they do not stop it until it has
// left them, whichever way it turns meanwhile.
class PassedChains {
 public:
  static constexpr std::size_t kCapacity = 8;  // how many chains can be passed at a time

  std::size_t size() const { return size_; }
  std::uint32_t operator[](std::size_t i) const { return chain_[i]; }
  bool contains(std::uint32_t chain) const {
    for (std::size_t i = 0; i < size_; ++i) {
      if (chain_[i] == chain) return true;
    }
    return false;
  }
  // False: it is full.
  bool add(std::uint32_t chain) {
    if (contains(chain)) return true;
    if (size_ == kCapacity) return false;
    chain_[size_++] = chain;
    return true;
  }
  // Keeps the chains for which keep(chain) holds.
  template <class Keep>
  void filter(Keep&& keep) {
    std::uint8_t kept = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      if (keep(chain_[i])) chain_[kept++] = chain_[i];
    }
    size_ = kept;
  }

 private:
  std::array<std::uint32_t, kCapacity> chain_{};
  std::uint8_t size_ = 0;
};

// All within `radius` of the segment from position - half_axis to position + half_axis: a capsule,
// or a circle where the half axis is 0. It does not turn. The radius may be 0; the corridor's skin
// keeps the mover off the walls even so.
template <class T>
struct Mover {
  Vec<2, T> position{};
  T radius = 0;
  Vec<2, T> half_axis{};
  Filter filter{};
  PassedChains passing{};  // the chains that it is in the middle of passing
};

// What a wall does to a mover.
enum class Response : std::uint8_t {
  slide,   // what leads into the wall is lost
  bounce,  // it is mirrored: angle of reflection = angle of incidence (S 3.1)
  stop,    // the way ends at the first wall
};

// How a mover is moved.
struct MoveOptions {
  Response response = Response::slide;  // what walls do to it
  double restitution = 1;  // 0..1: of what leads into the wall, this share comes back by a bounce
  std::uint32_t max_contacts = 256;  // then the way ends, with status not_converged
};

// A wall that turned a mover back. `normal` has length 1 and points from the wall to the mover.
struct WallContact {
  std::uint32_t wall;
  double t;     // the share of the way gone by then
  Vec2d point;  // on the wall
  Vec2d normal;
};

// How a move went.
template <class T>
struct MoveResult {
  Status status = Status::ok;
  QueryStats stats;
  std::uint32_t contacts = 0;
  // The displacement as walls have turned it: as long as it was, but for what sliding and
  // restitution have taken. For a velocity that goes on in the next frame.
  Vec<2, T> displacement{};
  // How deep the mover still is in walls: there was no room to leave them. 0: it touches at most.
  T overlap = 0;
};

// What a moving wall did to a mover.
template <class T>
struct PushResult {
  Status status = Status::ok;  // not_finite, out_of_range: no such mover can be
  bool pushed = false;         // whether the walls moved it
  // Between the wall and others there was no room left: the mover stays where the others hold it,
  // and the wall went on into it, or over it.
  bool crushed = false;
  Vec<2, T> displacement{};  // that it was pushed by
  T overlap = 0;             // of one that is crushed: how deep, when there was no more room
};

}  // namespace masu
