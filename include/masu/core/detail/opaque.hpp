// SPDX-License-Identifier: MIT
// The data of a class whose algorithms are compiled once and not in its header.
#pragma once

#include <utility>

#include <masu/core/allocator.hpp>

// Says that a class template is compiled in the library, for both scalars, in 2D and 3D. Classes
// that hold an Opaque<T> need it where sources know how to make one.
#define MASU_EXTERN_T(Class)          \
  extern template class Class<float>; \
  extern template class Class<double>;
#define MASU_EXTERN_D_T(Class)            \
  extern template class Class<2, float>;  \
  extern template class Class<3, float>;  \
  extern template class Class<2, double>; \
  extern template class Class<3, double>;

namespace masu::detail {

// Owns one T, which only compiled code knows; it is made by need() at first use, with memory of the
// allocator. Moving an Opaque moves the ownership. What a header declares as Opaque<T> a source
// file makes complete by masu/core/opaque-inl.hpp and `template class`.
template <class T>
class Opaque {
 public:
  explicit Opaque(Allocator allocator) : allocator_(allocator) {}
  ~Opaque() { destroy(); }
  Opaque(Opaque&& o) noexcept
      : allocator_(o.allocator_), object_(std::exchange(o.object_, nullptr)) {}
  Opaque& operator=(Opaque&& o) noexcept {
    if (this == &o) return *this;
    destroy();
    allocator_ = o.allocator_;
    object_ = std::exchange(o.object_, nullptr);
    return *this;
  }

  // nullptr before the first need().
  T* get() { return object_; }
  const T* get() const { return object_; }
  // Returns the object, made as T(allocator, args...) if there is none; nullptr: out of memory.
  template <class... Args>
  T* need(const Args&... args);

 private:
  void destroy();

  Allocator allocator_;
  T* object_ = nullptr;
};

}  // namespace masu::detail
