// SPDX-License-Identifier: MIT
#include "shapes/vertex_climb.hpp"

#include <algorithm>
#include <limits>

namespace masu::detail {
namespace {

struct Chord {
  std::uint32_t from, to;
  friend constexpr auto operator<=>(const Chord&, const Chord&) = default;
};

template <class T>
Vec<3, double> between(const ConvexPolyhedron<T>& p, std::size_t from, std::size_t to) {
  return vec_cast<double>(p.vertex(to)) - vec_cast<double>(p.vertex(from));
}

template <class T>
double largest_coordinate(const ConvexPolyhedron<T>& p) {
  double most = 0;
  for (int a = 0; a < 3; ++a) {
    const T* const x = p.vertices().axis(a);
    for (std::size_t v = 0; v < p.vertex_count(); ++v) {
      most = std::max(most, std::fabs(double(x[v])));
    }
  }
  return most;
}

// Returns how far the corners of a face lie behind its plane.
template <class T>
double bend_of(const ConvexPolyhedron<T>& p, std::size_t f) {
  double bend = 0;
  for (const std::uint32_t v : p.face(f)) {
    bend =
        std::max(bend, p.plane(f).offset - dot(p.plane(f).normal, vec_cast<double>(p.vertex(v))));
  }
  return bend;
}

// Returns whether the angle between two vectors is wide: the cosine of half of it is below 0.35.
bool is_wide(double dot, double square, double other_square) {
  constexpr double kCosine = -0.75;
  return dot < 0 && dot * dot > kCosine * kCosine * square * other_square;
}

Vec<3, double> unit(const Vec<3, double>& x) {
  return x * (1 / length(x));
}

// Finds chords from the k-th corner v of face f to vertices across the face.
//
// Let e and g be unit vectors from v along two adjacent edges or chords, c = |e + g| / 2 the cosine
// of half their angle, and r the rounding below which an edge is level, relative to its length.
// Directions that deviate from the normal of e and g by up to r / c, between the two, leave both
// level. A vertex at distance x from v may then be higher by x r / c: no more than 3 r x where the
// angle is not wide.
//
// Corners lie up to `bend` behind the plane of the face. Let E and G be the edges or chords
// themselves, and c - v = x E + y G + h n for a corner c between them, n the normal. x + y is 1 or
// more, so h is at most (x + y) bend, and c is that much higher at most where E and G do not lead
// up. At corners with short edges x + y is large: there chords follow until (x + y) bend is small.
template <class T>
class Fan {
 public:
  Fan(const ConvexPolyhedron<T>& p, std::size_t f, std::size_t k, double bend, double rounding,
      Buffer<Chord>& chords)
      : p_(p), f_(f), k_(k), loop_(p.face(f)), bend_(bend), rounding_(rounding), chords_(chords) {}

  // For a flat face: until no angle is wide and no corner hidden by the bend is much higher.
  // Returns false if out of memory, as below.
  bool add() { return add(1, loop_.size() - 1, 0); }
  // For any face: until no vertex is higher along a direction that leaves edges and chords level.
  bool wrap() { return wrap(corner(1), corner(loop_.size() - 1), 0); }

 private:
  static constexpr int kDeepest = 16;
  static constexpr std::size_t kMostVertices = 2048;  // wrap() tests all of them

  std::uint32_t corner(std::size_t i) const { return loop_[(k_ + i) % loop_.size()]; }
  Vec<3, double> to(std::uint32_t v) const { return between(p_, loop_[k_], v); }
  bool append(std::uint32_t to) { return chords_.push_back({loop_[k_], to}); }

  // Between the corners with indices i < j, counted from v.
  bool add(std::size_t i, std::size_t j, int depth) {
    const Vec<3, double> e = to(corner(i));
    const Vec<3, double> g = to(corner(j));
    const bool wide = is_wide(dot(e, g), length_squared(e), length_squared(g));
    if (j == i + 1) return !wide || leans(i, unit(e), unit(g)) || wrap(corner(i), corner(j), 0);
    const std::size_t mid = wide ? farthest(i, j, unit(e), unit(g)) : farthest(i, j, e, g);
    if (!wide && !hides(to(corner(mid)), e, g)) return true;
    if (depth == kDeepest) return append(ClimbChords<T>::kAll);
    return append(corner(mid)) && add(i, mid, depth + 1) && add(mid, j, depth + 1);
  }

  // Returns whether the bend may hide from e and g that the end of the chord c, between them, is
  // higher by more than half of what climb() may miss.
  bool hides(const Vec<3, double>& c, const Vec<3, double>& e, const Vec<3, double>& g) const {
    const Vec<3, double> inside = cross(p_.plane(f_).normal, e - g);
    return dot(inside, c) * bend_ > 2 * rounding_ * dot(inside, e);
  }

