// SPDX-License-Identifier: MIT
// Hulls of arbitrary points: two algorithms agree exactly, and no point is outside.
#include <vector>

#include <masu/core/assert.hpp>
#include <masu/hull/andrew.hpp>
#include <masu/hull/gift_wrapping2.hpp>
#include <masu/hull/predicates.hpp>
#include <masu/hull/quickhull2.hpp>
#include <masu/hull/quickhull3.hpp>
#include <masu/textbook/gift_wrapping3.hpp>

#include "fuzz/fuzz_input.hpp"

namespace masu::fuzz {
namespace {

template <class T>
void plane(std::span<const Vec<2, T>> points) {
  Hull2 one, two, three;
  const Status status = AndrewChain<T>().build(points, one);
  MASU_ASSERT(Quickhull2<T>().build(points, two) == status);
  MASU_ASSERT(GiftWrapping2<T>().build(points, three) == status);
  if (status != Status::ok) return;
  MASU_ASSERT(one.dimension() == two.dimension() && one.dimension() == three.dimension());
  const auto positions = [&](const Hull2& hull) {
    std::vector<Vec<2, T>> p;
    for (const std::uint32_t i : hull.vertices()) p.push_back(points[i]);
    return p;
  };
  MASU_ASSERT(positions(one) == positions(two) && positions(one) == positions(three));
  if (one.dimension() < 2) return;
  const auto loop = one.vertices();
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const Vec<2, T>& a = points[loop[k]];
    const Vec<2, T>& b = points[loop[(k + 1) % loop.size()]];
    for (const Vec<2, T>& p : points) MASU_ASSERT(orient2d(a, b, p) >= 0);
  }
}

template <class T>
void space(std::span<const Vec<3, T>> points) {
  Hull3<T> one, two;
  const Status status = Quickhull3<T>().build(points, one);
  MASU_ASSERT(GiftWrapping3<T>().build(points, two) == status);
  if (status != Status::ok) return;
  MASU_ASSERT(one.dimension() == two.dimension());
  MASU_ASSERT(one.face_count() == two.face_count());
  MASU_ASSERT(one.vertices().size() == two.vertices().size());
  if (one.dimension() < 3) return;
  for (std::size_t f = 0; f < one.face_count(); ++f) {
    const auto face = one.face(f);
    MASU_ASSERT(face.size() >= 3);
    const auto corner = [&](std::size_t k) { return points[one.vertices()[face[k]]]; };
    for (const Vec<3, T>& p : points) {
      MASU_ASSERT(orient3d(corner(0), corner(1), corner(2), p) <= 0);
    }
  }
}

template <int D, class T>
void wrap(FuzzInput& bytes) {
  std::vector<Vec<D, T>> points(bytes.below(40));
  for (auto& p : points) p = bytes.position<D, T>();
  if constexpr (D == 2) {
    plane<T>(points);
  } else {
    space<T>(points);
  }
}

}  // namespace
}  // namespace masu::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  masu::fuzz::FuzzInput bytes(data, size);
  switch (bytes.byte() % 4) {
    case 0: masu::fuzz::wrap<2, float>(bytes); break;
    case 1: masu::fuzz::wrap<3, float>(bytes); break;
    case 2: masu::fuzz::wrap<2, double>(bytes); break;
    default: masu::fuzz::wrap<3, double>(bytes);
  }
  return 0;
}
