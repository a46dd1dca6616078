// SPDX-License-Identifier: MIT
// One triangle against eight: which touch, which do not, and which are too near to decide.
#if defined(MASU_TRIANGLE_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_TRIANGLE_LANES_INL_HPP
#undef MASU_TRIANGLE_LANES_INL_HPP
#else
#define MASU_TRIANGLE_LANES_INL_HPP
#endif

#include "mesh/placed_join.hpp"

#include "core/vec3_lanes-inl.hpp"
#include "mesh/corner_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// The corners of eight triangles, their boxes, and their planes.
template <class T>
struct alignas(64) TriangleLanes {
  CornerLanes<3, T> corner[3];
  CornerLanes<3, T> low;
  CornerLanes<3, T> high;
  CornerLanes<3, T> normal;
  T edge[kBvhWidth];  // largest component of two sides
};

struct TouchLanes {
  std::uint32_t sure;
  std::uint32_t doubtful;
};

// Bounds of errors, for points whose coordinates are at most `reach` and off by at most 16 u reach
// (u is half a unit in the last place), so differences by 3 d with d = 16 u reach. A product u x v
// of differences is off by 13 d times the larger of the other's reach, 2 reach; the volume over it
// by less than 64 d (2 reach) (largest component of the edges), as each of its three terms is by
// (2 reach) (13 d) L + 2 L L (3 d), and its own rounding is smaller still.
template <class T>
struct VolumeBound {
  T factor;  // times the largest component of an edge
  T least;   // below it products may have underflowed
  T whole;   // for edges of any length

  explicit VolumeBound(T reach) {
    const T unit = std::numeric_limits<T>::epsilon() / 2;
    factor = 64 * (16 * unit * reach) * (2 * reach);
    least = factor * (2 * reach) * T(0x1p-20);
    whole = factor * (2 * reach);
    // Numbers are so small that their products underflow: everything is in doubt.
    if (!(reach > (sizeof(T) == 4 ? T(0x1p-28) : T(0x1p-240)))) {
      factor = least = whole = std::numeric_limits<T>::infinity();
    }
  }
};

template <class D_, class T>
HWY_INLINE Vec3Lanes<hn::VFromD<D_>> load(D_ d, const CornerLanes<3, T>& p, std::size_t i) {
  return {hn::Load(d, p.position[0] + i), hn::Load(d, p.position[1] + i),
          hn::Load(d, p.position[2] + i)};
}
template <class D_, class T>
HWY_INLINE Vec3Lanes<hn::VFromD<D_>> spread(D_ d, const CornerLanes<3, T>& p, std::uint32_t k) {
  return {hn::Set(d, p.position[0][k]), hn::Set(d, p.position[1][k]), hn::Set(d, p.position[2][k])};
}
template <class D_, class V, class T>
HWY_INLINE void store(D_ d, const Vec3Lanes<V>& v, CornerLanes<3, T>& p, std::size_t i) {
  hn::Store(v.x, d, p.position[0] + i);
  hn::Store(v.y, d, p.position[1] + i);
  hn::Store(v.z, d, p.position[2] + i);
}

template <class T>
HWY_INLINE void measure_boxes(TriangleLanes<T>& t) {
  const BvhTag<T> d;
  for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
    const auto p = load(d, t.corner[0], i);
    const auto q = load(d, t.corner[1], i);
    const auto r = load(d, t.corner[2], i);
    store(d, lower(lower(p, q), r), t.low, i);
    store(d, upper(upper(p, q), r), t.high, i);
  }
}
template <class T>
HWY_INLINE void measure_planes(TriangleLanes<T>& t) {
  const BvhTag<T> d;
  for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
    const auto p = load(d, t.corner[0], i);
    const auto u = minus(load(d, t.corner[1], i), p);
    const auto v = minus(load(d, t.corner[2], i), p);
    store(d, cross(u, v), t.normal, i);
    hn::Store(hn::Max(largest(u), largest(v)), d, t.edge + i);
  }
}

