// SPDX-License-Identifier: MIT
// Draw: arguments of every type for calls of the C interface, valid ones and others.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include <scenes/generators/pcg32.hpp>

#include "tests/c/api.hpp"
#include "tests/calls/callbacks.hpp"
#include "tests/calls/objects.hpp"

// Written by list_calls.py; found by the name lookup of templates, in the namespace of its
// arguments.
#include "structs.hpp"

namespace masu::test {

// How wrong the arguments of a call are.
enum class Mood {
  valid,
  odd_numbers,   // some numbers are NaN, infinite, denormal, huge, or any bits
  odd_pointers,  // some are null, or of another type of object
  all_null,      // no arrays, and huge counts
};

class Draw {
 public:
  // Arrays have this many elements, which no count exceeds.
  static constexpr std::uint32_t kElements = 72;

  Draw(Objects& objects, std::uint64_t seed, std::uint32_t dimension, std::uint32_t scalar)
      : objects_(objects), random_(seed), dimension_(dimension), scalar_(scalar) {}

  // Draws what holds for all arguments of a call. `step` numbers the calls of a story.
  void begin(std::uint64_t seed, std::uint32_t step, Mood mood, bool throws) {
    random_ = scenes::Pcg32(seed, step);
    mood_ = mood;
    blocks_.clear();
    count_ = below(3) == 0 ? below(kElements) : 1 + below(9);
    plain_masks_ = below(4) != 0;
    world_ = nullptr;
    callbacks = {};
    if (throws) (below(2) == 0 ? callbacks.throw_at : callbacks.stop_at) = 1 + below(6);
    const auto& bodies = objects_.all<masu_body>();
    if (!bodies.empty()) callbacks.restored = bodies[below(std::uint32_t(bodies.size()))];
  }
  std::uint32_t below(std::uint32_t bound) { return random_.below(bound); }
  Objects& objects() { return objects_; }
  // The number of elements that most counts of this call have.
  std::uint32_t count() const { return count_; }
  void set_count(std::uint32_t count) { count_ = count; }
  Mood mood() const { return mood_; }
  // The first world of the call.
  masu_world* world() const { return world_; }

  // --- By type -----------------------------------------------------------------------------------

  // An argument of a function.
  template <class A>
  A argument(std::string_view name) {
    if constexpr (std::is_same_v<A, std::size_t>) {
      return size(name);
    } else if constexpr (std::is_pointer_v<A>) {
      return pointer<std::remove_pointer_t<A>>(name);
    } else {
      A value{};
      fill(name, value);
      return value;
    }
  }

  template <class V>
  void fill(std::string_view name, V& value) {
    if constexpr (std::is_array_v<V>) {
      for (auto& element : value) fill(name, element);
    } else if constexpr (std::is_pointer_v<V>) {
      value = member_pointer<std::remove_pointer_t<V>>(name);
    } else if constexpr (std::is_floating_point_v<V>) {
      value = odd() ? odd_real<V>() : real<V>(name);
    } else if constexpr (std::is_integral_v<V>) {
      value = odd() ? odd_integer<V>() : integer<V>(name);
    } else {
      if (!set_valid(value)) {
        visit_members(value, [&](std::string_view member, auto& m) {
          const bool coordinate = member == "x" || member == "y" || member == "z";
          fill(coordinate ? name : member, m);
        });
      }
      if (mood_ == Mood::odd_numbers && below(4) == 0) spoil(value);
    }
  }

 private:
  bool odd() { return mood_ == Mood::odd_numbers && below(8) == 0; }
  bool wrong_pointer() { return mood_ == Mood::odd_pointers && below(6) == 0; }

  // Changes numbers of a structure, deep down.
  template <class V>
  void spoil(V& value) {
    if constexpr (std::is_array_v<V>) {
      for (auto& element : value) spoil(element);
    } else if constexpr (std::is_class_v<V>) {
      visit_members(value, [&](std::string_view, auto& member) { spoil(member); });
    } else if constexpr (std::is_floating_point_v<V>) {
      if (below(4) == 0) value = odd_real<V>();
    } else if constexpr (std::is_integral_v<V>) {
      if (below(4) == 0) value = odd_integer<V>();
    }
  }

