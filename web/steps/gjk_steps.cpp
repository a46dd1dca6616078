// SPDX-License-Identifier: MIT
// Steps of GJK and, where shapes overlap, EPA, from their traces.
#include <masu/narrow_phase/epa.hpp>
#include <masu/textbook/plain_gjk.hpp>

#include "steps/body_record.hpp"
#include "steps/whole_difference.hpp"

namespace masu::steps {
namespace {

// Codes named by src/pages/contact/gjk/steps.ts.
enum : int { kSupport = 1, kSimplex, kPolytope, kFace, kEnd };

// For smooth shapes the iteration approaches its limit without end; a picture needs fewer steps.
constexpr double kGjkTolerance = 1e-7;
constexpr double kEpaTolerance = 1e-5;

template <int D>
class GjkSteps : public Trace {
 public:
  GjkSteps(Tape& tape, WholeDifference<D>& difference) : tape_(tape), difference_(difference) {}
  using Trace::on;

  void on(const PlainGjkStep<D>& step) {
    report_queries();
    write_simplex(step.simplex, step.nearest);
  }
  // The polytope before the new point is added to it.
  void on(const EpaStep<D>& step) {
    for (; reported_ + 1 < difference_.queries.size(); ++reported_) {
      expanded_.push_back(difference_.queries[reported_].found.w);
    }
    write_expanded();
    Record face(tape_, kFace);
    face << difference_.direction_to_world(step.direction) << step.lower << step.upper;
    write_found(face, step.found);
  }

  // EPA begins.
  void expand(const Simplex<D>& start) {
    report_queries();
    for (int i = 0; i < start.size; ++i) expanded_.push_back(start.p[i].w);
  }
  void report_queries() {
    for (; reported_ < difference_.queries.size(); ++reported_) {
      const auto& query = difference_.queries[reported_];
      Record record(tape_, kSupport);
      record << difference_.direction_to_world(query.direction);
      write_found(record, query.found);
    }
  }

 private:
  void write_found(Record& record, const DifferencePoint<D>& p) {
    record << difference_.direction_to_world(p.w) << difference_.to_world(p.a)
           << difference_.to_world(p.b);
  }
  void write_simplex(const Simplex<D>& simplex, const Point<D>& nearest) {
    Record record(tape_, kSimplex);
    record << difference_.direction_to_world(nearest) << simplex.size;
    for (int i = 0; i < simplex.size; ++i) write_found(record, simplex.p[i]);
  }
  void write_expanded() {
    std::vector<Point<D>> points;
    for (const Point<D>& p : expanded_) points.push_back(difference_.direction_to_world(p));
    write_body(tape_, kPolytope, points);
  }

  Tape& tape_;
  WholeDifference<D>& difference_;
  std::size_t reported_ = 0;
  std::vector<Point<D>> expanded_;
};

template <int D>
std::uint32_t gjk_steps() {
  const ShapePair<D> pair;
  Tape& tape = cleared_output();
  if (pair.status() != Status::ok) return 0;
  WholeDifference<D> difference(pair);
  GjkSteps<D> steps(tape, difference);
  Point<D> right{};
  right[0] = 1;
  const auto near = plain_gjk<D>(difference, difference.direction_from_world(right),
                                 pair.sharp() ? 0x1p-40 : kGjkTolerance, steps);
  const bool overlap = near.simplex.size == D + 1 || near.distance < 1e-12;
  int rounds = 0;
  if (overlap) {
    steps.expand(near.simplex);
    EpaOptions options;
    if (!pair.sharp()) options.relative = kEpaTolerance;
    rounds = epa<D>(difference, near.simplex, options, steps).rounds;
  } else {
    steps.report_queries();
  }
  Record(tape, kEnd) << (overlap ? 1 : 0) << near.distance << near.rounds << rounds
                     << difference.to_world(near.simplex.point_a())
                     << difference.to_world(near.simplex.point_b());
  return tape.size();
}

// Writes the shape without a pose, in its own frame.
template <int D>
void write_shape(Tape& tape, const PlacedShape<D>& shape) {
  std::vector<Point<D>> points;
  if (shape.sharp) {
    const std::uint32_t count = vertex_count_of_core(shape.view);
    for (std::uint32_t v = 0; v < count; ++v) points.push_back(vertex_of_core(shape.view, v));
  } else {
    for (const Point<D>& d : directions<D>()) {
      points.push_back(support_of_core(shape.view, d).point + d * shape.view.radius);
    }
  }
  write_body(tape, 0, points);
}

template <int D>
void write_difference(Tape& tape, const ShapePair<D>& pair) {
  WholeDifference<D> difference(pair);
  std::vector<Point<D>> points;
  if (pair.sharp()) {
    const auto frame = detail::pair_frame(pair.a.pose, pair.b.pose);
    const detail::CoreDifference<D, double> cores(pair.a.view, pair.b.view, frame);
    for (std::uint32_t i = 0; i < vertex_count_of_core(pair.a.view); ++i) {
      for (std::uint32_t j = 0; j < vertex_count_of_core(pair.b.view); ++j) {
        points.push_back(difference.direction_to_world(cores.of_vertices(i, j).w));
      }
    }
  } else {
    for (const Point<D>& d : directions<D>()) {
      points.push_back(difference.direction_to_world(difference(d).w));
    }
  }
  write_body(tape, 0, points);
}

template <int D>
std::uint32_t write_bodies() {
  const ShapePair<D> pair;
  Tape& tape = cleared_output();
  if (pair.status() != Status::ok) return 0;
  write_shape(tape, pair.a);
  write_shape(tape, pair.b);
  write_difference(tape, pair);
  return tape.size();
}

}  // namespace
}  // namespace masu::steps

// Writes records of GJK and EPA for two shapes in the input.
MASU_STEPS(gjk)
std::uint32_t steps_gjk(std::uint32_t dimension) {
  using namespace masu::steps;
  return dimension == 2 ? gjk_steps<2>() : gjk_steps<3>();
}

// Writes three bodies for drawing: a and b in their own frames, and their difference with the
// world's orientation.
MASU_STEPS(bodies)
std::uint32_t steps_bodies(std::uint32_t dimension) {
  using namespace masu::steps;
  return dimension == 2 ? write_bodies<2>() : write_bodies<3>();
}
