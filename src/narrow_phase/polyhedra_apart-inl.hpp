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
#include "narrow_phase/kind_order.hpp"
#include "narrow_phase/simplex_corners-inl.hpp"
#include "narrow_phase/with_radii.hpp"
#include "shapes/check_numbers.hpp"
#include "shapes/farthest-inl.hpp"
#include "shapes/support.hpp"

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

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

// Everything stays below what Gjk calls rare; see gjk_search.hpp and core_search.cpp for the
// reasons.
template <class T>
class ApartSearch {
 public:
  // False: a rotation that is not sound, no vertices, or so many that they have a table.
  HWY_INLINE bool set_pair(const ShapeView<3, T>& a, const Transform<3, T>& pose_a,
                           const ShapeView<3, T>& b, const Transform<3, T>& pose_b) {
    if (!set_vertices(a, b)) return false;
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

  // As above, in a's frame.
  HWY_INLINE bool set_pair(const ShapeView<3, T>& a, const ShapeView<3, T>& b,
                           const PairFrame<3>& frame) {
    if (!set_vertices(a, b)) return false;
    for (int i = 0; i < 3; ++i) row_[i] = Solid::of(frame.rotation.row[i]);
    transpose(row_, column_);
    translation_ = Solid::of(frame.translation);
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
    Solid normal, a, b;
    if (!find_points(normal, a, b)) return false;
    const double size = size_of_pair();
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

  HWY_INLINE bool answer(CoreDistance<3>& r) const {
    Solid normal, a, b;
    if (!find_points(normal, a, b)) return false;
    r.status = Status::ok;
    r.lower = lower_;
    r.upper = r.distance = upper_;
    normal.store(r.normal);
    a.store(r.point_a);
    b.store(r.point_b);
    r.size = size_of_pair();
    return true;
  }

  HWY_INLINE void remember(bool flip, PairCache& cache) const {
    remember_vertices(flip, cache);
    const Solid in_world = mixed(to_world_, rounded_normal());
    store_direction(flip ? opposite(in_world) : in_world, cache);
  }
  // In a's frame.
  HWY_INLINE void remember(PairCache& cache) const {
    remember_vertices(false, cache);
    store_direction(rounded_normal(), cache);
  }

 private:
  using Narrow = hn::Rebind<float, QuadTag>;

  // Returns false if there are none, or so many that they have a table.
  HWY_INLINE bool set_vertices(const ShapeView<3, T>& a, const ShapeView<3, T>& b) {
    const auto& p = *static_cast<const ConvexPolyhedron<T>*>(a.object);
    const auto& q = *static_cast<const ConvexPolyhedron<T>*>(b.object);
    of_a_ = &p.vertices();
    of_b_ = &q.vertices();
    if (of_a_->size() == 0 || of_b_->size() == 0) return false;
    return p.table().empty() && q.table().empty();
  }

  HWY_INLINE bool find_points(Solid& normal, Solid& a, Solid& b) const {
    constexpr double kAccuracy = std::is_same_v<T, float> ? 0x1p-20 : 0x1p-36;
    constexpr double kThin = 0x1p-45;
    normal = opposite(nearest_) * (1 / root(dot(nearest_, nearest_)));
    a = mixture(a_);
    b = mixture(b_);
    const double size = largest_of(sizes_);
    if (largest((b - a) - normal * upper_) > kThin * size) return false;
    return !(upper_ - lower_ > kAccuracy * size);
  }
  HWY_INLINE double size_of_pair() const {
    return greater(largest_of(sizes_), largest(translation_));
  }

  HWY_INLINE void remember_vertices(bool flip, PairCache& cache) const {
    std::uint32_t(&of_a)[4] = flip ? cache.vertex_b : cache.vertex_a;
    std::uint32_t(&of_b)[4] = flip ? cache.vertex_a : cache.vertex_b;
    cache.size = static_cast<std::uint32_t>(size_);
    for (int i = 0; i < size_; ++i) {
      of_a[i] = vertex_a_[slot_[i]];
      of_b[i] = vertex_b_[slot_[i]];
    }
  }
  HWY_INLINE Solid rounded_normal() const {
    const Solid normal = opposite(nearest_) * (1 / upper_);
    return {hn::PromoteTo(QuadTag(), hn::DemoteTo(Narrow(), normal.v))};
  }
  static HWY_INLINE void store_direction(const Solid& direction, PairCache& cache) {
    alignas(16) float x[4];
    hn::Store(hn::DemoteTo(Narrow(), direction.v), Narrow(), x);
    for (int i = 0; i < 3; ++i) cache.direction[i] = x[i];
  }

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

template <class T>
bool cores_apart_kernel(const ShapeView<3, T>& a, const ShapeView<3, T>& b,
                        const PairFrame<3>& frame, PairCache& cache, CoreDistance<3>& r) {
  ApartSearch<T> search;
  if (!search.set_pair(a, b, frame) || !search.start(&cache, false)) return false;
  if (!search.run() || !search.answer(r)) return false;
  search.remember(cache);
  return true;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
