// SPDX-License-Identifier: MIT
// Hulls, step by step, and their duals.
#include <string_view>

#include <masu/hull/andrew.hpp>
#include <masu/hull/gift_wrapping2.hpp>
#include <masu/hull/half_space_intersection.hpp>
#include <masu/hull/quickhull2.hpp>
#include <masu/hull/quickhull3.hpp>
#include <masu/textbook/gift_wrapping3.hpp>

#include "steps/record.hpp"
#include "steps/tape.hpp"

namespace masu::steps {
namespace {

// Codes named by src/pages/contact/hull/steps.ts.
enum : int {
  kPhase = 1,
  kPushes,
  kPops,
  kSplits,
  kEdgeAccepted,
  kCandidateReplaced,
  kCandidateAccepted,
  kJoins,
  kAppears,
  kVanishes,
  kPlaneRotates,
  kFaceFound,
  kEnd,
  kFace,
};

class HullSteps : public Trace {
 public:
  explicit HullSteps(Tape& tape) : tape_(tape) {}
  using Trace::on;

  void on(const PhaseBegins& phase) {
    const std::string_view name = phase.name;
    Record(tape_, kPhase) << (name == "sort" ? 0 : name == "upper chain" ? 1 : 2);
  }
  void on(const ChainPushes& e) { Record(tape_, kPushes) << e.point; }
  void on(const ChainPops& e) { Record(tape_, kPops) << e.point; }
  void on(const EdgeSplits& e) { Record(tape_, kSplits) << e.from << e.to << e.farthest; }
  void on(const EdgeAccepted& e) { Record(tape_, kEdgeAccepted) << e.from << e.to; }
  void on(const CandidateReplaced& e) { Record(tape_, kCandidateReplaced) << e.from << e.to; }
  void on(const CandidateAccepted& e) { Record(tape_, kCandidateAccepted) << e.from << e.to; }
  void on(const VertexJoins& e) { Record(tape_, kJoins) << e.point; }
  void on(const TriangleAppears& e) { triangle(kAppears, e.corner); }
  void on(const TriangleVanishes& e) { triangle(kVanishes, e.corner); }
  void on(const FaceCandidateReplaced& e) {
    Record(tape_, kPlaneRotates) << e.from << e.to << e.point;
  }
  void on(const FaceAccepted& e) {
    Record record(tape_, kFaceFound);
    for (const std::uint32_t v : e.loop) record << v;
  }

 private:
  void triangle(int code, const std::uint32_t (&c)[3]) {
    Record(tape_, code) << c[0] << c[1] << c[2];
  }

  Tape& tape_;
};

template <int D>
std::vector<Vec<D, double>> points_of_input(std::size_t begin = 0) {
  std::vector<Vec<D, double>> points((input().size() - begin) / D);
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (int a = 0; a < D; ++a) points[i][a] = input()[begin + i * D + std::size_t(a)];
  }
  return points;
}

void write_faces(Tape& tape, const Hull2& hull) {
  Record face(tape, kFace);
  for (const std::uint32_t v : hull.vertices()) face << v;
}
void write_faces(Tape& tape, const Hull3<double>& hull) {
  for (std::size_t f = 0; f < hull.face_count(); ++f) {
    Record face(tape, kFace);
    for (const std::uint32_t v : hull.face(f)) face << hull.vertices()[v];
  }
}

template <class Builder, class Hull, int D>
std::uint32_t build() {
  const std::vector<Vec<D, double>> points = points_of_input<D>();
  Tape& tape = cleared_output();
  Builder builder;
  Hull hull;
  HullSteps steps(tape);
  const Status status =
      builder.build(std::span<const Vec<D, double>>(points.data(), points.size()), hull, steps);
  const HullStats& stats = builder.stats();
  write_faces(tape, hull);
  Record(tape, kEnd) << int(status) << hull.dimension() << double(hull.vertices().size())
                     << double(stats.tests) << double(stats.exact_tests) << double(stats.faces);
  return tape.size();
}

// Writes the corners; edges or faces with their half-space, and in 3D their corners.
void write_polytope(Tape& tape, const Polytope2<double>& p) {
  for (std::size_t i = 0; i < p.edge_count(); ++i) {
    Record(tape, kFace) << p.source(i) << double(i) << double((i + 1) % p.edge_count());
  }
}
void write_polytope(Tape& tape, const Polytope3<double>& p) {
  for (std::size_t f = 0; f < p.face_count(); ++f) {
    Record face(tape, kFace);
    face << p.source(f);
    for (const std::uint32_t v : p.face(f)) face << v;
  }
}

template <int D>
std::uint32_t dual() {
  const auto points = points_of_input<D>(D);
  Vec<D, double> center{};
  for (int a = 0; a < D; ++a) center[a] = input()[std::size_t(a)];
  std::vector<Hyperplane<D, double>> planes;
  for (const Vec<D, double>& p : points) planes.push_back(dual_of(p - center));
  Polytope<D, double> polytope;
  HalfSpaceIntersection<D, double> intersection;
  const Status status =
      intersection.build(std::span<const Hyperplane<D, double>>(planes.data(), planes.size()),
                         Vec<D, double>{}, polytope);
  Tape& tape = cleared_output();
  {
    Record end(tape, kEnd);
    end << int(status);
    for (const Vec<D, double>& v : polytope.vertices()) end << v;
  }
  write_polytope(tape, polytope);
  return tape.size();
}

}  // namespace
}  // namespace masu::steps

// Writes records of a hull of the points in the input. method: 0 quickhull, 1 gift wrapping, 2
// Andrew's chain (2D).
MASU_STEPS(hull)
std::uint32_t steps_hull(std::uint32_t dimension, std::uint32_t method) {
  using namespace masu;
  using namespace masu::steps;
  if (dimension == 3) {
    return method == 1 ? build<GiftWrapping3<double>, Hull3<double>, 3>()
                       : build<Quickhull3<double>, Hull3<double>, 3>();
  }
  if (method == 2) return build<AndrewChain<double>, Hull2, 2>();
  return method == 1 ? build<GiftWrapping2<double>, Hull2, 2>()
                     : build<Quickhull2<double>, Hull2, 2>();
}

// Input: the center, then points. Output: the polytope enclosed by the duals of the points, as seen
// from the center. First the status and the corners, relative to the center; then the faces, each
// with the index of the point that it is the dual of.
MASU_STEPS(dual)
std::uint32_t steps_dual(std::uint32_t dimension) {
  using namespace masu::steps;
  return dimension == 2 ? dual<2>() : dual<3>();
}
