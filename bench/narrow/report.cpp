// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "bench/common/report.hpp"

namespace masu_bench::narrow {
namespace {

auto key_of(const Row& r) {
  return std::tuple(r.row, r.scalar, r.mode, r.n);
}

// Returns 0, or a percentage.
std::string share(double wrong) {
  return wrong > 0 ? fmt::format("{:.2f} %", 100 * wrong) : "0";
}

bool is_batch(const Row& r) {
  return r.method == "masu:batch";
}

// Prints how much faster pairs are in one call than one by one.
void print_batches(const std::vector<Row>& rows) {
  constexpr double kGoal = 3;
  std::map<decltype(key_of(rows[0])), const Row*> single;
  for (const Row& r : rows) {
    if (r.method == "masu") single[key_of(r)] = &r;
  }
  bool first = true;
  for (const Row& r : rows) {
    if (!is_batch(r) || !single.contains(key_of(r))) continue;
    if (std::exchange(first, false)) {
      fmt::print("\n{:<25} {:>6} {:>8} {:>8} {:>8} {:>5} {:>6} {:>7}\n", "pairs in one call",
                 "scalar", "ns", "singly", "ratio", "goal", "", "wrong");
    }
    const double ratio = single[key_of(r)]->ns / r.ns;
    fmt::print("{:<25} {:>6} {:>8.1f} {:>8.1f} {:>7.2f}x {:>4g}x {:>6} {:>7}\n", r.row, r.scalar,
               r.ns, single[key_of(r)]->ns, ratio, kGoal, ratio >= kGoal ? "met" : "MISSED",
               share(r.wrong));
  }
}

}  // namespace

void print_tables(const std::vector<Row>& rows) {
  print_by_key(
      rows, key_of,
      [](const Row& r) {
        fmt::print("\n{}{}, {}, {}\n", r.row, r.n > 0 ? fmt::format(", n = {}", r.n) : "", r.scalar,
                   r.mode);
        fmt::print("{:<20} {:>6} {:>10} {:>10} {:>8} {:>8} {:>9} {:>9} {:>9}\n", "method", "scalar",
                   "ns", "least", "rounds", "supports", "peer/this", "exponent", "wrong");
      },
      [](const Row& r) {
        fmt::print("{:<20} {:>6} {:>10.1f} {:>10.1f} {:>8} {:>8} {:>9} {:>9} {:>9}\n", r.method,
                   r.method_scalar, r.ns, r.least_ns, number(r.rounds), number(r.supports),
                   number(r.peer_ratio, "x"), number(r.exponent), share(r.wrong));
      });
}

void print_summary(const std::vector<Row>& rows) {
  std::map<decltype(key_of(rows[0])), const Row*> best;
  for (const Row& r : rows) {
    const Row*& mine = best[key_of(r)];
    if (!r.is_ours() || is_batch(r)) continue;
    if (mine == nullptr || r.ns < mine->ns) mine = &r;
  }
  std::vector<const Row*> lines;
  for (const auto& [key, r] : best) {
    if (r != nullptr) lines.push_back(r);
  }
  sort_by_standing(lines);
  fmt::print(
      "\n{:<25} {:>4} {:>6} {:>4} {:<15} {:>8} {:>5} {:<17} {:>8} {:>5} {:>6} {:<17} {:>8} "
      "{:>8} {:>7}\n",
      "row", "n", "scalar", "mode", "our best", "ns", "aim", "best right peer", "ratio", "goal", "",
      "fastest peer", "ratio", "exponent", "wrong");
  for (const Row* r : lines) {
    fmt::print(
        "{:<25} {:>4} {:>6} {:>4} {:<15} {:>8.1f} {:>5} {:<17} {:>8} {:>5} {:>6} {:<17} {:>8} "
        "{:>8} {:>7}\n",
        r->row, r->n, r->scalar, r->mode, r->method, r->ns,
        r->aim_ns ? fmt::format("{:.0f}", *r->aim_ns) : "",
        r->best_peer.empty() ? "none" : r->best_peer, number(r->peer_ratio, "x"),
        r->goal ? fmt::format("{:g}x", *r->goal) : "", verdict(*r), r->fastest_peer,
        number(r->fastest_ratio, "x"), number(r->exponent), share(r->wrong));
  }
  print_batches(rows);
}

}  // namespace masu_bench::narrow
