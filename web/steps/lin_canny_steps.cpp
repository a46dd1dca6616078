// SPDX-License-Identifier: MIT
// Steps over vertices, edges and faces to the closest two: Lin-Canny and V-Clip.
#include <masu/textbook/lin_canny.hpp>
#include <masu/textbook/v_clip.hpp>

#include "steps/record.hpp"
#include "steps/shape_pair.hpp"

namespace masu::steps {
namespace {

// Codes named by src/pages/contact/walk/steps.ts.
enum : int { kVisited = 1, kViolated, kEnd, kVertices, kEdges, kFace, kNormals };
enum class Start : std::uint32_t { near, far, features };

class WalkSteps : public Trace {
 public:
  explicit WalkSteps(Tape& tape) : tape_(tape) {}
  using Trace::on;

  void on(const FeaturesVisited& visited) {
    const auto& [a, b] = visited.features;
    Record(tape_, kVisited) << int(a.kind) << a.index << int(b.kind) << b.index;
  }
  void on(const RegionViolated& v) {
    Record(tape_, kViolated) << v.side << int(v.from.kind) << v.from.index << int(v.to.kind)
                             << v.to.index;
  }

 private:
  Tape& tape_;
};

template <int D>
std::uint32_t farthest(const PlacedShape<D>& shape, const Point<D>& d) {
  const auto rotation = matrix_of(shape.pose.rotation);
  return support_of_core(shape.polytope.view(), transposed_times(rotation, d)).vertex;
}

// far: start at each shape's vertex on the side away from the other.
template <int D>
ClosestFeatures start_of(const ShapePair<D>& pair, Start start,
                         const ClosestFeatures& start_features) {
  if (start == Start::near) return {};
  if (start == Start::features) return start_features;
  const Point<D> away = pair.a.pose.translation - pair.b.pose.translation;
  return {{FeatureKind::vertex, farthest(pair.a, away)},
          {FeatureKind::vertex, farthest(pair.b, -away)}};
}

template <int D>
std::uint32_t walk(bool clip, Start start, const ClosestFeatures& start_features) {
  const ShapePair<D> pair;
  Tape& tape = cleared_output();
  if (pair.status() != Status::ok || !pair.sharp()) return 0;
  ClosestFeatures closest = start_of(pair, start, start_features);
  WalkSteps steps(tape);
  const PlacedShape<D>& a = pair.a;
  const PlacedShape<D>& b = pair.b;
  FeatureDistance<D, double> r;
  if constexpr (D == 3) {
    r = clip ? v_clip(a.polytope, a.pose, b.polytope, b.pose, closest, steps)
             : lin_canny(a.polytope, a.pose, b.polytope, b.pose, closest, steps);
  } else {
    r = lin_canny(a.polytope, a.pose, b.polytope, b.pose, closest, steps);
  }
  Record(tape, kEnd) << int(r.outcome) << r.separation.distance << r.separation.point_a
                     << r.separation.point_b << r.steps << r.tests;
  return tape.size();
}

void write_features(Tape& tape, const ConvexPolygon<double>& polygon) {
  {
    Record vertices(tape, kVertices);
    for (std::size_t i = 0; i < polygon.size(); ++i) vertices << polygon.vertex(i);
  }
  Record normals(tape, kNormals);
  for (std::size_t i = 0; i < polygon.size(); ++i) normals << polygon.normal(i);
}

void write_features(Tape& tape, const ConvexPolyhedron<double>& solid) {
  {
    Record vertices(tape, kVertices);
    for (std::size_t i = 0; i < solid.vertex_count(); ++i) vertices << solid.vertex(i);
  }
  {
    Record edges(tape, kEdges);
    for (std::size_t i = 0; i < solid.edge_count(); ++i) {
      const PolyhedronEdge& e = solid.edge(i);
      edges << e.tail << e.head << e.left << e.right;
    }
  }
  {
    Record normals(tape, kNormals);
    for (std::size_t f = 0; f < solid.face_count(); ++f) normals << solid.plane(f).normal;
  }
  for (std::size_t f = 0; f < solid.face_count(); ++f) {
    Record face(tape, kFace);
    for (const std::uint32_t v : solid.face(f)) face << v;
  }
}

template <int D>
std::uint32_t features() {
  const ShapePair<D> pair;
  Tape& tape = cleared_output();
  if (pair.status() != Status::ok || !pair.sharp()) return 0;
  write_features(tape, pair.a.polytope);
  write_features(tape, pair.b.polytope);
  return tape.size();
}

}  // namespace
}  // namespace masu::steps

// Writes records of a walk. clip: V-Clip, in 3D. start: 0, where the shapes face each other; 1, on
// their far sides; 2, from the features given by kind and number.
MASU_STEPS(walk)
std::uint32_t steps_walk(std::uint32_t dimension, std::uint32_t clip, std::uint32_t start,
                         std::uint32_t kind_a, std::uint32_t index_a, std::uint32_t kind_b,
                         std::uint32_t index_b) {
  using namespace masu;
  const ClosestFeatures start_features{{FeatureKind(kind_a), index_a},
                                       {FeatureKind(kind_b), index_b}};
  const auto from = steps::Start(start);
  return dimension == 2 ? steps::walk<2>(clip != 0, from, start_features)
                        : steps::walk<3>(clip != 0, from, start_features);
}

// Writes vertices, edges and faces of a, then of b, numbered as in walks, in their own frames. In
// 2D vertices, and normals of edges.
MASU_STEPS(features)
std::uint32_t steps_features(std::uint32_t dimension) {
  using namespace masu::steps;
  return dimension == 2 ? features<2>() : features<3>();
}