  // Returns the corner between the two that is farthest from the line through the ends of e and g.
  std::size_t farthest(std::size_t i, std::size_t j, const Vec<3, double>& e,
                       const Vec<3, double>& g) const {
    const Vec<3, double> inside = cross(p_.plane(f_).normal, e - g);
    std::size_t low = i + 1;
    std::size_t high = j - 1;
    while (low < high) {
      const std::size_t mid = (low + high) / 2;
      const bool rises = dot(inside, between(p_, corner(mid), corner(mid + 1))) > 0;
      rises ? low = mid + 1 : high = mid;
    }
    return low;
  }

  // e and g lead to the ends of an edge of f. All vertices beyond lie behind the plane of the other
  // face there. Returns whether that face is inclined to f so much that they cannot be higher.
  bool leans(std::size_t i, const Vec<3, double>& e, const Vec<3, double>& g) const {
    constexpr double kLean = 0x1p-46;
    const PolyhedronEdge& edge = p_.edge(p_.face_edges(f_)[(k_ + i) % loop_.size()]);
    const std::size_t beyond = edge.left == f_ ? edge.right : edge.left;
    const double half = length(e + g) / 2;
    return length(p_.plane(beyond).normal - p_.plane(f_).normal) * half > kLean;
  }

  // Between two neighbors or ends of chords, i before j counterclockwise seen from outside.
  bool wrap(std::uint32_t i, std::uint32_t j, int depth) {
    constexpr double kLevel = 0x1p-50;
    if (depth == kDeepest || p_.vertex_count() > kMostVertices) return append(ClimbChords<T>::kAll);
    const Vec<3, double> e = unit(to(i));
    const Vec<3, double> g = unit(to(j));
    const Vec<3, double> normal = unit(cross(e, g));
    const double half = length(e + g) / 2;
    const Vec<3, double> d = normal + unit(e + g) * (kLevel / half);
    const std::uint32_t highest = farthest_along(p_.vertices(), d);
    const Vec<3, double> chord = to(highest);
    if (dot(d, chord) <= 2 * rounding_ || highest == i || highest == j) return true;
    const bool between = dot(cross(e, chord), normal) > 0 && dot(cross(chord, g), normal) > 0;
    if (!between) return append(ClimbChords<T>::kAll);
    return append(highest) && wrap(i, highest, depth + 1) && wrap(highest, j, depth + 1);
  }

