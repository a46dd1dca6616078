// SPDX-License-Identifier: MIT
// The distances of four pairs of triangles at once, each with proved bounds.
#if defined(MASU_TRIANGLE_GAP_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_TRIANGLE_GAP_INL_HPP
#undef MASU_TRIANGLE_GAP_INL_HPP
#else
#define MASU_TRIANGLE_GAP_INL_HPP
#endif

#include "core/vec3_lanes-inl.hpp"
#include "mesh/directed_boxes-inl.hpp"
#include "mesh/near_join-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

inline constexpr std::uint32_t kGapLanes = 4;

// Corners, indexed by corner, axis, pair; b's in its own frame.
struct alignas(32) FourTrianglePairs {
  double a[3][3][kGapLanes];
  double b[3][3][kGapLanes];
};

// `upper` is the distance of two points of the triangles, `lower` that of two planes perpendicular
// to the line through these with the triangles beyond them, both up to rounding. Where they differ
// the formulas have failed: for triangles that cross, slivers, edges nearly parallel.
struct alignas(32) FourGaps {
  double lower[kGapLanes];
  double upper[kGapLanes];
  double direction[3][kGapLanes];
};

template <class V>
struct WideTriangle {
  Vec3Lanes<V> p[3];
  Vec3Lanes<V> edge[3];  // from corner i to the next
  V squared[3];          // lengths of edges
  V inverse[3];          // of these; 0 for edges without a length

  HWY_INLINE void measure() {
    for (int i = 0; i < 3; ++i) {
      edge[i] = minus(p[(i + 1) % 3], p[i]);
      squared[i] = dot(edge[i], edge[i]);
      inverse[i] = inverse_or_zero(squared[i]);
    }
  }
  static HWY_INLINE V inverse_or_zero(V x) {
    const WideTag d;
    return hn::IfThenElseZero(hn::Gt(x, hn::Zero(d)), hn::Div(hn::Set(d, 1), x));
  }
};

// The shortest displacement from a to b so far.
template <class V>
struct WideGap {
  Vec3Lanes<V> direction;
  V squared;

  template <class M>
  HWY_INLINE void take(M allowed, const Vec3Lanes<V>& other) {
    const V length = dot(other, other);
    const auto shorter = hn::And(allowed, hn::Lt(length, squared));
    direction = choose(shorter, other, direction);
    squared = hn::IfThenElse(shorter, length, squared);
  }
};

template <class V>
HWY_INLINE Vec3Lanes<V> times(const Vec3Lanes<V>& a, V s) {
  return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s)};
}
template <class V>
HWY_INLINE V clamp_to_one(V x) {
  const WideTag d;
  return hn::Min(hn::Max(x, hn::Zero(d)), hn::Set(d, 1));
}

// `r` goes from the start of edge k of b to that of edge i of a. Source: C. Ericson, "Real-Time
// Collision Detection", 2005, section 5.1.9.
template <class V>
HWY_INLINE Vec3Lanes<V> between_edges(const WideTriangle<V>& a, int i, const WideTriangle<V>& b,
                                      int k, const Vec3Lanes<V>& r) {
  const V slope = dot(a.edge[i], b.edge[k]);
  const V of_a = dot(a.edge[i], r);
  const V of_b = dot(b.edge[k], r);
  const V area = hn::Sub(hn::Mul(a.squared[i], b.squared[k]), hn::Mul(slope, slope));
  const V s_free = hn::Sub(hn::Mul(slope, of_b), hn::Mul(of_a, b.squared[k]));
  V s = clamp_to_one(hn::Mul(s_free, WideTriangle<V>::inverse_or_zero(area)));
  const V t = clamp_to_one(hn::Mul(hn::Add(hn::Mul(slope, s), of_b), b.inverse[k]));
  s = clamp_to_one(hn::Mul(hn::Sub(hn::Mul(slope, t), of_a), a.inverse[i]));
  return minus(minus(times(b.edge[k], t), times(a.edge[i], s)), r);
}

