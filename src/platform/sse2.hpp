// SPDX-License-Identifier: MIT
// Compares four or two numbers at once with SSE2, which every x86-64 processor has. Highway 1.0 has
// no target for SSE2 alone, and choosing a target at run time costs more than one box test.
#pragma once

#if defined(__SSE2__)
#define MASU_SSE2
#include <emmintrin.h>

namespace masu::detail {

inline __m128 load(const float* p) {
  return _mm_loadu_ps(p);
}
inline __m128d load(const double* p) {
  return _mm_loadu_pd(p);
}
inline __m128 at_most(__m128 a, __m128 b) {
  return _mm_cmple_ps(a, b);
}
inline __m128d at_most(__m128d a, __m128d b) {
  return _mm_cmple_pd(a, b);
}
inline __m128 flip(__m128 a, __m128 signs) {
  return _mm_xor_ps(a, signs);
}
inline __m128d flip(__m128d a, __m128d signs) {
  return _mm_xor_pd(a, signs);
}
inline __m128 both(__m128 a, __m128 b) {
  return _mm_and_ps(a, b);
}
inline __m128d both(__m128d a, __m128d b) {
  return _mm_and_pd(a, b);
}
// a[0] a[1] b[0] b[1]
inline __m128 lower_halves(__m128 a, __m128 b) {
  return _mm_movelh_ps(a, b);
}
// a[2] a[3] b[2] b[3]
inline __m128 upper_halves(__m128 a, __m128 b) {
  return _mm_movehl_ps(b, a);
}
inline bool first_three(__m128 a) {
  return (_mm_movemask_ps(a) & 7) == 7;
}
inline bool all(__m128 a) {
  return _mm_movemask_ps(a) == 0xf;
}
inline bool all(__m128d a) {
  return _mm_movemask_pd(a) == 3;
}

}  // namespace masu::detail
#endif
