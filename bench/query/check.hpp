// SPDX-License-Identifier: MIT
// Checks results: some queries against brute force, all against each other.
//
// Results of boxes against boxes must be exactly the same sets. Results computed with rounding may
// differ within it: an object whose hit or distance changes when boxes, balls and triangles grow or
// shrink by a small share is borderline, and may or may not be in a result; distances and t may
// differ by that share.
#pragma once

#include <string>

#include "scene_data.hpp"

namespace masu_bench::query {

// A copy of a method's results.
struct Results {
  std::vector<std::uint32_t> first{0};
  std::vector<std::uint32_t> ids;
  std::vector<double> values;
  std::size_t size() const { return first.size() - 1; }
};
Results copy_of(const masu_query_answers& answers, std::size_t questions, bool values);

class Checker {
 public:
  // Refers to its arguments. Computes the truth for `brute` of the queries, O(brute * n).
  Checker(const SceneObjects& objects, const Batch& batch, std::size_t scalar_size,
          std::size_t brute);

  // Returns what is wrong; empty if nothing.
  std::string against_truth(const Results& results) const;
  std::string against(const Results& reference, const Results& results) const;

 private:
  enum class Grade { no, borderline, certain };
  struct Hit {
    Grade grade = Grade::no;
    double value = 0;  // squared distance, t
  };
  struct Truth {
    std::vector<std::uint32_t> certain, borderline;  // ascending
    std::vector<double> nearest;
    double first = 0, first_certain = 0;
  };

  Hit hit(std::size_t question, std::uint32_t object) const;
  Hit hit_box(const double* ray, std::uint32_t object) const;
  Hit hit_ball(const double* ray, std::uint32_t object) const;
  Hit hit_triangle(const double* ray, std::uint32_t object) const;
  Truth truth(std::size_t question) const;
  bool close(double a, double b) const;
  bool right(std::size_t question, const Results& results) const;
  bool same(std::size_t question, const Results& a, const Results& b) const;
  bool same_first(std::size_t question, const Results& a, const Results& b) const;

  const SceneObjects& objects_;
  const Batch& batch_;
  double share_;  // tolerance of results
  std::vector<Truth> truths_;
};

}  // namespace masu_bench::query