// Returns the lanes of a whose boxes overlap that of lane k of b.
template <class T>
HWY_INLINE std::uint32_t boxes_meeting(const TriangleLanes<T>& a, const TriangleLanes<T>& b,
                                       std::uint32_t k) {
  const BvhTag<T> d;
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
    auto overlap = hn::Eq(hn::Zero(d), hn::Zero(d));
    for (int s = 0; s < 3; ++s) {
      overlap = hn::And(
          overlap, hn::Le(hn::Load(d, a.low.position[s] + i), hn::Set(d, b.high.position[s][k])));
      overlap = hn::And(
          overlap, hn::Le(hn::Set(d, b.low.position[s][k]), hn::Load(d, a.high.position[s] + i)));
    }
    bits |= bits_of(d, overlap) << i;
  }
  return bits;
}

template <class V>
struct Triangle3Lanes {
  Vec3Lanes<V> p[3];
};
template <class V>
struct Heights3 {
  V h[3];
  V bound;
};

template <class V>
HWY_INLINE Heights3<V> heights(const Triangle3Lanes<V>& of, const Vec3Lanes<V>& origin,
                               const Vec3Lanes<V>& normal, V bound) {
  return {{dot(minus(of.p[0], origin), normal), dot(minus(of.p[1], origin), normal),
           dot(minus(of.p[2], origin), normal)},
          bound};
}

// All certainly on one side.
template <class V>
HWY_INLINE auto parted(const Heights3<V>& s) {
  const auto low = hn::Min(hn::Min(s.h[0], s.h[1]), s.h[2]);
  const auto high = hn::Max(hn::Max(s.h[0], s.h[1]), s.h[2]);
  return hn::Or(hn::Gt(low, s.bound), hn::Lt(high, hn::Neg(s.bound)));
}
template <class V>
HWY_INLINE auto certain(const Heights3<V>& s) {
  return hn::And(hn::And(hn::Gt(hn::Abs(s.h[0]), s.bound), hn::Gt(hn::Abs(s.h[1]), s.bound)),
                 hn::Gt(hn::Abs(s.h[2]), s.bound));
}

// Rotates the corners so that the one alone on its side comes first.
template <class D_, class V>
HWY_INLINE Triangle3Lanes<V> lonely_first(D_ d, const Triangle3Lanes<V>& t, const Heights3<V>& s,
                                          decltype(hn::Lt(V(), V()))& below) {
  const auto zero = hn::Zero(d);
  const auto below0 = hn::Lt(s.h[0], zero);
  const auto below1 = hn::Lt(s.h[1], zero);
  const auto below2 = hn::Lt(s.h[2], zero);
  const auto third = hn::Not(hn::Xor(below0, below1));
  const auto second = hn::AndNot(third, hn::Not(hn::Xor(below0, below2)));
  below = hn::Or(hn::And(third, below2),
                 hn::Or(hn::And(second, below1), hn::AndNot(hn::Or(third, second), below0)));
  Triangle3Lanes<V> r;
  for (int k = 0; k < 3; ++k) {
    r.p[k] = choose(third, t.p[(k + 2) % 3], choose(second, t.p[(k + 1) % 3], t.p[k]));
  }
  return r;
}

template <class V>
HWY_INLINE V volume(const Vec3Lanes<V>& a, const Vec3Lanes<V>& b, const Vec3Lanes<V>& c,
                    const Vec3Lanes<V>& e) {
  return dot(minus(e, a), cross(minus(b, a), minus(c, a)));
}