// A triangle's plane, and two directions that give the coordinates of its points relative to its
// sides.
template <class V>
struct WideFace {
  Vec3Lanes<V> normal;
  Vec3Lanes<V> first;
  Vec3Lanes<V> second;
  V squared;
  V inverse;

  explicit HWY_INLINE WideFace(const WideTriangle<V>& t) {
    const Vec3Lanes<V> v = minus(t.p[2], t.p[0]);
    normal = cross(t.edge[0], v);
    first = cross(v, normal);
    second = cross(normal, t.edge[0]);
    squared = dot(normal, normal);
    inverse = WideTriangle<V>::inverse_or_zero(squared);
  }
  // Returns the displacement from the face to a corner at `w` from the triangle's first one, if
  // below(w).
  HWY_INLINE Vec3Lanes<V> vector_to(const Vec3Lanes<V>& w) const {
    return times(normal, hn::Mul(dot(w, normal), inverse));
  }
  HWY_INLINE auto below(const Vec3Lanes<V>& w) const {
    const WideTag d;
    const V u = dot(w, first);
    const V v = dot(w, second);
    const auto inside = hn::And(hn::Ge(u, hn::Zero(d)), hn::Ge(v, hn::Zero(d)));
    return hn::And(hn::And(inside, hn::Le(hn::Add(u, v), squared)), hn::Gt(squared, hn::Zero(d)));
  }
};

// The shortest displacement between disjoint triangles ends at two edges or at a corner and a face.
// Source: E. Larsen, S. Gottschalk, M. C. Lin, D. Manocha, "Fast proximity queries with swept
// sphere volumes", 1999.
template <class V>
HWY_INLINE WideGap<V> smallest_gap(const WideTriangle<V>& a, const WideTriangle<V>& b) {
  const WideTag d;
  const auto any = hn::Eq(hn::Zero(d), hn::Zero(d));
  WideGap<V> gap{minus(b.p[0], a.p[0]), hn::Set(d, std::numeric_limits<double>::infinity())};
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      gap.take(any, between_edges(a, i, b, k, minus(a.p[i], b.p[k])));
    }
  }
  const WideFace<V> face_a(a);
  const WideFace<V> face_b(b);
  const auto zero = Vec3Lanes<V>{hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  for (int i = 0; i < 3; ++i) {
    const Vec3Lanes<V> to_b = minus(b.p[i], a.p[0]);
    gap.take(face_a.below(to_b), face_a.vector_to(to_b));
    const Vec3Lanes<V> to_a = minus(a.p[i], b.p[0]);
    gap.take(face_b.below(to_a), minus(zero, face_b.vector_to(to_a)));
  }
  return gap;
}

// Returns the distance of the planes perpendicular to `direction` that separate them, times its
// length.
template <class V>
HWY_INLINE V parted_along(const WideTriangle<V>& a, const WideTriangle<V>& b,
                          const Vec3Lanes<V>& direction) {
  const V high = hn::Max(hn::Max(dot(direction, a.edge[0]), dot(direction, minus(a.p[2], a.p[0]))),
                         hn::Zero(WideTag()));
  V low = dot(direction, minus(b.p[0], a.p[0]));
  for (int k = 1; k < 3; ++k) low = hn::Min(low, dot(direction, minus(b.p[k], a.p[0])));
  return hn::Sub(low, high);
}

