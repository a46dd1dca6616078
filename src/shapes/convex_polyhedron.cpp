// SPDX-License-Identifier: MIT
#include <masu/shapes/convex_polyhedron.hpp>

#include <algorithm>
#include <limits>

#include "core/triangle_cross.hpp"
#include "shapes/check_numbers.hpp"
#include "shapes/vertex_climb.hpp"

namespace masu {
namespace {

// Counts the sign changes of a cyclic sequence of numbers; those within `blur` of 0 have no sign.
class SignChanges {
 public:
  explicit SignChanges(double blur) : blur_(blur) {}
  void add(double x) {
    if (x >= -blur_ && x <= blur_) return;
    const int sign = x > 0 ? 1 : -1;
    if (first_ == 0) first_ = sign;
    changes_ += last_ != 0 && last_ != sign;
    last_ = sign;
  }
  int count() const { return changes_ + (first_ != last_); }

 private:
  double blur_;
  int first_ = 0;
  int last_ = 0;
  int changes_ = 0;
};

}  // namespace

template <class T>
ConvexPolyhedron<T>::ConvexPolyhedron(Allocator allocator)
    : vertices_(allocator),
      planes_(allocator),
      edges_(allocator),
      face_first_(allocator),
      loops_(allocator),
      loop_edges_(allocator),
      spoke_first_(allocator),
      spokes_(allocator),
      table_(allocator),
      chord_first_(allocator),
      chords_(allocator) {}

template <class T>
Status ConvexPolyhedron<T>::build(std::span<const Vec<3, T>> points, std::span<const Index> loops,
                                  std::span<const Index> counts) {
  ConvexPolyhedron made(vertices_.allocator());
  Status status = made.take(points, loops, counts, {});
  if (status == Status::ok) status = made.check_solid();
  bool sure = true;
  if (status == Status::ok) status = made.check_convex(made.slack(), sure);
  if (status == Status::ok && sure) status = made.make_table(false);
  if (status == Status::ok) *this = std::move(made);
  return status;
}

template <class T>
Status ConvexPolyhedron<T>::build_hull(std::span<const Vec<3, T>> points,
                                       std::span<const Index> loops, std::span<const Index> counts,
                                       std::span<const Vec<3, double>> normals) {
  ConvexPolyhedron made(vertices_.allocator());
  Status status = made.take(points, loops, counts, normals);
  if (status == Status::ok) status = made.make_table(true);
  if (status == Status::ok) *this = std::move(made);
  return status;
}

template <class T>
Status ConvexPolyhedron<T>::copy(const ConvexPolyhedron& from) {
  ConvexPolyhedron made(vertices_.allocator());
  Buffer<Vec<3, T>> points(vertices_.allocator());
  Buffer<Index> counts(vertices_.allocator());
  Buffer<Vec<3, double>> normals(vertices_.allocator());
  if (!points.reserve(from.vertex_count()) || !counts.reserve(from.face_count()) ||
      !normals.reserve(from.face_count())) {
    return Status::out_of_memory;
  }
  for (std::size_t v = 0; v < from.vertex_count(); ++v) (void)points.push_back(from.vertex(v));
  for (std::size_t f = 0; f < from.face_count(); ++f) {
    (void)counts.push_back(static_cast<Index>(from.face(f).size()));
    (void)normals.push_back(from.plane(f).normal);
  }
  Status status =
      points.empty()
          ? Status::ok
          : made.take({points.data(), points.size()}, {from.loops_.data(), from.loops_.size()},
                      {counts.data(), counts.size()}, {normals.data(), normals.size()});
  if (status == Status::ok && !from.table_.empty()) status = made.make_table(true);
  if (status == Status::ok) *this = std::move(made);
  return status;
}

template <class T>
Status ConvexPolyhedron<T>::take(std::span<const Vec<3, T>> points, std::span<const Index> loops,
                                 std::span<const Index> counts,
                                 std::span<const Vec<3, double>> normals) {
  if (points.empty() || counts.empty()) return Status::no_points;
  if (!face_first_.resize(counts.size() + 1) || !loops_.resize(loops.size())) {
    return Status::out_of_memory;
  }
  std::size_t first = 0;
  for (std::size_t f = 0; f < counts.size(); ++f) {
    if (counts[f] < 3) return Status::open_surface;
    if (counts[f] > loops.size() - first) return Status::size_mismatch;
    face_first_[f] = static_cast<Index>(first);
    first += counts[f];
  }
  if (first != loops.size()) return Status::size_mismatch;
  if (!normals.empty() && normals.size() != counts.size()) return Status::size_mismatch;
  face_first_[counts.size()] = static_cast<Index>(first);
  std::copy(loops.begin(), loops.end(), loops_.begin());
  if (!planes_.resize(counts.size())) return Status::out_of_memory;
  if (const Status status = take_points(points); status != Status::ok) return status;
  if (const Status status = make_edges(); status != Status::ok) return status;
  if (!make_spokes()) return Status::out_of_memory;
  if (!make_planes(normals)) return Status::flat;
  sharp_ = is_sharp();
  return Status::ok;
}

// Copies the points that loops use, in their order; the loops then have the new indices.
template <class T>
Status ConvexPolyhedron<T>::take_points(std::span<const Vec<3, T>> points) {
  constexpr Index kUnused = 0xffff'ffffu;
  Buffer<Index> new_index(vertices_.allocator());
  Buffer<Vec<3, T>> used(vertices_.allocator());
  if (!new_index.resize(points.size()) || !used.reserve(points.size()))
    return Status::out_of_memory;
  std::fill(new_index.begin(), new_index.end(), kUnused);
  for (const Index i : loops_) {
    if (i >= points.size()) return Status::bad_index;
    if (const Status s = detail::check_numbers(points[i]); s != Status::ok) return s;
    new_index[i] = 0;
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (new_index[i] == kUnused) continue;
    new_index[i] = static_cast<Index>(used.size());
    (void)used.push_back(points[i]);
  }
  for (Index& i : loops_) i = new_index[i];
  return vertices_.assign({used.data(), used.size()}) ? Status::ok : Status::out_of_memory;
}

template <class T>
Status ConvexPolyhedron<T>::make_edges() {
  Buffer<HalfEdge> halves(vertices_.allocator());
  if (!halves.reserve(loops_.size()) || !loop_edges_.resize(loops_.size()) ||
      !edges_.reserve(loops_.size() / 2)) {
    return Status::out_of_memory;
  }
  for (std::size_t f = 0; f < planes_.size(); ++f) {
    const auto loop = face(f);
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const Index from = loop[k];
      const Index to = loop[k + 1 == loop.size() ? 0 : k + 1];
      if (from == to) return Status::open_surface;
      (void)halves.push_back({std::min(from, to), std::max(from, to), static_cast<Index>(f),
                              face_first_[f] + static_cast<Index>(k), from < to});
    }
  }
  std::sort(halves.begin(), halves.end(), [](const HalfEdge& a, const HalfEdge& b) {
    if (a.low != b.low) return a.low < b.low;
    if (a.high != b.high) return a.high < b.high;
    return a.forward != b.forward ? a.forward : a.slot < b.slot;
  });
  if (halves.size() % 2 != 0) return Status::open_surface;
  for (std::size_t h = 0; h < halves.size(); h += 2) {
    const HalfEdge& a = halves[h];
    const HalfEdge& b = halves[h + 1];
    const bool paired = a.low == b.low && a.high == b.high && a.forward && !b.forward;
    const bool again = h != 0 && halves[h - 1].low == a.low && halves[h - 1].high == a.high;
    if (!paired || again) return Status::open_surface;
    loop_edges_[a.slot] = loop_edges_[b.slot] = static_cast<Index>(edges_.size());
    (void)edges_.push_back({a.low, a.high, a.face, b.face});
  }
  return Status::ok;
}