// Tests lane k of b against the lanes `asked` of a, in the steps of triangles_touch().
template <class T>
HWY_INLINE TouchLanes touch_lanes(const TriangleLanes<T>& a, const TriangleLanes<T>& b,
                                  std::uint32_t k, std::uint32_t asked,
                                  const VolumeBound<T>& bound) {
  const BvhTag<T> d;
  using V = hn::VFromD<decltype(d)>;
  TouchLanes r{0, 0};
  const Triangle3Lanes<V> y = {
      {spread(d, b.corner[0], k), spread(d, b.corner[1], k), spread(d, b.corner[2], k)}};
  for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
    const std::uint32_t all = (1u << hn::MaxLanes(d)) - 1;
    std::uint32_t open = asked >> i & all;
    if (open == 0) continue;
    const Triangle3Lanes<V> x = {
        {load(d, a.corner[0], i), load(d, a.corner[1], i), load(d, a.corner[2], i)}};
    const Heights3<V> of_x = heights(x, y.p[0], spread(d, b.normal, k),
                                     hn::Set(d, b.edge[k] * bound.factor + bound.least));
    open &= ~bits_of(d, parted(of_x));
    if (open == 0) continue;
    const auto bound_y = hn::Add(hn::Mul(hn::Load(d, a.edge + i), hn::Set(d, bound.factor)),
                                 hn::Set(d, bound.least));
    const Heights3<V> of_y = heights(y, x.p[0], load(d, a.normal, i), bound_y);
    open &= ~bits_of(d, parted(of_y));
    if (open == 0) continue;
    auto below_x = hn::Lt(of_x.h[0], of_x.h[0]);
    auto below_y = below_x;
    const Triangle3Lanes<V> p = lonely_first(d, x, of_x, below_x);
    const Triangle3Lanes<V> q = lonely_first(d, y, of_y, below_y);
    const auto p1 = choose(below_y, p.p[2], p.p[1]);
    const auto p2 = choose(below_y, p.p[1], p.p[2]);
    const auto q1 = choose(below_x, q.p[2], q.p[1]);
    const auto q2 = choose(below_x, q.p[1], q.p[2]);
    const auto first = volume(p.p[0], p1, q.p[0], q1);
    const auto second = volume(p.p[0], p2, q.p[0], q2);
    const auto whole = hn::Set(d, bound.whole);
    const auto sides = hn::And(certain(of_x), certain(of_y));
    const auto apart = hn::Or(hn::Gt(first, whole), hn::Lt(second, hn::Neg(whole)));
    const auto overlap = hn::And(hn::Lt(first, hn::Neg(whole)), hn::Gt(second, whole));
    const std::uint32_t sure = open & bits_of(d, hn::And(sides, overlap));
    open &= ~bits_of(d, hn::And(sides, apart));
    r.sure |= sure << i;
    r.doubtful |= (open & ~sure) << i;
  }
  return r;
}

// The corners of two leaves relative to the center of the second, and their accuracy: nothing is
// lost far from the origin. The bodies' positions enter in double.
template <class T>
class LeafPair {
 public:
  TriangleLanes<T> a;
  TriangleLanes<T> b;
  VolumeBound<T> bound{0};

  LeafPair(const MeshLeaves<3, T>& mesh_a, const MeshLeaves<3, T>& mesh_b,
           const JoinFrame<3, T>& frame)
      : mesh_a_(mesh_a), mesh_b_(mesh_b), f_(frame) {}

  // Finds the lanes of a that each lane of b may touch, by their boxes, and that any may: if there
  // are none, the triangles of a are not tested.
  std::uint32_t load_leaves(std::uint32_t leaf_a, const BvhNode<3, T>& x, std::uint32_t leaf_b,
                            const BvhNode<3, T>& y, std::uint32_t* rows) {
    if (leaf_b != leaf_b_) load_leaf_b(leaf_b, y);
    T reach = reach_b_;
    for (int k = 0; k < 3; ++k) {
      reach = larger(reach, size_of(x.box.min[k] - origin_[k]));
      reach = larger(reach, size_of(x.box.max[k] - origin_[k]));
    }
    take_boxes(x, 16 * std::numeric_limits<T>::epsilon() * reach);
    std::uint32_t any = 0;
    for (std::uint32_t k = 0; k < y.count; ++k) {
      any |= rows[k] = boxes_meeting(a, b, k) & used_lanes(x);
    }
    if (any == 0) return 0;
    for (int c = 0; c < 3; ++c) {
      gather(mesh_a_.vertices, mesh_a_.indices[leaf_a].vertex[c], a.corner[c]);
      move(a.corner[c], origin_);
    }
    bound = VolumeBound<T>(reach);
    measure_planes(a);
    return any;
  }

