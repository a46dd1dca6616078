// SPDX-License-Identifier: MIT
#include "ours.hpp"

#include <limits>
#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/hash_grid.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/broad_phase/uniform_grid.hpp>
#include <masu/core/version.hpp>

#include "corridor/wall_distance.hpp"
#include "our_corridor.hpp"
#include "slide.hpp"

namespace masu_bench::corridor {
namespace {

constexpr float kNone = std::numeric_limits<float>::infinity();

// Returns work in segment tests plus eighths of box tests: a node of a tree of chains is eight
// boxes.
double work_of(const masu::QueryStats& stats) {
  return static_cast<double>(stats.tests + stats.nodes);
}

template <bool kGrid>
class Chains {
 public:
  explicit Chains(const Map& map) : radius_(map.raw.radius) {
    build(map, kGrid ? map.raw.reach : 0, corridor_);
  }

  float nearest(const Point& position, float within, double* work) const {
    const masu::NearestWall<float> found = corridor_.walls().nearest(position, within);
    if (work != nullptr) *work = work_of(found.stats);
    return found.wall != masu::kNoWall ? found.distance : kNone;
  }
  Point move(const Point& position, const Point& displacement, double* work) const {
    masu::Mover<float> mover;
    mover.position = position;
    mover.radius = radius_;
    const masu::MoveResult<float> result = corridor_.move(mover, displacement);
    if (work != nullptr) *work = work_of(result.stats);
    return mover.position;
  }

 private:
  float radius_;
  masu::Corridor<float> corridor_;
};

std::uint32_t index_of(std::uint32_t id) {
  return id;
}
std::uint32_t index_of(masu::Handle handle) {
  return handle.index;
}

// An index of boxes that contain the walls.
template <class Index>
class WallBoxes {
 public:
  explicit WallBoxes(const Map& map) : map_(map) {
    std::vector<masu::Aabb2f> boxes;
    map.for_each_wall([&](std::uint32_t i) {
      wall_.push_back(i);
      boxes.push_back(
          merge(masu::Aabb2f::of_point(map.vertex(i)), masu::Aabb2f::of_point(map.vertex(i + 1))));
    });
    if constexpr (requires { index_.build(boxes); }) {
      if (index_.build(boxes) != masu::Status::ok) throw std::runtime_error("no index");
    } else {
      // Handles have slots as indices: they equal the input's as long as nothing is erased.
      for (const masu::Aabb2f& box : boxes) (void)index_.insert(box);
    }
  }

  float nearest(const Point& position, float within, double* work) const {
    const Point more = Point::all(within);
    float best = within * within;
    bool some = false;
    ask({position - more, position + more}, work, [&](std::uint32_t i) {
      const float square =
          masu::detail::wall_offset(map_.vertex(i), map_.vertex(i + 1), position).distance_squared;
      if (square <= best) best = square, some = true;
    });
    return some ? std::sqrt(best) : kNone;
  }

  Point move(const Point& position, const Point& displacement, double* work) const {
    double sum = 0;
    const auto near = [&](const masu::Vec2d& low, const masu::Vec2d& high, auto&& f) {
      double own = 0;
      ask({masu::vec_cast<float>(low), masu::vec_cast<float>(high)}, &own, [&](std::uint32_t i) {
        f(masu::vec_cast<double>(map_.vertex(i)), masu::vec_cast<double>(map_.vertex(i + 1)));
      });
      sum += own;
    };
    const masu::Vec2d end =
        slide_among(masu::vec_cast<double>(position), masu::vec_cast<double>(displacement),
                    double(map_.raw.radius), near);
    if (work != nullptr) *work = sum;
    return masu::vec_cast<float>(end);
  }

 private:
  template <class F>
  void ask(const masu::Aabb2f& box, double* work, F&& f) const {
    const masu::SearchResult result =
        index_.for_each_overlapping(box, [&](auto id) { f(wall_[index_of(id)]); });
    if (work == nullptr) return;
    *work = static_cast<double>(result.stats.results) +
            static_cast<double>(result.stats.tests + result.stats.nodes) / 8;
  }

  Map map_;
  std::vector<std::uint32_t> wall_;  // of each box
  Index index_;
};

class SurfaceAreaBvh : public masu::Bvh<2, float> {
 public:
  SurfaceAreaBvh() : Bvh({.builder = masu::BvhBuilder::surface_area}) {}
};

template <class Index>
masu_corridor_peer entry(const char* name) {
  return make_peer<Index>(name, masu::version());
}

}  // namespace

std::span<const masu_corridor_peer> our_methods() {
  static const masu_corridor_peer all[] = {
      entry<Chains<true>>("masu:chain_tree"),
      entry<Chains<false>>("masu:chain_tree_plain"),
      entry<WallBoxes<masu::UniformGrid<2, float>>>("masu:grid"),
      entry<WallBoxes<masu::HashGrid<2, float>>>("masu:hash_grid"),
      entry<WallBoxes<masu::RegisteredOrthtree<2, float>>>("masu:quadtree"),
      entry<WallBoxes<masu::KdTree<2, float>>>("masu:kd"),
      entry<WallBoxes<SurfaceAreaBvh>>("masu:bvh_sah")};
  return all;
}

}  // namespace masu_bench::corridor
