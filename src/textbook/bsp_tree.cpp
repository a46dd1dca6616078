// SPDX-License-Identifier: MIT
#include <masu/textbook/bsp_tree.hpp>

#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"
#include "textbook/bsp_builder.hpp"

namespace masu {
namespace detail {

template <int D, class T>
Vec<D, double> to_double(const Vec<D, T>& p) {
  Vec<D, double> r;
  for (int a = 0; a < D; ++a) r[a] = static_cast<double>(p[a]);
  return r;
}

// The tree and its queries.
template <int D, class T>
class BspState {
 public:
  using Node = BspNode<D>;
  using Fragment = BspFragment<D>;
  using Target = BlockTarget<Fragment>;
  using Point = Vec<D, double>;

  explicit BspState(Allocator allocator) : tree_(allocator) {}

  template <class Trace>
  Status build(std::span<const BspFace<D, T>> faces, const BspOptions& options,
               const Trace& trace) {
    return tree_.build(faces, options, trace);
  }
  const BspBuilder<D, T>& tree() const { return tree_; }

  bool in_solid(const Point& p) const {
    std::uint32_t at = root();
    bool behind = false;
    while (at != kBspNone) {
      behind = node(at).plane.height(p) < 0;
      at = behind ? node(at).back : node(at).front;
    }
    return behind;
  }

  RayCastResult<T, std::uint32_t> ray_cast(const Ray<D, T>& ray) const {
    RayCastResult<T, std::uint32_t> hit;
    const Point o = to_double(ray.origin);
    const Point d = to_double(ray.direction);
    const double slack = tree_.tolerance();
    double best = static_cast<double>(ray.max_t);
    walk(
        [&](const Node& n) {
          const double height = n.plane.height(o);
          const double climb = dot(n.plane.normal, d);
          const int near = height < 0 ? -1 : 1;
          const double end = climb == 0 ? height : height + climb * best;
          return Descent{near, true, near > 0 ? !(end > slack) : !(end < -slack)};
        },
        [&](const Node& n) {
          ++hit.stats.nodes;
          const double climb = dot(n.plane.normal, d);
          const double t = -n.plane.height(o) / climb;
          if (climb == 0 || !(t >= 0) || !(t <= best)) return true;
          for (const Fragment& f : fragments_of(n)) {
            ++hit.stats.tests;
            const bool closer = !hit.hit || t < best || f.face < hit.id;
            if (!closer || !covers(f, n.plane, o + d * t, slack)) continue;
            hit.hit = true;
            hit.id = f.face;
            best = t;
          }
          return true;
        });
    hit.t = hit.hit ? static_cast<T>(best) : T(0);
    hit.stats.results = hit.hit ? 1 : 0;
    return hit;
  }

  SearchResult overlapping(const Aabb<D, double>& box, const Target& target) const {
    SearchResult result;
    walk([&](const Node& n) { return sides_of(n, box); },
         [&](const Node& n) {
           ++result.stats.nodes;
           for (const Fragment& f : fragments_of(n)) {
             ++result.stats.tests;
             if (overlaps_box(f, n.plane, box) && !deliver(target, {&f, 1}, result)) return false;
           }
           return true;
         });
    return result;
  }

  SearchResult in_order(const Point& eye, int nearest, const Target& target) const {
    SearchResult result;
    walk(
        [&](const Node& n) {
          return Descent{n.plane.height(eye) < 0 ? -nearest : nearest, true, true};
        },
        [&](const Node& n) {
          ++result.stats.nodes;
          return deliver(target, fragments_of(n), result);
        });
    return result;
  }

  // Calls f(node, depth) for all nodes, parents first, the front before the back, along the links.
  template <class F>
  void down(F&& f) const {
    std::uint32_t at = root();
    std::uint32_t from = kBspNone;
    int depth = 0;
    while (at != kBspNone) {
      const Node& n = node(at);
      const bool first = from == n.parent;
      if (first) f(n, depth);
      std::uint32_t next = kBspNone;
      if (first) next = n.front;
      if (next == kBspNone && from != n.back) next = n.back;
      depth += next == kBspNone ? -1 : 1;
      from = std::exchange(at, next == kBspNone ? n.parent : next);
    }
  }

  const Node& node(std::uint32_t i) const { return tree_.nodes()[i]; }
  std::span<const Fragment> fragments_of(const Node& n) const {
    return tree_.fragments().subspan(n.first, n.count);
  }

 private:
  // How a traversal handles a node: the side it visits first, and which sides it visits.
  struct Descent {
    int first;
    bool enter_first;
    bool enter_last;
  };

  std::uint32_t root() const { return tree_.nodes().empty() ? kBspNone : 0; }

  // Visits nodes in order, up and down along the links, independent of the depth. `visit` returns
  // false to stop. descent_of(node) is called again on the way up; it may only change to visit
  // less.
  template <class DescentOf, class Visit>
  void walk(DescentOf&& descent_of, Visit&& visit) const {
    std::uint32_t at = root();
    std::uint32_t from = kBspNone;
    while (at != kBspNone) {
      const Node& n = node(at);
      const Descent descent = descent_of(n);
      const std::uint32_t first = descent.first > 0 ? n.front : n.back;
      const std::uint32_t last = descent.first > 0 ? n.back : n.front;
      const bool down = from == n.parent;
      if (down && first != kBspNone && descent.enter_first) {
        from = std::exchange(at, first);
      } else if (!down && from == last) {
        from = std::exchange(at, n.parent);
      } else {
        if (!visit(n)) return;
        const bool enter = last != kBspNone && descent_of(n).enter_last;
        from = std::exchange(at, enter ? last : n.parent);
      }
    }
  }

