// SPDX-License-Identifier: MIT
// GJK for two polyhedra with a vector in each register: what search_distance() does, operation by
// operation, while nothing rare happens.
#if defined(MASU_POLYHEDRA_APART_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_POLYHEDRA_APART_INL_HPP
#undef MASU_POLYHEDRA_APART_INL_HPP
#else
#define MASU_POLYHEDRA_APART_INL_HPP
#endif

#include "core/round_outward.hpp"
#include "narrow_phase/frame_vec-inl.hpp"
#include "narrow_phase/kind_order.hpp"
#include "narrow_phase/with_radii.hpp"
#include "shapes/check_numbers.hpp"
#include "shapes/farthest-inl.hpp"
#include "shapes/support.hpp"

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

using Solid = RegisterVec<3>;

template <int A>
HWY_INLINE Solid spread(const Solid& x) {
  return picked<A, A, A, A>(x);
}
// rows[0] * v[0] + rows[1] * v[1] + rows[2] * v[2]: a matrix by its columns, times v; or the
// transpose of one given by its rows.
HWY_INLINE Solid mixed(const Solid (&rows)[3], const Solid& v) {
  return (rows[0] * spread<0>(v) + rows[1] * spread<1>(v)) + rows[2] * spread<2>(v);
}
// The rows of matrix_of(), the signs of 0 included.
class RotationRows {
 public:
  template <class T>
  explicit HWY_INLINE RotationRows(const Rotation<3, T>& r) : q_{load_four(&r.x)} {
    const Solid squares = q_ * q_;
    off_ = (((squares[0] + squares[1]) + squares[2]) + squares[3]) - 1;
  }
  HWY_INLINE bool sound() const { return std::fabs(off_) <= 0x1p-10; }

  HWY_INLINE void write(Solid (&row)[3]) const {
    const double e = off_;
    const Solid s = q_ * (2 - e * (2 - e * (2 - e * (2 - e * (2 - e * 2)))));
    row[0] = finish<0>(picked<1, 0, 0, 3>(s) * picked<1, 1, 2, 3>(q_),
                       picked<2, 2, 1, 3>(s) * picked<2, 3, 3, 3>(q_));
    row[1] = finish<1>(picked<0, 0, 1, 3>(s) * picked<1, 0, 2, 3>(q_),
                       picked<2, 2, 0, 3>(s) * picked<3, 2, 3, 3>(q_));
    row[2] = finish<2>(picked<0, 1, 0, 3>(s) * picked<2, 2, 0, 3>(q_),
                       picked<1, 0, 1, 3>(s) * picked<3, 3, 1, 3>(q_));
  }

 private:
  // The sum, q with its signs; on the diagonal 1 less that.
  template <int I>
  static HWY_INLINE Solid finish(const Solid& p, const Solid& q) {
    alignas(32) static constexpr double kSigns[3][4] = {
        {0.0, -0.0, 0.0, 0.0}, {0.0, 0.0, -0.0, 0.0}, {-0.0, 0.0, 0.0, 0.0}};
    alignas(32) static constexpr double kUnit[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    const QuadTag d;
    const Quad unit = hn::Load(d, kUnit[I]);
    const Quad sum = hn::Add(p.v, hn::Xor(q.v, hn::Load(d, kSigns[I])));
    return {hn::IfThenElse(hn::Gt(unit, hn::Zero(d)), hn::Sub(unit, sum), sum)};
  }

  Solid q_;
  double off_;
};

// The point of a simplex nearest to the origin, and the corners it is mixed of.
struct NearestCorners {
  Solid v;
  double squared;
  double weight[3];
  int index[3];
  int size;
};

// Corners of a simplex by index; each of the functions is that of nearest_on_simplex.hpp. False: a
// case that is rare.
struct SimplexCorners {
  const Solid* pool;
  const int* slot;

  HWY_INLINE const Solid& at(int i) const { return pool[slot[i]]; }

