// SPDX-License-Identifier: MIT
// call_of<&masu_...>(): a function of the C interface that can be called with arguments of a Draw.
#pragma once

#include <bit>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "tests/calls/draw.hpp"
#include "tests/calls/fixes.hpp"

namespace masu::test {

// What a call did.
struct Outcome {
  masu_status status = MASU_OK;  // of functions without one: MASU_OK
  bool has_status = false;
  bool out_of_memory = false;  // the status, or that of a result
  bool threw = false;          // the same
  std::size_t refused = 0;     // how many requests for memory were refused
  std::uint64_t digest = 0;    // of everything that was returned, without pointers
};

// When memory is refused during a call.
struct Refusal {
  std::size_t at = FailingAllocator::kNever;
  bool forever = false;
};

struct Call {
  std::string_view name;
  std::function<Outcome(Draw&, const Refusal&)> run;
};

// Hashes numbers of results (FNV-1a), and looks for failures in them. Counters of work are left
// out: what a failed call has done need not be done again.
class Digest {
 public:
  explicit Digest(Outcome& to) : to_(to) { to_.digest = 0xcbf29ce484222325u; }

  template <class V>
  void add(std::string_view name, const V& value) {
    if constexpr (std::is_array_v<V>) {
      for (const auto& element : value) add(name, element);
    } else if constexpr (std::is_pointer_v<V>) {
      bytes(value != nullptr);
    } else if constexpr (std::is_arithmetic_v<V>) {
      bytes(value);
      if (name == "status" && value == V(MASU_OUT_OF_MEMORY)) to_.out_of_memory = true;
      if (name == "status" && value == V(MASU_THREW)) to_.threw = true;
    } else {
      visit_members(const_cast<V&>(value), [&](std::string_view member, const auto& m) {
        if (member != "stats" && member != "pairs_tested") add(member, m);
      });
    }
  }

 private:
  template <class V>
  void bytes(const V& value) {
    unsigned char raw[sizeof(V)];
    std::memcpy(raw, &value, sizeof(V));
    for (const unsigned char c : raw) to_.digest = (to_.digest ^ c) * 0x100000001b3u;
  }

  Outcome& to_;
};

namespace detail {

template <class A>
constexpr bool kIsOut = false;  // a pointer to what the call may write
template <class T>
constexpr bool kIsOut<T*> = !std::is_const_v<T> && !std::is_function_v<T> && !std::is_void_v<T> &&
                            !Opaque<std::remove_const_t<T>>;

template <class A>
void digest_argument(Digest& digest, std::string_view name, A argument) {
  if constexpr (kIsOut<A>) {
    if (argument == nullptr) return;
    const std::uint32_t count = std::is_pointer_v<std::remove_pointer_t<A>> ? 1 : Draw::kElements;
    for (std::uint32_t i = 0; i < count; ++i) digest.add(name, argument[i]);
  }
}

// Whether a call returns a list, as long as its last argument says. An empty one may be null.
template <class R, class... Args>
constexpr bool kIsList = [] {
  if constexpr (sizeof...(Args) == 0 || !std::is_pointer_v<R>)
    return false;
  else {
    using Last = std::tuple_element_t<sizeof...(Args) - 1, std::tuple<Args...>>;
    return std::is_same_v<Last, std::size_t*> &&
           !Opaque<std::remove_const_t<std::remove_pointer_t<R>>>;
  }
}();
template <class T>
void digest_list(Digest& digest, const T* list, const std::size_t* count) {
  if (list == nullptr || count == nullptr) return;
  for (std::size_t i = 0; i < *count; ++i) digest.add("", list[i]);
}

// Objects that were made belong to the story.
template <class A>
void adopt_made(Objects& objects, A argument) {
  if constexpr (std::is_pointer_v<A>) {
    using P = std::remove_pointer_t<A>;
    if constexpr (std::is_pointer_v<P> && Opaque<std::remove_pointer_t<P>>) {
      if (argument != nullptr && *argument != nullptr) objects.adopt(*argument);
    }
  }
}

template <auto Function, class R, class... Args, std::size_t... I>
Outcome run_call(std::string_view name, const std::vector<std::string_view>& names,
                 std::index_sequence<I...>, R (*)(Args...), Draw& draw, const Refusal& refusal) {
  Outcome outcome;
  // In braces: drawn in the order of the parameters.
  std::tuple<Args...> arguments{draw.argument<Args>(names[I])...};
  if (draw.mood() == Mood::valid) Fix<Function>::apply(draw, std::get<I>(arguments)...);
  FailingAllocator& memory = draw.objects().memory();
  Digest digest(outcome);
  memory.fail(refusal.at, refusal.forever);
  if constexpr (std::is_void_v<R>) {
    std::apply(Function, arguments);
    outcome.refused = memory.failures();
  } else {
    const R result = std::apply(Function, arguments);
    outcome.refused = memory.failures();
    if constexpr (std::is_same_v<R, masu_status>) {
      outcome.has_status = true;
      outcome.status = result;
    }
    if constexpr (std::is_same_v<R, const char*>) {
      for (const char* c = result; c != nullptr && *c != 0; ++c) digest.add("", *c);
    } else if constexpr (kIsList<R, Args...>) {
      digest_list(digest, result, std::get<sizeof...(Args) - 1>(arguments));
    } else {
      digest.add("status", result);
    }
  }
  memory.fail(FailingAllocator::kNever);
  (digest_argument(digest, names[I], std::get<I>(arguments)), ...);
  (adopt_made(draw.objects(), std::get<I>(arguments)), ...);
  if constexpr (sizeof...(Args) == 1) {
    if constexpr (std::is_pointer_v<std::tuple_element_t<0, std::tuple<Args...>>>) {
      using T = std::remove_pointer_t<std::tuple_element_t<0, std::tuple<Args...>>>;
      if constexpr (Opaque<T>) {
        const bool ends = name.find("_destroy") != name.npos || name.find("_release") != name.npos;
        if (ends && outcome.status == MASU_OK) draw.objects().forget(std::get<0>(arguments));
      }
    }
  }
  return outcome;
}

template <class R, class... Args>
constexpr std::size_t parameter_count(R (*)(Args...)) {
  return sizeof...(Args);
}

}  // namespace detail

template <auto Function>
Call call_of(std::string_view name, std::initializer_list<std::string_view> parameters) {
  return {name, [name, names = std::vector(parameters)](Draw& draw, const Refusal& refusal) {
            constexpr std::size_t n = detail::parameter_count(Function);
            return detail::run_call<Function>(name, names, std::make_index_sequence<n>(), Function,
                                              draw, refusal);
          }};
}

// Of each kind: written by list_calls.py.
std::vector<Call> calls_any();
std::vector<Call> calls_2f();
std::vector<Call> calls_3f();
std::vector<Call> calls_2d();
std::vector<Call> calls_3d();

}  // namespace masu::test
