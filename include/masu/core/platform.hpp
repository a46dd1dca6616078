// SPDX-License-Identifier: MIT
// Everything that depends on the compiler: requirements, and hints to it.
#pragma once

#include <cstdint>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)
#error \
    "masu decides by exact comparisons of floats, NaN among them: compile it without -ffast-math \
and -ffinite-math-only"
#endif

// A function that is called rarely, and should not be compiled into its callers.
#if defined(__GNUC__)
#define MASU_NOINLINE __attribute__((noinline))
#else
#define MASU_NOINLINE
#endif
// As MASU_NOINLINE, and optimised for size.
#if defined(__GNUC__)
#define MASU_COLD __attribute__((noinline, cold))
#else
#define MASU_COLD
#endif
// A function that is compiled with all that it calls inside: for the entry points of small
// operations, where calls between their parts would cost a tenth. The compiler's own budget for
// inlining is spent on whichever class of a file comes first.
#if defined(__GNUC__)
#define MASU_FLATTEN __attribute__((flatten))
#else
#define MASU_FLATTEN
#endif

// Allows offsetof() of classes with bases, for the rest of a file.
#if defined(__GNUC__)
#define MASU_OFFSETS_WITH_BASES _Pragma("GCC diagnostic ignored \"-Winvalid-offsetof\"")
#else
#define MASU_OFFSETS_WITH_BASES
#endif

namespace masu {
namespace detail {

// The high 64 bits of the product.
constexpr std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
#ifdef __SIZEOF_INT128__
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(Wide(a) * b >> 64);
#else
  const std::uint64_t kLow = 0xffff'ffffu;
  const std::uint64_t low = (a & kLow) * (b & kLow);
  const std::uint64_t cross = (a >> 32) * (b & kLow) + (low >> 32);
  const std::uint64_t other = (a & kLow) * (b >> 32) + (cross & kLow);
  return (a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32);
#endif
}

}  // namespace detail

// Asks for a line of memory before it is needed; may do nothing.
inline void prefetch(const void* p) {
#if defined(__GNUC__)
  __builtin_prefetch(p);
#else
  (void)p;
#endif
}

// As above, for a line that will be written.
inline void prefetch_for_write(const void* p) {
#if defined(__GNUC__)
  __builtin_prefetch(p, 1);
#else
  (void)p;
#endif
}

}  // namespace masu