template <class T>
bool ConvexPolyhedron<T>::make_spokes() {
  const std::size_t count = vertices_.size();
  if (!spoke_first_.resize(count + 2) || !spokes_.resize(2 * edges_.size())) return false;
  std::fill(spoke_first_.begin(), spoke_first_.end(), 0u);
  for (const PolyhedronEdge& e : edges_) ++spoke_first_[e.tail + 2], ++spoke_first_[e.head + 2];
  for (std::size_t v = 2; v < count + 2; ++v) spoke_first_[v] += spoke_first_[v - 1];
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const Index index = static_cast<Index>(e);
    spokes_[spoke_first_[edges_[e].tail + 1]++] = {edges_[e].head, index};
    spokes_[spoke_first_[edges_[e].head + 1]++] = {edges_[e].tail, index};
  }
  return true;
}

// Computes normals by Newell's sum around the first corner, which is stable for faces whose corners
// are nearly on a line. Source: M. Newell, in I. Sutherland et al., "A characterization of ten
// hidden-surface algorithms", 1974.
// Needles take their normals from `normals`, if there are any: doubles may be too close to a line
// even for 106 bits.
template <class T>
bool ConvexPolyhedron<T>::make_planes(std::span<const Vec<3, double>> normals) {
  constexpr double kThin = 0x1p-6;
  constexpr double kNeedle = sizeof(T) == sizeof(double) ? 0x1p-40 : 0;
  for (std::size_t f = 0; f < planes_.size(); ++f) {
    const auto loop = face(f);
    const auto at = [&](std::size_t k) { return vec_cast<double>(vertex(loop[k])); };
    const auto origin = at(0);
    double longest = 0;
    for (std::size_t k = 1; k < loop.size(); ++k) {
      longest = std::max(longest, length_squared(at(k) - origin));
    }
    const auto area = [&](double thin) {
      Vec<3, double> sum{};
      for (std::size_t k = 2; k < loop.size(); ++k) {
        sum = sum + detail::triangle_cross({origin, at(k - 1), at(k)}, thin);
      }
      return sum;
    };
    Vec<3, double> sum = area(kThin);
    // 106 bits take less than 2^-96 for 0, but along the axes doubles are exact.
    if (!(length_squared(sum) > 0)) sum = area(0);
    const bool given = !normals.empty() && !(length(sum) > kNeedle * longest);
    const double size = length(sum);
    if (!given && !(size > 0)) return false;
    const auto normal = given ? normals[f] : sum * (1 / size);
    double offset = dot(normal, origin);
    for (const Index v : loop) {
      offset = std::max(offset, dot(normal, vec_cast<double>(vertex(v))));
    }
    planes_[f] = {normal, offset};
  }
  return true;
}