inline HWY_NOINLINE void measure_four(const FourTrianglePairs& pairs, const PairFrame<3>& frame,
                                      FourGaps& gaps) {
  const WideTag d;
  using V = hn::Vec<WideTag>;
  for (std::size_t i = 0; i < kGapLanes; i += hn::MaxLanes(d)) {
    WideTriangle<V> a;
    WideTriangle<V> b;
    for (int c = 0; c < 3; ++c) {
      a.p[c] = {hn::Load(d, pairs.a[c][0] + i), hn::Load(d, pairs.a[c][1] + i),
                hn::Load(d, pairs.a[c][2] + i)};
      const Vec3Lanes<V> p = {hn::Load(d, pairs.b[c][0] + i), hn::Load(d, pairs.b[c][1] + i),
                              hn::Load(d, pairs.b[c][2] + i)};
      const auto placed = [&](int k) {
        const auto& row = frame.rotation.row[k];
        const Vec3Lanes<V> axis = {hn::Set(d, row[0]), hn::Set(d, row[1]), hn::Set(d, row[2])};
        return hn::Add(dot(axis, p), hn::Set(d, frame.translation[k]));
      };
      b.p[c] = {placed(0), placed(1), placed(2)};
    }
    a.measure();
    b.measure();
    const WideGap<V> gap = smallest_gap(a, b);
    const V upper = hn::Sqrt(gap.squared);
    // Squares of shorter displacements may have lost their digits.
    const auto sound = hn::Gt(gap.squared, hn::Set(d, 0x1p-900));
    const V lower = hn::IfThenElse(sound, hn::Div(parted_along(a, b, gap.direction), upper),
                                   hn::Set(d, -std::numeric_limits<double>::infinity()));
    hn::Store(upper, d, gaps.upper + i);
    hn::Store(lower, d, gaps.lower + i);
    hn::Store(gap.direction.x, d, gaps.direction[0] + i);
    hn::Store(gap.direction.y, d, gaps.direction[1] + i);
    hn::Store(gap.direction.z, d, gaps.direction[2] + i);
  }
}

// Measures triangles four at a time; those in doubt are measured by the caller's function.
template <class T>
class TriangleGapLeaves {
 public:
  TriangleGapLeaves(const MeshLeaves<3, T>& a, const MeshLeaves<3, T>& b, const NearQuery<3>& query,
                    NearCounts& counts)
      : a_(a), b_(b), q_(query), counts_(counts), boxes_a_(a), boxes_b_(b) {}

  // Boxes along the shortest displacement so far and perpendicular to it: they are thin where
  // surfaces face each other.
  bool parted(std::uint32_t key_a, std::uint32_t key_b, const NearState& state) {
    return directed_ &&
           squared_gap(boxes_a_.of(key_a), boxes_b_.of(key_b), q_.slack) * (1 - 0x1p-40) >
               state.reach_squared();
  }
  void part(const BvhNode<3, T>& x, bool leaf_a, const BvhNode<3, T>& y, bool leaf_b,
            const NearState& state, double (&gaps)[kBvhWidth][kBvhWidth], std::uint32_t* rows) {
    if (!directed_) return;
    std::uint32_t lanes_a = 0;
    std::uint32_t lanes_b = 0;
    for (std::uint32_t k = 0; k < y.count; ++k) {
      lanes_a |= rows[k];
      lanes_b |= std::uint32_t(rows[k] != 0) << k;
    }
    BoxLanes of_a;
    BoxLanes of_b;
    boxes_a_.lanes(x, leaf_a, lanes_a, of_a);
    boxes_b_.lanes(y, leaf_b, lanes_b, of_b);
    for (; lanes_b != 0; lanes_b &= lanes_b - 1) {
      const auto k = static_cast<std::uint32_t>(std::countr_zero(lanes_b));
      alignas(64) double along[kBvhWidth];
      squared_gaps(of_a, of_b, k, q_.slack, along);
      for (std::uint32_t left = rows[k]; left != 0; left &= left - 1) {
        const int i = std::countr_zero(left);
        const double gap = along[i] * (1 - 0x1p-40);
        if (gap > state.reach_squared()) rows[k] &= ~(1u << i);
        gaps[k][i] = larger(gaps[k][i], gap);
      }
    }
  }

