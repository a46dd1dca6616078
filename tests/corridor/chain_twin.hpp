// SPDX-License-Identifier: MIT
// Chains from walls by brute force: every pair of points, of walls, of loops.
#pragma once

#include <algorithm>
#include <map>
#include <ostream>
#include <set>
#include <tuple>
#include <vector>

#include <masu/corridor/wall_chains.hpp>
#include <masu/hull/predicates.hpp>

namespace masu::test {

template <class T>
using Wall = Segment<2, T>;

// Points as pairs of numbers, which compare by x, then y.
template <class T>
using Spot = std::pair<T, T>;

template <class T>
Spot<T> spot_of(const Vec<2, T>& p) {
  return {p[0] + T(0), p[1] + T(0)};
}
template <class T>
Vec<2, T> point_of(const Spot<T>& s) {
  return {s.first, s.second};
}

template <class T>
struct TwinChain {
  std::vector<Spot<T>> points;
  std::vector<std::pair<std::uint32_t, bool>> sources;  // and whether they run against it
  friend auto operator<=>(const TwinChain&, const TwinChain&) = default;
};

template <class T>
void PrintTo(const TwinChain<T>& chain, std::ostream* out) {
  for (std::size_t i = 0; i < chain.points.size(); ++i) {
    *out << '(' << chain.points[i].first << ' ' << chain.points[i].second << ')';
    if (i == chain.sources.size()) break;
    *out << (chain.sources[i].second ? " <" : " >") << chain.sources[i].first << ' ';
  }
  *out << '\n';
}

template <class T>
struct TwinResult {
  std::vector<TwinChain<T>> chains;  // sorted
  std::uint64_t duplicates = 0, overlaps = 0, cuts = 0, zero_length = 0, not_finite = 0;
  std::uint64_t crossings = 0;
};

template <class T>
class ChainTwin {
 public:
  ChainTwin(const std::vector<Wall<T>>& walls, double weld, bool split) : weld_(weld) {
    find_vertices(walls);
    for (std::uint32_t i = 0; i < walls.size(); ++i) take(walls[i], i);
    merge(result_.duplicates);
    for (int round = 0; split && round < 8 && cut(); ++round) merge(result_.overlaps);
    if (split) count_crossings();
    join();
  }
  const TwinResult<T>& result() const { return result_; }

 private:
  struct Piece {
    Spot<T> a, b;  // a < b
    std::uint32_t source;
    bool backward;
    std::int64_t votes;
  };

  static bool finite(const Wall<T>& w) { return is_finite(w.a) && is_finite(w.b); }

  // Sets of points by flooding; the least point of each stands for it.
  void find_vertices(const std::vector<Wall<T>>& walls) {
    std::set<Spot<T>> all;
    for (const auto& w : walls) {
      if (finite(w)) all.insert(spot_of(w.a)), all.insert(spot_of(w.b));
    }
    for (const auto& start : all) {
      if (vertex_.count(start) != 0) continue;
      std::vector<Spot<T>> open{start};
      vertex_[start] = start;
      while (!open.empty()) {
        const auto p = open.back();
        open.pop_back();
        for (const auto& q : all) {
          const double dx = double(p.first) - double(q.first);
          const double dy = double(p.second) - double(q.second);
          if (vertex_.count(q) != 0 || dx * dx + dy * dy > weld_ * weld_) continue;
          vertex_[q] = start;
          open.push_back(q);
        }
      }
    }
  }

  void take(const Wall<T>& w, std::uint32_t i) {
    if (!finite(w)) {
      ++result_.not_finite;
      return;
    }
    const auto a = vertex_.at(spot_of(w.a));
    const auto b = vertex_.at(spot_of(w.b));
    if (a == b) ++result_.zero_length;
    if (a < b) pieces_.push_back({a, b, i, false, 1});
    if (b < a) pieces_.push_back({b, a, i, true, -1});
  }

  void merge(std::uint64_t& dropped) {
    std::map<std::pair<Spot<T>, Spot<T>>, Piece> unique;
    for (const Piece& p : pieces_) {
      const auto [it, added] = unique.insert({{p.a, p.b}, p});
      if (added) continue;
      ++dropped;
      Piece& k = it->second;
      const auto votes = k.votes + p.votes;
      if (std::pair(p.source, p.backward) < std::pair(k.source, k.backward)) k = p;
      k.votes = votes;
    }
    pieces_.clear();
    for (const auto& [ends, piece] : unique) pieces_.push_back(piece);
  }

  // How far along, if inside.
  bool inside(const Piece& w, const Spot<T>& p, double& along) const {
    if (p == w.a || p == w.b) return false;
    const auto a = detail::widen(point_of(w.a));
    const auto d = detail::widen(point_of(w.b)) - a;
    const auto to = detail::widen(point_of(p)) - a;
    along = dot(to, d);
    if (weld_ == 0) {
      return orient2d(point_of(w.a), point_of(w.b), point_of(p)) == 0 && w.a < p && p < w.b;
    }
    const double across = cross(d, to);
    return along > 0 && along < dot(d, d) && across * across <= weld_ * weld_ * dot(d, d);
  }

