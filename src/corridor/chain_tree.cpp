// SPDX-License-Identifier: MIT
#include "corridor/chain_tree_state.hpp"

#include <algorithm>

#include <masu/core/platform.hpp>
#include "core/radix_sort.hpp"
#include "core/round_outward.hpp"

#include "core/opaque-inl.hpp"
#include "corridor/chain_grid.hpp"
#include "corridor/chain_leaves.hpp"
#include "corridor/chain_tree_changes.hpp"
#include "corridor/hilbert_key.hpp"
#include "corridor/leaf_box.hpp"

namespace masu::detail {

template <class T>
ChainNodes<T> ChainTreeState<T>::view() const {
  ChainNodes<T> nodes;
  nodes.node = nodes_.data();
  nodes.leaf = leaves_.data();
  nodes.vertex = vertices_.data();
  nodes.level_first = level_first_;
  nodes.levels = levels_;
  return nodes;
}

template <class T>
Status ChainTreeState<T>::build(std::span<const Vec<2, T>> vertices,
                                std::span<const WallChain> chains, T reach) {
  const Status status = check_walls(vertices, chains);
  if (status != Status::ok) return status;
  if (!(reach >= 0 && reach <= kLargestCoordinate<T>)) return Status::out_of_range;

  ChainTreeState next(vertices_.allocator());
  if (!next.vertices_.reserve(vertices.size() + kChainWidth + 1)) return Status::out_of_memory;
  std::copy(vertices.begin(), vertices.end(), next.vertices_.data());
  next.vertices_.set_size(vertices.size() + kChainWidth + 1);
  next.vertex_count_ = vertices.size();
  const Vec<2, T> last = vertices.empty() ? Vec<2, T>{} : vertices.back();
  std::fill(next.vertices_.begin() + vertices.size(), next.vertices_.end(), last);

  Buffer<ChainLeaf> leaves(vertices_.allocator());
  Buffer<Aabb<2, T>> boxes(vertices_.allocator());
  if (!cut_leaves<T>(vertices, chains, leaves, boxes)) return Status::out_of_memory;
  if (leaves.empty()) return Status::no_points;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    next.wall_count_ += static_cast<std::size_t>(std::popcount(leaves[i].walls));
    next.bounds_ = merge(next.bounds_, boxes[i]);
  }
  if (!next.order(leaves, boxes, 0) || !next.make_grid(reach)) return Status::out_of_memory;
  *this = std::move(next);
  return Status::ok;
}

template <class T>
bool ChainTreeState<T>::make_grid(T reach) {
  if (!(reach > 0)) return true;
  return fill_grid(view(), bounds_, reach, std::max<std::size_t>(wall_count_ / 6, 64), grid_,
                   cells_);
}

template <class T>
bool ChainTreeState<T>::order(const Buffer<ChainLeaf>& leaves, const Buffer<Aabb<2, T>>& boxes,
                              std::size_t more) {
  using Item = KeyedItem<std::uint32_t>;
  const std::size_t n = leaves.size();
  Buffer<Item> keys(vertices_.allocator());
  Buffer<Item> scratch(vertices_.allocator());
  if (!keys.resize(n)) return false;
  const HilbertKeyOf<T> key_of(bounds_);
  for (std::size_t i = 0; i < n; ++i) keys[i] = {key_of(boxes[i]), static_cast<std::uint32_t>(i)};
  if (!radix_sort(keys, scratch)) return false;

  std::size_t node_count = 0;
  std::uint32_t levels = 0;
  std::uint32_t level_first[kChainLevels];
  for (std::size_t level = n + more; levels == 0 || level > 1; ++levels) {
    level = (level + kChainWidth - 1) / kChainWidth;
    level_first[levels] = static_cast<std::uint32_t>(node_count);
    node_count += level;
  }
  Buffer<ChainNode<T>> nodes(vertices_.allocator());
  Buffer<ChainLeaf> ordered(vertices_.allocator());
  if (!nodes.reserve(node_count) || !ordered.reserve(n + more)) return false;
  levels_ = levels;
  std::copy_n(level_first, levels, level_first_);
  nodes_ = std::move(nodes);
  leaves_ = std::move(ordered);
  nodes_.set_size(node_count);
  leaves_.set_size(n);
  const std::size_t bottom = (n + more + kChainWidth - 1) / kChainWidth;
  for (std::size_t i = 0; i < bottom * kChainWidth; ++i) {
    const bool used = i < n;
    if (used) leaves_[i] = leaves[keys[i].item];
    nodes_[i / kChainWidth].set(static_cast<std::uint32_t>(i % kChainWidth),
                                used ? grown(boxes[keys[i].item]) : Aabb<2, T>::nothing());
  }
  close_levels();
  root_ = ChainStart(levels_ - 1, 0);
  return true;
}

