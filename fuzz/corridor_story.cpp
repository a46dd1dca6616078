// SPDX-License-Identifier: MIT
// Movers in a closed room with walls that move and one-way walls: none leaves the room, and each
// move has the bits of the same move in a corridor that was built of the present walls.
#include <cstdlib>
#include <limits>
#include <vector>

#include <masu/core/assert.hpp>
#include <masu/corridor/mover_batch.hpp>
#include <masu/hull/predicates.hpp>

#include "fuzz/fuzz_input.hpp"

namespace masu::fuzz {
namespace {

template <class T>
class Room {
 public:
  explicit Room(FuzzInput& bytes) : bytes_(bytes) {
    add_outline();
    const std::uint32_t inner = bytes_.below(6);
    for (std::uint32_t i = 0; i < inner; ++i) add_chain();
    options_.skin = T(1 + bytes_.below(4)) / 256;
    if (bytes_.flag()) options_.reach = T(1 + bytes_.below(8));
    MASU_ASSERT(build(corridor_) == Status::ok);
    for (int i = 0; i < 3; ++i) add_mover();
  }

  void run() {
    for (int steps = 0; steps < 60 && !bytes_.empty() && !movers_.empty(); ++steps) {
      const std::uint8_t what = bytes_.byte();
      if (what % 8 < 4) move_one(what / 8);
      if (what % 8 == 4) move_all();
      if (what % 8 == 5) move_walls();
      if (what % 8 == 6) bend_walls();
      if (what % 8 == 7) add_mover();
      for (const Mover<T>& m : movers_) MASU_ASSERT(inside(m.position));
    }
  }

 private:
  T coordinate() { return T(std::int8_t(bytes_.byte())) / 8; }
  // Up to 0.5 mostly, and up to a thousand.
  T speed() {
    const std::uint8_t b = bytes_.byte();
    return T(int(b % 64) - 32) / 64 * T(b < 0x80 ? 1 : b < 0xc0 ? 32 : 2048);
  }