  HWY_INLINE void on_point(int i, NearestCorners& r) const {
    r.v = at(i);
    r.squared = dot(r.v, r.v);
    r.weight[0] = 1;
    r.index[0] = i;
    r.size = 1;
  }
  HWY_INLINE void on_segment(int i, int j, NearestCorners& r) const {
    const Solid p = at(i);
    const Solid q = at(j);
    const Solid along = q - p;
    const double whole = dot(along, along);
    const double part = -dot(p, along);
    if (!(part > 0)) return on_point(i, r);
    if (!(part < whole)) return on_point(j, r);
    const double t = part / whole;
    const bool first_half = t < 0.5;
    r.v = (first_half ? p : q) + along * (first_half ? t : -(1 - t));
    r.squared = dot(r.v, r.v);
    constexpr double kShort = 0x1p-20;
    if (r.squared < kShort * dot(p, p)) {
      r.v = cross(along, cross(p, along)) * (1 / whole);
      r.squared = dot(r.v, r.v);
    }
    r.weight[0] = 1 - t;
    r.weight[1] = t;
    r.index[0] = i;
    r.index[1] = j;
    r.size = 2;
  }
  bool on_triangle(int i, int j, int k, NearestCorners& r) const {
    const QuadTag d;
    const Solid p = at(i);
    const Solid e = at(j) - p;
    const Solid f = at(k) - p;
    const Solid n = cross(e, f);
    const double squared = dot(n, n);
    constexpr double kThin = 0x1p-100;
    if (!(squared > kThin * dot(e, e) * dot(f, f))) return false;
    const Solid foot = n * (dot(n, p) / squared);
    // Of products of sides as seen from the foot, the component in which the triangle is largest.
    // rotated() comes last in cross(): here the lanes are rotated back instead.
    const Solid corner[3] = {p - foot, at(j) - foot, at(k) - foot};
    const Solid next[3] = {rotated(corner[0]), rotated(corner[1]), rotated(corner[2])};
    const Solid part[3] = {corner[1] * next[2] - next[1] * corner[2],
                           corner[2] * next[0] - next[2] * corner[0],
                           corner[0] * next[1] - next[0] * corner[1]};
    const Solid sizes = magnitude(n);
    int axis = sizes[1] > sizes[0] ? 1 : 0;
    axis = sizes[2] > (axis == 0 ? sizes[0] : sizes[1]) ? 2 : axis;
    const int lane = axis == 2 ? 0 : axis + 1;
    const Quad area = picked<2, 0, 1, 3>(n).v;
    const Quad zero = hn::Zero(d);
    int beyond = 0;
    for (int m = 0; m < 3; ++m) {
      const auto up = hn::And(hn::Gt(part[m].v, zero), hn::Gt(area, zero));
      const auto down = hn::And(hn::Lt(part[m].v, zero), hn::Lt(area, zero));
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, hn::Or(up, down), bits);
      beyond |= (~bits[0] >> lane & 1) << m;
    }
    if (beyond != 0) {
      on_edges(i, j, k, beyond, r);
      return true;
    }
    r.v = foot;
    r.squared = dot(foot, foot);
    alignas(32) double all[3][4];
    for (int m = 0; m < 3; ++m) part[m].spill(all[m]);
    const double whole = all[0][lane] + all[1][lane] + all[2][lane];
    for (int m = 0; m < 3; ++m) r.weight[m] = all[m][lane] / whole;
    r.index[0] = i, r.index[1] = j, r.index[2] = k;
    r.size = 3;
    return true;
  }
  HWY_INLINE void on_edges(int i, int j, int k, int beyond, NearestCorners& r) const {
    const int v[5] = {i, j, k, i, j};
    bool first = true;
    for (int m = 0; m < 3; ++m) {
      if ((beyond >> m & 1) == 0) continue;
      if (first) {
        on_segment(v[m + 1], v[m + 2], r);
        first = false;
      } else {
        NearestCorners other;
        on_segment(v[m + 1], v[m + 2], other);
        if (other.squared < r.squared) r = other;
      }
    }
  }
  // False, too: around the origin.
  HWY_INLINE bool on_tetrahedron(NearestCorners& r) const {
    const Solid p = at(0);
    const Solid q = at(1);
    const Solid cd = cross(at(2), at(3));
    const double part[4] = {dot(q, cd), -dot(p, cd), dot(p, cross(q, at(3))),
                            -dot(p, cross(q, at(2)))};
    const double volume = dot(q - p, cross(at(2) - p, at(3) - p));
    bool found = false;
    for (int m = 0; m < 4; ++m) {
      if ((part[m] > 0 && volume > 0) || (part[m] < 0 && volume < 0)) continue;
      const int i = (m + 1) & 3, j = (m + 2) & 3, k = (m + 3) & 3;
      if (!found) {
        if (!on_triangle(i, j, k, r)) return false;
        found = true;
      } else {
        NearestCorners other;
        if (!on_triangle(i, j, k, other)) return false;
        if (other.squared < r.squared) r = other;
      }
    }
    return found;
  }
  HWY_INLINE bool nearest(int size, NearestCorners& r) const {
    if (size == 4) return on_tetrahedron(r);
    if (size == 3) return on_triangle(0, 1, 2, r);
    if (size == 2) {
      on_segment(0, 1, r);
    } else {
      on_point(0, r);
    }
    return true;
  }
};

