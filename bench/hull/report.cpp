// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "bench/common/report.hpp"

namespace masu_bench::hull {
namespace {

auto key_of(const Row& r) {
  return std::tuple(r.row, r.scalar, r.n);
}

}  // namespace

void print_tables(const std::vector<Row>& rows) {
  print_by_key(
      rows, key_of,
      [](const Row& r) {
        fmt::print("\n{}, n = {}, {}\n", r.row, r.n, r.scalar);
        fmt::print("{:<20} {:>6} {:>10} {:>10} {:>8} {:>8} {:>8} {:>9} {:>9} {:>6}\n", "method",
                   "scalar", "ns/point", "least", "vertices", "faces", "tests", "peer/this",
                   "exponent", "wrong");
      },
      [](const Row& r) {
        fmt::print("{:<20} {:>6} {:>10.1f} {:>10.1f} {:>8} {:>8} {:>8} {:>9} {:>9} {:>6}\n",
                   r.method, r.method_scalar, r.ns, r.least_ns, r.vertices, r.faces,
                   number(r.tests), number(r.peer_ratio, "x"), number(r.exponent),
                   r.wrong > 0 ? fmt::format("{:.0f} %", 100 * r.wrong) : "0");
      });
}

void print_summary(const std::vector<Row>& rows) {
  std::map<decltype(key_of(rows[0])), const Row*> best;
  for (const Row& r : rows) {
    if (!r.is_ours()) continue;
    const Row*& mine = best[key_of(r)];
    if (mine == nullptr || r.ns < mine->ns) mine = &r;
  }
  std::vector<const Row*> lines;
  for (const auto& [key, r] : best) lines.push_back(r);
  sort_by_standing(lines);
  fmt::print("\n{:<15} {:>8} {:>6} {:<19} {:>9} {:>5} {:<12} {:>8} {:>5} {:>6} {:>9}\n", "row", "n",
             "scalar", "our best", "ns/point", "aim", "best peer", "ratio", "goal", "", "exponent");
  for (const Row* r : lines) {
    fmt::print("{:<15} {:>8} {:>6} {:<19} {:>9.1f} {:>5} {:<12} {:>8} {:>5} {:>6} {:>9}\n", r->row,
               r->n, r->scalar, r->method, r->ns,
               r->aim_ns ? fmt::format("{:.0f}", *r->aim_ns) : "",
               r->best_peer.empty() ? "none" : r->best_peer, number(r->peer_ratio, "x"),
               r->goal ? fmt::format("{:g}x", *r->goal) : "", verdict(*r), number(r->exponent));
  }
}

}  // namespace masu_bench::hull
