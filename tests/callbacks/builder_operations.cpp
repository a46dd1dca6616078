// SPDX-License-Identifier: MIT
// Operations of hull builders, and of the narrow phase: most take traces.
#include <masu/hull/andrew.hpp>
#include <masu/hull/gift_wrapping2.hpp>
#include <masu/hull/half_space_intersection.hpp>
#include <masu/hull/polygon_decomposition.hpp>
#include <masu/hull/quickhull2.hpp>
#include <masu/hull/quickhull3.hpp>
#include <masu/narrow_phase/epa.hpp>
#include <masu/narrow_phase/face_clipping.hpp>
#include <masu/narrow_phase/gjk.hpp>
#include <masu/narrow_phase/muller_preparata.hpp>
#include <masu/shapes/vertex_climb.hpp>
#include <masu/textbook/gift_wrapping3.hpp>
#include <masu/textbook/lin_canny.hpp>
#include <masu/textbook/plain_gjk.hpp>
#include <masu/textbook/separating_axis.hpp>
#include <masu/textbook/v_clip.hpp>

#include "tests/callbacks/operation.hpp"
#include "tests/callbacks/solids.hpp"

namespace masu::test {
namespace {

using enum UserCode;

template <int D>
std::vector<Vec<D, double>> points() {
  scenes::Pcg32 random(4);
  std::vector<Vec<D, double>> made(20);
  for (auto& point : made) {
    for (int a = 0; a < D; ++a) point[a] = random.between(-1, 1);
  }
  return made;
}

// The builder is used again after a trace threw.
template <class Builder, class Hull, int D>
void add_hull(std::vector<Operation>& list, const char* name) {
  list.push_back({name, {trace}, [](Probe& p) {
                    const auto input = points<D>();
                    Builder builder;
                    Hull hull;
                    p.attempt(builder, [&](Digest& d) {
                      d << builder.build(input, hull, p.trace());
                      d << hull.dimension() << hull.vertices();
                    });
                  }});
}

void add_decomposition(std::vector<Operation>& list) {
  const auto add = [&](const char* name, auto&& run) {
    list.push_back({name, {trace}, [run](Probe& p) {
                      const std::vector<Vec2d> star = {{0, 3},  {-1, 1}, {-3, 0}, {-1, -1},
                                                       {0, -3}, {1, -1}, {3, 0},  {1, 1}};
                      const std::uint32_t size = 8;
                      PolygonDecomposition<double> builder;
                      ConvexParts2 parts;
                      p.attempt(builder, [&](Digest& d) {
                        d << run(builder, star, std::span(&size, 1), parts, p.trace());
                        for (std::size_t i = 0; i < parts.size(); ++i) d << parts.part(i);
                      });
                    }});
  };
  add("PolygonDecomposition::build",
      [](auto& builder, auto&&... arguments) { return builder.build(arguments...); });
  add("PolygonDecomposition::triangulate",
      [](auto& builder, auto&&... arguments) { return builder.triangulate(arguments...); });
  list.push_back({"HalfSpaceIntersection::build", {trace}, [](Probe& p) {
                    std::vector<Hyperplane<3, double>> planes;
                    for (const auto& normal : points<3>()) planes.push_back({normal, 1});
                    HalfSpaceIntersection<3, double> builder;
                    Polytope3<double> polytope;
                    p.attempt(builder, [&](Digest& d) {
                      d << builder.build(planes, polytope, p.trace());
                      d << polytope.volume() << polytope.vertices();
                    });
                  }});
}

template <class Finder>
void add_volume(std::vector<Operation>& list, const char* name) {
  list.push_back({name, {trace}, [](Probe& p) {
                    const auto a = octahedron(1), b = octahedron(1);
                    Finder finder;
                    ContactVolume<3, double> volume;
                    p.attempt(finder, [&](Digest& d) {
                      d << finder.find(a, {}, b, {{0.5, 0.3, 0.2}, {}}, volume, p.trace());
                      d << volume.volume() << volume.normal() << volume.polytope().vertices();
                    });
                  }});
}

// Two sets of points as a Minkowski difference that may throw.
struct Difference {
  Probe& probe;
  std::vector<Vec3d> points;
  Vec3d offset;