  template <class V>
  V odd_real() {
    using L = std::numeric_limits<V>;
    const V all[] = {L::quiet_NaN(), -L::quiet_NaN(), L::infinity(),
                     -L::infinity(), L::denorm_min(), -L::denorm_min(),
                     L::min(),       L::max(),        L::lowest(),
                     V(0),           -V(0),           L::epsilon(),
                     V(1e30),        V(-1e18),        V(16777217)};
    const std::uint32_t i = below(std::size(all) + 1);
    if (i < std::size(all)) return all[i];
    if constexpr (sizeof(V) == 4)
      return std::bit_cast<V>(random_.next());
    else
      return std::bit_cast<V>(std::uint64_t(random_.next()) << 32 | random_.next());
  }
  template <class V>
  V odd_integer() {
    using L = std::numeric_limits<V>;
    switch (below(5)) {
      case 0: return L::max();
      case 1: return L::min();
      case 2: return V(L::max() / 2 + 1);
      case 3: return V(below(100));
      default: return V(std::uint64_t(random_.next()) << 32 | random_.next());
    }
  }

  // On a grid, so that much touches; positive where a number has to be.
  template <class V>
  V real(std::string_view name) {
    if (name == "merge") return V(below(3)) / 32;
    if (name == "t" || name == "restitution" || name == "walkable_cosine") return V(below(5)) / 4;
    if (name == "margin" || name == "skin" || name == "weld") return V(below(4)) / 16;
    if (name == "period") return below(6) == 0 ? V(64) : V(0);
    for (const auto positive : {"radius", "half", "max_", "reach", "spacing", "step_", "snap"}) {
      if (name.find(positive) != name.npos) return V(1 + below(8)) / 4;
    }
    return below(5) == 0 ? V(random_.gaussian()) : V(int(below(33)) - 16) / 4;
  }
  template <class V>
  V integer(std::string_view name) {
    if constexpr (sizeof(V) == 8) {
      if (plain_masks_ || below(4) != 0) return V(~std::uint64_t(0));
      return V(std::uint64_t(random_.next()) << 32 | random_.next());
    } else {
      if (name == "layer") return V(below(63));
      if (name == "threads") return V(1 + below(3));
      if (name == "workers") return V(1 + below(4));
      if (name == "max_contacts") return V(16 + below(64));
      if (name == "method") return V(below(8) == 0 ? 255 : below(6));
      if (name == "dimension") return V(dimension_);
      if (name == "scalar") return V(scalar_);
      if (name == "size" || name == "samples") return V(1 + below(3));
      if (name == "first" || name == "cell" || name == "child") return V(below(3));
      if (name == "corners" || name == "indices") return V(below(count_ == 0 ? 1 : count_));
      if (name == "kind_of") return 0;
      if (name == "group") return V(int(below(5)) - 2);
      if (std::is_signed_v<V> || sizeof(V) == 1) return V(below(2));
      return V(below(6));
    }
  }
  std::size_t size(std::string_view name) {
    if (mood_ == Mood::all_null) {
      const std::size_t huge[] = {
          0, 1, std::size_t(1) << 31, std::size_t(1) << 32, ~std::size_t(0) / 16, ~std::size_t(0)};
      return huge[below(std::size(huge))];
    }
    if (name == "objects" || name == "contact" || name == "face") {
      return mood_ == Mood::odd_numbers && below(3) == 0 ? std::size_t(random_.next()) << below(32)
                                                         : below(4);
    }
    if (name == "size") return saved_size_;
    return below(4) == 0 && mood_ != Mood::valid ? below(kElements) : count_;
  }

  // --- Pointers ----------------------------------------------------------------------------------

  template <class T>
  T* pointer(std::string_view name) {
    using V = std::remove_const_t<T>;
    if constexpr (Opaque<V>) {
      return object<V>();
    } else if constexpr (std::is_function_v<T>) {
      return wrong_pointer() ? nullptr : &CallbackOf<T*>::call;
    } else if (mood_ == Mood::all_null || wrong_pointer()) {
      return nullptr;
    } else if constexpr (std::is_void_v<V>) {
      return std::is_const_v<T> ? saved() : nullptr;
    } else if constexpr (std::is_same_v<V, masu_allocator>) {
      return allocator();
    } else if constexpr (std::is_pointer_v<V>) {
      return array<V>(1, [](V&) {});
    } else if constexpr (requires(V v) { inspect(static_cast<const V*>(&v)), v.inner; }) {
      return nullptr;  // masu_slide_obstacle_2f: only in its callback
    } else {
      if (std::is_const_v<T> && is_optional(name) && below(3) == 0) return nullptr;
      return array<V>(kElements, [&](V& v) { fill(name, v); });
    }
  }
  // In a structure.
  template <class T>
  T* member_pointer(std::string_view) {
    if constexpr (std::is_function_v<T>) {
      return below(3) == 0 ? nullptr : &CallbackOf<T*>::call;
    } else if constexpr (std::is_same_v<T, const masu_filter>) {
      return below(2) == 0 ? nullptr : array<masu_filter>(1, [&](auto& v) { fill("", v); });
    } else {
      return nullptr;
    }
  }
  static bool is_optional(std::string_view name) {
    for (const auto part : {"options", "filter", "kinds", "kind_of", "jobs", "tiles", "period"}) {
      if (name.find(part) != name.npos) return true;
    }
    return false;
  }
  template <class V, class F>
  V* array(std::size_t count, F&& f) {
    auto block = std::make_unique<std::byte[]>(count * sizeof(V));  // zeros, also where it pads
    V* first = reinterpret_cast<V*>(block.get());
    for (std::size_t i = 0; i < count; ++i) f(first[i]);
    blocks_.push_back(std::move(block));
    return first;
  }

