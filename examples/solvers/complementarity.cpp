// SPDX-License-Identifier: MIT
#include "complementarity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace masu::solvers {

void Complementarity::clear() {
  rows_.clear();
  entries_.clear();
}

void Complementarity::add(const Row& row, std::span<const Entry> entries) {
  Row added = row;
  added.first = static_cast<std::uint32_t>(entries_.size());
  added.entries = static_cast<std::uint32_t>(entries.size());
  for (const Entry& e : entries) {
    if (e.column == rows_.size()) added.diagonal = e.value;
    entries_.push_back(e);
  }
  rows_.push_back(added);
}

double Complementarity::low(const Row& row) const {
  return row.mu < 0 ? 0 : -row.mu * rows_[row.normal].l;
}

double Complementarity::high(const Row& row) const {
  return row.mu < 0 ? std::numeric_limits<double>::infinity() : row.mu * rows_[row.normal].l;
}

double Complementarity::w(std::size_t i) const {
  double sum = rows_[i].b;
  for (const Entry& e : entries(rows_[i])) sum += e.value * rows_[e.column].l;
  return sum;
}

double Complementarity::improved(std::size_t i) const {
  const Row& row = rows_[i];
  return std::clamp(row.l - w(i) / row.diagonal, low(row), high(row));
}

void Complementarity::sweep() {
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i].l = improved(i);
  for (std::size_t i = rows_.size(); i-- > 0;) rows_[i].l = improved(i);
}

// Each sweep says where it would go; the step of before, kept as far as sweeps become shorter, is
// added to it. What leaves the bounds by that comes back with the next sweep.
int Complementarity::solve(double tolerance, int most_sweeps) {
  std::vector<double> start(rows_.size()), direction(rows_.size(), 0.0);
  double before = 0;
  for (int sweeps = 1; sweeps <= most_sweeps; ++sweeps) {
    for (std::size_t i = 0; i < rows_.size(); ++i) start[i] = rows_[i].l;
    sweep();
    if (sweeps == most_sweeps || residual() <= tolerance) return sweeps;
    double now = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const double step = rows_[i].l - start[i];
      now += step * step;
    }
    const double keep = now < before ? now / before : 0;
    before = now;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const double step = rows_[i].l - start[i];
      rows_[i].l += keep * direction[i];
      direction[i] = keep * direction[i] + step;
    }
  }
  return 0;
}

double Complementarity::residual() const {
  double worst = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    worst = std::max(worst, std::fabs(rows_[i].l - improved(i)) * rows_[i].diagonal);
  }
  return worst;
}

}  // namespace masu::solvers
