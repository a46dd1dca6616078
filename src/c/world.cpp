// SPDX-License-Identifier: MIT
// The calls that are the same for worlds of all kinds.
#include "c/world.hpp"

namespace masu::c {
namespace {

// Calls f(world), which returns a status of C or C++.
template <class F>
masu_status on_any(const masu_world* world, F&& f) {
  const masu_status status = check_world(world);
  return status != MASU_OK ? status : code(f(*const_cast<masu_world*>(world)));
}
// Returns a list of a world; an empty one if there is no world.
template <class E, class List>
const E* list(const masu_world* world, std::size_t* count, List&& elements) {
  if (count != nullptr) *count = 0;
  const E* data = nullptr;
  (void)on_any(world, [&](masu_world& w) {
    data = plain(give(elements(w), count));
    return MASU_OK;
  });
  return data;
}

}  // namespace
}  // namespace masu::c

using namespace masu;
using namespace masu::c;

extern "C" {

masu_status masu_world_create(const masu_world_options* options, const masu_allocator* allocator,
                              masu_world** made) {
  const bool flat = options != nullptr && options->dimension == 2;
  const bool wide = options != nullptr && options->scalar == MASU_DOUBLE;
  const auto create = flat ? (wide ? masu_world_create_2d : masu_world_create_2f)
                           : (wide ? masu_world_create_3d : masu_world_create_3f);
  return create(options, allocator, made);
}
masu_status masu_world_destroy(masu_world* world) {
  if (world == nullptr) return MASU_OK;
  const masu_status status =
      on_any(world, [](masu_world& w) { return w.busy() ? Status::busy : Status::ok; });
  if (status == MASU_OK) world->destroy();
  return status;
}
masu_status masu_body_release(masu_body* body) {
  if (body == nullptr) return MASU_OK;
  if (body->tag() != Tag::body) return MASU_WRONG_FORMAT;
  body->release();
  return MASU_OK;
}
masu_status masu_body_set_user_data(masu_body* body, const uint64_t* user_data, size_t count) {
  if (body == nullptr || !readable(user_data, count)) return MASU_OUT_OF_RANGE;
  if (body->tag() != Tag::body) return MASU_WRONG_FORMAT;
  return code(body->set_user_data({user_data, count}));
}

masu_status masu_world_describe(const masu_world* world, masu_world_options* options) {
  if (options == nullptr) return MASU_OUT_OF_RANGE;
  return on_any(world, [&](masu_world& w) {
    *options = w.describe();
    return MASU_OK;
  });
}

size_t masu_world_size(const masu_world* world) {
  std::size_t size = 0;
  (void)on_any(world, [&](masu_world& w) {
    size = w.size();
    return MASU_OK;
  });
  return size;
}
int masu_world_contains(const masu_world* world, masu_handle object) {
  bool there = false;
  (void)on_any(world, [&](masu_world& w) {
    there = w.contains(cpp(object));
    return MASU_OK;
  });
  return there ? 1 : 0;
}
masu_handle masu_world_handle_in(const masu_world* world, uint32_t slot) {
  Handle h;
  (void)on_any(world, [&](masu_world& w) {
    h = w.handle_in(slot);
    return MASU_OK;
  });
  return plain(h);
}
uint64_t masu_world_user_data(const masu_world* world, masu_handle object) {
  std::uint64_t data = 0;
  (void)on_any(world, [&](masu_world& w) {
    data = w.user_data(cpp(object));
    return MASU_OK;
  });
  return data;
}
uint64_t masu_world_sub_shape_user_data(const masu_world* world, masu_handle object,
                                        uint32_t sub_shape) {
  std::uint64_t data = 0;
  (void)on_any(world, [&](masu_world& w) {
    data = w.user_data(cpp(object), sub_shape);
    return MASU_OK;
  });
  return data;
}
masu_status masu_world_for_each(const masu_world* world, masu_visit_object visit, void* context) {
  if (visit == nullptr) return MASU_OUT_OF_RANGE;
  return on_any(world, [&](masu_world& w) {
    Callback call;
    return call.code(
        w.for_each([&](Handle h) { return call([&] { return visit(context, plain(h)); }); }));
  });
}

masu_status masu_world_remove(masu_world* world, masu_handle object) {
  return on_any(world, [&](masu_world& w) { return w.remove(cpp(object)); });
}
masu_status masu_world_clear(masu_world* world) {
  return on_any(world, [&](masu_world& w) { return w.clear(); });
}
masu_status masu_world_reserve(masu_world* world, size_t objects) {
  return on_any(world, [&](masu_world& w) { return w.reserve(objects); });
}
masu_status masu_world_set_sensor(masu_world* world, masu_handle object, int sensor) {
  return on_any(world, [&](masu_world& w) { return w.set_sensor(cpp(object), sensor != 0); });
}
masu_status masu_world_set_continuous(masu_world* world, masu_handle object, int continuous) {
  return on_any(world,
                [&](masu_world& w) { return w.set_continuous(cpp(object), continuous != 0); });
}
masu_status masu_world_set_fixed(masu_world* world, masu_handle object, int fixed) {
  return on_any(world, [&](masu_world& w) { return w.set_fixed(cpp(object), fixed != 0); });
}
masu_status masu_world_set_filter(masu_world* world, masu_handle object, masu_filter filter) {
  return on_any(world, [&](masu_world& w) { return w.set_filter(cpp(object), cpp(filter)); });
}
masu_status masu_world_set_layer(masu_world* world, masu_handle object, uint8_t layer,
                                 uint64_t mask) {
  return on_any(world, [&](masu_world& w) { return w.set_layer(cpp(object), layer, mask); });
}
masu_status masu_world_set_margin(masu_world* world, masu_handle object, double margin) {
  return on_any(world, [&](masu_world& w) { return w.set_margin(cpp(object), margin); });
}
masu_status masu_world_set_user_data(masu_world* world, masu_handle object, uint64_t user_data) {
  return on_any(world, [&](masu_world& w) { return w.set_user_data(cpp(object), user_data); });
}
masu_status masu_world_set_layers(masu_world* world, const uint64_t rows[MASU_LAYERS]) {
  if (rows == nullptr) return MASU_OUT_OF_RANGE;
  LayerMatrix layers;
  for (int i = 0; i < LayerMatrix::kLayers; ++i) {
    for (int j = 0; j <= i; ++j) (void)layers.set(i, j, (rows[i] >> j & 1) != 0);
    (void)layers.set(i, kNoLayer, (rows[i] & MASU_DEFAULT_CATEGORY) != 0);
  }
  // Whole rows: GCC 12 miscompiles a comparison of two bits with -O1 -fsanitize=thread.
  for (int i = 0; i < LayerMatrix::kLayers; ++i) {
    if (layers.filter(i).mask != rows[i]) return MASU_OUT_OF_RANGE;
  }
  return on_any(world, [&](masu_world& w) { return w.set_layers(layers); });
}
masu_status masu_world_layers(const masu_world* world, uint64_t rows[MASU_LAYERS]) {
  if (rows == nullptr) return MASU_OUT_OF_RANGE;
  return on_any(world, [&](masu_world& w) {
    for (int i = 0; i < LayerMatrix::kLayers; ++i) rows[i] = w.layers().filter(i).mask;
    return MASU_OK;
  });
}

masu_status masu_world_set_group(masu_world* world, masu_handle object, int32_t group) {
  return on_any(world, [&](masu_world& w) { return w.set_group(cpp(object), group); });
}
masu_status masu_world_exclude_pair(masu_world* world, masu_handle a, masu_handle b) {
  return on_any(world, [&](masu_world& w) { return w.exclude_pair(cpp(a), cpp(b)); });
}
masu_status masu_world_include_pair(masu_world* world, masu_handle a, masu_handle b) {
  return on_any(world, [&](masu_world& w) { return w.include_pair(cpp(a), cpp(b)); });
}
int masu_world_is_excluded(const masu_world* world, masu_handle a, masu_handle b) {
  bool excluded = false;
  (void)on_any(world, [&](masu_world& w) {
    excluded = w.is_excluded(cpp(a), cpp(b));
    return MASU_OK;
  });
  return excluded ? 1 : 0;
}
masu_status masu_world_set_pair_filter(masu_world* world, masu_pair_filter accept, void* context) {
  return on_any(world, [&](masu_world& w) { return w.set_pair_filter(accept, context); });
}
masu_status masu_world_refilter(masu_world* world, masu_handle object) {
  return on_any(world, [&](masu_world& w) { return w.refilter(cpp(object)); });
}

masu_status masu_world_update(masu_world* world, masu_update_result* result) {
  return on_any(world, [&](masu_world& w) {
    const UpdateResult r = w.update();
    write_result(r, result);
    return w.code_of(r);
  });
}
const masu_pair* masu_world_pairs(const masu_world* world, size_t* count) {
  return list<masu_pair>(world, count, [](masu_world& w) { return w.pairs(); });
}
const masu_pair* masu_world_began(const masu_world* world, size_t* count) {
  return list<masu_pair>(world, count, [](masu_world& w) { return w.began(); });
}
const masu_pair* masu_world_stayed(const masu_world* world, size_t* count) {
  return list<masu_pair>(world, count, [](masu_world& w) { return w.stayed(); });
}
const masu_ended_pair* masu_world_ended(const masu_world* world, size_t* count) {
  return list<masu_ended_pair>(world, count, [](masu_world& w) { return w.ended(); });
}
const masu_handle* masu_world_left(const masu_world* world, size_t* count) {
  return list<masu_handle>(world, count, [](masu_world& w) { return w.left(); });
}
size_t masu_world_pair_ids(const masu_world* world) {
  std::size_t ids = 0;
  (void)on_any(world, [&](masu_world& w) {
    ids = w.pair_ids();
    return MASU_OK;
  });
  return ids;
}
const masu_pair* masu_world_find_pair(const masu_world* world, const masu_pair* pair) {
  const masu_pair* now = nullptr;
  (void)on_any(world, [&](masu_world& w) {
    const WorldPair* found = pair == nullptr ? nullptr : w.find(*pair);
    now = found == nullptr ? nullptr : plain(found);
    return MASU_OK;
  });
  return now;
}
masu_status masu_world_pairs_of(const masu_world* world, masu_handle object, masu_visit_pair visit,
                                void* context) {
  if (visit == nullptr) return MASU_OUT_OF_RANGE;
  return on_any(world, [&](masu_world& w) {
    Callback call;
    return call.code(w.for_each_pair_of(cpp(object), [&](const WorldPair& p) {
      return call([&] { return visit(context, plain(&p)); });
    }));
  });
}

masu_status masu_world_use_broad_phase(masu_world* world, uint32_t method) {
  if (method > MASU_AUTOMATIC) return MASU_OUT_OF_RANGE;
  return on_any(world, [&](masu_world& w) {
    if (method == MASU_AUTOMATIC) return w.use_automatic();
    return w.use(static_cast<BroadPhase>(method));
  });
}
masu_status masu_world_broad_phase(const masu_world* world, uint32_t* method) {
  if (method == nullptr) return MASU_OUT_OF_RANGE;
  return on_any(world, [&](masu_world& w) {
    *method = static_cast<std::uint32_t>(w.method());
    return MASU_OK;
  });
}
const char* masu_world_advice(const masu_world* world) {
  const char* why = "";
  (void)on_any(world, [&](masu_world& w) {
    why = w.advice();
    return MASU_OK;
  });
  return why;
}

masu_status masu_world_save(masu_world* world, const void** bytes, size_t* size) {
  if (!all(bytes, size)) return MASU_OUT_OF_RANGE;
  *bytes = nullptr;
  *size = 0;
  return on_any(world, [&](masu_world& w) {
    std::span<const std::byte> saved;
    const Status status = w.save(saved);
    *bytes = saved.data();
    *size = saved.size();
    return status;
  });
}
masu_status masu_world_restore(masu_world* world, const void* bytes, size_t size) {
  if (bytes == nullptr) return MASU_OUT_OF_RANGE;
  return on_any(world, [&](masu_world& w) { return w.restore(bytes, size); });
}
uint64_t masu_world_hash(const masu_world* world) {
  std::uint64_t hash = 0;
  (void)on_any(world, [&](masu_world& w) {
    hash = w.hash();
    return MASU_OK;
  });
  return hash;
}
int masu_world_validate(const masu_world* world) {
  bool ok = false;
  (void)on_any(world, [&](masu_world& w) {
    ok = w.validate();
    return MASU_OK;
  });
  return ok ? 1 : 0;
}

}  // extern "C"