 private:
  static T size_of(T x) { return x < 0 ? -x : x; }
  static T larger(T x, T y) { return x < y ? y : x; }

  // The same leaf often comes several times in a row.
  void load_leaf_b(std::uint32_t leaf_b, const BvhNode<3, T>& y) {
    leaf_b_ = leaf_b;
    reach_b_ = 0;
    T center[3], rest[3];
    for (int k = 0; k < 3; ++k) center[k] = y.box.min[k] * T(0.5) + y.box.max[k] * T(0.5);
    for (int k = 0; k < 3; ++k) {
      double position = f_.exact.translation[k];
      T far = 0;
      for (int i = 0; i < 3; ++i) {
        position += f_.exact.rotation.row[k][i] * double(center[i]);
        far += f_.absolute[k][i] * (y.box.max[i] - y.box.min[i]);
      }
      origin_[k] = static_cast<T>(position);
      rest[k] = static_cast<T>(position - double(origin_[k]));
      reach_b_ = larger(reach_b_, far + size_of(rest[k]));
    }
    for (int c = 0; c < 3; ++c) {
      gather(mesh_b_.vertices, mesh_b_.indices[leaf_b].vertex[c], b.corner[c]);
      rotate(b.corner[c], center, rest);
    }
    measure_boxes(b);
    measure_planes(b);
  }
  // The boxes of the hierarchy, wider by `slack` on each side.
  HWY_INLINE void take_boxes(const BvhNode<3, T>& x, T slack) {
    const BvhTag<T> d;
    for (int k = 0; k < 3; ++k) {
      for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
        hn::Store(hn::Sub(hn::Load(d, x.lo[k] + i), hn::Set(d, origin_[k] + slack)), d,
                  a.low.position[k] + i);
        hn::Store(hn::Sub(hn::Load(d, x.hi[k] + i), hn::Set(d, origin_[k] - slack)), d,
                  a.high.position[k] + i);
      }
    }
  }

  static HWY_INLINE void move(CornerLanes<3, T>& p, const T* origin) {
    const BvhTag<T> d;
    for (int k = 0; k < 3; ++k) {
      for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
        hn::Store(hn::Sub(hn::Load(d, p.position[k] + i), hn::Set(d, origin[k])), d,
                  p.position[k] + i);
      }
    }
  }
  HWY_INLINE void rotate(CornerLanes<3, T>& p, const T* center, const T* rest) const {
    const BvhTag<T> d;
    for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
      const auto x = hn::Sub(hn::Load(d, p.position[0] + i), hn::Set(d, center[0]));
      const auto y = hn::Sub(hn::Load(d, p.position[1] + i), hn::Set(d, center[1]));
      const auto z = hn::Sub(hn::Load(d, p.position[2] + i), hn::Set(d, center[2]));
      for (int k = 0; k < 3; ++k) {
        auto sum = hn::Add(hn::Mul(x, hn::Set(d, f_.rotation[k][0])),
                           hn::Mul(y, hn::Set(d, f_.rotation[k][1])));
        sum = hn::Add(sum, hn::Mul(z, hn::Set(d, f_.rotation[k][2])));
        hn::Store(hn::Add(sum, hn::Set(d, rest[k])), d, p.position[k] + i);
      }
    }
  }

  const MeshLeaves<3, T>& mesh_a_;
  const MeshLeaves<3, T>& mesh_b_;
  const JoinFrame<3, T>& f_;
  std::uint32_t leaf_b_ = kBvhNone;
  T origin_[3] = {};
  T reach_b_ = 0;
};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
