// SPDX-License-Identifier: MIT

#include "shapes/vertex_climb.hpp"

#include <algorithm>
#include <limits>

namespace masu::detail {
namespace {

// What must be measured where climbs end at a vertex, if an edge at it is level.
enum Hiding : std::uint8_t {
  kNothing,
  kFaces,  // the corners of the faces beside level edges
  kAll,    // all vertices
};

// Faces of more corners take as long as all vertices in SIMD registers.
constexpr std::size_t kFewCorners = 8;

template <class T>
Vec<3, double> between(const ConvexPolyhedron<T>& p, std::size_t from, std::size_t to) {
  return vec_cast<double>(p.vertex(to)) - vec_cast<double>(p.vertex(from));
}

template <class T>
double largest_coordinate(const ConvexPolyhedron<T>& p) {
  double most = 0;
  for (std::size_t v = 0; v < p.vertex_count(); ++v) {
    for (int a = 0; a < 3; ++a) most = std::max(most, std::fabs(double(p.vertex(v)[a])));
  }
  return most;
}

// How far the corners of a face lie behind its plane.
template <class T>
double bend_of(const ConvexPolyhedron<T>& p, std::size_t f) {
  double bend = 0;
  if (p.face(f).size() == 3) return bend;
  for (const std::uint32_t v : p.face(f)) {
    bend =
        std::max(bend, p.plane(f).offset - dot(p.plane(f).normal, vec_cast<double>(p.vertex(v))));
  }
  return bend;
}

// Whether the k-th corner v of face f may hide a higher vertex because its angle is near 180
// degrees.
//
// Let e and g be the unit vectors along the edges of f at v, c = |e + g| / 2 the cosine of half
// their angle, and r the rounding below which an edge is level, relative to its length. Directions
// that lean from the normal of f by up to r / c, towards the inside of f, leave both edges level. A
// vertex at distance x from v may then be higher by x r / c: no more than 4 r x for c > 0.35.
//
// In a triangle, all other vertices lie behind the plane of the face beyond the edge opposite to v.
// Where that face leans from f by more, they are not higher.
template <class T>
bool has_wide_corner(const ConvexPolyhedron<T>& p, std::size_t f, std::size_t k) {
  constexpr double kCosine = -0.75;  // 0.35 is the cosine of half that angle
  constexpr double kLean = 0x1p-46;
  const auto loop = p.face(f);
  const std::size_t n = loop.size();
  const Vec<3, double> e = between(p, loop[k], loop[(k + 1) % n]);
  const Vec<3, double> g = between(p, loop[k], loop[(k + n - 1) % n]);
  const double turn = dot(e, g);
  if (turn >= 0 || turn * turn <= kCosine * kCosine * length_squared(e) * length_squared(g)) {
    return false;
  }
  if (n > 3) return true;
  const PolyhedronEdge& opposite = p.edge(p.face_edges(f)[(k + 1) % n]);
  const std::size_t beyond = opposite.left == f ? opposite.right : opposite.left;
  const double half = length(e * (1 / length(e)) + g * (1 / length(g))) / 2;
  return !(length(p.plane(beyond).normal - p.plane(f).normal) * half > kLean);
}

// Whether all edges at the vertex lie in one plane, to rounding: then all are level along a direction
// straight into the polyhedron too.
template <class T>
bool is_flat(const ConvexPolyhedron<T>& p, std::size_t v) {
  constexpr double kSurelyBent = 0x1p-20;
  constexpr double kFlat = 0x1p-45;
  const auto spokes = p.spokes(v);
  const PolyhedronEdge& edge = p.edge(spokes[0].edge);
  const Vec<3, double> bend = p.plane(edge.left).normal - p.plane(edge.right).normal;
  if (length_squared(bend) > kSurelyBent * kSurelyBent) return false;
  const auto along = [&](const PolyhedronSpoke& s) {
    const Vec<3, double> e = between(p, v, s.vertex);
    return e * (1 / length(e));
  };
  Vec<3, double> normal{};
  for (const PolyhedronSpoke& s : spokes) {
    const Vec<3, double> across = cross(along(spokes[0]), along(s));
    if (length_squared(across) > length_squared(normal)) normal = across;
  }
  const double size = length(normal);
  return std::all_of(spokes.begin(), spokes.end(), [&](const PolyhedronSpoke& s) {
    return std::fabs(dot(normal, along(s))) <= kFlat * size;
  });
}

// Whether a plane through the edge has all other corners of the faces beside it behind it. In
// coordinates x and y of a corner, across the edge and up from it: whether a slope s has y < s x
// for all.
template <class T>
bool is_ridge(const ConvexPolyhedron<T>& p, const PolyhedronEdge& e) {
  constexpr double kRounding = 0x1p-40;
  const auto unit = [](const Vec<3, double>& x) { return x * (1 / length(x)); };
  const Vec<3, double> along = unit(between(p, e.tail, e.head));
  const Vec<3, double> across = unit(cross(p.plane(e.left).normal, along));
  const Vec<3, double> up = cross(along, across);
  double least = -std::numeric_limits<double>::infinity();
  double most = -least;
  for (const std::uint32_t f : {e.left, e.right}) {
    for (const std::uint32_t v : p.face(f)) {
      if (v == e.tail || v == e.head) continue;
      const double x = dot(between(p, e.tail, v), across);
      const double y = dot(between(p, e.tail, v), up);
      if (x > 0) least = std::max(least, y / x);
      if (x < 0) most = std::min(most, y / x);
      if (!(x > 0) && !(x < 0) && !(y < 0)) return false;
    }
  }
  return least + kRounding < most;
}

}  // namespace

template <class T>
bool HiddenVertices<T>::mark(ConvexPolyhedron<T>& p) {
  const double rounding = 0x1p-49 * largest_coordinate(p);
  Buffer<std::uint8_t> hiding(p.vertices_.allocator());
  if (!hiding.resize(p.vertex_count())) return false;
  std::fill(hiding.begin(), hiding.end(), std::uint8_t(kNothing));
  p.bend_ = 0;
  bool any = false;
  for (std::size_t f = 0; f < p.face_count(); ++f) {
    const auto loop = p.face(f);
    const double bend = bend_of(p, f);
    const bool bent = bend > rounding;
    if (bent) p.bend_ = std::max(p.bend_, bend);
    for (std::size_t k = 0; k < loop.size(); ++k) {
      Hiding h = bent ? loop.size() > kFewCorners ? kAll : kFaces : kNothing;
      if (has_wide_corner(p, f, k)) h = kAll;
      hiding[loop[k]] = std::max(hiding[loop[k]], std::uint8_t(h));
      any = any || h != kNothing;
    }
  }
  for (std::size_t v = 0; v < hiding.size(); ++v) {
    if (hiding[v] == kAll || !is_flat(p, v)) continue;
    hiding[v] = kAll;
    any = true;
  }
  p.level_ = rounding + 4 * p.bend_;
  if (any) p.hiding_ = std::move(hiding);
  return true;
}

template <class T>
bool HiddenVertices<T>::suffice(const ConvexPolyhedron<T>& p) {
  if (!(p.bend_ > 0)) return true;
  return p.bend_ <= p.slack() && std::all_of(p.edges_.begin(), p.edges_.end(), [&](const auto& e) {
           return p.face(e.left).size() + p.face(e.right).size() == 6 || is_ridge(p, e);
         });
}

// In a bent face, let e and g be the edges at v, and c another corner. c - v = x e + y g + h n with
// x + y >= 1, n the normal, and |h| at most (1 + x + y) times the bend. If c is higher than v, then
// e or g leads down by at most twice the bend, so it counts as level.
template <class T>
std::uint32_t HiddenVertices<T>::find(const ConvexPolyhedron<T>& p, const Vec<3, double>& d,
                                      std::uint32_t at, SupportStats* stats) {
  const double down = -p.level_ * (std::fabs(d[0]) + std::fabs(d[1]) + std::fabs(d[2]));
  bool level = false;
  std::uint32_t best = at;
  double gain = 0;
  for (const PolyhedronSpoke& s : p.spokes(at)) {
    if (!(dot(d, between(p, at, s.vertex)) > down)) continue;
    level = true;
    if (p.hiding_[at] == kAll) break;
    for (const std::uint32_t f : {p.edge(s.edge).left, p.edge(s.edge).right}) {
      if (stats != nullptr) stats->dots += p.face(f).size();
      for (const std::uint32_t v : p.face(f)) {
        const Vec<3, double> step = between(p, at, v);
        const double x = dot(d, step);
        if (!(x > gain) || !(x > rounding_of_dot(d, step))) continue;
        best = v;
        gain = x;
      }
    }
  }
  if (!level || p.hiding_[at] != kAll) return best;
  if (stats != nullptr) ++stats->plateaus, stats->dots += p.vertex_count();
  best = farthest_along(p.vertices_, d);
  return dot(d, between(p, at, best)) > 0 ? best : at;
}

template <class T>
std::uint32_t climb_watched(const ConvexPolyhedron<T>& polyhedron, const Vec<3, double>& d,
                            std::uint32_t start, SupportStats* stats,
                            const AnyTrace<ClimbStep>& trace) {
  return with_trace(trace,
                    [&](const auto& t) { return climb_from(polyhedron, d, start, stats, t); });
}

template struct HiddenVertices<float>;
template struct HiddenVertices<double>;
template std::uint32_t climb_watched(const ConvexPolyhedron<float>&, const Vec<3, double>&,
                                     std::uint32_t, SupportStats*, const AnyTrace<ClimbStep>&);
template std::uint32_t climb_watched(const ConvexPolyhedron<double>&, const Vec<3, double>&,
                                     std::uint32_t, SupportStats*, const AnyTrace<ClimbStep>&);

}  // namespace masu::detail
