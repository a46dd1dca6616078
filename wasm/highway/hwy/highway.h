// SPDX-License-Identifier: MIT
// Highway, plus vectors of double, which it lacks for WebAssembly (as of 1.0.3), and bits of masks
// and tables by one instruction. Names and results are those of its other targets.
#pragma once

#include_next <hwy/highway.h>

#if HWY_TARGET == HWY_WASM && !HWY_HAVE_FLOAT64

HWY_BEFORE_NAMESPACE();
namespace hwy {
namespace HWY_NAMESPACE {

#define MASU_DOUBLES template <size_t N>
#define MASU_BINARY(name, instruction)                                                    \
  MASU_DOUBLES HWY_API Vec128<double, N> name(Vec128<double, N> a, Vec128<double, N> b) { \
    return Vec128<double, N>{instruction(a.raw, b.raw)};                                  \
  }
#define MASU_UNARY(name, instruction)                                \
  MASU_DOUBLES HWY_API Vec128<double, N> name(Vec128<double, N> v) { \
    return Vec128<double, N>{instruction(v.raw)};                    \
  }
#define MASU_COMPARE(name, instruction)                                                    \
  MASU_DOUBLES HWY_API Mask128<double, N> name(Vec128<double, N> a, Vec128<double, N> b) { \
    return Mask128<double, N>{instruction(a.raw, b.raw)};                                  \
  }

MASU_BINARY(operator+, wasm_f64x2_add)
MASU_BINARY(operator-, wasm_f64x2_sub)
MASU_BINARY(operator*, wasm_f64x2_mul)
MASU_BINARY(operator/, wasm_f64x2_div)
MASU_UNARY(Abs, wasm_f64x2_abs)
MASU_UNARY(Sqrt, wasm_f64x2_sqrt)
MASU_UNARY(Round, wasm_f64x2_nearest)
MASU_UNARY(Trunc, wasm_f64x2_trunc)
MASU_UNARY(Ceil, wasm_f64x2_ceil)
MASU_UNARY(Floor, wasm_f64x2_floor)
MASU_COMPARE(operator==, wasm_f64x2_eq)
MASU_COMPARE(operator!=, wasm_f64x2_ne)
MASU_COMPARE(operator<, wasm_f64x2_lt)
MASU_COMPARE(operator>, wasm_f64x2_gt)
MASU_COMPARE(operator<=, wasm_f64x2_le)
MASU_COMPARE(operator>=, wasm_f64x2_ge)

// If one operand is NaN, or both are zero, the second is returned, as for float.
MASU_DOUBLES HWY_API Vec128<double, N> Min(Vec128<double, N> a, Vec128<double, N> b) {
  return Vec128<double, N>{wasm_f64x2_pmin(b.raw, a.raw)};
}
MASU_DOUBLES HWY_API Vec128<double, N> Max(Vec128<double, N> a, Vec128<double, N> b) {
  return Vec128<double, N>{wasm_f64x2_pmax(b.raw, a.raw)};
}

MASU_DOUBLES HWY_API Vec128<double, N> Set(Simd<double, N, 0>, double x) {
  return Vec128<double, N>{wasm_f64x2_splat(x)};
}
MASU_DOUBLES HWY_API Vec128<double, N> PromoteTo(Simd<double, N, 0>, Vec128<float, N> v) {
  return Vec128<double, N>{wasm_f64x2_promote_low_f32x4(v.raw)};
}
MASU_DOUBLES HWY_API Vec128<float, N> DemoteTo(Simd<float, N, 0>, Vec128<double, N> v) {
  return Vec128<float, N>{wasm_f32x4_demote_f64x2_zero(v.raw)};
}

// Highway's own function, made for integers, interprets the bits as an integer.
MASU_DOUBLES HWY_API double GetLane(Vec128<double, N> v) {
  return wasm_f64x2_extract_lane(v.raw, 0);
}

// Highway's own ones store the mask, and load each of its lanes.
HWY_API size_t StoreMaskBits(Simd<float, 4, 0>, Mask128<float, 4> mask, uint8_t* bits) {
  *bits = static_cast<uint8_t>(wasm_i32x4_bitmask(mask.raw));
  return 1;
}
HWY_API size_t StoreMaskBits(Simd<uint32_t, 4, 0>, Mask128<uint32_t, 4> mask, uint8_t* bits) {
  *bits = static_cast<uint8_t>(wasm_i32x4_bitmask(mask.raw));
  return 1;
}
HWY_API size_t StoreMaskBits(Simd<double, 2, 0>, Mask128<double, 2> mask, uint8_t* bits) {
  *bits = static_cast<uint8_t>(wasm_i64x2_bitmask(mask.raw));
  return 1;
}
// As above, of two vectors of the same type.
template <typename T, size_t N>
HWY_API Vec128<T, N> TableLookupBytes(Vec128<T, N> bytes, Vec128<T, N> from) {
  return Vec128<T, N>{wasm_i8x16_swizzle(bytes.raw, from.raw)};
}

#undef MASU_COMPARE
#undef MASU_UNARY
#undef MASU_BINARY
#undef MASU_DOUBLES

}  // namespace HWY_NAMESPACE
}  // namespace hwy
HWY_AFTER_NAMESPACE();

#endif
