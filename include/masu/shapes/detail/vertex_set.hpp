// SPDX-License-Identifier: MIT
// VertexSet: points in one array per axis, padded to whole SIMD registers.
#pragma once

#include <cstdint>
#include <span>

#include <masu/core/buffer.hpp>
#include <masu/core/vec.hpp>

namespace masu::detail {

// Padded to a multiple of kBlock with copies of the first point; they change no support point.
template <int D, class T>
class VertexSet {
 public:
  static constexpr std::size_t kBlock = 8;

  explicit VertexSet(Allocator allocator) : data_(allocator) {}

  // Takes the points, at least one. Returns false if memory is refused.
  bool assign(std::span<const Vec<D, T>> points) {
    const std::size_t stride = (points.size() + kBlock - 1) / kBlock * kBlock;
    if (!data_.resize(stride * D)) return false;
    size_ = points.size();
    stride_ = stride;
    for (int a = 0; a < D; ++a) {
      T* const to = data_.data() + a * stride;
      for (std::size_t i = 0; i < stride; ++i) to[i] = points[i < size_ ? i : 0][a];
    }
    return true;
  }
  void clear() { data_.clear(), size_ = stride_ = 0; }

  Allocator allocator() const { return data_.allocator(); }
  std::size_t size() const { return size_; }
  std::size_t padded() const { return stride_; }
  const T* axis(int a) const { return data_.data() + static_cast<std::size_t>(a) * stride_; }
  Vec<D, T> operator[](std::size_t i) const {
    Vec<D, T> p{};
    for (int a = 0; a < D; ++a) p[a] = axis(a)[i];
    return p;
  }

 private:
  Buffer<T> data_;
  std::size_t size_ = 0;
  std::size_t stride_ = 0;
};

}  // namespace masu::detail