// Makes the levels above the lowest, each from the one below.
template <class T>
void ChainTreeState<T>::close_levels() {
  for (std::uint32_t level = 1; level < levels_; ++level) {
    const std::uint32_t below = level_first_[level - 1];
    const std::uint32_t here = level_first_[level];
    const std::uint32_t end =
        level + 1 < levels_ ? level_first_[level + 1] : static_cast<std::uint32_t>(nodes_.size());
    for (std::uint32_t j = here; j < end; ++j) {
      for (std::uint32_t i = 0; i < kChainWidth; ++i) {
        const std::uint32_t child = below + kChainWidth * (j - here) + i;
        nodes_[j].set(i, child < here ? nodes_[child].box() : Aabb<2, T>::nothing());
      }
    }
  }
}

// Returns no nodes where no wall can be.
template <class T>
ChainStarts ChainTreeState<T>::starts(const Vec<2, T>& p, double reach) const {
  if (levels_ == 0) return {};
  if (grid_.columns == 0 || !(reach <= double(grid_.reach))) return {&root_, 1};
  std::size_t cell = 0;
  if (!grid_.cell_of(p, cell)) return {};
  return cells_[cell].start;
}

template <class T>
void ChainTreeState<T>::load(int step, const Vec<2, T>& p, T reach) const {
  std::size_t cell = 0;
  // The square of a negative reach may be infinite, and would include unused lanes.
  const bool in_reach = reach >= 0 && reach <= grid_.reach;
  if (grid_.columns == 0 || !in_reach || !grid_.cell_of(p, cell)) return;
  const ChainStarts starts = cells_[cell].start;
  switch (step) {
    case 0: prefetch(&cells_[cell]); break;
    case 1: chain_kernels<T>().load_nodes(view(), starts); break;
    default: chain_kernels<T>().load_walls(view(), starts, p, reach * reach);
  }
}

template <class T>
NearestWall<T> ChainTreeState<T>::nearest(const Vec<2, T>& p, T max_distance) const {
  NearestWall<T> found;
  found.status = check_point(p, max_distance);
  if (found.status != Status::ok) return found;
  const T square = max_distance * max_distance;
  // Infinity would include unused lanes.
  WallDistance<T> best{std::min(square, std::numeric_limits<T>::max()), kNoWall};
  ChainCounts counts;
  chain_kernels<T>().nearest(view(), starts(p, double(max_distance)), p, best, counts);
  found.stats.nodes = counts.nodes;
  found.stats.tests = counts.tests;
  if (best.wall == kNoWall) return found;
  found.stats.results = 1;
  found.wall = best.wall;
  found.distance = std::sqrt(best.distance_squared);
  const Vec<2, T>& a = vertices_[best.wall];
  const Vec<2, T>& b = vertices_[best.wall + 1];
  found.point = a + wall_offset(a, b, p).t * (b - a);
  return found;
}

template <class T>
SearchResult ChainTreeState<T>::within(const Vec<2, T>& p, T radius,
                                       const BlockTarget<WallDistance<T>>& target) const {
  const Status status = check_point(p, radius);
  if (status != Status::ok) return {status, {}};
  const T square = std::min(radius * radius, std::numeric_limits<T>::max());
  ChainBlock<T> block(target);
  ChainCounts counts;
  if (chain_kernels<T>().within(view(), starts(p, double(radius)), p, square, block, counts)) {
    block.flush();
  }
  QueryStats stats;
  stats.nodes = counts.nodes;
  stats.tests = counts.tests;
  stats.results = block.results;
  return {block.status, stats};
}

template <class T>
bool ChainTreeState<T>::gather(const Vec<2, T>& p, T radius, NearList& list,
                               QueryStats& stats) const {
  if (check_point(p, radius) != Status::ok) return false;
  const T square = std::min(radius * radius, std::numeric_limits<T>::max());
  ChainCounts counts;
  const bool all =
      chain_kernels<T>().gather(view(), starts(p, double(radius)), p, square, list, counts);
  stats.nodes += counts.nodes;
  stats.tests += counts.tests;
  return all;
}