// Returns whether all corners of a face lie in its plane, and it is no needle.
template <class T>
bool ConvexPolyhedron<T>::flat_and_wide(std::size_t f) const {
  constexpr double kNeedle = 0x1p-8;
  const auto loop = face(f);
  const auto origin = vec_cast<double>(vertex(loop[0]));
  Vec<3, double> area{};
  double longest = 0;
  for (std::size_t k = 1; k < loop.size(); ++k) {
    const auto here = vec_cast<double>(vertex(loop[k]));
    longest = std::max(longest, length_squared(here - origin));
    area = area + cross(vec_cast<double>(vertex(loop[k - 1])) - origin, here - origin);
  }
  if (!(length_squared(area) > kNeedle * kNeedle * longest * longest)) return false;
  for (const Index v : loop) {
    const auto p = vec_cast<double>(vertex(v));
    const double size = std::max({std::fabs(p[0]), std::fabs(p[1]), std::fabs(p[2])});
    if (planes_[f].offset - dot(planes_[f].normal, p) > 0x1p-49 * size) return false;
  }
  return true;
}

template <class T>
bool ConvexPolyhedron<T>::is_sharp() const {
  constexpr double kBend = 0x1p-16;
  for (std::size_t f = 0; f < planes_.size(); ++f) {
    if (!flat_and_wide(f)) return false;
  }
  for (const PolyhedronEdge& e : edges_) {
    const auto change = planes_[e.left].normal - planes_[e.right].normal;
    if (!(length_squared(change) > kBend * kBend)) return false;
  }
  return true;
}

