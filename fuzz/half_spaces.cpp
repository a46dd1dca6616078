// SPDX-License-Identifier: MIT
// Intersections of half-spaces of arbitrary numbers, and of two polytopes by two algorithms: what
// they share is inside, and nothing is cut off.
#include <algorithm>
#include <cmath>
#include <vector>

#include <masu/core/assert.hpp>
#include <masu/hull/half_space_intersection.hpp>
#include <masu/hull/polytope_of.hpp>
#include <masu/narrow_phase/face_clipping.hpp>
#include <masu/narrow_phase/muller_preparata.hpp>

#include "fuzz/fuzz_input.hpp"

namespace masu::fuzz {
namespace {

template <int D, class T>
double dot_of(const Vec<D, T>& a, const Vec<D, T>& b) {
  double sum = 0;
  for (int k = 0; k < D; ++k) sum += double(a[k]) * double(b[k]);
  return sum;
}

template <int D, class T>
T size_of(const Polytope<D, T>& p) {
  if constexpr (D == 2) {
    return p.area();
  } else {
    return p.volume();
  }
}

template <int D, class T>
void intersect(FuzzInput& bytes) {
  std::vector<Hyperplane<D, T>> planes(bytes.below(24));
  for (auto& p : planes) {
    p.normal = bytes.position<D, T>();
    p.offset = bytes.byte() % 4 != 0 ? bytes.size<T>() : bytes.number<T>();
  }
  HalfSpaceIntersection<D, T> builder;
  Polytope<D, T> polytope;
  const Status status = builder.build(planes, polytope);
  const bool empty = polytope.vertices().empty();
  MASU_ASSERT(empty == (status != Status::ok));
  // The origin is inside, not by rounding alone.
  bool around = true;
  double size = 0;
  for (const auto& p : planes) {
    const double length = std::sqrt(dot_of(p.normal, p.normal));
    around = around && double(p.offset) > 1e-3 * length && length > 1e-3;
    if (length > 0) size = std::max(size, std::fabs(double(p.offset)) / length);
  }
  if (bytes.far()) return;
  if (around) MASU_ASSERT(status != Status::no_points && status != Status::flat);
  if (status != Status::ok) return;
  MASU_ASSERT((size_of<D, T>(polytope) > 0) && is_finite(polytope.centroid()));
  for (const auto& v : polytope.vertices()) {
    MASU_ASSERT(is_finite(v));
    size = std::max(size, std::sqrt(dot_of(v, v)));
  }
  // No vertex is outside; some vertex is on each plane that a side lies in.
  const double rounding = 64 * double(std::numeric_limits<T>::epsilon()) * size;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const auto& p = planes[i];
    const double length = std::sqrt(dot_of(p.normal, p.normal));
    for (const auto& v : polytope.vertices()) {
      MASU_ASSERT(dot_of(p.normal, v) - double(p.offset) <= length * rounding);
    }
  }
  if (!around) return;
  Polytope<D, T> same;
  MASU_ASSERT(builder.build(planes, Vec<D, T>{}, same) == Status::ok);
  const double whole = double(size_of<D, T>(polytope));
  MASU_ASSERT(std::fabs(double(size_of<D, T>(same)) - whole) <= 1e-3 * whole);
}

template <int D, class T>
void share(FuzzInput& bytes) {
  ConvexPolytope<D, T> bodies[2];
  double reach = 0;
  for (int b = 0; b < 2; ++b) {
    std::vector<Vec<D, T>> points(D + 1 + bytes.below(12));
    for (auto& p : points) {
      p = bytes.position<D, T>();
      reach = std::max(reach, std::sqrt(dot_of(p, p)));
    }
    Status made;
    if constexpr (D == 2) {
      made = polygon_of<T>(points, bodies[b]);
    } else {
      made = polyhedron_of<T>(points, bodies[b]);
    }
    if (made != Status::ok) return;
  }
  const Transform<D, T> poses[] = {bytes.transform<D, T>(), bytes.transform<D, T>()};
  for (const auto& pose : poses) {
    reach = std::max(reach, std::sqrt(dot_of(pose.translation, pose.translation)));
  }
  MullerPreparata<D, T> duals;
  FaceClipping<D, T> clipping;
  ContactVolume<D, T> one, two, back;
  const Status status = duals.find(bodies[0], poses[0], bodies[1], poses[1], one);
  const Status other = clipping.find(bodies[0], poses[0], bodies[1], poses[1], two);
  const Status swapped = duals.find(bodies[1], poses[1], bodies[0], poses[0], back);
  // If both poses are invalid, the status is about the first one.
  const bool valid = poses[0].check() == Status::ok && poses[1].check() == Status::ok;
  MASU_ASSERT(valid ? swapped == status : swapped != Status::ok && status != Status::ok);
  if (status != Status::ok || bytes.far()) return;
  MASU_ASSERT(one.volume() == back.volume() && one.centroid() == back.centroid());
  MASU_ASSERT(one.volume() > 0 && is_finite(one.centroid()));
  if (other != Status::ok) return;
  // What two bodies share is no more than either. (Swapped bodies have the same volume.)
  const double whole[] = {double(one.volume()), double(two.volume())};
  const double most = std::max(whole[0], whole[1]);
  double size = 0;
  for (const auto& v : one.polytope().vertices()) {
    for (int a = 0; a < D; ++a) {
      size = std::max(size, std::fabs(double(v[a] - one.centroid()[a])));
    }
  }
  const double rounding = 1e4 * double(std::numeric_limits<T>::epsilon());
  // Planes of faces carry the rounding of the bodies' size, even if they share little.
  const double of_planes = 0x1p-44 * reach * std::pow(size, D - 1);
  MASU_ASSERT(std::fabs(whole[0] - whole[1]) <=
              rounding * std::max(most, std::pow(size, D)) + of_planes);
}

template <int D, class T>
void run(FuzzInput& bytes) {
  bytes.flag() ? intersect<D, T>(bytes) : share<D, T>(bytes);
}

}  // namespace
}  // namespace masu::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  masu::fuzz::FuzzInput bytes(data, size);
  switch (bytes.byte() % 4) {
    case 0: masu::fuzz::run<2, float>(bytes); break;
    case 1: masu::fuzz::run<3, float>(bytes); break;
    case 2: masu::fuzz::run<2, double>(bytes); break;
    default: masu::fuzz::run<3, double>(bytes);
  }
  return 0;
}