template <class T>
QueryStats ChainTreeState<T>::along(const Vec<2, T>& origin, const Vec<2, T>& direction, T radius,
                                    double max_t,
                                    FunctionRef<double(std::uint32_t, double)> measure,
                                    const AnyTrace<VisitNode>& trace) const {
  QueryStats stats;
  if (wall_count_ == 0) return stats;
  // The path ends where the last wall lies behind.
  double largest = 0;
  double far_squared = 0;
  double speed_squared = 0;
  for (int a = 0; a < 2; ++a) {
    const double low = std::abs(double(bounds_.min[a]));
    const double high = std::abs(double(bounds_.max[a]));
    const double at = std::abs(double(origin[a]));
    largest = std::max({largest, low, high, at});
    const double far = at + std::max(low, high);
    far_squared += far * far;
    speed_squared += double(direction[a]) * double(direction[a]);
  }
  const double behind = 2 * (std::sqrt(far_squared) + double(radius)) / std::sqrt(speed_squared);
  if (speed_squared > 0) max_t = std::min(max_t, behind);
  if (!is_finite(max_t)) max_t = 0;
  const double reach = double(radius) + std::sqrt(speed_squared) * max_t;

  ChainPath<T> path{origin, {}, {}, max_t, measure, trace};
  constexpr double kEpsilon = std::numeric_limits<T>::epsilon();
  for (int a = 0; a < 2; ++a) {
    const double distance = std::abs(double(direction[a])) * max_t;
    // Twice the error of the sums of sides, pad and origin.
    const double slack = 8 * kEpsilon * (double(radius) + largest + distance) + 1e-30;
    double pad = double(radius) + 2 * slack;
    double inverse = 1 / double(direction[a]);
    if (!(distance > slack)) {
      // It hardly moves on this axis: the box includes that motion, and a steep slope for the rest
      // of the slack makes the axis all or nothing.
      pad += distance;
      inverse = std::min(2 * std::max(max_t, 1e-30) / slack, 1e30);
    }
    path.pad[a] = round_up<T>(pad);
    path.inverse[a] = static_cast<T>(inverse);
  }
  ChainCounts counts;
  chain_kernels<T>().along(view(), starts(origin, reach), path, counts);
  stats.nodes = counts.nodes;
  stats.tests = counts.tests;
  return stats;
}

namespace {

// Keeps the earliest impact; of equal ones the lowest wall.
template <class T>
class FirstImpact {
 public:
  double operator()(std::uint32_t wall, const std::optional<WallImpact>& impact, double max_t) {
    if (!impact || (hit_.hit && !(impact->t < hit_.t || wall < hit_.wall))) return max_t;
    hit_.hit = true;
    hit_.wall = wall;
    hit_.t = impact->t;
    hit_.normal = impact->normal;
    return impact->t;
  }
  WallHit<T> result(const QueryStats& stats) {
    hit_.stats = stats;
    hit_.stats.results = hit_.hit ? 1 : 0;
    return hit_;
  }

 private:
  WallHit<T> hit_;
};

}  // namespace

template <class T>
WallHit<T> ChainTreeState<T>::ray_cast(const Ray<2, T>& ray) const {
  WallHit<T> none;
  none.status = check_point(ray.origin, ray.max_t);
  if (none.status == Status::ok) none.status = check_point(ray.direction, T(0));
  if (none.status != Status::ok) return none;
  const Vec2d p = vec_cast<double>(ray.origin);
  const Vec2d d = vec_cast<double>(ray.direction);
  // Times of box hits must fit into T: a short direction is scaled to a length of about 1, by a
  // power of two, so that no bits change; a denormal one as far as the power is finite.
  const double size = std::max(std::abs(d[0]), std::abs(d[1]));
  const int up = size > 0 && size < 0x1p-40 ? std::min(-std::ilogb(size), 1023) : 0;
  const double scale = std::ldexp(1.0, up);
  FirstImpact<T> first;
  const auto measure = [&](std::uint32_t wall, double end) {
    const double max_t = end * scale;
    const auto impact = detail::ray_impact(p, d, vec_cast<double>(vertices_[wall]),
                                           vec_cast<double>(vertices_[wall + 1]), max_t);
    return first(wall, impact, max_t) / scale;
  };
  const double max_t = double(ray.max_t) / scale;
  return first.result(along(ray.origin, vec_cast<T>(d * scale), T(0), max_t, measure));
}

