// SPDX-License-Identifier: MIT
#include "judge.hpp"

#include <algorithm>
#include <limits>

#include "geometry.hpp"

namespace masu_bench::narrow {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::uint32_t count_of(const masu_narrow_answer& a) {
  if (a.hit < 0) return 0xffff'ffffu;
  return a.points > 0 ? a.points : static_cast<std::uint32_t>(a.hit);
}

}  // namespace

bool Judge::close(double a, double b) const {
  const double relative = manifolds() ? tolerance_.manifold : tolerance_.relative;
  return std::fabs(a - b) <= relative * std::fabs(b) + tolerance_.absolute;
}

double Judge::gap_of(std::size_t query, const masu_narrow_answer& answer) const {
  const Point n = point_of(answer.normal);
  if (!(std::fabs(length(n) - 1) < 1e-4)) return -kInfinity;
  const int dim = scene_.task().dim;
  const masu_narrow_query& q = scene_.query(query);
  return gap_along(scene_.shape_a(query), RigidTransform(q.a, dim), scene_.shape_b(query),
                   RigidTransform(q.b, dim), dim, n * (1 / length(n)));
}

std::vector<Fault> Judge::faults_distances(std::size_t query, const Answers& answers) const {
  std::vector<double> gaps;
  for (const masu_narrow_answer* a : answers) {
    gaps.push_back(a->hit < 0 ? -kInfinity : gap_of(query, *a));
  }
  const double truth = *std::max_element(gaps.begin(), gaps.end());
  const auto fault = [&](const masu_narrow_answer& a, double gap) {
    if (a.hit < 0 || (manifolds() && a.points == 0)) return Fault::no_answer;
    if (std::fabs(truth) > tolerance_.absolute && (a.distance <= 0) != (truth <= 0)) {
      return Fault::wrong_side;
    }
    if (close(a.distance, truth) && close(gap, truth)) return Fault::none;
    return close(a.distance, gap) ? Fault::not_nearest : Fault::wrong_value;
  };
  std::vector<Fault> faults;
  for (std::size_t i = 0; i < answers.size(); ++i) faults.push_back(fault(*answers[i], gaps[i]));
  return faults;
}

std::vector<Fault> Judge::faults_signs(std::size_t query, const Answers& answers) const {
  const masu_narrow_query& q = scene_.query(query);
  const double gap = true_distance_(scene_.numbers(query), q.a, q.b);
  std::vector<Fault> faults;
  for (const masu_narrow_answer* a : answers) {
    const bool near = std::fabs(gap) <= tolerance_.absolute;
    const bool right = near || (a->hit != 0) == (gap <= 0);
    faults.push_back(a->hit < 0 ? Fault::no_answer : right ? Fault::none : Fault::wrong_side);
  }
  return faults;
}

// At the time that a method returns the shapes must touch, and no other method may have found a
// touch that much earlier.
std::vector<Fault> Judge::faults_times(std::size_t query, const Answers& answers) const {
  const masu_narrow_query& q = scene_.query(query);
  const Numbers pair = scene_.numbers(query);
  const double path_length = length(point_of(q.to_b.position) - point_of(q.b.position));
  double first = kInfinity;
  std::vector<bool> touching;
  for (const masu_narrow_answer* a : answers) {
    const bool hit = a->hit > 0 && a->distance >= 0 && a->distance <= 1;
    const double gap = hit ? true_distance_(pair, q.a, pose_at(q, a->distance)) : 1;
    touching.push_back(hit && std::fabs(gap) <= tolerance_.touch);
    if (touching.back()) first = std::min(first, a->distance);
  }
  // A miss is correct if the shapes come no nearer than the tolerance.
  const double nearest = true_distance_.least(pair, q);
  std::vector<Fault> faults;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const bool late =
        touching[i] && (answers[i]->distance - first) * path_length > 4 * tolerance_.touch;
    const bool missed = answers[i]->hit == 0 && nearest > -tolerance_.touch;
    const bool right = missed || (touching[i] && !late);
    const Fault fault = answers[i]->hit > 0 ? Fault::wrong_value : Fault::wrong_side;
    faults.push_back(right ? Fault::none : answers[i]->hit < 0 ? Fault::no_answer : fault);
  }
  return faults;
}