  bool test_leaves(std::uint32_t leaf_a, const BvhNode<3, T>& x, std::uint32_t leaf_b,
                   const BvhNode<3, T>& y, NearLanes& near, NearState& state) {
    for (;;) {
      std::uint32_t count = 0;
      std::uint32_t i[kGapLanes], k[kGapLanes];
      while (count < kGapLanes && near.next(state.reach_squared(), i[count], k[count])) ++count;
      if (count == 0) return true;
      FourTrianglePairs pairs;
      for (std::uint32_t lane = 0; lane < kGapLanes; ++lane) {
        const std::uint32_t from = lane < count ? lane : 0;
        load(a_, leaf_a, i[from], pairs.a, lane);
        load(b_, leaf_b, k[from], pairs.b, lane);
      }
      FourGaps gaps;
      measure_four(pairs, q_.frame, gaps);
      for (std::uint32_t lane = 0; lane < count; ++lane) {
        if (!take(gaps, lane, x.child[i[lane]], y.child[k[lane]], state)) return false;
      }
      counts_.pairs += count;
    }
  }

 private:
  static HWY_INLINE void load(const MeshLeaves<3, T>& mesh, std::uint32_t leaf, std::uint32_t lane,
                              double (&to)[3][3][kGapLanes], std::uint32_t slot) {
    for (int c = 0; c < 3; ++c) {
      const Vec<3, T>& p = mesh.vertices[mesh.indices[leaf].vertex[c][lane]];
      for (int axis = 0; axis < 3; ++axis) to[c][axis][slot] = double(p[axis]);
    }
  }
  bool take(const FourGaps& gaps, std::uint32_t lane, std::uint32_t a, std::uint32_t b,
            NearState& state) {
    SubShapeGap gap{gaps.lower[lane] - q_.slack, gaps.upper[lane]};
    if (gap.lower > state.reach()) return true;
    if (!(gap.lower >= gap.upper - q_.tie)) return state.take(q_.measure(q_.context, a, b), a, b);
    if (state.nearer(gap)) {
      const Vec<3, double> direction{gaps.direction[0][lane], gaps.direction[1][lane],
                                     gaps.direction[2][lane]};
      set_direction(direction * (1 / gap.upper));
    }
    return state.take(gap, a, b);
  }
  void set_direction(const Vec<3, double>& direction) {
    if (directed_ && dot(direction, direction_) > 1 - 0x1p-13) return;
    directed_ = true;
    direction_ = direction;
    const double x = std::fabs(direction[0]);
    const double y = std::fabs(direction[1]);
    const double z = std::fabs(direction[2]);
    const Vec<3, double> axis{x <= y && x <= z ? 1.0 : 0.0, x > y && y <= z ? 1.0 : 0.0,
                              x > z && y > z ? 1.0 : 0.0};
    const Vec<3, double> u = cross(direction, axis);
    Matrix<3, double> axes;
    axes.row[0] = direction;
    axes.row[1] = u * (1 / length(u));
    axes.row[2] = cross(direction, axes.row[1]);
    Matrix<3, double> of_b;
    for (int k = 0; k < 3; ++k) of_b.row[k] = transposed_times(q_.frame.rotation, axes.row[k]);
    boxes_a_.set_axes(axes, {});
    boxes_b_.set_axes(of_b, axes * q_.frame.translation);
  }

  const MeshLeaves<3, T>& a_;
  const MeshLeaves<3, T>& b_;
  const NearQuery<3>& q_;
  NearCounts& counts_;
  DirectedBoxes<T> boxes_a_;
  DirectedBoxes<T> boxes_b_;
  Vec<3, double> direction_{};
  bool directed_ = false;
};

template <int D, class T>
NearestPair nearest_sub_shapes(const BvhNodes<D, T>& a, const BvhNodes<D, T>& b,
                               const NearQuery<D>& query, NearCounts& counts) {
  return nearest_with(a, b, query, MeasuredLeaves<D, T>{query, counts}, counts);
}
template <class T>
NearestPair nearest_triangles(const MeshLeaves<3, T>& a, const MeshLeaves<3, T>& b,
                              const NearQuery<3>& query, NearCounts& counts) {
  return nearest_with(a.nodes, b.nodes, query, TriangleGapLeaves<T>(a, b, query, counts), counts);
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
