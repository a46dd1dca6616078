// SPDX-License-Identifier: MIT
#include "check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace masu_bench::query {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

struct Vector {
  double x, y, z;
};
Vector vector_of(const double* p) {
  return {p[0], p[1], p[2]};
}
Vector operator-(const Vector& a, const Vector& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
Vector cross(const Vector& a, const Vector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
double dot(const Vector& a, const Vector& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

// Returns where a ray enters a box enlarged by `grow` on each side; infinite for a miss.
double enter_grown(const double* ray, const double* min, const double* max, int dim, double grow) {
  double from = 0;
  double to = ray[2 * dim];
  for (int a = 0; a < dim; ++a) {
    const double d = ray[dim + a];
    const double low = min[a] - grow - ray[a];
    const double high = max[a] + grow - ray[a];
    if (d == 0) {
      if (!(low <= 0 && 0 <= high)) return kInf;
      continue;
    }
    from = std::max(from, std::min(low / d, high / d));
    to = std::min(to, std::max(low / d, high / d));
  }
  return from <= to ? from : kInf;
}

std::vector<std::uint32_t> sorted_ids(const Results& results, std::size_t question) {
  std::vector<std::uint32_t> ids(results.ids.begin() + results.first[question],
                                 results.ids.begin() + results.first[question + 1]);
  std::sort(ids.begin(), ids.end());
  return ids;
}

bool contains(const std::vector<std::uint32_t>& sorted, std::uint32_t id) {
  return std::binary_search(sorted.begin(), sorted.end(), id);
}

}  // namespace

Results copy_of(const masu_query_answers& answers, std::size_t questions, bool values) {
  Results results;
  results.first.assign(answers.first, answers.first + questions + 1);
  results.ids.assign(answers.ids, answers.ids + results.first.back());
  if (values) results.values.assign(answers.values, answers.values + results.first.back());
  return results;
}

Checker::Checker(const SceneObjects& objects, const Batch& batch, std::size_t scalar_size,
                 std::size_t brute)
    : objects_(objects), batch_(batch), share_(scalar_size == 4 ? 1e-4 : 1e-9) {
  for (std::size_t i = 0; i < std::min(brute, batch.size); ++i) truths_.push_back(truth(i));
}

Checker::Hit Checker::hit_box(const double* ray, std::uint32_t object) const {
  const auto dim = static_cast<std::size_t>(objects_.dim);
  const double* min = objects_.data.wide(object * 2 * dim);
  double scale = 1;
  for (std::size_t a = 0; a < dim; ++a) {
    scale = std::max({scale, std::abs(min[a]), std::abs(min[dim + a]), std::abs(ray[a])});
  }
  const double grow = share_ * 0.01 * scale;
  const double outer = enter_grown(ray, min, min + dim, objects_.dim, grow);
  if (outer == kInf) return {};
  const double inner = enter_grown(ray, min, min + dim, objects_.dim, -grow);
  if (inner == kInf) return {Grade::borderline, outer};
  return {Grade::certain, enter_grown(ray, min, min + dim, objects_.dim, 0)};
}

// Precondition: rays begin outside and have directions of length 1.
Checker::Hit Checker::hit_ball(const double* ray, std::uint32_t object) const {
  const auto dim = static_cast<std::size_t>(objects_.dim);
  const double* ball = objects_.data.wide(object * (dim + 1));
  const double radius = ball[dim];
  double along = 0, square = 0, scale = radius;
  for (std::size_t a = 0; a < dim; ++a) {
    const double to = ball[a] - ray[a];
    along += to * ray[dim + a];
    square += to * to;
    scale = std::max({scale, std::abs(ball[a]), std::abs(ray[a])});
  }
  const double beside = std::sqrt(std::max(square - along * along, 0.0));
  const double grow = share_ * 0.1 * scale;
  if (beside > radius + grow) return {};
  const double t = along - std::sqrt(std::max(radius * radius - beside * beside, 0.0));
  if (t < -grow || t > ray[2 * dim] + grow) return {};
  const bool certain = beside < radius - grow && t > grow && t < ray[2 * dim] - grow;
  return {certain ? Grade::certain : Grade::borderline, std::max(t, 0.0)};
}

// T. Moller and B. Trumbore, 1997, with weights that may be slightly negative.
Checker::Hit Checker::hit_triangle(const double* ray, std::uint32_t object) const {
  const std::uint32_t* c = &objects_.corners[3 * object];
  const Vector a = vector_of(objects_.data.wide(3 * c[0]));
  const Vector ab = vector_of(objects_.data.wide(3 * c[1])) - a;
  const Vector ac = vector_of(objects_.data.wide(3 * c[2])) - a;
  const Vector direction = vector_of(ray + 3);
  const Vector p = cross(direction, ac);
  const double det = dot(ab, p);
  const Vector s = vector_of(ray) - a;
  const Vector q = cross(s, ab);
  const double u = dot(s, p) / det;
  const double v = dot(direction, q) / det;
  const double t = dot(ac, q) / det;
  // Weights are inaccurate if the triangle is seen edge-on.
  const double flat = std::abs(det) / std::sqrt(dot(ab, ab) * dot(ac, ac));
  const double slack = 10 * share_ / std::max(flat, 1e-9);
  const double least = std::min({u, v, 1 - u - v});
  const double end = share_ * ray[6];
  if (!(least >= -slack && t >= -end && t <= ray[6] + end)) return {};
  const bool certain = least > slack && t > end && t < ray[6] - end && flat > share_;
  return {certain ? Grade::certain : Grade::borderline, std::max(t, 0.0)};
}

Checker::Hit Checker::hit(std::size_t question, std::uint32_t object) const {
  const double* q = batch_.wide(question);
  const auto dim = static_cast<std::size_t>(objects_.dim);
  if (objects_.kind == MASU_QUERY_TRIANGLES) return hit_triangle(q, object);
  if (objects_.kind == MASU_QUERY_BALLS) return hit_ball(q, object);
  if (batch_.task == MASU_QUERY_RAY_FIRST || batch_.task == MASU_QUERY_RAY_ALL)
    return hit_box(q, object);
  if (objects_.kind == MASU_QUERY_POINTS) {
    double sum = 0;
    for (std::size_t a = 0; a < dim; ++a) {
      const double gap = q[a] - objects_.data.wide(object * dim)[a];
      sum += gap * gap;
    }
    const double most = batch_.radius * batch_.radius;
    if (std::abs(sum - most) <= share_ * most) return {Grade::borderline, sum};
    return {sum <= most ? Grade::certain : Grade::no, sum};
  }
  const double* min = objects_.data.wide(object * 2 * dim);
  bool overlap = true;
  for (std::size_t a = 0; a < dim; ++a) {
    overlap &= min[a] <= q[dim + a] && q[a] <= min[dim + a];
  }
  return {overlap ? Grade::certain : Grade::no, 0};
}

Checker::Truth Checker::truth(std::size_t question) const {
  Truth truth;
  truth.first = truth.first_certain = kInf;
  std::vector<double> all;
  for (std::uint32_t i = 0; i < objects_.size; ++i) {
    const Hit h = hit(question, i);
    if (batch_.task == MASU_QUERY_KNN) all.push_back(h.value);
    if (h.grade == Grade::no) continue;
    (h.grade == Grade::certain ? truth.certain : truth.borderline).push_back(i);
    truth.first = std::min(truth.first, h.value);
    if (h.grade == Grade::certain) truth.first_certain = std::min(truth.first_certain, h.value);
  }
  const auto k = static_cast<std::ptrdiff_t>(std::min<std::size_t>(batch_.k, all.size()));
  std::partial_sort(all.begin(), all.begin() + k, all.end());
  truth.nearest.assign(all.begin(), all.begin() + k);
  return truth;
}

bool Checker::close(double a, double b) const {
  // Squares of the smallest differences of coordinates are all rounding.
  const double tiny = batch_.task == MASU_QUERY_KNN ? share_ * share_ : share_ * 10;
  return std::abs(a - b) <= share_ * std::max(std::abs(a), std::abs(b)) + tiny;
}

bool Checker::right(std::size_t question, const Results& results) const {
  const Truth& truth = truths_[question];
  const std::uint32_t begin = results.first[question];
  const std::uint32_t count = results.first[question + 1] - begin;
  if (batch_.task == MASU_QUERY_KNN) {
    bool ok = count == truth.nearest.size();
    for (std::uint32_t j = 0; ok && j < count; ++j) {
      ok = close(results.values[begin + j], truth.nearest[j]);
    }
    return ok;
  }
  if (batch_.task == MASU_QUERY_RAY_FIRST) {
    if (count == 0) return truth.first_certain == kInf;
    const double t = results.values[begin];
    const bool early = t < truth.first && !close(t, truth.first);
    const bool late = t > truth.first_certain && !close(t, truth.first_certain);
    return count == 1 && !early && !late;
  }
  const std::vector<std::uint32_t> ids = sorted_ids(results, question);
  bool ok = std::adjacent_find(ids.begin(), ids.end()) == ids.end();
  for (const std::uint32_t id : ids)
    ok &= contains(truth.certain, id) || contains(truth.borderline, id);
  return ok && std::includes(ids.begin(), ids.end(), truth.certain.begin(), truth.certain.end());
}

bool Checker::same_first(std::size_t question, const Results& a, const Results& b) const {
  const auto t_of = [&](const Results& s) {
    return s.first[question] == s.first[question + 1] ? kInf : s.values[s.first[question]];
  };
  const double ta = t_of(a);
  const double tb = t_of(b);
  if (ta == tb || close(ta, tb)) return true;
  const Results& sooner = ta < tb ? a : b;
  return hit(question, sooner.ids[sooner.first[question]]).grade == Grade::borderline;
}

bool Checker::same(std::size_t question, const Results& a, const Results& b) const {
  if (batch_.task == MASU_QUERY_RAY_FIRST) return same_first(question, a, b);
  if (batch_.task == MASU_QUERY_KNN) {
    bool ok = a.first[question + 1] == b.first[question + 1];
    for (std::uint32_t j = a.first[question]; ok && j < a.first[question + 1]; ++j) {
      ok = close(a.values[j], b.values[j]);
    }
    return ok;
  }
  const std::vector<std::uint32_t> in_a = sorted_ids(a, question);
  const std::vector<std::uint32_t> in_b = sorted_ids(b, question);
  if (in_a == in_b) return true;
  std::vector<std::uint32_t> apart;
  std::set_symmetric_difference(in_a.begin(), in_a.end(), in_b.begin(), in_b.end(),
                                std::back_inserter(apart));
  return std::all_of(apart.begin(), apart.end(), [&](std::uint32_t id) {
    return hit(question, id).grade == Grade::borderline;
  });
}

std::string Checker::against_truth(const Results& results) const {
  for (std::size_t i = 0; i < truths_.size(); ++i) {
    if (!right(i, results)) return fmt::format("question {} differs from brute force", i);
  }
  return "";
}

std::string Checker::against(const Results& reference, const Results& results) const {
  if (reference.size() != results.size()) return "not as many answers as questions";
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!same(i, reference, results)) return fmt::format("question {} is answered differently", i);
  }
  return "";
}

}  // namespace masu_bench::query