  DifferencePoint<3> operator()(const Vec3d& d) const {
    probe.visit();
    std::uint32_t best = 0;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      if (dot(points[i], d) > dot(points[best], d)) best = i;
    }
    DifferencePoint<3> found{};
    found.w = points[best] + offset;
    found.a = found.w;
    found.vertex_a = best;
    return found;
  }
};

void add_narrow_phase(std::vector<Operation>& list) {
  const auto add = [&](const char* name, const Vec3d& offset, auto&& run) {
    list.push_back({name, {visitor, trace}, [offset, run](Probe& p) {
                      const Difference difference{p, points<3>(), offset};
                      Simplex<3> start{};
                      start.p[0] = difference(Vec3d{1, 0, 0});
                      start.size = 1;
                      p.attempt(p, [&](Digest& d) { run(p, difference, start, d); });
                    }});
  };
  add("gjk", {3, 1, 1}, [](Probe& p, const auto& difference, const auto& start, Digest& d) {
    const auto r =
        p.with_trace() ? gjk<3>(difference, start, {}, p.watcher()) : gjk<3>(difference, start);
    d << r.nearest << r.lower << r.upper << r.rounds;
  });
  add("epa", {0.1, 0, 0}, [](Probe& p, const auto& difference, const auto& start, Digest& d) {
    const auto r =
        p.with_trace() ? epa<3>(difference, start, {}, p.watcher()) : epa<3>(difference, start);
    d << r.lower << r.upper;
  });
  add("plain_gjk", {3, 1, 1}, [](Probe& p, const auto& difference, const auto&, Digest& d) {
    const Vec3d towards{-1, 0, 0};
    const auto r = p.with_trace() ? plain_gjk<3>(difference, towards, 0x1p-40, p.watcher())
                                  : plain_gjk<3>(difference, towards);
    d << r.nearest;
  });
  list.push_back({"climb", {trace}, [](Probe& p) {
                    const auto body = octahedron(1);
                    p.attempt(body, [&](Digest& d) {
                      d << climb(body, Vec3d{0.2, 0.3, 1}, 0, nullptr, p.trace());
                    });
                  }});
  const auto add_walk = [&](const char* name, double x, auto&& run) {
    list.push_back({name, {trace}, [x, run](Probe& p) {
                      const auto a = octahedron(1), b = octahedron(2);
                      ClosestFeatures cache;
                      p.attempt(a, [&](Digest& d) {
                        run(p, a, b, Transform<3, double>{{x, 0.3, 0.7}, {}}, cache, d);
                      });
                    }});
  };
  add_walk("lin_canny", 5, [](Probe& p, auto& a, auto& b, auto&& pose, auto& cache, Digest& d) {
    d << (p.with_trace() ? lin_canny(a, {}, b, pose, cache, p.watcher())
                         : lin_canny(a, {}, b, pose, cache))
             .separation.distance;
  });
  add_walk("v_clip", 5, [](Probe& p, auto& a, auto& b, auto&& pose, auto& cache, Digest& d) {
    d << (p.with_trace() ? v_clip(a, {}, b, pose, cache, p.watcher())
                         : v_clip(a, {}, b, pose, cache))
             .separation.distance;
  });
  add_walk("separating_axis", 1, [](Probe& p, auto& a, auto& b, auto&& pose, auto&, Digest& d) {
    d << (p.with_trace() ? separating_axis(a, {}, b, pose, p.watcher())
                         : separating_axis(a, {}, b, pose))
             .separation.distance;
  });
}

}  // namespace

void add_builder_operations(std::vector<Operation>& list) {
  add_hull<AndrewChain<double>, Hull2, 2>(list, "AndrewChain::build");
  add_hull<GiftWrapping2<double>, Hull2, 2>(list, "GiftWrapping2::build");
  add_hull<Quickhull2<double>, Hull2, 2>(list, "Quickhull2::build");
  add_hull<Quickhull3<double>, Hull3<double>, 3>(list, "Quickhull3::build");
  add_hull<GiftWrapping3<double>, Hull3<double>, 3>(list, "GiftWrapping3::build");
  add_decomposition(list);
  add_volume<FaceClipping<3, double>>(list, "FaceClipping::find");
  add_volume<MullerPreparata<3, double>>(list, "MullerPreparata::find");
  add_narrow_phase(list);
}

}  // namespace masu::test
