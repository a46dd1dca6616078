// SPDX-License-Identifier: MIT
// Mover: a shape that moves among walls, and the options and results of a move.
#pragma once

#include <array>
#include <cstdint>

#include <masu/core/filter.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/core/status.hpp>
#include <masu/core/vec.hpp>
#include <masu/corridor/wall_chain.hpp>

namespace masu {

// The one-way chains that a mover is passing through: they do not stop it until it has left them,
// wherever it moves meanwhile. Corridor::move() updates them.
//
//    for (std::size_t i = 0; i < mover.passing.size(); ++i) use(mover.passing[i]);
//
// O(kCapacity) per call. Threads: as the mover that it belongs to.
class PassedChains {
 public:
  static constexpr std::size_t kCapacity = 8;  // how many chains can be passed at a time

  std::size_t size() const { return size_; }                           // chains being passed
  std::uint32_t operator[](std::size_t i) const { return chain_[i]; }  // index of a chain
  // Returns whether the mover is passing through the chain.
  bool contains(std::uint32_t chain) const {
    bool is = false;
    for (std::size_t i = 0; i < size_; ++i) is = is || chain_[i] == chain;
    return is;
  }
  // Adds a chain, in ascending order. If it is full, the lowest remain, and it returns false.
  bool add(std::uint32_t chain) {
    if (contains(chain)) return true;
    const bool full = size_ == kCapacity;
    std::size_t i = full ? kCapacity - 1 : size_++;
    if (full && chain > chain_[i]) return false;
    for (; i > 0 && chain_[i - 1] > chain; --i) chain_[i] = chain_[i - 1];
    chain_[i] = chain;
    return !full;
  }
  // Keeps the chains for which keep(chain) holds.
  template <class Keep>
  void filter(Keep&& keep) {
    std::uint8_t retained = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      if (keep(chain_[i])) chain_[retained++] = chain_[i];
    }
    size_ = retained;
  }

 private:
  std::array<std::uint32_t, kCapacity> chain_{};
  std::uint8_t size_ = 0;
};

// A capsule: all points within `radius` of the segment from position - half_axis to position +
// half_axis; a circle where the half axis is 0. It does not rotate. The radius may be 0: the
// corridor's skin keeps even such a mover off the walls.
template <class T>
struct Mover {
  Vec<2, T> position{};    // its center
  T radius = 0;            // around the segment
  Vec<2, T> half_axis{};   // from the center to an end of the segment
  Filter filter{};         // which walls it collides with
  PassedChains passing{};  // one-way chains that it is passing through
};

// How a wall changes the displacement of a mover.
enum class Response : std::uint8_t {
  slide,   // its part into the wall is dropped
  bounce,  // it is mirrored: angle of reflection = angle of incidence (S 3.1)
  stop,    // the move ends at the first wall
};

// Options of a move.
struct MoveOptions {
  Response response = Response::slide;  // what walls do to it
  double restitution = 1;  // 0..1: the share of the part into the wall that a bounce returns
  std::uint32_t max_contacts = 256;  // with more the move ends with not_converged
};

// A wall that deflected a mover. `normal` has length 1 and points from the wall to the mover.
struct WallContact {
  std::uint32_t wall;  // its number
  double t;            // the fraction of the displacement before it
  Vec2d point;         // on the wall
  Vec2d normal;        // away from the wall
};

// The result of a move.
template <class T>
struct MoveResult {
  Status status = Status::ok;  // see Corridor::move()
  QueryStats stats;            // work of the search
  std::uint32_t contacts = 0;  // how often a wall deflected it
  // The deflected displacement, from which the next frame goes on. Walls only shorten it.
  Vec<2, T> displacement{};
  // The depth of the mover in walls that it lacked space to leave. 0: it touches at most.
  T overlap = 0;
};

// The result of a moving wall for a mover.
template <class T>
struct PushResult {
  Status status = Status::ok;  // not_finite, out_of_range: the mover is not valid
  bool pushed = false;         // whether the walls moved it
  // No space was left between the wall and others: the mover stays where the others hold it, and
  // the wall moved into it, or past it.
  bool crushed = false;
  Vec<2, T> displacement{};  // by which it was pushed
  T overlap = 0;             // if crushed: the depth when no space was left
};

}  // namespace masu