// Everything stays below what Gjk calls rare; see gjk_search.hpp and core_search.cpp for the
// reasons.
template <class T>
class ApartSearch {
 public:
  // False: a rotation that is not sound, no vertices, or so many that they have a table.
  HWY_INLINE bool set_pair(const ShapeView<3, T>& a, const Transform<3, T>& pose_a,
                           const ShapeView<3, T>& b, const Transform<3, T>& pose_b) {
    const auto& p = *static_cast<const ConvexPolyhedron<T>*>(a.object);
    const auto& q = *static_cast<const ConvexPolyhedron<T>*>(b.object);
    of_a_ = &p.vertices();
    of_b_ = &q.vertices();
    if (of_a_->size() == 0 || of_b_->size() == 0) return false;
    if (!p.table().empty() || !q.table().empty()) return false;
    const RotationRows rotation_a(pose_a.rotation);
    const RotationRows rotation_b(pose_b.rotation);
    if (!rotation_a.sound() || !rotation_b.sound()) return false;
    Solid rows_a[3], rows_b[3];
    rotation_a.write(rows_a);
    rotation_b.write(rows_b);
    transpose(rows_a, to_world_);
    const Solid none = Solid::all(0);
    for (int i = 0; i < 3; ++i) row_[i] = column_of(rows_a, rows_b, i, none);
    transpose(row_, column_);
    origin_ = Solid::within(pose_a.translation);
    translation_ = mixed(rows_a, Solid::within(pose_b.translation) - origin_);
    return true;
  }

  HWY_INLINE bool start(const PairCache* cache, bool flip) {
    size_ = 0;
    sizes_ = Solid::all(0);
    for (Solid& w : w_) w = sizes_;  // else compilers warn: they cannot see which are used
    const std::uint32_t known = cache == nullptr ? 0 : cache->size;
    for (std::uint32_t i = 0; i < known && i < 3; ++i) {
      const std::uint32_t va = flip ? cache->vertex_b[i] : cache->vertex_a[i];
      const std::uint32_t vb = flip ? cache->vertex_a[i] : cache->vertex_b[i];
      if (va >= of_a_->size() || vb >= of_b_->size()) break;
      set_corner(va, vb, size_++);
    }
    if (size_ != 0) return true;
    if (known != 0 || (cache != nullptr && points_somewhere(*cache))) return false;
    if (largest(translation_) == 0) return false;
    set_support(translation_, std::is_same_v<T, double>, 0);
    size_ = 1;
    return true;
  }

  HWY_INLINE bool run() {
    constexpr double kRounding = 0x1p-48;
    constexpr double kRelative = 0x1p-50;
    constexpr int kMostRounds = 128;
    bool settled = always_settled();
    const SimplexCorners corners{w_, slot_};
    NearestCorners n;
    if (!corners.nearest(size_, n)) return false;
    take(n);
    for (int round = 0; round < kMostRounds; ++round) {
      if (upper_ <= kRounding * largest_of(sizes_)) return false;
      const int free = std::countr_one(used());
      slot_[size_] = free;
      set_support(opposite(nearest_), settled, free);
      const double size = largest_of(sizes_);
      const double along = dot(nearest_, w_[free]) / upper_;
      if (settled) prove(along);
      const double gap = upper_ - along;
      const bool arrived =
          gap <= kRelative * upper_ || gap <= 0 || gap <= kRounding * size || known(w_[free]);
      if (arrived && settled) return arrive(size);
      if (!arrived) {
        if (!corners.nearest(size_ + 1, n) || !(n.squared < squared_)) return false;
        take(n);
      }
      settled = settled || arrived;
    }
    return false;
  }