  // Returns false if the target stopped the search.
  static bool deliver(const Target& target, std::span<const Fragment> found, SearchResult& result) {
    result.status = target.take(target.object, found, result.stats.results);
    return result.status == Status::ok;
  }

  // Returns the half-spaces that a box reaches, with a margin for rounding. Infinite boxes reach
  // both.
  Descent sides_of(const Node& n, const Aabb<D, double>& box) const {
    const HeightRange r = heights(box, n.plane.normal);
    // Fragments of a side may extend over the plane by the tolerance.
    const double slack = 2 * tree_.tolerance();
    return Descent{1, !(r.high < n.plane.offset - slack), !(r.low > n.plane.offset + slack)};
  }

  BspBuilder<D, T> tree_;
};

}  // namespace detail

template <int D, class T>
Status BspTree<D, T>::build(std::span<const Face> faces, const BspOptions& options,
                            BuildTrace trace) {
  return detail::with_object(
      state_, trace, [&](auto& state, const auto& t) { return state.build(faces, options, t); });
}

template <int D, class T>
std::size_t BspTree<D, T>::node_count() const {
  return state_.get() == nullptr ? 0 : state_.get()->tree().nodes().size();
}

template <int D, class T>
auto BspTree<D, T>::fragments() const -> std::span<const Fragment> {
  if (state_.get() == nullptr) return {};
  return state_.get()->tree().fragments();
}

template <int D, class T>
std::size_t BspTree<D, T>::splits() const {
  return state_.get() == nullptr ? 0 : state_.get()->tree().splits();
}

template <int D, class T>
std::size_t BspTree<D, T>::degenerate() const {
  return state_.get() == nullptr ? 0 : state_.get()->tree().degenerate();
}

template <int D, class T>
double BspTree<D, T>::tolerance() const {
  return state_.get() == nullptr ? 0 : state_.get()->tree().tolerance();
}

template <int D, class T>
const QueryStats& BspTree<D, T>::build_stats() const {
  static constexpr QueryStats kNone;
  return state_.get() == nullptr ? kNone : state_.get()->tree().stats();
}

template <int D, class T>
bool BspTree<D, T>::in_solid(const Point& point) const {
  return state_.get() != nullptr && state_.get()->in_solid(detail::to_double(point));
}

template <int D, class T>
auto BspTree<D, T>::ray_cast(const Ray<D, T>& ray) const -> RayCastResult<T, Id> {
  RayCastResult<T, Id> none;
  if (!ray.valid()) none.status = Status::not_finite;
  if (!ray.valid() || state_.get() == nullptr) return none;
  return state_.get()->ray_cast(ray);
}

template <int D, class T>
SearchResult BspTree<D, T>::in_order(const Point& eye, int nearest, const Target& target) const {
  if (state_.get() == nullptr) return {};
  return state_.get()->in_order(detail::to_double(eye), nearest, target);
}

template <int D, class T>
SearchResult BspTree<D, T>::for_each_overlapping(const Aabb<D, T>& box, const Target& visit) const {
  if (box.empty() || state_.get() == nullptr) return {};
  return state_.get()->overlapping({detail::to_double(box.min), detail::to_double(box.max)}, visit);
}

template <int D, class T>
void BspTree<D, T>::for_each_node(FunctionRef<void(const BspPlane<D>&, int, std::size_t)> visit,
                                  FunctionRef<void(const Fragment&)> object) const {
  const auto* const state = state_.get();
  if (state == nullptr) return;
  state->down([&](const auto& n, int depth) {
    visit(n.plane, depth, n.count);
    for (const Fragment& f : state->fragments_of(n)) object(f);
  });
}

template <int D, class T>
void BspTree<D, T>::show_cuts(const Aabb<D, T>& within, VisitCut visit,
                              FunctionRef<void(const Fragment&)> object) const {
  if constexpr (D == 2) {
    const auto* const state = state_.get();
    if (state == nullptr) return;
    const Aabb<2, double> box{detail::to_double(within.min), detail::to_double(within.max)};
    state->down([&](const auto& n, int depth) {
      BspFace<2, double> cut;
      if (!detail::line_in_box(n.plane, box, cut)) return;
      const auto* below = &n;
      for (std::uint32_t k = n.parent; k != detail::kBspNone;) {
        const auto& above = state->node(k);
        const bool front = above.front != detail::kBspNone && &state->node(above.front) == below;
        if (!detail::keep_side(cut, above.plane, front ? 1 : -1)) return;
        below = &above;
        k = above.parent;
      }
      visit(cut, depth, n.count);
      for (const Fragment& f : state->fragments_of(n)) object(f);
    });
  }
}

template <int D, class T>
bool BspTree<D, T>::validate() const {
  return state_.get() == nullptr || state_.get()->tree().validate();
}

#define MASU_INSTANTIATE(D, T)                           \
  template class detail::Opaque<detail::BspState<D, T>>; \
  template class BspTree<D, T>;
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
