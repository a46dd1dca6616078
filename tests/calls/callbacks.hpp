// SPDX-License-Identifier: MIT
// Callbacks of every type, which may throw at their k-th call.
#pragma once

#include <masu/c/masu.h>

#include <cstdint>
#include <stdexcept>
#include <type_traits>

namespace masu::test {

// The callbacks of one call: all count together.
struct Callbacks {
  static constexpr std::uint64_t kNever = ~std::uint64_t(0);
  std::uint64_t called = 0;
  std::uint64_t throw_at = kNever;
  std::uint64_t stop_at = kNever;       // returns 0
  bool supports = true;                 // whether support functions count, too
  bool in_pair_filter = false;          // the last one
  const masu_body* restored = nullptr;  // for masu_world_restore_with_2f()

  // Returns whether to go on.
  bool count() {
    if (++called == throw_at) throw std::runtime_error("no");
    return called != stop_at;
  }
};
inline Callbacks callbacks;

inline void inspect(const masu_slide_obstacle_2f* o) {
  (void)masu_slide_gap_2f(o, {0, 1});
}
inline void inspect(const masu_slide_obstacle_3f* o) {
  (void)masu_slide_gap_3f(o, {0, 1, 0});
}
inline void inspect(const masu_slide_obstacle_2d* o) {
  (void)masu_slide_gap_2d(o, {0, 1});
}
inline void inspect(const masu_slide_obstacle_3d* o) {
  (void)masu_slide_gap_3d(o, {0, 1, 0});
}
inline void inspect(masu_shape_2f* s) {
  *s = masu_shape_of_2f(callbacks.restored);
}
inline void inspect(masu_shape_3f* s) {
  *s = masu_shape_of_3f(callbacks.restored);
}
inline void inspect(masu_shape_2d* s) {
  *s = masu_shape_of_2d(callbacks.restored);
}
inline void inspect(masu_shape_3d* s) {
  *s = masu_shape_of_3d(callbacks.restored);
}
template <class T>
void inspect(const T&) {}

// What a function pointer of this type points to.
template <class F>
struct CallbackOf;
template <class R, class... Args>
struct CallbackOf<R (*)(void*, Args...)> {
  static R call(void*, Args... args) {
    callbacks.in_pair_filter = (std::is_same_v<Args, const masu_pair_candidate*> || ...);
    const bool on = callbacks.count();
    (inspect(args), ...);
    if constexpr (!std::is_void_v<R>) return R(on ? 1 : 0);
  }
};
// masu_support: a box from -1 to 1.
template <class V>
struct CallbackOf<V (*)(void*, const V*)> {
  static V call(void*, const V* d) {
    if (callbacks.supports) (void)callbacks.count();
    V v = *d;
    v.x = v.x < 0 ? -1 : 1;
    v.y = v.y < 0 ? -1 : 1;
    if constexpr (requires { v.z; }) v.z = v.z < 0 ? -1 : 1;
    return v;
  }
};
// masu_jobs::run, which must not throw: backwards.
template <>
struct CallbackOf<void (*)(void*, std::uint32_t, void (*)(void*, std::uint32_t), void*)> {
  static void call(void*, std::uint32_t count, void (*job)(void*, std::uint32_t), void* data) {
    for (std::uint32_t i = count; i-- > 0;) job(data, i);
  }
};

}  // namespace masu::test