template <class T>
WallHit<T> ChainTreeState<T>::capsule_cast(const Vec<2, T>& p, const Vec<2, T>& half, T radius,
                                           const Vec<2, T>& translation) const {
  WallHit<T> none;
  none.status = check_point(p, radius);
  if (none.status == Status::ok) none.status = check_point(half, T(0));
  if (none.status == Status::ok) none.status = check_point(translation, T(0));
  if (none.status == Status::ok && radius > kLargestCoordinate<T>)
    none.status = Status::out_of_range;
  if (none.status != Status::ok) return none;
  const Vec2d from = vec_cast<double>(p);
  const Vec2d core = vec_cast<double>(half);
  const Vec2d displacement = vec_cast<double>(translation);
  FirstImpact<T> first;
  const double reach = double(radius) + length(core);
  const auto measure = [&](std::uint32_t wall, double max_t) {
    const auto impact = detail::capsule_impact(from, core, displacement, double(radius),
                                               vec_cast<double>(vertices_[wall]),
                                               vec_cast<double>(vertices_[wall + 1]), max_t);
    return first(wall, impact, max_t);
  };
  return first.result(along(p, translation, round_up<T>(reach), 1.0, measure));
}

template class ChainTreeState<float>;
template class ChainTreeState<double>;
template class Opaque<ChainTreeState<float>>;
template class Opaque<ChainTreeState<double>>;

}  // namespace masu::detail

namespace masu {

template <class T>
Status ChainTree<T>::build(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains,
                           const ChainTreeOptions<T>& options) {
  auto* const state = state_.need();
  return state == nullptr ? Status::out_of_memory : state->build(vertices, chains, options.reach);
}
template <class T>
Status ChainTree<T>::set_vertices(std::uint32_t first, std::span<const Vec<2, T>> vertices) {
  auto* const state = state_.need();
  return state == nullptr ? Status::out_of_memory : state->set_vertices(first, vertices);
}
template <class T>
InsertedChain ChainTree<T>::insert(std::span<const Vec<2, T>> vertices) {
  auto* const state = state_.need();
  return state == nullptr ? InsertedChain{Status::out_of_memory} : state->insert(vertices);
}
template <class T>
Status ChainTree<T>::erase(const WallChain& chain) {
  auto* const state = state_.need();
  return state == nullptr ? Status::out_of_memory : state->erase(chain);
}
template <class T>
bool ChainTree<T>::is_wall(std::uint32_t i) const {
  return State::of(*this).is_wall(i);
}

template <class T>
std::size_t ChainTree<T>::vertex_count() const {
  return State::of(*this).vertex_count();
}
template <class T>
std::size_t ChainTree<T>::wall_count() const {
  return State::of(*this).wall_count();
}
template <class T>
const Vec<2, T>& ChainTree<T>::vertex(std::uint32_t i) const {
  return State::of(*this).vertex(i);
}
template <class T>
Aabb<2, T> ChainTree<T>::bounds() const {
  return State::of(*this).bounds();
}
template <class T>
T ChainTree<T>::reach() const {
  return State::of(*this).reach();
}
template <class T>
std::size_t ChainTree<T>::bytes() const {
  return State::of(*this).bytes();
}

template <class T>
NearestWall<T> ChainTree<T>::nearest(const Vec<2, T>& p, T max_distance) const {
  return State::of(*this).nearest(p, max_distance);
}
template <class T>
SearchResult ChainTree<T>::for_each_within(const Vec<2, T>& p, T radius,
                                           const BlockTarget<WallDistance<T>>& visit) const {
  return State::of(*this).within(p, radius, visit);
}
template <class T>
WallHit<T> ChainTree<T>::ray_cast(const Ray<2, T>& ray) const {
  return State::of(*this).ray_cast(ray);
}
template <class T>
WallHit<T> ChainTree<T>::capsule_cast(const Vec<2, T>& p, const Vec<2, T>& half, T radius,
                                      const Vec<2, T>& translation) const {
  return State::of(*this).capsule_cast(p, half, radius, translation);
}
template <class T>
QueryStats ChainTree<T>::for_each_on_path(const Vec<2, T>& origin, const Vec<2, T>& direction,
                                          T radius, double max_t,
                                          FunctionRef<double(std::uint32_t, double)> measure,
                                          AnyTrace<VisitNode> trace) const {
  return State::of(*this).along(origin, direction, radius, max_t, measure, trace);
}
template <class T>
void ChainTree<T>::for_each_box(
    FunctionRef<void(const Aabb<2, T>&, std::uint32_t, std::uint64_t, std::uint32_t, std::uint32_t)>
        visit) const {
  State::of(*this).for_each_box(visit);
}
template <class T>
void ChainTree<T>::load(int step, const Vec<2, T>& p, T reach) const {
  State::of(*this).load(step, p, reach);
}

template class ChainTree<float>;
template class ChainTree<double>;

}  // namespace masu
