// SPDX-License-Identifier: MIT
#include <masu/corridor/corridor.hpp>

#include <algorithm>
#include <optional>

#include "corridor/chain_push.hpp"
#include "corridor/move_walk.hpp"

namespace masu {

namespace {

// Far above the rounding of a position, far below what anyone sees.
template <class T>
T usual_skin(const Aabb<2, T>& bounds) {
  T largest = 0;
  for (int a = 0; a < 2; ++a) {
    largest = std::max({largest, std::abs(bounds.min[a]), std::abs(bounds.max[a])});
  }
  return std::max(64 * std::numeric_limits<T>::epsilon() * largest, std::numeric_limits<T>::min());
}

template <class T>
Status check(const Mover<T>& m, const Vec<2, T>& displacement) {
  if (!is_finite(m.position) || !is_finite(displacement) || !is_finite(m.radius) ||
      !is_finite(m.half_axis)) {
    return Status::not_finite;
  }
  const auto beyond = [](T x) { return !(std::abs(x) <= ChainTree<T>::kLargest); };
  bool odd = m.radius < 0 || beyond(m.radius);
  for (int a = 0; a < 2; ++a) {
    odd |= beyond(m.position[a]) || beyond(m.half_axis[a]) || beyond(displacement[a]);
  }
  return odd ? Status::out_of_range : Status::ok;
}

// Pushes movers one after another. The walls have moved already, so if a visitor throws, the
// destructor pushes the movers that are left: else walls would have passed through them.
template <class T>
class MoverPushes {
 public:
  MoverPushes(const detail::ChainPush<T>& push, const Aabb<2, T>& swept, T skin,
              std::span<Mover<T>> movers)
      : push_(push), swept_(swept), skin_(skin), movers_(movers) {}
  MoverPushes(const MoverPushes&) = delete;
  MoverPushes& operator=(const MoverPushes&) = delete;
  ~MoverPushes() {
    while (next_ < movers_.size()) (void)push_next();
  }

  // Returns what to tell of the next mover, if anything.
  std::optional<PushResult<T>> push_next() {
    Mover<T>& m = movers_[next_++];
    PushResult<T> r;
    r.status = check(m, {});
    if (r.status != Status::ok) return r;
    const T reach = m.radius + skin_ + length(m.half_axis);
    if (!(distance_squared(swept_, m.position) <= reach * reach)) return std::nullopt;
    r = push_.push(m);
    return r.pushed || r.crushed ? std::optional(r) : std::nullopt;
  }

 private:
  const detail::ChainPush<T>& push_;
  const Aabb<2, T>& swept_;
  T skin_;
  std::span<Mover<T>> movers_;
  std::size_t next_ = 0;
};

}  // namespace

template <class T>
Status Corridor<T>::build(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains,
                          const CorridorOptions<T>& options, std::span<const WallKind<T>> kinds,
                          std::span<const std::uint32_t> kind_of) {
  if (!kind_of.empty() && kind_of.size() != vertices.size()) return Status::size_mismatch;
  if (!is_finite(options.skin)) return Status::not_finite;
  if (options.skin < 0 || options.skin > ChainTree<T>::kLargest) return Status::out_of_range;
  for (const std::uint32_t k : kind_of) {
    if (k >= kinds.size()) return Status::bad_index;
  }
  for (const WallKind<T>& kind : kinds) {
    if (!is_finite(kind.open_along)) return Status::not_finite;
  }
  for (std::size_t c = 1; c < chains.size(); ++c) {
    if (chains[c].first < chains[c - 1].first) return Status::bad_index;
  }
  Corridor next(kinds_.allocator());
  const Status status = next.tree_.build(vertices, chains, {options.reach});
  if (status != Status::ok) return status;
  const std::size_t kind_count = std::max<std::size_t>(kinds.size(), 1);
  if (!next.kinds_.reserve(kind_count) || !next.kind_of_.reserve(kind_of.size()) ||
      !next.chains_.reserve(chains.size())) {
    return Status::out_of_memory;
  }
  next.kinds_.set_size(kind_count);
  next.kinds_[0] = WallKind<T>{};
  std::copy(kinds.begin(), kinds.end(), next.kinds_.data());
  next.kind_of_.set_size(kind_of.size());
  std::copy(kind_of.begin(), kind_of.end(), next.kind_of_.data());
  for (const WallChain& chain : chains) (void)next.chains_.push_back(chain.first);
  for (const WallKind<T>& kind : next.kinds_) next.one_way_ |= kind.open_along != Vec<2, T>{};
  next.skin_ = options.skin > 0 ? options.skin : usual_skin(next.tree_.bounds());
  *this = std::move(next);
  return Status::ok;
}

template <class T>
std::uint32_t Corridor<T>::chain_of(std::uint32_t wall) const {
  const auto* const after = std::upper_bound(chains_.begin(), chains_.end(), wall);
  return static_cast<std::uint32_t>(after - chains_.begin() - 1);
}

template <class T>
MoveResult<T> Corridor<T>::move_by(Mover<T>& mover, const Vec<2, T>& displacement,
                                   const MoveOptions& options,
                                   const FunctionRef<void(const WallContact&)>* contact) const {
  MoveResult<T> result;
  result.status = check(mover, displacement);
  if (result.status != Status::ok) return result;
  if (!(options.restitution >= 0 && options.restitution <= 1)) {
    result.status = Status::out_of_range;
    return result;
  }
  detail::MoveWalk<T>(*this, one_way_, mover, options, contact, result)
      .go(vec_cast<double>(displacement));
  return result;
}

template <class T>
Status Corridor<T>::move_walls(const WallChain& chain, const Vec<2, T>& translation,
                               std::span<Mover<T>> movers,
                               FunctionRef<void(std::uint32_t, const PushResult<T>&)> pushed) {
  if (chain.count < 2 || std::uint64_t(chain.first) + chain.count > tree_.vertex_count()) {
    return Status::bad_index;
  }
  if (!is_finite(translation)) return Status::not_finite;
  Buffer<Vec<2, T>> vertices(kinds_.allocator());
  if (!vertices.reserve(chain.count)) return Status::out_of_memory;
  Aabb<2, T> swept = Aabb<2, T>::nothing();
  for (std::uint32_t i = 0; i < chain.count; ++i) {
    const Vec<2, T>& from = tree_.vertex(chain.first + i);
    (void)vertices.push_back(from + translation);
    swept = merge(swept, merge(Aabb<2, T>::of_point(from), Aabb<2, T>::of_point(vertices[i])));
  }
  const Status status =
      tree_.set_vertices(chain.first, std::span<const Vec<2, T>>(vertices.data(), vertices.size()));
  if (status != Status::ok) return status;
  const detail::ChainPush<T> push(*this, one_way_, chain, vec_cast<double>(translation));
  MoverPushes<T> pushes(push, swept, skin_, movers);
  for (std::size_t i = 0; i < movers.size(); ++i) {
    if (const auto r = pushes.push_next()) pushed(static_cast<std::uint32_t>(i), *r);
  }
  return Status::ok;
}

template class Corridor<float>;
template class Corridor<double>;

}  // namespace masu