  template <class V>
  V* object() {
    if (wrong_pointer()) {
      if (below(2) == 0) return nullptr;
      const auto& others = objects_.all<masu_results>();
      if (!others.empty() && !std::is_same_v<V, masu_results>) {
        return reinterpret_cast<V*>(others[0]);
      }
    }
    if constexpr (std::is_same_v<V, masu_chain_tree>) {
      const auto& corridors = objects_.all<masu_corridor>();
      if (below(6) == 0 && !corridors.empty()) {
        return const_cast<V*>(masu_corridor_walls(corridors[0]));
      }
    }
    const auto& list = objects_.all<V>();
    if (list.empty()) return nullptr;
    V* chosen = list[below(std::uint32_t(list.size()))];
    if constexpr (std::is_same_v<V, masu_world>) {
      if (world_ == nullptr) world_ = chosen;
    }
    return chosen;
  }
  const masu_allocator* allocator() {
    if (below(16) == 0) return nullptr;
    return array<masu_allocator>(1, [&](masu_allocator& a) {
      a = c_allocator(objects_.memory().allocator());
      if (mood_ == Mood::odd_numbers && below(4) == 0) a.deallocate = nullptr;
    });
  }
  // A copy of what is saved of the first world, at an odd address; damaged in some moods.
  std::byte* saved() {
    const void* bytes = nullptr;
    std::size_t size = 0;
    masu_world* from = world_;
    if (from == nullptr || masu_world_save(from, &bytes, &size) != MASU_OK) size = 0;
    if (from == nullptr && !objects_.all<masu_broad_phase>().empty()) save_index(&bytes, &size);
    saved_size_ = size == 0 ? below(kElements) : size;
    std::byte* copy = array<std::byte>(saved_size_ + 1, [](std::byte&) {}) + 1;
    for (std::size_t i = 0; i < size; ++i) copy[i] = static_cast<const std::byte*>(bytes)[i];
    if (mood_ == Mood::odd_numbers && saved_size_ > 0) {
      for (std::uint32_t i = below(4); i > 0; --i) {
        copy[below(std::uint32_t(saved_size_))] ^= std::byte(1 + below(255));
      }
      if (below(3) == 0) saved_size_ = below(std::uint32_t(saved_size_));
    }
    return copy;
  }
  void save_index(const void** bytes, std::size_t* size) {
    masu_broad_phase* p = objects_.all<masu_broad_phase>()[0];
    if (dimension_ == 2 && scalar_ == MASU_FLOAT) (void)masu_broad_phase_save_2f(p, bytes, size);
    if (dimension_ == 3 && scalar_ == MASU_FLOAT) (void)masu_broad_phase_save_3f(p, bytes, size);
    if (dimension_ == 2 && scalar_ == MASU_DOUBLE) (void)masu_broad_phase_save_2d(p, bytes, size);
    if (dimension_ == 3 && scalar_ == MASU_DOUBLE) (void)masu_broad_phase_save_3d(p, bytes, size);
  }

  // --- Structures that need more than numbers ----------------------------------------------------

