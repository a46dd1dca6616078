// SPDX-License-Identifier: MIT
// Three kinds of contact: a point with a depth, an area, a volume.
#include <string_view>

#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/manifold.hpp>
#include <masu/narrow_phase/muller_preparata.hpp>

#include "steps/record.hpp"
#include "steps/shape_pair.hpp"

namespace masu::steps {
namespace {

// Codes named by src/pages/contact/contacts.ts.
enum : int {
  kPoint = 1,
  kCorner,
  kVolume,
  kVertices,
  kFace,
  kCut,
  kPhase,
  kPlane,
  kBall,
  kCenter,
  kDual,
  kJoins,
  kLeaves,
  kAppears,
  kVertex,
  kTriangle,
  kVanishes,
};

template <int D>
class VolumeSteps : public Trace {
 public:
  explicit VolumeSteps(Tape& tape) : tape_(tape) {}
  using Trace::on;

  void on(const FrameOfSteps<D>& frame) {
    rotation_ = frame.rotation, position_ = frame.translation;
  }
  void on(const PhaseBegins& phase) {
    constexpr const char* kNames[] = {"planes", "point inside", "duals",
                                      "hull",   "corners",      "exact planes"};
    for (int i = 0; i < 6; ++i) {
      if (std::string_view(phase.name) == kNames[i]) Record(tape_, kPhase) << i;
    }
  }
  void on(const PlaneTaken& plane) {
    Record(tape_, kPlane) << plane.index << (plane.source.body == ContactBody::a ? 0 : 1)
                          << plane.source.face;
  }
  void on(const BallShrinks<D>& ball) {
    Record(tape_, kBall) << rotation_ * ball.center + position_ << ball.radius << ball.plane;
  }
  void on(const CenterFound<D>& found) {
    position_ = rotation_ * found.center + position_;
    Record(tape_, kCenter) << position_;
  }
  void on(const DualPoint<D>& dual) {
    Record(tape_, kDual) << dual.plane << rotation_ * dual.point;
  }
  void on(const ChainPushes& push) { Record(tape_, kJoins) << push.point; }
  void on(const ChainPops& pop) { Record(tape_, kLeaves) << pop.point; }
  void on(const VertexJoins& e) { Record(tape_, kVertex) << e.point; }
  void on(const TriangleAppears& e) { triangle(kTriangle, e.corner); }
  void on(const TriangleVanishes& e) { triangle(kVanishes, e.corner); }
  void on(const CornerAppears<D>& corner) {
    Record(tape_, kAppears) << rotation_ * corner.point + position_;
  }

 private:
  void triangle(int code, const std::uint32_t (&c)[3]) {
    Record(tape_, code) << c[0] << c[1] << c[2];
  }

  Tape& tape_;
  Matrix<D, double> rotation_ = Matrix<D, double>::identity();
  Point<D> position_{};
};

template <int D>
void write_point_and_area(Tape& tape, const ShapePair<D>& pair) {
  const auto s = penetration(pair.a.view, pair.a.pose, pair.b.view, pair.b.pose);
  Record(tape, kPoint) << int(s.status) << s.distance << s.normal << s.point_a << s.point_b;
  const auto area = manifold(pair.a.view, pair.a.pose, pair.b.view, pair.b.pose);
  for (const ManifoldPoint<D, double>& p : area.all()) {
    Record(tape, kCorner) << p.point_a << p.point_b << p.distance;
  }
}

std::span<const std::uint32_t> loop_of(const Polytope2<double>&, std::size_t) {
  return {};
}
std::span<const std::uint32_t> loop_of(const Polytope3<double>& p, std::size_t f) {
  return p.face(f);
}
std::size_t faces_of(const Polytope2<double>& p) {
  return p.edge_count();
}
std::size_t faces_of(const Polytope3<double>& p) {
  return p.face_count();
}

template <int D>
void write_volume(Tape& tape, const ShapePair<D>& pair) {
  ContactVolume<D, double> v;
  MullerPreparata<D, double> finder;
  VolumeSteps<D> steps(tape);
  const Status status =
      finder.find(pair.a.polytope, pair.a.pose, pair.b.polytope, pair.b.pose, v, steps);
  Record(tape, kVolume) << int(status) << v.volume() << v.centroid() << v.area() << v.normal();
  if (status != Status::ok) return;
  {
    Record vertices(tape, kVertices);
    for (const Point<D>& p : v.polytope().vertices()) vertices << p;
  }
  for (std::size_t f = 0; f < faces_of(v.polytope()); ++f) {
    Record face(tape, kFace);
    face << (v.source(f).body == ContactBody::a ? 0 : 1);
    for (const std::uint32_t c : loop_of(v.polytope(), f)) face << c;
  }
  for (std::size_t i = 0; i < v.cut_count(); ++i) {
    Record cut(tape, kCut);
    for (const std::uint32_t c : v.cut(i)) cut << c;
  }
}

template <int D>
std::uint32_t write_contact() {
  const ShapePair<D> pair;
  Tape& tape = cleared_output();
  if (pair.status() != Status::ok) return 0;
  write_point_and_area(tape, pair);
  if (pair.sharp()) write_volume(tape, pair);
  return tape.size();
}

}  // namespace
}  // namespace masu::steps

// Writes records of all three for two shapes in the input; the volume and its steps only for shapes
// that have corners and are neither smooth nor rounded.
MASU_STEPS(contact)
std::uint32_t steps_contact(std::uint32_t dimension) {
  using namespace masu::steps;
  return dimension == 2 ? write_contact<2>() : write_contact<3>();
}
