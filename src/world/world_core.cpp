// SPDX-License-Identifier: MIT
#include <masu/world/detail/world_core.hpp>

#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"
#include "world/world_drawing.hpp"
#include "world/world_hash.hpp"
#include "world/world_objects.hpp"
#include "world/world_state.hpp"

namespace masu::detail {
namespace {

// Refuses invalid options.
template <int D, class T>
Status check_options(const WorldOptions<T>& options, const Torus<D, T>& torus,
                     bool supports_periods) {
  if (!is_finite(options.margin) || !(options.margin >= 0)) return Status::out_of_range;
  const bool ok = !torus.any() || (supports_periods && torus.valid());
  return ok ? Status::ok : Status::out_of_range;
}

template <int D, class T>
const WorldState<D, T>& no_objects() {
  static const WorldState<D, T> none(default_allocator());
  return none;
}

template <int D, class T>
bool validate_objects(const WorldState<D, T>& state, T margin) {
  const auto& objects = state.objects;
  bool ok = objects.validate() && state.index.validate(objects);
  for (std::uint32_t i = 0; ok && i < objects.slots(); ++i) {
    if (!objects.alive(i)) continue;
    const auto& body = objects.body(i);
    ok = state.bounds.validate(i, objects, state.torus) && state.fat_aabbs.validate(i, objects) &&
         state.torus.holds(body.shape, body.pose, objects.slot(i).box,
                           margin + 2 * objects.margin(i));
  }
  return ok;
}

}  // namespace

template <int D, class T>
WorldCore<D, T>::WorldCore(const WorldOptions<T>& options, Allocator allocator)
    : options_(options), allocator_(allocator), state_(allocator) {
  (void)need();
}

template <int D, class T>
const WorldState<D, T>& WorldCore<D, T>::state() const {
  return state_.get() != nullptr ? *state_.get() : no_objects<D, T>();
}

template <int D, class T>
WorldState<D, T>* WorldCore<D, T>::need() {
  if (state_.get() != nullptr) return state_.get();
  WorldState<D, T>* const made = state_.need();
  if (made != nullptr) made->start(options_);
  return made;
}

template <int D, class T>
Status WorldCore<D, T>::check_change(Handle h) const {
  if (busy()) return Status::busy;
  return state_.get() != nullptr && state_.get()->objects.contains(h) ? Status::ok
                                                                      : Status::stale_handle;
}

// --- Objects -------------------------------------------------------------------------------------

template <int D, class T>
InsertResult WorldCore<D, T>::add(const Pairs& pairs, const Shape& shape, const Pose& pose,
                                  const ObjectOptions& options) {
  if (busy()) return {Status::busy, {}};
  if (need() == nullptr) return {Status::out_of_memory, {}};
  const auto guard = make_busy_alone();
  return WorldObjects<D, T>(*state_.get(), options_, busy_).add(pairs, shape, pose, options);
}

template <int D, class T>
Status WorldCore<D, T>::add_many(const Pairs& pairs, std::span<const Pose> poses,
                                 std::span<Handle> handles,
                                 FunctionRef<Shape(std::size_t)> shape_of,
                                 FunctionRef<ObjectOptions(std::size_t)> options_of) {
  if (need() == nullptr) return Status::out_of_memory;
  return WorldObjects<D, T>(*state_.get(), options_, busy_)
      .add_many(pairs, poses, handles, shape_of, options_of);
}

template <int D, class T>
Status WorldCore<D, T>::move(Handle h, const Pose& pose) {
  const Status status = check_change(h);
  return status != Status::ok ? status
                              : WorldObjects<D, T>(*state_.get(), options_, busy_).move(h, pose);
}

template <int D, class T>
Status WorldCore<D, T>::move_many(std::span<const Handle> handles, std::span<const Pose> poses) {
  if (handles.size() != poses.size()) return Status::size_mismatch;
  if (busy()) return Status::busy;
  if (need() == nullptr) return Status::out_of_memory;
  return WorldObjects<D, T>(*state_.get(), options_, busy_).move_many(handles, poses);
}

template <int D, class T>
Status WorldCore<D, T>::teleport(Handle h, const Pose& pose) {
  const Status status = move(h, pose);
  if (status != Status::ok) return status;
  auto& objects = state_.get()->objects;
  objects.from(h.index) = objects.body(h.index).pose;
  return Status::ok;
}

template <int D, class T>
Status WorldCore<D, T>::set_shape(Handle h, const Shape& shape) {
  const Status status = check_change(h);
  if (status != Status::ok) return status;
  const auto guard = make_busy_alone();
  return WorldObjects<D, T>(*state_.get(), options_, busy_).reshape(h.index, shape);
}

template <int D, class T>
Status WorldCore<D, T>::set_filter(const Pairs& pairs, Handle h, const Filter& filter) {
  const Status status = check_change(h);
  if (status != Status::ok) return status;
  WorldState<D, T>& state = *state_.get();
  const std::uint8_t layer = state.objects.slot(h.index).layer;
  return WorldObjects<D, T>(state, options_, busy_).refilter(pairs, h.index, layer, filter);
}

template <int D, class T>
Status WorldCore<D, T>::set_layer(const Pairs& pairs, Handle h, std::uint8_t layer,
                                  std::uint64_t mask) {
  Status status = check_change(h);
  if (status == Status::ok) status = WorldObjects<D, T>::check_layer(layer);
  if (status != Status::ok) return status;
  return WorldObjects<D, T>(*state_.get(), options_, busy_)
      .refilter(pairs, h.index, layer, {kDefaultCategory, mask});
}

template <int D, class T>
Status WorldCore<D, T>::set_layers(const Pairs& pairs, const LayerMatrix& layers) {
  if (busy()) return Status::busy;
  if (need() == nullptr) return Status::out_of_memory;
  WorldState<D, T>& state = *state_.get();
  state.layers = layers;
  for (std::uint32_t i = 0; i < state.objects.slots(); ++i) {
    const std::uint8_t layer = state.objects.slot(i).layer;
    if (!state.objects.alive(i) || layer == kNoLayer) continue;
    const Status status = WorldObjects<D, T>(state, options_, busy_)
                              .refilter(pairs, i, layer, state.objects.filters(i).user_filter);
    if (status != Status::ok) return status;
  }
  return Status::ok;
}

template <int D, class T>
Status WorldCore<D, T>::set_user_data(Handle h, std::uint64_t user_data) {
  const Status status = check_change(h);
  if (status == Status::ok) state_.get()->objects.user_data(h.index) = user_data;
  return status;
}

template <int D, class T>
Status WorldCore<D, T>::set_flag(const Pairs& pairs, Handle h, ObjectFlag flag, bool on) {
  const Status status = check_change(h);
  if (status != Status::ok) return status;
  return WorldObjects<D, T>(*state_.get(), options_, busy_).set_flag(pairs, h.index, flag, on);
}

template <int D, class T>
Status WorldCore<D, T>::set_sensor(Handle h, bool on) {
  return set_flag({}, h, kSensor, on);
}

template <int D, class T>
Status WorldCore<D, T>::set_continuous(Handle h, bool on) {
  return set_flag({}, h, kContinuous, on);
}

template <int D, class T>
Status WorldCore<D, T>::set_fixed(const Pairs& pairs, Handle h, bool on) {
  return set_flag(pairs, h, kFixed, on);
}

template <int D, class T>
Status WorldCore<D, T>::set_margin(const Pairs& pairs, Handle h, T margin) {
  const Status status = check_change(h);
  if (status != Status::ok) return status;
  return WorldObjects<D, T>(*state_.get(), options_, busy_).set_margin(pairs, h.index, margin);
}

template <int D, class T>
Status WorldCore<D, T>::set_group(const Pairs& pairs, Handle h, std::int32_t group) {
  const Status status = check_change(h);
  if (status != Status::ok) return status;
  return WorldObjects<D, T>(*state_.get(), options_, busy_).set_group(pairs, h.index, group);
}

template <int D, class T>
Status WorldCore<D, T>::check_two(Handle a, Handle b) const {
  Status status = check_change(a);
  if (status == Status::ok) status = check_change(b);
  return status == Status::ok && a == b ? Status::out_of_range : status;
}

template <int D, class T>
Status WorldCore<D, T>::exclude_pair(Handle a, Handle b) {
  const Status status = check_two(a, b);
  if (status != Status::ok) return status;
  return WorldObjects<D, T>(*state_.get(), options_, busy_).set_excluded(a.index, b.index, true);
}

template <int D, class T>
Status WorldCore<D, T>::include_pair(Handle a, Handle b) {
  const Status status = check_two(a, b);
  if (status != Status::ok) return status;
  return WorldObjects<D, T>(*state_.get(), options_, busy_).set_excluded(a.index, b.index, false);
}

template <int D, class T>
bool WorldCore<D, T>::is_excluded(Handle a, Handle b) const {
  return contains(a) && contains(b) && state().rules.excluded().contains(a.index, b.index);
}

template <int D, class T>
Status WorldCore<D, T>::set_pair_filter(const PairFilterRef* accept) {
  if (busy()) return Status::busy;
  if (need() == nullptr) return Status::out_of_memory;
  state_.get()->rules.set_filter(accept);
  state_.get()->idle = false;
  return Status::ok;
}

template <int D, class T>
Status WorldCore<D, T>::refilter(Handle h) {
  const Status status = check_change(h);
  if (status != Status::ok) return status;
  return WorldObjects<D, T>(*state_.get(), options_, busy_).check_pairs_of(h.index);
}

template <int D, class T>
Status WorldCore<D, T>::set_bounds(const Aabb<D, T>& bounds) {
  if (busy()) return Status::busy;
  if (bounds.empty()) return Status::out_of_range;
  if (need() == nullptr) return Status::out_of_memory;
  state_.get()->bounds.set(bounds);
  state_.get()->idle = false;
  return Status::ok;
}

template <int D, class T>
Status WorldCore<D, T>::remove(const Pairs& pairs, Handle h) {
  const Status status = check_change(h);
  if (status == Status::ok) {
    WorldObjects<D, T>(*state_.get(), options_, busy_).remove(pairs, h.index);
  }
  return status;
}

template <int D, class T>
Status WorldCore<D, T>::clear(const Pairs& pairs) {
  if (busy()) return Status::busy;
  if (state_.get() == nullptr) return Status::ok;
  WorldState<D, T>& state = *state_.get();
  for (std::uint32_t i = 0; i < state.objects.slots(); ++i) {
    if (state.objects.alive(i)) WorldObjects<D, T>(state, options_, busy_).remove(pairs, i);
  }
  return Status::ok;
}

template <int D, class T>
Status WorldCore<D, T>::reserve(const Pairs& pairs, std::size_t objects) {
  if (busy()) return Status::busy;
  if (need() == nullptr) return Status::out_of_memory;
  return WorldObjects<D, T>(*state_.get(), options_, busy_).reserve(pairs, objects);
}

template <int D, class T>
const LayerMatrix& WorldCore<D, T>::layers() const {
  return state().layers;
}

template <int D, class T>
const Aabb<D, T>& WorldCore<D, T>::bounds() const {
  return state().bounds.box();
}

template <int D, class T>
std::uint32_t WorldCore<D, T>::slots() const {
  return state().objects.slots();
}

template <int D, class T>
bool WorldCore<D, T>::refers(std::uint32_t slot) const {
  return state().objects.alive(slot) && state().objects.body(slot).shape.refers();
}

template <int D, class T>
bool WorldCore<D, T>::contains(Handle h) const {
  return state().objects.contains(h);
}

template <int D, class T>
WorldShape<D, T> WorldCore<D, T>::shape_of(Handle h) const {
  return contains(h) ? state().objects.body(h.index).shape : Shape{};
}

// --- The frame -----------------------------------------------------------------------------------

// The part of an update that may fail.
template <int D, class T>
Status WorldCore<D, T>::prepare(const Pairs& pairs, WorldState<D, T>& state, UpdateResult& result) {
  Status status = check_options(options_, state.torus, pairs.functions->supports_periods);
  if (status != Status::ok) return status;
  if (!state.bounds.reserve(state.objects)) return Status::out_of_memory;
  const bool was_lost = std::exchange(state.lost, true);
  WorldObjects<D, T> objects(state, options_, busy_);
  status = objects.update_pairs(pairs, was_lost, result.stats);
  if (status == Status::ok) status = state.frame.exclude(state.objects, state.rules);
  if (status == Status::ok) {
    status = state.frame.test(state.objects, objects.rules(), state.watched());
  }
  if (status != Status::ok) return status;
  result.pairs_tested = state.frame.tested();
  return state.frame.prepare_commit(options_.jobs) ? Status::ok : Status::out_of_memory;
}

template <int D, class T>
UpdateResult WorldCore<D, T>::update(Pairs pairs) {
  if (busy()) return {Status::busy, {}, 0};
  WorldState<D, T>* const state = state_.get();
  if (state == nullptr || !state->idle || pairs.changed()) return update_changed(pairs);
  state->index.bring_up_to_date(state->objects);
  return {};
}

template <int D, class T>
UpdateResult WorldCore<D, T>::update_changed(const Pairs& pairs) {
  if (need() == nullptr) return {Status::out_of_memory, {}, 0};
  WorldState<D, T>& state = *state_.get();
  const auto guard = make_busy_alone();
  UpdateResult result;
  state.idle = false;
  state.failed = true;  // until the end: custom shapes and jobs may throw
  result.status = prepare(pairs, state, result);
  if (result.status != Status::ok) return result;
  state.failed = state.lost = false;
  state.frame.commit(state.objects);
  state.rules.settle();
  // Most objects are new, and no earlier update() had half as many: lists of that length will not
  // be needed soon.
  if (state.objects.size() > 2 * state.most) state.frame.release();
  state.most = std::max(state.most, state.objects.size());
  state.bounds.update(state.objects, state.torus);
  state.objects.settle();
  state.index.bring_up_to_date(state.objects);
  state.idle =
      !state.frame.has_events() && !state.bounds.has_left() && state.fat_aabbs.is_settled();
  return result;
}

template <int D, class T>
std::span<const WorldPair> WorldCore<D, T>::pairs() const {
  return state().frame.book().rows();
}

template <int D, class T>
std::size_t WorldCore<D, T>::began() const {
  return state().frame.book().began();
}

template <int D, class T>
std::span<const EndedPair> WorldCore<D, T>::ended() const {
  return state().frame.ended();
}

template <int D, class T>
std::span<const WorldImpact<D, T>> WorldCore<D, T>::crossed() const {
  return state().frame.crossed();
}

template <int D, class T>
std::span<const WorldImpact<D, T>> WorldCore<D, T>::impacts() const {
  return state().frame.impacts();
}

template <int D, class T>
std::span<const Handle> WorldCore<D, T>::left() const {
  return state().bounds.left();
}

template <int D, class T>
const WorldPair* WorldCore<D, T>::find_pair(const WorldPair& pair) const {
  const PairBook& book = state().frame.book();
  const std::uint32_t row = book.row_of(pair);
  return row == PairBook::kNone ? nullptr : &book.rows()[row];
}

template <int D, class T>
std::span<const WorldContact<D, T>> WorldCore<D, T>::contacts(const WorldPair& pair) const {
  if (state_.get() == nullptr) return {};
  const auto& frame = state_.get()->frame;
  if (frame.book().row_of(pair) == PairBook::kNone) return {};
  return frame.contacts().contacts(pair.id);
}

template <int D, class T>
std::span<const ManifoldPoint<D, T>> WorldCore<D, T>::corners(const WorldPair& pair,
                                                              const Contact& contact) const {
  if (find_pair(pair) == nullptr) return {};
  return state().frame.contacts().corners(pair.id, contact);
}

template <int D, class T>
WorldVolume<D, T> WorldCore<D, T>::volume(const WorldPair& pair, const Contact& contact) const {
  if (find_pair(pair) == nullptr) return {.status = Status::not_updated};
  return state().frame.contacts().volume_of(pair.id, contact);
}

template <int D, class T>
Vec<D, T> WorldCore<D, T>::shift(const WorldPair& pair) const {
  return state().frame.contacts().shift(pair.id);
}

template <int D, class T>
std::size_t WorldCore<D, T>::pair_ids() const {
  return state().frame.book().nodes();
}

template <int D, class T>
Status WorldCore<D, T>::for_each_pair_of(Handle h,
                                         FunctionRef<bool(const WorldPair&)> visit) const {
  const PairBook& book = state().frame.book();
  if (!contains(h)) return Status::stale_handle;
  const auto guard = make_busy();
  const bool on = book.for_each_of(h.index, [&](std::uint32_t n) {
    const std::uint32_t row = book.node(n).row;
    return row == PairBook::kNone || visit(book.rows()[row]);
  });
  return on ? Status::ok : Status::stopped;
}

// --- Snapshots -----------------------------------------------------------------------------------

template <int D, class T>
Status WorldCore<D, T>::save(Buffer<std::byte>& out) const {
  const WorldState<D, T>& s = state();
  const bool pending = s.rules.all_asked() || !s.frame.book().rechecks().empty();
  if (s.failed || pending || s.objects.changed()) return Status::not_updated;
  return WorldWriter<D, T>(s.objects, s.frame.book(), s.frame.contacts(), s.layers,
                           s.rules.excluded(), options_, allocator_)
      .write(out);
}

template <int D, class T>
Status WorldCore<D, T>::restore(const Pairs& pairs, std::span<const std::byte> bytes,
                                FunctionRef<Shape(Handle, std::uint64_t)> shape_of) {
  if (busy()) return Status::busy;
  if (need() == nullptr) return Status::out_of_memory;
  WorldState<D, T>& state = *state_.get();
  const auto guard = make_busy_alone();
  const Status status = WorldObjects<D, T>(state, options_, busy_).restore(pairs, bytes, shape_of);
  if (status != Status::ok) return status;
  state.bounds.forget_left();
  state.idle = state.failed = false;
  state.lost = true;
  return Status::ok;
}

template <int D, class T>
std::uint64_t WorldCore<D, T>::hash() const {
  const WorldState<D, T>& s = state();
  WorldHash hash;
  for (int i = 0; i < LayerMatrix::kLayers; ++i) hash.add(s.layers.filter(i).mask);
  hash_objects(s.objects, hash);
  hash_excluded(s.objects, s.rules.excluded(), hash);
  hash_pairs(s.objects, s.frame.book(), s.frame.contacts(), hash);
  return hash.value();
}

template <int D, class T>
void WorldCore<D, T>::draw(const DebugDraw<D, T>& draw) const {
  const WorldState<D, T>& s = state();
  const auto guard = make_busy();
  if (draw.box != nullptr) draw_boxes(draw, s.objects, s.index);
  if (draw.line == nullptr) return;
  for (const WorldPair& p : pairs()) {
    const auto& a = s.objects.body(p.a.index);
    const auto& b = s.objects.body(p.b.index);
    draw.line(draw.context, a.pose.translation, b.pose.translation + shift(p), DrawKind::pair);
    for (const Contact& c : contacts(p)) {
      draw_contact(draw, c, corners(p, c), volume(p, c));
    }
  }
}

template <int D, class T>
bool WorldCore<D, T>::validate() const {
  const WorldState<D, T>& s = state();
  return validate_objects(s, options_.margin) && s.frame.validate(s.objects, s.rules, s.failed);
}

#define MASU_INSTANTIATE(D, T)             \
  template class Opaque<WorldState<D, T>>; \
  template class WorldCore<D, T>;
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