template <class T>
Status ConvexPolyhedron<T>::make_table(bool hull) {
  if (vertices_.size() < kTableVertices) return Status::ok;
  bool suffice = false;
  if (!detail::ClimbChords<T>::make(*this, hull, suffice)) return Status::out_of_memory;
  if (!suffice) return Status::ok;
  std::uint32_t farthest[CubeTable::kCells];
  std::uint32_t before = 0;
  for (int c = 0; c < CubeTable::kCells; ++c) {
    // Rows alternate in direction, so that each cell touches the one before.
    const int row = c / CubeTable::kSide;
    const int last = CubeTable::kSide - 1;
    const int cell = row % 2 == 0 ? c : row * CubeTable::kSide + last - c % CubeTable::kSide;
    before = detail::climb_from(*this, CubeTable::direction(cell), before, nullptr, NoTrace());
    farthest[cell] = before;
  }
  return table_.assign(farthest) ? Status::ok : Status::out_of_memory;
}

// Checks for one closed sphere with an inside: Euler's formula, and a positive volume.
template <class T>
Status ConvexPolyhedron<T>::check_solid() const {
  double volume = 0;
  double surface = 0;
  const auto origin = vec_cast<double>(vertex(0));
  for (std::size_t f = 0; f < planes_.size(); ++f) {
    const auto loop = face(f);
    const auto a = vec_cast<double>(vertex(loop[0])) - origin;
    for (std::size_t k = 2; k < loop.size(); ++k) {
      const auto b = vec_cast<double>(vertex(loop[k - 1])) - origin;
      const auto c = vec_cast<double>(vertex(loop[k])) - origin;
      volume += dot(a, cross(b, c));
      surface += length(cross(b - a, c - a));
    }
  }
  const double thin = slack() / 16 * surface;
  if (volume >= -thin && volume <= thin) return Status::flat;
  if (volume < 0) return Status::inverted;
  const bool sphere = vertices_.size() + planes_.size() == edges_.size() + 2;
  return sphere ? Status::ok : Status::open_surface;
}

// The surface is convex if it is closed, a sphere, convex at each edge, and winds once around each
// face and vertex. What rounding hides at an edge could add up over many: the planes at such edges
// are tested against all vertices.
template <class T>
Status ConvexPolyhedron<T>::check_convex(double slack, bool& sure) const {
  for (std::size_t f = 0; f < planes_.size(); ++f) {
    if (!convex_loop(f, slack)) return Status::not_convex;
  }
  if (const Status status = check_windings(); status != Status::ok) return status;
  for (const PolyhedronEdge& e : edges_) {
    if (!bends_outwards(e, e.left, e.right, slack, sure) ||
        !bends_outwards(e, e.right, e.left, slack, sure)) {
      return Status::not_convex;
    }
  }
  return Status::ok;
}

// Returns whether a face lies in its plane, turns left at each corner, and winds once: its sides
// follow the direction of the first one and back.
template <class T>
bool ConvexPolyhedron<T>::convex_loop(std::size_t f, double slack) const {
  const auto loop = face(f);
  const FacePlane& plane = planes_[f];
  const auto side = [&](std::size_t k) {
    const std::size_t n = loop.size();
    return vec_cast<double>(vertex(loop[(k + 1) % n])) - vec_cast<double>(vertex(loop[k % n]));
  };
  const Vec<3, double> first = side(0) * (1 / length(side(0)));
  SignChanges changes(slack);
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const double height = dot(plane.normal, vec_cast<double>(vertex(loop[k])));
    if (height < plane.offset - slack) return false;
    const double orientation = dot(cross(side(k), side(k + 1)), plane.normal);
    if (orientation < -slack * length(side(k))) return false;
    changes.add(dot(side(k), first));
  }
  return changes.count() <= 2;
}