  const ConvexPolyhedron<T>& p_;
  std::size_t f_;
  std::size_t k_;
  std::span<const std::uint32_t> loop_;
  double bend_;
  double rounding_;
  Buffer<Chord>& chords_;
};

// Only the angle opposite to the longest side of a triangle can be wide.
template <class T>
bool add_chords_of_triangle(const ConvexPolyhedron<T>& p, std::size_t f, double rounding,
                            Buffer<Chord>& chords) {
  const auto loop = p.face(f);
  double squares[3];  // of the sides opposite to the corners
  for (std::size_t k = 0; k < 3; ++k) {
    squares[k] = length_squared(between(p, loop[(k + 1) % 3], loop[(k + 2) % 3]));
  }
  std::size_t k = squares[1] > squares[0] ? 1 : 0;
  k = squares[2] > squares[k] ? 2 : k;
  const double a = squares[(k + 1) % 3];
  const double b = squares[(k + 2) % 3];
  const double twice_dot = a + b - squares[k];
  return !is_wide(twice_dot / 2, a, b) || Fan<T>(p, f, k, 0, rounding, chords).add();
}

// For a bent face: the hull of its corners has edges across it.
template <class T>
bool add_chords_of_bent(const ConvexPolyhedron<T>& p, std::size_t f, double rounding,
                        Buffer<Chord>& chords) {
  constexpr std::size_t kFewCorners = 8;
  const auto loop = p.face(f);
  for (std::size_t k = 0; k < loop.size(); ++k) {
    if (loop.size() > kFewCorners) {
      if (!Fan<T>(p, f, k, 0, rounding, chords).wrap()) return false;
      continue;
    }
    for (const std::uint32_t v : loop) {
      if (v != loop[k] && !chords.push_back({loop[k], v})) return false;
    }
  }
  return true;
}

// Returns whether all edges at the vertex lie in one plane, up to rounding: then all are level
// along a direction straight into the polyhedron, too.
template <class T>
bool is_flat(const ConvexPolyhedron<T>& p, std::size_t v) {
  constexpr double kSurelyBent = 0x1p-20;
  constexpr double kFlat = 0x1p-45;
  const auto spokes = p.spokes(v);
  const PolyhedronEdge& edge = p.edge(spokes[0].edge);
  const Vec<3, double> bend = p.plane(edge.left).normal - p.plane(edge.right).normal;
  if (length_squared(bend) > kSurelyBent * kSurelyBent) return false;
  const auto along = [&](const PolyhedronSpoke& s) { return unit(between(p, v, s.vertex)); };
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

// Returns whether a plane through the edge has all other corners of the adjacent faces behind it.
// In coordinates x and y of a corner, perpendicular to the edge and up from it: whether there is a
// slope s with y < s x for all.
template <class T>
bool is_ridge(const ConvexPolyhedron<T>& p, const PolyhedronEdge& e) {
  constexpr double kRounding = 0x1p-40;
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

// Chords, sorted by vertex, kAll last.
template <class T>
template <class Chords>
bool ClimbChords<T>::store(ConvexPolyhedron<T>& p, Chords& chords) {
  if (chords.empty()) return true;
  std::sort(chords.begin(), chords.end());
  const auto* const end = std::unique(chords.begin(), chords.end());
  const auto size = static_cast<std::size_t>(end - chords.begin());
  if (!p.chord_first_.resize(p.vertex_count() + 1) || !p.chords_.resize(size)) return false;
  std::size_t c = 0;
  for (std::uint32_t v = 0; v <= p.vertex_count(); ++v) {
    p.chord_first_[v] = static_cast<std::uint32_t>(c);
    for (; c < size && chords[c].from == v; ++c) p.chords_[c] = chords[c].to;
  }
  return true;
}

template <class T>
bool ClimbChords<T>::make(ConvexPolyhedron<T>& p, bool hull, bool& suffice) {
  const double most = largest_coordinate(p);
  const double rounding = 0x1p-49 * most;
  Buffer<Chord> chords(p.vertices_.allocator());
  Buffer<std::uint8_t> bent(p.vertices_.allocator());
  if (!bent.resize(p.face_count())) return false;
  p.bend_ = 0;
  for (std::size_t f = 0; f < p.face_count(); ++f) {
    const std::size_t size = p.face(f).size();
    bent[f] = 0;
    if (size == 3) {
      if (!add_chords_of_triangle(p, f, rounding, chords)) return false;
      continue;
    }
    const double bend = bend_of(p, f);
    if (bend > 0x1p-51 * most) {
      bent[f] = 1;
      p.bend_ = std::max(p.bend_, bend);
      if (!add_chords_of_bent(p, f, rounding, chords)) return false;
    }
    for (std::size_t k = 0; k < size; ++k) {
      if (!Fan<T>(p, f, k, bent[f] != 0 ? 0 : bend, rounding, chords).add()) return false;
    }
  }
  for (std::uint32_t v = 0; v < p.vertex_count(); ++v) {
    if (is_flat(p, v) && !chords.push_back({v, kAll})) return false;
  }
  p.level_ = rounding + 4 * p.bend_;
  // All neighbors of a face that is not bent lie behind its plane.
  suffice = p.bend_ <= p.slack();
  for (std::size_t e = 0; suffice && !hull && e < p.edge_count(); ++e) {
    const bool both = bent[p.edge(e).left] != 0 && bent[p.edge(e).right] != 0;
    suffice = !both || is_ridge(p, p.edge(e));
  }
  return store(p, chords);
}

// In a bent face, let e and g be the edges at v, and c another corner. c - v = x e + y g + h n with
// x + y >= 1, n the normal, and |h| at most (1 + x + y) times the bend. If c is higher than v, then
// e or g leads down by at most twice the bend, so it counts as level.
template <class T>
std::uint32_t ClimbChords<T>::climb(const ConvexPolyhedron<T>& p, const Vec<3, double>& d,
                                    std::uint32_t at, SupportStats* stats) {
  const auto chords = of(p, at);
  std::uint32_t best = at;
  double gain = 0;
  for (const std::uint32_t v : chords) {
    if (v == kAll) break;
    const Vec<3, double> chord = between(p, at, v);
    const double x = dot(d, chord);
    if (!(x > gain) || !(x > rounding_of_dot(d, chord))) continue;
    best = v;
    gain = x;
  }
  if (stats != nullptr) stats->dots += chords.size();
  if (best != at || chords.empty() || chords.back() != kAll) return best;
  if (stats != nullptr) ++stats->scans, stats->dots += p.vertex_count();
  best = farthest_along(p.vertices_, d);
  return dot(d, between(p, at, best)) > 0 ? best : at;
}

template struct ClimbChords<float>;
template struct ClimbChords<double>;

}  // namespace masu::detail

namespace masu {

template <class T>
std::uint32_t climb(const ConvexPolyhedron<T>& polyhedron, const Vec<3, double>& d,
                    std::uint32_t start, SupportStats* stats, AnyTrace<ClimbStep> trace) {
  return with_trace(
      trace, [&](const auto& t) { return detail::climb_from(polyhedron, d, start, stats, t); });
}

template std::uint32_t climb(const ConvexPolyhedron<float>&, const Vec<3, double>&, std::uint32_t,
                             SupportStats*, AnyTrace<ClimbStep>);
template std::uint32_t climb(const ConvexPolyhedron<double>&, const Vec<3, double>&, std::uint32_t,
                             SupportStats*, AnyTrace<ClimbStep>);

}  // namespace masu
