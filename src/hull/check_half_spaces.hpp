// SPDX-License-Identifier: MIT
// Checks half-spaces and normalizes them.
#pragma once

#include <cmath>

#include <masu/core/buffer.hpp>
#include <masu/hull/duality.hpp>

#include "shapes/check_numbers.hpp"

namespace masu::detail {

template <int D, class T>
Status unit_planes(std::span<const Hyperplane<D, T>> from, Buffer<Hyperplane<D, double>>& to) {
  if (from.size() > (std::size_t(1) << 28)) return Status::too_many_objects;
  if (!to.resize(from.size())) return Status::out_of_memory;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (const Status s = check_numbers(from[i].normal); s != Status::ok) return s;
    if (const Status s = check_number(from[i].offset); s != Status::ok) return s;
    const auto normal = vec_cast<double>(from[i].normal);
    const double size = length(normal);
    if (!(size > 0)) return Status::not_positive;
    for (int k = 0; k < D; ++k) to[i].normal[k] = normal[k] / size;
    to[i].offset = double(from[i].offset) / size;
  }
  return Status::ok;
}

}  // namespace masu::detail
