// SPDX-License-Identifier: MIT
#include "row.hpp"

#include <map>
#include <tuple>

#include "bench/common/growth.hpp"
#include "ours.hpp"

namespace masu_bench {
namespace {

auto case_of(const Row& r) {
  return std::tie(r.scene, r.dim, r.n, r.scalar, r.threads);
}
auto curve_of(const Row& r) {
  return std::tie(r.scene, r.dim, r.scalar, r.threads, r.method);
}

std::optional<double> ratio_to(const std::vector<Row>& rows, const Row& row, const char* method) {
  for (const Row& other : rows) {
    if (other.method != method || case_of(other) != case_of(row)) continue;
    return row.ns_per_object / other.ns_per_object;
  }
  return std::nullopt;
}

}  // namespace

void relate(std::vector<Row>& rows) {
  for (Row& row : rows) {
    row.exponent = exponent_of(rows, row, curve_of, &Row::n, &Row::ns_per_object, true);
    row.ours_ratio = ratio_to(rows, row, kOurFirst);
    row.limit_ratio = ratio_to(rows, row, kLimit);
  }
}

}  // namespace masu_bench