std::vector<Fault> Judge::faults_rays(std::size_t query, const Answers& answers) const {
  const int dim = scene_.task().dim;
  const masu_narrow_query& q = scene_.query(query);
  const RigidTransform pose(q.a, dim);
  const Point origin = point_of(q.b.position), direction = point_of(q.motion);
  const double truth = enter(scene_.shape_a(query), pose, dim, origin, direction);
  const bool hit = truth >= 0 && truth <= 1;
  std::vector<Fault> faults;
  for (const masu_narrow_answer* a : answers) {
    const Fault value = hit && !close(a->distance, truth) ? Fault::wrong_value : Fault::none;
    faults.push_back(a->hit < 0             ? Fault::no_answer
                     : (a->hit != 0) != hit ? Fault::wrong_side
                                            : value);
  }
  return faults;
}

// Triangles that almost touch depend on rounding.
std::vector<Fault> Judge::faults_pairs(const Answers& answers) const {
  std::vector<std::uint32_t> counts;
  for (const masu_narrow_answer* a : answers) counts.push_back(count_of(*a));
  std::vector<std::uint32_t> sorted = counts;
  std::sort(sorted.begin(), sorted.end());
  const double median = sorted[sorted.size() / 2];
  std::vector<Fault> faults;
  for (const std::uint32_t count : counts) {
    const bool right = std::fabs(count - median) <= 0.01 * median;
    faults.push_back(right ? Fault::none : Fault::wrong_value);
  }
  return faults;
}

std::vector<Fault> Judge::faults_of_surfaces(const Answers& answers) const {
  std::vector<double> sorted;
  for (const masu_narrow_answer* a : answers) {
    if (a->hit >= 0) sorted.push_back(a->distance);
  }
  std::sort(sorted.begin(), sorted.end());
  const double median = sorted.empty() ? 0 : sorted[sorted.size() / 2];
  std::vector<Fault> faults;
  for (const masu_narrow_answer* a : answers) {
    const bool right = close(a->distance, median);
    faults.push_back(a->hit < 0 ? Fault::no_answer : right ? Fault::none : Fault::wrong_value);
  }
  return faults;
}

std::vector<Fault> Judge::faults_reaches(std::size_t query, const Answers& answers,
                                         const Point& along, double more) const {
  const double truth = reach(scene_.shape_a(query), scene_.task().dim, along) + more;
  std::vector<Fault> faults;
  for (const masu_narrow_answer* a : answers) {
    faults.push_back(close(a->distance, truth) ? Fault::none : Fault::wrong_value);
  }
  return faults;
}

std::vector<Fault> Judge::faults_at(std::size_t query, const Answers& answers) const {
  const masu_narrow_query& q = scene_.query(query);
  const std::uint32_t question = scene_.task().question;
  if (question == MASU_NARROW_REFIT) return faults_reaches(query, answers, {1, 0, 0}, q.motion[0]);
  if (scene_.shape_a(query).kind == MASU_NARROW_MESH) {
    return question == MASU_NARROW_DISTANCE ? faults_of_surfaces(answers) : faults_pairs(answers);
  }
  switch (question) {
    case MASU_NARROW_INTERSECTS: return faults_signs(query, answers);
    case MASU_NARROW_CAST:
    case MASU_NARROW_IMPACT: return faults_times(query, answers);
    case MASU_NARROW_RAY: return faults_rays(query, answers);
    case MASU_NARROW_SUPPORT: return faults_reaches(query, answers, point_of(q.motion), 0);
    default: return faults_distances(query, answers);
  }
}

std::vector<std::vector<Fault>> Judge::faults(
    const std::vector<std::vector<masu_narrow_answer>>& results) const {
  std::vector<std::vector<Fault>> verdicts(results.size());
  for (std::size_t query = scene_.first_timed(); query < scene_.size(); ++query) {
    Answers answers;
    for (const auto& method : results) answers.push_back(&method[query]);
    const std::vector<Fault> faults = faults_at(query, answers);
    for (std::size_t m = 0; m < results.size(); ++m) verdicts[m].push_back(faults[m]);
  }
  return verdicts;
}

}  // namespace masu_bench::narrow
