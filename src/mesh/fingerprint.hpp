// SPDX-License-Identifier: MIT
// A hash of a body's pose.
#pragma once

#include <masu/mesh/body_view.hpp>
#include "narrow_phase/pair_order.hpp"

namespace masu::detail {

// The finalizer of MurmurHash3.
inline std::uint64_t mixed_bits(std::uint64_t x) {
  x = (x ^ (x >> 33)) * 0xff51'afd7'ed55'8ccdu;
  x = (x ^ (x >> 33)) * 0xc4ce'b9fe'1a85'ec53u;
  return x ^ (x >> 33);
}

template <int D, class T>
std::uint64_t fingerprint(const Transform<D, T>& pose) {
  std::uint64_t x = 0;
  for (int a = 0; a < D; ++a) x = mixed_bits(x ^ bits_of(pose.translation[a]));
  const auto& r = pose.rotation;
  if constexpr (D == 2) {
    x = mixed_bits(mixed_bits(x ^ bits_of(r.cosine)) ^ bits_of(r.sine));
  } else {
    for (const T q : {r.x, r.y, r.z, r.w}) x = mixed_bits(x ^ bits_of(q));
  }
  return x;
}

}  // namespace masu::detail
