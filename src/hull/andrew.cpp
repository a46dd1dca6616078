// SPDX-License-Identifier: MIT
#include <masu/hull/andrew.hpp>

#include "core/opaque-inl.hpp"
#include "hull/counted_signs.hpp"
#include "hull/left_to_right.hpp"
#include "hull/merged_loop.hpp"
#include "hull/outer_points2.hpp"

namespace masu {
namespace detail {

template <class T>
class AndrewBuilder {
 public:
  using Points = std::span<const Vec<2, T>>;

  explicit AndrewBuilder(Allocator allocator) : allocator_(allocator) {}

  // Precondition: there is a point, and all are checked.
  template <class Trace>
  Status build(Points points, Merge merge, Hull2& hull, const Trace& trace) {
    stats_ = {};
    trace.on(PhaseBegins{"sort"});
    auto& loop = Hull2Access::loop(hull);
    if (!outer_.find(points, indices_) || !sort_.sort(points, {indices_.data(), indices_.size()}) ||
        !share_sides(points.size() >= kMany) || !loop.reserve(upper_.size() + lower_.size())) {
      return Status::out_of_memory;
    }
    trace.on(PhaseBegins{"upper chain"});
    for (const std::uint32_t i : upper_) extend(loop, 0, i, trace);
    const std::size_t lower_begin = loop.size() - 1;
    trace.on(PhaseBegins{"lower chain"});
    for (std::size_t k = lower_.size(); k-- > 0;) extend(loop, lower_begin, lower_[k], trace);
    make_counterclockwise(loop);
    for (std::uint32_t& i : loop) i = sort_[i].index;
    return merged_.finish(merge, points, hull);
  }

  const HullStats& stats() const { return stats_; }

 private:
  static constexpr std::size_t kMany = 256;

  // Splits the points into those above and below the line from the first to the last, as far as an
  // error bound decides; the others go to both, as do all if not `asked`. Sides are random: without
  // a branch.
  bool share_sides(bool asked) {
    const std::size_t count = indices_.size();
    if (!upper_.resize(count) || !lower_.resize(count)) return false;
    const auto a = widen(sort_[0].point);
    const auto b = widen(sort_[count - 1].point);
    std::size_t above = 0;
    std::size_t below = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto p = widen(sort_[i].point);
      const int sign = asked ? filtered_cross(a, b, a, p).sign : 0;
      upper_[above] = lower_[below] = i;
      above += sign >= 0;
      below += sign <= 0;
    }
    stats_.tests += asked ? count : 0;
    upper_.set_size(above);
    lower_.set_size(below);
    return true;
  }

  // Appends a chain from that index of the loop on; its outside is to the left. Points are numbered
  // from left to right.
  template <class Trace>
  void extend(Buffer<std::uint32_t>& loop, std::size_t begin, std::uint32_t i, const Trace& trace) {
    const Vec<2, T>& p = sort_[i].point;
    if (!loop.empty() && sort_[loop.back()].point == p) {
      if (i < loop.back()) loop.back() = i;  // the first of equal points in both directions
      return;
    }
    while (loop.size() >= begin + 2) {
      const Vec<2, T>& last = sort_[loop.back()].point;
      const Vec<2, T>& before = sort_[loop[loop.size() - 2]].point;
      if (counted_orient(before, last, p, stats_) < 0) break;
      trace.on(ChainPops{sort_[loop.back()].index});
      loop.pop_back();
    }
    trace.on(ChainPushes{sort_[i].index});
    loop.append_unchecked(i);  // reserved
    ++stats_.faces;
  }

  // Reverses the loop, which starts at the leftmost point, from clockwise to counterclockwise.
  static void make_counterclockwise(Buffer<std::uint32_t>& loop) {
    for (std::size_t i = 0, j = loop.size(); i + 1 < j; ++i) std::swap(loop[i], loop[--j]);
    if (loop.size() > 1) loop.pop_back();
  }

  HullStats stats_;
  Allocator allocator_;  // of all members below
  MergedLoop merged_{allocator_};
  OuterPoints2<T> outer_{allocator_};
  Buffer<std::uint32_t> indices_{allocator_};
  LeftToRight<T> sort_{allocator_};
  Buffer<std::uint32_t> upper_{allocator_};  // numbered from left to right
  Buffer<std::uint32_t> lower_{allocator_};
};

}  // namespace detail

template <class T>
Status AndrewChain<T>::build(Points points, Hull2& hull, ChainTrace trace) {
  stats_ = {};
  hull.clear();
  const Status check_status = detail::check_task(points, merge_);
  if (check_status != Status::ok || points.empty()) return check_status;
  return detail::with_object(builder_, trace, [&](auto& builder, const auto& t) {
    const Status status = builder.build(points, merge_, hull, t);
    stats_ = builder.stats();
    return status;
  });
}

template class detail::Opaque<detail::AndrewBuilder<float>>;
template class detail::Opaque<detail::AndrewBuilder<double>>;
template class AndrewChain<float>;
template class AndrewChain<double>;

}  // namespace masu
