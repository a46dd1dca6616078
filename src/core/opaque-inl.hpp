// SPDX-License-Identifier: MIT
// What makes an Opaque<T> complete, where T is known: `template class Opaque<T>;` after this.
#pragma once

#include <masu/core/detail/opaque.hpp>
#include <new>

namespace masu::detail {

template <class T>
T* Opaque<T>::need() {
  if (object_ != nullptr) return object_;
  void* const memory = allocator_.allocate(allocator_.context, sizeof(T), alignof(T));
  if (memory != nullptr) object_ = new (memory) T(allocator_);
  return object_;
}

template <class T>
void Opaque<T>::destroy() {
  if (object_ == nullptr) return;
  object_->~T();
  allocator_.deallocate(allocator_.context, object_, sizeof(T), alignof(T));
  object_ = nullptr;
}

}  // namespace masu::detail
