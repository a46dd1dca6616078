// SPDX-License-Identifier: MIT
// Planes of a growing polyhedron, for every instruction set.
#include "core/simd_targets.hpp"

#include "narrow_phase/face_table.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/face_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using FaceTag = hn::CappedTag<double, FaceTable::kBlock>;
using Lanes = hn::Vec<FaceTag>;
constexpr int kLanes = static_cast<int>(hn::MaxLanes(FaceTag()));

HWY_INLINE Lanes product(Lanes x, Lanes y, Lanes z, Lanes u, Lanes v, Lanes w) {
  return hn::Add(hn::Add(hn::Mul(x, u), hn::Mul(y, v)), hn::Mul(z, w));
}

int nearest_face(const FaceTable& faces, int count) {
  const FaceTag t;
  Lanes least = hn::LoadU(t, faces.distance);
  for (int f = kLanes; f < count; f += kLanes) {
    least = hn::Min(least, hn::LoadU(t, faces.distance + f));
  }
  const Lanes best = hn::MinOfLanes(t, least);
  for (int f = 0; f < count; f += kLanes) {
    const auto here = hn::FindFirstTrue(t, hn::Eq(hn::LoadU(t, faces.distance + f), best));
    if (here >= 0) return f + static_cast<int>(here);
  }
  return 0;
}

void seen_faces(const FaceTable& faces, int count, const Vec<3, double>& w, double slack,
                FaceSet& out) {
  const FaceTag t;
  const Lanes x = hn::Set(t, w[0]);
  const Lanes y = hn::Set(t, w[1]);
  const Lanes z = hn::Set(t, w[2]);
  const Lanes least = hn::Set(t, slack);
  for (int begin = 0; begin < count; begin += 64) {
    const int end = count - begin < 64 ? count - begin : 64;
    std::uint64_t word = 0;
    for (int k = 0; k < end; k += kLanes) {
      const int f = begin + k;
      const Lanes along =
          product(hn::LoadU(t, faces.normal[0] + f), hn::LoadU(t, faces.normal[1] + f),
                  hn::LoadU(t, faces.normal[2] + f), x, y, z);
      const auto over = hn::Gt(hn::Sub(along, hn::LoadU(t, faces.offset + f)), least);
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(t, over, bits);
      word |= std::uint64_t{bits[0]} << k;
    }
    out.word[begin >> 6] = word;
  }
}

// The cross product of two sides; sides so nearly parallel that its direction is rounding make no
// plane.
void triangle_planes(TriangleTable& table, int count) {
  const FaceTag t;
  const Lanes thin = hn::Set(t, 0x1p-90);
  const Lanes none = hn::Set(t, -std::numeric_limits<double>::infinity());
  for (int i = 0; i < count; i += kLanes) {
    const Lanes px = hn::LoadU(t, table.point[0] + i);
    const Lanes py = hn::LoadU(t, table.point[1] + i);
    const Lanes pz = hn::LoadU(t, table.point[2] + i);
    const Lanes ex = hn::Sub(hn::LoadU(t, table.from[0] + i), px);
    const Lanes ey = hn::Sub(hn::LoadU(t, table.from[1] + i), py);
    const Lanes ez = hn::Sub(hn::LoadU(t, table.from[2] + i), pz);
    const Lanes gx = hn::Sub(hn::LoadU(t, table.to[0] + i), px);
    const Lanes gy = hn::Sub(hn::LoadU(t, table.to[1] + i), py);
    const Lanes gz = hn::Sub(hn::LoadU(t, table.to[2] + i), pz);
    const Lanes nx = hn::Sub(hn::Mul(ey, gz), hn::Mul(ez, gy));
    const Lanes ny = hn::Sub(hn::Mul(ez, gx), hn::Mul(ex, gz));
    const Lanes nz = hn::Sub(hn::Mul(ex, gy), hn::Mul(ey, gx));
    const Lanes squared = product(nx, ny, nz, nx, ny, nz);
    const Lanes sides = hn::Mul(product(ex, ey, ez, ex, ey, ez), product(gx, gy, gz, gx, gy, gz));
    const auto valid = hn::Gt(squared, hn::Mul(thin, sides));
    const Lanes whole = hn::Sqrt(hn::IfThenElse(valid, squared, hn::Set(t, 1.0)));
    const Lanes scale = hn::IfThenElseZero(valid, hn::Div(hn::Set(t, 1.0), whole));
    const Lanes ux = hn::Mul(nx, scale);
    const Lanes uy = hn::Mul(ny, scale);
    const Lanes uz = hn::Mul(nz, scale);
    hn::StoreU(ux, t, table.normal[0] + i);
    hn::StoreU(uy, t, table.normal[1] + i);
    hn::StoreU(uz, t, table.normal[2] + i);
    const Lanes offset = product(ux, uy, uz, px, py, pz);
    hn::StoreU(hn::IfThenElse(valid, offset, none), t, table.offset + i);
  }
}

template <class Kernels>
constexpr int kTable = 0;
template <>
constexpr FaceKernels kTable<FaceKernels> = {&nearest_face, &seen_faces, &triangle_planes};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

const FaceKernels& face_kernels() {
  return MASU_CHOSEN(FaceKernels);
}

}  // namespace masu::detail
#endif