// A plane through the apex of a convex cone cuts its sides twice, or not at all. The plane chosen
// for each vertex contains the mean of its edges, so it passes through the inside, and across the
// faces if they all lie in a plane: if they wind twice, it cuts them four times.
template <class T>
Status ConvexPolyhedron<T>::check_windings() const {
  Buffer<Vec<3, double>> across(vertices_.allocator());
  Buffer<Index> crossings(vertices_.allocator());
  if (!across.resize(vertices_.size()) || !crossings.resize(vertices_.size())) {
    return Status::out_of_memory;
  }
  make_cuts({across.data(), across.size()});
  std::fill(crossings.begin(), crossings.end(), 0u);
  const auto side = [&](Index v, Index end) {
    return dot(vec_cast<double>(vertex(end)) - vec_cast<double>(vertex(v)), across[v]) > 0;
  };
  for (std::size_t f = 0; f < planes_.size(); ++f) {
    const auto loop = face(f);
    const std::size_t n = loop.size();
    for (std::size_t k = 0; k < n; ++k) {
      const Index v = loop[k];
      crossings[v] += side(v, loop[(k + n - 1) % n]) != side(v, loop[(k + 1) % n]);
    }
  }
  const bool once = std::all_of(crossings.begin(), crossings.end(), [](Index m) { return m <= 2; });
  return once ? Status::ok : Status::not_convex;
}

// The normals of those planes.
template <class T>
void ConvexPolyhedron<T>::make_cuts(std::span<Vec<3, double>> across) const {
  std::fill(across.begin(), across.end(), Vec<3, double>{});
  for (std::size_t f = 0; f < planes_.size(); ++f) {
    for (const Index v : face(f)) across[v] = across[v] + planes_[f].normal;
  }
  for (std::size_t v = 0; v < across.size(); ++v) {
    const Vec<3, double> up = across[v] * (1 / std::max(length(across[v]), 0x1p-100));
    Vec<3, double> mean{};
    for (const PolyhedronSpoke& s : spokes(v)) {
      const auto along = vec_cast<double>(vertex(s.vertex)) - vec_cast<double>(vertex(v));
      mean = mean + along * (1 / length(along));
    }
    mean = mean * (1 / double(spokes(v).size()));
    across[v] = cross(mean, up);
    if (length(across[v]) > 0x1p-10) continue;
    int least = 0;
    for (int a = 1; a < 3; ++a) least = std::fabs(up[a]) < std::fabs(up[least]) ? a : least;
    Vec<3, double> e{};
    e[least] = 1;
    across[v] = cross(up, e);
  }
}

// Returns whether the corners of the face `other` lie behind the plane of the first; not `sure` if
// rounding might hide that they do not.
template <class T>
bool ConvexPolyhedron<T>::bends_outwards(const PolyhedronEdge& e, Index face_at_edge, Index other,
                                         double slack, bool& sure) const {
  const FacePlane& plane = planes_[face_at_edge];
  const auto height = [&](Index v) {
    return dot(plane.normal, vec_cast<double>(vertex(v))) - plane.offset;
  };
  bool plain = true;
  for (const Index v : face(other)) {
    if (v == e.tail || v == e.head) continue;
    const double h = height(v);
    if (h > slack) return false;
    plain = plain && h < -0x1p-4 * slack;
  }
  sure = sure && plain;
  return plain || height(detail::farthest_along(vertices_, plane.normal)) <= slack;
}

template <class T>
double ConvexPolyhedron<T>::slack() const {
  double most = 0;
  for (std::size_t v = 0; v < vertices_.size(); ++v) {
    for (int a = 0; a < 3; ++a) most = std::max(most, std::fabs(double(vertex(v)[a])));
  }
  return 64 * double(std::numeric_limits<T>::epsilon()) * most;
}

template class ConvexPolyhedron<float>;
template class ConvexPolyhedron<double>;

}  // namespace masu
