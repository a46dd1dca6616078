// SPDX-License-Identifier: MIT
// Asks for a line of memory before it is needed; a hint that may do nothing.
#pragma once

namespace masu {

inline void prefetch(const void* p) {
#if defined(__GNUC__)
  __builtin_prefetch(p);
#else
  (void)p;
#endif
}

inline void prefetch_for_write(const void* p) {
#if defined(__GNUC__)
  __builtin_prefetch(p, 1);
#else
  (void)p;
#endif
}

}  // namespace masu