  // Eight corners around the origin: star-shaped, so simple.
  void add_outline() {
    constexpr int kDirections[][2] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                      {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    for (const auto& d : kDirections) {
      const T far = 4 + T(bytes_.byte()) / 32;
      vertices_.push_back({far * T(d[0]), far * T(d[1])});
    }
    vertices_.push_back(vertices_[0]);
    chains_.push_back({0, 9, ChainKind::outline, 0});
    kind_of_.resize(9);
  }
  void add_chain() {
    const std::uint32_t count = 2 + bytes_.below(5);
    chains_.push_back({std::uint32_t(vertices_.size()), count, ChainKind::open, 0});
    const std::uint32_t kind = bytes_.below(std::size(kKinds));
    for (std::uint32_t i = 0; i < count; ++i) {
      vertices_.push_back({coordinate(), coordinate()});
      kind_of_.push_back(kind);
    }
  }
  void add_mover() {
    if (movers_.size() == 6) return;
    Mover<T> m;
    m.position = {coordinate() / 4, coordinate() / 4};
    m.radius = T(1 + bytes_.byte() % 64) / 32;
    if (bytes_.flag()) m.half_axis = {coordinate() / 8, coordinate() / 8};
    if (bytes_.flag()) m.filter.category = 2;
    if (inside(m.position)) movers_.push_back(m);
  }

  Status build(Corridor<T>& corridor) const {
    return corridor.build(vertices_, chains_, options_, kKinds, kind_of_);
  }
  // By the winding number of the outline, which never moves, with exact signs. False on it.
  bool inside(const Vec<2, T>& p) const {
    int winding = 0;
    for (int i = 0; i < 8; ++i) {
      const Vec<2, T>& a = vertices_[i];
      const Vec<2, T>& b = vertices_[i + 1];
      const int side = orient2d(a, b, p);
      if (side == 0 && max(min(a, b), p) == p && min(max(a, b), p) == p) return false;
      if (a[1] <= p[1] && b[1] > p[1] && side > 0) ++winding;
      if (b[1] <= p[1] && a[1] > p[1] && side < 0) --winding;
    }
    return winding == 1;
  }

  MoveOptions move_options() {
    MoveOptions options;
    const std::uint8_t b = bytes_.byte();
    options.response = static_cast<Response>(b % 3);
    options.restitution = double(b / 4 % 4) / 3;
    return options;
  }
  static void expect_equal(const Mover<T>& x, const Mover<T>& y) {
    MASU_ASSERT(x.position == y.position && x.passing.size() == y.passing.size());
    for (std::size_t i = 0; i < x.passing.size(); ++i) {
      MASU_ASSERT(x.passing[i] == y.passing[i]);
    }
  }
  static void expect_equal(const MoveResult<T>& x, const MoveResult<T>& y) {
    MASU_ASSERT(x.status == y.status && x.contacts == y.contacts && x.overlap == y.overlap);
    MASU_ASSERT(x.displacement == y.displacement);
  }
  void expect_sane(const MoveResult<T>& r) {
    MASU_ASSERT(r.status == Status::ok || r.status == Status::not_converged ||
                r.status == Status::too_many_objects);
    MASU_ASSERT(is_finite(r.displacement) && is_finite(r.overlap) && r.overlap >= 0);
  }

  void move_one(std::uint32_t i) {
    Mover<T>& m = movers_[i % movers_.size()];
    Mover<T> twin = m;
    const Vec<2, T> displacement{speed(), speed()};
    const MoveOptions options = move_options();
    std::uint32_t contacts = 0;
    const auto r = corridor_.move(m, displacement, options, [&](const WallContact& c) {
      ++contacts;
      MASU_ASSERT(c.t >= 0 && c.t <= 1 && is_finite(c.normal) && is_finite(c.point));
    });
    expect_sane(r);
    MASU_ASSERT(r.contacts == contacts);
    Corridor<T> fresh;
    MASU_ASSERT(build(fresh) == Status::ok);
    expect_equal(fresh.move(twin, displacement, options), r);
    expect_equal(twin, m);
  }
  void move_all() {
    std::vector<Mover<T>> twins = movers_;
    std::vector<Vec<2, T>> displacements;
    for (std::size_t i = 0; i < movers_.size(); ++i) displacements.push_back({speed(), speed()});
    std::vector<MoveResult<T>> results(movers_.size());
    const MoveOptions options = move_options();
    MoverBatch<T> batch;
    MASU_ASSERT(batch.move(corridor_, movers_, displacements, results, options) == Status::ok);
    for (std::size_t i = 0; i < movers_.size(); ++i) {
      expect_sane(results[i]);
      expect_equal(corridor_.move(twins[i], displacements[i], options), results[i]);
      expect_equal(twins[i], movers_[i]);
    }
  }

  const WallChain* inner_chain() {
    if (chains_.size() == 1) return nullptr;
    return &chains_[1 + bytes_.below(std::uint32_t(chains_.size() - 1))];
  }
  void update_vertices() {
    for (std::uint32_t i = 0; i < vertices_.size(); ++i) {
      vertices_[i] = corridor_.walls().vertex(i);
      MASU_ASSERT(is_finite(vertices_[i]));
    }
  }
  void move_walls() {
    const WallChain* chain = inner_chain();
    if (chain == nullptr) return;
    const std::vector<Mover<T>> before = movers_;
    std::vector<bool> pushed(movers_.size());
    const Status status = corridor_.move_walls(
        *chain, {coordinate() / 4, coordinate() / 4}, movers_,
        [&](std::uint32_t i, const PushResult<T>& r) {
          MASU_ASSERT(i < movers_.size() && !pushed[i] && r.status == Status::ok);
          MASU_ASSERT(is_finite(r.displacement) && is_finite(r.overlap) && r.overlap >= 0);
          pushed[i] = true;
        });
    MASU_ASSERT(status == Status::ok);
    for (std::size_t i = 0; i < movers_.size(); ++i) {
      MASU_ASSERT(pushed[i] || movers_[i].position == before[i].position);
    }
    update_vertices();
  }
  void bend_walls() {
    const WallChain* chain = inner_chain();
    if (chain == nullptr) return;
    std::vector<Vec<2, T>> moved;
    for (std::uint32_t i = 0; i < chain->count; ++i) {
      moved.push_back(vertices_[chain->first + i] +
                      Vec<2, T>{coordinate(), coordinate()} * (T(1) / 16));
    }
    MASU_ASSERT(corridor_.set_vertices(chain->first, moved) == Status::ok);
    update_vertices();
  }

  static constexpr WallKind<T> kKinds[] = {{},
                                           {},
                                           {.open_along = {0, 1}},
                                           {.open_along = {-1, 0}},
                                           {.filter = {.category = 1, .mask = 1}}};

  FuzzInput& bytes_;
  std::vector<Vec<2, T>> vertices_;
  std::vector<WallChain> chains_;
  std::vector<std::uint32_t> kind_of_;
  CorridorOptions<T> options_;
  Corridor<T> corridor_;
  std::vector<Mover<T>> movers_;
};

}  // namespace
}  // namespace masu::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  masu::fuzz::FuzzInput bytes(data, size);
  bytes.flag() ? masu::fuzz::Room<float>(bytes).run() : masu::fuzz::Room<double>(bytes).run();
  return 0;
}
