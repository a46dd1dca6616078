// SPDX-License-Identifier: MIT
// FunctionRef: how compiled code calls a function of its caller.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

namespace masu {

namespace detail {

// The address of an object or of a function, without its type.
template <class F>
void* erased(F& f) {
  if constexpr (std::is_function_v<F>) {
    return reinterpret_cast<void*>(&f);
  } else {
    // What std::addressof() does, whose header is a third of a small program.
    return const_cast<char*>(&reinterpret_cast<const volatile char&>(f));
  }
}
// The object or function of erased(). Precondition: it is an F.
template <class F>
F& restored(void* f) {
  if constexpr (std::is_function_v<F>) {
    return *reinterpret_cast<F*>(f);
  } else {
    return *static_cast<F*>(f);
  }
}

}  // namespace detail

template <class Signature>
class FunctionRef;

// Refers to a function, a function object or a lambda, which must outlive it: two pointers, and one
// indirect call where it is called. As a parameter it takes temporaries, too. Where R is bool the
// function may return nothing, which counts as true: a visitor that never stops a search. Use it as
// a parameter, not as a member that outlives the call.
//
//    const auto each = [](masu::FunctionRef<bool(int)> visit) { return visit(1) && visit(2); };
//    use(each([](int i) { return i < 2; }));
//
// Threads: as the function that it refers to.
template <class R, class... Args>
class FunctionRef<R(Args...)> {
 public:
  // Refers to f.
  template <class F>
  requires(!std::same_as<std::remove_cvref_t<F>, FunctionRef> && std::invocable<F&, Args...>)
      FunctionRef(F&& f)
      : f_(detail::erased(f)), call_(&call<std::remove_reference_t<F>>) {}

  // Calls the function.
  R operator()(Args... args) const { return call_(f_, std::forward<Args>(args)...); }

 private:
  template <class F>
  static R call(void* function, Args... args) {
    F& f = detail::restored<F>(function);
    if constexpr (std::same_as<R, bool> && std::is_void_v<std::invoke_result_t<F&, Args...>>) {
      f(std::forward<Args>(args)...);
      return true;
    } else {
      return static_cast<R>(f(std::forward<Args>(args)...));
    }
  }

  void* f_;
  R (*call_)(void* function, Args... args);
};

}  // namespace masu
