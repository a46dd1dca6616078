// SPDX-License-Identifier: MIT
// BoxSpan: a view of an array of boxes of any type, without copying.
#pragma once

#include <concepts>
#include <cstddef>
#include <iterator>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>

#include <masu/core/aabb.hpp>

namespace masu {

// How to read a box type other than Aabb: pointers to the D contiguous scalars of both corners.
//
//    template <> struct masu::BoxTraits<MyBox> {
//      static const float* min(const MyBox& b) { return b.corner[0]; }
//      static const float* max(const MyBox& b) { return b.corner[1]; }
//    };
//
// No specialization is needed for types with corners named min and max, lower and upper, or
// lowerBound and upperBound, as members or as functions, if corners are vectors with operator[]
// (Eigen, glm) or with members x, y, z.
template <class Box>
struct BoxTraits;

namespace detail {

template <class V>
constexpr auto* first_scalar(const V& v) {
  if constexpr (requires { v.v[0]; }) {
    return &v.v[0];
  } else if constexpr (requires { &v[0]; }) {
    return &v[0];
  } else {
    return &v.x;
  }
}

template <class Corner>
struct Corners {
  const Corner& min;
  const Corner& max;
};
template <class Corner>
constexpr Corners<Corner> corners(const Corner& min, const Corner& max) {
  return {min, max};
}

// The corners of a box, by the names that they may have; void: it has none of them. A
// function that returns its corner by value has no member to point to.
template <class B>
constexpr auto corners_of(const B& b) {
  if constexpr (requires {
                  first_scalar(b.min()), first_scalar(b.max());
                  requires std::is_lvalue_reference_v<decltype(b.min())>;
                  requires std::is_lvalue_reference_v<decltype(b.max())>;
                }) {
    return corners(b.min(), b.max());
  } else if constexpr (requires { first_scalar(b.min), first_scalar(b.max); }) {
    return corners(b.min, b.max);
  } else if constexpr (requires { first_scalar(b.lower), first_scalar(b.upper); }) {
    return corners(b.lower, b.upper);
  } else if constexpr (requires { first_scalar(b.lowerBound), first_scalar(b.upperBound); }) {
    return corners(b.lowerBound, b.upperBound);
  }
}
template <class B>
using CornersOf = decltype(corners_of(std::declval<const B&>()));
template <class B>
concept HasCorners = !std::is_void_v<CornersOf<B>>;

// The number of axes that the type declares; 0: it declares none.
template <class B>
constexpr int axes_of() {
  if constexpr (requires { B::kDimension; })
    return int(B::kDimension);
  else if constexpr (requires { B::AmbientDimAtCompileTime; })
    return int(B::AmbientDimAtCompileTime);
  else
    return 0;
}

// The size of a corner in bytes; 0: a type with its own BoxTraits, which are trusted.
template <class B>
constexpr std::size_t corner_size() {
  if constexpr (HasCorners<B>)
    return sizeof(std::declval<CornersOf<B>>().min);
  else
    return 0;
}

}  // namespace detail

// For boxes with members min and max, lower and upper, or lowerBound and upperBound.
template <detail::HasCorners Box>
struct BoxTraits<Box> {
  // Returns the first of the coordinates of the lower corner.
  static constexpr const auto* min(const Box& b) {
    return detail::first_scalar(detail::corners_of(b).min);
  }
  // Returns the first of the coordinates of the upper corner.
  static constexpr const auto* max(const Box& b) {
    return detail::first_scalar(detail::corners_of(b).max);
  }
};

// A type whose BoxTraits return pointers to scalars of type T.
template <class Box, class T>
concept BoxLike = requires(const Box& b) {
  { BoxTraits<Box>::min(b) } -> std::same_as<const T*>;
  { BoxTraits<Box>::max(b) } -> std::same_as<const T*>;
};

// Refuses boxes with fewer axes than asked for, which would be read past their end: by the number
// of axes that the type declares, or by the size of its corners.
template <class Box, int D, class T>
concept HasAxes = (detail::axes_of<Box>() == D) || (detail::axes_of<Box>() < 0) ||
                  (detail::axes_of<Box>() == 0 && (detail::corner_size<Box>() == 0 ||
                                                   detail::corner_size<Box>() >= D * sizeof(T)));

// A contiguous range of boxes with D axes and scalar T.
template <class Range, int D, class T>
concept BoxRange = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> &&
    BoxLike<std::remove_cv_t<std::ranges::range_value_t<Range>>, T> &&
    HasAxes<std::remove_cv_t<std::ranges::range_value_t<Range>>, D, T>;

// Strided view: box i has its corners at min + i * stride and max + i * stride. In 3D a search may
// read the scalar after a corner, too: no other thread may write it meanwhile. Every search over
// boxes takes one: pass a range of boxes, or make the span of an array in another layout.
//
//    const masu::BoxSpan<2, float> all(boxes);  // or pass `boxes` itself
//    const masu::BoxSpan<2, float> rows(xyxy, xyxy + 2, 4 * sizeof(float), count);
//
// Copies take O(1); the boxes must outlive the span.
template <int D, class T>
class BoxSpan {
 public:
  constexpr BoxSpan() = default;  // no boxes

  // Views an array in any layout, with `stride` bytes from one box to the next.
  BoxSpan(const T* min, const T* max, std::size_t stride, std::size_t size)
      : min_(reinterpret_cast<const std::byte*>(min)),
        max_(reinterpret_cast<const std::byte*>(max)),
        stride_(stride),
        size_(size) {}

  // Any contiguous range of boxes: std::vector<Aabb>, std::span<Eigen::AlignedBox3f>, ...
  template <BoxRange<D, T> Range>
  BoxSpan(const Range& boxes)
      : stride_(sizeof(std::ranges::range_value_t<Range>)), size_(std::ranges::size(boxes)) {
    using Box = std::remove_cv_t<std::ranges::range_value_t<Range>>;
    if (size_ == 0) return;
    min_ = reinterpret_cast<const std::byte*>(BoxTraits<Box>::min(*std::ranges::data(boxes)));
    max_ = reinterpret_cast<const std::byte*>(BoxTraits<Box>::max(*std::ranges::data(boxes)));
  }

  std::size_t size() const { return size_; }  // number of boxes
  bool empty() const { return size_ == 0; }   // whether there are none
  // Bytes from one box to the next.
  std::size_t stride() const { return stride_; }
  // Return the coordinates of the lower, and of the upper corner of a box.
  const T* min(std::size_t i) const { return reinterpret_cast<const T*>(min_ + i * stride_); }
  const T* max(std::size_t i) const { return reinterpret_cast<const T*>(max_ + i * stride_); }

  // Returns box i, read from its two corners. Precondition: i < size().
  Aabb<D, T> operator[](std::size_t i) const {
    Aabb<D, T> box;
    for (int a = 0; a < D; ++a) {
      box.min[a] = min(i)[a];
      box.max[a] = max(i)[a];
    }
    return box;
  }

 private:
  const std::byte* min_ = nullptr;
  const std::byte* max_ = nullptr;
  std::size_t stride_ = sizeof(Aabb<D, T>);
  std::size_t size_ = 0;
};

}  // namespace masu
