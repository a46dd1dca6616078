// SPDX-License-Identifier: MIT
// Snapshots of worlds with any exclusions, groups, margins and results of a pair filter, altered
// and sealed again: what restore() accepts is a valid world, and what it refuses changes nothing.
#include <masu/core/assert.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

#include "fuzz/fuzz_input.hpp"
#include "fuzz/sealed_index.hpp"

namespace masu::fuzz {
namespace {

bool accept_most(const PairCandidate& c) {
  return (c.user_data_a + c.user_data_b) % 5 != 0;
}

// What keeps pairs apart or lets objects touch from afar.
template <int D, class T>
void draw_rules(World<D, T>& world, FuzzInput& bytes) {
  static constexpr std::int32_t kGroups[] = {1, -1, 0, 2, -2};
  for (std::uint32_t steps = bytes.below(24); steps > 0; --steps) {
    const Handle a = world.handle_in(bytes.below(14));
    const Handle b = world.handle_in(bytes.below(14));
    switch (bytes.below(8)) {
      case 0:
      case 1: (void)world.set_group(a, kGroups[bytes.below(std::size(kGroups))]); break;
      case 2:
      case 3: (void)world.set_margin(a, T(bytes.below(8)) / 16); break;
      case 4: (void)world.include_pair(a, b); break;
      case 5: (void)world.refilter(a); break;
      default: (void)world.exclude_pair(a, b); break;
    }
  }
}

template <int D, class T>
void fill(World<D, T>& world, FuzzInput& bytes) {
  Vec<D, T> half = Vec<D, T>::all(T(0.5));
  half[0] = T(0.75);
  for (int i = 0; i < 12; ++i) {
    Vec<D, T> position = Vec<D, T>::all(T(i % 3));
    position[0] = T(i) / 2;
    ObjectOptions options{.user_data = std::uint64_t(i)};
    options.sensor = i % 5 == 0;
    options.continuous = i % 4 == 1;
    options.layer = i % 3 == 0 ? std::uint8_t(i) : kNoLayer;
    if (i % 3 == 0) (void)world.add(Sphere<D, T>{T(0.75)}, {position, {}}, options);
    if (i % 3 == 1) (void)world.add(Box<D, T>{half}, {position, {}}, options);
    if (i % 3 == 2) (void)world.add(Capsule<D, T>{{}, half, T(0.25)}, {position, {}}, options);
  }
  if (world.options().period == Vec<3, T>{}) {
    Vec<D, T> up{};
    up[1] = 1;
    (void)world.add(HalfSpace<D, T>{up, T(0.25)}, {});
  }
  if (bytes.flag()) (void)world.set_pair_filter(accept_most);
  draw_rules(world, bytes);
  (void)world.update();
  (void)world.remove(world.handle_in(4));
  (void)world.remove(world.handle_in(7));
  draw_rules(world, bytes);
  (void)world.update();
}

template <int D, class T>
void use(World<D, T>& world) {
  MASU_ASSERT(world.validate());
  Buffer<Handle> all;
  (void)world.for_each([&](Handle h) { (void)all.push_back(h); });
  (void)world.ray_cast({Vec<D, T>::all(T(-9)), Vec<D, T>::all(T(1))});
  (void)world.closest_pair();
  (void)world.hash();
  (void)world.update();
  MASU_ASSERT(world.validate());
  for (std::size_t i = 0; i < all.size(); i += 2) {
    (void)world.move(all[i], {Vec<D, T>::all(T(1)), {}});
    (void)world.include_pair(all[i], all[(i + 1) % all.size()]);
    (void)world.exclude_pair(all[i], all[(i + 2) % all.size()]);
    (void)world.set_group(all[i], std::int32_t(i % 3) - 1);
    (void)world.set_margin(all[i], T(i % 4) / 8);
  }
  if (!all.empty()) (void)world.remove(all[0]);
  (void)world.add(Sphere<D, T>{T(1)}, {});
  (void)world.update();
  MASU_ASSERT(world.validate());
  Buffer<std::byte> saved;
  MASU_ASSERT(world.save(saved) == Status::ok);
  MASU_ASSERT(world.restore({saved.data(), saved.size()}) == Status::ok);
}

template <int D, class T>
void restore(FuzzInput& bytes) {
  static constexpr ContactDetail kDetails[] = {ContactDetail::areas, ContactDetail::volumes};
  WorldOptions<T> options;
  options.detail = kDetails[bytes.below(2)];
  if (bytes.flag()) options.period = {16, 16, 0};
  options.margin = T(bytes.below(4)) / 8;
  World<D, T> world(options);
  fill(world, bytes);
  SealedIndex index;
  MASU_ASSERT(world.save(index.bytes()) == Status::ok);
  const std::uint64_t hash = world.hash();
  index.alter(bytes);
  if (world.restore(index.view()) != Status::ok) {
    MASU_ASSERT(world.hash() == hash && world.validate());
    return;
  }
  use(world);
}

}  // namespace
}  // namespace masu::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  masu::fuzz::FuzzInput bytes(data, size);
  switch (bytes.byte() % 3) {
    case 0: masu::fuzz::restore<2, float>(bytes); break;
    case 1: masu::fuzz::restore<3, float>(bytes); break;
    default: masu::fuzz::restore<3, double>(bytes);
  }
  return 0;
}
