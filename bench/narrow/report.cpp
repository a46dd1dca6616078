// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace masu_bench::narrow {
namespace {

auto key_of(const Row& r) {
  return std::tuple(r.row, r.scalar, r.mode, r.n);
}

std::string number(const std::optional<double>& value, const char* unit = "") {
  return value ? fmt::format("{:.2f}{}", *value, unit) : "";
}

// 0, or how many in a hundred.
std::string share(double wrong) {
  return wrong > 0 ? fmt::format("{:.2f} %", 100 * wrong) : "0";
}

// Of what is asked for, above 1 it is met. Then those that nothing is asked of.
std::pair<bool, double> standing(const Row& r) {
  return {!r.goal || !r.peer_ratio, r.peer_ratio.value_or(1e9) / r.goal.value_or(1)};
}

const char* verdict(const Row& r) {
  if (!r.goal || !r.peer_ratio) return "";
  return *r.peer_ratio >= *r.goal ? "met" : "MISSED";
}

bool is_batch(const Row& r) {
  return r.method == "masu:batch";
}

// How much faster pairs are in one call than one by one.
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
  std::vector<Row> sorted = rows;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Row& a, const Row& b) {
    return std::pair(key_of(a), a.ns) < std::pair(key_of(b), b.ns);
  });
  const Row* last = nullptr;
  for (const Row& r : sorted) {
    if (last == nullptr || key_of(*last) != key_of(r)) {
      fmt::print("\n{}{}, {}, {}\n", r.row, r.n > 0 ? fmt::format(", n = {}", r.n) : "", r.scalar,
                 r.mode);
      fmt::print("{:<20} {:>6} {:>10} {:>10} {:>8} {:>8} {:>9} {:>9} {:>9}\n", "method", "scalar",
                 "ns", "least", "rounds", "supports", "peer/this", "exponent", "wrong");
    }
    fmt::print("{:<20} {:>6} {:>10.1f} {:>10.1f} {:>8} {:>8} {:>9} {:>9} {:>9}\n", r.method,
               r.method_scalar, r.ns, r.least_ns, number(r.rounds), number(r.supports),
               number(r.peer_ratio, "x"), number(r.exponent), share(r.wrong));
    last = &r;
  }
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
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Row* a, const Row* b) { return standing(*a) < standing(*b); });
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
