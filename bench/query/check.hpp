// SPDX-License-Identifier: MIT
// Are answers right? Held against brute force for some questions, against each other for all.
//
// Boxes against boxes must be the very same sets. What is computed with roundings may differ where
// it is a matter of rounding: an object whose hit or distance changes when boxes, balls and
// triangles grow or shrink by a small share is borderline, and may be in an answer or not;
// distances and t may differ by that share.
#pragma once

#include <string>

#include "scene_data.hpp"

namespace masu_bench::query {

// A copy of what a method said.
struct Said {
  std::vector<std::uint32_t> first{0};
  std::vector<std::uint32_t> ids;
  std::vector<double> values;
  std::size_t size() const { return first.size() - 1; }
};
Said copy_of(const masu_query_answers& answers, std::size_t questions, bool values);

class Checker {
 public:
  // Both stay where they are. Computes the truth for `brute` of the questions, O(brute * n).
  Checker(const World& world, const Batch& batch, std::size_t scalar_size, std::size_t brute);

  // What is wrong; empty if nothing.
  std::string against_truth(const Said& said) const;
  std::string against(const Said& reference, const Said& said) const;

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
  bool right(std::size_t question, const Said& said) const;
  bool same(std::size_t question, const Said& a, const Said& b) const;
  bool same_first(std::size_t question, const Said& a, const Said& b) const;

  const World& world_;
  const Batch& batch_;
  double share_;  // by which results may differ
  std::vector<Truth> truths_;
};

}  // namespace masu_bench::query
