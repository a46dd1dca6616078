// SPDX-License-Identifier: MIT
// WorldCore: the part of a World that does not depend on the type of its broad phase, compiled
// once.
#pragma once

#include <masu/core/buffer.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/core/function_ref.hpp>
#include <masu/core/platform.hpp>
#include <masu/world/debug_draw.hpp>
#include <masu/world/detail/any_slot_pairs.hpp>
#include <masu/world/detail/busy_count.hpp>
#include <masu/world/layers.hpp>
#include <masu/world/pair_candidate.hpp>
#include <masu/world/world_object.hpp>
#include <masu/world/world_options.hpp>
#include <masu/world/world_pair.hpp>
#include <masu/world/world_volume.hpp>

namespace masu::detail {

template <int D, class T>
struct WorldState;
enum ObjectFlag : std::uint8_t;

// Implements the members of World and WorldQueries that are not templates, with the broad phase as
// a parameter where they need it. The state is allocated in the constructor, or by the first call
// that changes something; a core without memory for it behaves as one without objects.
template <int D, class T>
class WorldCore {
 public:
  using Pose = Transform<D, T>;
  using Shape = WorldShape<D, T>;
  using Pairs = AnySlotPairs<D, T>;
  using Contact = WorldContact<D, T>;

  WorldCore(const WorldOptions<T>& options, Allocator allocator);

  const WorldOptions<T>& options() const { return options_; }
  Allocator allocator() const { return allocator_; }
  const WorldState<D, T>& state() const;

  bool busy() const { return busy_.any(); }
  const BusyCount& busy_count() const { return busy_; }
  BusyCount::Guard make_busy() const { return busy_.enter(); }
  // As above, for a call during which no other thread may call the world: cheaper.
  BusyCount::LoneGuard make_busy_alone() const { return busy_.enter_alone(); }

  // --- Objects -----------------------------------------------------------------------------------

  InsertResult add(const Pairs& pairs, const Shape& shape, const Pose& pose,
                   const ObjectOptions& options);
  // Precondition: the world is not busy, except by the caller. Adds shape_of(k) at poses[k] with
  // options_of(k), for each pose, or nothing.
  Status add_many(const Pairs& pairs, std::span<const Pose> poses, std::span<Handle> handles,
                  FunctionRef<Shape(std::size_t)> shape_of,
                  FunctionRef<ObjectOptions(std::size_t)> options_of);
  MASU_FLATTEN Status move(Handle h, const Pose& pose);
  Status move_many(std::span<const Handle> handles, std::span<const Pose> poses);
  Status teleport(Handle h, const Pose& pose);
  Status set_shape(Handle h, const Shape& shape);
  Status set_filter(const Pairs& pairs, Handle h, const Filter& filter);
  Status set_layer(const Pairs& pairs, Handle h, std::uint8_t layer, std::uint64_t mask);
  Status set_layers(const Pairs& pairs, const LayerMatrix& layers);
  Status set_user_data(Handle h, std::uint64_t user_data);
  Status set_sensor(Handle h, bool on);
  Status set_continuous(Handle h, bool on);
  Status set_fixed(const Pairs& pairs, Handle h, bool on);
  Status set_margin(const Pairs& pairs, Handle h, T margin);
  Status set_group(const Pairs& pairs, Handle h, std::int32_t group);
  Status exclude_pair(Handle a, Handle b);
  Status include_pair(Handle a, Handle b);
  bool is_excluded(Handle a, Handle b) const;
  // Sets the pair filter; nullptr removes it.
  Status set_pair_filter(const PairFilterRef* accept);
  Status refilter(Handle h);
  Status set_bounds(const Aabb<D, T>& bounds);
  Status remove(const Pairs& pairs, Handle h);
  Status clear(const Pairs& pairs);
  Status reserve(const Pairs& pairs, std::size_t objects);
  const LayerMatrix& layers() const;
  const Aabb<D, T>& bounds() const;
  // Returns the number of slots, those of removed objects included.
  std::uint32_t slots() const;
  // Returns whether there is an object in the slot whose shape refers to memory of the user.
  bool refers(std::uint32_t slot) const;
  bool contains(Handle h) const;
  // Returns the shape of the object; for a stale handle one that refers to nothing.
  Shape shape_of(Handle h) const;

  // --- The frame ---------------------------------------------------------------------------------

  UpdateResult update(Pairs pairs);
  std::span<const WorldPair> pairs() const;
  // Returns how many of pairs(), the last ones, began in the last update().
  std::size_t began() const;
  std::span<const EndedPair> ended() const;
  std::span<const WorldImpact<D, T>> crossed() const;
  std::span<const WorldImpact<D, T>> impacts() const;
  std::span<const Handle> left() const;
  const WorldPair* find_pair(const WorldPair& pair) const;
  MASU_FLATTEN std::span<const Contact> contacts(const WorldPair& pair) const;
  std::span<const ManifoldPoint<D, T>> corners(const WorldPair& pair, const Contact& contact) const;
  WorldVolume<D, T> volume(const WorldPair& pair, const Contact& contact) const;
  Vec<D, T> shift(const WorldPair& pair) const;
  std::size_t pair_ids() const;
  Status for_each_pair_of(Handle h, FunctionRef<bool(const WorldPair&)> visit) const;

  // --- Snapshots ---------------------------------------------------------------------------------

  Status save(Buffer<std::byte>& out) const;
  // `pairs`: a broad phase without objects, which gets those that are read.
  Status restore(const Pairs& pairs, std::span<const std::byte> bytes,
                 FunctionRef<Shape(Handle, std::uint64_t)> shape_of);
  std::uint64_t hash() const;
  void draw(const DebugDraw<D, T>& draw) const;
  bool validate() const;

 private:
  Status check_change(Handle h) const;
  Status check_two(Handle a, Handle b) const;
  Status set_flag(const Pairs& pairs, Handle h, ObjectFlag flag, bool on);
  // Returns the state, and makes it first if needed; nullptr: out of memory.
  WorldState<D, T>* need();
  UpdateResult update_changed(const Pairs& pairs);
  Status prepare(const Pairs& pairs, WorldState<D, T>& state, UpdateResult& result);

  WorldOptions<T> options_;
  Allocator allocator_;
  BusyCount busy_;
  Opaque<WorldState<D, T>> state_;
};

MASU_EXTERN_D_T(WorldCore)

}  // namespace masu::detail
