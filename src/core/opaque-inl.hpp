// SPDX-License-Identifier: MIT
// Defines the members of Opaque<T> where T is complete; instantiate with `template class
// Opaque<T>;`.
#pragma once

#include <masu/core/detail/opaque.hpp>
#include <masu/core/status.hpp>
#include <masu/core/trace.hpp>
#include <new>

namespace masu::detail {

template <class T>
template <class... Args>
T* Opaque<T>::need(const Args&... args) {
  if (object_ != nullptr) return object_;
  void* const memory = allocator_.allocate(allocator_.context, sizeof(T), alignof(T));
  if (memory != nullptr) object_ = new (memory) T(allocator_, args...);
  return object_;
}

template <class T>
void Opaque<T>::destroy() {
  if (object_ == nullptr) return;
  object_->~T();
  allocator_.deallocate(allocator_.context, object_, sizeof(T), alignof(T));
  object_ = nullptr;
}

// Calls f(object, trace), compiled with and without a trace, with the object that the Opaque owns,
// which is made if there is none. The result holds Status::out_of_memory if that is refused.
template <class T, class F, class... Events>
auto with_object(Opaque<T>& opaque, AnyTrace<Events...> trace, F&& f) {
  T* const object = opaque.need();
  using Result = decltype(f(*object, NoTrace()));
  if (object == nullptr) return Result{Status::out_of_memory};
  return with_trace(trace, [&](const auto& t) -> Result { return f(*object, t); });
}

}  // namespace masu::detail