  HWY_INLINE bool answer(double radius_a, double radius_b, bool flip, Separation<3, T>& r) const {
    constexpr double kAccuracy = std::is_same_v<T, float> ? 0x1p-20 : 0x1p-36;
    constexpr double kThin = 0x1p-45;
    const Solid normal = opposite(nearest_) * (1 / root(dot(nearest_, nearest_)));
    const Solid a = mixture(a_);
    const Solid b = mixture(b_);
    const double core_size = largest_of(sizes_);
    if (largest((b - a) - normal * upper_) > kThin * core_size) return false;
    if (upper_ - lower_ > kAccuracy * core_size) return false;
    const double size = greater(core_size, largest(translation_));
    const double radii = radius_a + radius_b;
    const T distance = static_cast<T>(upper_ - radii);
    if (!(distance > 0)) return false;
    const double slack = kBoundSlack * (size + radii);
    r.status = Status::ok;
    r.distance = distance;
    r.lower = round_down<T>(lower_ - radii - slack);
    r.upper = round_up<T>(upper_ - radii + slack);
    const Solid in_world = mixed(to_world_, normal);
    const Solid on_a = mixed(to_world_, a + normal * radius_a) + origin_;
    const Solid on_b = mixed(to_world_, b - normal * radius_b) + origin_;
    store_four((flip ? opposite(in_world) : in_world).v, r.normal.v);
    store_four((flip ? on_b : on_a).v, r.point_a.v);
    (flip ? on_a : on_b).store(r.point_b);
    return true;
  }

  HWY_INLINE void remember(bool flip, PairCache& cache) const {
    std::uint32_t(&of_a)[4] = flip ? cache.vertex_b : cache.vertex_a;
    std::uint32_t(&of_b)[4] = flip ? cache.vertex_a : cache.vertex_b;
    cache.size = static_cast<std::uint32_t>(size_);
    for (int i = 0; i < size_; ++i) {
      of_a[i] = vertex_a_[slot_[i]];
      of_b[i] = vertex_b_[slot_[i]];
    }
    const hn::Rebind<float, QuadTag> narrow;
    const Solid normal = opposite(nearest_) * (1 / upper_);
    const Solid stored = {hn::PromoteTo(QuadTag(), hn::DemoteTo(narrow, normal.v))};
    const Solid in_world = mixed(to_world_, stored);
    alignas(16) float x[4];
    hn::Store(hn::DemoteTo(narrow, (flip ? opposite(in_world) : in_world).v), narrow, x);
    for (int i = 0; i < 3; ++i) cache.direction[i] = x[i];
  }

 private:
  // Row i of the transpose of a times b: b's frame as seen from a's.
  static HWY_INLINE Solid column_of(const Solid (&a)[3], const Solid (&b)[3], int i,
                                    const Solid& none) {
    return ((none + b[0] * a[0][i]) + b[1] * a[1][i]) + b[2] * a[2][i];
  }
  static HWY_INLINE bool points_somewhere(const PairCache& cache) {
    return cache.direction[0] != 0 || cache.direction[1] != 0 || cache.direction[2] != 0;
  }
  HWY_INLINE bool always_settled() const {
    constexpr std::uint32_t kFew = 16;
    return std::is_same_v<T, double> || (of_a_->size() <= kFew && of_b_->size() <= kFew);
  }

  HWY_INLINE void set_corner(std::uint32_t a, std::uint32_t b, int slot) {
    const auto vertex = [](const VertexSet<3, T>& of, int axis, std::uint32_t i)
                            HWY_ATTR { return double(of.axis(axis)[i]); };
    a_[slot] = Solid::from(vertex(*of_a_, 0, a), vertex(*of_a_, 1, a), vertex(*of_a_, 2, a));
    b_[slot] = ((column_[0] * vertex(*of_b_, 0, b) + column_[1] * vertex(*of_b_, 1, b)) +
                column_[2] * vertex(*of_b_, 2, b)) +
               translation_;
    w_[slot] = a_[slot] - b_[slot];
    sizes_ = greater(sizes_, greater(magnitude(a_[slot]), magnitude(b_[slot])));
    vertex_a_[slot] = a;
    vertex_b_[slot] = b;
  }
  static HWY_INLINE std::uint32_t farthest(const VertexSet<3, T>& of, const Solid& d, bool full) {
    if (full)
      return farthest_spread<3, T, double>(of, {{spread<0>(d).v, spread<1>(d).v, spread<2>(d).v}});
    const auto direction = direction_as<T>(Vec<3, double>{d[0], d[1], d[2]});
    return farthest_spread<3, T, T>(of, SpreadDirection<3, T>::of(direction));
  }
  HWY_INLINE void set_support(const Solid& d, bool full, int slot) {
    const std::uint32_t a = farthest(*of_a_, d, full);
    set_corner(a, farthest(*of_b_, opposite(mixed(row_, d)), full), slot);
  }

