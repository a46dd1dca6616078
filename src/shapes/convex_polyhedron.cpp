// SPDX-License-Identifier: MIT
#include <masu/shapes/convex_polyhedron.hpp>

#include <algorithm>
#include <limits>

namespace masu {

template <class T>
ConvexPolyhedron<T>::ConvexPolyhedron(Allocator allocator)
    : vertices_(allocator),
      planes_(allocator),
      edges_(allocator),
      face_first_(allocator),
      loops_(allocator),
      loop_edges_(allocator),
      spoke_first_(allocator),
      spokes_(allocator) {}

template <class T>
Status ConvexPolyhedron<T>::build(std::span<const Vec<3, T>> points, std::span<const Index> loops,
                                  std::span<const Index> counts) {
  ConvexPolyhedron made(vertices_.allocator());
  Status good = made.take(points, loops, counts);
  if (good == Status::ok) good = made.check_solid();
  if (good == Status::ok) good = made.check_convex(made.slack());
  if (good == Status::ok) *this = std::move(made);
  return good;
}

template <class T>
Status ConvexPolyhedron<T>::build_hull(std::span<const Vec<3, T>> points,
                                       std::span<const Index> loops,
                                       std::span<const Index> counts) {
  ConvexPolyhedron made(vertices_.allocator());
  const Status good = made.take(points, loops, counts);
  if (good == Status::ok) *this = std::move(made);
  return good;
}

template <class T>
Status ConvexPolyhedron<T>::take(std::span<const Vec<3, T>> points, std::span<const Index> loops,
                                 std::span<const Index> counts) {
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
  face_first_[counts.size()] = static_cast<Index>(first);
  std::copy(loops.begin(), loops.end(), loops_.begin());
  if (!planes_.resize(counts.size())) return Status::out_of_memory;
  if (const Status good = take_points(points); good != Status::ok) return good;
  if (const Status good = make_edges(); good != Status::ok) return good;
  if (!make_spokes()) return Status::out_of_memory;
  return make_planes() ? Status::ok : Status::flat;
}

// Those that are named, in their order; the loops then name the new places.
template <class T>
Status ConvexPolyhedron<T>::take_points(std::span<const Vec<3, T>> points) {
  constexpr Index kUnused = 0xffff'ffffu;
  Buffer<Index> place(vertices_.allocator());
  Buffer<Vec<3, T>> used(vertices_.allocator());
  if (!place.resize(points.size()) || !used.reserve(points.size())) return Status::out_of_memory;
  std::fill(place.begin(), place.end(), kUnused);
  for (const Index i : loops_) {
    if (i >= points.size()) return Status::bad_index;
    if (!is_finite(points[i])) return Status::not_finite;
    place[i] = 0;
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (place[i] == kUnused) continue;
    place[i] = static_cast<Index>(used.size());
    (void)used.push_back(points[i]);
  }
  for (Index& i : loops_) i = place[i];
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
    const Index name = static_cast<Index>(e);
    spokes_[spoke_first_[edges_[e].tail + 1]++] = {edges_[e].head, name};
    spokes_[spoke_first_[edges_[e].head + 1]++] = {edges_[e].tail, name};
  }
  return true;
}

// Normals by Newell's sum around the first corner, which a face whose corners are nearly on a line
// survives. Source: M. Newell, in I. Sutherland et al., "A characterization of ten hidden-surface
// algorithms", 1974.
template <class T>
bool ConvexPolyhedron<T>::make_planes() {
  for (std::size_t f = 0; f < planes_.size(); ++f) {
    const auto loop = face(f);
    const auto origin = vec_cast<double>(vertex(loop[0]));
    Vec<3, double> sum{};
    for (std::size_t k = 2; k < loop.size(); ++k) {
      sum = sum + cross(vec_cast<double>(vertex(loop[k - 1])) - origin,
                        vec_cast<double>(vertex(loop[k])) - origin);
    }
    const double size = length(sum);
    if (!(size > 0)) return false;
    const auto normal = sum * (1 / size);
    double offset = dot(normal, origin);
    for (const Index v : loop) {
      offset = std::max(offset, dot(normal, vec_cast<double>(vertex(v))));
    }
    planes_[f] = {normal, offset};
  }
  return true;
}

// One closed sphere with an inside: Euler's formula, and a volume above zero.
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

// Closed, a sphere, and convex at each edge: then convex.
template <class T>
Status ConvexPolyhedron<T>::check_convex(double slack) const {
  for (const PolyhedronEdge& e : edges_) {
    for (const Index v : face(e.left)) {
      const double height = dot(planes_[e.right].normal, vec_cast<double>(vertex(v)));
      if (height > planes_[e.right].offset + slack) return Status::not_convex;
    }
    for (const Index v : face(e.right)) {
      const double height = dot(planes_[e.left].normal, vec_cast<double>(vertex(v)));
      if (height > planes_[e.left].offset + slack) return Status::not_convex;
    }
  }
  return Status::ok;
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