  bool cut() {
    std::set<Spot<T>> vertices;
    for (const Piece& p : pieces_) vertices.insert(p.a), vertices.insert(p.b);
    std::vector<Piece> cut;
    bool some = false;
    for (const Piece& w : pieces_) {
      std::vector<std::pair<double, Spot<T>>> on;
      for (const auto& v : vertices) {
        double along = 0;
        if (inside(w, v, along)) on.push_back({along, v});
      }
      std::sort(on.begin(), on.end());
      result_.cuts += on.size();
      some = some || !on.empty();
      Spot<T> from = w.a;
      on.push_back({0, w.b});
      for (const auto& [along, to] : on) {
        const bool forward = from < to;
        cut.push_back({std::min(from, to), std::max(from, to), w.source, w.backward == forward,
                       forward ? w.votes : -w.votes});
        from = to;
      }
    }
    pieces_ = cut;
    return some;
  }

  void count_crossings() {
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const auto a = point_of(pieces_[i].a), b = point_of(pieces_[i].b);
        const auto c = point_of(pieces_[j].a), d = point_of(pieces_[j].b);
        result_.crossings +=
            orient2d(a, b, c) * orient2d(a, b, d) < 0 && orient2d(c, d, a) * orient2d(c, d, b) < 0;
      }
    }
  }

  // Pieces at each vertex; then from piece to piece in both directions.
  void join() {
    std::map<Spot<T>, std::vector<std::size_t>> at;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      at[pieces_[i].a].push_back(i);
      at[pieces_[i].b].push_back(i);
    }
    std::vector<bool> done(pieces_.size());
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (done[i]) continue;
      // To the first piece of the chain, or around.
      std::size_t first = i;
      Spot<T> start = pieces_[i].a;
      while (at[start].size() == 2) {
        const auto& both = at[start];
        first = both[0] == first ? both[1] : both[0];
        start = pieces_[first].a == start ? pieces_[first].b : pieces_[first].a;
        if (first == i) break;
      }
      add_chain(at, done, first, start);
    }
    std::sort(result_.chains.begin(), result_.chains.end());
  }

  void add_chain(std::map<Spot<T>, std::vector<std::size_t>>& at, std::vector<bool>& done,
                 std::size_t piece, Spot<T> p) {
    TwinChain<T> chain;
    std::int64_t votes = 0;
    chain.points.push_back(p);
    for (;;) {
      done[piece] = true;
      const Piece& w = pieces_[piece];
      const bool forward = w.a == p;
      p = forward ? w.b : w.a;
      chain.points.push_back(p);
      chain.sources.push_back({w.source, forward ? w.backward : !w.backward});
      votes += forward ? w.votes : -w.votes;
      const auto& both = at[p];
      if (both.size() != 2) break;
      piece = both[0] == piece ? both[1] : both[0];
      if (done[piece]) break;
    }
    auto& points = chain.points;
    const bool loop = points.front() == points.back();
    if (loop && at[points[0]].size() == 2) {
      points.pop_back();
      const auto least = std::min_element(points.begin(), points.end()) - points.begin();
      std::rotate(points.begin(), points.begin() + least, points.end());
      std::rotate(chain.sources.begin(), chain.sources.begin() + least, chain.sources.end());
      points.push_back(points[0]);
    }
    const bool tie_back =
        loop ? points[points.size() - 2] < points[1] : points.back() < points.front();
    if (votes < 0 || (votes == 0 && tie_back)) {
      std::reverse(points.begin(), points.end());
      std::reverse(chain.sources.begin(), chain.sources.end());
      for (auto& [source, backward] : chain.sources) backward = !backward;
    }
    result_.chains.push_back(chain);
  }

  double weld_;
  std::map<Spot<T>, Spot<T>> vertex_;
  std::vector<Piece> pieces_;
  TwinResult<T> result_;
};

// Chains of the library in the twin's words.
template <class T>
std::vector<TwinChain<T>> sorted_chains(const WallChains<T>& built) {
  std::vector<TwinChain<T>> chains;
  for (const WallChain& c : built.chains()) {
    TwinChain<T> chain;
    for (std::uint32_t s = c.first; s < c.first + c.count; ++s) {
      chain.points.push_back(spot_of(built.vertices()[s]));
      if (built.has_wall(s)) chain.sources.push_back({built.source(s), built.flipped(s)});
    }
    chains.push_back(chain);
  }
  std::sort(chains.begin(), chains.end());
  return chains;
}

// How many loops contain the midpoint of the first wall of `own`? Coordinates are small integers.
template <class T>
std::uint32_t depth_by_midpoint(const WallChains<T>& built, const WallChain& own) {
  const auto v = built.vertices();
  const auto p = (detail::widen(v[own.first]) + detail::widen(v[own.first + 1])) * 0.5;
  std::uint32_t depth = 0;
  for (const WallChain& c : built.chains()) {
    if (!c.loop() || c.first == own.first) continue;
    bool in = false;
    for (std::uint32_t s = c.first; s + 1 < c.first + c.count; ++s) {
      auto a = detail::widen(v[s]);
      auto b = detail::widen(v[s + 1]);
      if (b[0] < a[0]) std::swap(a, b);
      if (a[0] <= p[0] && p[0] < b[0] && orient2d(a, b, p) > 0) in = !in;
    }
    depth += in;
  }
  return depth;
}

}  // namespace masu::test