  HWY_INLINE unsigned used() const {
    unsigned bits = 0;
    for (int i = 0; i < size_; ++i) bits |= 1u << slot_[i];
    return bits;
  }
  HWY_INLINE bool known(const Solid& w) const {
    const QuadTag d;
    bool found = false;
    for (int i = 0; i < size_; ++i) {
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, hn::Eq(w_[slot_[i]].v, w.v), bits);
      found |= (bits[0] & 7) == 7;
    }
    return found;
  }
  HWY_INLINE void take(const NearestCorners& n) {
    int slots[3];
    for (int i = 0; i < n.size; ++i) slots[i] = slot_[n.index[i]], weight_[i] = n.weight[i];
    for (int i = 0; i < n.size; ++i) slot_[i] = slots[i];
    size_ = n.size;
    squared_ = n.squared;
    nearest_ = n.v;
    upper_ = root(n.squared);
  }
  HWY_INLINE void prove(double along) {
    along_ = along;
    if (along > most_along_) most_along_ = along;
    if (along > lower_) lower_ = along;
  }
  HWY_INLINE Solid mixture(const Solid (&of)[4]) const {
    Solid sum = Solid::all(0);
    for (int i = 0; i < size_; ++i) sum = sum + of[slot_[i]] * weight_[i];
    return sum;
  }
  // The bounds of the answer, if it is sure and the normal is the last direction.
  HWY_INLINE bool arrive(double size) {
    constexpr double kRelative = 0x1p-50;
    if (most_along_ - along_ > kRelative * upper_ + 0x1p-42 * size) return false;
    const double found = upper_;
    const Solid m = mixture(w_);
    upper_ = root(dot(m, m));
    if (upper_ > found + 0x1p-45 * size) return false;
    if (lower_ > upper_) lower_ = upper_;
    const bool sure =
        upper_ > 0x1p-20 * size || upper_ - lower_ <= 0x1p-44 * size + kRelative * upper_;
    return sure && upper_ > 0x1p-42 * size && lower_ > 0x1p-44 * size;
  }

  const VertexSet<3, T>* of_a_;
  const VertexSet<3, T>* of_b_;
  Solid to_world_[3];  // the columns of a's rotation
  Solid row_[3];       // of b's rotation as seen from a
  Solid column_[3];
  Solid translation_;  // of b as seen from a
  Solid origin_;       // of a in the world
  Solid w_[4], a_[4], b_[4];
  std::uint32_t vertex_a_[4], vertex_b_[4];
  int slot_[4] = {0, 1, 2, 3};
  int size_;
  double weight_[3];
  Solid nearest_;
  Solid sizes_;  // the largest coordinates
  double squared_;
  double upper_;
  double lower_ = 0;
  double along_ = -std::numeric_limits<double>::infinity();
  double most_along_ = -std::numeric_limits<double>::infinity();
};

template <class T>
HWY_INLINE bool sound_radius(T radius) {
  return radius == 0 || (double(radius) >= kSmallestNumber && double(radius) <= kLargestNumber);
}

template <class T>
HWY_INLINE bool sound_translations(const Transform<3, T>& pose_a, const Transform<3, T>& pose_b) {
  const QuadTag d;
  const Quad limit = hn::Set(d, kLargestNumber);
  return hn::AllTrue(d, hn::And(hn::Le(hn::Abs(load_four(pose_a.translation.v)), limit),
                                hn::Le(hn::Abs(load_four(pose_b.translation.v)), limit)));
}

template <class T>
bool polyhedra_apart_kernel(const ShapeView<3, T>& first, const Transform<3, T>& first_pose,
                            const ShapeView<3, T>& second, const Transform<3, T>& second_pose,
                            PairCache* cache, Separation<3, T>& r) {
  if (first.object == nullptr || second.object == nullptr) return false;
  if (!sound_radius(first.radius) || !sound_radius(second.radius)) return false;
  if (!sound_translations(first_pose, second_pose)) return false;
  const auto x = bits_of(first_pose.translation[0]);
  const auto y = bits_of(second_pose.translation[0]);
  const bool flip = x != y ? x > y : !in_order(first, first_pose, second, second_pose);
  const ShapeView<3, T>& a = flip ? second : first;
  const ShapeView<3, T>& b = flip ? first : second;
  ApartSearch<T> search;
  if (!search.set_pair(a, flip ? second_pose : first_pose, b, flip ? first_pose : second_pose))
    return false;
  if (!search.start(cache, flip) || !search.run()) return false;
  if (!search.answer(double(a.radius), double(b.radius), flip, r)) return false;
  if (cache != nullptr) search.remember(flip, *cache);
  return true;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