  // Returns whether the structure has been filled.
  template <class V>
  bool set_valid(V& v) {
    if constexpr (requires { v.size, v.layer; })
      return tweak(v = masu_object_options_default());
    else if constexpr (requires { v.size, v.detail, v.abi; }) {
      return tweak(v = masu_world_options_default(dimension_, scalar_));
    } else if constexpr (requires { v.size, v.detail; }) {
      return tweak(v = masu_contact_options_default());
    } else if constexpr (requires { v.size, v.accept; }) {
      return tweak(v = masu_query_filter_default());
    } else if constexpr (requires { v.size, v.weld; }) {
      return tweak(v = masu_chain_options_default());
    } else if constexpr (requires { v.size, v.reach; }) {
      return tweak(v = masu_corridor_options_default());
    } else if constexpr (requires { v.size, v.response; }) {
      return tweak(v = masu_move_options_default());
    } else if constexpr (std::is_same_v<V, masu_slide_options_2f>) {
      return tweak(v = masu_slide_options_default_2f());
    } else if constexpr (std::is_same_v<V, masu_slide_options_3f>) {
      return tweak(v = masu_slide_options_default_3f());
    } else if constexpr (std::is_same_v<V, masu_slide_options_2d>) {
      return tweak(v = masu_slide_options_default_2d());
    } else if constexpr (std::is_same_v<V, masu_slide_options_3d>) {
      return tweak(v = masu_slide_options_default_3d());
    } else if constexpr (requires { v.cosine, v.sine; }) {
      const int i = int(below(5));
      v.cosine = decltype(v.cosine)(i == 4 ? 0.6 : (i % 2 == 0 ? 1 - i : 0));
      v.sine = decltype(v.sine)(i == 4 ? 0.8 : (i % 2 == 0 ? 0 : 2 - i));
      return true;
    } else if constexpr (requires { v.x, v.y, v.z, v.w; }) {
      auto* q = &v.x;
      if (below(4) == 0)
        q[0] = q[1] = q[2] = q[3] = below(2) == 0 ? 0.5f : -0.5f;
      else
        q[below(4)] = 1;
      return true;
    } else if constexpr (requires { v.p, v.kind, v.body; }) {
      set_shape(v);
      return true;
    } else if constexpr (requires { v.min, v.max; }) {
      fill("", v.min);
      fill("half", v.max);
      const auto add = [](auto& a, const auto& b) { a += b; };
      add(v.max.x, v.min.x);
      add(v.max.y, v.min.y);
      if constexpr (requires { v.min.z; }) add(v.max.z, v.min.z);
      return true;
    } else if constexpr (requires { v.first, v.count, v.depth; }) {
      v = {0, count_, std::uint8_t(below(3) == 0 ? MASU_CHAIN_OUTLINE : MASU_CHAIN_OPEN), 0};
      return true;
    } else if constexpr (requires { v.passing, v.passing_count; }) {
      fill("", v.position);
      fill("radius", v.radius);
      v.half_axis = {};
      if (below(2) == 0) fill("", v.half_axis);
      fill("", v.filter);
      return true;
    } else if constexpr (std::is_same_v<V, masu_handle>) {
      v = {below(8), below(3)};
      if (world_ != nullptr && below(8) != 0) v = masu_world_handle_in(world_, below(12));
      return true;
    } else if constexpr (std::is_same_v<V, masu_pair>) {
      std::size_t n = 0;
      const masu_pair* pairs = masu_world_pairs(world_, &n);
      if (n == 0 || below(8) == 0) return false;
      v = pairs[below(std::uint32_t(n))];
      return true;
    } else if constexpr (std::is_same_v<V, masu_pair_cache>) {
      if (below(4) == 0) return false;
      v = {};
      return true;
    } else {
      return false;
    }
  }
  // Redraws some members of options.
  template <class V>
  bool tweak(V& v) {
    visit_members(v, [&](std::string_view name, auto& member) {
      if (name == "size" || name == "abi" || name == "reserved" || name == "dimension" ||
          name == "scalar") {
        return;
      }
      if (below(4) == 0) fill(name, member);
    });
    return true;
  }
  template <class V>
  void set_shape(V& v) {
    const auto& bodies = objects_.all<masu_body>();
    if (!bodies.empty() && below(3) == 0) {
      v.kind = MASU_BODY;
      v.body = bodies[below(std::uint32_t(bodies.size()))];
      return;
    }
    const std::uint32_t kinds[] = {MASU_POINT, MASU_SEGMENT, MASU_TRIANGLE,  MASU_BOX,
                                   MASU_POINT, MASU_BOX,     MASU_ELLIPSOID, MASU_CYLINDER,
                                   MASU_CONE,  MASU_POINT,   MASU_HALF_SPACE};
    v.kind = kinds[below(std::size(kinds))];
    if (dimension_ == 2 && (v.kind == MASU_CYLINDER || v.kind == MASU_CONE)) v.kind = MASU_BOX;
    if (v.kind == MASU_POINT || below(4) == 0) fill("radius", v.radius);
    for (auto& p : v.p) fill(v.kind > MASU_TRIANGLE ? "half" : "", p);
    if (v.kind == MASU_HALF_SPACE) {
      v.radius = 0;
      v.p[0] = v.p[1] = {};
      v.p[0].y = 1;
      v.p[1].x = -4;
    }
  }

  Objects& objects_;
  scenes::Pcg32 random_;
  std::uint32_t dimension_;
  std::uint32_t scalar_;
  Mood mood_ = Mood::valid;
  std::uint32_t count_ = 0;
  bool plain_masks_ = true;
  masu_world* world_ = nullptr;
  std::size_t saved_size_ = 0;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
};

}  // namespace masu::test
